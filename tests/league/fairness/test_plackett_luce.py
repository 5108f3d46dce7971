"""The fit equals that of statsmodels, finds what was put in, and says something finite of every input."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from league.fairness.contrasts import contrast_of, effects_of
from league.fairness.design import design_make
from league.fairness.elimination import PlayersBlock
from league.fairness.plackett_luce import FLAT, Fit, Priors, fit
from league.fairness.sums import sums_by
from tests.league.fairness.laid import joined, laid, with_ties
from tools.seat_tables import Club, club_make, disadvantage, tables_make

if TYPE_CHECKING:
    from league.fairness.tables import Tables

EFFECTS = {2: [0.2, -0.2], 3: [0.3, 0.0, -0.3], 4: [-0.3, 0.1, 0.1, 0.1], 5: [0.2, -0.1, -0.1, 0.1, -0.1]}


def phreg(tables: Tables, sizes: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return slot effects of all sizes, and their covariance, by Cox regression with one stratum a table."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # statsmodels warns of what pandas is going to change
        from statsmodels.duration.hazard_regression import PHReg

        numbers = np.repeat(np.arange(len(tables)), np.diff(tables.offsets))
        size_of = np.diff(tables.offsets)[numbers]
        columns = [tables.players == player for player in range(1, tables.players.max() + 1)]
        people = len(columns)
        columns += [
            (size_of == size) & (tables.seats == seat) for size in sizes for seat in range(2, size + 1)
        ]
        found = PHReg(
            tables.placements, np.column_stack(columns).astype(float), strata=numbers, ties="breslow"
        ).fit()
    # From differences to the first slot to differences from the mean.
    blocks, row, column = np.zeros((sum(sizes), sum(sizes) - len(sizes))), 0, 0
    for size in sizes:
        blocks[row + 1 : row + size, column : column + size - 1] = np.eye(size - 1)
        blocks[row : row + size] -= blocks[row : row + size].mean(axis=0)
        row, column = row + size, column + size - 1
    return blocks @ found.params[people:], blocks @ found.cov_params()[people:, people:] @ blocks.T


@pytest.mark.parametrize("sizes", [(2,), (3,), (4,), (5,), (6,), (2, 3, 4, 5, 6)])
def test_with_flat_priors_it_is_cox_regression_to_four_digits(sizes: tuple[int, ...]) -> None:
    random = np.random.default_rng(sum(sizes))
    club = club_make(random, {size: list(random.normal(0, 0.4, size)) for size in sizes}, people=10)
    tables = with_ties(tables_make(random, club, 200), 3)
    effects, covariance = phreg(tables, sizes)

    found = fit(design_make(tables), priors=FLAT)

    assert found.converged
    assert found.effects == pytest.approx(effects, abs=5e-5)
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx(np.sqrt(np.diag(covariance)), abs=5e-5)
    assert found.covariance == pytest.approx(covariance, abs=5e-5)


def simulated(number: int, people: int, seed: int, **more: float) -> tuple[Club, Tables]:
    random = np.random.default_rng(seed)
    club = club_make(random, EFFECTS, people=people, **more)  # type: ignore[arg-type]
    return club, tables_make(random, club, number)


def deviates(found: Fit, club: Club) -> np.ndarray:
    """Return how many standard errors each slot is away from the truth."""
    truth = np.concatenate([club.effects[size] - club.effects[size].mean() for size in found.sizes])
    return np.abs(found.effects - truth) / np.sqrt(np.diag(found.covariance))


@pytest.mark.parametrize(("number", "people"), [(10_000, 500), (100_000, 2_000)])
def test_what_was_put_in_is_found_within_three_standard_errors(number: int, people: int) -> None:
    club, tables = simulated(number, people, 11)

    found = fit(design_make(tables))

    assert found.converged
    assert deviates(found, club).max() < 3


def test_slopes_are_found_beside_the_slots() -> None:
    club, tables = simulated(5_000, 100, 12, card=0.2)

    found = fit(design_make(tables, covariates=(tables.cards,)))

    se = float(np.sqrt(found.covariance[-1, -1]))
    assert abs(found.slopes[0] - 0.2) < 3 * se
    assert deviates(replace(found, covariance=found.covariance[:-1, :-1]), club).max() < 3


@pytest.mark.parametrize("people", [20, 400])
def test_relabelled_seats_are_relabelled_effects(people: int) -> None:
    random = np.random.default_rng(5)
    tables = tables_make(random, club_make(random, {4: [-0.3, 0.2, 0.1, 0.0]}, people=people), 300)
    new = np.array([3, 1, 4, 2])
    relabelled = replace(tables, seats=new[tables.seats - 1])

    found, other = fit(design_make(tables)), fit(design_make(relabelled))

    assert other.effects[new - 1] == pytest.approx(found.effects, abs=1e-6)
    assert other.covariance[np.ix_(new - 1, new - 1)] == pytest.approx(found.covariance, abs=1e-6)


@pytest.mark.parametrize("people", [20, 400])
def test_relabelled_people_change_nothing(people: int) -> None:
    random = np.random.default_rng(6)
    tables = tables_make(random, club_make(random, {3: [-0.3, 0.2, 0.1]}, people=people), 300)
    relabelled = replace(tables, players=random.permutation(people)[tables.players] + 1000)

    found, other = fit(design_make(tables)), fit(design_make(relabelled))

    assert other.effects == pytest.approx(found.effects, abs=1e-6)
    assert other.covariance == pytest.approx(found.covariance, abs=1e-6)


def test_other_player_counts_bear_on_a_slot_through_strengths_only() -> None:
    """A table of two says nothing of the seats of four, and hardly anything where everybody is known well."""
    random = np.random.default_rng(7)
    club = club_make(random, {4: [-0.3, 0.1, 0.1, 0.1]}, people=8)
    tables = tables_make(random, club, 500)
    before = fit(design_make(tables))

    after = fit(design_make(joined(tables, laid([[(20, 1), (21, 2)]]))))

    assert effects_of(after, 4)[0] == pytest.approx(effects_of(before, 4)[0], abs=1e-7)
    assert effects_of(after, 4)[1] == pytest.approx(effects_of(before, 4)[1], abs=1e-7)


def test_tables_where_all_are_tied_pull_towards_fair_and_no_further() -> None:
    random = np.random.default_rng(8)
    tables = tables_make(random, club_make(random, {4: [-0.6, 0.2, 0.2, 0.2]}, people=8), 200)
    tied = laid([[(seat, 1) for seat in range(4)]])
    before = contrast_of(fit(design_make(tables)), 4)

    after = contrast_of(fit(design_make(joined(tables, tied))), 4)

    assert before.estimate < after.estimate < before.estimate + 0.2 * before.se


DEGENERATE = {
    "one table": [[(0, 1), (1, 2), (2, 3)]],
    "all tied": [[(0, 1), (1, 1), (2, 1)]] * 40,
    "one seat always wins": [[(t % 5, 1), ((t + 1) % 5, 2), ((t + 2) % 5, 3)] for t in range(60)],
    "one seat always wins, of two": [[(t % 5, 1), ((t + 1 + t % 3) % 5, 2)] for t in range(60)],
    "people who never met": [[(3 * t, 1), (3 * t + 1, 2), (3 * t + 2, 3)] for t in range(40)],
    "everybody in one seat": [
        [(0, 1 + t % 3), (1, 1 + (t + 1) % 3), (2, 1 + (t + 2) % 3)] for t in range(40)
    ],
    "somebody always wins": [
        [(0, 1), (1 + t // 2 % 4, 2)] if t % 2 else [(1 + t // 2 % 4, 2), (0, 1)] for t in range(60)
    ],
    "one person sits twice": [[(0, 1), (0, 2), (1, 3)], [(1, 1), (2, 2), (0, 3)]] * 20,
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_every_input_has_a_finite_answer(name: str) -> None:
    found = fit(design_make(laid(DEGENERATE[name])))

    assert found.converged
    for figures in (found.strengths, found.effects, found.covariance):
        assert np.isfinite(figures).all()
    assert (np.diag(found.covariance) > 0).all()


def test_flat_priors_and_a_seat_that_always_wins_say_that_they_dont_converge() -> None:
    found = fit(design_make(laid(DEGENERATE["one seat always wins"])), priors=FLAT, steps=8)

    assert not found.converged


def test_a_start_elsewhere_ends_in_the_same_place() -> None:
    _club, tables = simulated(400, 30, 13)
    design = design_make(tables)
    cold = fit(design)

    warm = fit(design, start=fit(design.prefix(200)))
    extreme = fit(design, start=replace(cold, strengths=cold.strengths + 30 * (np.arange(30) % 2)))

    assert warm.effects == pytest.approx(cold.effects, abs=1e-6)
    assert extreme.effects == pytest.approx(cold.effects, abs=1e-6)


def test_a_prior_of_its_own_shrinks_the_named_contrast_only() -> None:
    random = np.random.default_rng(9)
    tables = tables_make(random, club_make(random, {4: disadvantage(4, 0.4).tolist()}), 100)
    free = contrast_of(fit(design_make(tables)), 4)

    held = contrast_of(fit(design_make(tables), priors=Priors(named=0.3)), 4)

    # What two normal distributions together say.
    expected = free.estimate / (1 + free.se**2 / 0.3**2)
    assert held.estimate == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("people", [50, 700, 3_500])
def test_all_ways_to_solve_for_people_agree(people: int) -> None:
    random = np.random.default_rng(people)
    pairs = np.array([sorted(random.choice(people, 2, replace=False)) for _ in range(8 * people)])
    values = -random.random(len(pairs))
    weight = sums_by(pairs, np.repeat(-values, 2), people)
    block = PlayersBlock(weight + 0.25, pairs[:, 0], pairs[:, 1], values)
    sides = random.normal(size=(people, 3))
    sides[:, 2] = 0

    solved = block.solve(sides)

    image = (weight + 0.25)[:, None] * solved
    for one, other in ((0, 1), (1, 0)):
        np.add.at(image, pairs[:, one], values[:, None] * solved[pairs[:, other]])
    assert image == pytest.approx(sides, abs=1e-4)


@pytest.mark.parametrize("people", [600, 3_200])
def test_a_long_chain_of_acquaintances_is_solved_too(people: int) -> None:
    own = np.arange(people - 1)
    block = PlayersBlock(
        np.array([1.0, *[2.0] * (people - 2), 1.0]) + 1e-9, own, own + 1, np.full(people - 1, -1.0)
    )
    sides = np.zeros((people, 1))
    sides[0], sides[-1] = 1, -1

    solved = block.solve(sides)[:, 0]

    assert solved[0] - solved[-1] == pytest.approx(people - 1, rel=1e-3)
