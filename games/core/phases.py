"""Engines whose state tells its phase: one function answers for each phase.

Owns the frame that such engines share. What the phases are is up to each game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet


class Seated(Protocol):
    """What is known of a table before the first event."""

    @property
    def players(self) -> int:
        """How many seats there are."""


T = TypeVar("T", bound=Seated)


class PhasedEngine(Generic[T]):
    """The engine of one table."""

    find_moves: ClassVar[Mapping[Any, Callable[[Any, Any], Sequence[Any]]]]  # by phase
    ended: ClassVar[AbstractSet[Any]]  # phases in which nothing more can happen

    def __init__(self, table: T) -> None:
        """Bind to a table."""
        self.table = table
        self.players = table.players

    def moves(self, state: Any) -> Sequence[Any]:  # noqa: ANN401 - the state of whatever game
        """Return everything that can be done."""
        find = self.find_moves.get(state.phase)
        return find(self.table, state) if find else ()

    def finished(self, state: Any) -> bool:  # noqa: ANN401 - as above
        """Tell whether nothing more can happen."""
        return state.phase in self.ended
