"""Confirmed results as rows that readers see: of a season by seat, of a player by table. Merges are resolved.

Hidden people have no rows, anonymised ones no name. Reads only; run it inside `snapshot()` for one consistent view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.models import Line, Submission, Table
from league.selectors.ladders import points_visible
from league.selectors.players import people_of, persons_by_record

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal

    from django.db.models import QuerySet

    from league.models import RatingPoint, RatingRun, Season
    from league.selectors.players import PersonRecords


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a confirmed result. `name` is empty for an anonymised player."""

    club_day: date
    round: int
    number: int
    table_id: str
    game: str
    seat: int | None
    name: str
    guest: bool
    participation: str
    total: Decimal | None
    placement: int | None


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One rated table of a player in a run. Ratings are thousandths; `total` is empty where only places are known."""

    club_day: str
    round: int
    number: int
    table_id: str
    game: str
    seat: int | None
    total: Decimal | None
    placement: int
    before: int
    after: int


def season_results(*, season: Season) -> list[SeatRow]:
    """Return every visible seat of the season's confirmed tables, in the order of tables, in four queries."""
    lines = list(_season_lines(season))
    people = people_of(club_id=season.club_id)
    persons = persons_by_record(people=people, records={line.player_id for line in lines})
    rows = []
    for line in lines:
        table, person = line.submission.table, persons.get(line.player_id)
        if table is None or person is None:
            continue
        rows.append(
            SeatRow(
                club_day=table.meeting.club_day,
                round=table.round,
                number=table.number,
                table_id=table.public_id,
                game=table.ruleset.game,
                seat=line.seat,
                name=person.name,
                guest=line.guest or person.guest,
                participation=line.participation,
                total=line.total,
                placement=line.placement,
            )
        )
    return rows


def _season_lines(season: Season) -> QuerySet[Line]:
    return (
        Line.objects.filter(
            submission__state=Submission.State.CONFIRMED,
            submission__table__state=Table.State.CONFIRMED,
            submission__table__meeting__season=season,
        )
        .select_related("submission__table__meeting", "submission__table__ruleset")
        .order_by(
            "submission__table__meeting__club_day",
            "submission__table__round",
            "submission__table__number",
            "submission__table",
            "position",
        )
    )


def player_results(*, player: PersonRecords, run: RatingRun | None) -> list[PlayerRow]:
    """Return the tables of a person that a run counts, in order, in two queries.

    A run that is older than a merge knows the person by several rows, but by one at each table. Places and ratings
    are the run's; a total is shown while the confirmed report still says what the run counted.
    """
    points = points_visible(run).filter(player__in=player.records).order_by("order_key")
    lines = _lines_of(points.order_by().values("table"), player.records)
    rows = []
    for table_pk, table_id, game, key, placement, before, after in points.values_list(
        "table_id", "table__public_id", "table__ruleset__game", "order_key", "placement", "before", "after"
    ):
        day, round_, number = key.split("/")
        seat, total, now_placed = lines.get(table_pk, (None, None, None))
        rows.append(
            PlayerRow(
                club_day=day,
                round=int(round_),
                number=int(number),
                table_id=table_id,
                game=game,
                seat=seat,
                total=total if now_placed == placement else None,
                placement=placement,
                before=before,
                after=after,
            )
        )
    return rows


def _lines_of(
    tables: QuerySet[RatingPoint, Any], records: frozenset[int]
) -> dict[int, tuple[int | None, Decimal | None, int | None]]:
    """Return seat, total and placement of a person by table, under whatever name they were typed."""
    found = Line.objects.filter(
        player__in=records,
        submission__state=Submission.State.CONFIRMED,
        submission__table__state=Table.State.CONFIRMED,
        submission__table__in=tables,
    ).values_list("submission__table", "seat", "total", "placement")
    return {table: (seat, total, placement) for table, seat, total, placement in found if table is not None}
