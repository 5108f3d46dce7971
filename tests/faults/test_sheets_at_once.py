"""Sheets of the entry page that arrive at the same moment: one report a sheet, one person a name."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection, connections

from league.models import Player, Submission, Table
from tests.league.views import entry_world as make

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.django_db(transaction=True)


def send_at_once(world: make.World, sheets: Sequence[dict[str, str]]) -> list[tuple[int, str]]:
    """Send every sheet from a browser of its own, all together; return status and address of each answer."""
    start = Barrier(len(sheets))
    user = make.user_of(world, "scorer")
    browsers = [make.browser(user) for _ in sheets]

    def send(number: int) -> tuple[int, str]:
        try:
            connection.ensure_connection()
            start.wait(timeout=20)
            answer = browsers[number].post(world.url, sheets[number])
            return answer.status_code, answer.headers.get("Location", "")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(sheets)) as pool:
        return list(pool.map(send, range(len(sheets))))


@pytest.mark.parametrize("name", ["みずき", "若葉 りく"])
def test_one_sheet_four_times_is_one_report_and_one_answer(name: str) -> None:
    world = make.world_make()
    sheet = make.danmaku(seat_1_player=name, seat_1_new="on")
    answers = send_at_once(world, [sheet] * 4)
    assert set(answers) == {(303, f"{world.url}sent/{make.only_report(world.club).public_id}/")}
    assert Player.objects.filter(display_name=name).count() == 1


def test_a_newcomer_at_two_tables_at_once_is_one_person() -> None:
    world = make.world_make()
    sheets = [
        make.danmaku(key=f"{number}" * 8, number=number, seat_1_player="若葉 りく", seat_1_new="on")
        for number in (1, 2, 3)
    ]
    assert {status for status, _address in send_at_once(world, sheets)} == {303}
    assert Player.objects.filter(display_name="若葉 りく").count() == 1
    assert Submission.objects.filter(state="confirmed").count() == 3


def test_of_two_sheets_for_one_number_one_is_asked() -> None:
    world = make.world_make()
    sheets = [make.danmaku(key=f"{number}" * 8, seat_1_front=number) for number in (5, 6)]
    assert sorted(status for status, _address in send_at_once(world, sheets)) == [303, 409]
    assert Table.objects.count() == 1
