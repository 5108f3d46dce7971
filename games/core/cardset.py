"""What files of cards of every game have in common: their head, ids and names, and what they come to.

Owns the keys around the cards. What a card is, is up to each game.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from games.core.cardfile import CardFile, read_cards
from games.core.findings import Severity
from games.core.names import name_key
from games.core.ruleset import thawed
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from games.core.cardfile import Way
    from games.core.cardtable import CardProblem, CardTable
    from games.core.findings import Findings
    from games.core.payload import Check

FORMAT: Final = "sekijun.cards/1"
MOST_CARDS: Final = 200
_LANGUAGES: Final = ("ja", "en")
_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}", re.ASCII)
_HEAD: Final = frozenset({"format", "game", "key", "title", "note"})


class Head(NamedTuple):
    """What a file says of itself; `marked` has to be said wherever its cards are shown."""

    key: str
    title: Mapping[str, str]
    note: Mapping[str, str]
    marked: bool


class CardSetError(ValueError):
    """A set of cards can't be used; `problems` lists every reason."""

    def __init__(self, problems: tuple[CardProblem, ...]) -> None:
        """Keep the problems."""
        self.problems = problems
        super().__init__(self.render("en"))

    def render(self, lang: str) -> str:
        """Say all problems, one a line."""
        return "\n".join(f"{problem.line}: {problem.render(lang)}" for problem in self.problems)


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """What a file comes to: everything that is wrong, and in each game the cards that can be used."""

    head: Head
    problems: tuple[CardProblem, ...]

    @property
    def errors(self) -> bool:
        """Whether the set can't be used."""
        return any(problem.finding.severity is Severity.ERROR for problem in self.problems)


@dataclass(frozen=True, eq=False)
class CardContent:
    """A set of cards that can be used; `payload` is the content of its file."""

    head: Head
    payload: Mapping[str, object]

    @property
    def marked(self) -> bool:
        """Whether it is a reconstruction or made up, to be said wherever its cards are shown."""
        return self.head.marked

    @property
    def key(self) -> str:
        """The short name of the set."""
        return self.head.key

    @property
    def title(self) -> Mapping[str, str]:
        """The name of the set in 'ja' and 'en'."""
        return self.head.title

    @property
    def note(self) -> Mapping[str, str]:
        """What else there is to know, in 'ja' and 'en'."""
        return self.head.note

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 (hex) over the canonical JSON of the content of the file."""
        text = json.dumps(self.payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


D = TypeVar("D", bound=Draft)
C = TypeVar("C", bound=CardContent)


class Named(Protocol):
    """A card of whatever kind."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def romanised(self) -> str:
        """Its name in Latin letters."""


def numbers_by_name(cards: Sequence[Named]) -> dict[str, int]:
    """Return the number of each card by the keys of its names and id, and by its name as it is written."""
    numbers = {
        name_key(text): number
        for number, card in enumerate(cards)
        for text in (card.romanised, card.id, card.name)
    }
    return numbers | {card.name: number for number, card in enumerate(cards)}


class CardLanguage(Protocol):
    """How the files of cards of one game are read and shown."""

    @property
    def mark(self) -> str:
        """The key with which a file says that it is `unofficial` or `invented`."""

    def read(self, file: CardFile) -> Draft:
        """Read and check a file."""

    def count(self, draft: Draft) -> int:
        """Return how many cards can be used."""

    def as_json(self, draft: Draft) -> Mapping[str, object]:
        """Return the cards and their figures, JSON-ready."""

    def lines(self, draft: Draft, lang: str) -> Iterable[str]:
        """Return the cards and their figures as lines."""


def read_head(top: CardTable, game: str, keys: AbstractSet[str], *, mark: str) -> Head:
    """Read what stands around the cards; `keys` are those of the game."""
    top.only(_HEAD | keys)
    for key, right in (("format", FORMAT), ("game", game)):
        if top.has(key):
            top.choice(key, (right,))
    name = read_id(top, "key")
    title, note = in_languages(top, "title", required=True), in_languages(top, "note", required=False)
    return Head(name, title, note, top.flag(mark))


def usable(draft: D) -> D:
    """Return what a file comes to; raises `CardSetError` with all problems when it can't be used."""
    if draft.errors:
        raise CardSetError(draft.problems)
    return draft


def shipped(name: str) -> CardFile:
    """Return a card file that comes with the engine."""
    return read_cards(files("games.cardsets").joinpath(name).read_bytes())


def named_set(
    named: object, load: Callable[[CardFile], C], built_in: Mapping[str, Callable[[], C]]
) -> C | None:
    """Return the set that a ruleset holds or names; None when it names none.

    Raises `CardSetError` when it holds one that can't be used; a ruleset is never built with such a one.
    """
    if isinstance(named, Mapping):
        return load(held_cards(named))
    make = built_in.get(str(named))
    return None if make is None else make()


def held_cards(content: Mapping[str, object]) -> CardFile:
    """Return the content of a card file that a ruleset holds; the lines of the file are forgotten."""
    return CardFile({name: thawed(value) for name, value in content.items()}, {})


def held(read: Callable[[CardFile], Draft]) -> Check:
    """Return the check of a payload key that holds the content of a card file."""

    def check(value: object, path: str, problems: Findings) -> None:
        if not isinstance(value, Mapping):
            return  # the other kinds are looked at elsewhere
        for problem in read(held_cards(value)).problems:
            found = problem.finding
            if found.severity is Severity.ERROR:
                problems.error(found.rule, path + found.path, found.code, **found.params)

    return check


def card_tables(top: CardTable, key: str, rule: str) -> list[CardTable]:
    """Return the tables of one kind of card; at least one, and not more than `MOST_CARDS`."""
    top.problems.card = ""
    tables = top.tables(key) if key in top.data else []
    if not tables:
        top.problems.error(rule, (key,), "cards.no_cards", name=key)
    elif len(tables) > MOST_CARDS:
        top.error(key, "cards.too_many", limit=MOST_CARDS, given=len(tables))
        return []
    return tables


def read_id(table: CardTable, key: str) -> str:
    """Read an id; '' when it can't be used."""
    text = table.text(key)
    if text and not _ID.fullmatch(text):
        table.error(key, "cards.bad_id", given=clean_quote(text))
        return ""
    return text


def in_languages(table: CardTable, key: str, *, required: bool) -> dict[str, str]:
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


def label(table: CardTable) -> str:
    """Return how a card is called in problems: its id, else its name, else its number in the file."""
    for key in ("id", "name"):
        value = table.data.get(key)
        if isinstance(value, str) and value:
            return clean_quote(value)
    return f"#{int(table.way[-1]) + 1}"


def check_taken(table: CardTable, texts: Sequence[str], taken: dict[str, Way]) -> None:
    """No two cards share an id or a name, in whatever spelling; `texts` are id, name and romanised name."""
    own: set[str] = set()
    for key, text in zip(("id", "name", "romanised"), texts, strict=True):
        if not text or name_key(text) in own:
            continue
        own.add(name_key(text))
        first = taken.setdefault(name_key(text), table.way)
        if first != table.way:
            line = table.problems.line_of(first)
            table.error(key, "cards.twice", name=clean_quote(text), line=line)
