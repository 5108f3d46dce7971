"""What has changed since a season was closed: who stands elsewhere now, and which corrections came later.

Compares figures of an archive with those of the ladder's current run. Names come from whoever the rows count as now;
who must not be seen is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from league.models import ActionLog, Line, SeasonArchive, Submission, Table
from league.selectors.placings import placings_now, placings_of
from league.selectors.players import persons_by_public_id

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from league.models import Ladder, Season
    from league.selectors.placings import Placing
    from league.selectors.players import People, Person

MOST_CORRECTIONS = 50
_TABLE_VERBS = ("void", "restore", "move", "mark_unfinished", "unmark_unfinished")
_REPORT_VERBS = ("submit", "confirm", "correct", "import")
_PEOPLE_VERBS = ("merge", "unmerge", "change")


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody who may be seen, with a place."""

    person: Person
    placing: Placing


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose row differs; `then` is None for a newcomer, `now` for who vanished.

    `merged` says that the row is gone since the record counts as another one now.
    """

    person: Person
    then: Placing | None
    now: Placing | None
    merged: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """One later change of the season. `table` is the table it was about, if it was about one."""

    at: datetime
    verb: str
    kind: str
    table: Table | None
    reason: str


def archives_latest(season: Season) -> dict[int, SeasonArchive]:
    """Return the last archive of each ladder of a season, by the ladder's key. One query."""
    rows = SeasonArchive.objects.filter(season=season).select_related("season", "ladder", "version")
    return {row.ladder_id: row for row in rows.order_by("number")}


def placed_rows(*, placings: Iterable[Placing], people: People) -> list[Placed]:
    """Return rows with the people they count as; hidden ones leave a gap. Two queries."""
    placings = list(placings)
    known = persons_by_public_id(people=people, public_ids={row.player for row in placings})
    return [Placed(known[row.player], row) for row in placings if row.player in known]


def rows_moved(*, archive: SeasonArchive, ladder: Ladder, people: People) -> list[Moved]:
    """Return every row that differs between an archive and the ladder now, by rank then, newcomers last.

    Three queries.
    """
    then = {row.player: row for row in placings_of(archive)}
    now = {row.player: row for row in placings_now(run=ladder.current_run, titles=archive.season.titles)}
    known = persons_by_public_id(people=people, public_ids={*then, *now})
    order = [*then, *(key for key in now if key not in then)]
    return [
        Moved(
            person=known[key],
            then=then.get(key),
            now=now.get(key),
            merged=key not in now and known[key].public_id != key,
        )
        for key in order
        if key in known and _shown(then.get(key)) != _shown(now.get(key))
    ]


def corrections_since(*, archive: SeasonArchive) -> list[Correction]:
    """Return the changes since the closing that touched the season, newest first, at most MOST_CORRECTIONS + 1."""
    season = archive.season
    closing = _closing(archive)
    if closing is None:
        return []
    found: list[ActionLog] = []
    for action in _candidates(archive, closing).iterator(chunk_size=200):
        if _concerns(action, season):
            found.append(action)
        if len(found) > MOST_CORRECTIONS:
            break
    reports = dict(
        Submission.objects.filter(
            public_id__in=[action.object_id for action in found if action.object_type == "submission"]
        ).values_list("public_id", "table__public_id")
    )
    about = [reports.get(action.object_id, action.object_id) for action in found]
    rows = Table.objects.filter(public_id__in=about, meeting__club=season.club_id).select_related("meeting")
    tables = {table.public_id: table for table in rows}
    return [
        Correction(
            at=action.at,
            verb=action.verb,
            kind=action.object_type,
            table=tables.get(key),
            reason=action.text.text.get("reason", "") if hasattr(action, "text") else "",
        )
        for action, key in zip(found, about, strict=True)
    ]


def _closing(archive: SeasonArchive) -> ActionLog | None:
    """Return the entry of the trail that tells of the closing: everything behind it came later."""
    closings = ActionLog.objects.filter(
        club=archive.season.club_id,
        object_type="season",
        object_id=archive.season.public_id,
        verb="close",
    )
    for action in closings.order_by("-sequence"):
        sealed = {row["content_hash"] for row in (action.new or {}).get("archives", ())}
        if archive.content_hash in sealed:
            return action
    return None


def _candidates(archive: SeasonArchive, closing: ActionLog) -> Any:  # noqa: ANN401 - a queryset with its relation joined
    """Return the later entries that can concern the season; the last word has `_concerns`."""
    season = archive.season
    tables = Table.objects.filter(meeting__season=season).values("public_id")
    reports = Submission.objects.filter(table__meeting__season=season).values("public_id")
    players = Line.objects.filter(
        submission__table__meeting__season=season, submission__state=Submission.State.CONFIRMED
    ).values("player__public_id")
    return (
        ActionLog.objects.filter(
            Q(object_type="table", verb__in=_TABLE_VERBS, object_id__in=tables)
            | Q(object_type="table", verb="move")
            | Q(object_type="submission", verb__in=_REPORT_VERBS, object_id__in=reports)
            | Q(object_type="meeting", verb__in=("assign", "move"))
            | Q(object_type="player", verb__in=_PEOPLE_VERBS, object_id__in=players)
            | Q(object_type="adjustment")
            | Q(object_type="season", verb="titles", object_id=season.public_id)
            | Q(object_type="ladder", verb="change", object_id=archive.ladder.public_id),
            club=season.club_id,
            sequence__gt=closing.sequence,
        )
        .select_related("text")
        .order_by("-sequence")
    )


def _concerns(action: ActionLog, season: Season) -> bool:
    """Say whether an entry changed something of the season: by what it says, where its object alone doesn't tell."""
    old, new = action.old or {}, action.new or {}
    match action.object_type, action.verb:
        case "table", "move":
            days = [old["club_day"], new["club_day"]]
            said = season.meetings.filter(club_day__in=days).exists()
        case "meeting", "assign":
            said = season.public_id in {old.get("season"), new.get("season")}
        case "meeting", _:
            said = season.meetings.filter(public_id=action.object_id).exists()
        case "submission", "submit":
            said = new.get("state") == Submission.State.CONFIRMED
        case "player", "change":
            said = old.get("guest") != new.get("guest")
        case "adjustment", _:
            said = new.get("season") == season.public_id
        case _:
            said = True
    return said


def _shown(placing: Placing | None) -> tuple[object, ...] | None:
    """Return the figures that are compared."""
    if placing is None:
        return None
    return placing.rank, placing.rating, placing.tables, placing.title
