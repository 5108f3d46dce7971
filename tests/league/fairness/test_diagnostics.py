"""What a careful reader asks next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from league.fairness.design import design_make
from league.fairness.diagnostics import (
    components_of,
    seating_of,
    sizes_told,
    strengths_follow,
    turns_column,
    wins_of,
)
from league.fairness.make import report_make
from league.fairness.plackett_luce import fit
from league.fairness.raw import lines_of
from tests.league.fairness.laid import joined, laid, stratum_of
from tools.seat_tables import club_make, disadvantage, tables_make

if TYPE_CHECKING:
    from league.fairness.report import Diagnostics
    from league.fairness.tables import Tables


def simulated(number: int, *, seed: int = 1, confounded: bool = False, size: int = 4) -> Tables:
    random = np.random.default_rng(seed)
    club = club_make(random, {size: disadvantage(size, 0.4).tolist()}, confounded=confounded, sd=0.8)
    tables = tables_make(random, club, number)
    return replace(tables, ratings=1500 + 100 * club.strengths[tables.players])


def diagnostics_of(tables: Tables, size: int = 4) -> Diagnostics:
    found = stratum_of(report_make(tables), size).diagnostics
    assert found is not None
    return found


def test_seats_that_were_drawn_are_called_random_and_others_arent() -> None:
    drawn, arranged = (
        diagnostics_of(simulated(200, confounded=confounded)).seating for confounded in (False, True)
    )

    assert (drawn.random, drawn.tables) == (True, 200)
    assert (arranged.random, arranged.tables) == (False, 200)
    assert arranged.p is not None
    assert arranged.p < 0.001
    means = [mean or 0 for mean in arranged.mean_ratings]
    assert means == sorted(means)


def test_tables_with_a_rating_missing_say_nothing_of_seating() -> None:
    tables = simulated(60)
    ratings = tables.ratings.copy()
    ratings[::4] = np.nan

    seating = seating_of(replace(tables, ratings=ratings), lines_of(tables, 4))

    assert (seating.p, seating.tables, seating.random, seating.mean_ratings) == (None, 0, None, (None,) * 4)


@pytest.mark.parametrize("confounded", [False, True])
def test_fitted_strengths_tell_of_seating_where_nobody_has_a_rating(confounded: bool) -> None:
    design = design_make(simulated(400, confounded=confounded))

    assert strengths_follow(design.blocks[0], fit(design)) is confounded


def test_a_tie_break_counts_where_it_decided_first_place_and_where_any() -> None:
    decided = laid([[(0, 1), (1, 2), (2, 3)], [(3, 1), (1, 2), (2, 3)], [(0, 1), (1, 2), (3, 3)]] * 12)
    tied = np.array([1, 1, 3, 1, 2, 2, 1, 2, 3] * 12)

    found = diagnostics_of(replace(decided, tied=tied), 3)

    assert (found.decided_first, found.decided_any) == (12, 24)


def test_ties_kept_as_ties_bring_the_seats_closer() -> None:
    tables = simulated(200)
    tied = np.where(tables.placements >= 3, 3, tables.placements)

    plain = stratum_of(report_make(tables), 4)
    found = diagnostics_of(replace(tables, tied=tied))

    assert plain.diagnostics is not None
    assert plain.named is not None
    assert plain.diagnostics.with_ties == plain.named
    assert found.with_ties is not None
    assert abs(found.with_ties.estimate) < abs(plain.named.estimate)


def test_halves_are_those_of_the_period() -> None:
    worse, fair = (
        simulated(150, seed=3),
        tables_make(np.random.default_rng(4), club_make(np.random.default_rng(4), {4: [0.0] * 4}), 150),
    )

    first, second = diagnostics_of(joined(worse, fair)).halves

    assert first is not None
    assert second is not None
    assert first.estimate < -0.3 < second.estimate


def test_leaving_one_person_out_is_fitting_the_tables_without_their_lines() -> None:
    tables = simulated(60)
    found = diagnostics_of(tables).without
    design = design_make(tables)

    assert found is not None
    for estimate, player in ((found.low, found.low_player), (found.high, found.high_player)):
        number = design.people.tolist().index(player)
        rest = fit(design.without(number))
        assert estimate == pytest.approx(float(rest.effects[0] * 4 / 3), abs=1e-3)


def test_people_and_those_with_few_tables_are_counted() -> None:
    often = [[(t % 4, 1), ((t + 1) % 4, 2), ((t + 2) % 4, 3)] for t in range(40)]
    once = [[(10, 1), (11, 2), (0, 3)]]

    found = diagnostics_of(laid(often + once), 3)

    assert (found.people, found.few_tables, found.components) == (6, 2, 1)


def test_groups_who_never_met_are_counted() -> None:
    design = design_make(
        laid([[(0, 1), (1, 2)], [(2, 1), (3, 2), (4, 3)], [(4, 1), (5, 2)], [(6, 1), (7, 2)]])
    )

    assert components_of(design) == 3


def test_seats_up_to_the_trigger_had_a_turn_more() -> None:
    tables = replace(laid([[(0, 1), (1, 2), (2, 3)]] * 3), triggers=np.array([1, 3, 0]))

    assert turns_column(tables).tolist() == [1, 0, 0, 1, 1, 1, 0, 0, 0]


def test_turns_explain_a_seat_that_only_had_more_of_them() -> None:
    random = np.random.default_rng(5)
    number = 3_000
    triggers = random.integers(1, 4, number)
    players = np.argsort(random.random((number, 12)), axis=1)[:, :3]
    more = (np.arange(1, 4) <= triggers[:, None]) * 0.8
    places = np.argsort(np.argsort(-(more + random.gumbel(size=(number, 3))), axis=1), axis=1) + 1
    lines = [
        list(zip(row, place, strict=True))
        for row, place in zip(players.tolist(), places.tolist(), strict=True)
    ]

    stratum = stratum_of(report_make(replace(laid(lines), triggers=triggers)), 3)

    assert stratum.named is not None
    assert stratum.diagnostics is not None
    assert stratum.diagnostics.turns is not None
    assert stratum.named.estimate > 0.2
    assert abs(stratum.diagnostics.turns.estimate) < 3 * stratum.diagnostics.turns.se


@pytest.mark.parametrize("triggers", [[0] * 40, [3] * 40, [1, 2, 3] * 5 + [0] * 25])
def test_turns_are_told_only_where_triggers_are_known_and_differ(triggers: list[int]) -> None:
    tables = laid([[(t % 5, 1), ((t + 1) % 5, 2), ((t + 2) % 5, 3)] for t in range(40)])

    assert diagnostics_of(replace(tables, triggers=np.array(triggers)), 3).turns is None


def test_expected_wins_are_those_counted_where_the_model_holds() -> None:
    tables = simulated(2_000)
    design = design_make(tables)

    counted, expected, spread = wins_of(design.blocks[0], fit(design))

    assert counted.sum() == pytest.approx(2_000)
    assert expected.sum() == pytest.approx(2_000)
    assert (np.abs(counted - expected) < 3 * spread).all()
    assert not diagnostics_of(tables).misfit


def test_a_seat_that_is_first_or_last_and_nothing_between_is_a_misfit() -> None:
    random = np.random.default_rng(6)
    rows = []
    for _ in range(400):
        first, *middle = random.permutation(8)[:4].tolist()
        place = 1 if random.random() < 0.5 else 4
        others = random.permutation([other for other in range(1, 5) if other != place]).tolist()
        rows.append([(first, place), *zip(middle, others, strict=True)])

    assert diagnostics_of(laid(rows)).misfit


def test_a_seat_of_one_person_isnt_told_apart_from_them() -> None:
    one = [
        [(0, 1 + t % 3), (1 + t % 4, 1 + (t + 1) % 3), (1 + (t + 1) % 4, 1 + (t + 2) % 3)] for t in range(90)
    ]
    many = [[((t + seat) % 5, 1 + (t + seat * t) % 3) for seat in range(3)] for t in range(90)]

    assert sizes_told(design_make(laid(one))) == frozenset()
    assert sizes_told(design_make(laid(many))) == {3}
