"""Reads a whole set of cards and checks it: every problem at once, none of them guessed away.

Owns the keys of a set and of a card, and what a card must be to make sense in play (DG-1, DG-8, DG-9).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from games.core.cardtable import CardProblem, CardTable, Problems
from games.core.findings import Severity
from games.core.names import name_key
from games.core.wording import clean_quote
from games.danmaku.abilities import count_choices
from games.danmaku.ability_language import read_ability
from games.danmaku.condition_language import read_condition
from games.danmaku.dice import FACES, MOST_DICE, counts_of, multisets
from games.danmaku.paths import TooManyChoices

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.core.cardfile import CardFile, Way
    from games.danmaku.abilities import Ability
    from games.danmaku.conditions import Condition
    from games.danmaku.dice import Counts

FORMAT: Final = "sekijun.cards/1"
LOWEST_LEVEL, HIGHEST_LEVEL = 3, 8
FULL_SET: Final = 36
MOST_CARDS: Final = 200
_LANGUAGES: Final = ("ja", "en")
_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}", re.ASCII)
_TOP: Final = frozenset({"format", "game", "key", "title", "unofficial", "note", "card"})
_CARD: Final = frozenset({"id", "level", "name", "romanised", "condition", "ability", "note"})
# Beyond this number of dice only dice that are all equal or as different as can be are tried.
_TRIED_IN_FULL: Final = 7
_CROWDED: Final[Counts] = (3, 2, 2, 2, 2, 2)


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


class CardSetError(ValueError):
    """A set of cards can't be used; `problems` lists every reason."""

    def __init__(self, problems: tuple[CardProblem, ...]) -> None:
        """Keep the problems."""
        self.problems = problems
        super().__init__(self.render("en"))

    def render(self, lang: str) -> str:
        """Say all problems, one a line."""
        return "\n".join(f"{problem.line}: {problem.render(lang)}" for problem in self.problems)


class Draft(NamedTuple):
    """What a file comes to: the cards that can be used, and everything that is wrong."""

    key: str
    title: Mapping[str, str]
    unofficial: bool
    note: Mapping[str, str]
    cards: tuple[Card, ...]
    problems: tuple[CardProblem, ...]

    @property
    def errors(self) -> bool:
        """Whether the set can't be used."""
        return any(problem.finding.severity is Severity.ERROR for problem in self.problems)


def read_set(file: CardFile) -> Draft:
    """Read and check a set of cards."""
    problems = Problems(file.line_of)
    top = CardTable(file.content, (), problems, "DG-4")
    top.only(_TOP)
    for key, right in (("format", FORMAT), ("game", "danmaku")):
        if top.has(key):
            top.choice(key, (right,))
    name = _id(top, "key")
    title, note = _in_languages(top, "title", required=True), _in_languages(top, "note", required=False)
    unofficial = top.flag("unofficial")
    cards = _read_cards(top)
    return Draft(name, title, unofficial, note, cards, problems.result())


def _id(table: CardTable, key: str) -> str:
    text = table.text(key)
    if text and not _ID.fullmatch(text):
        table.error(key, "cards.bad_id", given=clean_quote(text))
        return ""
    return text


def _in_languages(table: CardTable, key: str, *, required: bool) -> dict[str, str]:
    """Read a text, or one for each language."""
    if key not in table.data:
        if required:
            table.has(key)
        return dict.fromkeys(_LANGUAGES, "")
    if isinstance(table.data[key], str):
        return dict.fromkeys(_LANGUAGES, table.prose(key))
    inner = table.table(key)
    if inner is None:
        return dict.fromkeys(_LANGUAGES, "")
    inner.only(frozenset(_LANGUAGES))
    return {lang: inner.prose(lang) for lang in _LANGUAGES if inner.has(lang)}


def _read_cards(top: CardTable) -> tuple[Card, ...]:
    tables = top.tables("card") if "card" in top.data else []
    if not tables:
        top.problems.error("DG-1", ("card",), "cards.no_cards")
    elif len(tables) > MOST_CARDS:
        top.error("card", "cards.too_many", limit=MOST_CARDS, given=len(tables))
        return ()
    elif len(tables) != FULL_SET:
        top.problems.warning("DG-1", ("card",), "danmaku.card_count", given=len(tables), right=FULL_SET)
    taken: dict[str, Way] = {}
    cards = [_read_card(table, taken) for table in tables]
    top.problems.card = ""
    return tuple(card for card in cards if card is not None)


def _read_card(table: CardTable, taken: dict[str, Way]) -> Card | None:
    problems = table.problems
    problems.card = _label(table)
    table.only(_CARD)
    texts = (_id(table, "id"), table.text("name"), table.text("romanised"))
    _check_taken(table, texts, taken)
    level = _level(table)
    condition = _condition(table, level)
    ability = _ability(table)
    note = table.prose("note")
    if condition is None or level is None:
        return None
    return Card(texts[0], level, texts[1], texts[2], condition, ability, note)


def _label(table: CardTable) -> str:
    """Return how a card is called in problems: its id, else its name, else its number in the file."""
    for key in ("id", "name"):
        value = table.data.get(key)
        if isinstance(value, str) and value:
            return clean_quote(value)
    return f"#{int(table.way[-1]) + 1}"


def _check_taken(table: CardTable, texts: tuple[str, str, str], taken: dict[str, Way]) -> None:
    """No two cards share an id or a name, in whatever spelling."""
    own: set[str] = set()
    for key, text in zip(("id", "name", "romanised"), texts, strict=True):
        if not text or name_key(text) in own:
            continue
        own.add(name_key(text))
        first = taken.setdefault(name_key(text), table.way)
        if first != table.way:
            line = table.problems.line_of(first)
            table.error(key, "cards.twice", name=clean_quote(text), line=line)


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
        count_choices(ability, _CROWDED)
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
        mixed = counts_of(islice(chain.from_iterable(FACES for _ in range(number)), number))
        yield from (*equal, mixed)
