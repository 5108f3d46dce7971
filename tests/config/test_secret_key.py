"""The key of a development installation: made once, private, and the same for processes that start together."""

import multiprocessing
from pathlib import Path

from config.secret_key import development_key


def test_development_key_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = development_key(path)
    assert len(key) >= 50
    assert development_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert [child.name for child in path.parent.iterdir()] == ["secret_key"]


def test_development_key_is_one_for_processes_that_start_together(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        keys = pool.map(development_key, [tmp_path / "var" / "secret_key"] * 16)
    assert len(set(keys)) == 1


def test_development_key_works_where_nothing_can_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert len(development_key(blocked / "secret_key")) >= 50
