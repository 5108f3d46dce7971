"""The cast and the clubs that tests of the API read. Names are invented; private fields hold the word SECRET.

Facts are written by tests.factories, and the ladder is computed by its service.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import (
    Alias,
    Club,
    Finding,
    Line,
    Membership,
    Player,
    Season,
    Submission,
    Table,
)
from league.services.runs import ladder_refresh
from tests import factories as make

if TYPE_CHECKING:
    from league.models import Ladder, Meeting

SECRET = "SECRET"
FIRST, SECOND, THIRD = (make.day_of(n) for n in range(3))


@dataclass(frozen=True, slots=True)
class World:
    """A club where everything happens that the API must show, or must not."""

    club: Club
    season: Season
    meeting: Meeting
    yui: Player
    sora: Player
    ren: Player
    hidden: Player
    erased: Player
    merged: Player
    first: Table
    with_hidden: Table
    with_merged: Table
    open: Table
    void: Table
    ladder: Ladder

    @property
    def url(self) -> str:
        """Where the club's addresses begin."""
        return f"/api/v1/clubs/{self.club.slug}/"

    def urls(self) -> list[str]:
        """Return every address of the club, one of each kind and each thing."""
        ladder = f"ladders/{self.ladder.public_id}/"
        people = (self.yui, self.sora, self.ren, self.erased, self.merged)
        season = f"seasons/{self.season.public_id}/"
        tables = (self.first, self.with_hidden, self.with_merged, self.open, self.void)
        return [
            self.url,
            *(self.url + name for name in ("players/", "seasons/", "meetings/", "tables/", "ladders/")),
            *(f"{self.url}players/{player.public_id}/" for player in people),
            *(f"{self.url}tables/{table.public_id}/" for table in tables),
            f"{self.url}meetings/{self.meeting.public_id}/",
            *(self.url + season + name for name in ("archives/", "adjustments/")),
            *(self.url + ladder + name for name in ("", "standings/", "points/")),
            f"{self.url}{ladder}standings/?as_of={FIRST}",
        ]


def world_make(slug: str = "aoba", *, public: bool = True) -> World:
    """Return a club with people, seasons, tables of every state and a computed ladder."""
    club = make.club_make(slug, public=public)
    season = Season.objects.create(club=club, name="秋季")
    yui = make.player_make(club, "朝霧 ゆい", reading="あさぎり ゆい", romanised="Asagiri Yui")
    sora, ren = make.player_make(club, "北川 そら"), make.player_make(club, "白石 れん")
    hidden = make.player_make(club, f"{SECRET} hidden", reading=SECRET, romanised=SECRET, hidden=True)
    erased = make.player_make(club, f"{SECRET} erased", reading=SECRET, romanised=SECRET)
    Player.objects.filter(pk=erased.pk).update(anonymised_at=timezone.now())
    merged = make.player_make(club, f"{SECRET} typed", reading=SECRET)
    Alias.objects.create(club=club, player=yui, name=f"{SECRET} alias")
    make.players_merge(merged, sora)
    ladder = make.ladder_make(club, "通算")
    first = make.table_make(club, [(yui, 1), (sora, 2), (ren, 3), (erased, 4)], day=FIRST, season=season)
    with_hidden = make.table_make(club, [(hidden, 1), (yui, 2), (ren, 3)], day=SECOND)
    with_merged = make.table_make(club, [(merged, 1), (ren, 2)], day=SECOND, number=2)
    opened = _table_open(club, yui, ren)
    void = make.table_make(club, [(yui, 1), (ren, 2)], day=THIRD, number=2)
    make.table_void(void)
    _details(first)
    _private(club)
    ladder = ladder_refresh(ladder_id=ladder.pk)
    return World(
        club=Club.objects.get(pk=club.pk), season=season, meeting=first.meeting, yui=yui, sora=sora, ren=ren,
        hidden=hidden, erased=erased, merged=merged, first=first, with_hidden=with_hidden,
        with_merged=with_merged, open=opened, void=void, ladder=ladder,
    )  # fmt: skip


def client_of(world: World, name: str) -> Client:
    """Return somebody of the cast: alice owns the club, bob is a scorer, charlie an outsider; else nobody."""
    client = Client()
    if name == "anonymous":
        return client
    user = User.objects.create(
        username=f"{SECRET}-{name}-{world.club.slug}", email=f"{SECRET}@example.org", first_name=SECRET
    )
    roles = {"alice": Membership.Role.OWNER, "bob": Membership.Role.SCORER}
    if name in roles:
        Membership.objects.create(club=world.club, user=user, role=roles[name])
    client.force_login(user)
    return client


def get(client: Client, url: str, **headers: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return the body of an answer that must be 200."""
    answer = client.get(url, headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def refused(client: Client, url: str, status: int = 400, **headers: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return the problem of an answer that must be this refusal."""
    answer = client.get(url, headers=headers)
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert set(answer.json()) == {"type", "title", "status", "detail", "instance", "request_id", "errors"}
    assert answer.json()["status"] == status
    return answer.json()


def walk(client: Client, url: str) -> list[Any]:
    """Return the rows of all pages from an address on."""
    rows: list[Any] = []
    link: str | None = url
    while link:
        body = get(client, link)
        rows += body["results"]
        link = body["next"]
    return rows


def _table_open(club: Club, *players: Player) -> Table:
    table = Table.objects.create(
        meeting=make.meeting_make(club, THIRD), round=1, number=1, ruleset=make.ruleset_make()
    )
    report = Submission.objects.create(
        club=club, table=table, version=1, channel="web", raw={"said": SECRET}, state="submitted"
    )
    Line.objects.create(submission=report, position=0, seat=1, player=players[0], parts={"said": SECRET})
    return table


def _details(table: Table) -> None:
    """Give the first line of a table everything that a line can have, and the report two findings."""
    report = table.submissions.get()
    Line.objects.filter(submission=report, seat=1).update(
        total="9.5", edit_order=2, help_untapped=2, help_tapped=0, parts={"pages": [{"score": 5}]}
    )
    Line.objects.filter(submission=report, seat=2).update(total="9", guest=True)
    said = (("DG-17", "warning", "/seats/0/total", "core.same_player", {"who": ["seat 1", "seat 2"]}),)
    for position, (rule, severity, path, code, params) in enumerate(said):
        Finding.objects.create(
            submission=report, position=position, rule=rule, severity=severity, path=path, code=code,
            params=params,
        )  # fmt: skip


def _private(club: Club) -> None:
    """Put SECRET wherever people write what isn't for everybody."""
    Submission.objects.filter(club=club).update(
        reason=f"{SECRET} reason", decision_reason=f"{SECRET} decision", raw={"report": SECRET}
    )
    Table.objects.filter(meeting__club=club).update(state_reason=f"{SECRET} state", planned_seats=[SECRET])
    Submission.objects.create(club=club, channel="web", raw={"draft": SECRET}, state="draft")
    make.unrated_change(club)


def day(text: str) -> date:
    """Return a day."""
    return date.fromisoformat(text)
