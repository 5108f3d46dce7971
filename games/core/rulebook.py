"""What the explanation of a rule is made of.

Owns types only. The explanations live beside their games (`rulebook`) and in `format_rules`; they
are found through `chapters`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from games.core.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.findings import Param


class Basis(StrEnum):
    """Where a rule, or a part of it, comes from."""

    TEXT = "text"
    PUBLIC = "public"
    RULING = "ruling"
    DERIVED = "derived"
    HOUSE = "house"


BASIS_WORDS: Final[dict[Basis, Message]] = {
    Basis.TEXT: Message("ルールの文章にあります。", "The text of the rules says so."),
    Basis.PUBLIC: Message(
        "公開されているゲームの紹介にあります。", "Public descriptions of the game say so."
    ),
    Basis.RULING: Message(
        "文章にない、または読み方が分かれる点は、このサイトで決めています。",
        "Where the text is silent or unclear, Sekijun has decided.",
    ),
    Basis.DERIVED: Message(
        "ほかのルールから計算で分かることです。", "It follows from other rules by counting."
    ),
    Basis.HOUSE: Message(
        "ゲームのルールではなく、このサイトの決まりです。", "No rule of a game: this is how Sekijun works."
    ),
}


class Example(NamedTuple):
    """A sentence that the referee says for a rule: its message code and parameters."""

    code: str
    params: Mapping[str, Param]


def example(code: str, **params: Param) -> Example:
    """Write an example as a finding is written."""
    return Example(code, params)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule explained; `keys` are the keys of the ruleset with which a club can change it.

    `optional` are keys that a ruleset may leave out, with the value that it is then taken to have.
    """

    name: Message
    text: Message
    basis: tuple[Basis, ...]
    keys: tuple[str, ...] = ()
    optional: Mapping[str, object] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
