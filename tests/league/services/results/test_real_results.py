"""The real results beside this repository give the ratings that were computed independently, to the last digit."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from league.models import Club, Ladder, Standing
from league.services.changes import club_change
from league.services.ladders import ladder_ensure
from league.services.results.importing import ImportOptions, results_import
from league.services.runs import ladder_refresh
from tests import builders as build

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db


def shuffled(path: Path, seed: int) -> bytes:
    header, *rows = path.read_text().strip().split("\n")
    random.Random(seed).shuffle(rows)
    return "\n".join([header, *rows]).encode()


def final_ratings(club: Club, preset: str) -> dict[str, Any]:
    with club_change(actor=build.ROOT, club=club, what="ladder") as change:
        ladder = ladder_ensure(change=change, name=preset, preset_name=preset)
    ladder_refresh(ladder_id=ladder.pk)
    run = Ladder.objects.get(pk=ladder.pk).current_run
    rows = Standing.objects.filter(run=run).values_list("player__display_name", "rating", "tables")
    return {
        "final": {name: f"{rating // 1000}.{rating % 1000:03d}" for name, rating, _tables in rows},
        "sum": f"{sum(row[1] for row in rows) // 1000}.000",
        "tables_played": {name: tables for name, _rating, tables in rows},
    }


@pytest.mark.parametrize(("file", "seed"), [("catan_242.csv", 7), ("poker6_10000.csv", 8)])
def test_ratings_equal_the_independent_ones_in_any_row_order(shared_data: Path, file: str, seed: int) -> None:
    expected = json.loads((shared_data / "expected.json").read_text())[file]

    outcome = results_import(
        actor=build.ROOT,
        club_slug="real",
        data=shuffled(shared_data / file, seed),
        options=ImportOptions(ladder="standard"),
        progress=lambda _stage, _done, _total: None,
    )

    assert (outcome.errors, outcome.created) == ([], expected["tables"])
    for preset in ("standard", "steady"):
        found = final_ratings(Club.objects.get(slug="real"), preset)
        assert (found["final"], found["sum"]) == (expected[preset]["final"], expected[preset]["sum"])
        assert found["tables_played"] == expected["tables_played"]
