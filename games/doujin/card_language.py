"""Reads a whole deck and checks it: doujin cards, events and trumps, every problem at once.

Owns the keys of these cards and what a deck must be to be played with (KD-1, KD-4, KD-19, KD-20).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.core import cardset
from games.core.cardset import card_tables, check_taken, in_languages, label, read_head, read_id
from games.core.cardtable import CardTable, Problems
from games.doujin.effect_language import read_steps
from games.doujin.effects import Op, Step, Window
from games.doujin.hand import ALL_COLOURS, COLOURS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.cardfile import CardFile, Way

MARK: Final = "invented"
MOST_COPIES: Final = 20
MOST_POINTS: Final = 50
ADULT_POINTS: Final = 8  # KD-19
LIGHT_MAX: Final = 4  # KD-19
LEAST_TRUMPS: Final = 5  # one for each player of the largest table (KD-1)
_TOP: Final = frozenset({MARK, "card", "event", "trump"})
_NAMES: Final = frozenset({"id", "name", "romanised", "note"})
_CARD: Final = _NAMES | {"colour", "light", "dark"}
_EVENT: Final = _NAMES | {"text", "copies", "steps"}
_TRUMP: Final = _EVENT | {"window"}


@dataclass(frozen=True, slots=True, eq=False)
class DoujinCard:
    """One doujin card: its colour (or `adult`) and the points on either side."""

    id: str
    name: str
    romanised: str
    colour: str
    light: int
    dark: int


@dataclass(frozen=True, slots=True, eq=False)
class EffectCard:
    """One kind of card with an effect; `copies` of it are in the deck."""

    id: str
    name: str
    romanised: str
    text: Mapping[str, str]
    copies: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EventCard(EffectCard):
    """One kind of event."""

    @property
    def is_censorship(self) -> bool:
        """Whether it turns adult cards dark (KD-4, KD-19)."""
        return any(step.blackens_adults for step in self.steps)


@dataclass(frozen=True, slots=True, eq=False)
class TrumpCard(EffectCard):
    """One kind of trump, and when it can be used (KD-13)."""

    window: Window


@dataclass(frozen=True, slots=True, eq=False)
class Draft(cardset.Draft):
    """What a file comes to."""

    cards: tuple[DoujinCard, ...]
    events: tuple[EventCard, ...]
    trumps: tuple[TrumpCard, ...]


def read_deck(file: CardFile) -> Draft:
    """Read and check a deck."""
    problems = Problems(file.line_of)
    top = CardTable(file.content, (), problems, "KD-20")
    head = read_head(top, "doujin", _TOP, mark=MARK)
    taken: dict[str, Way] = {}
    cards = [_read_card(table, taken) for table in card_tables(top, "card", "KD-20")]
    events = [_read_event(table, taken) for table in card_tables(top, "event", "KD-20")]
    trumps = [_read_trump(table, taken) for table in card_tables(top, "trump", "KD-20")]
    problems.card = ""
    draft = Draft(
        head,
        (),
        tuple(card for card in cards if card is not None),
        tuple(event for event in events if event is not None),
        tuple(trump for trump in trumps if trump is not None),
    )
    if not problems.errors:
        _check_whole(draft, problems)
    return Draft(head, problems.result(), draft.cards, draft.events, draft.trumps)


def _read_names(table: CardTable, known: frozenset[str], taken: dict[str, Way]) -> tuple[str, str, str]:
    table.problems.card = label(table)
    table.only(known)
    table.prose("note")
    texts = (read_id(table, "id"), table.text("name"), table.text("romanised"))
    check_taken(table, texts, taken)
    return texts


def _read_card(table: CardTable, taken: dict[str, Way]) -> DoujinCard | None:
    """Read a doujin card; its points stay within KD-19."""
    names = _read_names(table, _CARD, taken)
    colour = table.choice("colour", ALL_COLOURS) if table.has("colour") else None
    bounded = CardTable(table.data, table.way, table.problems, "KD-19")
    light_bounds, dark_bounds = (-MOST_POINTS, LIGHT_MAX), (-MOST_POINTS, MOST_POINTS)
    if colour == "adult":
        light_bounds, dark_bounds = (ADULT_POINTS, ADULT_POINTS), (-ADULT_POINTS, -ADULT_POINTS)
    light = bounded.whole("light", *light_bounds) if table.has("light") else None
    dark = bounded.whole("dark", *dark_bounds) if table.has("dark") else None
    if colour is None or light is None or dark is None:
        return None
    return DoujinCard(*names, colour, light, dark)


def _read_event(table: CardTable, taken: dict[str, Way]) -> EventCard | None:
    """Read an event; there is nothing before it that it could cancel."""
    names = _read_names(table, _EVENT, taken)
    text, copies, steps = _read_effect(table)
    if any(step.op is Op.CANCEL for step in steps):
        table.error("steps", "doujin.cancel_nothing")
    return None if copies is None else EventCard(*names, text, copies, steps)


def _read_trump(table: CardTable, taken: dict[str, Way]) -> TrumpCard | None:
    """Read a trump; only one that answers an event can cancel it (KD-13)."""
    names = _read_names(table, _TRUMP, taken)
    text, copies, steps = _read_effect(table)
    word = table.choice("window", tuple(Window)) if table.has("window") else None
    window = None if word is None else Window(word)
    answers = window in {None, Window.EVENT_REVEALED}
    if not answers and any(step.op is Op.CANCEL for step in steps):
        table.error("steps", "doujin.cancel_nothing")
    return None if copies is None or window is None else TrumpCard(*names, text, copies, steps, window)


def _read_effect(table: CardTable) -> tuple[Mapping[str, str], int | None, tuple[Step, ...]]:
    text = in_languages(table, "text", required=True)
    copies = table.whole("copies", 1, MOST_COPIES) if "copies" in table.data else 1
    return text, copies, read_steps(table)


def _check_whole(draft: Draft, problems: Problems) -> None:
    """A deck has every colour, trumps for everybody, and one event that turns adult cards dark."""
    for colour in COLOURS:
        if not any(card.colour == colour for card in draft.cards):
            problems.error("KD-6", ("card",), "doujin.deck_colour", colour=colour)
    trumps = sum(trump.copies for trump in draft.trumps)
    if trumps < LEAST_TRUMPS:
        problems.error("KD-1", ("trump",), "doujin.deck_trumps", given=trumps, low=LEAST_TRUMPS)
    turning = [event for event in draft.events if event.is_censorship]
    if len(turning) != 1:
        problems.error("KD-19", ("event",), "doujin.deck_censorship", given=len(turning))
    for event in turning:
        if any(step.blackens_adults and step.side != "light" for step in event.steps):
            problems.error("KD-19", ("event",), "doujin.deck_blackens", name=event.name)
