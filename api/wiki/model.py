"""The neutral table that every dialect renders: typed cells, columns, and the footer that says where it is from.

Owns what a cell reads as, in typography and for machines. Knows neither the database nor any markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from decimal import Decimal

MINUS = "\N{MINUS SIGN}"


class Kind(StrEnum):
    """What a column holds; figures stand under each other."""

    TEXT = "text"
    NUMBER = "number"
    RANK = "rank"
    PLACES = "places"
    LINK = "link"

    @property
    def right(self) -> bool:
        """Whether the column is set to the right."""
        return self in {Kind.NUMBER, Kind.RANK}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `key` for machines, `title` in the language of the export."""

    key: str
    title: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Text:
    """What people wrote, or a word of ours. The only cell that needs escaping."""

    text: str

    @property
    def plain(self) -> str:
        """The cell for machines."""
        return self.text

    @property
    def shown(self) -> str:
        """The cell for readers."""
        return self.text


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number; None is an empty cell."""

    value: int | None

    @property
    def plain(self) -> str:
        """The cell for machines."""
        return "" if self.value is None else str(self.value)

    @property
    def shown(self) -> str:
        """The cell for readers, with a real minus sign."""
        return self.plain.replace("-", MINUS)


@dataclass(frozen=True, slots=True)
class Number:
    """A decimal, written with the digits it has; `signed` figures are changes. None is an empty cell."""

    value: Decimal | None
    signed: bool = False

    @property
    def plain(self) -> str:
        """The cell for machines: an ASCII minus sign, never an exponent."""
        return "" if self.value is None else format(self.value, "f")

    @property
    def shown(self) -> str:
        """The cell for readers: +12.406, −6.220, ±0.000."""
        if self.value is None or not self.signed:
            return self.plain.replace("-", MINUS)
        sign = "+" if self.value > 0 else MINUS if self.value < 0 else "±"
        return sign + format(abs(self.value), "f")


@dataclass(frozen=True, slots=True)
class Places:
    """The last places of somebody, oldest first."""

    places: tuple[int, ...]

    @property
    def plain(self) -> str:
        """The cell for machines."""
        return " ".join(map(str, self.places))

    @property
    def shown(self) -> str:
        """The cell for readers."""
        return self.plain


@dataclass(frozen=True, slots=True)
class Link:
    """A word of ours that leads to one of our pages; `text` holds letters, digits, spaces and hyphens only."""

    text: str
    url: str

    @property
    def plain(self) -> str:
        """The cell for machines."""
        return self.text

    @property
    def shown(self) -> str:
        """The cell for readers."""
        return self.text


Cell: TypeAlias = Text | Integer | Number | Places | Link


@dataclass(frozen=True, slots=True)
class Footer:
    """Where a table comes from, so that anybody can check it. `computed_at` is None where nothing was computed.

    `lines` says the same in words of ours, without the permalink: letters, digits, spaces, dots, `-` and `:`, which no
    dialect takes for markup.
    """

    revision: int
    digest: str
    computed_at: str | None
    permalink: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table, ready for any dialect. `language` is that of its words."""

    title: str
    language: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    footer: Footer
