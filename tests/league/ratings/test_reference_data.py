"""Final ratings of two real collections of results, computed independently of this project, to the last digit.

The collections aren't part of the repository: REFERENCE_DATA names their folder, by default ../shared/data.
"""

from __future__ import annotations

import csv
import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from league.ratings.elo import State, TableInput, fold
from league.ratings.parameters import PRESETS

DATA = Path(os.environ.get("REFERENCE_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))
FILES = ("catan_242.csv", "poker6_10000.csv")

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the reference collections aren't here")


def _inputs(path: Path) -> list[TableInput[str]]:
    rows: dict[tuple[str, int, int], list[dict[str, str]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault((row["club_day"], int(row["round"]), int(row["number"])), []).append(row)
    return [TableInput(str(key), _placements(rows[key])) for key in sorted(rows)]


def _placements(rows: list[dict[str, str]]) -> tuple[tuple[str, int], ...]:
    totals = [Decimal(row["total"]) for row in rows]
    return tuple(
        (row["player"], int(row.get("placement") or 0) or 1 + sum(other > total for other in totals))
        for row, total in zip(rows, totals, strict=True)
    )


def _expected(file: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))[file]
    return found


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("file", FILES)
def test_final_ratings_are_right_to_the_last_digit(file: str, preset: str) -> None:
    end: dict[str, State] = {}
    for _ in fold(end, _inputs(DATA / file), PRESETS[preset]):
        pass

    assert {player: f"{state.rating / 1000:.3f}" for player, state in end.items()} == _expected(file)[preset][
        "final"
    ]
    assert {player: state.tables for player, state in end.items()} == _expected(file)["tables_played"]
    assert f"{sum(state.rating for state in end.values()) / 1000:.3f}" == _expected(file)[preset]["sum"]
