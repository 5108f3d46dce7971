"""Runs Django's deployment check against the production settings, with values that are as strict as real ones."""

import os
import secrets

import django
from django.core.management import call_command


def main() -> None:
    """Fail on every warning."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings.prod",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "league.example",
        "DATABASE_URL": f"postgres://sekijun:{secrets.token_urlsafe(16)}@db.example/sekijun",
    }
    os.environ.pop("DEBUG", None)
    django.setup()
    call_command("check", deploy=True, fail_level="WARNING")


if __name__ == "__main__":
    main()
