"""Kinds of values in events and seats of a record: as JSON and as words of a line.

Owns how one value is checked, written and read back. Knows no game.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar

from games.core.names import text_problem
from games.core.node import INT_LIMIT, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.node import Node

# One changed die: [from, to], [None, to] added, [from, None] removed.
Pair: TypeAlias = tuple[int | None, int | None]
V = TypeVar("V")
PAIR: Final = 2
_PLAIN: Final = re.compile(r"[^\s\"#=]+")
_WHOLE: Final = re.compile(r"-?[0-9]{1,10}", re.ASCII)
_DIGIT: Final = range(10)


class BadWord(ValueError):  # noqa: N818 - what is written is bad, not the program
    """A word of a line can't be read as what it should be."""


class Kind(Protocol[V]):
    """A kind of value."""

    open_ended: bool  # takes all words that are left on the line

    def convert(self, value: object) -> V | None:
        """Return the value of a piece of JSON, None when it is no such value."""

    def explain(self, node: Node, name: str, value: object) -> None:
        """Say as findings why `convert` gave None."""

    def to_json(self, value: V) -> object:
        """Return the JSON of a value."""

    def to_text(self, value: V) -> str:
        """Return the words of a value."""

    def from_words(self, words: Sequence[str]) -> V:
        """Read words; raises `BadWord`."""


def whole(word: str) -> int:
    """Read a whole number; raises `BadWord`."""
    if not _WHOLE.fullmatch(word) or abs(int(word)) > INT_LIMIT:
        raise BadWord(word)
    return int(word)


def quoted(text: str) -> str:
    """Return a text as one word, in quotes where it would fall apart."""
    if _PLAIN.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=False)


def _is_whole(value: object) -> bool:
    return type(value) is int and -INT_LIMIT <= value <= INT_LIMIT


class WholeKind:
    """A whole number."""

    open_ended = False

    def convert(self, value: object) -> int | None:
        """Take whole numbers of a sane size."""
        return value if type(value) is int and -INT_LIMIT <= value <= INT_LIMIT else None

    def explain(self, node: Node, name: str, _value: object) -> None:
        """FMT-2 or FMT-9."""
        node.integer(name, required=True)

    def to_json(self, value: int) -> object:
        """As it is."""
        return value

    def to_text(self, value: int) -> str:
        """In digits."""
        return str(value)

    def from_words(self, words: Sequence[str]) -> int:
        """From digits."""
        return whole(words[0])


class TextKind:
    """A name; `choices`, if any, are the only ones."""

    open_ended = False

    def __init__(self, *choices: str) -> None:
        """Take any name or only some words."""
        self.choices = choices

    def convert(self, value: object) -> str | None:
        """Take readable names (FMT-7)."""
        if type(value) is not str or (self.choices and value not in self.choices):
            return None
        return value if text_problem(value) is None else None

    def explain(self, node: Node, name: str, _value: object) -> None:
        """FMT-2, FMT-5 or FMT-7."""
        if self.choices:
            node.choice(name, self.choices)
        else:
            node.text(name, required=True)

    def to_json(self, value: str) -> object:
        """As it is."""
        return value

    def to_text(self, value: str) -> str:
        """As one word."""
        return quoted(value)

    def from_words(self, words: Sequence[str]) -> str:
        """As it is."""
        if self.choices and words[0] not in self.choices:
            raise BadWord(words[0])
        return words[0]


class FlagKind:
    """Yes or no."""

    open_ended = False

    def convert(self, value: object) -> bool | None:
        """Take true and false."""
        return value if isinstance(value, bool) else None

    def explain(self, node: Node, name: str, _value: object) -> None:
        """FMT-2."""
        node.flag(name)

    def to_json(self, value: bool) -> object:  # noqa: FBT001 - the value, no option
        """As it is."""
        return value

    def to_text(self, value: bool) -> str:  # noqa: FBT001 - as above
        """`yes` or `no`."""
        return "yes" if value else "no"

    def from_words(self, words: Sequence[str]) -> bool:
        """From `yes` or `no`."""
        if words[0] not in {"yes", "no"}:
            raise BadWord(words[0])
        return words[0] == "yes"


class FacesKind:
    """Dice as rolled: `146`, `1 4 6`, or with commas when something isn't one digit."""

    open_ended = True

    def convert(self, value: object) -> tuple[int, ...] | None:
        """Take a list of whole numbers."""
        if not isinstance(value, list | tuple) or not all(map(_is_whole, value)):
            return None
        return tuple(value)

    def explain(self, node: Node, name: str, value: object) -> None:
        """FMT-2 or FMT-9."""
        if value is None:
            node.items(name, required=True)
        else:
            node.integers(name)

    def to_json(self, value: tuple[int, ...]) -> object:
        """As a list."""
        return list(value)

    def to_text(self, value: tuple[int, ...]) -> str:
        """As digits."""
        if all(face in _DIGIT for face in value):
            return "".join(map(str, value))
        return "".join(f"{face}," for face in value)

    def from_words(self, words: Sequence[str]) -> tuple[int, ...]:
        """From digits or numbers with commas."""
        faces: list[int] = []
        for word in words:
            if "," in word:
                faces += [whole(part) for part in word.removesuffix(",").split(",")]
            elif word.isascii() and word.isdigit():
                faces += [int(digit) for digit in word]
            else:
                raise BadWord(word)
        return tuple(faces)


class ChangeKind:
    """What became of dice: `4>3 +6 -1` is a 4 turned to 3, a 6 added, a 1 removed."""

    open_ended = True

    def convert(self, value: object) -> tuple[Pair, ...] | None:
        """Take a list of pairs."""
        if not isinstance(value, list | tuple):
            return None
        pairs: list[Pair] = []
        for pair in value:
            if not isinstance(pair, list | tuple) or len(pair) != PAIR:
                return None
            before, after = pair
            if not (_is_die(before) and _is_die(after)) or before is after is None:
                return None
            pairs.append((before, after))
        return tuple(pairs)

    def explain(self, node: Node, name: str, value: object) -> None:
        """FMT-2: the first pair that is none."""
        if not isinstance(value, list | tuple):
            node.items(name, required=True)
            return
        wrong = next(index for index, pair in enumerate(value) if self.convert([pair]) is None)
        node.findings.error(
            "FMT-2", f"{node.path}/{name}/{wrong}", "core.wrong_change",
            where=node.where, number=wrong + 1, found=kind_of(value[wrong]),
        )  # fmt: skip

    def to_json(self, value: tuple[Pair, ...]) -> object:
        """As lists."""
        return [list(pair) for pair in value]

    def to_text(self, value: tuple[Pair, ...]) -> str:
        """As words."""
        return " ".join(_pair_text(*pair) for pair in value)

    def from_words(self, words: Sequence[str]) -> tuple[Pair, ...]:
        """From words."""
        return tuple(map(_pair, words))


def _is_die(value: object) -> bool:
    return value is None or _is_whole(value)


def _pair_text(before: int | None, after: int | None) -> str:
    if before is None:
        return f"+{after}"
    return f"-{before}" if after is None else f"{before}>{after}"


def _pair(word: str) -> Pair:
    before, arrow, after = word.partition(">")
    if arrow:
        return whole(before), whole(after)
    if word.startswith("+"):
        return None, whole(word[1:])
    if word.startswith("-"):
        return whole(word[1:]), None
    raise BadWord(word)


WHOLE: Final = WholeKind()
TEXT: Final = TextKind()
FLAG: Final = FlagKind()
FACES: Final = FacesKind()
CHANGE: Final = ChangeKind()
