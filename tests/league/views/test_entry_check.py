"""The live check and the suggestions of names: what a page asks for while somebody types."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from league.models import Line, Submission, Table
from tests.league.views import entry_world as make
from tests.league.views.entry_world import text

if TYPE_CHECKING:
    from django.http import HttpResponse
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> make.World:
    return make.world_make()


def check(world: make.World, **changes: object) -> HttpResponse:
    return world.scorer.post(f"{world.url}check/", make.danmaku(**changes))  # type: ignore[return-value]


def places(page: str) -> list[str]:
    found = re.search(r'<ol class="places">(.*?)</ol>', page, re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", found[1]) if found else []
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", line)).strip() for line in lines]


def state(page: str) -> str:
    found = re.search(r'class="verdict-state" value="(\w+)"', page)
    return found[1] if found else ""


def names(world: make.World, query: str, day: str = make.DAY.isoformat()) -> list[str]:
    answer = world.scorer.get(f"{world.url}names/", {"q": query, "day": day})
    return [one["name"] for one in answer.json()["people"]]


def test_placements_say_why(world: make.World) -> None:
    page = text(check(world))
    assert places(page) == ["1位 北川 そら 9 編集順で上", "2位 みずき 9"]
    assert state(page) == "fine"
    assert 'data-seat="1" data-bonus="" data-unknown="" value="9"' in page


def test_shared_places_say_so(world: make.World) -> None:
    assert places(text(check(world, seat_1_order="", seat_2_order=""))) == [
        "1位 みずき 9 同点",
        "1位 北川 そら 9 同点",
    ]


def test_findings_stand_under_their_seat(world: make.World) -> None:
    page = text(check(world, seat_1_total="13"))
    assert '<div id="says-1" hx-swap-oob="innerHTML"> <p class="say error">' in page
    assert '<data class="bad" value="seat-1-total" hidden>' in page
    assert state(page) == "error"


def test_what_is_not_typed_yet_is_no_mistake(world: make.World) -> None:
    page = text(check(world, seat_2_front="", seat_2_back=""))
    assert state(page) == "missing"
    assert "まだ: 席2" in page
    assert 'class="say' not in page


def test_too_few_people_are_missing_and_too_many_are_a_mistake(world: make.World) -> None:
    two = make.doujin(seats="2", seat_3_player=None, seat_3_total=None)
    few = text(world.scorer.post(f"{world.url}check/", two))
    assert (state(few), "まだ: 席3" in few) == ("missing", True)
    more = {
        f"seat_{n}_{name}": value
        for n in (3, 4, 5, 6)
        for name, value in (("player", f"p{n}"), ("total", "1"))
    }
    assert state(text(world.scorer.post(f"{world.url}check/", make.doujin(seats="6", **more)))) == "error"


def test_an_untouched_sheet_says_what_to_do(world: make.World) -> None:
    fields = {"seats": "4", "game": "danmaku/base", "day": make.DAY.isoformat(), "round": "1", "number": "1"}
    page = text(world.scorer.post(f"{world.url}check/", fields))
    assert state(page) == "empty"
    assert "ここに順位が出ます。" in page


def test_a_name_is_looked_up_once_it_is_left(world: make.World) -> None:
    assert "この名前の人はまだいません" not in text(
        check(world, seat_2_player="わか", typing="seat-2-player")
    )
    assert "この名前の人はまだいません" in text(check(world, seat_2_player="わか", typing="seat-2-front"))
    assert "この名前の人はまだいません" not in text(check(world, seat_2_player="わか", seat_2_new="on"))


def test_a_name_that_nobody_has_is_still_open_and_those_who_may_be_meant_are_named(
    world: make.World,
) -> None:
    page = text(check(world, seat_2_player="そら"))
    assert (state(page), "まだ: 席2" in page) == ("missing", True)
    assert "北川 そら のことですか。" in page
    assert "のことですか。" not in text(check(world, seat_2_player="わか"))


def test_thirty_unknown_names_ask_the_database_no_more_than_one(
    world: make.World, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def sheet(unknown: int) -> dict[str, str]:
        names = {f"seat_{n}_player": f"だれか{n}" for n in range(1, unknown + 1)}
        totals = {f"seat_{n}_total": n for n in range(1, 31)}
        return make.generic(seats="30", **names, **totals)

    world.scorer.post(f"{world.url}check/", sheet(1))
    for unknown in (1, 30):
        with django_assert_num_queries(9):
            world.scorer.post(f"{world.url}check/", sheet(unknown))


def test_a_check_stores_nothing_unless_asked(world: make.World) -> None:
    response = check(world)
    assert json.loads(response["HX-Trigger"]) == {"sekijun:checked": {}}
    assert not Submission.objects.exists()


def test_a_check_keeps_the_draft_when_asked(world: make.World) -> None:
    first = json.loads(check(world, save="1")["HX-Trigger"])["sekijun:checked"]
    draft = Submission.objects.get(state="draft")
    assert first["draft"] == draft.public_id
    assert re.fullmatch(r"\d\d:\d\d", first["at"])
    check(world, save="1", draft=draft.public_id, seat_1_front="6")
    draft.refresh_from_db()
    assert draft.raw["form"]["seat-1-front"] == "6"
    assert not {"csrfmiddlewaretoken", "do", "save"} & set(draft.raw["form"])


def test_a_late_check_of_a_sent_sheet_makes_no_new_draft(world: make.World) -> None:
    check(world, save="1")
    draft = Submission.objects.get().public_id
    world.scorer.post(world.url, make.danmaku(draft=draft))
    check(world, save="1", draft=draft)
    assert Submission.objects.count() == 1


def test_a_check_asks_the_database_little(
    world: make.World, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    check(world)
    with django_assert_max_num_queries(7):
        check(world)


def test_doujin_says_when_the_colours_are_complete(world: make.World) -> None:
    cards = {
        f"seat_1_card_{number}_{part}": value
        for number, colour in enumerate(("cover", "genre", "element", "name"), start=1)
        for part, value in (("colour", colour), ("side", "light"), ("points", "2"))
    }
    page = text(world.scorer.post(f"{world.url}check/", make.doujin(**cards, seat_1_total="")))
    assert 'data-seat="1" data-bonus="1" data-unknown="" value="12"' in page


@pytest.mark.parametrize(
    "cards",
    [
        [("cover", "light", "3")],
        [("cover", "light", "")],
        [("", "light", "9")],
        [
            ("cover", "light", "3"),
            ("genre", "light", "1"),
            ("element", "light", "1"),
            ("adult", "light", "8"),
        ],
        [("cover", "light", "3"), ("genre", "light", "1"), ("element", "light", "1"), ("name", "dark", "-2")],
    ],
)
def test_fewer_than_four_light_colours_are_not_said_to_be_complete(
    world: make.World, cards: list[tuple[str, str, str]]
) -> None:
    """KD-17: whatever the total says that was typed beside the hand."""
    fields = {
        f"seat_1_card_{number}_{part}": value
        for number, card in enumerate(cards, start=1)
        for part, value in zip(("colour", "side", "points"), card, strict=True)
    }
    page = text(world.scorer.post(f"{world.url}check/", make.doujin(**fields, seat_1_total="19")))
    assert 'data-seat="1" data-bonus=""' in page


# Names


@pytest.mark.parametrize("query", ["みずき", "ミズキ", "ﾐｽﾞｷ", "ずき", "mizu", "MIZU", "ＭＩＺＵ", " み ず "])
def test_people_are_found_by_any_part_in_any_script(world: make.World, query: str) -> None:
    assert names(world, query) == ["みずき"]


def test_people_of_tonight_come_first(world: make.World) -> None:
    assert names(world, "")[0] != "朝霧 ゆい"
    world.scorer.post(world.url, make.danmaku(seat_1_player="朝霧 ゆい", seat_2_player="小夜"))
    assert set(names(world, "")[:2]) == {"朝霧 ゆい", "小夜"}
    assert Line.objects.count() == 2
    assert Table.objects.count() == 1


def test_nothing_is_found_for_what_nobody_is_called(world: make.World) -> None:
    for query in ("zzz", "\x00", "%", "_", "'", "<", "あ" * 5000):
        assert names(world, query) == []
