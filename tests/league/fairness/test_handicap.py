"""Help cards: what one is worth, how many even the seats out, and when nobody can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from league.fairness.contrasts import NORMAL_95
from league.fairness.design import design_make
from league.fairness.handicap import cards_of, fieller, handicap_make
from league.fairness.plackett_luce import fit
from league.fairness.report import Handicap, Interval
from tests.league.fairness.laid import laid
from tools.seat_tables import club_make, tables_make

if TYPE_CHECKING:
    from league.fairness.tables import Tables

EFFECTS = [-0.3, -0.1, 0.1, 0.3]


def simulated(number: int, *, card: float = 0.15, seed: int = 1) -> Tables:
    random = np.random.default_rng([seed, number])
    return tables_make(random, club_make(random, {4: EFFECTS}, card=card), number)


def handicap_of(tables: Tables) -> Handicap:
    cards = cards_of(tables)
    covariates = (cards.column,) if cards.varied else ()
    return handicap_make(cards, fit(design_make(tables, covariates=covariates)), 4, len(tables))


def with_cards(tables: Tables, deal: list[float]) -> Tables:
    return replace(tables, cards=np.array(deal)[tables.seats - 1])


def test_the_worth_of_a_card_and_the_deal_that_evens_seats_out_are_found() -> None:
    found = handicap_of(simulated(3_000))

    assert found.status == "told"
    assert found.gamma is not None
    assert found.se is not None
    assert abs(found.gamma - 0.15) < 3 * found.se
    for advice, effect in zip(found.advice, EFFECTS, strict=True):
        # Everybody had two cards in the mean, so the seats' own effects are what is to be evened out.
        assert advice.interval.low is not None
        assert advice.interval.high is not None
        assert advice.interval.low - 0.7 < -effect / 0.15 < advice.interval.high + 0.7
    assert (found.advice[0].step, found.advice[3].step) == (1, -1)
    assert [round(deal or 0) for deal in found.deal] == [2, 2, 2, 2]


def test_advice_is_about_the_deal_as_it_was() -> None:
    """Seat 1 is weak and gets four cards for it, give or take one: nothing is left to be evened out."""
    random = np.random.default_rng(4)
    number, base = 3_000, np.array([4.0, 0.0, 0.0, 0.0])
    players = np.argsort(random.random((number, 20)), axis=1)[:, :4]
    cards = base + random.integers(0, 3, (number, 4)) - 1
    utilities = 0.2 * (cards - base) + random.gumbel(size=(number, 4))
    places = np.argsort(np.argsort(-utilities, axis=1), axis=1) + 1
    lines = [list(zip(*table, strict=True)) for table in zip(players.tolist(), places.tolist(), strict=True)]

    found = handicap_of(replace(laid(lines), cards=cards.ravel().astype(np.float64)))

    assert found.status == "told"
    assert found.deal == pytest.approx(base, abs=0.1)
    assert [advice.cards for advice in found.advice] == pytest.approx([0] * 4, abs=0.6)


def test_cards_that_follow_the_seat_say_nothing_of_their_worth() -> None:
    found = handicap_of(with_cards(simulated(200), [3, 2, 1, 0]))

    assert (found.status, found.gamma, found.advice) == ("never_varied", None, ())
    assert (found.tables, found.deal) == (200, (3, 2, 1, 0))


def test_a_card_more_for_all_at_some_tables_says_nothing_either() -> None:
    tables = with_cards(simulated(200), [3, 2, 1, 0])

    found = handicap_of(replace(tables, cards=tables.cards + np.repeat(np.arange(200) % 2, 4)))

    assert found.status == "never_varied"


def test_one_card_at_one_seat_is_enough_to_ask_and_too_little_to_tell() -> None:
    tables = with_cards(simulated(200), [1, 1, 1, 1])
    cards = tables.cards.copy()
    cards[::40] += 1

    found = handicap_of(replace(tables, cards=cards))

    assert found.status == "unsure"
    assert {advice.step for advice in found.advice} == {0}
    assert {advice.interval for advice in found.advice} == {Interval(None, None)}


def test_cards_nobody_wrote_down_are_none() -> None:
    tables = simulated(100)
    cards = tables.cards.copy()
    cards[2::4] = np.nan

    found = handicap_of(replace(tables, cards=cards))

    assert (found.status, found.tables, found.deal) == ("no_cards", 0, (None,) * 4)


def test_tables_without_cards_count_as_dealt_as_usual() -> None:
    tables = simulated(2_000)
    cards = tables.cards.copy()
    cards[: 4 * 500] = np.nan

    found = handicap_of(replace(tables, cards=cards))

    assert found.tables == 1_500
    assert found.gamma == pytest.approx(0.15, abs=3 * (found.se or 0))


def test_few_tables_are_shown_raw() -> None:
    assert handicap_of(simulated(29)).status == "raw_only"


def test_no_fit_is_no_worth() -> None:
    found = handicap_make(cards_of(simulated(40)), None, 4, 40)

    assert (found.status, found.gamma, found.se, found.advice) == ("cannot_tell", None, None, ())


def test_nobody_is_advised_to_take_away_a_card_that_isnt_there() -> None:
    tables = simulated(3_000)
    fewer = replace(tables, cards=np.where(tables.seats == 4, tables.cards > 3, tables.cards))

    plenty, none = (handicap_of(each).advice[3] for each in (tables, fewer))

    assert plenty.step == -1
    assert none.interval.high is not None
    assert none.interval.high < 0
    assert none.step == 0


def test_a_sure_divisor_gives_the_interval_of_the_dividend() -> None:
    interval = fieller(3.0, 2.0, 0.16, 0.0, 1e-12)

    assert interval.low == pytest.approx((3 - NORMAL_95 * 0.4) / 2)
    assert interval.high == pytest.approx((3 + NORMAL_95 * 0.4) / 2)


def test_ends_of_the_interval_are_where_the_ratio_stops_being_refuted() -> None:
    above, below, var_above, covariance, var_below = 1.2, 0.5, 0.05, 0.004, 0.01

    interval = fieller(above, below, var_above, covariance, var_below)

    for end in (interval.low, interval.high):
        assert end is not None
        spread = var_above - 2 * end * covariance + end * end * var_below
        assert (above - end * below) ** 2 == pytest.approx(NORMAL_95**2 * spread)


def test_a_divisor_that_may_be_nothing_leaves_no_end() -> None:
    assert fieller(1.0, 0.1, 0.01, 0.0, 0.01) == Interval(None, None)


@pytest.mark.soak
@pytest.mark.parametrize(("number", "low", "high"), [(200, 2.4, 6.7), (1_000, 3.1, 5.2)])
def test_estimates_spread_as_the_known_figures_say(number: int, low: float, high: float) -> None:
    found = [handicap_of(simulated(number, seed=seed)) for seed in range(300)]
    needed = [
        one.advice[0].cards - one.advice[3].cards + (one.deal[0] or 0) - (one.deal[3] or 0) for one in found
    ]

    ends = np.quantile(needed, [0.05, 0.95])

    print(f"{number} tables: {ends.round(1)}, told {np.mean([one.status == 'told' for one in found]):.2f}")  # noqa: T201
    assert ends == pytest.approx([low, high], abs=0.5)


@pytest.mark.soak
def test_fifty_tables_tell_it_to_half_of_the_clubs() -> None:
    found = [handicap_of(simulated(50, seed=seed)) for seed in range(300)]
    told = [one for one in found if one.status == "told"]
    needed = [
        one.advice[0].cards - one.advice[3].cards + (one.deal[0] or 0) - (one.deal[3] or 0) for one in told
    ]

    ends = np.quantile(needed, [0.05, 0.95])

    print(f"50 tables: told {len(told) / len(found):.2f}, {ends.round(1)}")  # noqa: T201
    assert 0.3 < len(told) / len(found) < 0.7
    assert 0 < ends[0] < 4 < ends[1] < 8
