"""Pages, API and exports hide the same people: every address is asked, before a merge is computed and after it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

from api.wiki.dialects import DIALECTS
from league.models import Adjustment, Ladder, Player, Season, SeasonArchive
from league.selectors.placings import placings_now
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.api.world import FIRST, SECOND

if TYPE_CHECKING:
    from django.test import Client

    from league.models import Club

pytestmark = pytest.mark.django_db

SOURCE, TARGET = "markersource", "markertarget"


@pytest.fixture
def club() -> Club:
    """A club where a person was typed under two names at two tables."""
    club = make.club_make("aoba")
    season = Season.objects.create(club=club, name="秋季")
    source, target = (
        make.player_make(club, name, reading=f"{name}-yomi", romanised=f"{name}-romaji")
        for name in (SOURCE, TARGET)
    )
    ren, yui = make.player_make(club, "れん"), make.player_make(club, "ゆい")
    make.table_make(club, [(source, 1), (ren, 2), (yui, 3)], day=FIRST, season=season)
    make.table_make(club, [(target, 1), (ren, 2), (yui, 3)], day=SECOND)
    ladder = ladder_refresh(ladder_id=make.ladder_make(club).pk)
    Adjustment.objects.create(season=season, player=source, points=1, reason="x")
    Adjustment.objects.create(season=season, player=target, points=-1, reason="x")
    put_away = [asdict(row) for row in placings_now(run=ladder.current_run, titles=[])]
    SeasonArchive.objects.create(
        season=season, ladder=ladder, version=ladder.versions.get(), number=1, revision=1, tables=2,
        standings=put_away, content_hash="0" * 64,
    )  # fmt: skip
    return club


def named(name: str) -> Player:
    return Player.objects.get(display_name=name)


def addresses(club: Club) -> list[str]:
    """Return every address of the club that could show a player."""
    ladder, season = Ladder.objects.get().public_id, Season.objects.get().public_id
    ren = named("れん").public_id
    tables = [table.public_id for meeting in club.meetings.all() for table in meeting.tables.all()]
    meetings = [meeting.public_id for meeting in club.meetings.all()]
    pages = (
        "", f"?as_of={SECOND}", "?q=marker", f"?season={season}", "?game=generic", "?min_tables=1", "people/",
        "people/?q=marker", "meetings/", "fairness/", f"seasons/{season}/", f"players/{ren}/",
        *(f"meetings/{key}/" for key in meetings), *(f"tables/{key}/" for key in tables),
    )  # fmt: skip
    api = (
        "players/", f"players/{ren}/", "tables/", "ladders/",
        *(f"ladders/{ladder}/{rest}" for rest in ("standings/", f"standings/?as_of={SECOND}", "points/")),
        *(f"tables/{key}/" for key in tables),
        *(f"seasons/{season}/{rest}/" for rest in ("archives", "adjustments")),
    )  # fmt: skip
    exports = [f"leaderboard.{dialect}" for dialect in DIALECTS]
    exports += [
        f"{stem}.{name}" for stem in (f"season/{season}", f"players/{ren}") for name in ("csv", "seesaa")
    ]
    return [
        *(f"/aoba/{page}" for page in pages),
        *(f"/api/v1/clubs/aoba/{one}" for one in api),
        *(f"/aoba/export/{one}" for one in exports),
    ]


def own_addresses(player: Player) -> list[str]:
    """Return the addresses of one player."""
    key = player.public_id
    return [f"/aoba/players/{key}/", f"/api/v1/clubs/aoba/players/{key}/", f"/aoba/export/players/{key}.csv"]


def assert_nowhere(client: Client, club: Club) -> None:
    people = [named(SOURCE), named(TARGET)]
    for url in addresses(club):
        answer = client.get(url)
        assert answer.status_code == 200, url
        text = answer.content.decode(answer.charset).replace("?q=marker", "").replace('value="marker"', "")
        for sign in ("markers", "markert", *(player.public_id for player in people)):
            assert sign not in text, (url, sign)
    statuses = {url: client.get(url).status_code for player in people for url in own_addresses(player)}
    assert set(statuses.values()) == {404}, statuses


@pytest.mark.parametrize("flagged", [SOURCE, TARGET])
@pytest.mark.parametrize("computed", [True, False])
def test_who_is_hidden_by_one_record_is_hidden_by_all(
    client: Client, club: Club, flagged: str, computed: bool
) -> None:
    Player.objects.filter(display_name=flagged).update(hidden=True)
    make.players_merge(named(SOURCE), named(TARGET))
    if computed:
        ladder_refresh(ladder_id=Ladder.objects.get().pk)
    assert_nowhere(client, club)


def test_without_the_mark_the_same_addresses_show_the_person(client: Client, club: Club) -> None:
    make.players_merge(named(SOURCE), named(TARGET))
    ladder_refresh(ladder_id=Ladder.objects.get().pk)
    showing = [url for url in addresses(club) if "markertarget" in _text(client, url)]
    assert len(showing) > len(addresses(club)) / 2
    for player in (named(SOURCE), named(TARGET)):
        assert [client.get(url, follow=True).status_code for url in own_addresses(player)] == [200, 200, 200]


def _text(client: Client, url: str) -> str:
    answer = client.get(url)
    return answer.content.decode(answer.charset)
