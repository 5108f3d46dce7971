"""Seats that weren't played to the end: which tables they keep out of seat statistics, and a person's list of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef

from league.models import Line, Submission, Table

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from django.db.models.expressions import Combinable

MOST_APART = 20


@dataclass(frozen=True, slots=True)
class TableApart:
    """A table that somebody didn't play to the end."""

    public_id: str
    club_day: date
    round: int
    number: int
    participation: str


def played_out(table: str) -> Combinable:
    """Return the condition that everybody played to the end; `table` names the rows' reference to the table.

    Only such tables count in statistics of seats: who leaves changes the odds of everybody who stays.
    """
    apart = Line.objects.filter(
        submission__table=OuterRef(table), submission__state=Submission.State.CONFIRMED
    ).exclude(participation=Line.Participation.FULL)
    return ~Exists(apart)


def tables_apart(records: Collection[int]) -> tuple[TableApart, ...]:
    """Return the last tables that a person, by all their records, didn't play to the end. One query."""
    rows = (
        Line.objects.filter(
            player__in=records,
            submission__state=Submission.State.CONFIRMED,
            submission__table__state=Table.State.CONFIRMED,
        )
        .exclude(participation=Line.Participation.FULL)
        .order_by(
            "-submission__table__meeting__club_day",
            "-submission__table__round",
            "-submission__table__number",
        )
        .values_list(
            "submission__table__public_id",
            "submission__table__meeting__club_day",
            "submission__table__round",
            "submission__table__number",
            "participation",
        )
    )
    return tuple(TableApart(*row) for row in rows[:MOST_APART])
