"""The forms of a ladder: who may, what is said, and that nothing typed is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from league.models import Ladder
from league.ratings.parameters import Parameters, PointsParameters
from league.services.clubs import season_create
from league.services.ladders import LadderSpec, ladder_change, ladder_create, preset
from tests.league.views.entry_world import ROOT, world_make
from tests.league.views.ladder_world import (
    ADD,
    IN_ENGLISH,
    LIST,
    POINTS,
    change_of,
    form_of,
    ladder_world,
    parameters_of,
    said_under,
    send,
)
from tests.league.views.page_world import actor, body_of

pytestmark = pytest.mark.django_db

ROLES = {"owner": 200, "admin": 200, "scorer": 403, "player": 403, "stranger": 403, "nobody": 302}


# Who may


@pytest.mark.parametrize("role", ROLES)
def test_only_admins_and_owners_come_to_the_forms(role: str) -> None:
    world, ladder = ladder_world()
    browser = world.browsers[role]
    for url in (ADD, change_of(ladder)):
        assert browser.get(url).status_code == ROLES[role]
        if ROLES[role] != 200:
            sent = browser.post(url, {"name": "x", "formula": "steady", "act": "change", "version": "1"})
            assert sent.status_code == ROLES[role]
    assert Ladder.objects.count() == ladder.versions.count() == 1
    page = browser.get(LIST)
    assert page.status_code == 200
    assert (ADD in body_of(page), change_of(ladder) in body_of(page)) == (ROLES[role] == 200,) * 2


def test_private_clubs_ladders_are_for_members() -> None:
    world = world_make(public=False)
    ladder = ladder_create(actor=ROOT, club=world.club, name="one", spec=LadderSpec())
    for url in (LIST, ADD, change_of(ladder)):
        assert [world.browsers[role].get(url).status_code for role in ("stranger", "nobody")] == [404, 404]
    assert world.browsers["player"].get(LIST).status_code == 200


def test_foreign_and_unknown_ladders_arent_found() -> None:
    world, _ladder = ladder_world()
    other = world_make("midori")
    foreign = ladder_create(actor=ROOT, club=other.club, name="one", spec=LadderSpec())
    admin = world.browsers["admin"]
    for public_id in (foreign.public_id, "nowhere", "x" * 300):
        assert admin.get(f"/aoba/ladders/{public_id}/change/").status_code == 404
    assert foreign.name not in re.findall(r"<h2.*?</h2>", body_of(admin.get(LIST)))


# Making one


def test_ladder_is_made_as_asked_for() -> None:
    world = world_make()
    season = season_create(actor=actor(world, "owner"), club=world.club, name="秋季")
    answer = send(
        world.browsers["admin"], ADD, name="秋の順位", games=["danmaku", "doujin"], seasons=[season.public_id],
        formula="points", by_seats="4: 10 6 3 0.5", best="8", min_tables="5",
    )  # fmt: skip
    assert (answer.status_code, answer["Location"]) == (303, f"{LIST}?done=add")
    version = Ladder.objects.get(name="秋の順位").current_version
    assert version is not None
    assert (version.games, version.rulesets, version.seasons, version.formula) == (
        ["danmaku", "doujin"], [], [season.public_id], "points",
    )  # fmt: skip
    assert PointsParameters.from_json(version.parameters) == POINTS
    assert "ラダーを追加しました。" in body_of(world.browsers["admin"].get(answer["Location"]))
    assert "ラダーを追加しました。" not in body_of(world.browsers["nobody"].get(answer["Location"]))


def test_untouched_form_with_a_name_makes_the_standard_ladder() -> None:
    world = world_make()
    assert send(world.browsers["owner"], ADD, name="one").status_code == 303
    assert Parameters.from_json(parameters_of(Ladder.objects.get())) == preset("standard")


@pytest.mark.parametrize(
    ("field", "changes", "status"),
    [
        ("name", {"name": ""}, 400),
        ("name", {"name": "x" * 61}, 400),
        ("name", {"name": "東方弾幕画報"}, 409),
        ("games", {"games": ["danmaku", "chess"]}, 400),
        ("rulesets", {"rulesets": ["0" * 64]}, 400),
        ("seasons", {"seasons": ["<script>"]}, 400),
        ("formula", {"formula": ""}, 400),
        ("formula", {"formula": "glicko"}, 400),
        ("k_steps", {"formula": "elo", "k_steps": "20:48, 10:32"}, 400),
        ("start", {"formula": "elo", "start": "<b>1"}, 400),
        ("sigma", {"formula": "openskill", "sigma": "0"}, 400),
        ("by_seats", {"formula": "points", "by_seats": "4: 10 6 3"}, 400),
    ],
)
def test_wrong_field_is_told_and_nothing_typed_is_lost(
    field: str, changes: dict[str, Any], status: int
) -> None:
    world, _ladder = ladder_world()
    admin = world.browsers["admin"]
    typed = form_of(body_of(admin.get(ADD))) | {"name": "two", "games": ["doujin"], "tau": "７"} | changes

    answer = admin.post(ADD, typed, headers=IN_ENGLISH)

    assert answer.status_code == status
    assert said_under(answer, field)
    back = form_of(body_of(answer))
    assert {name: value for name, value in back.items() if name != "csrfmiddlewaretoken"} == {
        name: ([value] if name == "formula" and isinstance(value, str) else value)
        for name, value in typed.items()
        if name != "csrfmiddlewaretoken" and not (name == "formula" and field == "formula")
    }
    assert "<script>" not in body_of(answer).replace("<script src", "")
    assert Ladder.objects.count() == 1


def test_refusals_are_in_the_visitors_language() -> None:
    world = world_make()
    admin = world.browsers["admin"]
    typed = {"name": "x", "formula": "points", "by_seats": "4: 10 6 3"}
    assert said_under(admin.post(ADD, typed), "by_seats") == "1行目: 4人なら数は4個ですが、3個あります。"
    english = admin.post(ADD, typed, headers=IN_ENGLISH)
    assert said_under(english, "by_seats") == "Line 1: 4 people need 4 numbers, and there are 3."


# Changing one


def test_change_makes_a_version_and_the_form_says_so_before() -> None:
    world, ladder = ladder_world()
    admin, url = world.browsers["admin"], change_of(ladder)
    assert "全期間のレートを新しい値で計算しなおします" in body_of(admin.get(url))

    answer = send(admin, url, formula="elo", k_steps="5:40", k_final="20")

    assert (answer.status_code, answer["Location"]) == (303, f"{LIST}?done=change")
    assert parameters_of(ladder) == {
        "start": 1_500_000,
        "scale": 400_000,
        "k_steps": [[5, 40]],
        "k_final": 20,
    }
    assert list(ladder.versions.values_list("number", flat=True)) == [1, 2]
    assert "全期間を計算しなおしています" in body_of(admin.get(answer["Location"]))


def test_same_content_makes_nothing_and_says_so() -> None:
    world, ladder = ladder_world()
    for changes in ({}, {"formula": "elo"}):  # the preset's own values, typed out
        answer = send(world.browsers["admin"], change_of(ladder), **changes)
        assert (answer.status_code, answer["Location"]) == (303, f"{LIST}?done=same")
    assert ladder.versions.count() == 1
    assert "何も変わっていません" in body_of(world.browsers["admin"].get(f"{LIST}?done=same"))


def test_form_shows_what_is_stored() -> None:
    world, ladder = ladder_world()
    ladder_change(actor=ROOT, ladder=ladder, spec=LadderSpec(POINTS, ("doujin", "generic")))
    fields = form_of(body_of(world.browsers["admin"].get(change_of(ladder))))
    assert (fields["games"], fields["formula"]) == (["doujin", "generic"], ["points"])
    assert (fields["by_seats"].strip(), fields["best"], fields["min_tables"]) == ("4: 10 6 3 0.5", "8", "5")


def test_second_of_two_who_change_sees_the_first_and_may_go_on() -> None:
    world, ladder = ladder_world()
    admin, url = world.browsers["admin"], change_of(ladder)
    opened = form_of(body_of(admin.get(url))) | {"formula": "points", "best": "3"}
    assert send(world.browsers["owner"], url, formula="openskill", mu="2000").status_code == 303

    refused = admin.post(url, opened, headers=IN_ENGLISH)

    assert refused.status_code == 409
    text = body_of(refused)
    assert "Somebody else changed this meanwhile." in text
    assert "Mean 2000 with deviation 500 at first" in text
    back = form_of(text)
    assert (back["formula"], back["best"], back["version"]) == (["points"], "3", "2")
    assert ladder.versions.count() == 2
    assert admin.post(url, back).status_code == 303
    assert parameters_of(ladder)["best"] == 3


@pytest.mark.parametrize("lost", ["act", "version"])
def test_form_without_what_its_page_knew_is_incomplete(lost: str) -> None:
    world, ladder = ladder_world()
    admin, url = world.browsers["admin"], change_of(ladder)
    fields = form_of(body_of(admin.get(url))) | {"formula": "points"}
    del fields[lost]
    assert admin.post(url, fields).status_code == 428
    assert admin.post(url, {"act": "rename", "name": "two"}).status_code == 428
    assert ladder.versions.count() == 1


def test_ladder_is_renamed_and_a_taken_or_stale_name_is_told() -> None:
    world, ladder = ladder_world()
    ladder_create(actor=ROOT, club=world.club, name="two", spec=LadderSpec())
    admin, url = world.browsers["admin"], change_of(ladder)
    rename = {"act": "rename", "was": ladder.name}
    taken = admin.post(url, rename | {"name": "two"}, headers=IN_ENGLISH)
    assert (taken.status_code, said_under(taken, "name")) == (
        409,
        "This club already has a ladder of this name.",
    )
    assert 'value="two"' in body_of(taken)
    assert admin.post(url, rename | {"name": "三"})["Location"] == f"{LIST}?done=rename"
    stale = admin.post(url, rename | {"name": "四"}, headers=IN_ENGLISH)
    assert stale.status_code == 409
    assert "Stored now: 三" in said_under(stale, "name")
    assert Ladder.objects.get(pk=ladder.pk).name == "三"


def test_rename_keeps_hostile_names_harmless() -> None:
    world, ladder = ladder_world()
    answer = world.browsers["admin"].post(
        change_of(ladder), {"act": "rename", "was": ladder.name, "name": "<img src=x>"}
    )
    assert answer.status_code == 303
    assert "<img src=x>" not in body_of(world.browsers["nobody"].get(LIST))
