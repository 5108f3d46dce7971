"""Deals are drawn the same way by everybody, evenly, and never below no card."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.fairness.deal import Deal, deal_draw

DEALS = st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=8), max_size=6)


def test_a_seed_gives_the_deal_it_gave_when_this_was_written() -> None:
    assert deal_draw(20260905, [[0, 1, 2, 3], [2, 2, 2], [0, 0]]) == (
        Deal(seat=1, change=1, cards=(1, 1, 2, 3)),
        Deal(seat=3, change=-1, cards=(2, 2, 1)),
        Deal(seat=1, change=1, cards=(1, 0)),
    )


@given(st.integers(), DEALS)
def test_one_seat_of_each_table_has_one_card_more_or_less(seed: int, tables: list[list[int]]) -> None:
    for base, deal in zip(tables, deal_draw(seed, tables), strict=True):
        changes = [after - before for before, after in zip(base, deal.cards, strict=True)]
        assert changes[deal.seat - 1] == deal.change
        assert sorted(map(abs, changes)) == [*[0] * (len(base) - 1), 1]
        assert min(deal.cards) >= 0


@given(st.integers(), DEALS, DEALS)
def test_tables_behind_change_nothing(seed: int, tables: list[list[int]], more: list[list[int]]) -> None:
    assert deal_draw(seed, tables + more)[: len(tables)] == deal_draw(seed, tables)


def test_all_seats_and_both_changes_come_up_equally_often() -> None:
    drawn = Counter(
        (deal.seat, deal.change) for seed in range(40) for deal in deal_draw(seed, [[1, 2, 3, 4]] * 100)
    )

    assert len(drawn) == 8
    assert all(400 < count < 600 for count in drawn.values())


def test_a_seat_without_cards_can_only_get_one() -> None:
    assert {deal.change for deal in deal_draw(1, [[0, 0, 0]] * 50)} == {1}


def test_where_all_cards_are_dealt_somebody_loses_one() -> None:
    drawn = deal_draw(1, [[0, 2, 3]] * 60, supply=5)

    assert {(deal.seat, deal.change) for deal in drawn} == {(2, -1), (3, -1)}
    assert deal_draw(1, [[0, 2, 3]] * 60, supply=6) == deal_draw(1, [[0, 2, 3]] * 60)


def test_without_any_card_nothing_is_drawn() -> None:
    with pytest.raises(ValueError, match="no card"):
        deal_draw(1, [[0, 0]], supply=0)


@pytest.mark.parametrize("deal", [[], [1, -1]])
def test_what_is_no_deal_is_refused(deal: list[int]) -> None:
    with pytest.raises(ValueError, match="from 0"):
        deal_draw(1, [deal])


def test_a_deal_can_be_written_down() -> None:
    assert deal_draw(3, [[1]])[0] in {Deal(1, 1, (2,)), Deal(1, -1, (0,))}
