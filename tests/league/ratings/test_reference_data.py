"""Final ratings of two real collections of results, computed independently of this project, to the last digit.

The collections aren't part of the repository; where they are missing these tests are skipped, and say so.
"""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from league.ratings.parameters import PRESETS
from tests.league.ratings.folding import State, fold

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("catan_242.csv", "poker6_10000.csv")


def _inputs(path: Path) -> list[tuple[tuple[str, int], ...]]:
    rows: dict[tuple[str, int, int], list[dict[str, str]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault((row["club_day"], int(row["round"]), int(row["number"])), []).append(row)
    return [_placements(rows[key]) for key in sorted(rows)]


def _placements(rows: list[dict[str, str]]) -> tuple[tuple[str, int], ...]:
    totals = [Decimal(row["total"]) for row in rows]
    return tuple(
        (row["player"], int(row.get("placement") or 0) or 1 + sum(other > total for other in totals))
        for row, total in zip(rows, totals, strict=True)
    )


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("file", FILES)
def test_final_ratings_are_right_to_the_last_digit(shared_data: Path, file: str, preset: str) -> None:
    expected: dict[str, Any] = json.loads((shared_data / "expected.json").read_text(encoding="utf-8"))[file]
    end: dict[str, State] = {}
    fold(end, _inputs(shared_data / file), PRESETS[preset])

    assert {player: f"{state.rating / 1000:.3f}" for player, state in end.items()} == expected[preset][
        "final"
    ]
    assert {player: state.tables for player, state in end.items()} == expected["tables_played"]
    assert f"{sum(state.rating for state in end.values()) / 1000:.3f}" == expected[preset]["sum"]
