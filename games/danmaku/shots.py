"""One shot: level, roll, changes of the dice, capture or failure (DG-6..DG-11, DG-14).

Owns what can be done and what comes of it, as functions from a table and a state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.core.engine import Refusal
from games.core.wording import clean_quote, seat_token
from games.danmaku.coverage import AIMING, highest_level, names_first, next_shot, unlocked
from games.danmaku.dice import FACES, counts_of
from games.danmaku.events import Name, Settle, Shot
from games.danmaku.moves import DoneMove, Move, replaced, rolling
from games.danmaku.state import HIGHEST, LOWEST, NO_CARD, Phase, State, bits, put
from games.danmaku.uses import use_ability

if TYPE_CHECKING:
    from games.danmaku.events import Ability, Help, Roll
    from games.danmaku.table import Table

EARNING_LEVEL: Final = 7  # DG-15


def shot_moves(table: Table, state: State) -> list[Move]:
    """Return the levels, or the subjects, that can be aimed at (DG-6, DG-14)."""
    deck = table.deck
    first = names_first(table, state)
    moves: list[Move] = []
    for level in unlocked(table, state):
        cards = state.free & deck.levels[level]
        if first:
            moves += _aims(level, tuple(deck.names[number] for number in bits(cards)))
        elif cards:
            moves += _aims(level, (None,))
    return moves


@lru_cache(maxsize=1024)
def _aims(level: int, subjects: tuple[str | None, ...]) -> tuple[Move, ...]:
    return tuple(DoneMove(Shot(level, subject)) for subject in subjects)


def shot(table: Table, state: State, event: Shot) -> State:
    """Choose a level, and a subject where it is named first (DG-6, DG-14)."""
    level = event.level
    if not LOWEST <= level <= HIGHEST:
        raise Refusal("DG-6", "danmaku.level_range", given=level)
    high = highest_level(table, state)
    if level > high:
        locked = level > state.top + 1
        rule, code = ("DG-6", "danmaku.level_locked") if locked else ("DG-15", "danmaku.extra_level")
        raise Refusal(rule, code, given=level, high=high)
    if not state.free & table.deck.levels[level]:
        raise Refusal("DG-6", "danmaku.level_empty", given=level)
    target = NO_CARD
    if names_first(table, state):
        rule = "DG-14" if state.trigger else "DG-15"
        if event.subject is None:
            raise Refusal(rule, "danmaku.subject_first")
        target = subject_number(table, state, event.subject, level, rule)
    elif event.subject is not None:
        raise Refusal("DG-9", "danmaku.subject_early", name=clean_quote(event.subject))
    return state._replace(phase=Phase.ROLL, level=level, target=target)


def subject_number(table: Table, state: State, subject: str, level: int, rule: str) -> int:
    """Return a subject of the level that nobody has captured (DG-9, DG-10)."""
    number = table.deck.number(subject)
    if number is None:
        raise Refusal("DG-4", "danmaku.subject_unknown", name=clean_quote(subject))
    if not state.free >> number & 1:
        owner = next(seat for seat, cards in enumerate(state.owned, start=1) if cards >> number & 1)
        raise Refusal("DG-10", "danmaku.subject_taken", name=clean_quote(subject), who=seat_token(owner))
    if table.deck.level_of[number] != level:
        name, given = clean_quote(subject), table.deck.level_of[number]
        raise Refusal(rule, "danmaku.subject_level", name=name, given=given, right=level)
    return number


def roll_moves(table: Table, state: State) -> tuple[Move, ...]:
    """Return the roll of as many dice as the level says (DG-7)."""
    return rolling(roll_number(table, state, state.level))


def roll_number(table: Table, state: State, level: int) -> int:
    """Return how many dice are rolled for a level (DG-7)."""
    return level + table.deck.start_dice(state.owned[state.seat - 1])


def roll(table: Table, state: State, event: Roll) -> State:
    """Roll for the shot (DG-7)."""
    check_roll(event.dice, roll_number(table, state, state.level), "DG-7")
    return state._replace(phase=Phase.CHANGE, dice=counts_of(event.dice))


def check_roll(dice: tuple[int, ...], number: int, rule: str) -> None:
    """Refuse a wrong number of dice, and faces that no die has."""
    for face in dice:
        if face not in FACES:
            raise Refusal(rule, "danmaku.roll_face", given=face)
    if len(dice) != number:
        raise Refusal(rule, "danmaku.roll_number", right=number, given=len(dice))


# Changing the dice, and stopping


def change_moves(table: Table, state: State) -> list[Move]:
    """Return every way to stop (DG-9, DG-14) or to change the dice once more (DG-8)."""
    deck, seat = table.deck, state.seat - 1
    sight = deck.sight(state.dice)
    moves = list(_stops(table, state, sight.met))
    if state.untapped[seat]:
        moves += sight.helps
    moves += deck.uses(state.owned[seat] & ~state.used, sight)
    return moves


def _stops(table: Table, state: State, met: int) -> tuple[Move, ...]:
    if state.target != NO_CARD:
        return _SETTLE[met >> state.target & 1]
    cards = state.free & table.deck.levels[state.level]
    return table.deck.namings(cards, met & cards)


_SETTLE: Final = tuple((DoneMove(Settle(success=success)),) for success in (False, True))


def help_card(_table: Table, state: State, event: Help) -> State:
    """Tap a help card to reroll one die (DG-8)."""
    seat = state.seat
    if not state.untapped[seat - 1]:
        raise Refusal("DG-8", "danmaku.help_none", who=seat_token(seat))
    check_die(state, event)
    return state._replace(
        dice=replaced(state.dice, event.die, event.to),
        untapped=put(state.untapped, seat, state.untapped[seat - 1] - 1),
        tapped=put(state.tapped, seat, state.tapped[seat - 1] + 1),
    )


def check_die(state: State, event: Help) -> None:
    """Refuse a die that doesn't lie there, and a face that no die has."""
    if event.die not in FACES or not state.dice[event.die - 1]:
        raise Refusal("DG-8", "danmaku.help_die", given=event.die)
    if event.to not in FACES:
        raise Refusal("DG-8", "danmaku.roll_face", given=event.to)


def ability(table: Table, state: State, event: Ability) -> State:
    """Use the ability of an own subject, once a shot (DG-8)."""
    return use_ability(table, state, event, "DG-8", ("DG-8", "danmaku.used_in_shot"))


def name(table: Table, state: State, event: Name) -> State:
    """Stop and name a subject: the shot succeeds when the dice meet its condition (DG-9)."""
    if state.target != NO_CARD:
        given = table.deck.names[state.target]
        raise Refusal("DG-14", "danmaku.named_before", name=given)
    number = subject_number(table, state, event.subject, state.level, "DG-9")
    return _judge(table, state, number, claimed=event.success)


def settle(table: Table, state: State, event: Settle) -> State:
    """Stop a shot whose subject was named before the roll (DG-14)."""
    if state.target == NO_CARD:
        raise Refusal("DG-9", "danmaku.settle_unnamed")
    if event.score is not None:
        raise Refusal("DG-14", "danmaku.score_in_shot")
    return _judge(table, state, state.target, claimed=event.success)


def _judge(table: Table, state: State, number: int, *, claimed: bool | None) -> State:
    success = bool(table.deck.met(state.dice) >> number & 1)
    if claimed is not None and claimed is not success:
        code = "danmaku.not_met" if claimed else "danmaku.was_met"
        raise Refusal("DG-9", code, name=table.deck.names[number])
    return finish_shot(table, state, number if success else NO_CARD)


def finish_shot(table: Table, state: State, captured: int) -> State:
    """End a shot with a captured subject or with none (NO_CARD)."""
    return next_shot(table, _fail(state) if captured == NO_CARD else _capture(table, state, captured))


def _capture(table: Table, state: State, number: int) -> State:
    """Move the subject to the player (DG-10); levels 7 and 8 may do more (DG-13, DG-15)."""
    seat, level, variant = state.seat, table.deck.level_of[number], table.rules.extra_turn
    earns = level == EARNING_LEVEL and variant.enabled and (variant.chain or not state.is_extra)
    return state._replace(
        **AIMING,
        shots=state.shots - 1,
        free=state.free & ~(1 << number),
        owned=put(state.owned, seat, state.owned[seat - 1] | 1 << number),
        top=max(state.top, level),
        extra=state.extra + earns,
        trigger=state.trigger or (seat if level == HIGHEST else 0),
    )


def _fail(state: State) -> State:
    """Give a help card as long as there are any, and untap all of the player's (DG-11)."""
    seat = state.seat
    gift = 1 if state.supply else 0
    cards = state.untapped[seat - 1] + state.tapped[seat - 1] + gift
    return state._replace(
        **AIMING,
        shots=state.shots - 1,
        untapped=put(state.untapped, seat, cards),
        tapped=put(state.tapped, seat, 0),
        supply=state.supply - gift,
    )
