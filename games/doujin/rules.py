"""Rulesets of doujin: payload keys, their validation, and the typed view of them.

Owns every value that RULES leaves to the ruleset (KD-1, KD-11, KD-17..KD-20).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from games.core.cardset import held
from games.core.payload import one_of, players, record, whole, whole_or_null, word_or_object
from games.core.ruleset import Ruleset
from games.doujin.card_language import ADULT_POINTS, LIGHT_MAX, read_deck
from games.doujin.decks import DeckSet, deck_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.findings import Findings

BASE_PAYLOAD: Final[dict[str, object]] = {
    "players": {"min": 3, "max": 5},  # KD-1
    "laps": {"3": 4, "4": 3, "5": 3},  # KD-11
    "completion_bonus": 4,  # KD-17
    "tiebreak": "shared",  # KD-18
    "adult_points": ADULT_POINTS,  # KD-19
    "light_max": LIGHT_MAX,  # KD-19
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
        "adult_points": whole(0, 50),
        "light_max": whole(0, 50),
        "deck": word_or_object(("none", "invented"), held(read_deck)),
    },
    optional={"max_turns": whole_or_null(1, MOST_TURNS)},  # a game that comes to nothing is given up
)


def check_payload(payload: Mapping[str, object], problems: Findings) -> None:
    """Check all keys and values of a payload."""
    _PAYLOAD(payload, "", problems)


@lru_cache(maxsize=1)
def builtin_rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets that come with the game."""
    payloads = {"base": BASE_PAYLOAD, "invented": INVENTED_PAYLOAD}
    return tuple(
        Ruleset.from_payload(game="doujin", key=key, version=1, payload=payload)
        for key, payload in payloads.items()
    )
