"""Adjusting points on the page: who may, what is said at which field, and who reads the reasons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from league.forms.points import points_of
from league.models import Adjustment, Season
from league.ratings.parameters import PointsParameters
from league.services.adjustments import adjustment_add
from league.services.clubs import season_close, season_create
from league.services.errors import Invalid
from league.services.ladders import LadderSpec, ladder_create
from league.services.merges import player_merge
from league.services.people import player_anonymise, player_change
from tests.league.views.entry_world import World, world_make
from tests.league.views.page_world import actor, body_of, named

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

ROLES = {"owner": 200, "admin": 200, "scorer": 403, "player": 403, "stranger": 403, "nobody": 302}


def world_with_season() -> tuple[World, Season, str]:
    """Return a club, a season of it, and where its points are adjusted."""
    world = world_make()
    season = season_create(actor=actor(world, "owner"), club=world.club, name="秋")
    return world, season, f"/aoba/seasons/{season.public_id}/adjustments/"


def add(world: World, url: str, role: str = "admin", **changes: str) -> HttpResponse:
    """Send the form as a browser would after looking at the page."""
    browser = world.browsers[role]
    seen = re.search(r'name="was" value="([^"]*)"', body_of(browser.get(url)))
    fields = {
        "act": "add",
        "was": seen[1] if seen else "",
        "player": named(world.club, "カズ").public_id,
        "points": "-1.5",
        "reason": "遅刻",
    }
    return browser.post(url, fields | changes)  # type: ignore[return-value]


@pytest.mark.parametrize("role", ROLES)
def test_who_may_see_and_send_the_form(role: str) -> None:
    world, _, url = world_with_season()
    browser = world.browsers[role]
    assert browser.get(url).status_code == ROLES[role]
    if ROLES[role] != 200:
        assert browser.post(url, {"act": "add"}).status_code == ROLES[role]
    assert not Adjustment.objects.exists()


def test_closed_season_is_adjusted_by_the_owner_only() -> None:
    world, season, url = world_with_season()
    season_close(actor=actor(world, "owner"), season=season, closed=True)
    assert world.browsers["admin"].get(url).status_code == 403
    assert add(world, url, "admin").status_code == 403
    assert add(world, url, "owner").status_code == 303
    assert "adjustments/" not in body_of(world.browsers["admin"].get(f"/aoba/seasons/{season.public_id}/"))


def test_points_are_taken_and_the_page_says_so() -> None:
    world, season, url = world_with_season()
    answer = add(world, url, points="−２．５")
    assert (answer.status_code, answer["Location"]) == (303, f"{url}?done=add")
    row = Adjustment.objects.get()
    assert (row.season, row.player, row.points, row.reason) == (
        season,
        named(world.club, "カズ"),
        -2_500,
        "遅刻",
    )
    text = body_of(world.browsers["admin"].get(answer["Location"]))
    assert "加点・減点しました。" in text
    assert "<b>−2.5</b>" in text


def test_page_says_when_no_ladder_counts_the_points() -> None:
    world, season, url = world_with_season()
    hint = "この期の点を合計する順位表はまだありません。"
    owner = actor(world, "owner")
    spec = LadderSpec(seasons=(season.public_id,))
    ladder_create(actor=owner, club=world.club, name="レート", spec=spec)
    assert hint in body_of(world.browsers["admin"].get(url))
    ladder_create(actor=owner, club=world.club, name="通算", spec=LadderSpec(parameters=PointsParameters()))
    assert hint not in body_of(world.browsers["admin"].get(url))


def test_revoking_is_a_second_step_that_opens_where_it_was_refused() -> None:
    world, _, url = world_with_season()
    add(world, url)
    admin, key = world.browsers["admin"], Adjustment.objects.get().public_id
    assert '<details class="second-step">' in body_of(admin.get(url))
    refused = admin.post(url, {"act": "revoke", "key": key, "reason": ""})
    assert '<details class="second-step" open>' in body_of(refused)


def test_form_that_is_sent_twice_counts_once() -> None:
    world, _, url = world_with_season()
    assert add(world, url, was="").status_code == 303
    again = add(world, url, was="")
    assert again.status_code == 409
    assert "一覧を確認してから、もう一度送ってください。" in body_of(again)
    assert Adjustment.objects.count() == 1
    assert add(world, url).status_code == 303


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"player": ""}, "player"),
        ({"player": "x" * 16}, "player"),
        ({"player": "\x00"}, "player"),
        ({"points": ""}, "points"),
        ({"points": "0"}, "points"),
        ({"points": "1.2345"}, "points"),
        ({"points": "1e3"}, "points"),
        ({"points": "10000.001"}, "points"),
        ({"points": "たくさん"}, "points"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 401}, "reason"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_keeps_the_rest(changes: dict[str, str], field: str) -> None:
    world, _, url = world_with_season()
    answer = add(world, url, **changes)
    text = body_of(answer)
    assert answer.status_code == 400
    assert f'aria-describedby="say-{field}"' in text
    if field != "reason":
        assert "遅刻</textarea>" in text
    assert not Adjustment.objects.exists()


def test_person_and_season_of_another_club_are_unknown() -> None:
    world, season, url = world_with_season()
    other = world_make("sora")
    foreign = named(other.club, "カズ").public_id
    assert add(world, url, player=foreign).status_code == 400
    strange = f"/sora/seasons/{season.public_id}/adjustments/"
    assert other.browsers["owner"].get(strange).status_code == 404


@pytest.mark.parametrize("fields", [{}, {"act": "x"}, {"act": "add"}, {"act": "revoke", "reason": "x"}])
def test_forms_that_lack_what_they_saw_are_refused(fields: dict[str, str]) -> None:
    world, _, url = world_with_season()
    assert world.browsers["admin"].post(url, fields).status_code == 428


def test_adjustment_is_revoked_with_a_reason() -> None:
    world, _, url = world_with_season()
    add(world, url)
    row, admin = Adjustment.objects.get(), world.browsers["admin"]
    fields = {"act": "revoke", "key": row.public_id, "reason": ""}
    refused = admin.post(url, fields)
    assert refused.status_code == 400
    assert 'aria-describedby="say-revoke"' in body_of(refused)
    assert admin.post(url, fields | {"reason": "電車の遅れ"})["Location"] == f"{url}?done=revoke"
    row.refresh_from_db()
    assert row.revoke_reason == "電車の遅れ"
    again = admin.post(url, fields | {"reason": "もう一度"})
    assert again.status_code == 409
    text = body_of(again)
    assert "すでに取り消されています。" in text
    assert 'name="act" value="revoke"' not in text


def test_points_are_for_everybody_and_reasons_for_those_who_enter_results() -> None:
    world, season, url = world_with_season()
    add(world, url)
    for role, told in {"nobody": False, "player": False, "scorer": True, "admin": True}.items():
        text = body_of(world.browsers[role].get(f"/aoba/seasons/{season.public_id}/"))
        assert "<b>−1.5</b>" in text, role
        assert "カズ" in text, role
        assert ("遅刻" in text) is told, role


def test_adjustment_is_shown_with_the_person_it_counts_for() -> None:
    world, season, url = world_with_season()
    add(world, url)
    owner, kazu, mizuki = actor(world, "owner"), named(world.club, "カズ"), named(world.club, "みずき")
    player_merge(actor=owner, source=kazu, target=mizuki)
    text = body_of(world.browsers["nobody"].get(f"/aoba/seasons/{season.public_id}/"))
    assert "カズ" not in text
    assert f'href="/aoba/players/{mizuki.public_id}/"' in text
    assert kazu.public_id not in body_of(world.browsers["admin"].get(url))


def test_hidden_person_is_only_seen_by_who_manages_them_and_erased_one_has_no_name() -> None:
    world, season, url = world_with_season()
    add(world, url)
    owner = actor(world, "owner")
    player_change(actor=owner, player=named(world.club, "カズ"), hidden=True)
    public = f"/aoba/seasons/{season.public_id}/"
    assert "<b>−1.5</b>" not in body_of(world.browsers["owner"].get(public))
    assert "<bdi>カズ</bdi>" in body_of(world.browsers["owner"].get(url))
    player_change(actor=owner, player=named(world.club, "カズ"), hidden=False)
    player_anonymise(actor=owner, player=named(world.club, "カズ"))
    text = body_of(world.browsers["nobody"].get(public))
    assert "<b>−1.5</b>" in text
    assert "元部員" in text


def test_what_was_typed_is_shown_as_text() -> None:
    world, season, _ = world_with_season()
    adjustment_add(
        actor=actor(world, "owner"),
        season=season,
        player=named(world.club, "カズ"),
        points=1_000,
        reason="<script>x</script>",
    )
    text = body_of(world.browsers["scorer"].get(f"/aoba/seasons/{season.public_id}/"))
    assert "<script>x</script>" not in text
    assert "&lt;script&gt;x&lt;/script&gt;" in text


@pytest.mark.parametrize(
    ("text", "thousandths"),
    [
        ("1", 1_000),
        ("+1.5", 1_500),
        (" -0.001 ", -1),
        ("−２．５", -2_500),
        ("–3", -3_000),
        ("10000", 10_000_000),
    ],
)
def test_points_are_read_as_people_write_them(text: str, thousandths: int) -> None:
    assert points_of(text) == thousandths


@pytest.mark.parametrize("text", ["", ".", "1.", ".5", "1,5", "--1", "1.0001", "nan", "1_0", "٣", "9" * 10])
def test_what_is_no_number_of_points_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        points_of(text)
