"""Help cards as dealt: reading them from a seat, and that there are enough (DG-3).

Owns what a report and a record have in common about them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.core.findings import Findings
    from games.core.node import Node

_KEYS: Final = frozenset({"untapped", "tapped"})


def read_help(node: Node) -> tuple[int | None, int | None]:
    """Read the dealt help cards of a seat; never negative (DG-3)."""
    cards = node.child("help")
    if cards is None:
        return None, None
    cards.only(_KEYS)
    numbers = []
    for state in ("untapped", "tapped"):
        number = cards.integer(state)
        if number is not None and number < 0:
            node.findings.error(
                "DG-3", f"{cards.path}/{state}", "danmaku.help_negative",
                who=node.where, field=state, given=number,
            )  # fmt: skip
            number = None
        numbers.append(number)
    return numbers[0], numbers[1]


def check_supply(findings: Findings, dealt: int, supply: int) -> None:
    """The dealt help cards can't be more than there are (DG-3)."""
    if dealt > supply:
        findings.error("DG-3", "/seats", "danmaku.help_sum", given=dealt, limit=supply)
