"""Drawing help cards on a page, and what the evening's page and the entry page make of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from league.models import HelpDeal, HelpDraw, Meeting, Ruleset
from league.selectors import meeting_page
from league.services.fairness import club_fairness_refresh
from tests import factories as make
from tests.league.seated import seats_fill
from tests.league.views.entry_world import DAY, World, world_make
from tests.league.views.page_world import body_of, danmaku, report

pytestmark = pytest.mark.django_db
URL = "/aoba/fairness/draw/"


@pytest.fixture
def world() -> World:
    return world_make()


def send(client: Client, **fields: str) -> Any:  # noqa: ANN401 - what the test client answers
    form = {"club_day": DAY.isoformat(), "ruleset": "base", "players": "4", "first": "1", "last": "3"}
    return client.post(URL, form | fields)


def test_a_draw_leads_to_the_evening_and_is_told_there(world: World) -> None:
    answer = send(world.scorer)
    meeting = Meeting.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/aoba/meetings/{meeting.public_id}/?done=draw")
    text = body_of(world.scorer.get(answer["Location"]))
    assert "くじを引きました。下のとおりに配ってください。" in text
    for deal in HelpDeal.objects.all():
        assert f"席{deal.seat}: 1枚{'増やす' if deal.change > 0 else '減らす'}" in text
    assert "引き直す" in text
    outside = body_of(Client().get(f"/aoba/meetings/{meeting.public_id}/"))
    assert "くじで決めたヘルプカード" in outside
    assert "引き直す" not in outside
    assert f"卓1, 2, 3: 種 {HelpDraw.objects.get().seed}" in outside


def test_the_lots_stand_on_the_first_page_of_the_evening_only(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting_page, "PAGE_TABLES", 1)
    send(world.scorer, first="8", last="9")
    for number in (1, 2):
        report(world, danmaku(), number=number)
    url = f"/aoba/meetings/{Meeting.objects.get().public_id}/"
    first, second = (body_of(world.scorer.get(f"{url}?page={page}")) for page in (1, 2))
    assert "くじで決めたヘルプカード" in first
    assert "くじで決めたヘルプカード" not in second


def test_a_deal_drawn_for_other_rules_isnt_filled_in(world: World) -> None:
    send(world.scorer)
    HelpDeal.objects.update(cards=[[7, 0]] * 4)
    sheet = f"/aoba/enter/?day={DAY}&game=danmaku/base"
    assert 'value="7"' in body_of(world.scorer.get(sheet))
    own = Ruleset.objects.create(
        club=world.club, game="danmaku", key="own", version=1, payload={}, content_hash="0" * 64
    )
    HelpDraw.objects.update(ruleset=own)
    assert 'value="7"' not in body_of(world.scorer.get(sheet))


def test_one_table_needs_no_last_one(world: World) -> None:
    send(world.scorer, first="4", last="")
    assert [deal.number for deal in HelpDeal.objects.all()] == [4]


def test_drawing_again_asks_why_and_loses_nothing(world: World) -> None:
    send(world.scorer)
    answer = send(world.scorer, last="2", players="5")
    assert answer.status_code == 409
    text = body_of(answer)
    assert "もう引いてあります: 1, 2" in text
    assert re.search(r'name="reason"[^>]*aria-invalid="true"', text)
    assert '<option value="5" selected>' in text
    assert send(world.scorer, last="2", players="5", reason="五人になった").status_code == 303
    text = body_of(world.scorer.get(f"{URL}?day={DAY}"))
    assert text.count('class="withdrawn"') == 2
    assert "五人になった" in text
    meeting = f"/aoba/meetings/{Meeting.objects.get().public_id}/"
    everybody = body_of(Client().get(meeting))
    assert (
        everybody.count('class="withdrawn"') == 2
    )  # that it was drawn again is no secret, why is the club's own
    assert "五人になった" not in everybody
    assert "五人になった" in body_of(world.scorer.get(meeting))
    for draw in HelpDraw.objects.all():
        assert str(draw.seed) in text


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"club_day": "tonight"}, "club_day"),
        ({"players": "six"}, "players"),
        ({"players": "6"}, "players"),
        ({"first": ""}, "first"),
        ({"first": "0", "last": "0"}, "first"),
        ({"last": "0"}, "last"),
        ({"last": "99"}, "last"),
        ({"ruleset": "chess"}, "ruleset"),
    ],
)
def test_what_cant_be_read_is_said_at_its_field(world: World, fields: dict[str, str], field: str) -> None:
    answer = send(world.scorer, **fields)
    assert answer.status_code == 400
    assert re.search(rf'name="{field}"[^>]*aria-invalid="true"', body_of(answer))
    assert not HelpDeal.objects.exists()


def test_reported_tables_are_left_alone(world: World) -> None:
    report(world, danmaku(), number=2)
    answer = send(world.scorer)
    assert answer.status_code == 409
    assert "もう入っています: 2" in body_of(answer)


def test_who_may_draw(world: World) -> None:
    assert send(world.browsers["nobody"]).status_code == 302
    for role in ("player", "stranger"):
        assert send(world.browsers[role]).status_code == 403
        assert world.browsers[role].get(URL).status_code == 403
    for role in ("owner", "admin", "scorer"):
        assert world.browsers[role].get(URL).status_code == 200
    assert not HelpDeal.objects.exists()


def test_a_forged_draw_is_refused(world: World) -> None:
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = world.scorer.cookies
    assert send(forged).status_code == 403
    assert not HelpDeal.objects.exists()


def test_the_next_tables_are_preset(world: World) -> None:
    send(world.scorer, players="5")
    text = body_of(world.scorer.get(f"{URL}?day={DAY}"))
    assert re.search(r'name="first" value="4"', text)
    assert '<option value="5" selected>' in text


def test_the_sheet_of_a_drawn_table_holds_its_cards(world: World) -> None:
    send(world.scorer, last="2")
    deal = HelpDeal.objects.get(number=1)
    text = body_of(world.scorer.get(f"/aoba/enter/?day={DAY}&game=danmaku/base"))
    untapped = re.findall(r'name="seat-\d-untapped"[^>]*value="(\d*)"', text)
    assert [int(value) for value in untapped] == [cards[0] for cards in deal.cards]


def test_other_cards_than_drawn_are_asked_about_but_taken(world: World) -> None:
    send(world.scorer)
    deal = HelpDeal.objects.get(number=1)
    fields = {"day": DAY.isoformat(), "game": "danmaku/base", "round": "1", "number": "1", "seats": "4"}
    for seat, cards in enumerate(deal.cards, start=1):
        fields |= {f"seat-{seat}-untapped": str(cards[0]), f"seat-{seat}-tapped": str(cards[1])}
    fields["seat-1-player"] = "みずき"
    agreeing = body_of(world.scorer.post("/aoba/enter/check/", fields))
    assert "くじでは" not in agreeing
    fields[f"seat-{deal.seat}-untapped"] = "2"
    differing = body_of(world.scorer.post("/aoba/enter/check/", fields))
    assert f"くじでは、この席のヘルプカードは{2 + deal.change}枚です。" in differing
    report(world, danmaku(), number=1)


def test_the_page_of_seats_offers_a_draw_to_those_who_may(world: World) -> None:
    seats_fill(world.club, make.players_make(world.club, 6), 36)
    club_fairness_refresh(club_id=world.club.pk)
    send(world.scorer)
    assert URL in body_of(world.scorer.get("/aoba/fairness/"))
    text = body_of(Client().get("/aoba/fairness/"))
    assert URL not in text
    assert "結果を入力する人が引けます" in text
    assert "これまでに3卓分のくじを引きました。" in text
