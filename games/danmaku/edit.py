"""The edit phase: pages, their dice and scores, the edit order, the result (DG-16..DG-20).

Owns what can be done and what comes of it, as functions from a table and a state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.core.engine import Refusal, SeatScore
from games.core.ranking import places
from games.core.wording import seat_token
from games.danmaku.dice import counts_of, faces_of
from games.danmaku.edit_order import ORDER_KEYS
from games.danmaku.events import BACK, FRONT, SIDES_OF_PAPER, Page, Settle
from games.danmaku.moves import DoneMove, Move, rolling
from games.danmaku.scores import score_dice
from games.danmaku.shots import check_roll
from games.danmaku.state import NO_CARD, NO_DICE, Phase, State, put
from games.danmaku.uses import use_ability

if TYPE_CHECKING:
    from games.danmaku.dice import Counts
    from games.danmaku.events import Ability, Roll
    from games.danmaku.rules import DanmakuRules
    from games.danmaku.table import Table

PAGES: Final = len(SIDES_OF_PAPER)


def edit_order(table: Table, state: State) -> tuple[int, ...] | None:
    """Return the seats in the order in which they edit, None when no order is known (DG-17)."""
    if table.edit_order == "simultaneous":
        return None
    key = ORDER_KEYS.get(table.edit_order)
    if table.order is not None or key is None:
        return table.order
    return tuple(
        sorted(
            range(1, table.players + 1),
            key=lambda seat: key(seat, state.owned[seat - 1].bit_count()),
        )
    )


def editor(table: Table, state: State) -> int | None:
    """Return the seat whose page is next, None when anybody's can be."""
    order = edit_order(table, state)
    if order is None:
        return None
    return next((seat for seat in order if len(state.pages[seat - 1]) < PAGES), None)


def page_moves(table: Table, state: State) -> tuple[Move, ...]:
    """Return the pages that can be begun: the front page first, then the back page (DG-17..DG-19)."""
    only = editor(table, state)
    seats = range(1, table.players + 1) if only is None else (only,)
    return tuple(
        _page(seat, SIDES_OF_PAPER[len(state.pages[seat - 1])])
        for seat in seats
        if len(state.pages[seat - 1]) < PAGES
    )


@lru_cache(maxsize=64)
def _page(seat: int, side: str) -> Move:
    return DoneMove(Page(seat, side))


def page(table: Table, state: State, event: Page) -> State:
    """Begin a page (DG-17..DG-19)."""
    seat = event.seat
    if not 1 <= seat <= table.players:
        raise Refusal("DG-2", "danmaku.no_seat", given=seat, high=table.players)
    settled = len(state.pages[seat - 1])
    number = SIDES_OF_PAPER.index(event.page)
    if number < settled:
        raise Refusal("DG-18", "danmaku.page_again", who=seat_token(seat), page=number)
    if number > settled:
        raise Refusal("DG-18", "danmaku.front_first", who=seat_token(seat))
    only = editor(table, state)
    if only not in (None, seat):
        raise Refusal("DG-17", "danmaku.page_order", who=seat_token(only or 0), given=seat)
    return begin_page(state, event)


def begin_page(state: State, event: Page) -> State:
    """Begin a page, whoever's turn it is."""
    seat = event.seat
    order = state.order if event.page == BACK or seat in state.order else (*state.order, seat)
    return state._replace(phase=Phase.PRINT, seat=seat, dice=NO_DICE, used=state.spent[seat - 1], order=order)


def roll_moves(table: Table, state: State) -> tuple[Move, ...]:
    """Return the roll of a page (DG-18)."""
    return rolling(roll_number(table, state))


def roll_number(table: Table, state: State) -> int:
    """Return how many dice are rolled for a page (DG-18)."""
    return table.rules.page_dice + table.deck.start_dice(state.owned[state.seat - 1])


def roll(table: Table, state: State, event: Roll) -> State:
    """Roll for a page (DG-18)."""
    check_roll(event.dice, roll_number(table, state), "DG-18")
    return state._replace(phase=Phase.EDIT, dice=counts_of(event.dice))


def edit_moves(table: Table, state: State) -> list[Move]:
    """Return settling, and every use of an ability that isn't spent (DG-18, DG-19)."""
    unspent = state.owned[state.seat - 1] & ~state.used
    return [_settled(state.dice, table.scoring), *table.deck.uses(unspent, table.deck.sight(state.dice))]


@lru_cache(maxsize=4096)
def _settled(dice: Counts, rules: DanmakuRules) -> Move:
    return DoneMove(Settle(score=page_score(dice, rules)))


@lru_cache(maxsize=1 << 14)
def page_score(dice: Counts, rules: DanmakuRules) -> int:
    """Return what a page with these final dice scores (DG-18); nothing scores nothing."""
    return score_dice(faces_of(dice), rules).score if any(dice) else 0


def ability(table: Table, state: State, event: Ability) -> State:
    """Use the ability of an own subject, once in the whole phase (DG-18, DG-19)."""
    return use_ability(table, state, event, "DG-18", ("DG-19", "danmaku.used_in_edit"))


def settle(table: Table, state: State, event: Settle) -> State:
    """The dice are final and the page scores (DG-18)."""
    if event.success is not None:
        raise Refusal("DG-18", "danmaku.success_on_page")
    score = page_score(state.dice, table.scoring)
    if event.score not in (None, score):
        raise Refusal("DG-18", "danmaku.settle_score", given=event.score, right=score)
    return finish_page(state, score)


def finish_page(state: State, score: int) -> State:
    """End a page with a score; the game is over when every seat has two."""
    seat = state.seat
    pages = (*state.pages[: seat - 1], (*state.pages[seat - 1], score), *state.pages[seat:])
    over = all(len(scores) == PAGES for scores in pages)
    return state._replace(
        phase=Phase.OVER if over else Phase.PAGE, seat=0, dice=NO_DICE, used=0,
        spent=put(state.spent, seat, state.used), pages=pages, target=NO_CARD,
    )  # fmt: skip


def result(table: Table, state: State) -> tuple[SeatScore, ...]:
    """Rank by totals; ties go to whoever edited earlier, or are shared without an order (DG-20)."""
    totals = [sum(scores) for scores in state.pages]
    ranked = places(totals, edit_order(table, state))
    return tuple(
        SeatScore(seat, total, place, {FRONT: scores[0], BACK: scores[1]})
        for seat, (total, place, scores) in enumerate(zip(totals, ranked, state.pages, strict=True), start=1)
    )
