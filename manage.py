#!/usr/bin/env python
"""Django's command line; without any environment variable it works with the development settings."""

import os
import sys


def main() -> None:
    """Run the management command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - its absence has to be explained
        from django.core.management import execute_from_command_line  # noqa: PLC0415 - as above
    except ImportError:
        sys.exit(
            "Django isn't installed in this Python: run `make run` once, then .venv/bin/python manage.py"
        )
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
