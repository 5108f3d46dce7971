"""Correcting a result by its form: what is typed becomes a new version, or comes back with the referee's word."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from league.models import Player, Submission
from league.services.people import player_anonymise, player_change
from league.services.tables import table_void
from tests.league.views.page_world import (
    Played,
    actor,
    body_of,
    confirmed,
    danmaku,
    doujin,
    generic,
    named,
    played,
    report,
)

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db


def form_of(found: Played) -> dict[str, str]:
    """Return the fields as a browser would send them untouched."""
    return fields_in(body_of(found.alice.get(found.url + "correct/")))


def fields_in(text: str) -> dict[str, str]:
    form = text.split('<form class="correction"')[1].split("</form>", maxsplit=1)[0]
    pairs = re.findall(r'<input(?: type="hidden")? name="([^"]+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in pairs if name != "csrfmiddlewaretoken"}


def differences(text: str, kind: str) -> list[tuple[str, str, str]]:
    """Return (field, left, right) of a table of differences, from the first seat to the last."""
    box = text.split(f'<h2 id="{kind}">')[1].split("</section>", maxsplit=1)[0]
    return re.findall(r"≠ </span>([^<]+)</th>\s*<td><bdi>([^<]*)</bdi></td><td><bdi>([^<]*)</bdi></td>", box)


def correct(found: Played, **changes: str) -> HttpResponse:
    fields = form_of(found) | {"reason": "書き間違い"} | changes
    return found.alice.post(found.url + "correct/", fields)  # type: ignore[return-value]


def lines_of(found: Played) -> list[tuple[int | None, str, int, int | None]]:
    rows = confirmed(found.table).lines.order_by("seat")
    return [
        (line.seat, line.player.display_name, int(line.total or 0), line.placement)
        for line in rows.select_related("player")
    ]


def test_changed_page_gives_new_total_and_places() -> None:
    found = played()
    answer = correct(found, **{"back-0": "6"})
    assert (answer.status_code, answer["Location"]) == (303, f"{found.url}?done=correct")
    assert found.states() == [(1, "superseded"), (2, "confirmed")]
    assert lines_of(found) == [
        (1, "みずき", 11, 1), (2, "北川 そら", 9, 2), (3, "朝霧 ゆい", 7, 3), (4, "小夜", 4, 4)
    ]  # fmt: skip
    assert confirmed(found.table).reason == "書き間違い"


def test_what_has_no_field_stays() -> None:
    found = played(danmaku(seat2={"captured": ["チルノ"]}))
    correct(found, **{"back-0": "6"})
    seats = confirmed(found.table).raw["report"]["seats"]
    assert seats[1]["captured"] == ["チルノ"]
    assert seats[0]["pages"][0]["dice"] == [1, 2, 3, 3, 3, 3, 3, 5]


def test_correct_and_correct_back_is_the_same_report() -> None:
    found = played()
    before = confirmed(found.table).lines_digest
    correct(found, **{"back-0": "6"})
    correct(found, **{"back-0": "4"})
    assert confirmed(found.table).lines_digest == before


def test_full_width_figures_are_figures() -> None:
    found = played()
    assert correct(found, **{"back-0": "6", "total-0": "11"}).status_code == 303


def test_another_known_person() -> None:
    found = played()
    assert correct(found, **{"player-3": "カズ"}).status_code == 303
    assert lines_of(found)[3][1] == "カズ"


def test_unknown_person_is_refused_at_the_field_and_nothing_is_lost() -> None:
    found = played()
    answer = correct(found, **{"player-3": "知らない人", "back-0": "6"})
    text = body_of(answer)
    assert answer.status_code == 422
    assert "知らない人はまだこのクラブにいません。" in text
    assert (fields_in(text)["player-3"], fields_in(text)["back-0"]) == ("知らない人", "6")
    assert "書き間違い</textarea>" in text
    assert not Player.objects.filter(display_name="知らない人").exists()
    assert found.states() == [(1, "confirmed")]


@pytest.mark.parametrize("name", ["", "\x00", "x" * 500, "<b>"])
def test_names_that_mean_nobody_are_refused(name: str) -> None:
    found = played()
    assert correct(found, **{"player-3": name}).status_code == 422
    assert found.states() == [(1, "confirmed")]


def test_same_person_twice_is_refused() -> None:
    found = played()
    answer = correct(found, **{"player-3": "みずき"})
    assert answer.status_code == 422
    assert "同じ人" in body_of(answer)


def test_impossible_score_is_said_under_its_row_with_the_rule() -> None:
    found = played()
    answer = correct(found, **{"front-0": "9", "total-0": ""})
    text = body_of(answer)
    assert answer.status_code == 422
    assert '">DG-18</a>' in text
    assert 'name="front-0" value="9" autocomplete="off" inputmode="numeric" aria-invalid="true"' in text


def test_renamed_and_anonymised_people_keep_their_seat() -> None:
    found = played()
    owner = actor(found.world, "owner")
    player_change(actor=owner, player=named(found.club, "みずき"), name="みづき")
    gone = named(found.club, "小夜")
    player_anonymise(actor=owner, player=gone)
    assert form_of(found)["player-0"] == "みづき"
    assert correct(found, **{"back-0": "6"}).status_code == 303
    assert confirmed(found.table).lines.get(seat=4).player == gone


def test_hand_of_a_doujin_table_is_typed_as_words() -> None:
    found = played(doujin())
    assert form_of(found)["hand-0"] == "カバー光3 ジャンル光4 要素光2 名前光1 18禁闇-8"
    answer = correct(found, **{"hand-0": "カバー光3 ジャンル光4 要素光2 名前光1 18禁光8"})
    assert answer.status_code == 303
    assert lines_of(found)[0][2:] == (22, 1)


def test_ranks_of_a_generic_table() -> None:
    found = played(generic("みずき", "小夜"))
    assert correct(found, **{"total-0": "2.5", "total-1": "7"}).status_code == 303
    assert [line[2:] for line in lines_of(found)] == [(2, 2), (7, 1)]


@pytest.mark.parametrize("text", ["x", "9" * 30, "9" * 400, "\x00", "-", "1_000", "<b>", "٣"])
@pytest.mark.parametrize("field", ["front-0", "front_dice-0", "total-1", "order-2", "untapped-0", "seat-0"])
def test_odd_input_is_refused_and_comes_back(field: str, text: str) -> None:
    found = played()
    answer = correct(found, **{field: text})
    assert answer.status_code in {400, 422}
    assert found.states() == [(1, "confirmed")]
    assert fields_in(body_of(answer))[field].strip("\x00") == text[:2000].strip("\x00")


def test_no_reason_no_correction() -> None:
    found = played()
    assert correct(found, **{"back-0": "6", "reason": " "}).status_code == 400
    assert found.states() == [(1, "confirmed")]


def test_stale_correction_shows_stored_beside_typed_and_can_be_sent_again() -> None:
    found = played()
    mine = form_of(found) | {"reason": "私の訂正", "back-0": "6"}
    correct(found, **{"back-0": "5"})
    answer = found.alice.post(found.url + "correct/", mine)
    text = body_of(answer)
    assert answer.status_code == 409
    assert differences(text, "theirs") == [("二面", "4", "5"), ("合計", "9", "10")]
    assert differences(text, "yours") == [("二面", "5", "6")]
    kept = fields_in(text)
    assert (kept["back-0"], kept["lock_version"], "私の訂正</textarea>" in text) == ("6", "2", True)
    assert found.alice.post(found.url + "correct/", kept | {"reason": "私の訂正"}).status_code == 303
    assert lines_of(found)[0][2] == 11
    assert found.states()[-1] == (3, "confirmed")


def test_what_somebody_else_corrected_elsewhere_is_not_taken_back() -> None:
    found = played()
    mine = form_of(found) | {"reason": "私の訂正", "back-0": "6"}
    correct(found, **{"front-3": "3"})
    answer = found.alice.post(found.url + "correct/", mine)
    kept = fields_in(body_of(answer))
    assert (answer.status_code, kept["back-0"], kept["front-3"], kept["base"]) == (409, "6", "3", "2")
    assert found.alice.post(found.url + "correct/", kept | {"reason": "私の訂正"}).status_code == 303
    assert [total for _, _, total, _ in lines_of(found)] == [11, 9, 7, 5]


def test_correction_after_a_swap_of_seats_keeps_the_swap() -> None:
    found = played()
    mine = form_of(found) | {"reason": "私の訂正", "back-0": "6"}
    swap = {"lock_version": found.lock, "seat_a": "1", "seat_b": "3", "reason": "席違い"}
    assert found.alice.post(found.url + "swap/", swap).status_code == 303
    kept = fields_in(body_of(found.alice.post(found.url + "correct/", mine)))
    assert found.alice.post(found.url + "correct/", kept | {"reason": "私の訂正"}).status_code == 303
    assert lines_of(found)[0][:3] == (1, "朝霧 ゆい", 7)
    assert lines_of(found)[2][:3] == (3, "みずき", 11)


def test_correction_of_a_sheet_that_was_replaced_by_another_is_shown_as_a_whole() -> None:
    found = played()
    mine = form_of(found) | {"reason": "私の訂正", "back-0": "6"}
    rival = danmaku(("北川 そら", "みずき", "小夜"))
    report(found.world, rival, role="admin", onto=found.table)
    send = {"lock_version": found.lock, "version": "2"}
    assert found.alice.post(found.url + "confirm/", send).status_code == 303
    text = body_of(found.alice.post(found.url + "correct/", mine))
    assert ("名前", "北川 そら", "みずき") in differences(text, "yours")
    assert 'id="theirs"' not in text
    assert fields_in(text)["back-0"] == "6"


def test_late_correction_of_a_void_table_is_told_what_happened() -> None:
    found = played()
    mine = form_of(found) | {"reason": "私の訂正", "back-0": "6"}
    table_void(actor=actor(found.world, "owner"), table=found.table, lock_version=1, reason="二重の入力")
    answer = found.alice.post(found.url + "correct/", mine)
    assert answer.status_code == 409
    assert "二重の入力" in body_of(answer)
    kept = fields_in(body_of(answer)) | {"reason": "私の訂正"}
    assert found.alice.post(found.url + "correct/", kept).status_code == 409
    assert found.states() == [(1, "confirmed")]


def test_game_that_was_broken_off_can_be_corrected_to_finished_and_back() -> None:
    found = played(danmaku() | {"finished": False})
    assert found.again().state == "unfinished"
    assert correct(found, finished="yes").status_code == 303
    assert found.again().state == "confirmed"
    assert correct(found, finished="no").status_code == 303
    assert found.again().state == "unfinished"


def test_two_former_members_at_one_table_can_be_corrected() -> None:
    found = played()
    for name in ("小夜", "朝霧 ゆい"):
        player_anonymise(actor=actor(found.world, "owner"), player=named(found.club, name))
    fields = form_of(found)
    assert (fields["player-2"], fields["player-3"]) == ("元部員", "元部員 2")
    assert correct(found, **{"back-0": "6"}).status_code == 303
    assert len({line.player_id for line in confirmed(found.table).lines.all()}) == 4


def test_without_a_version_nothing_is_corrected() -> None:
    found = played()
    fields = form_of(found) | {"reason": "x", "back-0": "6"}
    del fields["lock_version"]
    answer = found.alice.post(found.url + "correct/", fields)
    assert (answer.status_code, found.states()) == (428, [(1, "confirmed")])
    assert fields_in(body_of(answer))["back-0"] == "6"


def test_nothing_confirmed_has_no_form() -> None:
    found = played(confirmation_mode="review")
    assert found.alice.get(found.url + "correct/").status_code == 404
    Submission.objects.update(state="confirmed", raw={})
    assert found.alice.get(found.url + "correct/").status_code == 404
