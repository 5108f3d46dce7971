"""A report that can't be right, of a table that has one already: kept beside it, or stored under another number."""

from __future__ import annotations

import re

import pytest

from league.models import Submission, Table
from tests.league.views import entry_world as make
from tests.league.views.page_world import body_of

pytestmark = pytest.mark.django_db


def taken(world: make.World, do: str) -> tuple[dict[str, str], list[str]]:
    """Send a sheet with a mistake onto a taken number; return its fields, and what the buttons offer."""
    world.scorer.post(world.url, make.danmaku())
    sheet = make.danmaku(seat_1_total="13", key="55555555-5555", do=do)
    answer = world.browsers["admin"].post(world.url, sheet)
    page = body_of(answer)
    assert answer.status_code == 409
    offered = re.findall(r'name="do" value="((?:onto|number)[^"]*)"', page)
    return sheet | {"onto": page.split('name="onto" value="')[1][:16]}, offered


def test_an_impossible_second_report_is_sent_unconfirmed_and_kept() -> None:
    world = make.world_make()
    sheet, offered = taken(world, "send-unconfirmed")
    assert offered == ["onto-unconfirmed", "number-unconfirmed:2"]
    assert world.browsers["admin"].post(world.url, sheet | {"do": "onto-unconfirmed"}).status_code == 303
    states = Submission.objects.order_by("version").values_list("version", "state")
    assert list(states) == [(1, "confirmed"), (2, "submitted")]
    assert make.only_table(world.club).conflict


def test_an_impossible_report_is_sent_unconfirmed_under_the_next_number() -> None:
    world = make.world_make()
    sheet, _offered = taken(world, "send-unconfirmed")
    assert world.browsers["admin"].post(world.url, sheet | {"do": "number-unconfirmed:2"}).status_code == 303
    assert list(Table.objects.order_by("number").values_list("number", "state")) == [
        (1, "confirmed"),
        (2, "open"),
    ]


@pytest.mark.parametrize("do", ["onto", "number:2"])
def test_confirming_still_refuses_mistakes(do: str) -> None:
    world = make.world_make()
    sheet, _offered = taken(world, "send-unconfirmed")
    answer = world.browsers["admin"].post(world.url, sheet | {"do": do})
    assert answer.status_code == 422
    assert "誤りがあるため確定していません。" in body_of(answer)
    assert Submission.objects.count() == 1


def test_a_second_report_without_mistakes_is_offered_to_be_confirmed() -> None:
    world = make.world_make()
    world.scorer.post(world.url, make.danmaku())
    page = body_of(
        world.browsers["admin"].post(world.url, make.danmaku(key="55555555-5555", seat_1_back="3"))
    )
    assert re.findall(r'name="do" value="((?:onto|number)[^"]*)"', page) == ["onto", "number:2"]


@pytest.mark.parametrize("do", ["onto-", "onto-x", "send-", "number-x:2", "-unconfirmed", "unconfirmed"])
def test_ways_that_no_button_has_send_nothing(do: str) -> None:
    world = make.world_make()
    assert world.scorer.post(world.url, make.danmaku(do=do)).status_code == 422
    assert not Submission.objects.exists()
