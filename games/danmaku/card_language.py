"""Reads a whole set of cards and checks it: every problem at once, none of them guessed away.

Owns the keys of a set and of a card, and what a card must be to make sense in play (DG-1, DG-8, DG-9).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, Final

from games.core import cardset
from games.core.cardset import card_tables, check_taken, label, read_head, read_id
from games.core.cardtable import CardTable, Problems
from games.danmaku.abilities import count_uses
from games.danmaku.ability_language import read_ability
from games.danmaku.condition_language import read_condition
from games.danmaku.dice import FACES, MOST_DICE, counts_of, multisets
from games.danmaku.paths import TooManyChoices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.core.cardfile import CardFile, Way
    from games.danmaku.abilities import Ability
    from games.danmaku.conditions import Condition
    from games.danmaku.dice import Counts

LOWEST_LEVEL, HIGHEST_LEVEL = 3, 8
FULL_SET: Final = 36
_TOP: Final = frozenset({"unofficial", "card"})
_CARD: Final = frozenset({"id", "level", "name", "romanised", "condition", "ability", "note"})
# Beyond this number of dice only dice that are all equal or as different as can be are tried.
_TRIED_IN_FULL: Final = 7


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One subject: `condition` of a shot, `ability` once it is captured (None: none)."""

    id: str
    level: int
    name: str
    romanised: str
    condition: Condition
    ability: Ability | None
    note: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Draft(cardset.Draft):
    """What a file of subjects comes to."""

    cards: tuple[Card, ...]


def read_set(file: CardFile) -> Draft:
    """Read and check a set of cards."""
    problems = Problems(file.line_of)
    top = CardTable(file.content, (), problems, "DG-4")
    head = read_head(top, "danmaku", _TOP, mark="unofficial")
    cards = _read_cards(top)
    return Draft(head, problems.result(), cards)


def _read_cards(top: CardTable) -> tuple[Card, ...]:
    tables = card_tables(top, "card", "DG-1")
    if tables and len(tables) != FULL_SET:
        top.problems.warning("DG-1", ("card",), "danmaku.card_count", given=len(tables), right=FULL_SET)
    taken: dict[str, Way] = {}
    cards = [_read_card(table, taken) for table in tables]
    top.problems.card = ""
    known = tuple(card for card in cards if card is not None)
    _check_together(known, tables, cards, top.problems)
    return known


def _check_together(
    known: tuple[Card, ...], tables: Sequence[CardTable], cards: Sequence[Card | None], problems: Problems
) -> None:
    """All abilities together bring only so many dice, and with so many each can still be chosen (DG-8)."""
    most = HIGHEST_LEVEL + sum(
        card.ability.start_dice + max(0, *card.ability.dice_change) for card in known if card.ability
    )
    if most > MOST_DICE:
        problems.error("DG-8", ("card",), "danmaku.set_dice", given=most, limit=MOST_DICE)
        return
    for table, card in zip(tables, cards, strict=True):
        if card is not None and card.ability is not None and card.ability.root is not None:
            problems.card = label(table)
            with suppress(TooManyChoices):
                count_uses(card.ability, _mixed(most))
                continue
            problems.error("DG-8", (*table.way, "ability"), "danmaku.card_choices")
    problems.card = ""


def _read_card(table: CardTable, taken: dict[str, Way]) -> Card | None:
    problems = table.problems
    problems.card = label(table)
    table.only(_CARD)
    texts = (read_id(table, "id"), table.text("name"), table.text("romanised"))
    check_taken(table, texts, taken)
    level = _level(table)
    condition = _condition(table, level)
    ability = _ability(table)
    note = table.prose("note")
    if condition is None or level is None:
        return None
    return Card(texts[0], level, texts[1], texts[2], condition, ability, note)


def _level(table: CardTable) -> int | None:
    if not table.has("level"):
        return None
    return CardTable(table.data, table.way, table.problems, "DG-1").whole(
        "level", LOWEST_LEVEL, HIGHEST_LEVEL
    )


def _condition(table: CardTable, level: int | None) -> Condition | None:
    """Read the condition; plain dice must be able to meet it and to miss it (DG-9)."""
    inner = table.table("condition") if table.has("condition") else None
    if inner is None:
        return None
    inner.rule = "DG-9"
    condition = read_condition(inner)
    if condition is None or level is None:
        return condition
    ways = condition.ways(level)
    if ways in (0, len(FACES) ** level):
        code = "danmaku.card_certain" if ways else "danmaku.card_impossible"
        table.problems.error("DG-9", inner.way, code, count=level)
    return condition


def _ability(table: CardTable) -> Ability | None:
    """Read the ability; some dice must let it act, and none so much that nobody could choose (DG-8)."""
    inner = table.table("ability") if "ability" in table.data else None
    if inner is None:
        return None
    inner.rule = "DG-8"
    ability = read_ability(inner)
    if ability is None or ability.root is None:
        return ability
    try:
        count_uses(ability, _mixed(HIGHEST_LEVEL))
        if not any(ability.can_act(dice) for dice in _tried()):
            table.problems.error("DG-8", inner.way, "danmaku.card_never")
    except TooManyChoices:
        table.problems.error("DG-8", inner.way, "danmaku.card_choices")
    return ability


def _tried() -> Iterator[Counts]:
    """Yield dice with which an ability that can act at all does so somewhere."""
    for number in range(1, _TRIED_IN_FULL + 1):
        yield from multisets(number)
    for number in range(_TRIED_IN_FULL + 1, MOST_DICE + 1):
        equal = (counts_of([face] * number) for face in FACES)
        yield from (*equal, _mixed(number))


def _mixed(number: int) -> Counts:
    """Return so many dice, as different as can be."""
    return counts_of(islice(cycle(FACES), number))
