"""The second opinion: moments and drawing agree, both are right without strengths, and a difference is told."""

from __future__ import annotations

import numpy as np
import pytest

from league.fairness.design import design_make
from league.fairness.permutation import Outcome, opinion_of, places_tested, scores_tested
from tests.league.fairness.laid import laid
from tools.seat_tables import club_make, tables_make


def test_drawing_comes_to_the_share_of_all_permutations() -> None:
    scores = np.array([[0.9, 0.6], [-0.2, -0.1], [-0.7, -0.5]])
    slots = np.array([[0, 0], [1, 2], [2, 1]])
    # The first slot stands in row 0 of both tables, so what it gets is one score of each.
    all_sums = [one + other for one in scores[:, 0] for other in scores[:, 1]]
    expected = np.mean([abs(total) >= 1.5 - 1e-9 for total in all_sums])

    assert scores_tested(slots, scores, draw=True).p == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("effects", [[0.0] * 4, [-0.3, 0.1, 0.1, 0.1], [0.0, -0.3, 0.3, 0.0]])
def test_moments_and_drawing_agree(effects: list[float]) -> None:
    random = np.random.default_rng(3)
    (block,) = design_make(tables_make(random, club_make(random, {4: effects}), 200)).blocks
    drawn = places_tested(block)
    scores = random.normal(size=(4, 200)) - 0.2 * (block.slots == 1)
    scores -= scores.mean(axis=0)

    assert drawn.permutations == 999
    by_moments, by_drawing = (scores_tested(block.slots, scores, draw=draw) for draw in (False, True))
    assert by_drawing.p == pytest.approx(by_moments.p, abs=0.05)
    assert by_drawing.p_omnibus == pytest.approx(by_moments.p_omnibus, abs=0.05)


def test_its_size_is_right_where_seats_were_drawn() -> None:
    alarms = []
    for seed in range(300):
        random = np.random.default_rng(seed)
        (block,) = design_make(tables_make(random, club_make(random, {4: [0.0] * 4}, sd=1.5), 600)).blocks
        tested = places_tested(block)
        assert tested.permutations == 0
        alarms.append((tested.p <= 0.05, tested.p_omnibus <= 0.05))

    assert (np.mean(alarms, axis=0) < 0.09).all()
    assert (np.mean(alarms, axis=0) > 0.02).all()


def test_it_is_the_same_whenever_it_is_drawn() -> None:
    random = np.random.default_rng(4)
    (block,) = design_make(tables_make(random, club_make(random, {3: [0.0] * 3}), 50)).blocks

    assert places_tested(block) == places_tested(block)


def test_where_all_are_tied_nothing_can_be_seen() -> None:
    (block,) = design_make(laid([[(0, 1), (1, 1)]] * 40)).blocks

    assert places_tested(block) == Outcome(1.0, 1.0, 0)


@pytest.mark.parametrize(
    ("fitted", "seating", "disagrees", "because"),
    [
        ((0.5, 0.6), True, True, "seating"),
        ((0.5, 0.6), False, True, ""),
        ((0.01, 0.02), True, False, ""),
        ((0.15, 0.1), True, False, ""),
        (None, True, False, ""),
    ],
)
def test_opinions_differ_when_one_says_five_percent_and_the_other_is_far_from_it(
    fitted: tuple[float, float] | None, seating: bool, disagrees: bool, because: str
) -> None:
    opinion = opinion_of(Outcome(0.01, 0.04, 999), fitted, seating=seating)

    assert (opinion.disagrees, opinion.because) == (disagrees, because)
