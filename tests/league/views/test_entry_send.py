"""Sending a sheet: what is stored, what is refused, and that nothing typed is lost and nothing is stored twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db import OperationalError

from league.models import Player, Submission, Table
from league.services.clubs import season_assign, season_close, season_create
from league.services.people import alias_add
from league.views import entry_send
from tests.league.views import entry_world as make
from tests.league.views.entry_world import text

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def world() -> make.World:
    return make.world_make()


def post(world: make.World, fields: dict[str, str], role: str = "scorer") -> HttpResponse:
    return world.browsers[role].post(world.url, fields)  # type: ignore[return-value]


def value_of(response: HttpResponse, name: str) -> str:
    tag = re.search(rf'<input[^>]*name="{name}"[^>]*>', text(response))
    assert tag, name
    found = re.search(r'value="([^"]*)"', tag[0])
    return found[1] if found else ""


# Taken in


def test_a_tie_decided_by_edit_order_is_confirmed_at_once(world: make.World) -> None:
    response = post(world, make.danmaku())
    report = make.only_report(world.club)
    assert (response.status_code, response["Location"]) == (303, f"{world.url}sent/{report.public_id}/")
    assert (report.state, report.channel, report.evidence) == ("confirmed", "web", "parts")
    assert make.places(report) == [("みずき", 2), ("北川 そら", 1)]
    assert report.author == make.user_of(world, "scorer")


def test_help_cards_are_stored_as_dealt(world: make.World) -> None:
    post(world, make.danmaku())
    lines = make.only_report(world.club).lines.order_by("seat")
    assert list(lines.values_list("help_untapped", "help_tapped")) == [(2, 0), (1, 1)]


def test_dice_count_for_the_score(world: make.World) -> None:
    post(world, make.danmaku(seat_1_front="", seat_1_front_dice="1 2 3 3 3 3 3 5"))
    report = make.only_report(world.club)
    assert report.state == "confirmed"
    assert report.lines.get(seat=1).total == 9
    assert report.raw["report"]["seats"][0]["pages"][0] == {"dice": [1, 2, 3, 3, 3, 3, 3, 5]}


def test_totals_alone_are_enough(world: make.World) -> None:
    blank = {f"seat_{seat}_{page}": "" for seat in (1, 2) for page in ("front", "back")}
    post(world, make.danmaku(**blank, seat_1_total="9", seat_2_total="9"))
    assert make.only_report(world.club).evidence == "scores"


def test_empty_seats_at_the_end_are_left_out(world: make.World) -> None:
    post(world, make.danmaku(seats="4", seat_3_untapped="2", seat_3_tapped="0"))
    assert make.only_report(world.club).lines.count() == 2


def test_full_width_digits_are_digits(world: make.World) -> None:
    assert post(world, make.danmaku(seat_1_front="5", number="1")).status_code == 303


def test_doujin_points_share_a_place(world: make.World) -> None:
    post(world, make.doujin())
    assert make.places(make.only_report(world.club)) == [("みずき", 1), ("北川 そら", 2), ("小夜", 2)]


def test_doujin_hand_computes_the_bonus(world: make.World) -> None:
    cards = {
        f"seat_1_card_{number}_{part}": value
        for number, colour in enumerate(("cover", "genre", "element", "name"), start=1)
        for part, value in (("colour", colour), ("side", "light"), ("points", "2"))
    }
    post(world, make.doujin(**cards, seat_1_total=""))
    assert make.only_report(world.club).lines.get(seat=1).total == 12


def test_generic_takes_decimals_and_unknown_seats(world: make.World) -> None:
    post(world, make.generic(no_seats="on"))
    lines = make.only_report(world.club).lines.order_by("placement")
    assert [(line.seat, str(line.total)) for line in lines] == [(None, "12.5000"), (None, "7.0000")]


def test_generic_takes_places_alone_and_lower_wins(world: make.World) -> None:
    post(world, make.generic(seat_1_total="", seat_2_total="", seat_1_placement="2", seat_2_placement="1"))
    post(world, make.generic(key="44444444-4444", game="generic/lower", number="2"))
    reports = Submission.objects.filter(state="confirmed").order_by("pk")
    assert [make.places(report)[0][1] for report in reports] == [2, 2]


def test_a_broken_off_table_is_kept_unrated(world: make.World) -> None:
    post(world, make.danmaku(unfinished="on", seat_1_back="", seat_2_back=""))
    assert make.only_table(world.club).state == Table.State.UNFINISHED


def test_review_mode_waits_for_an_admin() -> None:
    world = make.world_make("midori", confirmation_mode="review")
    post(world, make.danmaku())
    assert make.only_report(world.club).state == "submitted"


def test_htmx_is_led_on_by_a_header(world: make.World) -> None:
    response = world.scorer.post(world.url, make.danmaku(), headers=HTMX)
    assert response["HX-Redirect"] == f"{world.url}sent/{make.only_report(world.club).public_id}/"


def test_review_mode_speaks_of_sending_and_not_of_confirming() -> None:
    world = make.world_make("midori", confirmation_mode="review")
    refused = text(post(world, make.danmaku(seat_1_total="13")))
    assert "誤りがあるため、まだ送っていません。" in refused
    assert "> このまま送る </button>" in refused
    post(world, make.danmaku(seat_1_total="13", do="send-unconfirmed"))
    assert make.only_report(world.club).state == "submitted"


# Once


def test_sending_twice_stores_once_and_answers_the_same(world: make.World) -> None:
    first, second = (post(world, make.danmaku()) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Submission.objects.count() == 1


def test_sending_twice_with_a_newcomer_adds_one_person(world: make.World) -> None:
    fields = make.danmaku(seat_2_player="若葉 りく", seat_2_new="on", seat_2_reading="わかば りく")
    answers = {post(world, fields)["Location"] for _ in range(2)}
    assert len(answers) == 1
    assert Player.objects.get(display_name="若葉 りく").reading == "わかば りく"


def test_a_changed_sheet_with_an_old_key_gets_a_new_key(world: make.World) -> None:
    post(world, make.danmaku())
    again = post(world, make.danmaku(seat_1_front="6"))
    assert again.status_code == 422
    assert "もう一度送ると" in text(again)
    assert value_of(again, "key") not in {"", make.danmaku()["key"]}
    assert value_of(again, "seat-1-front") == "6"


def test_a_draft_becomes_the_report(world: make.World) -> None:
    kept = post(world, make.danmaku(do="draft"))
    draft = Submission.objects.get(state="draft")
    assert value_of(kept, "draft") == draft.public_id
    post(world, make.danmaku(draft=draft.public_id))
    assert make.only_report(world.club).pk == draft.pk
    assert Submission.objects.count() == 1


def test_sending_a_draft_twice_is_one_report(world: make.World) -> None:
    post(world, make.danmaku(do="draft"))
    fields = make.danmaku(draft=Submission.objects.get().public_id)
    assert {post(world, fields)["Location"] for _ in range(2)} == {
        f"{world.url}sent/{Submission.objects.get().public_id}/"
    }


def test_a_sheet_sent_before_and_changed_since_shows_what_was_stored(world: make.World) -> None:
    first = post(world, make.danmaku())["Location"]
    assert f'href="{first}"' in text(post(world, make.danmaku(seat_1_front="6")))


# Taken numbers and rivals


def test_a_taken_number_asks_which_table_is_meant(world: make.World) -> None:
    post(world, make.danmaku())
    response = post(world, make.danmaku(key="44444444-4444", seat_1_front="6"))
    assert response.status_code == 409
    assert "卓1への2件目の報告として送る" in text(response)
    assert "卓2として送る" in text(response)
    assert value_of(response, "seat-1-front") == "6"


def test_the_other_number_is_one_press_away(world: make.World) -> None:
    post(world, make.danmaku())
    post(world, make.danmaku(key="44444444-4444", seat_1_front="6", do="number:2"))
    assert sorted(Table.objects.values_list("number", flat=True)) == [1, 2]


def test_a_second_report_that_differs_is_a_conflict(world: make.World) -> None:
    post(world, make.danmaku())
    onto = make.only_table(world.club).public_id
    response = world.browsers["admin"].post(
        world.url, make.danmaku(key="44444444-4444", seat_1_front="6", onto=onto, do="onto"), follow=True
    )
    assert make.only_table(world.club).conflict
    assert "この卓には内容の違う報告もあります" in text(response)


def test_a_second_report_that_agrees_is_no_conflict(world: make.World) -> None:
    post(world, make.danmaku())
    onto = make.only_table(world.club).public_id
    post(world, make.danmaku(key="44444444-4444", onto=onto, do="onto"))
    assert not make.only_table(world.club).conflict
    assert sorted(Submission.objects.values_list("state", flat=True)) == ["confirmed", "superseded"]


def test_a_table_of_another_club_is_nobodys(world: make.World) -> None:
    other = make.world_make("midori")
    post(other, make.danmaku())
    onto = make.only_table(other.club).public_id
    response = post(world, make.danmaku(onto=onto, do="onto"))
    assert response.status_code == 422
    assert "その卓はもうありません。" in text(response)
    assert not Table.objects.filter(meeting__club=world.club).exists()


def test_a_table_of_another_game_says_which_once(world: make.World) -> None:
    post(world, make.danmaku())
    response = post(world, make.doujin(onto=make.only_table(world.club).public_id, do="onto"))
    assert response.status_code == 422
    assert text(response).count("この卓は danmaku、ルールセット base で遊ばれました。") == 1
    assert re.search(r'<select name="game" aria-invalid="true"', text(response))


@pytest.mark.parametrize("do", ["send", "send-unconfirmed", "onto"])
def test_a_closed_season_is_said_and_the_sheet_is_kept(world: make.World, do: str) -> None:
    post(world, make.danmaku())
    table = make.only_table(world.club)
    season = season_create(actor=make.ROOT, club=world.club, name="秋季リーグ")
    season_assign(actor=make.ROOT, meeting=table.meeting, season=season)
    season_close(actor=make.ROOT, season=season, closed=True)
    again = make.danmaku(key="44444444-4444", number="2", onto=table.public_id, do=do)
    response = post(world, again)
    assert response.status_code == 403
    assert "この期は終了しています。" in text(response)
    assert value_of(response, "seat-1-front") == "5"
    assert Submission.objects.count() == 1
    assert post(world, again, "owner").status_code == 303


@pytest.mark.parametrize("do", ["", "<svg>", "sendall", None])
def test_only_the_buttons_send(world: make.World, do: str | None) -> None:
    response = post(world, make.danmaku(do=do))
    assert response.status_code == 422
    assert "何も送っていません。" in text(response)
    assert value_of(response, "seat-1-front") == "5"
    assert not Submission.objects.exists()


# Refused at the field


def test_eight_equal_dice_with_score_eight_are_refused_in_words(world: make.World) -> None:
    response = post(world, make.danmaku(seat_1_front="8", seat_1_front_dice="55555555"))
    assert response.status_code == 422
    assert "席1の一面は8個すべて同じ目なので、+1して9点です(入力は8点)。" in text(response)
    assert "誤りがあるため確定していません。" in text(response)
    assert 'aria-invalid="true"' in text(response).split('name="seat-1-front"')[1][:300]
    assert not Submission.objects.exists()


def test_a_wrong_total_is_told_with_the_right_one(world: make.World) -> None:
    response = post(world, make.danmaku(seat_1_front="5", seat_1_back="4", seat_1_total="13"))
    assert "(5+4=9、入力は13)" in text(response)


def test_a_report_with_mistakes_can_be_sent_without_confirming(world: make.World) -> None:
    fields = make.danmaku(seat_1_total="13")
    assert "確定せずに送る" in text(post(world, fields))
    sent = world.scorer.post(world.url, {**fields, "do": "send-unconfirmed"}, follow=True)
    assert make.only_report(world.club).state == "submitted"
    assert "(5+4=9、入力は13)" in text(sent)


def test_warnings_need_a_tick_and_a_reason(world: make.World) -> None:
    game = make.seat_order_ruleset(world.club)
    for given in (
        {},
        {"accept": "on"},
        {"reason": "見ていました"},
        {"accept": "on", "reason": "  "},
        {"accept": "on", "reason": "\u200b"},
    ):
        response = post(world, make.danmaku(game=game, **given))
        assert response.status_code == 422, given
        assert re.search(r'name="reason"[^>]*aria-invalid="true"', text(response))
    post(world, make.danmaku(game=game, accept="on", reason="見ていました"))
    assert (make.only_report(world.club).state, make.only_report(world.club).reason) == (
        "confirmed",
        "見ていました",
    )


def test_an_unknown_name_asks_whether_the_person_is_new(world: make.World) -> None:
    response = post(world, make.danmaku(seat_2_player="若葉 りく"))
    assert response.status_code == 422
    assert "この名前の人はまだいません" in text(response)
    assert "警告" not in text(response).split('id="says-2"')[1].split("</div>")[0]
    assert value_of(response, "seat-2-player") == "若葉 りく"
    assert not Player.objects.filter(display_name="若葉 りく").exists()


def test_without_scripts_one_tick_registers_all_unknown_names(world: make.World) -> None:
    post(world, make.danmaku(seat_2_player="若葉 りく", new_people="on"))
    assert make.places(make.only_report(world.club))[1] == ("若葉 りく", 1)


def test_a_refused_sheet_leaves_no_newcomer_behind(world: make.World) -> None:
    post(world, make.danmaku())
    post(world, make.danmaku(key="44444444-4444", seat_2_player="若葉 りく", seat_2_new="on"))
    assert not Player.objects.filter(display_name="若葉 りく").exists()


def test_a_name_that_cannot_be_stored_is_said_at_its_seat(world: make.World) -> None:
    response = post(world, make.danmaku(seat_2_player="あ" * 41, seat_2_new="on"))
    assert response.status_code == 422
    assert 'id="says-2"' in text(response)
    assert "41" in text(response).split('id="says-2"')[1][:400]


def test_what_is_wrong_with_a_reading_is_not_said_of_the_name(world: make.World) -> None:
    for reading, words in (
        ("あ" * 61, "長すぎます(61文字、60文字まで)。"),
        ("\u202eあ", "表示できない文字が"),
    ):
        response = post(
            world, make.danmaku(seat_2_player="若葉 りく", seat_2_new="on", seat_2_reading=reading)
        )
        said = text(response).split('id="says-2"')[1].split("</div>")[0]
        assert words in said
        assert "名前" not in said


def test_the_same_person_twice_is_refused(world: make.World) -> None:
    response = post(world, make.danmaku(seat_2_player="みずき"))
    assert response.status_code == 422
    assert "席1と席2が同じ人です。" in text(response)


def test_the_same_person_under_another_name_is_refused_by_seats(world: make.World) -> None:
    alias_add(actor=make.ROOT, player=Player.objects.get(display_name="みずき"), name="Mizu")
    response = post(world, make.danmaku(seat_2_player="ｍｉｚｕ"))
    assert response.status_code == 422
    assert "席1と席2が同じ人です。" in text(response).split('id="says-2"')[1]
    nowhere = post(world, make.generic(seat_2_player="ｍｉｚｕ", no_seats="on"))
    assert "1番目と2番目が同じ人です。" in text(nowhere)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"day": "2026-02-30"}, "day"),
        ({"day": ""}, "other-day"),
        ({"day": "other", "other_day": "2026-02-31"}, "other-day"),
        ({"day": "other", "other_day": "99999-01-01"}, "other-day"),
        ({"round": ""}, "round"),
        ({"round": "x"}, "round"),
        ({"number": "0"}, "number"),
        ({"number": "½"}, "number"),
    ],
)
def test_a_place_that_is_none_is_said_at_its_field(
    world: make.World, changes: dict[str, str], field: str
) -> None:
    response = post(world, make.danmaku(**changes))
    assert response.status_code == 422
    assert re.search(rf'name="{field}"[^>]*aria-invalid="true"', text(response))


def test_an_empty_sheet_is_refused(world: make.World) -> None:
    assert post(world, {"do": "send"}).status_code == 422


# A database that is busy


def test_a_busy_database_is_503_with_a_time(world: make.World, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(**_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(entry_send, "entry_submit", busy)
    response = post(world, make.danmaku())
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "まだ保存していません" in text(response)
