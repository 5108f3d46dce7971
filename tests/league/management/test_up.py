"""What `manage.py up` says once it runs."""

from __future__ import annotations

from io import StringIO

import pytest

from league.management.commands.up import Command, Visit
from league.services.demo import DemoLogin

ADDRESS = "http://127.0.0.1:8000/"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def said(visit: Visit) -> str:
    output = StringIO()
    Command(stdout=output).welcome(ADDRESS, visit)
    return output.getvalue()


def test_first_start_tells_the_password_of_the_demo() -> None:
    text = said(Visit("demo", DemoLogin("demo", "demo", "pass-of-today"), unclaimed=False))
    assert f"Demo club: {ADDRESS}demo/" in text
    assert f"Log in: {ADDRESS}accounts/login/  user demo  password pass-of-today" in text


def test_later_starts_tell_the_demo_again_and_how_to_get_a_new_password() -> None:
    text = said(Visit("demo", None, unclaimed=False))
    assert f"Demo club: {ADDRESS}demo/" in text
    assert f"Log in: {ADDRESS}accounts/login/" in text
    assert "manage.py changepassword USER" in text


def test_an_installation_without_accounts_is_there_to_be_claimed() -> None:
    text = said(Visit(None, None, unclaimed=True))
    assert "Demo club" not in text
    assert f"Create the first account: {ADDRESS}accounts/first/" in text
