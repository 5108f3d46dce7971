"""A ruleset of another game through the site: mahjong entered, checked while typing, shown, corrected and explained."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.selectors.entry import ruleset_choices
from league.services.corrections import table_swap_seats
from league.services.rulesets import ruleset_create, ruleset_find
from tests.league.views import entry_world as make
from tests.league.views.page_world import (
    Played,
    actor,
    body_of,
    confirmed,
    generic,
    mahjong,
    played,
    report,
)

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db


def checked(world: make.World, fields: dict[str, str]) -> str:
    return make.text(world.scorer.post(f"{world.url}check/", fields))


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def correct(found: Played, **changes: str) -> HttpResponse:
    form = body_of(found.alice.get(found.url + "correct/")).split('<form class="correction"')[1]
    fields = dict(re.findall(r'<input(?: type="hidden")? name="([^"]+)" value="([^"]*)"', form))
    return found.alice.post(found.url + "correct/", fields | {"reason": "書き間違い"} | changes)  # type: ignore[return-value]


def test_mahjong_is_a_choice_in_both_languages() -> None:
    club = make.world_make().club
    assert ("generic/mahjong", "その他のゲーム – 麻雀(4人)") in ruleset_choices(club, "ja")
    assert ("generic/mahjong", "Any other game – mahjong (4 players)") in ruleset_choices(club, "en")


def test_sheet_has_four_seats_and_asks_for_totals_only() -> None:
    world = make.world_make()
    page = make.text(world.scorer.get(world.url, {"game": "generic/mahjong"}))
    assert 'name="seat-4-total"' in page
    assert 'name="seat-5-total"' not in page
    assert "-placement" not in page


def test_sheet_of_places_only_asks_for_no_total_but_keeps_a_typed_one() -> None:
    world = make.world_make()
    payload = {"higher_wins": True, "players": {"min": 2, "max": 4}, "results": "places"}
    ruleset_create(actor=actor(world, "owner"), club=world.club, game="generic", key="ranks", payload=payload)
    page = make.text(world.scorer.get(world.url, {"game": "generic/ranks"}))
    assert 'name="seat-1-placement"' in page
    assert "-total" not in page
    typed = make.text(world.scorer.post(world.url, make.generic(game="generic/ranks", do="update")))
    assert re.search(r'name="seat-1-total"[^>]*value="12.5"', " ".join(typed.split()))


def test_live_check_tells_places_final_scores_and_what_decides() -> None:
    page = checked(make.world_make(), make.mahjong())
    line = page.split('<ol class="places">')[1].split("</ol>")[0]
    assert [" ".join(plain(one).split()) for one in line.split("</li>")[:-1]] == [
        "1位 みずき 41300 +61.3",
        "2位 北川 そら 25000 +5 席順で上",
        "3位 小夜 25000 −15",
        "4位 カズ 8700 −51.3",
    ]


def test_live_check_names_the_difference_once_all_totals_are_typed() -> None:
    world = make.world_make()
    page = checked(world, make.mahjong(("41300", "25000", "25000", "8600")))
    assert "合計を全員分足すと100000になるはずですが、100足りません(入力は99900)。" in page
    half = checked(world, make.mahjong(("41300", "25000", "", "")))
    assert "GN-" not in plain(half)
    assert 'class="verdict-state" value="missing"' in half


def test_sent_table_is_shown_with_final_scores() -> None:
    world = make.world_make()
    answer = world.scorer.post(world.url, make.mahjong(("30000", "35000", "20000", "15000")))
    assert answer.status_code == 303
    stored = make.only_report(world.club)
    assert stored.state == "confirmed"
    lines = stored.lines.order_by("seat")
    assert [(line.total, line.placement, line.parts) for line in lines] == [
        (Decimal(30_000), 2, {"final": "10"}),
        (Decimal(35_000), 1, {"final": "55"}),
        (Decimal(20_000), 3, {"final": "-20"}),
        (Decimal(15_000), 4, {"final": "-45"}),
    ]
    receipt = plain(make.text(world.scorer.get(answer["Location"])))
    assert "30000" in receipt
    assert "E+" not in receipt
    page = body_of(Client().get(f"/aoba/tables/{make.only_table(world.club).public_id}/"))
    assert "その他のゲーム – 麻雀(4人)" in page
    assert "最終スコア" in page
    assert "+55" in page
    assert "−45" in page


def test_a_sum_that_does_not_fit_is_kept_but_not_confirmed() -> None:
    world = make.world_make()
    answer = world.scorer.post(world.url, make.mahjong(("41300", "25000", "25000", "9700")))
    assert answer.status_code == 422
    assert "1000多くなっています" in make.text(answer)


def test_a_table_without_final_scores_has_no_column_for_them() -> None:
    assert "最終スコア" not in body_of(Client().get(played(generic("みずき", "小夜")).url))


def test_tie_by_seat_is_told_on_the_table_page() -> None:
    page = body_of(Client().get(played(mahjong()).url))
    assert page.count("席順で上") == 1


def test_the_evening_names_the_ruleset_of_each_table() -> None:
    found = played(mahjong())
    report(found.world, generic("みずき", "小夜"), number=2)
    page = plain(body_of(Client().get(f"/aoba/meetings/{found.table.meeting.public_id}/")))
    assert page.count("その他のゲーム") == 2
    assert page.count("その他のゲーム – 麻雀(4人)") == 1


def test_a_corrected_total_works_the_final_scores_out_anew() -> None:
    found = played(mahjong(final=61.3))
    assert correct(found, **{"total-0": "40300", "total-3": "9700"}).status_code == 303
    lines = confirmed(found.table).lines.order_by("seat")
    assert [line.parts["final"] for line in lines] == ["60.3", "5", "-15", "-50.3"]


def test_swapped_seats_decide_ties_anew() -> None:
    found = played(mahjong((25_000, 25_000, 41_300, 8_700), final=5))
    table_swap_seats(
        actor=actor(found.world, "owner"), table=found.table, lock_version=1, seats=(1, 2), reason="逆"
    )
    lines = confirmed(found.table).lines.order_by("seat").select_related("player")
    assert [(line.player.display_name, line.placement) for line in lines][:2] == [
        ("北川 そら", 2), ("みずき", 3),
    ]  # fmt: skip


def test_rival_reports_differ_in_final_scores_too() -> None:
    found = played(mahjong())
    report(found.world, mahjong((40_300, 26_000, 25_000, 8_700)), role="admin", onto=found.table)
    page = plain(body_of(found.alice.get(found.url)))
    assert "最終スコア" in page
    assert "+60.3" in page


@pytest.mark.parametrize(
    ("rule", "key", "base", "mahjong"),
    [
        ("GN-1", "players", '{"min": 2, "max": 100}', '{"min": 4, "max": 4}'),
        ("GN-2", "total_step", "0.0001", "100"),
        ("GN-3", "results", '"either"', '"totals"'),
        ("GN-4", "tiebreak", '"given"', '"seat"'),
        ("GN-5", "total_sum", "–", "100000"),
        ("GN-6", "final", "–", '{"return": 30000, "unit": 1000, "uma": [50, 10, -10, -30]}'),
    ],
)
def test_rule_page_shows_each_key_with_the_value_of_mahjong(
    rule: str, key: str, base: str, mahjong: str
) -> None:
    make.world_make()
    page = body_of(Client().get(f"/aoba/rules/{rule}/")).replace("&quot;", '"')
    (row,) = [one for one in page.split("<dt>") if one.startswith(f"<code>{key}</code>")]
    assert f"<dd><code>{base}</code></dd>" in row
    assert f"麻雀(4人): <code>{mahjong}</code>" in row


def test_tables_keep_the_ruleset_they_were_played_under() -> None:
    found = played(mahjong())
    club = found.world.club
    newer = {**found.table.ruleset.payload, "total_sum": 120_000}
    ruleset_create(actor=actor(found.world, "owner"), club=club, game="generic", key="mahjong", payload=newer)
    newest = ruleset_find(club=club, game="generic", key="mahjong")
    assert newest is not None
    assert newest.payload["total_sum"] == 120_000
    assert correct(found, **{"total-0": "42300", "total-3": "7700"}).status_code == 303
