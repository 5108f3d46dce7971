"""The contract of a playable game: whose turn, what can be done, and what comes of it.

Owns types only. An engine is bound to one table (ruleset, seats) and never changes; everything that
happens is in the state, which is a value. Chance is part of an event: the same log comes from people
with dice and from a generator, and replays without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from games.core.cardset import CardLanguage
    from games.core.chance import Chance
    from games.core.events import Vocabulary
    from games.core.findings import Param
    from games.core.game import Judgement
    from games.core.messages import Message
    from games.core.ruleset import Ruleset

S = TypeVar("S")
E = TypeVar("E")
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

    def advance(self, state: S, move: Any) -> S:  # noqa: ANN401 - a move of this game
        """Return the state after a finished move that `moves` led to: as `apply`, but not judged once more."""

    def mend(self, state: S, event: E) -> S | None:
        """Return the state to go on from after a refused event, None to pass over what follows for now."""

    def finished(self, state: S) -> bool:
        """Tell whether nothing more can happen."""

    def result(self, state: S) -> tuple[SeatScore, ...] | None:
        """Return what each seat comes to; None while the game goes on or when it was given up."""

    def view(self, state: S, seat: int | None) -> dict[str, object]:
        """Return what a seat can see (None: a bystander), JSON-ready."""

    def hint(self, move: Any) -> str:  # noqa: ANN401 - a move of this game
        """Return the kind of a move as it begins in the text notation."""


class Bot(Protocol):
    """Decides for a seat. It gets at least two moves and returns one of them."""

    def choose(self, state: Any, moves: Sequence[Any], random: Random) -> Any:  # noqa: ANN401 - of its game
        """Return the move to make."""


class Playable(Protocol):
    """What a game offers for playing and for records."""

    @property
    def vocabulary(self) -> Vocabulary:
        """How events are written."""

    @property
    def seat_vocabulary(self) -> Vocabulary:
        """How the seats of a record are written."""

    @property
    def bots(self) -> Mapping[str, Callable[[Engine[Any, Any]], Bot]]:
        """The makers of bots, by name."""

    @property
    def cards(self) -> CardLanguage:
        """How files of cards of this game are read and shown."""

    @property
    def ruleset(self) -> str:
        """The key of the built-in ruleset under which games are played unless another is asked for."""

    def notice(self, ruleset: Ruleset) -> Message | None:
        """Return what has to be said wherever a game under a ruleset is shown: where its cards come from."""

    def engine(self, ruleset: Ruleset, players: int, *, max_turns: int | None = None) -> Engine[Any, Any]:
        """Return a table as simulations seat it; raises `Refusal` when the ruleset can't be played.

        `max_turns` counts where the ruleset has none of its own.
        """

    def seats(self, engine: Engine[Any, Any], state: Any) -> tuple[Mapping[str, object], ...]:  # noqa: ANN401
        """Return the seats of a played game as a record has them."""

    def check(self, record: Mapping[str, object], ruleset: Ruleset) -> Judgement:
        """Judge a record by a full replay."""
