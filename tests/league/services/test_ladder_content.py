"""What a ladder may count and be called; of two who change one at the same time nobody overwrites the other unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from league.models import ActionLog, Ladder, RatingRun, Revision, Season
from league.ratings.parameters import AnyParameters, OpenSkillParameters, Parameters, PointsParameters
from league.services import sweep
from league.services.actors import Actor
from league.services.errors import Changed, Invalid, NameTaken, NotAllowed
from league.services.ladders import LadderSpec, ladder_change, ladder_create, ladder_rename, preset
from league.services.rulesets import ruleset_create, ruleset_find
from league.services.runs import ladder_refresh
from tests import factories as make

if TYPE_CHECKING:
    from datetime import timedelta

    from django.contrib.auth.models import User

    from league.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make.club_make()


def _again(ladder: Ladder) -> Ladder:
    return Ladder.objects.select_related("current_version").get(pk=ladder.pk)


@pytest.mark.parametrize(
    ("field", "filters"),
    [
        ("games", {"games": ("chess",)}),
        ("games", {"games": ("danmaku", "")}),
        ("rulesets", {"rulesets": ("0" * 64,)}),
        ("seasons", {"seasons": ("nowhere",)}),
    ],
)
def test_what_the_club_doesnt_have_is_refused(club: Club, field: str, filters: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as refused:
        make.ladder_make(club, **filters)
    assert refused.value.field == field
    ladder = make.ladder_make(club)
    with pytest.raises(Invalid):
        ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(**filters))
    assert ladder.versions.count() == 1


def test_seasons_and_rulesets_of_another_club_are_refused(club: Club) -> None:
    other = make.club_make()
    season = Season.objects.create(club=other, name="autumn")
    base = ruleset_find(club=other, game="danmaku", key="base")
    assert base is not None
    payload = {**base.payload, "edit_order": "seat"}
    theirs = ruleset_create(actor=make.ACTOR, club=other, game="danmaku", key="theirs", payload=payload)

    cases: tuple[dict[str, Any], ...] = (
        {"seasons": (season.public_id,)},
        {"rulesets": (theirs.content_hash,)},
    )
    for number, filters in enumerate(cases):
        with pytest.raises(Invalid):
            make.ladder_make(club, **filters)
        make.ladder_make(other, str(number), **filters)


def test_ruleset_must_belong_to_a_chosen_game(club: Club) -> None:
    ruleset = ruleset_find(club=club, game="doujin", key="base")
    assert ruleset is not None

    with pytest.raises(Invalid) as refused:
        make.ladder_make(club, games=("danmaku",), rulesets=(ruleset.content_hash,))

    assert refused.value.field == "rulesets"
    make.ladder_make(club, games=("danmaku", "doujin"), rulesets=(ruleset.content_hash,))


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        (Parameters(k_final=0), "k_final"),
        (Parameters(k_steps=((20, 48), (10, 32))), "k_steps"),
        (Parameters(scale=999), "scale"),
        (OpenSkillParameters(sigma=0), "sigma"),
        (PointsParameters(by_seats=((4, (3000, 2000, 1000)),)), "by_seats"),
        (PointsParameters(best=0), "best"),
    ],
)
def test_parameters_out_of_bounds_are_refused(club: Club, parameters: AnyParameters, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        ladder_create(actor=make.ACTOR, club=club, name="one", spec=LadderSpec(parameters))
    assert refused.value.field == field
    assert not Revision.objects.filter(club=club).exists()


def test_what_a_version_holds_already_may_stay(club: Club) -> None:
    ladder = make.ladder_make(club)
    version = ladder.versions.get()
    version.seasons = ["gone"]
    version.save()

    changed = ladder_change(
        actor=make.ACTOR, ladder=ladder, spec=LadderSpec(preset("steady"), seasons=("gone",))
    )

    assert changed.current_version is not None
    assert changed.current_version.seasons == ["gone"]


def test_change_of_a_version_that_isnt_the_last_is_refused_with_the_last(club: Club) -> None:
    ladder = make.ladder_make(club)
    ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(preset("steady")), seen={"version": 1})

    with pytest.raises(Changed) as refused:
        ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(), seen={"version": 1})

    assert (refused.value.status, refused.value.now) == (409, {"version": 2})
    assert ladder.versions.count() == 2


def test_rename_leaves_versions_and_runs_alone(club: Club) -> None:
    ladder = make.ladder_make(club, "one")

    renamed = ladder_rename(actor=make.ACTOR, ladder=ladder, name="  秋の 順位 ", seen={"name": "one"})

    assert (renamed.name, _again(ladder).name) == ("秋の 順位", "秋の 順位")
    assert ladder.versions.count() == 1
    logged = ActionLog.objects.filter(verb="rename").get()
    assert (logged.object_type, logged.object_id) == ("ladder", ladder.public_id)


def test_rename_to_the_same_name_leaves_no_trace(club: Club) -> None:
    ladder = make.ladder_make(club, "one")

    ladder_rename(actor=make.ACTOR, ladder=ladder, name="one")

    assert list(ActionLog.objects.values_list("verb", flat=True)) == ["create"]


def test_rename_is_refused_when_taken_changed_or_not_allowed(
    club: Club, django_user_model: type[User]
) -> None:
    ladder, other = make.ladder_make(club, "one"), make.ladder_make(club, "two")
    charlie = Actor.of(django_user_model.objects.create_user("charlie"))

    with pytest.raises(NameTaken):
        ladder_rename(actor=make.ACTOR, ladder=ladder, name="two")
    with pytest.raises(Changed):
        ladder_rename(actor=make.ACTOR, ladder=ladder, name="three", seen={"name": "zero"})
    with pytest.raises(Invalid):
        ladder_rename(actor=make.ACTOR, ladder=ladder, name="\u200b")
    with pytest.raises(NotAllowed):
        ladder_rename(actor=charlie, ladder=ladder, name="three")
    assert [_again(ladder).name, _again(other).name] == ["one", "two"]


@pytest.mark.django_db(transaction=True)
def test_last_run_of_each_version_is_kept(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    make.season_fill(club, make.players_make(club, 5), 4)
    ladder = make.ladder_make(club)
    cast = make.players_make(club, 2)
    for number, parameters in enumerate(("standard", "standard", "steady", "steady", "standard"), start=50):
        ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(preset(parameters)))
        make.table_make(club, [(cast[0], 1), (cast[1], 2)], number=number)
        ladder_refresh(ladder_id=ladder.pk)
    zero: timedelta = sweep.READABLE_AFTER_REPLACEMENT * 0
    monkeypatch.setattr(sweep, "READABLE_AFTER_REPLACEMENT", zero)

    sweep.prune()
    sweep.prune()

    kept = RatingRun.objects.filter(ladder=ladder).order_by("number").values_list("version__number", "number")
    assert list(kept) == [(1, 2), (2, 4), (3, 5)]
