"""The contract of a playable game: whose turn, what can be done, and what comes of it.

Owns types only. An engine is bound to one table (ruleset, seats) and never changes; everything that
happens is in the state, which is a value. Chance is part of an event: the same log comes from people
with dice and from a generator, and replays without one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from random import Random

    from games.core.chance import Chance
    from games.core.events import Vocabulary
    from games.core.findings import Findings, Param
    from games.core.game import Judgement
    from games.core.record import Record
    from games.core.ruleset import Ruleset

S = TypeVar("S")
E = TypeVar("E")
S_contra = TypeVar("S_contra", contravariant=True)
E_co = TypeVar("E_co", covariant=True)


class Refusal(ValueError):  # noqa: N818 - the rules refuse; nothing is broken
    """The rules don't allow an event: the rule, the message code and its parameters."""

    def __init__(self, rule: str, code: str, **params: Param) -> None:
        """Keep the reason."""
        self.rule = rule
        self.code = code
        self.params = params
        super().__init__(rule, code)


class Move(Protocol[E_co]):
    """One thing that can be done: an event, or the way to one while dice or decisions are outstanding."""

    @property
    def event(self) -> E_co | None:
        """The event, None until chance has spoken and everything is decided."""

    @property
    def chance(self) -> Chance[tuple[int, ...]] | None:
        """What has to fall next, None when the event is complete."""

    def then(self, outcome: tuple[int, ...]) -> Sequence[Move[E_co]]:
        """Return what can be decided once chance has fallen; a single move decides itself."""


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What one seat comes to at the end; `parts` is JSON-ready."""

    seat: int
    total: int
    placement: int
    parts: Mapping[str, object]


class Engine(Protocol[S, E]):
    """The rules at one table."""

    @property
    def players(self) -> int:
        """How many seats there are."""

    @property
    def vocabulary(self) -> Vocabulary:
        """How events are written."""

    def start(self) -> S:
        """Return the state before the first event."""

    def actor(self, state: S) -> int | None:
        """Return the seat that decides next; None for chance, for the table as a whole, and at the end."""

    def moves(self, state: S) -> Sequence[Move[E]]:
        """Return everything that can be done, in a fixed order; nothing after the end."""

    def apply(self, state: S, event: E) -> S:
        """Return the state after an event; raises `Refusal`."""

    def mend(self, state: S, event: E) -> S | None:
        """Return the state to go on from after a refused event, None to pass over what follows for now."""

    def finished(self, state: S) -> bool:
        """Tell whether nothing more can happen."""

    def result(self, state: S) -> tuple[SeatScore, ...] | None:
        """Return what each seat comes to; None while the game goes on or when it was given up."""

    def view(self, state: S, seat: int | None) -> dict[str, object]:
        """Return what a seat can see (None: a bystander), JSON-ready."""

    def hint(self, move: Move[E]) -> str:
        """Return the kind of a move as it begins in the text notation."""


class Bot(Protocol[S_contra, E]):
    """Decides for a seat. It gets at least two moves and returns one of them."""

    def choose(self, state: S_contra, moves: Sequence[Move[E]], random: Random) -> Move[E]:
        """Return the move to make."""


@dataclass(frozen=True)
class Play(Generic[S, E]):
    """What a game offers for playing.

    `table` seats players by a ruleset as simulations do; `seats` writes the seats of such a table;
    `of_record` reads the table of a record, with findings for what it can't be, None when it can't be played.
    """

    vocabulary: Vocabulary
    seat_vocabulary: Vocabulary
    bots: Mapping[str, Callable[[Engine[S, E]], Bot[S, E]]]
    table: Callable[[Ruleset, int], Engine[S, E]]
    seats: Callable[[Engine[S, E]], tuple[Mapping[str, object], ...]]
    check: Callable[[Record, Ruleset, Findings], Judgement]
