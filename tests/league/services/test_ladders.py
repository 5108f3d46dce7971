"""Ladders: created once, changed by versions, and the default one appears when a game needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils.translation import override

from league.models import ActionLog, Ladder, Revision, Season
from league.ratings.parameters import PRESETS, Parameters, PointsParameters
from league.selectors.ladders import ladder_covering, ladder_named
from league.services import ladders
from league.services.actors import Actor
from league.services.changes import club_change
from league.services.clubs import season_close, season_create
from league.services.errors import Invalid, NameTaken, NotAllowed
from league.services.ladders import (
    LadderSpec,
    ladder_change,
    ladder_create,
    ladder_ensure,
    ladder_ensure_default,
    preset,
)
from league.services.runs import ladder_refresh
from tests import builders as build
from tests import factories as make

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from league.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make.club_make()


def _default(club: Club, game: str) -> Ladder:
    with club_change(actor=make.ACTOR, club=club, what="test") as change:
        return ladder_ensure_default(change=change, game=game)


def _parameters(ladder: Ladder) -> Parameters:
    assert ladder.current_version is not None
    return Parameters.from_json(ladder.current_version.parameters)


def test_new_ladder_has_a_version_a_revision_and_a_trail(club: Club) -> None:
    spec = LadderSpec(games=("danmaku",), parameters=preset("steady"))

    ladder = ladder_create(actor=make.ACTOR, club=club, name="  Autumn  ", spec=spec)

    assert ladder.name == "Autumn"
    assert ladder.current_version is not None
    assert (ladder.current_version.number, ladder.current_version.games) == (1, ["danmaku"])
    assert [(row.what, row.lowest_order_key) for row in Revision.objects.all()] == [("ladder.create", "")]
    assert ActionLog.objects.get().object_id == ladder.public_id


def test_name_is_unique_in_a_club(club: Club) -> None:
    make.ladder_make(club, "one")

    make.ladder_make(make.club_make(), "one")
    with pytest.raises(NameTaken):
        make.ladder_make(club, "one")


def test_outsider_may_not_create_ladders(club: Club, django_user_model: type[User]) -> None:
    charlie = django_user_model.objects.create_user("charlie")

    with pytest.raises(NotAllowed):
        ladder_create(actor=Actor.of(charlie), club=club, name="mine", spec=LadderSpec())
    with pytest.raises(NotAllowed):
        ladder_change(actor=Actor.of(charlie), ladder=make.ladder_make(club), spec=LadderSpec())


def test_change_makes_a_version_and_keeps_the_old_one(club: Club) -> None:
    ladder = make.ladder_make(club)

    changed = ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(parameters=preset("steady")))

    assert [_parameters(ladder), _parameters(changed)] == [PRESETS["standard"], PRESETS["steady"]]
    assert list(ladder.versions.values_list("number", flat=True)) == [1, 2]


def test_change_to_the_same_content_does_nothing(club: Club) -> None:
    ladder = make.ladder_make(club, games=("doujin", "danmaku"))

    ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(games=("danmaku", "doujin")))

    assert ladder.versions.count() == 1
    assert Revision.objects.filter(club=club).count() == 1


@pytest.mark.parametrize(
    ("game", "name", "preset_name"),
    [
        ("danmaku", "東方弾幕画報", "steady"),
        ("doujin", "王たちの同人誌", "steady"),
        ("generic", "その他のゲーム", "standard"),
    ],
)
def test_default_ladder_is_named_after_its_game(club: Club, game: str, name: str, preset_name: str) -> None:
    ladder = _default(club, game)

    assert ladder.name == name
    assert _parameters(ladder) == PRESETS[preset_name]
    assert ladder.current_version is not None
    assert ladder.current_version.games == [game]


def test_default_ladder_is_created_once(club: Club) -> None:
    assert _default(club, "danmaku") == _default(club, "danmaku")
    assert Ladder.objects.count() == 1


def test_ladder_over_all_games_is_default_enough(club: Club) -> None:
    everything = make.ladder_make(club, "standard")

    assert _default(club, "danmaku") == everything


def test_ladder_of_a_season_doesnt_cover_a_game(club: Club) -> None:
    spring = Season.objects.create(club=club, name="spring")
    make.ladder_make(club, "spring", seasons=(spring.public_id,))
    make.ladder_make(club, "東方弾幕画報", games=("doujin",))

    assert ladder_covering(club, "danmaku") is None
    assert _default(club, "danmaku").name == "東方弾幕画報 2"


def test_ensure_returns_what_is_there(club: Club) -> None:
    with club_change(actor=make.ACTOR, club=club, what="test") as change:
        made = ladder_ensure(change=change, name="steady", preset_name="steady")
        found = ladder_ensure(change=change, name="steady", preset_name="standard")

    assert made == found
    assert _parameters(found) == PRESETS["steady"]


def test_unknown_preset_is_refused(club: Club) -> None:
    with (
        pytest.raises(Invalid),
        club_change(actor=make.ACTOR, club=club, what="test") as change,
    ):
        ladder_ensure(change=change, name="x", preset_name="x")


def test_ladder_is_found_by_name_or_public_id_in_its_club_only(club: Club) -> None:
    ladder = make.ladder_make(club)

    assert ladder_named(club, "standard") == ladder_named(club, ladder.public_id) == ladder
    assert ladder_named(make.club_make(), ladder.public_id) is None


# Closed seasons


@pytest.fixture
def closed(cast: build.Cast) -> Season:
    """A closed season with a ladder of its own."""
    season = season_create(actor=cast.alice, club=cast.club, name="autumn")
    spec = LadderSpec(seasons=(season.public_id,))
    ladder_create(actor=cast.amy, club=cast.club, name="autumn", spec=spec)
    for ladder in Ladder.objects.filter(club=cast.club):
        ladder_refresh(ladder_id=ladder.pk)
    season_close(actor=cast.alice, season=season, closed=True)
    return season


def _ladder_of(season: Season) -> Ladder:
    return Ladder.objects.get(club=season.club, name="autumn")


def test_ladder_of_a_closed_season_is_for_owners_to_change(cast: build.Cast, closed: Season) -> None:
    points = LadderSpec(parameters=PointsParameters(), seasons=(closed.public_id,))
    for spec in (points, LadderSpec()):
        before = build.everything()
        with pytest.raises(NotAllowed) as refused:
            ladder_change(actor=cast.amy, ladder=_ladder_of(closed), spec=spec)
        with override("en"):
            assert str(refused.value.message).startswith("This season is closed.")
        assert build.first_difference(before, build.everything()) == []
    assert ladder_change(actor=cast.alice, ladder=_ladder_of(closed), spec=points).versions.count() == 2


def test_same_content_of_a_closed_season_is_no_change(cast: build.Cast, closed: Season) -> None:
    spec = LadderSpec(seasons=(closed.public_id,))
    assert ladder_change(actor=cast.amy, ladder=_ladder_of(closed), spec=spec).versions.count() == 1


def test_ladder_of_a_season_that_is_open_again_is_for_admins(cast: build.Cast, closed: Season) -> None:
    season_close(actor=cast.alice, season=closed, closed=False)
    ladder_change(actor=cast.amy, ladder=_ladder_of(closed), spec=LadderSpec())
    assert _ladder_of(closed).versions.count() == 2


def test_new_ladder_may_read_a_closed_season(cast: build.Cast, closed: Season) -> None:
    spec = LadderSpec(parameters=PointsParameters(), seasons=(closed.public_id,))
    ladder = ladder_create(actor=cast.amy, club=cast.club, name="autumn again", spec=spec)
    assert ladder.current_version is not None
    assert ladder.current_version.seasons == [closed.public_id]


def test_closed_season_joins_a_ladder_through_an_owner_only(cast: build.Cast, closed: Season) -> None:
    ladder = ladder_create(actor=cast.amy, club=cast.club, name="years", spec=LadderSpec())
    winter = season_create(actor=cast.alice, club=cast.club, name="winter")
    spec = LadderSpec(seasons=(closed.public_id, winter.public_id))
    with pytest.raises(NotAllowed):
        ladder_change(actor=cast.amy, ladder=ladder, spec=spec)
    assert ladder_change(actor=cast.alice, ladder=ladder, spec=spec).versions.count() == 2


def test_ladder_that_counts_a_closed_season_among_others_stays_with_admins(
    cast: build.Cast, closed: Season
) -> None:
    winter = season_create(actor=cast.alice, club=cast.club, name="winter")
    both = LadderSpec(seasons=(closed.public_id, winter.public_id))
    ladder = ladder_create(actor=cast.amy, club=cast.club, name="year", spec=both)
    only = LadderSpec(seasons=(winter.public_id,))
    assert ladder_change(actor=cast.amy, ladder=ladder, spec=only).versions.count() == 2


def test_closed_season_of_another_club_is_unknown(closed: Season) -> None:
    other = build.cast_make("sora")
    ladder = ladder_create(actor=other.amy, club=other.club, name="x", spec=LadderSpec())
    with pytest.raises(Invalid):
        ladder_change(actor=other.amy, ladder=ladder, spec=LadderSpec(seasons=(closed.public_id,)))


def test_season_that_is_closed_meanwhile_is_asked_for_under_the_lock(
    cast: build.Cast, closed: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    season_close(actor=cast.alice, season=closed, closed=False)
    ladder = ladder_refresh(ladder_id=_ladder_of(closed).pk)
    asked = ladders.authorise

    def close_between(**what: Any) -> None:  # noqa: ANN401 - whatever the service asks
        asked(**what)
        monkeypatch.setattr(ladders, "authorise", asked)
        season_close(actor=cast.alice, season=closed, closed=True)

    monkeypatch.setattr(ladders, "authorise", close_between)
    with pytest.raises(NotAllowed):
        ladder_change(actor=cast.amy, ladder=ladder, spec=LadderSpec())
