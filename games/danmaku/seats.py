"""The seats of a danmaku record and how they are written.

Owns shapes only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from games.core.events import Field
from games.core.kinds import WHOLE, BadWord, whole
from games.core.recorded import seat_vocabulary

if TYPE_CHECKING:
    from games.core.node import Node

Dealt: TypeAlias = tuple[int | None, int | None]
_UNKNOWN: Final = "?"
_KEYS: Final = ("untapped", "tapped")


class HelpKind:
    """Help cards dealt: `2/0` is two untapped and none tapped, `?` an unknown number."""

    open_ended = False

    def convert(self, value: object) -> Dealt | None:
        """Take an object with known keys."""
        if not isinstance(value, Mapping) or not value.keys() <= set(_KEYS):
            return None
        untapped, tapped = (value.get(key) for key in _KEYS)
        for number in (untapped, tapped):
            if number is not None and WHOLE.convert(number) is None:
                return None
        return untapped, tapped

    def explain(self, node: Node, name: str, _value: object) -> None:
        """FMT-2, FMT-4 or FMT-9."""
        cards = node.child(name)
        if cards is not None:
            cards.only(frozenset(_KEYS))
            for key in _KEYS:
                cards.integer(key)

    def to_json(self, value: Dealt) -> object:
        """As an object."""
        return {key: number for key, number in zip(_KEYS, value, strict=True) if number is not None}

    def to_text(self, value: Dealt) -> str:
        """As two numbers."""
        return "/".join(_UNKNOWN if number is None else str(number) for number in value)

    def from_words(self, words: Sequence[str]) -> Dealt:
        """From two numbers."""
        untapped, slash, tapped = words[0].partition("/")
        if not slash:
            raise BadWord(words[0])
        return _known(untapped), _known(tapped)


def _known(word: str) -> int | None:
    return None if word == _UNKNOWN else whole(word)


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """One seat of a record."""

    seat: int
    player: str | None = None
    guest: bool | None = None
    help: Dealt | None = None
    edit_order: int | None = None
    total: int | None = None
    placement: int | None = None


SEAT_VOCABULARY: Final = seat_vocabulary(
    SeatEntry, (Field("help", HelpKind(), optional=True), Field("edit_order", WHOLE, optional=True))
)
