"""Installing: once, and with one clear line when it isn't possible."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.process import REPOSITORY
from tools import bootstrap


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout, of which the tool is told."""
    (tmp_path / "requirements.txt").write_text("# nothing\n")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(sys, "argv", ["bootstrap.py", "requirements.txt"])
    return tmp_path


def test_bootstrap_installs_once_and_again_when_the_requirements_change(checkout: Path) -> None:
    bootstrap.main()
    assert bootstrap.is_installed(checkout / "requirements.txt")
    (checkout / "requirements.txt").write_text("# something else\n")
    assert not bootstrap.is_installed(checkout / "requirements.txt")


def test_bootstrap_makes_a_broken_environment_anew(checkout: Path) -> None:
    broken = checkout / ".venv" / "bin" / "python"
    broken.parent.mkdir(parents=True)
    broken.symlink_to("/nowhere/python3")
    assert not bootstrap.works()
    bootstrap.main()
    assert bootstrap.works()


@pytest.mark.parametrize("version", [(3, 10, 9), (3, 14, 0)])
def test_bootstrap_refuses_a_python_that_doesn_t_fit(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit, match=r"needs Python 3\.11, 3\.12 or 3\.13"):
        bootstrap.main()


def test_bootstrap_explains_requirements_that_can_t_be_installed(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (checkout / "requirements.txt").write_text(
        "sekijun-has-no-such-package==1 --hash=sha256:" + "0" * 64 + "\n"
    )
    with pytest.raises(SystemExit, match="can't be installed"):
        bootstrap.main()
    assert not bootstrap.is_installed(checkout / "requirements.txt")


def test_make_names_every_target_of_the_readme_without_running_it() -> None:
    make = shutil.which("make")
    assert make is not None
    for target in ("run", "test", "lint", "fmt", "bench", "soak", "lock"):
        planned = subprocess.run(
            [make, "--dry-run", target], cwd=REPOSITORY, capture_output=True, text=True, check=False
        )
        assert planned.returncode == 0, planned.stderr
