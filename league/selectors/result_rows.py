"""Confirmed results as rows that readers see: of a season by seat, of a player by table. Merges are resolved.

Hidden people have no rows, anonymised ones no name. Reads only; run it inside `snapshot()` for one consistent view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.models import Line, Player, Season, Submission, Table
from league.selectors.ladders import points_visible
from league.selectors.merges import merge_groups, merge_roots

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal

    from django.db.models import QuerySet

    from league.models import Club, RatingPoint, RatingRun


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


def season_of_club(*, club: Club, public_id: str) -> Season | None:
    """Return a season of the club."""
    return Season.objects.filter(club=club, public_id=public_id).first()


def player_of_club(*, club: Club, public_id: str) -> Player | None:
    """Return the player as whom `public_id` counts; None for a hidden one."""
    found = Player.objects.filter(club=club, public_id=public_id).first()
    if found is None:
        return None
    root = merge_roots(club_id=club.pk).get(found.pk, found.pk)
    player = found if root == found.pk else Player.objects.get(pk=root)
    return None if player.hidden else player


def season_results(*, season: Season) -> list[SeatRow]:
    """Return every visible seat of the season's confirmed tables, in the order of tables, in three queries."""
    roots = merge_roots(club_id=season.club_id)
    targets = Player.objects.in_bulk(set(roots.values()))
    rows = []
    for line in _season_lines(season):
        table = line.submission.table
        player = targets[roots[line.player_id]] if line.player_id in roots else line.player
        if table is None or player.hidden:
            continue
        rows.append(
            SeatRow(
                club_day=table.meeting.club_day,
                round=table.round,
                number=table.number,
                table_id=table.public_id,
                game=table.ruleset.game,
                seat=line.seat,
                name="" if player.anonymised_at else player.display_name,
                guest=line.guest or player.guest,
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
        .select_related("player", "submission__table__meeting", "submission__table__ruleset")
        .order_by(
            "submission__table__meeting__club_day",
            "submission__table__round",
            "submission__table__number",
            "submission__table",
            "position",
        )
    )


def player_results(*, player: Player, run: RatingRun | None) -> list[PlayerRow]:
    """Return the tables of a player that a run counts, in order, in three queries.

    Places and ratings are the run's; a total is shown while the confirmed report still says what the run counted.
    """
    points = points_visible(run).filter(player=player).order_by("order_key")
    group = merge_groups(merge_roots(club_id=player.club_id)).get(player.pk, {player.pk})
    lines = _lines_of(points.order_by().values("table"), group)
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
    tables: QuerySet[RatingPoint, Any], group: set[int]
) -> dict[int, tuple[int | None, Decimal | None, int | None]]:
    """Return seat, total and placement of a player (under all merged names) by table."""
    found = Line.objects.filter(
        player__in=group,
        submission__state=Submission.State.CONFIRMED,
        submission__table__state=Table.State.CONFIRMED,
        submission__table__in=tables,
    ).values_list("submission__table", "seat", "total", "placement")
    return {table: (seat, total, placement) for table, seat, total, placement in found if table is not None}
