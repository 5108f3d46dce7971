"""The final score of a seat: what its total is worth once places are known (GN-6).

Owns the arithmetic, exact in fractions, and checking a final score that was reported.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from games.core.node import INT_LIMIT
from games.core.placement import shared_places
from games.generic.rules import DECIMAL_PLACES, SMALLEST_STEP
from games.generic.totals import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.seating import SeatLine, Table
    from games.generic.rules import FinalScore, GenericRules

_LONGEST: Final = 20


def read_finals(
    table: Table,
    totals: Sequence[Decimal | None],
    places: Mapping[int, int | None],
    rules: GenericRules,
) -> dict[int, str]:
    """Return the final score by position in the report, and compare those that were reported.

    There are none while a total or a place is missing, and none of a table that was broken off.
    """
    reported = {line.position: line.node.decimal("final") for line in table.lines}
    if rules.final is None:
        _refuse(table)
        return {}
    known = [place for place in places.values() if place is not None]
    if not table.finished or None in totals or not _placed(known, table, rules.final):
        return {}
    result: dict[int, str] = {}
    for line, total in zip(table.lines, totals, strict=True):
        place = places[line.position]
        if total is None or place is None:
            continue
        exact = final_score(total, place, known.count(place), rules)
        result[line.position] = written(rounded(exact))
        _compare(line, reported[line.position], exact)
    return result


def final_score(total: Decimal, place: int, sharing: int, rules: GenericRules) -> Fraction:
    """Return (total − return) / unit + uma; those who share places share their uma (GN-6)."""
    final = rules.final
    assert final is not None  # noqa: S101 - only asked for where the ruleset has one
    ahead = Fraction(total) - final.points_returned
    uma = sum(final.uma[place - 1 : place - 1 + sharing], Fraction(0)) / sharing
    return (ahead if rules.higher_wins else -ahead) / final.unit + uma


def rounded(exact: Fraction) -> Decimal:
    """Return a fraction to four decimal places, half to even."""
    return Decimal(round(exact * 10**DECIMAL_PLACES)).scaleb(-DECIMAL_PLACES)


def _placed(known: Sequence[int], table: Table, final: FinalScore) -> bool:
    """Whether every seat has a place that can be, and there is uma for each."""
    return (
        table.whole
        and len(known) == table.count == len(final.uma)
        and list(known) == shared_places([-place for place in known])
    )


def _compare(line: SeatLine, given: Decimal | None, exact: Fraction) -> None:
    """Refuse a reported final score that isn't the exact one rounded to the decimals it is given with."""
    if given is None or (abs(given) <= INT_LIMIT and _rounds_to(given, exact)):
        return
    shown = str(given)
    line.node.findings.error(
        "GN-6", f"{line.node.path}/final", "generic.final",
        who=line.who, right=written(rounded(exact)), given=shown if len(shown) <= _LONGEST else "…",
    )  # fmt: skip


def _rounds_to(given: Decimal, exact: Fraction) -> bool:
    exponent = given.as_tuple().exponent
    decimals = min(-exponent, DECIMAL_PLACES) if isinstance(exponent, int) and exponent < 0 else 0
    # Cut to four places first: a fraction with millions of digits would take for ever.
    near = Fraction(given.quantize(SMALLEST_STEP))
    return abs(near - exact) <= Fraction(1, 2 * 10**decimals)


def _refuse(table: Table) -> None:
    for line in table.lines:
        if line.node.data.get("final") is not None:
            table.findings.error("GN-6", f"{line.node.path}/final", "generic.final_unused", who=line.who)
