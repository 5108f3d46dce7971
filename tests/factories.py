"""Facts written straight into the database, for tests of derived data.

Every change goes with its revision, as services do it; nothing is checked. Tests of services call services instead.
"""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from django.db import transaction
from django.utils import timezone

from league.models import (
    Adjustment,
    Club,
    ClubCounter,
    Ladder,
    Line,
    Meeting,
    NameKey,
    Player,
    PlayerMerge,
    Ruleset,
    Season,
    Submission,
    Table,
)
from league.models.ids import new_public_id, order_key, order_key_of_day
from league.services.actors import Actor
from league.services.adjustments import adjusted_from, adjustment_add, adjustment_revoke
from league.services.ladders import LadderSpec, ladder_create, preset
from league.services.revisions import club_lock, revision_record
from league.services.run_rows import rows_insert

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.db.models import QuerySet

ACTOR = Actor.system("test")
FIRST_DAY = date(2025, 1, 4)
_numbers = count(1)

Placements: TypeAlias = "Sequence[tuple[Player, int | None]]"


def next_number() -> int:
    """Return a number that this process hasn't used yet."""
    return next(_numbers)


def club_make(slug: str = "", **columns: Any) -> Club:  # noqa: ANN401 - columns of any type
    """Return a new club with its counter."""
    slug = slug or f"club-{next(_numbers)}"
    club = Club.objects.create(slug=slug, name=slug, **columns)
    ClubCounter.objects.create(club=club)
    return club


def player_make(club: Club, name: str = "", **columns: Any) -> Player:  # noqa: ANN401 - columns of any type
    """Return a new player with a display name and its key."""
    name = name or f"player {next(_numbers)}"
    player = Player.objects.create(club=club, display_name=name, **columns)
    NameKey.objects.create(club=club, key=name.casefold(), player=player)
    return player


def players_make(club: Club, number: int, **columns: Any) -> list[Player]:  # noqa: ANN401 - columns of any type
    """Return several new players."""
    return [player_make(club, **columns) for _ in range(number)]


def ruleset_make(game: str = "generic") -> Ruleset:
    """Return a built-in looking ruleset of a game, the same one each time."""
    ruleset, _ = Ruleset.objects.get_or_create(
        club=None,
        game=game,
        key="test",
        version=1,
        defaults={"payload": {}, "content_hash": f"hash of {game}"},
    )
    return ruleset


def ladder_make(club: Club, name: str = "standard", preset_name: str = "standard", **filters: Any) -> Ladder:  # noqa: ANN401
    """Return a new ladder, not computed yet."""
    spec = LadderSpec(parameters=preset(preset_name), **filters)
    return ladder_create(actor=ACTOR, club=club, name=name, spec=spec)


def meeting_make(club: Club, day: date, season: Season | None = None) -> Meeting:
    """Return the club's meeting of a day."""
    meeting, _ = Meeting.objects.get_or_create(club=club, club_day=day, defaults={"season": season})
    return meeting


def day_of(ordinal: int) -> date:
    """Return the club day of the n-th meeting, counted from 0, a week apart."""
    return FIRST_DAY + timedelta(weeks=ordinal)


def table_make(  # noqa: PLR0913 - each has a default
    club: Club,
    placements: Placements,
    *,
    day: date = FIRST_DAY,
    round_: int = 1,
    number: int = 1,
    game: str = "generic",
    season: Season | None = None,
    guests: Iterable[Player] = (),
    apart: Mapping[Player, str] | None = None,
) -> Table:
    """Return a new table with one confirmed report.

    `guests` sat there as guests for that evening; `apart` says how others didn't play to the end.
    """
    with transaction.atomic():
        club_lock(club)
        table = Table.objects.create(
            meeting=meeting_make(club, day, season),
            round=round_,
            number=number,
            ruleset=ruleset_make(game),
            state=Table.State.CONFIRMED,
        )
        _report(table, placements, guests, apart)
        revision_record(club=club, what="test", order_keys=[table.order_key])
    return table


def table_correct(table: Table, placements: Placements) -> None:
    """Replace the confirmed report of a table."""
    with transaction.atomic():
        club_lock(table.meeting.club)
        table.submissions.filter(state=Submission.State.CONFIRMED).update(state=Submission.State.SUPERSEDED)
        _report(table, placements)
        _touched(table)


def table_void(table: Table) -> None:
    """Declare a table void, keeping its report."""
    _state_set(table, Table.State.VOID)


def table_restore(table: Table) -> None:
    """Undo `table_void`; the number must be free."""
    _state_set(table, Table.State.CONFIRMED)


def table_move(table: Table, *, day: date, round_: int, number: int) -> None:
    """Move a table to a free place."""
    with transaction.atomic():
        club = table.meeting.club
        club_lock(club)
        old = table.order_key
        table.meeting = meeting_make(club, day)
        table.round, table.number = round_, number
        table.save()
        _touched(table, old)


def players_merge(source: Player, target: Player) -> PlayerMerge:
    """Make reads treat `source` as `target`."""
    with transaction.atomic():
        club_lock(source.club)
        merge = PlayerMerge.objects.create(club=source.club, source=source, target=target)
        _people_touched(source)
    return merge


def merge_undo(merge: PlayerMerge) -> None:
    """Undo `players_merge`."""
    with transaction.atomic():
        club_lock(merge.club)
        merge.undone_at = timezone.now()
        merge.save()
        _people_touched(merge.source)


def guest_set(player: Player, *, guest: bool) -> None:
    """Say that a player is a guest of the club, or no longer."""
    with transaction.atomic():
        club_lock(player.club)
        player.guest = guest
        player.save()
        _people_touched(player)


def meeting_move(meeting: Meeting, day: date) -> None:
    """Give a meeting another day, where there is none yet."""
    with transaction.atomic():
        club_lock(meeting.club)
        days = [order_key_of_day(meeting.club_day), order_key_of_day(day)]
        meeting.club_day = day
        meeting.save()
        revision_record(club=meeting.club, what="test", order_keys=days)


def meeting_assign(meeting: Meeting, season: Season | None) -> None:
    """Put a meeting into a season, or take it out."""
    with transaction.atomic():
        club_lock(meeting.club)
        meeting.season = season
        meeting.save()
        revision_record(club=meeting.club, what="test", order_keys=[order_key_of_day(meeting.club_day)])


def adjustment_make(season: Season, player: Player, points: int) -> Adjustment:
    """Give or take season points, as the service does it."""
    return adjustment_add(actor=ACTOR, season=season, player=player, points=points, reason="test")


def adjustment_undo(adjustment: Adjustment) -> None:
    """Undo `adjustment_make`, as the service does it."""
    adjustment_revoke(actor=ACTOR, adjustment=adjustment, reason="test")


def unrated_change(club: Club) -> None:
    """Write a revision that no rating depends on."""
    with transaction.atomic():
        club_lock(club)
        revision_record(club=club, what="test")


def season_fill(
    club: Club, players: Sequence[Player], tables: int, *, per_table: int = 4, per_day: int = 20
) -> None:
    """Write many tables at once, with one revision: the same ones for the same arguments."""
    ruleset = ruleset_make()
    days = [meeting_make(club, day_of(n)).pk for n in range(-(-tables // per_day))]
    with transaction.atomic():
        club_lock(club)
        for first in range(0, tables, _SLICE):
            numbers = range(first, min(first + _SLICE, tables))
            places = ((days[n // per_day], n % per_day + 1) for n in numbers)
            rows_insert(
                Table, _TABLE, ((new_public_id(), *place, ruleset.pk, *_NEW_TABLE) for place in places)
            )
            made = _newest(Table.objects.filter(meeting__club=club), len(numbers))
            rows_insert(
                Submission, _SUBMISSION, ((new_public_id(), club.pk, table, *_CONFIRMED) for table in made)
            )
            reports = _newest(Submission.objects.filter(club=club), len(numbers))
            rows_insert(
                Line,
                ("submission_id", "position", "seat", "player_id", "placement", "guest", "parts"),
                (
                    (report, seat, seat, player.pk, placement, False, "{}")
                    for n, report in zip(numbers, reports, strict=True)
                    for seat, (player, placement) in enumerate(_drawn(players, n, per_table), start=1)
                ),
            )
        revision_record(club=club, what="test", order_keys=[order_key(day_of(0), 1, 1)])


_SLICE = 20_000
_TABLE = (
    *("public_id", "meeting_id", "number", "ruleset_id", "round", "state"),
    *("marked_unfinished", "conflict", "state_reason", "lock_version"),
)
_NEW_TABLE = (1, Table.State.CONFIRMED.value, False, False, "", 0)
_SUBMISSION = (
    *("public_id", "club_id", "table_id", "version", "channel", "raw", "state", "finished"),
    *("reason", "evidence", "lines_digest", "decision_reason"),
)
_CONFIRMED = (
    1,
    Submission.Channel.IMPORT.value,
    "{}",
    Submission.State.CONFIRMED.value,
    True,
    "",
    "",
    "",
    "",
)


def _newest(rows: QuerySet[Any], number: int) -> list[int]:
    """Return the row numbers of those made last, in the order they were made."""
    return list(rows.order_by("-pk").values_list("pk", flat=True)[:number])[::-1]


def _drawn(players: Sequence[Player], n: int, per_table: int) -> list[tuple[Player, int]]:
    """Return who sat at the n-th table and how it ended: fixed, but without a visible pattern."""
    step = next(step for step in (7, 11, 13, 17) if len(players) % step)
    seats = [players[(n * 5 + seat * step) % len(players)] for seat in range(per_table)]
    shift = (n * n + n // 3) % per_table
    return [(player, (seat + shift) % per_table + 1) for seat, player in enumerate(seats)]


def _submission(table: Table, version: int) -> Submission:
    return Submission(
        club=table.meeting.club,
        table=table,
        version=version,
        channel=Submission.Channel.IMPORT,
        raw={},
        state=Submission.State.CONFIRMED,
    )


def _report(
    table: Table,
    placements: Placements,
    guests: Iterable[Player] = (),
    apart: Mapping[Player, str] | None = None,
) -> None:
    report = _submission(table, table.submissions.count() + 1)
    report.save()
    guests = set(guests)
    Line.objects.bulk_create(
        Line(
            submission=report,
            position=seat,
            seat=seat,
            player=player,
            placement=placement,
            guest=player in guests,
            participation=(apart or {}).get(player, Line.Participation.FULL),
        )
        for seat, (player, placement) in enumerate(placements, start=1)
    )


def _state_set(table: Table, state: str) -> None:
    with transaction.atomic():
        club_lock(table.meeting.club)
        table.state = state
        table.save()
        _touched(table)


def _touched(table: Table, *others: str) -> None:
    revision_record(club=table.meeting.club, what="test", order_keys=[table.order_key, *others])


def _people_touched(player: Player) -> None:
    """Write the revision of a change that reaches every table of a player."""
    tables = Table.objects.filter(submissions__lines__player=player).select_related("meeting")
    keys = [table.order_key for table in tables]
    revision_record(club=player.club, what="test", order_keys=[*keys, *adjusted_from([player.pk])])
