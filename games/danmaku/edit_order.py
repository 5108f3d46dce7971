"""Edit order and placements (DG-17, DG-20).

Owns which order counts: the reported one, or one that the ruleset computes. The placement law
itself is in `games.core.placement`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.core.placement import Entrant, TieRules, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from games.core.findings import Findings
    from games.core.seating import SeatLine, Table
    from games.danmaku.rules import DanmakuRules

_OPEN: Final = TieRules(
    rule="DG-20",
    tie_rule="DG-20",
    open_ties=True,
    decided_code="danmaku.tie_by_edit_order",
    implied_code="danmaku.order_implied",
)
_SIMULTANEOUS: Final = TieRules(rule="DG-20", tie_rule="DG-20", open_ties=False)


@dataclass(frozen=True, slots=True)
class Editor:
    """What decides about one seat: reported order, number of captures, total."""

    line: SeatLine
    order: int | None
    captured: int | None
    total: int | None


ORDER_KEYS: Final[dict[str, Callable[[int, int], tuple[int, int]]]] = {
    "seat": lambda seat, _captured: (seat, 0),
    "reverse_seat": lambda seat, _captured: (-seat, 0),
    "captures_desc": lambda seat, captured: (-captured, seat),
    "captures_asc": lambda seat, captured: (captured, seat),
}


def effective(table: Table, editors: Sequence[Editor], rules: DanmakuRules) -> dict[int, int | None]:
    """Check the reported orders (DG-17); return the order that counts, by position.

    What was reported happened, so a contradicted computed order counts no more.
    """
    reported = {editor.line.position: editor.order for editor in editors}
    _check_values(table, editors)
    if rules.edit_order == "simultaneous":
        _warn_simultaneous(table.findings, editors)
        return reported
    computed = _computed(editors, rules)
    if computed is None:
        return reported
    wrong = [e for e in editors if e.order not in (None, computed[e.line.position])]
    for editor in wrong:
        table.findings.warning(
            "DG-17", f"{editor.line.node.path}/edit_order", "danmaku.order_differs",
            who=editor.line.who, given=editor.order, right=computed[editor.line.position],
        )  # fmt: skip
    return reported if wrong else dict(computed)


def placements(
    table: Table,
    editors: Sequence[Editor],
    orders: Mapping[int, int | None],
    rules: DanmakuRules,
) -> dict[int, int | None]:
    """Check and complete the placements (DG-20)."""
    if not table.whole:
        return {editor.line.position: editor.line.placement for editor in editors}
    simultaneous = rules.edit_order == "simultaneous"
    entrants = [
        Entrant(
            line=editor.line,
            strength=editor.total,
            total=editor.total,
            order=None if simultaneous else orders[editor.line.position],
        )
        for editor in editors
    ]
    return settle(table.findings, entrants, _SIMULTANEOUS if simultaneous else _OPEN)


def _check_values(table: Table, editors: Sequence[Editor]) -> None:
    """Values are distinct and within 1..n, so a full set is a permutation (DG-17)."""
    first: dict[int, SeatLine] = {}
    for editor in editors:
        order, line = editor.order, editor.line
        if order is None:
            continue
        path = f"{line.node.path}/edit_order"
        if not 1 <= order <= table.count:
            table.findings.error(
                "DG-17", path, "danmaku.order_range", who=line.who, given=order, high=table.count
            )
        elif first.setdefault(order, line) is not line:
            who = [first[order].who, line.who]
            table.findings.error("DG-17", path, "danmaku.order_twice", who=who, given=order)


def _warn_simultaneous(findings: Findings, editors: Sequence[Editor]) -> None:
    ordered = [editor for editor in editors if editor.order is not None]
    if ordered:
        findings.warning(
            "DG-17", f"{ordered[0].line.node.path}/edit_order", "danmaku.order_simultaneous",
            who=[editor.line.who for editor in ordered],
        )  # fmt: skip


def _computed(editors: Sequence[Editor], rules: DanmakuRules) -> dict[int, int] | None:
    """Return the order that the ruleset computes, if it does and all it needs is known."""
    key = ORDER_KEYS.get(rules.edit_order)
    needs_captures = rules.edit_order.startswith("captures")
    ranked: list[tuple[tuple[int, int], int]] = []
    for editor in editors:
        seat = editor.line.seat
        if key is None or seat is None or (needs_captures and editor.captured is None):
            return None
        ranked.append((key(seat, editor.captured or 0), editor.line.position))
    return {position: order for order, (_, position) in enumerate(sorted(ranked), start=1)}
