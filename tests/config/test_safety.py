"""A production installation refuses unsafe values, all at once and by name."""

import os
import secrets
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.safety import refuse_unsafe
from tests.services.process import REPOSITORY

GOOD_KEY = secrets.token_urlsafe(64)
GOOD_URL = "postgres://sekijun:9Wz4vJ7u@db.example/sekijun"


def refusal(
    *,
    key: str = GOOD_KEY,
    hosts: tuple[str, ...] = ("league.example",),
    url: str = GOOD_URL,
    debug: bool = False,
) -> str:
    try:
        refuse_unsafe(secret_key=key, allowed_hosts=hosts, database_url=url, debug=debug)
    except ImproperlyConfigured as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "url",
    [
        GOOD_URL,
        "sqlite:////var/lib/sekijun/sekijun.sqlite3",
        "postgres://sekijun@/sekijun",
        "postgres://sekijun@localhost/sekijun",
    ],
)
def test_refuse_unsafe_accepts_good_values(url: str) -> None:
    assert refusal(url=url) == ""


@pytest.mark.parametrize(
    "key", ["", "short", "x" * 80, "django-insecure-" + "abcdefghijklmnopqrstuvwxyz" * 3]
)
def test_refuse_unsafe_names_a_secret_key_that_can_be_guessed(key: str) -> None:
    assert "SECRET_KEY" in refusal(key=key)


@pytest.mark.parametrize("hosts", [(), ("*",), ("league.example", "*"), ("",), (".",)])
def test_refuse_unsafe_names_hosts_that_let_everything_in(hosts: tuple[str, ...]) -> None:
    assert "ALLOWED_HOSTS" in refusal(hosts=hosts)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "sqlite://",
        "postgres://sekijun@db.example/sekijun",
        "postgres://sekijun:sekijun@db.example/sekijun",
        "postgres://postgres:Password@db.example/sekijun",
    ],
)
def test_refuse_unsafe_names_a_database_address_that_is_unsafe(url: str) -> None:
    assert "DATABASE_URL" in refusal(url=url)


def test_refuse_unsafe_never_repeats_a_secret() -> None:
    said = refusal(key="secret-and-short", url="postgres://a:hunter2@db.example/x", hosts=())
    assert "secret-and-short" not in said
    assert "hunter2" not in said


def test_production_without_any_value_stops_with_three_reasons_and_no_traceback() -> None:
    left_out = {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "DEBUG"}
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    stopped = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env=env | {"DJANGO_SETTINGS_MODULE": "config.settings.prod"},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert stopped.returncode == 1
    assert [name for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL") if name in stopped.stderr] == [
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "DATABASE_URL",
    ]
    assert "Traceback" not in stopped.stderr
