"""What can be said of captured subjects and used abilities by their names alone.

Owns DG-10 (one owner), DG-18 (an ability belongs to a captured subject) and DG-19 (each ability
once). Knows no card: levels, conditions and effects stay unchecked, and the report says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.core.names import name_key
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from games.core.findings import Findings
    from games.core.node import Node
    from games.core.seating import SeatLine

_Names = Sequence[str | None]
_TWICE: Final = {
    (0, 0): "danmaku.ability_twice",
    (1, 1): "danmaku.ability_twice",
    (0, 1): "danmaku.ability_both",
}


@dataclass(slots=True)
class Holding:
    """The captured subjects of a seat and the abilities listed per page."""

    line: SeatLine
    captured: _Names | None
    pages: list[tuple[Node, _Names | None]]


def check(findings: Findings, holdings: Sequence[Holding]) -> None:
    """Check all seats together."""
    _check_owners(findings, holdings)
    for holding in holdings:
        _check_once(findings, holding)
        _check_owned(findings, holding)
    _mention_unchecked(findings, holdings)


def _check_owners(findings: Findings, holdings: Sequence[Holding]) -> None:
    """Every subject has at most one owner (DG-10)."""
    owner: dict[str, Holding] = {}
    for holding in holdings:
        for index, name in enumerate(holding.captured or ()):
            if name is None:
                continue
            first = owner.setdefault(name_key(name), holding)
            if first is holding:
                continue
            who = [first.line.who, holding.line.who]
            path = f"{holding.line.node.path}/captured/{index}"
            findings.error("DG-10", path, "danmaku.two_owners", name=clean_quote(name), who=who)
        _check_listed_once(findings, holding)


def _check_listed_once(findings: Findings, holding: Holding) -> None:
    seen: set[str] = set()
    for index, name in enumerate(holding.captured or ()):
        if name is None:
            continue
        if name_key(name) in seen:
            path = f"{holding.line.node.path}/captured/{index}"
            params = {"name": clean_quote(name), "who": holding.line.who}
            findings.error("DG-10", path, "danmaku.captured_twice", **params)
        seen.add(name_key(name))


def _check_once(findings: Findings, holding: Holding) -> None:
    """Each ability works at most once in the whole edit phase (DG-19)."""
    used: dict[str, int] = {}
    for number, (node, abilities) in enumerate(holding.pages):
        for index, name in enumerate(abilities or ()):
            if name is None:
                continue
            key = name_key(name)
            if key in used:
                findings.error(
                    "DG-19", f"{node.path}/abilities/{index}", _TWICE[used[key], number],
                    who=holding.line.who, name=clean_quote(name), page=number,
                )  # fmt: skip
            used.setdefault(key, number)


def _check_owned(findings: Findings, holding: Holding) -> None:
    """Every ability used belongs to a subject that the player captured (DG-18)."""
    if holding.captured is None or None in holding.captured:
        return
    owned = {name_key(name) for name in holding.captured if name is not None}
    for number, (node, abilities) in enumerate(holding.pages):
        for index, name in enumerate(abilities or ()):
            if name is not None and name_key(name) not in owned:
                findings.error(
                    "DG-18", f"{node.path}/abilities/{index}", "danmaku.ability_not_owned",
                    who=holding.line.who, name=clean_quote(name), page=number,
                )  # fmt: skip


def _mention_unchecked(findings: Findings, holdings: Sequence[Holding]) -> None:
    """Say once what the cards would still tell (DG-6, DG-18)."""
    if any(holding.captured for holding in holdings):
        findings.info("DG-6", "/seats", "danmaku.captures_unchecked")
    if any(abilities for holding in holdings for _, abilities in holding.pages):
        findings.info("DG-18", "/seats", "danmaku.abilities_unchecked")
