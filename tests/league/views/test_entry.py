"""The entry page as an address: who may see it, what it presets, and what its buttons do to a sheet."""

from __future__ import annotations

import html
import json
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from league.models import Meeting, Submission
from league.selectors.entry import ruleset_choices
from tests.league.views import entry_world as make
from tests.league.views.entry_world import text

pytestmark = pytest.mark.django_db

AFTER_MIDNIGHT = datetime(2026, 11, 28, 16, 30, tzinfo=UTC)  # 01:30 in Tokyo: still the evening of the 28th


@pytest.fixture
def world() -> make.World:
    return make.world_make()


def field(page: str, name: str) -> str:
    """Return the value of an input, or of the chosen option of a select."""
    tag = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
    if tag:
        found = re.search(r'value="([^"]*)"', tag[0])
        return found[1] if found else ""
    chosen = re.search(rf'<select name="{name}".*?<option value="([^"]*)" selected', page, re.DOTALL)
    return chosen[1] if chosen else ""


# Who may

ADDRESSES = {
    "entry": ("", ("get", "post")),
    "check": ("check/", ("post",)),
    "names": ("names/", ("get",)),
    "sent": ("sent/aaaaaaaaaaaaaaaa/", ("get",)),
    "discard": ("drafts/aaaaaaaaaaaaaaaa/discard/", ("post",)),
}
ANSWERS = {  # for those who may: what an address says to an empty request
    ("entry", "get"): 200,
    ("entry", "post"): 422,  # no button
    ("check", "post"): 200,
    ("names", "get"): 200,
    ("sent", "get"): 404,
    ("discard", "post"): 404,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_role_at_every_address_with_every_method(world: make.World, address: str) -> None:
    path, methods = ADDRESSES[address]
    for role, browser in world.browsers.items():
        for method in ("get", "post", "put", "patch", "delete"):
            status = getattr(browser, method)(world.url + path).status_code
            if method not in methods:
                expected = 405
            elif role in {"owner", "admin", "scorer"}:
                expected = ANSWERS[address, method]
            elif role == "nobody":
                expected = 302 if method == "get" else 401
            else:
                expected = 403
            assert (role, method, status) == (role, method, expected)


def test_a_private_club_is_not_there_for_outsiders() -> None:
    world = make.world_make("midori", public=False)
    for path, methods in ADDRESSES.values():
        assert getattr(world.browsers["stranger"], methods[0])(world.url + path).status_code == 404
        here, nowhere = (
            getattr(world.browsers["nobody"], methods[0])(f"/{slug}/enter/{path}")
            for slug in ("midori", "nowhere")
        )
        assert here.status_code == (401 if methods[0] == "post" else 404)
        assert tokenless(here).replace("midori", "nowhere") == tokenless(nowhere)


def tokenless(response: make.Answer) -> str:
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", text(response))


def test_a_visitor_is_led_to_the_login_and_back(world: make.World) -> None:
    response = Client().get(f"{world.url}?day=2026-11-28")
    assert response["Location"] == "/accounts/login/?next=/aoba/enter/%3Fday%3D2026-11-28"


def test_forms_of_other_sites_are_refused(world: make.World) -> None:
    strict = strict_browser(world)
    for path in ("", "check/", "drafts/aaaaaaaaaaaaaaaa/discard/"):
        response = strict.post(world.url + path, make.danmaku())
        assert response.status_code == 403
        assert "ページが古いため送れませんでした。" in text(response)
        assert "no-store" in response["Cache-Control"]
    assert not Submission.objects.exists()


# A sheet outlives the login and the token it was typed under


def strict_browser(world: make.World) -> Client:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make.user_of(world, "scorer"))
    return strict


VALUES = r'name="([^"]+)"[^>]*? value="([^"]*)"'


def typed_fields(page: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in re.findall(VALUES, page)}


def test_a_sheet_from_before_a_new_login_is_shown_again_and_can_be_sent(world: make.World) -> None:
    browser = strict_browser(world)
    again = browser.post(world.url, make.danmaku(csrfmiddlewaretoken="a" * 64, reason="<見た>"))
    assert again.status_code == 403
    found = typed_fields(text(again))
    assert found["reason"] == "<見た>"
    assert [found[f"seat-2-{name}"] for name in ("player", "front", "back")] == ["北川 そら", "6", "3"]
    fresh = make.danmaku(csrfmiddlewaretoken=found["csrfmiddlewaretoken"])
    assert browser.post(world.url, fresh).status_code == 303


def test_a_check_with_an_old_token_is_told_the_new_one(world: make.World) -> None:
    browser = strict_browser(world)
    refused = browser.post(f"{world.url}check/", make.danmaku())
    token = json.loads(refused["HX-Trigger"])["sekijun:token"]
    assert browser.post(f"{world.url}check/", make.danmaku(csrfmiddlewaretoken=token)).status_code == 200


def test_a_sheet_outlives_its_login_without_scripts(world: make.World) -> None:
    gone = Client().post(world.url, make.danmaku(seat_1_player='"><b>', items="x"))
    assert gone.status_code == 401
    assert "<b>" not in text(gone)
    kept = typed_fields(text(gone).split('<form class="stack"')[1])
    assert kept | {"csrfmiddlewaretoken": "", "do": ""} == make.danmaku(
        seat_1_player='"><b>', items="x", csrfmiddlewaretoken="", do=""
    )
    back = world.scorer.post(world.url, kept | {"do": "check"})
    assert field(text(back), "seat-2-player") == "北川 そら"


def test_nothing_typed_is_promised_where_nothing_was(world: make.World) -> None:
    page = text(Client().post(f"{world.url}drafts/aaaaaaaaaaaaaaaa/discard/"))
    assert "何も変更していません。" in page
    assert 'value="check"' not in page


def test_pages_of_entry_are_kept_by_nobody(world: make.World) -> None:
    for response in (world.scorer.get(world.url), world.scorer.post(world.url, make.danmaku(do="check"))):
        assert "no-store" in response["Cache-Control"]
        assert "private" in response["Cache-Control"]


def test_others_are_not_offered_to_enter(world: make.World) -> None:
    assert 'href="/aoba/enter/"' in text(world.scorer.get("/aoba/"))
    assert 'href="/aoba/enter/"' not in text(world.browsers["player"].get("/aoba/"))


# What is preset


@time_machine.travel(AFTER_MIDNIGHT, tick=False)
def test_the_first_table_of_an_evening_that_passed_midnight(world: make.World) -> None:
    page = text(world.scorer.get(world.url))
    found = [field(page, name) for name in ("day", "game", "round", "number", "seats")]
    assert found == ["2026-11-28", "danmaku/base", "1", "1", "4"]
    assert page.count('value="2" inputmode="numeric" maxlength="20" autocomplete="off"') >= 4
    assert not Meeting.objects.exists()


@time_machine.travel(AFTER_MIDNIGHT, tick=False)
def test_the_next_table_follows_the_last(world: make.World) -> None:
    world.scorer.post(world.url, make.doujin(round="2", number="5"))
    page = text(world.scorer.get(world.url))
    assert [field(page, name) for name in ("game", "round", "number")] == ["doujin/base", "2", "6"]


def test_the_receipt_leads_to_the_next_table(world: make.World) -> None:
    receipt = text(world.scorer.post(world.url, make.doujin(), follow=True))
    found = re.search(r'href="(/aoba/enter/\?[^"]*)">次の卓を入力', receipt)
    assert found
    page = text(world.scorer.get(found[1].replace("&amp;", "&")))
    assert [field(page, name) for name in ("day", "game", "number")] == ["2026-11-28", "doujin/base", "2"]


def test_another_day_gets_its_own_number_unless_one_was_typed(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku())
    preset = {"do": "update", "number": "9", "number_preset": "9"}
    assert field(text(world.scorer.post(world.url, make.danmaku(**preset))), "number") == "2"
    typed = preset | {"number_preset": "3"}
    assert field(text(world.scorer.post(world.url, make.danmaku(**typed))), "number") == "9"


def test_every_visit_has_a_key_of_its_own(world: make.World) -> None:
    keys = {field(text(world.scorer.get(world.url)), "key") for _ in range(3)}
    assert len(keys) == 3


def test_own_rulesets_can_be_chosen(world: make.World) -> None:
    make.seat_order_ruleset(world.club)
    assert '<option value="danmaku/seated">東方弾幕画報 – seated</option>' in text(
        world.scorer.get(world.url)
    )


# Buttons


@pytest.mark.parametrize(
    ("do", "seats"), [("add-seat", "3"), ("remove-seat", "2"), ("update", "2"), ("add-card:1", "2")]
)
def test_buttons_change_the_number_of_seats_and_keep_what_is_typed(
    world: make.World, do: str, seats: str
) -> None:
    page = text(world.scorer.post(world.url, make.danmaku(do=do)))
    assert field(page, "seats") == seats
    assert field(page, "seat-2-player") == "北川 そら"
    assert field(page, "seat-2-back") == "3"
    assert not Submission.objects.exists()


def test_seats_stay_within_the_rules(world: make.World) -> None:
    most = make.danmaku(seats="5", do="add-seat")
    assert field(text(world.scorer.post(world.url, most)), "seats") == "5"
    assert field(text(world.scorer.post(world.url, make.doujin(do="remove-seat"))), "seats") == "3"


def test_swapping_seats_leaves_help_cards_with_the_seat(world: make.World) -> None:
    page = text(world.scorer.post(world.url, make.danmaku(do="swap:1")))
    assert [field(page, f"seat-1-{name}") for name in ("player", "front", "order", "untapped")] == [
        "北川 そら",
        "6",
        "1",
        "2",
    ]
    assert field(page, "seat-2-untapped") == "1"


def test_another_game_keeps_names(world: make.World) -> None:
    page = text(world.scorer.post(world.url, make.danmaku(game="doujin/base", do="update")))
    assert (field(page, "seats"), field(page, "seat-2-player")) == ("3", "北川 そら")
    assert 'name="early-bird"' in page


def test_checking_says_everything_and_stores_nothing(world: make.World) -> None:
    response = world.scorer.post(world.url, make.danmaku(do="check", seat_1_front="", seat_2_total="11"))
    assert response.status_code == 200
    assert "席1の合計がありません。" in text(response)
    assert "(6+3=9、入力は11)" in text(response)
    assert not Submission.objects.exists()


# Drafts


def test_a_draft_comes_back_as_it_was_left(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku(do="draft", seat_1_front="x", seat_2_player="だれか"))
    draft = Submission.objects.get(state="draft")
    page = text(world.scorer.get(f"{world.url}?draft={draft.public_id}"))
    assert field(page, "seat-1-front") == "x"
    assert field(page, "seat-2-player") == "だれか"
    assert field(page, "key") == make.danmaku()["key"]
    assert field(page, "draft") == draft.public_id


def test_drafts_are_listed_for_their_author_alone(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku(do="draft"))
    draft = Submission.objects.get(state="draft")
    assert draft.public_id in text(world.scorer.get(world.url))
    assert draft.public_id not in text(world.browsers["owner"].get(world.url))
    others = text(world.browsers["owner"].get(f"{world.url}?draft={draft.public_id}"))
    assert field(others, "seat-1-player") == ""


@pytest.mark.parametrize("what", ["sent", "thrown away", "never there"])
def test_a_draft_that_is_gone_says_so(world: make.World, what: str) -> None:
    world.scorer.post(world.url, make.danmaku(do="draft"))
    draft = Submission.objects.get().public_id
    if what == "sent":
        world.scorer.post(world.url, make.danmaku(draft=draft))
    elif what == "thrown away":
        world.scorer.post(f"{world.url}drafts/{draft}/discard/")
    else:
        draft = "aaaaaaaaaaaaaaaa"
    page = text(world.scorer.get(f"{world.url}?draft={draft}"))
    assert "この下書きはもうありません。" in page
    assert field(page, "seat-1-player") == ""


def test_a_draft_can_be_thrown_away_by_its_author_alone(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku(do="draft"))
    path = f"{world.url}drafts/{Submission.objects.get().public_id}/discard/"
    assert world.browsers["owner"].post(path).status_code == 404
    assert world.scorer.post(path).status_code == 303
    assert not Submission.objects.exists()


def test_a_report_cannot_be_thrown_away(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku())
    path = f"{world.url}drafts/{make.only_report(world.club).public_id}/discard/"
    assert world.scorer.post(path).status_code == 404
    assert make.only_report(world.club).state == "confirmed"


# Languages


def test_the_page_in_english_has_no_japanese_but_names(world: make.World) -> None:
    page = text(world.scorer.get(world.url, headers={"accept-language": "en"}))
    shown = re.sub(r"<script.*?</script>|日本語|。", "", page, flags=re.DOTALL)
    for name, reading in make.PEOPLE:
        shown = shown.replace(name, "").replace(reading, "")
    assert re.findall(r"[\u3040-\u30ff\u3400-\u9fff]+", shown) == []
    assert "<h1>Enter a result</h1>" in page


def test_the_receipt_of_another_club_is_not_there(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku())
    other = make.world_make("midori")
    path = f"{other.url}sent/{make.only_report(world.club).public_id}/"
    assert other.scorer.get(path).status_code == 404


def test_variants_of_a_game_are_named_in_words(world: make.World) -> None:
    assert ("generic/lower", "その他のゲーム – 少ないほど上") in ruleset_choices(world.club, "ja")
    assert ("generic/lower", "Any other game – lowest wins") in ruleset_choices(world.club, "en")
