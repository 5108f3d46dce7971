"""Late leavers, replacements and forfeits on pages: entered, corrected, told with what they mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from games.core.participation import PARTICIPATIONS
from league.models import Submission
from league.services.people import player_change
from tests.league.views import entry_world as make
from tests.league.views.page_world import (
    Played,
    actor,
    body_of,
    confirmed,
    danmaku,
    generic,
    named,
    played,
    refreshed,
    report,
)

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

pytestmark = pytest.mark.django_db

SHEETS = pytest.mark.parametrize("sheet", [make.danmaku, make.doujin, make.generic])


@pytest.fixture
def world() -> make.World:
    return make.world_make()


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def chosen(text: str, name: str) -> list[str]:
    """Return the values that are selected in a choice."""
    choice = text.split(f'name="{name}"')[1].split("</select>", maxsplit=1)[0]
    return re.findall(r'<option value="([^"]*)" selected>', choice)


def seats_of(text: str) -> str:
    return plain(text.split('<table class="paper"')[1].split("</table>", maxsplit=1)[0])


def words_of(submission: Submission) -> list[str]:
    return list(submission.lines.order_by("position").values_list("participation", flat=True))


# The entry page


@SHEETS
def test_every_sheet_offers_the_choice_with_the_usual_one_chosen(world: make.World, sheet: object) -> None:
    assert callable(sheet)
    text = body_of(world.scorer.get(world.url, {"game": sheet()["game"]}))
    choice = text.split('name="seat-1-participation"')[1].split("</select>")[0]
    assert re.findall(r'<option value="(\w+)"', choice) == list(PARTICIPATIONS)
    assert re.findall(r">([^<>]+)</option>", choice) == ["最後まで", "途中退席", "代打に交代", "不戦敗"]
    assert chosen(text, "seat-1-participation") == ["full"]


def test_the_choice_is_in_english_too(world: make.World) -> None:
    text = body_of(world.scorer.get(world.url, headers={"accept-language": "en"}))
    choice = text.split('name="seat-1-participation"')[1].split("</select>")[0]
    assert re.findall(r">([^<>]+)</option>", choice) == ["to the end", "left early", "replaced", "forfeited"]


@SHEETS
def test_what_is_chosen_is_stored(world: make.World, sheet: object) -> None:
    assert callable(sheet)
    answer = world.scorer.post(world.url, sheet(seat_2_participation="replaced") | {"do": "send"})
    assert answer.status_code == 303
    assert words_of(make.only_report(world.club))[:2] == ["full", "replaced"]


@SHEETS
def test_whoever_left_needs_no_points(world: make.World, sheet: object) -> None:
    assert callable(sheet)
    blank = {f"seat_2_{name}": "" for name in ("front", "back", "total", "order", "placement")}
    answer = world.scorer.post(world.url, sheet(**blank, seat_2_participation="left") | {"do": "send"})
    assert answer.status_code == 303
    line = make.only_report(world.club).lines.get(position=1)
    assert (line.total, line.placement) == (None, line.submission.lines.count())


@SHEETS
def test_a_refused_sheet_keeps_the_choice_and_shows_it(world: make.World, sheet: object) -> None:
    assert callable(sheet)
    fields = sheet(seat_1_participation="forfeited", seat_1_total="x") | {"do": "send"}
    answer = world.scorer.post(world.url, fields)
    text = body_of(answer)
    assert answer.status_code == 422
    assert chosen(text, "seat-1-participation") == ["forfeited"]
    assert re.search(r'id="seat-1-more-open" checked', text)


@pytest.mark.parametrize("word", ["gone", "LEFT", "途中退席", "<svg onload=x>", "left\x00"])
def test_another_word_is_refused_at_its_field(world: make.World, word: str) -> None:
    answer = world.scorer.post(world.url, make.danmaku(seat_1_participation=word) | {"do": "send"})
    text = body_of(answer)
    assert answer.status_code == 422
    assert "席1の参加のしかた(participation)はfull、left、replaced、forfeitedから選んでください" in text
    assert "<svg onload" not in text
    assert 'aria-invalid="true"' in text.split('name="seat-1-participation"')[1].split(">")[0]
    assert not Submission.objects.exclude(state="draft").exists()


def test_the_referee_answers_while_typing(world: make.World) -> None:
    fields = make.danmaku(seat_2_front="", seat_2_back="", seat_2_participation="left")
    text = plain(body_of(world.scorer.post(f"{world.url}check/", fields)))
    assert "席2は最後まで遊ばず、結果もないので、順位は最後とします。" in text
    assert "参加のしかた" in plain(
        body_of(world.scorer.post(f"{world.url}check/", make.danmaku(seat_2_participation="x")))
    )


def test_a_draft_keeps_the_choice(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku(seat_1_participation="left") | {"do": "draft"})
    draft = Submission.objects.get(state="draft")
    text = body_of(world.scorer.get(world.url, {"draft": draft.public_id}))
    assert chosen(text, "seat-1-participation") == ["left"]


# The table's page


@pytest.mark.parametrize(
    ("word", "mark", "effect"),
    [
        ("left", "途中退席", "この卓ではレートの対象外です。期のポイントは順位どおりにつきます。"),
        ("replaced", "代打に交代", "この卓ではレートの対象外です。期のポイントは順位どおりにつきます。"),
        ("forfeited", "不戦敗", "この卓ではレートの対象外です。期のポイントもつきません。"),
    ],
)
def test_the_sheet_marks_the_seat_and_says_what_that_means(
    client: Client, word: str, mark: str, effect: str
) -> None:
    text = body_of(client.get(played(danmaku(seat2={"participation": word})).url))
    seats = seats_of(text)
    assert seats.count(mark) == seats.count(effect) == 1
    assert re.search(rf"2 北川 そら {mark} きたがわ そら {effect}", seats)
    assert "この卓は席別の統計に入りません。" in text
    assert "この卓はレートに入りません" not in text


def test_the_effect_is_said_in_english(client: Client) -> None:
    url = played(danmaku(seat1={"participation": "left"}, seat2={"participation": "forfeited"})).url
    text = plain(body_of(client.get(url, headers={"accept-language": "en"})))
    assert "left early" in text
    assert "Not rated at this table. Season points by place." in text
    assert "Not rated at this table. No season points." in text
    assert "This table stays out of the seat statistics." in text


def test_a_table_that_fewer_than_two_finished_says_that_it_is_not_rated(client: Client) -> None:
    rows = generic("みずき", "小夜", "カズ")
    rows["seats"][1]["participation"] = "left"
    rows["seats"][2]["guest"] = True
    text = body_of(client.get(played(rows).url))
    said = "最後まで遊んだ人(ゲストを除く)が2人に満たないので、この卓はレートに入りません。"
    assert f"{said}期のポイントには入ります。" in text


def test_who_became_a_guest_later_doesnt_count_as_runs_dont_count_them(client: Client) -> None:
    rows = generic("みずき", "小夜", "カズ")
    rows["seats"][2]["participation"] = "left"
    found = played(rows)
    assert "この卓はレートに" not in body_of(client.get(found.url))
    player_change(actor=actor(found.world, "owner"), player=named(found.club, "小夜"), guest=True)
    assert "この卓はレートに入りません。期のポイントには入ります。" in body_of(client.get(found.url))


def test_table_on_which_nobody_counts_gives_nothing(client: Client) -> None:
    rows = generic("みずき", "小夜")
    rows["seats"][1]["participation"] = "left"
    for seat in rows["seats"]:
        seat["guest"] = True
    text = body_of(client.get(played(rows).url))
    assert "この卓はレートにも期のポイントにも入りません。" in text


def test_a_table_played_to_the_end_says_nothing_of_it(client: Client) -> None:
    text = body_of(client.get(played().url))
    assert "統計に入りません" not in text
    assert "レートの対象外" not in text


def test_rival_reports_show_the_difference() -> None:
    found = played(generic("みずき", "小夜"))
    rival = generic("みずき", "小夜")
    rival["seats"][1]["participation"] = "left"
    report(found.world, rival, role="admin", onto=found.table)
    text = plain(body_of(found.alice.get(found.url)))
    assert "違い: 参加 最後まで 途中退席" in text


def test_the_meeting_marks_the_seat(client: Client) -> None:
    found = played(danmaku(seat2={"participation": "forfeited"}))
    meeting = found.again().meeting
    text = plain(body_of(client.get(f"/{found.club.slug}/meetings/{meeting.public_id}/")))
    assert re.search(r"北川 そら +\(不戦敗\)", text)
    assert text.count("不戦敗") == 1


# The correction


def correct(found: Played, **changes: str) -> HttpResponse:
    fields = {"reason": "確認した", "lock_version": found.lock, "base": "1"} | changes
    return found.alice.post(found.url + "correct/", fields)  # type: ignore[return-value]


def test_a_correction_starts_from_what_is_stored() -> None:
    found = played(danmaku(seat2={"participation": "left"}))
    text = body_of(found.alice.get(found.url + "correct/"))
    assert [chosen(text, f"participation-{n}") for n in range(3)] == [["full"], ["left"], ["full"]]


def test_a_correction_changes_how_a_seat_was_played_and_back() -> None:
    found = played()
    before = confirmed(found.table).lines_digest
    assert correct(found, **{"participation-1": "replaced"}).status_code == 303
    assert words_of(confirmed(found.table)) == ["full", "replaced", "full", "full"]
    assert correct(found, **{"base": "2", "participation-1": "full"}).status_code == 303
    assert confirmed(found.table).lines_digest == before


def test_a_refused_correction_keeps_the_choice() -> None:
    found = played()
    answer = correct(found, **{"participation-1": "forfeited", "front-0": "99"})
    assert answer.status_code == 422
    assert chosen(body_of(answer), "participation-1") == ["forfeited"]


def test_a_correction_to_another_word_is_refused_at_its_line() -> None:
    found = played()
    answer = correct(found, **{"participation-2": "<b>gone"})
    text = body_of(answer)
    assert answer.status_code == 422
    assert "席3の参加のしかた(participation)は" in text
    assert "<b>gone" not in text
    assert 'aria-invalid="true"' in text.split('name="participation-2"')[1].split(">")[0]
    assert found.states() == [(1, "confirmed")]


def test_a_correction_that_comes_too_late_shows_both_choices_in_words() -> None:
    found = played()
    stale = found.lock
    correct(found, **{"participation-1": "left"})
    answer = correct(found, lock_version=stale, base="1", **{"participation-2": "forfeited"})
    text = body_of(answer)
    assert answer.status_code == 409
    assert re.search(r"参加</th>\s*<td><bdi>最後まで</bdi></td><td><bdi>途中退席</bdi></td>", text)
    assert re.search(r"参加</th>\s*<td><bdi>最後まで</bdi></td><td><bdi>不戦敗</bdi></td>", text)
    assert [chosen(text, f"participation-{n}") for n in (1, 2)] == [["left"], ["forfeited"]]


# The player's page


def page_of(client: Client, world: make.World, name: str) -> str:
    return body_of(client.get(f"/{world.club.slug}/players/{named(world.club, name).public_id}/"))


def test_a_person_sees_which_tables_they_did_not_play_to_the_end(client: Client, world: make.World) -> None:
    apart = generic("みずき", "小夜", "カズ")
    apart["seats"][1]["participation"] = "left"
    report(world, generic("みずき", "小夜", "カズ"), number=1)
    table = report(world, apart, number=2)
    refreshed(world.club)
    section = page_of(client, world, "小夜").split('id="apart"')[1].split("</section>")[0]
    assert re.findall(r'href="([^"]+)"', section) == [f"/{world.club.slug}/tables/{table.public_id}/"]
    assert "途中退席 この卓ではレートの対象外です。期のポイントは順位どおりにつきます。" in plain(section)
    assert 'id="apart"' not in page_of(client, world, "みずき")


def test_places_by_seat_count_only_tables_that_everybody_finished(client: Client, world: make.World) -> None:
    apart = generic("みずき", "小夜", "カズ")
    apart["seats"][2]["participation"] = "replaced"
    report(world, generic("みずき", "小夜", "カズ"), number=1)
    report(world, apart, number=2)
    refreshed(world.club)
    text = page_of(client, world, "みずき")
    section = plain(text.split('id="seats"')[1].split("</section>")[0])
    assert section.endswith("平均順位 1 1 1 1.00")
