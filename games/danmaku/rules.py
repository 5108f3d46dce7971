"""Rulesets of danmaku: payload keys, their validation, and the typed view of them.

Owns every value that RULES leaves to the ruleset (DG-2, DG-3, DG-5, DG-15, DG-17, DG-18, DG-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from games.core.cardset import held
from games.core.node import kind_of
from games.core.payload import Check, flag, one_of, players, record, whole, whole_or_null, word_or_object
from games.core.ruleset import Ruleset
from games.danmaku.card_language import HIGHEST_LEVEL, read_set
from games.danmaku.cards import card_set

if TYPE_CHECKING:
    from games.core.findings import Findings
    from games.danmaku.cards import CardSet

SUPPLY: Final = 18
MOST_TURNS: Final = 1_000_000
EDIT_ORDERS: Final = (
    "reported", "seat", "reverse_seat", "captures_desc", "captures_asc", "simultaneous",
)  # fmt: skip
DEAL_PRESETS: Final = ("even", "rising", "front")

BASE_PAYLOAD: Final[dict[str, object]] = {
    "players": {"min": 2, "max": 5},  # DG-2
    "card_set": "base",  # DG-4; "none" = cards are not looked at; or the content of a card file
    "help_supply": SUPPLY,  # DG-3
    "help_deal": "even",  # DG-3: a preset or, per player count, a list of {untapped, tapped}
    "help_discard": "supply",  # DG-5
    "level7_extra_turn": {  # DG-15
        "enabled": False, "max_level": 7, "predeclare": False, "chain": False,
    },
    "edit_order": "reported",  # DG-17
    "simulation_edit_order": "seat",  # DG-17, last sentence
    "all_equal_basis": "final",  # DG-18; "rolled" = no bonus unless as many dice as first rolled
    "page_dice": 8,  # DG-18
    "dice_change": {"most_added": 5, "most_removed": 2},  # DG-21, over both pages; cards held here know their own
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class DanmakuRules:
    """The part of a payload that judging needs, typed; one object for a ruleset, so that results can be cached."""

    low: int
    high: int
    cards: CardSet | None
    help_supply: int
    extra_level8: bool  # an extra turn may aim at level 8 (DG-15)
    edit_order: str
    bonus_on_any_count: bool
    page_dice: int
    starts: tuple[int, ...]  # with how many dice a page can begin, whoever captured what
    most_added: int
    most_removed: int


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """The variant of DG-15: whether and how a level-7 capture earns one more turn."""

    enabled: bool
    max_level: int
    predeclare: bool
    chain: bool


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The part of a payload that playing needs, typed; `max_turns` None = until the rules end the game."""

    help_supply: int
    help_returns: bool
    extra_turn: ExtraTurn
    edit_order: str
    simulation_edit_order: str
    page_dice: int
    max_turns: int | None


@lru_cache(maxsize=256)
def play_rules_of(ruleset: Ruleset) -> PlayRules:
    """Read a validated payload."""
    payload: Any = ruleset.payload
    return PlayRules(
        help_supply=payload["help_supply"],
        help_returns=payload["help_discard"] == "supply",
        extra_turn=ExtraTurn(**payload["level7_extra_turn"]),
        edit_order=payload["edit_order"],
        simulation_edit_order=payload["simulation_edit_order"],
        page_dice=payload["page_dice"],
        max_turns=payload.get("max_turns"),
    )


def help_deal(ruleset: Ruleset, count: int) -> tuple[tuple[int, int], ...]:
    """Return (untapped, tapped) per seat as the ruleset deals (DG-3)."""
    deal: Any = ruleset.payload["help_deal"]
    if isinstance(deal, str):
        return preset_deal(deal, count)
    return tuple((cards["untapped"], cards["tapped"]) for cards in deal[str(count)])


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> DanmakuRules:
    """Read a validated payload."""
    payload: Any = ruleset.payload
    cards, change = card_set(payload["card_set"]), payload["dice_change"]
    extra = payload["level7_extra_turn"]
    if cards is not None and isinstance(payload["card_set"], Mapping):
        change = {"most_added": cards.most_added, "most_removed": cards.most_removed}
    return DanmakuRules(
        low=payload["players"]["min"],
        high=payload["players"]["max"],
        cards=cards,
        help_supply=payload["help_supply"],
        extra_level8=extra["enabled"] and extra["max_level"] == HIGHEST_LEVEL,
        edit_order=payload["edit_order"],
        bonus_on_any_count=payload["all_equal_basis"] == "final",
        page_dice=payload["page_dice"],
        starts=_starts(payload["page_dice"], cards),
        most_added=change["most_added"],
        most_removed=change["most_removed"],
    )


def _starts(page_dice: int, cards: CardSet | None) -> tuple[int, ...]:
    """Return with how many dice a page can begin: captured subjects may add some."""
    starts = {page_dice}
    for card in cards.starters if cards is not None else ():
        starts |= {start + card.ability.start_dice for start in starts if card.ability}
    return tuple(sorted(starts))


def preset_deal(preset: str, count: int) -> tuple[tuple[int, int], ...]:
    """Return (untapped, tapped) per seat of a preset (DG-3)."""
    untapped = {
        "even": [2] * count,
        "rising": list(range(count)),
        "front": [2] + [1] * (count - 1),
    }[preset]
    return tuple((cards, 0) for cards in untapped)


_CARDS: Final = record({"untapped": whole(0, SUPPLY), "tapped": whole(0, SUPPLY)})


def _help_deal(value: object, path: str, problems: Findings) -> None:
    """Accept a preset, or a deal per player count with one entry a seat (DG-3)."""
    if isinstance(value, Mapping):
        record({str(count): _deal_for(count) for count in range(2, 6)})(value, path, problems)
    else:
        one_of(*DEAL_PRESETS)(value, path, problems)


def _deal_for(count: int) -> Check:
    def check(value: object, path: str, problems: Findings) -> None:
        if not isinstance(value, list | tuple) or len(value) != count:
            problems.error("DG-3", path, "danmaku.deal_seats", count=count, found=kind_of(value))
            return
        for index, cards in enumerate(value):
            _CARDS(cards, f"{path}/{index}", problems)
        dealt = sum(_dealt(cards) for cards in value)
        if dealt > SUPPLY:
            problems.error("DG-3", path, "danmaku.deal_sum", given=dealt, limit=SUPPLY)

    return check


def _dealt(cards: object) -> int:
    if not isinstance(cards, Mapping):
        return 0
    numbers = (cards.get("untapped"), cards.get("tapped"))
    return sum(number for number in numbers if type(number) is int and number <= SUPPLY)


_PAYLOAD: Final = record(
    {
        "players": players(2, 5),
        "card_set": word_or_object(("base", "none"), held(read_set)),
        "help_supply": whole(0, SUPPLY),
        "help_deal": _help_deal,
        "help_discard": one_of("supply", "removed"),
        "level7_extra_turn": record(
            {"enabled": flag, "max_level": whole(3, 8), "predeclare": flag, "chain": flag}
        ),
        "edit_order": one_of(*EDIT_ORDERS),
        "simulation_edit_order": one_of(*(name for name in EDIT_ORDERS if name != "reported")),
        "all_equal_basis": one_of("final", "rolled"),
        "page_dice": whole(1, 20),
        "dice_change": record({"most_added": whole(0, 10), "most_removed": whole(0, 10)}),
    },
    optional={"max_turns": whole_or_null(1, MOST_TURNS)},  # DG-13: a hopeless game is given up
)


def check_payload(payload: Mapping[str, object], problems: Findings) -> None:
    """Check all keys and values of a payload."""
    _PAYLOAD(payload, "", problems)


@lru_cache(maxsize=1)
def builtin_rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets that come with the game."""
    return (Ruleset.from_payload(game="danmaku", key="base", version=1, payload=BASE_PAYLOAD),)
