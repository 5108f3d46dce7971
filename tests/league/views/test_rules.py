"""Pages that explain rules: every id has one, in both languages, and every id that is shown leads there."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.core.chapters import chapters
from games.core.rulebook import BASIS_WORDS
from tests.league.views import entry_world as make
from tests.league.views.page_world import body_of, danmaku, in_conflict, played

ALL = [(rule_id, rule) for chapter in chapters() for rule_id, rule in chapter.rules.items()]
LINK = re.compile(r'<a class="rule" href="([^"]+)"(?: target="_blank")?>([A-Z]+-[0-9]+)</a>')
# A page score that its dice contradict (DG-18), a total that its pages contradict (DG-20), an order beyond (DG-17).
WRONG = {"seat-1-front-dice": "55555555", "seat-1-front": "8", "seat-2-total": "10", "seat-2-order": "7"}

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_rule_has_a_page_that_says_its_name_and_text(language: str) -> None:
    make.world_make()
    reader = Client(headers={"accept-language": language})
    for rule_id, rule in ALL:
        answer = reader.get(f"/aoba/rules/{rule_id}/")
        text = re.sub(r"<[^>]+>", "", body_of(answer))
        assert answer.status_code == 200, rule_id
        for words in (rule.name, rule.text):
            assert _escaped(words.in_language(language)) in text, rule_id
        assert all(BASIS_WORDS[basis].in_language(language) in text for basis in rule.basis), rule_id


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#x27;")


def test_a_page_shows_what_the_referee_says_and_what_a_club_can_change() -> None:
    make.world_make()
    page = body_of(Client().get("/aoba/rules/DG-21/"))
    assert '<p class="say">席3の一面: 8個のダイスでは8点になりません(8個同じ目は9点)。</p>' in page
    assert "<code>dice_change</code>" in page
    assert "{&quot;most_added&quot;: 5, &quot;most_removed&quot;: 2}" in page
    plain = body_of(Client().get("/aoba/rules/DG-7/"))
    assert "審判の言い方の例" not in plain
    assert "クラブが変えられるところ" not in plain


def test_neighbours_are_linked_within_the_game() -> None:
    make.world_make()
    page = body_of(Client().get("/aoba/rules/DG-18/"))
    assert '<a rel="prev" href="/aoba/rules/DG-17/">' in page
    assert '<a rel="next" href="/aoba/rules/DG-19/">' in page
    assert 'rel="prev"' not in body_of(Client().get("/aoba/rules/KD-1/"))
    assert 'rel="next"' not in body_of(Client().get("/aoba/rules/FMT-10/"))


def test_a_rule_that_another_one_names_is_a_link() -> None:
    make.world_make()
    assert LINK.findall(body_of(Client().get("/aoba/rules/KD-16/"))) == [("/aoba/rules/KD-17/", "KD-17")]


def test_the_index_lists_all_rules_by_game() -> None:
    make.world_make()
    page = body_of(Client().get("/aoba/rules/"))
    assert re.findall(r'href="/aoba/rules/([A-Z0-9-]+)/"', page) == [rule_id for rule_id, _rule in ALL]
    assert re.findall(r"<h2[^>]*>([^<]+)</h2>", page) == [
        "東方弾幕画報",
        "王たちの同人誌",
        "その他のゲーム",
        "報告の書き方",
    ]
    english = body_of(Client().get("/aoba/rules/", headers={"accept-language": "en"}))
    assert '<span class="id">DG-18</span> Score of the front page</a>' in english


def test_an_id_in_small_letters_leads_to_its_page() -> None:
    make.world_make()
    answer = Client().get("/aoba/rules/dg-18/")
    assert (answer.status_code, answer["Location"]) == (302, "/aoba/rules/DG-18/")


@pytest.mark.parametrize(
    "rule_id", ["DG-0", "DG-22", "dg-99", "ZZ-1", "18", "%00", "DG-%EF%BC%91", "DG-18%20", "ß-1"]
)
def test_an_unknown_id_is_the_page_for_what_is_not_there(rule_id: str) -> None:
    make.world_make()
    answer = Client().get(f"/aoba/rules/{rule_id}/")
    assert answer.status_code == 404
    assert "このアドレスにページはありません。" in body_of(answer)


def test_rules_of_a_private_club_are_for_its_members() -> None:
    world = make.world_make(public=False)
    for path in ("/aoba/rules/", "/aoba/rules/DG-18/", "/aoba/rules/dg-18/"):
        assert world.browsers["nobody"].get(path).status_code == 404
        assert world.browsers["stranger"].get(path).status_code == 404
    assert world.browsers["player"].get("/aoba/rules/DG-18/").status_code == 200


def test_an_unchanged_page_is_not_sent_again() -> None:
    make.world_make()
    for path in ("/aoba/rules/", "/aoba/rules/DG-18/"):
        first = Client().get(path)
        again = Client().get(path, headers={"if-none-match": first["ETag"]})
        english = Client().get(path, headers={"if-none-match": first["ETag"], "accept-language": "en"})
        assert (first.status_code, again.status_code, english.status_code) == (200, 304, 200)
        assert first["Cache-Control"] == "public, no-cache"


def test_only_reading_is_possible() -> None:
    make.world_make()
    assert Client().post("/aoba/rules/DG-18/").status_code == 405


def test_pages_of_a_club_lead_to_its_rules() -> None:
    found = played()
    for path in ("/aoba/", found.url, "/aoba/meetings/", "/aoba/people/", "/aoba/enter/"):
        assert '<a href="/aoba/rules/">' in body_of(found.bob.get(path)), path
    assert "/rules/" not in body_of(found.bob.get("/"))


@pytest.mark.parametrize("path", ["", "check/"])
def test_what_the_referee_says_while_entering_leads_to_its_rules(path: str) -> None:
    world = make.world_make()
    page = body_of(world.scorer.post(f"{world.url}{path}", make.danmaku() | WRONG | {"do": "check"}))
    assert {rule_id for _url, rule_id in LINK.findall(page)} == {"DG-17", "DG-18", "DG-20", "DG-21"}
    assert all(url == f"/aoba/rules/{rule_id}/" for url, rule_id in LINK.findall(page))
    assert page.count('target="_blank"') == len(LINK.findall(page)), "the sheet stays open"


def test_what_the_referee_says_of_a_table_leads_to_its_rules() -> None:
    found = in_conflict()
    page = body_of(found.alice.get(found.url))
    assert ("/aoba/rules/DG-18/", "DG-18") in LINK.findall(page)
    assert _unlinked(page) == []


def test_a_refused_correction_leads_to_its_rules() -> None:
    found = played(danmaku())
    form = {
        "lock_version": found.lock,
        "base": "1",
        "reason": "x",
        "front-0": "8",
        "front_dice-0": "55555555",
    }
    answer = found.alice.post(f"{found.url}correct/", form)
    assert answer.status_code == 422
    page = body_of(answer)
    assert ("/aoba/rules/DG-18/", "DG-18") in LINK.findall(page)
    assert _unlinked(page) == []


def test_a_refused_confirmation_leads_to_its_rules() -> None:
    found = in_conflict()
    form = {"lock_version": found.lock, "version": "2"}
    page = body_of(found.alice.post(f"{found.url}confirm/", form))
    assert ("/aoba/rules/DG-18/", "DG-18") in LINK.findall(page)
    assert _unlinked(page) == []


def test_the_receipt_leads_to_rules() -> None:
    world = make.world_make()
    world.scorer.post(world.url, make.danmaku() | WRONG | {"do": "send-unconfirmed"})
    report = make.only_report(world.club)
    page = body_of(world.scorer.get(f"{world.url}sent/{report.public_id}/"))
    assert ("/aoba/rules/DG-18/", "DG-18") in LINK.findall(page)
    assert _unlinked(page) == []


def _unlinked(page: str) -> list[str]:
    """Return the ids of rules on a page that lead nowhere."""
    return re.findall(r"\b(?:DG|KD|GN|FMT)-[0-9]+\b", re.sub(r"<[^>]+>", "", LINK.sub("", page)))
