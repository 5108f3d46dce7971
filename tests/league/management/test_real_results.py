"""Real results of others, through every door: final ratings equal those computed elsewhere, to the last digit.

The collections aren't part of the repository; where they are missing these tests are skipped, and say so.
"""

from __future__ import annotations

import csv
import json
import random
from copy import deepcopy
from datetime import date
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command

from league.models import Club, Ladder, Player, Table
from league.services.corrections import table_correct
from league.services.ladders import LadderSpec, ladder_create, preset
from league.services.runs import ladder_refresh
from league.services.submissions import Place
from tests import builders as build

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db(transaction=True)

CATAN, POKER = "catan_242.csv", "poker6_10000.csv"
PRESETS = ("standard", "steady")


def _expected(shared_data: Path, file: str, name: str) -> dict[str, str]:
    expected = json.loads((shared_data / "expected.json").read_text(encoding="utf-8"))
    final: dict[str, str] = expected[file][name]["final"]
    return final


def _final(club: Club, name: str) -> dict[str, str]:
    run = ladder_refresh(ladder_id=Ladder.objects.get(club=club, name=name).pk).current_run
    assert run is not None
    rows = run.standings.values_list("player__display_name", "rating")
    return {player: f"{rating / 1000:.3f}" for player, rating in rows}


def _tables(path: Path) -> list[list[dict[str, str]]]:
    """Return the rows of each table, in file order."""
    tables: dict[str, list[dict[str, str]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            tables.setdefault(row["table"], []).append(row)
    return list(tables.values())


def _import(path: Path) -> Club:
    for name in PRESETS:
        call_command("import_results", str(path), "--club", "real", "--ladder", name, stdout=StringIO())
    return Club.objects.get(slug="real")


@pytest.mark.parametrize("file", [CATAN, POKER])
def test_imported_in_file_order(shared_data: Path, file: str) -> None:
    club = _import(shared_data / file)
    assert {name: _final(club, name) for name in PRESETS} == {
        name: _expected(shared_data, file, name) for name in PRESETS
    }


@pytest.mark.parametrize("file", [CATAN, pytest.param(POKER, marks=pytest.mark.soak)])
def test_imported_in_any_order(shared_data: Path, file: str, tmp_path: Path) -> None:
    rows = [row for table in _tables(shared_data / file) for row in table]
    random.Random(7).shuffle(rows)
    shuffled = tmp_path / "shuffled.csv"
    with shuffled.open("w", encoding="utf-8", newline="") as target:
        writer = csv.DictWriter(target, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)

    club = _import(shuffled)

    for name in PRESETS:
        assert _final(club, name) == _expected(shared_data, file, name)


def _report(rows: list[dict[str, str]]) -> dict[str, Any]:
    seats = []
    for row in rows:
        seat: dict[str, Any] = {"seat": None, "player": row["player"], "total": float(row["total"])}
        if row.get("placement"):
            seat["placement"] = int(row["placement"])
        seats.append(seat)
    return {"format": "sekijun.report/1", "game": "generic", "ruleset": "base", "seats": seats}


def _upside_down(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report in which the totals went to the wrong people."""
    wrong = deepcopy(report)
    totals = [seat["total"] for seat in wrong["seats"]]
    for seat, total in zip(wrong["seats"], reversed(totals), strict=True):
        seat["total"] = total
        seat.pop("placement", None)
    return wrong


def test_entered_one_by_one_with_ten_corrections_and_corrections_back(shared_data: Path) -> None:
    tables = _tables(shared_data / CATAN)
    club = build.club_with("real")
    for name in PRESETS:
        ladder_create(actor=build.ROOT, club=club, name=name, spec=LadderSpec(parameters=preset(name)))
    dice = random.Random(11)
    typed = {}
    for rows in dice.sample(tables, len(tables)):
        first = rows[0]
        place = Place(date.fromisoformat(first["club_day"]), int(first["round"]), int(first["number"]))
        answer = build.submit(build.ROOT, club, _report(rows), place=place)
        typed[answer.table] = _report(rows)
        if dice.random() < 0.05:
            _final(club, "standard")
    assert _final(club, "standard") == _expected(shared_data, CATAN, "standard")
    digests = {name: Ladder.objects.get(club=club, name=name).current_run for name in PRESETS[:1]}

    for back in (False, True):
        for public_id in random.Random(12).sample(sorted(typed), 10):
            table = Table.objects.select_related("meeting__club", "meeting__season").get(public_id=public_id)
            report = typed[public_id] if back else _upside_down(typed[public_id])
            table_correct(
                actor=build.ROOT,
                table=table,
                lock_version=table.lock_version,
                report=report,
                reason="mixed up",
            )
        assert (_final(club, "standard") == _expected(shared_data, CATAN, "standard")) is back

    run = Ladder.objects.get(club=club, name="standard").current_run
    assert run is not None
    assert digests["standard"] is not None
    assert run.digest == digests["standard"].digest
    assert _final(club, "steady") == _expected(shared_data, CATAN, "steady")
    assert Player.objects.filter(club=club).count() == len(_expected(shared_data, CATAN, "steady"))
