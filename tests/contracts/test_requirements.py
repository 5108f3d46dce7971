"""Everything that is installed is pinned, hashed, and told by name alone: no registry is written down."""

import re

import pytest

from tests.services.process import REPOSITORY

LOCKS = ("requirements.txt", "requirements-dev.txt")


def pins(name: str) -> dict[str, str]:
    lines = (REPOSITORY / name).read_text().splitlines()
    return dict(
        re.findall(r"^([a-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", "\n".join(lines), flags=re.MULTILINE)
    )


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_is_pinned_and_hashed(name: str) -> None:
    text = (REPOSITORY / name).read_text()
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if not entry.startswith("#")]
    assert len(entries) > 20
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


def test_development_has_the_versions_of_production() -> None:
    runtime, development = (pins(name) for name in LOCKS)
    assert {name: development.get(name) for name in runtime} == runtime
