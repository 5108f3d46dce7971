"""Rulesets of doujin: payload keys, their validation, and the typed view of them.

Owns every value that RULES leaves to the ruleset (KD-1, KD-11, KD-17..KD-20).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from games.core.cardset import held, held_cards
from games.core.payload import one_of, players, record, whole, whole_or_null, word_or_object
from games.core.ruleset import Ruleset
from games.doujin.card_language import ADULT_POINTS, LIGHT_MAX, MOST_POINTS, read_deck
from games.doujin.decks import DeckSet, deck_set, invented_deck

if TYPE_CHECKING:
    from games.core.findings import Findings
    from games.doujin.card_language import DoujinCard

BASE_PAYLOAD: Final[dict[str, object]] = {
    "players": {"min": 3, "max": 5},  # KD-1
    "laps": {"3": 4, "4": 3, "5": 3},  # KD-11
    "completion_bonus": 4,  # KD-17
    "tiebreak": "shared",  # KD-18
    # KD-19: for the cards of hands that no deck explains; where there is a deck, both have to fit its cards.
    "adult_points": ADULT_POINTS,
    "light_max": LIGHT_MAX,
    "deck": "none",  # KD-20: copies and printed points are not checked
}
INVENTED_PAYLOAD: Final[dict[str, object]] = BASE_PAYLOAD | {
    "deck": "invented"
}  # KD-20: made up, to play with
MOST_TURNS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class DoujinRules:
    """A payload, typed."""

    low: int
    high: int
    laps: tuple[tuple[int, int], ...]
    completion_bonus: int
    tiebreak: str
    adult_points: int
    light_max: int
    deck: DeckSet | None
    max_turns: int | None


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> DoujinRules:
    """Read a validated payload."""
    payload: Any = ruleset.payload
    return DoujinRules(
        low=payload["players"]["min"],
        high=payload["players"]["max"],
        laps=tuple((int(count), laps) for count, laps in payload["laps"].items()),
        completion_bonus=payload["completion_bonus"],
        tiebreak=payload["tiebreak"],
        adult_points=payload["adult_points"],
        light_max=payload["light_max"],
        deck=deck_set(payload["deck"]),
        max_turns=payload.get("max_turns"),
    )


_PAYLOAD: Final = record(
    {
        "players": players(3, 5),
        "laps": record({count: whole(1, 10) for count in ("3", "4", "5")}),
        "completion_bonus": whole(0, 20),
        "tiebreak": one_of("shared", "early_bird"),
        "adult_points": whole(0, MOST_POINTS),
        "light_max": whole(0, MOST_POINTS),
        "deck": word_or_object(("none", "invented"), held(read_deck)),
    },
    optional={"max_turns": whole_or_null(1, MOST_TURNS)},  # a game that comes to nothing is given up
)


def check_payload(payload: Mapping[str, object], problems: Findings) -> None:
    """Check all keys and values of a payload."""
    _PAYLOAD(payload, "", problems)
    _check_points(payload, problems)


def _check_points(payload: Mapping[str, object], problems: Findings) -> None:
    """The points of hands must be such that every card of the deck can lie in one (KD-19)."""
    cards = _cards_of(payload.get("deck"))
    adult, limit = payload.get("adult_points"), payload.get("light_max")
    right = next((card.light for card in cards if card.colour == "adult"), None)
    if right is not None and type(adult) is int and 0 <= adult <= MOST_POINTS and adult != right:
        problems.error("KD-19", "/adult_points", "doujin.deck_adult_points", right=right, given=adult)
    least = max((card.light for card in cards if card.colour != "adult"), default=None)
    if least is not None and type(limit) is int and 0 <= limit < least:
        problems.error("KD-19", "/light_max", "doujin.deck_light_max", low=least, given=limit)


def _cards_of(named: object) -> tuple[DoujinCard, ...]:
    """Return the cards of the deck that a payload names or holds; those that can't be used are told elsewhere."""
    if isinstance(named, Mapping):
        return read_deck(held_cards(named)).cards
    return invented_deck().cards if named == "invented" else ()


@lru_cache(maxsize=1)
def builtin_rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets that come with the game."""
    payloads = {"base": BASE_PAYLOAD, "invented": INVENTED_PAYLOAD}
    return tuple(
        Ruleset.from_payload(game="doujin", key=key, version=1, payload=payload)
        for key, payload in payloads.items()
    )
