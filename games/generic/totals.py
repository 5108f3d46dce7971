"""Totals of a generic report: reading them, whether all are there, and their sum.

Owns GN-2, GN-3 and GN-5. Who is ahead of whom is settled in `referee`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from games.core.node import INT_LIMIT
from games.core.seating import tell_stopped
from games.generic.rules import DECIMAL_PLACES, SMALLEST_STEP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.seating import SeatLine, Table
    from games.generic.rules import GenericRules


def written(value: Decimal) -> str:
    """Return a number as people write it: 100000, not 1E+5."""
    return f"{value.normalize():f}" if value else "0"


def read_total(line: SeatLine, rules: GenericRules) -> Decimal | None:
    """Read a total within its bounds and steps (GN-2)."""
    raw = line.node.data.get("total")
    if type(raw) is int and -INT_LIMIT <= raw <= INT_LIMIT:
        return _within(Decimal(raw), line, rules)
    total = line.node.decimal("total")
    if total is None:
        return None
    # First the widest bounds: of a number with a huge exponent nothing else may be asked.
    if not -INT_LIMIT <= total <= INT_LIMIT:
        line.node.findings.error(
            "GN-2", f"{line.node.path}/total", "generic.total_range", who=line.who, limit=INT_LIMIT
        )
        return None
    plain = _plain(total, line)
    return None if plain is None else _within(plain, line, rules)


def _plain(total: Decimal, line: SeatLine) -> Decimal | None:
    """Return the number without trailing zeros and exponent, None (and a finding) when it has too many decimals."""
    if not total:
        return Decimal(0)
    rounded = total.quantize(SMALLEST_STEP)
    if rounded == total:
        return total.quantize(Decimal(1)) if total == total.to_integral_value() else rounded.normalize()
    line.node.findings.error(
        "GN-2", f"{line.node.path}/total", "generic.total_places", who=line.who, limit=DECIMAL_PLACES
    )
    return None


def _within(total: Decimal, line: SeatLine, rules: GenericRules) -> Decimal | None:
    if not rules.total_low <= total <= rules.total_high:
        line.node.findings.error(
            "GN-2", f"{line.node.path}/total", "generic.total_bounds",
            who=line.who, low=written(rules.total_low), high=written(rules.total_high), given=written(total),
        )  # fmt: skip
        return None
    if total % rules.step:
        line.node.findings.error(
            "GN-2", f"{line.node.path}/total", "generic.total_step",
            who=line.who, step=written(rules.step), given=written(total),
        )  # fmt: skip
        return None
    return total


def check_complete(table: Table, totals: Sequence[Decimal | None], rules: GenericRules) -> None:
    """Ask for totals or placements as the ruleset wants them (GN-3).

    An unfinished table may lack them, and so may whoever stopped before the end.
    """
    if rules.results == "places":
        _check_places_only(table)
        return
    placed = all(line.placement is not None or line.stopped for line in table.lines)
    if None not in totals or (placed and rules.results == "either"):
        return
    wanted = "total" if rules.results == "totals" else "total_either"
    for line, total in zip(table.lines, totals, strict=True):
        if total is None and line.node.data.get("total") is None:
            _missing(table, line, wanted)


def _check_places_only(table: Table) -> None:
    for line in table.lines:
        if line.node.data.get("total") is not None:
            path = f"{line.node.path}/total"
            table.findings.error("GN-3", path, "generic.total_unwanted", who=line.who)
        if line.placement is None and line.node.data.get("placement") is None:
            _missing(table, line, "placement")


def _missing(table: Table, line: SeatLine, what: str) -> None:
    if not table.expects(line):
        code = "generic.placement_later" if what == "placement" else "generic.total_later"
        if not tell_stopped(line):
            table.findings.info("GN-3", line.node.path, code, who=line.who)
        return
    codes = {
        "total": "generic.total_needed",
        "total_either": "generic.total_missing",
        "placement": "generic.placement_missing",
    }
    table.findings.error("GN-3", line.node.path, codes[what], who=line.who)


def check_sum(table: Table, totals: Sequence[Decimal | None], rules: GenericRules) -> None:
    """Compare the sum of all totals with the fixed one (GN-5); of an unfinished table it is only noted."""
    known = [total for total in totals if total is not None]
    if rules.total_sum is None or len(known) < table.count or not known:
        return
    off = sum(known, Decimal(0)) - rules.total_sum
    if not off:
        return
    report = table.findings.error if table.finished else table.findings.info
    report(
        "GN-5", "/seats", "generic.sum_over" if off > 0 else "generic.sum_short",
        right=written(rules.total_sum), given=written(rules.total_sum + off), difference=written(abs(off)),
    )  # fmt: skip
