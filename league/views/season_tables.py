"""A season's ladders on its page: the first rows while it is open; once it is closed, what was put away and errata."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from league.ratings.parameters import POINTS, PointsParameters
from league.selectors.errata import (
    MOST_CANDIDATES,
    Corrections,
    archives_latest,
    corrections_since,
    placed_rows,
    rows_moved,
)
from league.selectors.placings import placings_now, placings_of
from league.selectors.season_ladders import ladder_owes, season_ladders
from league.templatetags.sekijun import (
    MINUS,
    club_day_long,
    club_time,
    club_time_long,
    digest_short,
    place,
    points_aligned,
    season_points,
)
from league.views.imprint import imprint
from league.views.ladder_words import which_tables_count
from league.views.table import title_of_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from league.models import Ladder, LadderVersion, Season, SeasonArchive
    from league.selectors.errata import Correction, Moved, Placed
    from league.selectors.placings import Placing
    from league.selectors.players import People, Person
    from league.views.access import Visit

TOP_ROWS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's place in words."""

    person: Person
    rank: int
    title: str
    value: str
    tables: int
    counted: int
    adjustment: str
    qualified: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed for somebody: (what, then, now) for each figure; `word` where a whole row came or went."""

    person: Person
    word: str
    figures: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Later:
    """A later change in words; the reason is for members."""

    at: datetime
    at_text: str
    what: str
    table_id: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Frozen:
    """Where a frozen table comes from, and what is different now.

    `comparable` says whether the ladder still counts what the table shows.
    """

    at_text: str
    at: datetime
    revision: int
    number: int
    digest: str
    digest_short: str
    content_hash: str
    comparable: bool
    differences: tuple[Difference, ...]
    later: tuple[Later, ...]
    more_later: bool
    maybe_more: str


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """One ladder of the season; `best` says that not all tables of everybody count."""

    ladder_id: str
    name: str
    rule: str
    points: bool
    adjusted: bool
    best: bool
    rows: tuple[Row, ...]
    more: int
    computing: bool
    frozen: Frozen | None
    computed: Mapping[str, Any]


def season_tables(*, seen_by: Visit, season: Season, people: People, reasons: bool) -> list[SeasonTable]:
    """Return the ladders of a season. `reasons` says whether those of adjustments may be read, too."""
    archives = archives_latest(season) if season.closed_at else {}
    later = corrections_since(archives=list(archives.values()))
    current = {ladder.pk: ladder for ladder in season_ladders(club=seen_by.club, season_id=season.public_id)}
    return [
        _frozen_table(
            seen_by,
            archives[key],
            current.get(key),
            people,
            later=later.get(archives[key].pk, Corrections((), more=False, cut=False)),
            reasons=reasons,
        )
        if key in archives
        else _open_table(seen_by, current[key], season, people)
        for key in sorted({*archives, *current})
    ]


def titles_told(season: Season) -> list[tuple[str, str]]:
    """Return (place, title) of the titles of a season."""
    return [(place(rank), title) for rank, title in enumerate(season.titles, start=1)]


def _open_table(seen_by: Visit, ladder: Ladder, season: Season, people: People) -> SeasonTable:
    rows = placed_rows(placings=placings_now(run=ladder.current_run, titles=season.titles), people=people)
    table = _table(ladder, _version(ladder), rows[:TOP_ROWS])
    computed = imprint(ladder, ladder.current_run, zone=seen_by.club.timezone)
    more = max(0, len(rows) - TOP_ROWS)
    return replace(table, more=more, computing=ladder_owes(ladder), computed=computed)


def _frozen_table(
    seen_by: Visit,
    archive: SeasonArchive,
    ladder: Ladder | None,
    people: People,
    *,
    later: Corrections,
    reasons: bool,
) -> SeasonTable:
    """Return what was put away. `ladder` is None when it counts other seasons by now."""
    rows = placed_rows(placings=placings_of(archive), people=people)
    points = archive.version.formula == POINTS
    comparable = ladder is not None and _version(ladder).formula == archive.version.formula
    moved = rows_moved(archive=archive, ladder=ladder, people=people) if ladder and comparable else []
    zone, member = seen_by.club.timezone, seen_by.role is not None
    frozen = Frozen(
        at=archive.closed_at,
        at_text=club_time_long(archive.closed_at, zone),
        revision=archive.revision,
        number=archive.number,
        digest=archive.digest,
        digest_short=digest_short(archive.digest),
        content_hash=archive.content_hash,
        comparable=comparable,
        differences=tuple(_difference(entry, points=points) for entry in moved),
        later=tuple(
            _later(entry, zone, told=reasons if entry.kind == "adjustment" else member)
            for entry in later.listed
        ),
        more_later=later.more,
        maybe_more=_looked_through() if later.cut and not later.more else "",
    )
    computing = ladder is not None and ladder_owes(ladder)
    return replace(_table(archive.ladder, archive.version, rows), computing=computing, frozen=frozen)


def _looked_through() -> str:
    return gettext(
        "Only the newest {count} changes of the club were looked through; there may be more."
    ).format(count=MOST_CANDIDATES)


def _version(ladder: Ladder) -> LadderVersion:
    """Return the version that the ladder's rows come from: the current one may wait for its first run."""
    version = ladder.current_run.version if ladder.current_run else ladder.current_version
    assert version is not None  # noqa: S101 - a ladder of a season has the version that says so
    return version


def _table(ladder: Ladder, version: LadderVersion, rows: Sequence[Placed]) -> SeasonTable:
    points = version.formula == POINTS
    placings = [entry.placing for entry in rows]
    values = (
        points_aligned([placing.rating for placing in placings])
        if points
        else [_value(placing, points=False) for placing in placings]
    )
    adjustments = points_aligned([placing.adjustment for placing in placings], signed=True)
    return SeasonTable(
        ladder_id=ladder.public_id,
        name=ladder.name,
        rule=_rule(version) if points else "",
        points=points,
        adjusted=any(placing.adjustment for placing in placings),
        best=points and any(placing.counted != placing.tables for placing in placings),
        rows=tuple(map(_row, rows, values, adjustments)),
        more=0,
        computing=False,
        frozen=None,
        computed={},
    )


def _rule(version: LadderVersion) -> str:
    """Return in words which tables make the points."""
    first, *more = which_tables_count(PointsParameters.from_json(version.parameters))
    return gettext("{first} {second}").format(first=first, second=more[0]) if more else first


def _row(entry: Placed, value: str, adjustment: str) -> Row:
    placing = entry.placing
    return Row(
        person=entry.person,
        rank=placing.rank,
        title=placing.title,
        value=value,
        tables=placing.tables,
        counted=placing.counted,
        adjustment=adjustment if placing.adjustment else "",
        qualified=placing.qualified,
    )


def _value(placing: Placing, *, points: bool) -> str:
    if points:
        return season_points(placing.rating)
    return f"{Decimal(placing.rating).scaleb(-3):.3f}".replace("-", MINUS)


def _difference(entry: Moved, *, points: bool) -> Difference:
    if entry.then is None or entry.now is None:
        return Difference(entry.person, _came_or_went(entry, points=points), ())
    then, now = entry.then, entry.now
    value = gettext("Points") if points else gettext("Rating")
    figures = (
        (gettext("Rank"), place(then.rank), place(now.rank)),
        (value, _value(then, points=points), _value(now, points=points)),
        (gettext("Tables"), str(then.tables), str(now.tables)),
        (gettext("Title"), then.title or "–", now.title or "–"),
    )
    return Difference(entry.person, "", tuple(figure for figure in figures if figure[1] != figure[2]))


def _came_or_went(entry: Moved, *, points: bool) -> str:
    if entry.now is not None:
        words = gettext("new in the standings: {rank}, {value}")
        return words.format(rank=place(entry.now.rank), value=_value(entry.now, points=points))
    then = entry.then
    assert then is not None  # noqa: S101 - a row is in one of the two
    words = (
        gettext("{rank} then; this record counts as another one now")
        if entry.merged
        else gettext("{rank} then; no longer in the standings")
    )
    return words.format(rank=place(then.rank))


def _later(entry: Correction, zone: str, *, told: bool) -> Later:
    table = entry.table
    return Later(
        at=entry.at,
        at_text=club_time(entry.at, zone),
        what=_deed(entry),
        table_id=table.public_id if table else "",
        place=f"{club_day_long(table.meeting.club_day)} {title_of_place(table.round, table.number)}"
        if table
        else "",
        reason=entry.reason if told else "",
    )


def _deed(entry: Correction) -> str:
    return {
        ("table", "void"): gettext("Declared void"),
        ("table", "restore"): gettext("Restored"),
        ("table", "move"): gettext("Moved to another place"),
        ("table", "mark_unfinished"): gettext("Marked as broken off"),
        ("table", "unmark_unfinished"): gettext("Marked as finished"),
        ("submission", "submit"): gettext("Reported later"),
        ("submission", "import"): gettext("Imported later"),
        ("submission", "confirm"): gettext("Another report confirmed"),
        ("submission", "correct"): gettext("Corrected"),
        ("meeting", "assign"): gettext("A meeting joined or left the season"),
        ("meeting", "move"): gettext("A meeting moved to another day"),
        ("player", "merge"): gettext("Two records became one person"),
        ("player", "unmerge"): gettext("Two records became two people again"),
        ("player", "change"): gettext("Somebody became a guest, or no longer is one"),
        ("adjustment", "add"): gettext("Points adjusted"),
        ("adjustment", "revoke"): gettext("An adjustment revoked"),
        ("season", "titles"): gettext("Titles changed"),
        ("ladder", "change"): gettext("Another way of counting"),
    }[entry.kind, entry.verb]
