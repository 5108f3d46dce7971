"""Tables as arrays: lines by place, ties as events, prefixes as slices."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from league.fairness.design import design_make, events_of, group_starts
from tests.league.fairness.laid import first_tables, laid
from tools.seat_tables import club_make, tables_make


@pytest.mark.parametrize(
    ("placements", "events", "starts"),
    [
        ([1, 2, 3, 4], [1, 1, 1, 1], [0, 1, 2, 3]),
        ([1, 1, 3, 4], [2, 0, 1, 1], [0, 0, 2, 3]),
        ([1, 2, 2, 2], [1, 3, 0, 0], [0, 1, 1, 1]),
        ([1, 1, 3, 3], [2, 0, 2, 0], [0, 0, 2, 2]),
        ([1, 1, 1, 1], [4, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_ties_are_events_of_their_first_line(
    placements: list[int], events: list[int], starts: list[int]
) -> None:
    found = events_of(np.array(placements)[:, None])

    assert found[:, 0].tolist() == events
    assert group_starts(found)[:, 0].tolist() == starts


def test_lines_stand_by_place_and_people_by_their_first_table() -> None:
    design = design_make(laid([[(70, 2), (30, 1)], [(30, 3), (9, 1), (70, 2)], [(9, 1), (70, 2)]]))

    two, three = design.blocks
    assert design.people.tolist() == [70, 30, 9]
    assert (two.size, two.tables.tolist()) == (2, [0, 2])
    assert (two.players.tolist(), two.slots.tolist()) == ([[1, 2], [0, 0]], [[1, 0], [0, 1]])
    assert (three.players.tolist(), three.slots.tolist()) == ([[2], [0], [1]], [[1], [2], [0]])


@pytest.mark.parametrize("number", [1, 7, 40])
def test_a_prefix_is_the_design_of_the_first_tables(number: int) -> None:
    random = np.random.default_rng(1)
    tables = tables_make(random, club_make(random, {2: [0, 0], 4: [0] * 4}, people=12), 40)

    prefix, alone = design_make(tables).prefix(number), design_make(first_tables(tables, number))

    assert prefix.people.tolist() == alone.people.tolist()
    for block, other in zip(prefix.blocks, alone.blocks, strict=True):
        for name in ("tables", "players", "slots", "events"):
            assert getattr(block, name).tolist() == getattr(other, name).tolist()


@pytest.mark.parametrize("lines", [1, 9])
def test_a_table_of_one_or_of_nine_is_refused(lines: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 lines"):
        design_make(laid([[(line, line + 1) for line in range(lines)]]))


@pytest.mark.parametrize("seats", [[1, 1, 2], [0, 1, 2], [2, 3, 4]])
def test_seats_with_a_gap_are_refused(seats: list[int]) -> None:
    tables = replace(laid([[(0, 1), (1, 2), (2, 3)]]), seats=np.array(seats))

    with pytest.raises(ValueError, match="without a gap"):
        design_make(tables)
