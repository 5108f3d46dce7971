"""Ranks, ranks before the last day, and what a tally remembers."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from league.ratings.columns import NOBODY, PointColumns, TableColumns
from league.ratings.parameters import PRESETS, PointsParameters
from league.ratings.tallies import RECENT, Tally, ranks_of, standings_of, tallies_extend

STEADY = PRESETS["steady"]


def _tally(rating: int, tables: int = 2) -> Tally:
    return Tally(rating, tables, 0, "2025-01-04", 3, (1, 2))


def _extended(
    tallies: dict[str, Tally], tables: list[tuple[str, list[tuple[int, int]]]], after: list[int]
) -> dict[str, Tally]:
    """Extend tallies of "a", "b" by tables of (day, lines); every point is 5 more than before."""
    columns = TableColumns()
    played: dict[int, int] = {}
    tables_before = []
    for _, lines in tables:
        columns.add(lines)
        for number, _ in lines:
            tables_before.append(played.get(number, 0))
            played[number] = played.get(number, 0) + 1
    points = PointColumns(
        array("i", [rating - 5 for rating in after]), array("i", after), array("i", tables_before)
    )
    tallies_extend(tallies, players="ab", tables=columns, points=points, days=[day for day, _ in tables])
    return tallies


def test_equal_ratings_share_a_rank_and_the_next_is_skipped() -> None:
    assert ranks_of({"a": 5, "b": 9, "c": 5, "d": 1}) == {"b": 1, "a": 2, "c": 2, "d": 4}


@given(st.dictionaries(st.text(max_size=3), st.integers(-5, 5)))
def test_rank_is_one_more_than_the_number_of_better_ones(ratings: dict[str, int]) -> None:
    assert ranks_of(ratings) == {
        player: 1 + sum(other > rating for other in ratings.values()) for player, rating in ratings.items()
    }


def test_first_points_start_tallies() -> None:
    tallies = _extended({}, [("2025-01-04", [(0, 2), (1, 1)])], [1_495, 1_505])

    assert tallies == {
        "a": Tally(1_495, 1, 5, "2025-01-04", 2, (2,)),
        "b": Tally(1_505, 1, 5, "2025-01-04", 1, (1,)),
    }


def test_lines_of_nobody_make_no_tally() -> None:
    assert list(_extended({}, [("2025-01-04", [(0, 2), (NOBODY, 1)])], [1_495, 0])) == ["a"]


def test_tally_keeps_the_last_ten_placements_oldest_first() -> None:
    days = [f"2025-01-{day:02d}" for day in range(1, 13)]
    tallies = _extended({}, [(day, [(0, place)]) for place, day in enumerate(days, 1)], list(range(12)))

    assert tallies["a"] == Tally(11, 12, 5, "2025-01-12", sum(range(1, 13)), tuple(range(3, 13)))
    assert len(tallies["a"].recent) == RECENT


def test_tally_goes_on_where_it_stopped() -> None:
    start = {"a": Tally(1_500, 7, -3, "2024-12-01", 20, (4, 4, 3))}
    columns = TableColumns()
    columns.add([(0, 1), (1, 2)])
    points = PointColumns(array("i", [1_500, 1_500]), array("i", [1_508, 1_492]), array("i", [7, 0]))
    tallies_extend(start, players="ab", tables=columns, points=points, days=["2025-01-04"])

    assert start["a"] == Tally(1_508, 8, 8, "2025-01-04", 21, (4, 4, 3, 1))


def test_previous_rank_is_from_before_the_last_day() -> None:
    tallies = {"a": _tally(1_520), "b": _tally(1_510), "c": _tally(1_500)}

    rows = standings_of(tallies, {"a": (1_490, 1), "b": (1_515, 1)}, STEADY, {})

    assert [(row.player, row.rank, row.previous_rank) for row in rows] == [
        ("a", 1, 3),
        ("b", 2, 1),
        ("c", 3, 2),
    ]


def test_newcomer_has_no_previous_rank_and_takes_none_away() -> None:
    rows = standings_of({"new": _tally(1_600), "old": _tally(1_500)}, {"new": (1_500, 0)}, STEADY, {})

    assert [(row.player, row.rank, row.previous_rank) for row in rows] == [("new", 1, None), ("old", 2, 1)]


def test_who_has_too_few_tables_stands_behind_all_who_have_enough() -> None:
    tallies = {"a": _tally(9_000, tables=2), "b": _tally(5_000, tables=3), "c": _tally(4_000, tables=3)}

    rows = standings_of(tallies, {}, PointsParameters(best=2, min_tables=3), {})

    assert [(row.player, row.rank, row.qualified, row.counted) for row in rows] == [
        ("b", 1, True, 2),
        ("c", 2, True, 2),
        ("a", 3, False, 2),
    ]


def test_penalties_and_bonuses_move_ranks_then_and_now() -> None:
    tallies = {"a": _tally(9_000), "b": _tally(8_000)}

    rows = standings_of(tallies, {"b": (7_500, 1)}, PointsParameters(), {"a": -2_000})

    assert [(row.player, row.rank, row.previous_rank, row.rating, row.adjustment) for row in rows] == [
        ("b", 1, 1, 8_000, 0),
        ("a", 2, 2, 7_000, -2_000),
    ]


def test_nobody_played_nobody_stands() -> None:
    empty: dict[str, Tally] = {}

    assert standings_of(empty, {}, STEADY, {}) == []
