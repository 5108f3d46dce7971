"""Large clubs with SQLite are rehearsed on a copy: the answer is the same, and nobody waits meanwhile."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.db import connection

from league.models import Ladder, Table
from league.services import database_copy, effects
from league.services.calls import Call, call_perform
from league.services.database_copy import copies_prune
from league.services.errors import Stale
from league.services.runs import ladder_refresh
from tests import builders as build

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(cast: build.Cast) -> Table:
    """Return a table whose ladder is up to date."""
    table = build.table_of(build.submit(cast.bob, cast.club))
    for ladder in Ladder.objects.filter(club=cast.club):
        ladder_refresh(ladder_id=ladder.pk)
    return table


def _void(table: Table, lock_version: int) -> Call:
    return Call("table.void", {"table": table.public_id, "lock_version": lock_version, "reason": "twice"})


def _write_as_somebody_else(database: str) -> None:
    with closing(sqlite3.connect(database, timeout=0)) as somebody:  # waits for nobody
        somebody.execute("UPDATE league_club SET name = 'meanwhile'")
        somebody.commit()


def test_effect_on_a_copy_is_the_effect_and_keeps_nobody_waiting(
    cast: build.Cast, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = _void(table, table.lock_version)
    here = effects.effect_of(
        club=cast.club, act=lambda: call_perform(actor=cast.alice, club=cast.club, call=call)
    )
    monkeypatch.setattr(effects, "COPIED_ABOVE_TABLES", 0)
    database, copies = connection.settings_dict["NAME"], connection.vendor == "sqlite"

    def act() -> None:
        call_perform(actor=cast.alice, club=cast.club, call=call)
        assert (connection.settings_dict["NAME"] != database) == copies
        if copies:
            _write_as_somebody_else(database)

    assert effects.effect_of(club=cast.club, act=act) == here
    assert here.ladders
    assert connection.settings_dict["NAME"] == database
    table.refresh_from_db()
    assert table.state == Table.State.CONFIRMED
    cast.club.refresh_from_db()
    assert (cast.club.name == "meanwhile") == copies
    assert not list(Path(database).parent.glob("copy-*"))


def test_refusal_on_a_copy_is_the_refusal(
    cast: build.Cast, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "COPIED_ABOVE_TABLES", 0)
    database = connection.settings_dict["NAME"]
    call = _void(table, 99)
    with pytest.raises(Stale):
        effects.effect_of(
            club=cast.club, act=lambda: call_perform(actor=cast.alice, club=cast.club, call=call)
        )
    assert connection.settings_dict["NAME"] == database


def test_copy_left_behind_by_a_killed_process_is_swept_away(cast: build.Cast) -> None:
    home = Path(connection.settings_dict["NAME"]).parent
    old, fresh = home / "copy-old", home / "copy-fresh"
    for directory in (old, fresh):
        directory.mkdir(exist_ok=True)
        (directory / "database").write_bytes(b"people's names")
    os.utime(old, (0, 0))
    copies_prune()
    assert old.exists() == (connection.vendor != "sqlite")
    assert fresh.exists()
    for directory in (old, fresh):
        shutil.rmtree(directory, ignore_errors=True)


@pytest.mark.parametrize("trouble", ["no room", "no right", "copying fails"])
def test_without_a_copy_the_rehearsal_is_done_in_place(
    cast: build.Cast, table: Table, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    monkeypatch.setattr(effects, "COPIED_ABOVE_TABLES", 0)
    if trouble == "no room":
        monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=0))
    elif trouble == "no right":
        monkeypatch.setattr(tempfile, "TemporaryDirectory", Mock(side_effect=PermissionError))
    else:
        monkeypatch.setattr(database_copy, "closing", Mock(side_effect=sqlite3.OperationalError("disk full")))
    database = connection.settings_dict["NAME"]
    places: list[str] = []
    effects.effect_of(club=cast.club, act=lambda: places.append(connection.settings_dict["NAME"]))
    assert places == [database]
    assert not list(Path(database).parent.glob("copy-*"))
