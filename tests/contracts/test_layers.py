"""Imports go one way; `make lint` runs the contracts, these tests show that they would notice."""

import tomllib

from tests.services.process import REPOSITORY


def contracts() -> dict[str, dict[str, object]]:
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    return {contract["name"]: contract for contract in settings["tool"]["importlinter"]["contracts"]}


def test_the_engine_is_forbidden_every_framework() -> None:
    assert contracts()["The engine knows no framework"]["forbidden_modules"] == [
        "django",
        "rest_framework",
        "celery",
        "league",
    ]


def test_no_contract_has_an_exception() -> None:
    assert not [name for name, contract in contracts().items() if "ignore_imports" in contract]


def test_the_engine_names_no_framework_in_its_text() -> None:
    sources = list((REPOSITORY / "games").rglob("*.py"))
    assert sources
    for source in sources:
        text = source.read_text()
        assert not [
            word for word in ("import django", "from django", "import league", "from league") if word in text
        ]
