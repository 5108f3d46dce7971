"""Tables of one player count as arrays, the best place first: the layout that the fit works on.

Owns the order and grouping of lines, nothing of the model. Lines of equal size stand in rectangular arrays, so that one
operation on arrays does a step of all tables at once. People are numbered anew by their first table: then those of the
first k tables are 0 to some number, and a prefix of the tables is a slice of every array.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from league.fairness.tables import FEWEST_SEATS, MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from league.fairness.tables import Tables

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Truths = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Block:
    """All tables of one `size`; row k of each (size, tables) array is what stands k-th, ties in any order.

    `tables` (their numbers in the input, rising), `players`, `slots` (seat or edit order less one), `events` (how many
    places are decided among this line and those below: the size of a group of ties at its first line, else 0;
    Breslow), `covariates` (names, size, tables) and `absent` (lines that count as not there, None where all are).
    """

    size: int
    tables: Whole
    players: Whole
    slots: Whole
    events: Floats
    covariates: Floats
    absent: Truths | None = None

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.tables)

    def take(self, which: Truths | slice) -> Block:
        """Return some of the tables, by a mask over this block's or a slice."""
        return replace(
            self,
            tables=self.tables[which],
            players=self.players[:, which],
            slots=self.slots[:, which],
            events=self.events[:, which],
            covariates=self.covariates[:, :, which],
            absent=None if self.absent is None else self.absent[:, which],
        )

    def without(self, player: int) -> Block:
        """Return the tables as if somebody hadn't sat there: the others' order is all that is left of them.

        What Plackett–Luce says of the others doesn't depend on who else was there (Luce's choice axiom), so the slots
        keep their meaning.
        """
        absent = self.players == player
        if not absent.any():
            return self
        events = self.events.copy()
        rows, columns = np.nonzero(absent)
        starts = group_starts(self.events)[rows, columns]
        np.subtract.at(events, (starts, columns), 1.0)
        return replace(self, events=events, absent=absent)


@dataclass(frozen=True, slots=True)
class Design:
    """The blocks of a fit, smallest size first; `people` maps its numbers back to those of the input."""

    blocks: tuple[Block, ...]
    people: Whole

    def prefix(self, tables: int) -> Design:
        """Return the tables before one of the input, and the people who were there by then."""
        blocks = [block.take(slice(int(np.searchsorted(block.tables, tables)))) for block in self.blocks]
        kept = tuple(block for block in blocks if len(block))
        seen = max((int(block.players.max()) + 1 for block in kept), default=0)
        return Design(kept, self.people[:seen])

    def take(self, which: Truths) -> Design:
        """Return the tables that a mask over the input names; all people stay, whether they sat there or not."""
        blocks = (block.take(which[block.tables]) for block in self.blocks)
        return replace(self, blocks=tuple(block for block in blocks if len(block)))

    def without(self, player: int) -> Design:
        """Return all tables without somebody, by the number in this design."""
        return replace(self, blocks=tuple(block.without(player) for block in self.blocks))


def design_make(
    tables: Tables,
    *,
    slots: Whole | None = None,
    placements: Whole | None = None,
    covariates: Sequence[Floats] = (),
    which: Truths | None = None,
) -> Design:
    """Lay out tables; `slots` and `placements` are lines' columns that stand in for seats and placements as they stand.

    `covariates` are columns over lines, `which` a mask over tables.

    Raises:
        ValueError: when a table has fewer than 2 or more than 8 lines, or slots that aren't 1 to n.
    """
    sizes = np.diff(tables.offsets)
    if len(sizes) and not FEWEST_SEATS <= sizes.min() <= sizes.max() <= MOST_SEATS:
        raise ValueError("a table has 2 to 8 lines")
    numbers, people = _numbered(tables.players)
    columns = (
        numbers,
        (tables.seats if slots is None else slots) - 1,
        tables.placements if placements is None else placements,
        covariates,
    )
    blocks = []
    for size in range(FEWEST_SEATS, MOST_SEATS + 1):
        wanted = sizes == size if which is None else (sizes == size) & which
        chosen = np.flatnonzero(wanted)
        if len(chosen):
            blocks.append(_block(size, chosen, tables.offsets[chosen], *columns))
    return Design(tuple(blocks), people)


def _numbered(players: Whole) -> tuple[Whole, Whole]:
    """Return players numbered by their first line, and the old number of each new one."""
    old, first, inverse = np.unique(players, return_index=True, return_inverse=True)
    order = np.argsort(first)
    new = np.empty(len(old), dtype=np.int64)
    new[order] = np.arange(len(old))
    return new[inverse], old[order]


def _block(
    size: int,
    chosen: Whole,
    starts: Whole,
    players: Whole,
    slots: Whole,
    placements: Whole,
    covariates: Sequence[Floats],
) -> Block:
    lines = starts[None, :] + np.arange(size)[:, None]
    if not (np.sort(slots[lines], axis=0) == np.arange(size)[:, None]).all():
        raise ValueError("the seats of a table, or its edit orders, are 1 to n without a gap")
    order = np.argsort(placements[lines], axis=0, kind="stable")
    lines = np.take_along_axis(lines, order, axis=0)
    stacked = [column[lines] for column in covariates]
    return Block(
        size,
        chosen,
        players[lines],
        slots[lines],
        events_of(placements[lines]),
        np.stack(stacked) if stacked else np.empty((0, *lines.shape)),
    )


def events_of(placements: Whole) -> Floats:
    """Return the sizes of groups of ties at their first lines, 0 elsewhere, of (size, tables) sorted placements."""
    events = np.zeros(placements.shape)
    for row in range(len(placements) - 1, -1, -1):
        events[row] += 1
        if row:
            tied = placements[row] == placements[row - 1]
            events[row - 1] += np.where(tied, events[row], 0)
            events[row][tied] = 0
    return events


def group_starts(events: Floats) -> Whole:
    """Return the row where the group of ties of each line begins."""
    rows = np.arange(len(events))[:, None]
    starts: Whole = np.maximum.accumulate(np.where(events > 0, rows, 0), axis=0)
    return starts
