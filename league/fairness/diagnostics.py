"""What a careful reader asks next: seating, tie-breaks, halves of the period, single people, the last round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from league.fairness.contrasts import contrast_of, known_deviation
from league.fairness.design import design_make
from league.fairness.likelihood import utilities_of
from league.fairness.permutation import scores_tested
from league.fairness.plackett_luce import fit
from league.fairness.report import FEWEST_TABLES, Contrast, Diagnostics, Seating, Without
from league.fairness.sums import sums_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from league.fairness.design import Block, Design
    from league.fairness.plackett_luce import Fit
    from league.fairness.raw import Lines
    from league.fairness.tables import Tables

    Floats = NDArray[np.float64]
    Truths = NDArray[np.bool_]

FEW: Final = 10
RANDOM: Final = 0.01
"""Seating is called random unless p is below this: of a hundred clubs that draw seats one is told otherwise."""

VAGUE: Final = 1.0
MOSTLY_STRENGTH: Final = 3.0

MOST_LEFT_OUT: Final = 20
FEWEST_LEFT_OUT: Final = 3
LINES_LEFT_OUT: Final = 400_000
"""How many people are left out, one after another: as many as make up so many lines to fit."""

MOST_LOST: Final = 2.0
FULL_REFITS: Final = 5_000
MANY_SE: Final = 4.0
FAR_OFF: Final = 0.1
STEPS: Final = 20
PRECISE: Final = 1e-3


@dataclass(frozen=True, slots=True)
class View:
    """A fit of some of the tables or of other columns of them, and the player counts that can be told of."""

    found: Fit
    told: frozenset[int]


@dataclass(frozen=True, slots=True)
class Checks:
    """Fits of other views of the same tables, each of all player counts at once.

    `turns` is told of the player counts in `turned`; `without` has the people of the input that were left out.
    """

    with_ties: View
    halves: tuple[View, View]
    turns: View | None
    turned: frozenset[int]
    without: tuple[tuple[int, Fit], ...]
    components: int


def sizes_told(design: Design) -> frozenset[int]:
    """Return the player counts whose first slot's effect is told apart from strengths by who had which slot.

    It isn't where its standard error is larger than VAGUE log-odds and most of that comes from not knowing how strong
    those are who had the slot: then it is the prior that speaks. Looked at as if all were equal, so that it is the same
    however the tables ended: somebody who always wins makes every error large.
    """
    even = fit(design, steps=1)  # its curvature is that of the point it starts from
    return frozenset(size for size in even.sizes if _apart(even, size))


def _apart(even: Fit, size: int) -> bool:
    se = contrast_of(even, size).se
    return se <= VAGUE or se <= MOSTLY_STRENGTH * known_deviation(even, size)


def _view(design: Design, start: Fit) -> View:
    return View(fit(design, start=start, precise=PRECISE), sizes_told(design))


def checks_make(tables: Tables, design: Design, covariates: Sequence[Floats], whole: View) -> Checks:
    """Fit the other views; `whole` is that of `design`, which has these covariates (columns over lines).

    People are left out one at a time: those with the most tables, 20 of them up to 20,000 lines and fewer beyond (3
    from 133,000 lines on). Only their own lines are left out, what the others did at those tables stays. Up to 5,000
    tables that is fitted anew, beyond by one Newton step from the fit of all.
    """
    with_ties, found = whole, whole.found
    if (tables.placements != tables.tied).any():
        with_ties = _view(design_make(tables, placements=tables.tied, covariates=covariates), found)
    turned = _turned(tables)
    turns = None
    if turned:
        columns = (turns_column(tables), *covariates)
        turns = _view(design_make(tables, covariates=columns, which=tables.triggers > 0), found)
    late = _late(design, len(tables))
    return Checks(
        with_ties,
        (_view(design.take(~late), found), _view(design.take(late), found)),
        turns,
        turned,
        tuple(_left_out(design, found)),
        components_of(design),
    )


def _late(design: Design, tables: int) -> Truths:
    """Return which tables belong to the second half of those of their player count."""
    late = np.zeros(tables, dtype=np.bool_)
    for block in design.blocks:
        late[block.tables[(len(block) + 1) // 2 :]] = True
    return late


def turns_column(tables: Tables) -> Floats:
    """Return 1 for lines whose seat got a turn more in the end than the seats behind the trigger seat, else 0.

    After the trigger everybody has one more turn (DG-13, KD-7), and the seats up to the trigger's had theirs of that
    lap already; those behind it hadn't. Who triggers is part of how the game went, so this explains a difference
    between seats, it doesn't correct it.
    """
    triggers = np.repeat(tables.triggers, np.diff(tables.offsets))
    return (tables.seats <= triggers).astype(np.float64)


def _turned(tables: Tables) -> frozenset[int]:
    """Return the player counts with enough tables whose trigger seat is known, and different ones."""
    sizes = np.diff(tables.offsets)
    known = tables.triggers > 0
    return frozenset(
        int(size)
        for size in np.unique(sizes[known])
        if (known & (sizes == size)).sum() >= FEWEST_TABLES
        and len(np.unique(tables.triggers[known & (sizes == size)])) > 1
    )


def _left_out(design: Design, found: Fit) -> Iterator[tuple[int, Fit]]:
    """Yield those with the most tables, by their numbers in the input, and the fit without each of them."""
    played = tables_played(design)
    lines = int(played.sum())
    number = max(FEWEST_LEFT_OUT, min(MOST_LEFT_OUT, LINES_LEFT_OUT // max(lines, 1)))
    tables = sum(len(block) for block in design.blocks)
    for player in np.argsort(-played, kind="stable")[:number]:
        rest = design.without(int(player))
        steps = STEPS if tables <= FULL_REFITS else 1
        yield int(design.people[player]), fit(rest, start=found, precise=PRECISE, steps=steps)


def tables_played(design: Design) -> Floats:
    """Return how many tables each person of a design had."""
    played = np.zeros(len(design.people))
    for block in design.blocks:
        played += sums_by(block.players, np.ones(block.players.shape), len(played))
    return played


def components_of(design: Design) -> int:
    """Return the number of groups of people of whom no one ever met another group's."""
    from scipy.sparse import coo_array  # noqa: PLC0415 - scipy takes its time, and web processes need none of it
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - as above

    people = len(design.people)
    ones = np.concatenate([np.tile(block.players[0], block.size - 1) for block in design.blocks])
    others = np.concatenate([block.players[1:].ravel() for block in design.blocks])
    met = coo_array((np.ones(len(ones), dtype=np.int8), (ones, others)), shape=(people, people))
    return int(connected_components(met, directed=False, return_labels=False))


def seating_of(tables: Tables, lines: Lines) -> Seating:
    """Compare ratings before the tables with seats, where every seat's rating is known (all permutations; moments)."""
    rated = lines.take(~np.isnan(tables.ratings[lines.lines].sum(axis=0)))
    if not len(rated):
        return Seating(None, 0, (None,) * lines.size, None)
    ratings, seats = tables.ratings[rated.lines], tables.seats[rated.lines] - 1
    means = sums_by(seats, ratings, lines.size) / len(rated)
    p = scores_tested(seats, ratings - ratings.mean(axis=0), draw=False).p_omnibus
    return Seating(p, len(rated), tuple(map(float, means)), p >= RANDOM)


def strengths_follow(block: Block, found: Fit) -> bool:
    """Say whether fitted strengths followed the slots of a block."""
    strengths = found.strengths[block.players]
    return scores_tested(block.slots, strengths - strengths.mean(axis=0), draw=False).p_omnibus < RANDOM


def diagnostics_make(tables: Tables, lines: Lines, block: Block, found: Fit, checks: Checks) -> Diagnostics:
    """Return the diagnostics of one player count; `block` has its tables in the design of `found`."""
    size = lines.size
    counted, expected, spread = wins_of(block, found)
    placements, tied = tables.placements[lines.lines], tables.tied[lines.lines]
    firsts = [(places == places.min(axis=0)).sum(axis=0) for places in (placements, tied)]
    people = np.unique(tables.players[lines.lines])
    played = np.bincount(tables.players)
    return Diagnostics(
        seating=seating_of(tables, lines),
        decided_first=int((firsts[1] > firsts[0]).sum()),
        decided_any=int((placements != tied).any(axis=0).sum()),
        with_ties=_told(checks.with_ties, size),
        halves=(_told(checks.halves[0], size), _told(checks.halves[1], size)),
        without=_without(checks, found, size),
        turns=_told(checks.turns, size) if size in checks.turned else None,
        people=len(people),
        few_tables=int((played[people] < FEW).sum()),
        components=checks.components,
        converged=found.converged,
        iterations=found.iterations,
        expected_wins=tuple(map(float, expected / len(lines))),
        misfit=bool((np.abs(counted - expected) > np.maximum(MANY_SE * spread, FAR_OFF * expected)).any()),
    )


def wins_of(block: Block, found: Fit) -> tuple[Floats, Floats, Floats]:
    """Return each slot's wins as counted (a shared one is 1/k), as the fit expects them, and the latter's deviation."""
    chances = np.exp(log_chances(block, found))
    ties = block.events[0]
    first = np.arange(block.size)[:, None] < ties
    return (
        sums_by(block.slots, first / ties, block.size),
        sums_by(block.slots, chances, block.size),
        np.sqrt(sums_by(block.slots, chances * (1 - chances), block.size)),
    )


def log_chances(block: Block, found: Fit) -> Floats:
    """Return the logarithms of everybody's chance to come first, (size, tables)."""
    effects = found.effects[found.place(block.size)]
    utilities = utilities_of(block, found.strengths, effects, found.slopes)
    top = utilities.max(axis=0)
    chances: Floats = utilities - top - np.log(np.exp(utilities - top).sum(axis=0))
    return chances


def _told(view: View | None, size: int) -> Contrast | None:
    if view is None or not view.found.converged or size not in view.told:
        return None
    return contrast_of(view.found, size)


def _without(checks: Checks, found: Fit, size: int) -> Without | None:
    """Return the range; whoever takes most of what is known along, leaving hardly a table, isn't in it."""
    most = MOST_LOST * contrast_of(found, size).se
    contrasts = ((contrast_of(rest, size), player) for player, rest in checks.without)
    estimates = [(contrast.estimate, player) for contrast, player in contrasts if contrast.se <= most]
    if not estimates:
        return None
    (low, low_player), (high, high_player) = min(estimates), max(estimates)
    return Without(low, high, low_player, high_player)
