"""Ranks, ranks before the last day, and what a tally remembers."""

from hypothesis import given
from hypothesis import strategies as st

from league.ratings.elo import PointOutput
from league.ratings.tallies import RECENT, Tally, ranks_of, standings_of, tally_add


def _point(player: str, before: int, after: int, *, tables: int = 1, placement: int = 1) -> PointOutput[str]:
    return PointOutput(player, before, after, tables, placement, 0.5, 1.0)


def _tally(rating: int, day: str = "2025-01-04") -> Tally:
    return Tally(rating, 2, 0, day, 3, (1, 2))


def test_equal_ratings_share_a_rank_and_the_next_is_skipped() -> None:
    assert ranks_of({"a": 5, "b": 9, "c": 5, "d": 1}) == {"b": 1, "a": 2, "c": 2, "d": 4}


@given(st.dictionaries(st.text(max_size=3), st.integers(-5, 5)))
def test_rank_is_one_more_than_the_number_of_better_ones(ratings: dict[str, int]) -> None:
    assert ranks_of(ratings) == {
        player: 1 + sum(other > rating for other in ratings.values()) for player, rating in ratings.items()
    }


def test_first_point_starts_a_tally() -> None:
    tally = tally_add(None, _point("a", 1_500_000, 1_508_000, tables=0, placement=2), "2025-01-04")

    assert tally == Tally(1_508_000, 1, 8_000, "2025-01-04", 2, (2,))


def test_tally_keeps_the_last_ten_placements_oldest_first() -> None:
    tally = None
    for n in range(12):
        tally = tally_add(tally, _point("a", n, n + 1, tables=n, placement=n + 1), "2025-01-04")

    assert tally == Tally(12, 12, 1, "2025-01-04", sum(range(1, 13)), tuple(range(3, 13)))
    assert len(tally.recent) == RECENT


def test_previous_rank_is_from_before_the_last_day() -> None:
    tallies = {"a": _tally(1_520), "b": _tally(1_510), "c": _tally(1_500)}
    last_day = [_point("a", 1_490, 1_505), _point("b", 1_515, 1_510), _point("a", 1_505, 1_520)]

    rows = standings_of(tallies, last_day)

    assert [(row.player, row.rank, row.previous_rank) for row in rows] == [
        ("a", 1, 3),
        ("b", 2, 1),
        ("c", 3, 2),
    ]


def test_newcomer_has_no_previous_rank_and_takes_none_away() -> None:
    tallies = {"new": _tally(1_600), "old": _tally(1_500)}
    last_day = [_point("new", 1_500, 1_550, tables=0), _point("new", 1_550, 1_600, tables=1)]

    rows = standings_of(tallies, last_day)

    assert [(row.player, row.rank, row.previous_rank) for row in rows] == [("new", 1, None), ("old", 2, 1)]


def test_nobody_played_nobody_stands() -> None:
    empty: dict[str, Tally] = {}

    assert standings_of(empty, []) == []
