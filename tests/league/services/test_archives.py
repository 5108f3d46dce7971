"""Closing a season puts its standings away; nothing that happens later changes them."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest
from django.utils.translation import override

from league.models import ActionLog, Ladder, Player, SeasonArchive, Standing
from league.ratings.parameters import PointsParameters
from league.selectors.season_ladders import ladder_owes, season_ladders
from league.services.clubs import season_close, season_create, season_rename, season_titles_set
from league.services.corrections import table_swap_seats
from league.services.errors import Changed, Invalid, WrongState
from league.services.ladders import LadderSpec, ladder_change, ladder_create
from league.services.meetings import meeting_create
from league.services.runs import ladder_refresh
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(cast: build.Cast) -> Season:
    """A season with one table (みずき, そら, れん), a ladder of its own, and one over everything."""
    season = season_create(actor=cast.alice, club=cast.club, name="autumn")
    meeting_create(actor=cast.alice, club=cast.club, club_day=build.DAY, season=season)
    build.submit(cast.bob, cast.club, build.ranks("みずき", "そら", "れん"))
    build.submit(cast.bob, cast.club, place=build.at(day=build.NEXT_DAY))
    spec = LadderSpec(seasons=(season.public_id,))
    ladder_create(actor=cast.alice, club=cast.club, name="秋季", spec=spec)
    return season


def refreshed(cast: build.Cast) -> None:
    for ladder in Ladder.objects.filter(club=cast.club):
        ladder_refresh(ladder_id=ladder.pk)


def ladder_of(season: Season) -> Ladder:
    return Ladder.objects.get(club=season.club, name="秋季")


def close(cast: build.Cast, season: Season) -> list[SeasonArchive]:
    refreshed(cast)
    season_close(actor=cast.alice, season=season, closed=True)
    return list(SeasonArchive.objects.order_by("number"))


def key(cast: build.Cast, name: str) -> str:
    return build.player_named(cast.club, name).public_id


def test_closing_copies_the_standings_of_the_seasons_ladder_alone(cast: build.Cast, season: Season) -> None:
    season_titles_set(actor=cast.amy, season=season, titles=["優勝", "準優勝"])
    before = build.revision_of(cast.club)
    (archive,) = close(cast, season)
    run = ladder_of(season).current_run
    assert run is not None
    # three equal people, k = 48: each pair is worth 48/2/2 = 12 points to the better of the two
    assert archive.standings == [
        {
            "player": key(cast, name),
            "rank": rank,
            "rating": rating,
            "tables": 1,
            "counted": Standing.objects.get(run=run, rank=rank).counted,
            "adjustment": 0,
            "qualified": True,
            "title": title,
        }
        for rank, name, rating, title in (
            (1, "みずき", 1_524_000, "優勝"),
            (2, "そら", 1_500_000, "準優勝"),
            (3, "れん", 1_476_000, ""),
        )
    ]
    assert (archive.season, archive.ladder, archive.number, archive.tables) == (
        season,
        run.ladder,
        1,
        1,
    )
    assert (archive.digest, archive.version, archive.revision) == (run.digest, run.version, before + 1)
    assert archive.closed_by == build.user_of(cast.alice)


def test_hash_seals_everything_that_was_put_away_and_the_trail_keeps_it(
    cast: build.Cast, season: Season
) -> None:
    (archive,) = close(cast, season)
    sealed = {
        "season": season.public_id,
        "ladder": archive.ladder.public_id,
        "version": archive.version.content_hash,
        "number": 1,
        "revision": archive.revision,
        "digest": archive.digest,
        "tables": 1,
        "standings": archive.standings,
    }
    text = json.dumps(sealed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert archive.content_hash == hashlib.sha256(text.encode()).hexdigest()
    entry = ActionLog.objects.get(object_type="season", verb="close")
    assert entry.new == {
        "closed": True,
        "archives": [{"ladder": archive.ladder.public_id, "number": 1, "content_hash": archive.content_hash}],
    }


def test_ladder_changed_and_changed_back_owes_nothing(cast: build.Cast, season: Season) -> None:
    refreshed(cast)
    ladder = ladder_of(season)
    first = LadderSpec(seasons=(season.public_id,))
    other = LadderSpec(PointsParameters(), seasons=(season.public_id,))
    for spec in (other, first):
        ladder_change(actor=cast.alice, ladder=ladder, spec=spec)
        (now,) = season_ladders(club=cast.club, season_id=season.public_id)
        assert ladder_owes(now) is (spec is other)
    assert len(close(cast, season)) == 1


def test_archive_names_nobody(cast: build.Cast, season: Season) -> None:
    (archive,) = close(cast, season)
    kept = json.dumps(archive.standings, ensure_ascii=False)
    assert not [name for name in Player.objects.values_list("display_name", flat=True) if name in kept]


def test_titles_go_to_who_qualified_and_a_shared_rank_shares_its_title(
    cast: build.Cast, season: Season
) -> None:
    season_titles_set(actor=cast.amy, season=season, titles=["gold", "silver", "bronze"])
    refreshed(cast)
    rows = Standing.objects.filter(run=ladder_of(season).current_run)
    rows.filter(rank=1).update(qualified=False)
    rows.filter(rank=3).update(rank=2, adjustment=-500, counted=1)
    season_close(actor=cast.alice, season=season, closed=True)
    told = {
        row["player"]: (row["rank"], row["qualified"], row["title"], row["adjustment"])
        for row in SeasonArchive.objects.get().standings
    }
    assert told == {
        key(cast, "みずき"): (1, False, "", 0),
        key(cast, "そら"): (2, True, "gold", 0),
        key(cast, "れん"): (2, True, "gold", -500),
    }


def test_closing_waits_for_ratings_and_changes_nothing(cast: build.Cast, season: Season) -> None:
    refreshed(cast)
    build.submit(cast.bob, cast.club, place=build.at(2))
    before = build.everything()
    with pytest.raises(WrongState) as caught:
        season_close(actor=cast.alice, season=season, closed=True)
    with override("en"):
        assert "still being computed" in str(caught.value.message)
    assert build.first_difference(before, build.everything()) == []
    assert [row.tables for row in close(cast, season)] == [2]


def test_closing_waits_for_another_way_of_counting(cast: build.Cast, season: Season) -> None:
    refreshed(cast)
    spec = LadderSpec(parameters=PointsParameters(), seasons=(season.public_id,))
    ladder_change(actor=cast.alice, ladder=ladder_of(season), spec=spec)
    with pytest.raises(WrongState):
        season_close(actor=cast.alice, season=season, closed=True)
    assert [row.version.formula for row in close(cast, season)] == ["points"]


def test_closing_does_not_wait_for_what_ranks_do_not_depend_on(cast: build.Cast, season: Season) -> None:
    refreshed(cast)
    season_titles_set(actor=cast.amy, season=season, titles=["gold"])
    season_close(actor=cast.alice, season=season, closed=True)
    assert [row["title"] for row in SeasonArchive.objects.get().standings] == ["gold", "", ""]


def test_reopening_keeps_what_was_put_away_and_closing_again_adds_to_it(
    cast: build.Cast, season: Season
) -> None:
    (first,) = close(cast, season)
    season_close(actor=cast.alice, season=season, closed=False)
    table = season.meetings.get().tables.get()
    table_swap_seats(actor=cast.amy, table=table, lock_version=table.lock_version, seats=(1, 2), reason="x")
    build.submit(cast.bob, cast.club, place=build.at(2))
    again, second = close(cast, season)
    assert (again.standings, again.content_hash) == (first.standings, first.content_hash)
    assert (second.number, second.tables) == (2, 2)
    assert second.content_hash != first.content_hash


def test_closing_twice_puts_nothing_away_twice(cast: build.Cast, season: Season) -> None:
    close(cast, season)
    assert len(close(cast, season)) == 1


def test_season_without_a_ladder_of_its_own_closes_without_an_archive(cast: build.Cast) -> None:
    season = season_create(actor=cast.alice, club=cast.club, name="winter")
    build.submit(cast.bob, cast.club)
    assert season_close(actor=cast.alice, season=season, closed=True).closed_at is not None
    assert not SeasonArchive.objects.exists()


def test_ladder_of_a_season_without_tables_is_put_away_empty(cast: build.Cast) -> None:
    season = season_create(actor=cast.alice, club=cast.club, name="winter")
    spec = LadderSpec(seasons=(season.public_id,))
    ladder_create(actor=cast.alice, club=cast.club, name="冬季", spec=spec)
    (archive,) = close(cast, season)
    assert (archive.standings, archive.tables) == ([], 0)


def test_titles_are_cleaned_and_kept_in_order(cast: build.Cast, season: Season) -> None:
    before = build.revision_of(cast.club)
    season_titles_set(actor=cast.amy, season=season, titles=[" 優勝 ", "", "3位", "3位"])
    season.refresh_from_db()
    assert season.titles == ["優勝", "3位", "3位"]
    season_titles_set(actor=cast.amy, season=season, titles=["優勝", "3位", "3位"])
    assert build.revisions_since(cast.club, before) == [("season.titles", "")]


@pytest.mark.parametrize("titles", [["x" * 41], ["x"] * 11, ["\x00"], ["\u202eevil"]])
def test_titles_that_cannot_be_are_refused(cast: build.Cast, season: Season, titles: list[str]) -> None:
    with pytest.raises(Invalid) as caught:
        season_titles_set(actor=cast.amy, season=season, titles=titles)
    assert caught.value.field == "titles"
    season.refresh_from_db()
    assert season.titles == []


def test_ten_titles_of_forty_characters_are_allowed(cast: build.Cast, season: Season) -> None:
    titles = [f"{number:040d}" for number in range(10)]
    assert season_titles_set(actor=cast.amy, season=season, titles=titles).titles == titles


def test_titles_that_somebody_else_changed_are_told(cast: build.Cast, season: Season) -> None:
    season_titles_set(actor=cast.amy, season=season, titles=["gold"])
    with pytest.raises(Changed) as caught:
        season_titles_set(actor=cast.alice, season=season, titles=["優勝"], seen={"titles": []})
    assert caught.value.now == {"titles": ["gold"]}


def test_renaming_a_closed_season_leaves_its_archive_alone(cast: build.Cast, season: Season) -> None:
    (archive,) = close(cast, season)
    season_rename(actor=cast.alice, season=season, name="fall")
    kept = SeasonArchive.objects.get()
    assert (kept.standings, kept.content_hash) == (archive.standings, archive.content_hash)
