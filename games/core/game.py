"""The contract of a game, and what judging a report gives back.

Owns types only: no rule, no look-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol

from games.core.participation import FULL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from decimal import Decimal

    from games.core.engine import Playable
    from games.core.findings import Finding, Findings
    from games.core.messages import Message
    from games.core.rulebook import Rule
    from games.core.ruleset import Ruleset

# From the least to the most that can be checked; dice and hand are the same step of two games.
EVIDENCE_STEPS: Final = {"scores": 0, "parts": 1, "dice": 2, "hand": 2, "cards": 3, "record": 4}


class SeatResult(NamedTuple):
    """What one seat of a report comes to; `parts` is JSON-ready and as reported."""

    position: int
    seat: int | None
    player: str
    total: Decimal | None
    placement: int | None
    edit_order: int | None
    guest: bool
    help_untapped: int | None
    help_tapped: int | None
    parts: Mapping[str, object]
    participation: str = FULL


@dataclass(frozen=True)
class Judgement:
    """The answer of a referee; `valid` means that no finding is an error."""

    valid: bool
    evidence: str
    findings: tuple[Finding, ...]
    seats: tuple[SeatResult, ...]


class Game(Protocol):
    """A game as the rest of the program sees it."""

    @property
    def key(self) -> str:
        """The short name used in reports."""

    @property
    def names(self) -> Mapping[str, str]:
        """The name in 'ja' and 'en'."""

    @property
    def ruleset_names(self) -> Mapping[str, Mapping[str, str]]:
        """What built-in rulesets are called in 'ja' and 'en', by key; `base` needs no name of its own."""

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The built-in rulesets; the first is the fallback."""

    @property
    def messages(self) -> Mapping[str, Message]:
        """The sentences of this game's findings, by code."""

    @property
    def rulebook(self) -> Mapping[str, Rule]:
        """What the rules of this game say, by id, in the order of play."""

    @property
    def cards_key(self) -> str:
        """The key of a ruleset's payload that can hold the content of a card file; empty when there is none."""

    @property
    def play(self) -> Playable | None:
        """What it takes to play and to replay it here, None when it can only be judged."""

    def player_bounds(self, ruleset: Ruleset) -> tuple[int, int]:
        """Return the least and the greatest number of players."""

    def check_payload(self, payload: Mapping[str, object], problems: Findings) -> None:
        """Add what is wrong with the payload of a ruleset."""

    def check(self, report: Mapping[str, object], ruleset: Ruleset) -> Judgement:
        """Judge a report of this game."""


class Bounded(Protocol):
    """The typed rules of a ruleset, as far as every game has them."""

    @property
    def low(self) -> int:
        """The least number of players."""

    @property
    def high(self) -> int:
        """The greatest number of players."""


class Entry:
    """What the registry entries of all games share: they name where their rulesets are made and read."""

    builtin_rulesets: ClassVar[Callable[[], tuple[Ruleset, ...]]]
    typed_rules: ClassVar[Callable[[Ruleset], Bounded]]

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The built-in rulesets; the first is the fallback."""
        return type(self).builtin_rulesets()

    def player_bounds(self, ruleset: Ruleset) -> tuple[int, int]:
        """Return the least and the greatest number of players."""
        rules = type(self).typed_rules(ruleset)
        return rules.low, rules.high


def lowest_evidence(levels: list[str]) -> str:
    """Return the lowest level; a report is as good as its weakest seat."""
    return min(levels, key=EVIDENCE_STEPS.__getitem__, default="scores")
