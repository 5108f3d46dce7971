"""Where a sheet belongs."""

from __future__ import annotations

from datetime import date

import pytest

from league.forms.place import day_of, place_of
from league.forms.sheet import sheet_of


def test_a_whole_place() -> None:
    place = place_of(sheet_of({"day": "2026-11-28", "round": "２", "number": "3"}))
    assert place.whole == (date(2026, 11, 28), 2, 3)
    assert place.wrong == []


def test_every_wrong_part_is_named() -> None:
    place = place_of(sheet_of({"day": "soon", "round": "", "number": "x"}))
    assert (place.whole, place.wrong) == (None, ["day", "round", "number"])


@pytest.mark.parametrize(
    "text",
    ["", "2026-2-3", "20261128", "2026-W48-6", "2026-02-30", "1989-12-31", "２０２６-11-28", "2026-11-28\n"],
)
def test_what_is_no_day(text: str) -> None:
    assert day_of(text) is None
