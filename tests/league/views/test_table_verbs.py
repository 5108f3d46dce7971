"""Acting on a table: a page that asks, an act that needs the version its sender saw, and nothing typed lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.models import Submission, Table
from league.services.tables import table_void
from tests.league.views.entry_world import DAY, Answer, world_make
from tests.league.views.page_world import Played, actor, body_of, danmaku, in_conflict, played, report

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

VERBS = ("confirm", "reject", "swap", "move", "unfinished", "finished", "void", "restore", "correct")


def send(browser: Client, found: Played, verb: str, **fields: str) -> HttpResponse:
    fields = {"lock_version": found.lock, **fields}
    return browser.post(f"{found.url}{verb}/", fields)  # type: ignore[return-value]


def body(response: Answer) -> str:
    return body_of(response)


def test_void_and_restore_go_back_to_the_table_and_say_so() -> None:
    found = played()
    answer = send(found.alice, found, "void", reason="二重の入力")
    assert (answer.status_code, answer["Location"]) == (303, f"{found.url}?done=void")
    assert found.again().state == Table.State.VOID
    answer = send(found.alice, found, "restore")
    assert (answer.status_code, answer["Location"]) == (303, f"{found.url}?done=restore")
    assert found.again().state == Table.State.CONFIRMED


def test_unfinished_and_finished() -> None:
    found = played()
    assert send(found.alice, found, "unfinished", reason="終電").status_code == 303
    assert found.again().state == Table.State.UNFINISHED
    assert send(found.alice, found, "finished").status_code == 303
    assert found.again().state == Table.State.CONFIRMED


def test_swap_of_two_seats() -> None:
    found = played()
    assert send(found.alice, found, "swap", seat_a="1", seat_b="3", reason="逆でした").status_code == 303
    now = Submission.objects.get(table=found.table, state="confirmed")
    seats = dict(now.lines.values_list("seat", "player__display_name"))
    assert (seats[1], seats[3]) == ("朝霧 ゆい", "みずき")


def test_move_to_another_place() -> None:
    found = played()
    moved = {"club_day": "2026-12-05", "round": "2", "number": "7", "reason": "日付違い"}
    assert send(found.alice, found, "move", **moved).status_code == 303
    now = found.again()
    assert (now.meeting.club_day.isoformat(), now.round, now.number) == ("2026-12-05", 2, 7)


def test_full_width_figures_are_figures() -> None:
    found = played()
    assert (
        send(found.alice, found, "move", club_day=DAY.isoformat(), round="２", number="１２").status_code
        == 303
    )
    now = found.again()
    assert (now.round, now.number) == (2, 12)


def test_move_to_a_taken_number_names_the_free_one_and_keeps_what_was_typed() -> None:
    found = played()
    report(found.world, danmaku(("カズ", "小夜")), number=2)
    moved = {"club_day": DAY.isoformat(), "round": "1", "number": "2", "reason": "番号違い"}
    answer = send(found.alice, found, "move", **moved)
    assert answer.status_code == 409
    assert 'name="number" inputmode="numeric" value="2" required aria-invalid="true"' in body(answer)
    assert "番号違い</textarea>" in body(answer)


def test_confirm_and_reject_of_a_waiting_report() -> None:
    found = played(confirmation_mode="review")
    assert send(found.alice, found, "confirm", version="1").status_code == 303
    assert found.states() == [(1, "confirmed")]
    report(found.world, danmaku(seat4={"pages": [{"score": 3}, {"score": 3}], "total": 6}), onto=found.table)
    assert send(found.alice, found, "reject", version="2", reason="見間違い").status_code == 303
    assert found.states() == [(1, "confirmed"), (2, "rejected")]
    assert found.again().conflict is False


def test_impossible_report_is_not_confirmed() -> None:
    found = in_conflict()
    answer = send(found.alice, found, "confirm", version="2")
    assert answer.status_code == 422
    assert found.states() == [(1, "confirmed"), (2, "submitted")]


@pytest.mark.parametrize("reason", ["  ", "\u200b\u2060", "\u3164"])
@pytest.mark.parametrize("verb", ["void", "unfinished", "swap"])
def test_dangerous_acts_need_a_reason_that_can_be_seen(verb: str, reason: str) -> None:
    found = played()
    answer = send(found.alice, found, verb, reason=reason, seat_a="1", seat_b="2")
    assert answer.status_code == 400
    assert 'aria-invalid="true" aria-describedby="refusal"' in body(answer)
    assert found.again().lock_version == 1


@pytest.mark.parametrize("verb", ["void", "swap", "move", "unfinished"])
def test_asking_changes_nothing_and_carries_the_version(verb: str) -> None:
    found = played()
    answer = found.alice.get(f"{found.url}{verb}/")
    assert answer.status_code == 200
    assert 'name="lock_version" value="1"' in body(answer)
    assert "no-store" in answer["Cache-Control"]
    assert found.again().lock_version == 1


# Stale and incomplete


def test_stale_act_changes_nothing_shows_what_happened_and_keeps_what_was_typed() -> None:
    found = played()
    table_void(actor=actor(found.world, "admin"), table=found.table, lock_version=1, reason="別の理由")
    answer = send(found.alice, found, "void", lock_version="1", reason="私の理由")
    text = body(answer)
    assert answer.status_code == 409
    assert "私の理由</textarea>" in text
    assert 'name="lock_version" value="2"' in text
    assert "無効にしました" in text
    assert "別の理由" in text


def test_sent_again_after_looking_it_goes_through() -> None:
    found = played()
    send(found.alice, found, "unfinished", reason="終電")
    stale = send(found.alice, found, "void", lock_version="1", reason="やはり無効")
    assert stale.status_code == 409
    assert send(found.alice, found, "void", lock_version="2", reason="やはり無効").status_code == 303


@pytest.mark.parametrize("lock", ["", "x", "-1", "1" * 20, "1.5", "\x00", "١"])
def test_act_without_a_version_is_refused(lock: str) -> None:
    found = played()
    answer = found.alice.post(f"{found.url}void/", {"lock_version": lock, "reason": "x"})
    assert answer.status_code == 428
    assert "x</textarea>" in body(answer)
    assert found.again().state == Table.State.CONFIRMED


def test_same_act_sent_twice_is_done_once() -> None:
    found = played()
    sent = [send(found.alice, found, "void", lock_version="1", reason="x").status_code for _ in range(2)]
    assert sent == [303, 409]
    assert found.again().lock_version == 2


# Who may, and what is nowhere


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("public", [True, False])
def test_every_verb_for_every_role(verb: str, *, public: bool) -> None:
    found = played(public=public)
    query = "?version=1" if verb in {"confirm", "reject"} else ""
    expected = {"owner": 200, "admin": 200, "scorer": 403, "player": 403, "stranger": 403, "nobody": 302}
    if verb == "confirm":
        expected["scorer"] = 200
    if not public:
        expected |= {"stranger": 404, "nobody": 404}
    seen = {
        role: found.world.browsers[role].get(f"{found.url}{verb}/{query}").status_code for role in expected
    }
    assert seen == expected


@pytest.mark.parametrize("verb", VERBS)
def test_nobody_without_the_right_can_act(verb: str) -> None:
    found = played()
    fields = {"reason": "x", "version": "1", "seat_a": "1", "seat_b": "2"}
    for role in ("player", "stranger", "nobody"):
        assert send(found.world.browsers[role], found, verb, **fields).status_code in {302, 403}
    assert (found.again().lock_version, found.states()) == (1, [(1, "confirmed")])


@pytest.mark.parametrize("verb", VERBS)
def test_other_methods_are_refused(verb: str) -> None:
    found = played()
    for method in ("put", "patch", "delete"):
        assert getattr(found.alice, method)(f"{found.url}{verb}/").status_code == 405
        assert getattr(found.alice, method)(found.url).status_code == 405


def test_tables_of_other_clubs_are_not_found() -> None:
    found, other = played(), world_make("sora")
    foreign = report(other, danmaku())
    for url in (f"/aoba/tables/{foreign.public_id}/", f"/aoba/tables/{foreign.public_id}/void/"):
        assert found.alice.get(url).status_code == 404
    answer = found.alice.post(f"/aoba/tables/{foreign.public_id}/void/", {"lock_version": "1", "reason": "x"})
    assert answer.status_code == 404


@pytest.mark.parametrize("version", ["", "x", "0", "9", "9" * 30, "\x00"])
@pytest.mark.parametrize("verb", ["confirm", "reject"])
def test_decisions_about_no_report_are_not_found(verb: str, version: str) -> None:
    found = played()
    assert send(found.alice, found, verb, version=version, reason="x").status_code == 404


def test_unknown_verbs_are_not_found() -> None:
    found = played()
    assert found.alice.get(f"{found.url}explode/").status_code == 404


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("club_day", "昨日"), ("club_day", "2026-13-01"), ("round", "0"), ("round", "x"), ("round", "9" * 30),
        ("club_day", "0001-01-01"), ("club_day", "20261205"), ("round", "٣"),
        ("number", "-1"), ("number", "\x00"), ("reason", "x" * 401), ("reason", "\x00"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_at_its_field_and_kept(field: str, text: str) -> None:
    found = played()
    moved = {"club_day": DAY.isoformat(), "round": "1", "number": "5", "reason": "理由", field: text}
    answer = send(found.alice, found, "move", **moved)
    assert answer.status_code == 400
    assert "aria-invalid" in body(answer)
    assert found.again().number == 1


def test_form_of_another_site_is_refused() -> None:
    found = played()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(actor(found.world, "owner").user)  # type: ignore[arg-type]
    answer = strict.post(f"{found.url}void/", {"lock_version": "1", "reason": "x"})
    assert answer.status_code == 403
    assert found.again().state == Table.State.CONFIRMED
