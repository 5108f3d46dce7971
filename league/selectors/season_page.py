"""Reads a season for its page: what was played, and who played how often."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Min, Q

from league.models import Line, Meeting, Season, Submission, Table
from league.selectors.players import persons_by_record

if TYPE_CHECKING:
    from datetime import date

    from league.selectors.players import People, Person

MOST_PEOPLE = 200


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A season in figures. `people` may be seen, with their confirmed tables, most first; `unseen` are further ones."""

    meetings: int
    tables: int
    waiting: int
    first_day: date | None
    last_day: date | None
    games: tuple[tuple[str, int], ...]
    people: tuple[tuple[Person, int], ...]
    unseen: int


def seasons_of_club(*, club_id: int) -> list[Season]:
    """Return the club's seasons, newest first. One query."""
    return list(Season.objects.filter(club=club_id).order_by("-pk"))


def season_of_club(*, club_id: int, public_id: str) -> Season | None:
    """Return a season; None for unknown and foreign ones. One query."""
    return Season.objects.filter(club=club_id, public_id=public_id).first()


def season_page(*, season: Season, people: People) -> SeasonPage:
    """Return the figures of a season. Four queries."""
    days = Meeting.objects.filter(season=season).aggregate(
        held=Count("pk"), first=Min("club_day"), last=Max("club_day")
    )
    tables = Table.objects.filter(meeting__season=season).exclude(state=Table.State.VOID)
    counted = (
        tables.order_by()
        .values("ruleset__game")
        .annotate(played=Count("pk"), waiting=Count("pk", filter=Q(state=Table.State.OPEN)))
    )
    games = list(counted.values_list("ruleset__game", "played", "waiting"))
    times = players_of_season(season_id=season.pk)
    rooted: Counter[int] = Counter()
    for record, played in times.items():
        rooted[people.root(record)] += played
    persons = persons_by_record(people=people, records=rooted)
    seen = [(persons[root], played) for root, played in rooted.items() if root in persons]
    seen.sort(key=lambda entry: (-entry[1], entry[0].name, entry[0].public_id))
    return SeasonPage(
        meetings=days["held"],
        tables=sum(played for _, played, _ in games),
        waiting=sum(waiting for _, _, waiting in games),
        first_day=days["first"],
        last_day=days["last"],
        games=tuple((game, played) for game, played, _ in sorted(games)),
        people=tuple(seen[:MOST_PEOPLE]),
        unseen=max(0, len(seen) - MOST_PEOPLE),
    )


def players_of_season(
    *, season_id: int | None = None, game: str = "", club_id: int | None = None
) -> dict[int, int]:
    """Return how many confirmed tables each row of a player has in a season, of a game. One query."""
    lines = Line.objects.filter(submission__state=Submission.State.CONFIRMED).exclude(
        submission__table__state=Table.State.VOID
    )
    if club_id is not None:
        lines = lines.filter(submission__club=club_id)
    if season_id is not None:
        lines = lines.filter(submission__table__meeting__season=season_id)
    if game:
        lines = lines.filter(submission__table__ruleset__game=game)
    return dict(lines.order_by().values_list("player").annotate(played=Count("pk")))
