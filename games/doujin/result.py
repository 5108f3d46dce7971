"""What a doujin game comes to: points, the four colours, places (KD-16..KD-18).

Owns the count at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.engine import SeatScore
from games.core.ranking import places
from games.doujin.manuscript import COLOURS_NEEDED

if TYPE_CHECKING:
    from games.doujin.state import State
    from games.doujin.table import Table


def bonus(table: Table, state: State, seat: int) -> int:
    """Return the points for four light colours; the adult card doesn't stand in (KD-17)."""
    whole = table.deck.lit(state.hands[seat - 1] & state.light) == COLOURS_NEEDED
    return table.rules.completion_bonus if whole else 0


def total(table: Table, state: State, seat: int) -> int:
    """Return what a seat would come to if the game were over (KD-16, KD-17)."""
    points = table.deck.points(state.hands[seat - 1], state.light)
    return points + bonus(table, state, seat) + state.scored[seat - 1]


def tie_order(table: Table, state: State) -> tuple[int, ...] | None:
    """Return the order that decides ties, from the early bird on, if the ruleset has one (KD-18)."""
    return table.around[state.first or 1] if table.rules.tiebreak == "early_bird" else None


def result(table: Table, state: State) -> tuple[SeatScore, ...]:
    """Rank by totals."""
    seats = range(1, table.players + 1)
    totals = [total(table, state, seat) for seat in seats]
    ranked = places(totals, tie_order(table, state))
    return tuple(
        SeatScore(seat, totals[seat - 1], ranked[seat - 1], parts(table, state, seat)) for seat in seats
    )


def parts(table: Table, state: State, seat: int) -> dict[str, object]:
    """Return what the total of a seat is made of, as a report says it."""
    scored = {"scored": state.scored[seat - 1]} if table.deck.set.scores else {}
    return {
        "early_bird": seat == state.first,
        "hand": hand(table, state, seat),
        "bonus": bool(bonus(table, state, seat)),
        **scored,
    }


def hand(table: Table, state: State, seat: int) -> list[dict[str, object]]:
    """Return the hand of a seat as a report has it."""
    found: list[dict[str, object]] = []
    for number, card in enumerate(table.deck.cards):
        if state.hands[seat - 1] >> number & 1:
            light = bool(state.light >> number & 1)
            points = card.light if light else card.dark
            found.append({"colour": card.colour, "side": "light" if light else "dark", "points": points})
    return found
