"""What has changed since a season was closed: who stands elsewhere now, and which corrections came later.

Compares figures of an archive with those of the ladder's current run. Names come from whoever the rows count as now;
who must not be seen is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from league.models import (
    ActionLog,
    Adjustment,
    Line,
    Meeting,
    PlayerMerge,
    SeasonArchive,
    Submission,
    Table,
)
from league.selectors.placings import placings_now, placings_of
from league.selectors.players import persons_by_public_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from league.models import Ladder, Season
    from league.selectors.placings import Placing
    from league.selectors.players import People, Person

MOST_CORRECTIONS = 50
MOST_CANDIDATES = 2_000
_TABLE_VERBS = ("void", "restore", "mark_unfinished", "unmark_unfinished")
_REPORT_VERBS = ("submit", "confirm", "correct", "import")


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


@dataclass(frozen=True, slots=True)
class Corrections:
    """Later changes, newest first; `more` says that there are others, `cut` that not all were looked through."""

    listed: tuple[Correction, ...]
    more: bool
    cut: bool


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


def corrections_since(*, archives: Sequence[SeasonArchive]) -> dict[int, Corrections]:
    """Return the changes behind the closing of each of a season's archives, by the archive's key.

    Eight queries, however many archives there are and however much has changed elsewhere.
    """
    closed_at = _closings(archives)
    if not closed_at:
        return {}
    season = archives[0].season
    candidates = list(_candidates(season, after=min(closed_at.values()))[: MOST_CANDIDATES + 1])
    then = _Then(season) if candidates else None
    told = [action for action in candidates[:MOST_CANDIDATES] if then and then.concerns(action)]
    found = {
        archive.pk: [action for action in told if _is_about(action, archive, closed_at[archive.pk])]
        for archive in archives
        if archive.pk in closed_at
    }
    tables = _tables_of(
        [action for actions in found.values() for action in actions[:MOST_CORRECTIONS]], season=season
    )
    return {
        key: Corrections(
            tuple(_correction(action, tables) for action in actions[:MOST_CORRECTIONS]),
            more=len(actions) > MOST_CORRECTIONS,
            cut=len(candidates) > MOST_CANDIDATES and candidates[-1].sequence > closed_at[key],
        )
        for key, actions in found.items()
    }


def _closings(archives: Sequence[SeasonArchive]) -> dict[int, int]:
    """Return, by archive, the place of the entry that tells of its closing: everything behind it came later."""
    if not archives:
        return {}
    season = archives[0].season
    told = ActionLog.objects.filter(
        club=season.club_id, object_type="season", object_id=season.public_id, verb="close"
    )
    sealed = {
        row["content_hash"]: action.sequence
        for action in told.order_by("sequence")
        for row in (action.new or {}).get("archives", ())
    }
    return {
        archive.pk: sealed[archive.content_hash] for archive in archives if archive.content_hash in sealed
    }


def _candidates(season: Season, *, after: int) -> QuerySet[ActionLog]:
    """Return the later entries that can concern a season, newest first; the last word has `_Then`."""
    tables = Table.objects.filter(meeting__season=season).values("public_id")
    reports = Submission.objects.filter(table__meeting__season=season).values("public_id")
    guest_flipped = Q(old__guest=True, new__guest=False) | Q(old__guest=False, new__guest=True)
    return (
        ActionLog.objects.filter(
            Q(object_type="table", verb__in=_TABLE_VERBS, object_id__in=tables)
            | Q(object_type="table", verb="move")
            | Q(object_type="submission", verb__in=_REPORT_VERBS, object_id__in=reports)
            | Q(object_type="meeting", verb__in=("assign", "move"))
            | Q(object_type="player", verb__in=("merge", "unmerge"))
            | Q(guest_flipped, object_type="player", verb="change")
            | Q(object_type="adjustment", new__season=season.public_id)
            | Q(object_type="season", verb="titles", object_id=season.public_id)
            | Q(object_type="ladder", verb="change"),
            club=season.club_id,
            sequence__gt=after,
        )
        .select_related("text")
        .order_by("-sequence")
    )


class _Then:
    """What belonged to a season at the time of an entry: read as it is now, and walked back entry by entry.

    So an evening that has moved on is still known by the day on which one of its tables moved, and a record by whom it
    counted as when that one became a guest.
    """

    def __init__(self, season: Season) -> None:
        """Read the evenings of the club, the records of the season, and who counts as whom. Four queries."""
        self._season = season.public_id
        evenings = Meeting.objects.filter(club=season.club_id).order_by()
        rows = list(evenings.values_list("public_id", "club_day", "season"))
        self._days = {public_id: day.isoformat() for public_id, day, _ in rows}
        self._evenings = {public_id for public_id, _, key in rows if key == season.pk}
        lines = Line.objects.filter(
            submission__table__meeting__season=season, submission__state=Submission.State.CONFIRMED
        )
        adjusted = Adjustment.objects.filter(season=season)
        self._records = {
            *lines.order_by().values_list("player__public_id", flat=True).distinct(),
            *adjusted.order_by().values_list("player__public_id", flat=True).distinct(),
        }
        merges = PlayerMerge.objects.filter(club=season.club_id, undone_at__isnull=True)
        self._links = dict(merges.values_list("source__public_id", "target__public_id"))

    def concerns(self, action: ActionLog) -> bool:
        """Say whether an entry changed something of the season, and go back behind it: ask from the newest on."""
        old, new, key = action.old or {}, action.new or {}, action.object_id
        match action.object_type, action.verb:
            case "table", "move":
                days = {self._days[evening] for evening in self._evenings}
                said = not days.isdisjoint((old["club_day"], new["club_day"]))
            case "meeting", "assign":
                said = self._reassigned(key, old.get("season"), new.get("season"))
            case "meeting", _:
                said = key in self._evenings
                self._days[key] = old["club_day"]
            case "submission", "submit":
                said = new.get("state") == Submission.State.CONFIRMED
            case "player", "merge":
                said = any(key in self._chain(record) for record in self._records)
                self._links.pop(key, None)
            case "player", "unmerge":
                self._links[key] = old["target"]
                said = any(key in self._chain(record) for record in self._records)
            case "player", _:
                said = any(self._chain(record)[-1] == key for record in self._records)
            case _:
                said = True
        return said

    def _reassigned(self, evening: str, old: str | None, new: str | None) -> bool:
        if new == self._season:
            self._evenings.discard(evening)
        if old == self._season and evening in self._days:
            self._evenings.add(evening)
        return self._season in {old, new}

    def _chain(self, record: str) -> list[str]:
        """Return a record and all that it counts as, the last one being the person."""
        chain = [record]
        while (following := self._links.get(chain[-1])) is not None and following not in chain:
            chain.append(following)
        return chain


def _is_about(action: ActionLog, archive: SeasonArchive, closed_at: int) -> bool:
    other_ladder = action.object_type == "ladder" and action.object_id != archive.ladder.public_id
    return action.sequence > closed_at and not other_ladder


def _tables_of(actions: Sequence[ActionLog], *, season: Season) -> dict[str, Table]:
    """Return the tables that entries are about, by the entry's object. Two queries."""
    ids = {action.object_id for action in actions if action.object_type in {"table", "submission"}}
    reports = Submission.objects.filter(public_id__in=ids, table__meeting__club=season.club_id)
    by_report = dict(reports.values_list("public_id", "table__public_id"))
    rows = Table.objects.filter(public_id__in={*ids, *by_report.values()}, meeting__club=season.club_id)
    tables = {table.public_id: table for table in rows.select_related("meeting")}
    return tables | {report: tables[table] for report, table in by_report.items() if table in tables}


def _correction(action: ActionLog, tables: Mapping[str, Table]) -> Correction:
    return Correction(
        at=action.at,
        verb=action.verb,
        kind=action.object_type,
        table=tables.get(action.object_id),
        reason=action.text.text.get("reason", "") if hasattr(action, "text") else "",
    )


def _shown(placing: Placing | None) -> tuple[object, ...] | None:
    """Return the figures that are compared."""
    if placing is None:
        return None
    return placing.rank, placing.rating, placing.tables, placing.title
