"""The page of seat statistics: what it says when there is nothing, little, enough, or a part that nobody looked at."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from league.fairness.report import EVIDENCE
from league.models import FairnessReport, Season
from league.selectors.fairness import content_of
from league.services.deal_simulations import deal_simulations_ensure
from league.services.fairness import club_fairness_refresh, fairness_refresh_alone
from league.services.fairness_ask import MOST_WAITING
from tests import factories as make
from tests.league.seated import bots_play, seats_fill
from tests.league.views.page_world import body_of

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from league.models import Club

pytestmark = pytest.mark.django_db
URL = "/aoba/fairness/"


@pytest.fixture
def home() -> Club:
    return make.club_make("aoba")


def filled(home: Club, tables: int = 36, **more: object) -> None:
    seats_fill(home, make.players_make(home, 6), tables, **more)  # type: ignore[arg-type]
    club_fairness_refresh(club_id=home.pk)


def page(client: Client, url: str = URL, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return body_of(answer)


def test_without_tables_the_next_step_is_named(client: Client, home: Club) -> None:
    assert "最初の結果が確定すると、席ごとに数えはじめます。" in page(client)


def test_tables_that_dont_count_are_explained(client: Client, home: Club) -> None:
    make.table_make(home, [(make.player_make(home), 1)])
    assert "計算しています" in page(client)
    club_fairness_refresh(club_id=home.pk)
    assert "席がすべて分かっている卓が確定すると" in page(client)


def test_few_tables_show_counts_only(client: Client, home: Club) -> None:
    filled(home, 5)
    text = page(client)
    assert "いま5卓です。30卓になるまでは、数えたままの数字だけを見せます。" in text
    assert "1着の割合" in text
    assert "同じ強さなら" not in text.partition("計算のしかた")[0]
    assert "<svg" not in text


def test_enough_tables_show_everything(client: Client, home: Club) -> None:
    filled(home)
    text = page(client)
    head = text.index('class="verdict"')
    order = [text.index(mark) for mark in ('class="plot intervals"', "<table", 'class="plot evidence"')]
    assert [head, *order] == sorted([head, *order])
    for words in ("同じ強さの4人なら、どの席が勝つか", "ほかに確かめたこと", "早く編集することの値打ち"):
        assert words in text
    assert "ハンデの目安" in text
    assert "ヘルプカードの枚数がいつも席順どおりだった" in text
    assert "計算のしかた" in text
    seats, orders = re.findall(r'<table class="more-figures">(.*?)</table>', text, re.DOTALL)
    for table in (seats, orders):
        assert len(re.findall(r"×\d", table)) == 4 * 3
        assert len(re.findall(r">p[=<]\d", table)) == 4
    assert "見込みの順位" in seats
    assert "席1のオッズ(ほかの席の平均に対して、かっこは95%区間): ×" in text
    assert FairnessReport.objects.get().digest[:4] in text


def test_games_without_help_cards_have_no_advisor(client: Client, home: Club) -> None:
    filled(home, 31, game="doujin")
    text = page(client)
    assert "ハンデ" not in text
    assert "同点の決まりで決着" in text


def test_in_english(client: Client, home: Club) -> None:
    filled(home)
    answer = client.get(URL, headers={"Accept-Language": "en"})
    text = body_of(answer)
    assert "If 4 equally strong people sat down" in text
    assert not [letter for letter in text.partition("<main")[2] if "\u3040" <= letter <= "\u30ff"]


def test_the_one_with_most_tables_is_shown_unless_another_is_chosen(client: Client, home: Club) -> None:
    filled(home, 5)
    filled(home, 3, per_table=3, game="doujin", first_day=50)
    assert "4人卓 · 5卓" in page(client)
    word = "doujin-" + FairnessReport.objects.get(game="doujin").ruleset_hash[:12] + "-3"
    assert "3人卓 · 3卓" in page(client, f"{URL}?of={word}")
    text = page(client, f"{URL}?of=chess-0-2")
    assert "そのような卓はありません" in text
    assert word in text


def test_a_part_that_nobody_looked_at_is_computed_by_a_worker(client: Client, home: Club) -> None:
    filled(home, 8)
    url = f"{URL}?last={make.day_of(0)}"
    text = page(client, url)
    assert "いま計算しています" in text
    assert f'hx-get="{url}"' in text
    assert "もう一度見る" in text
    asked = FairnessReport.objects.exclude(scope="").get()
    page(client, url)
    fairness_refresh_alone(report_id=asked.pk)
    text = page(client, url)
    assert "いま4卓です" in text
    assert "hx-get" not in text


def test_a_part_chosen_after_looking_is_no_evidence_whatever_its_figure(client: Client, home: Club) -> None:
    filled(home, 60, worse=3)
    assert "という証拠があります" in page(client)
    url = f"{URL}?min_tables=2"
    page(client, url)
    part = FairnessReport.objects.exclude(scope="").get()
    fairness_refresh_alone(report_id=part.pk)
    part.refresh_from_db()
    assert part.payload is not None
    assert part.payload["strata"][0]["evidence"]["e_value"] >= EVIDENCE
    assert part.payload["strata"][0]["verdict"] == "evidence"
    text = page(client, url)
    verdict = text.partition('<p class="verdict">')[2].partition("</p>")[0]
    assert verdict.startswith("これは見てから選んだ一部の卓です。")
    assert "20%の不利" in verdict
    assert "証拠があります" not in text
    assert "傾きがあります" not in text
    assert 'class="plot evidence"' not in text
    assert 'class="plot intervals"' in text


def test_a_part_without_tables_says_so(client: Client, home: Club) -> None:
    filled(home, 4)
    url = f"{URL}?first={make.day_of(500)}"
    page(client, url)
    fairness_refresh_alone(report_id=FairnessReport.objects.exclude(scope="").get().pk)
    assert "この範囲に当てはまる卓はありません。" in page(client, url)


def test_seasons_are_a_choice(client: Client, home: Club) -> None:
    season = Season.objects.create(club=home, name="2026 秋季")
    filled(home, 4, season=season)
    assert f'<option value="{season.public_id}">2026 秋季</option>' in page(client)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("first=yesterday", "first"),
        ("first=2026-05-02&last=2026-05-01", "last"),
        ("min_tables=many", "min_tables"),
        ("season=2222222222222222", "season"),
    ],
)
def test_what_cant_be_read_is_said_at_its_field_and_kept(
    client: Client, home: Club, query: str, field: str
) -> None:
    filled(home, 4)
    text = page(client, f"{URL}?min_tables=7&{query}", 400)
    (marked,) = re.findall(r'name="(\w+)"[^>]*aria-invalid="true"[^>]*aria-describedby="([\w-]+)"', text)
    assert marked[0] == field
    assert f'id="{marked[1]}" role="alert"' in text
    assert "この範囲に当てはまる卓はありません" not in text
    assert not FairnessReport.objects.exclude(scope="").exists()
    if "min_tables" not in query:
        assert 'value="7"' in text


def test_too_many_questions_are_put_off(client: Client, home: Club) -> None:
    filled(home, 4)
    for least in range(2, MOST_WAITING + 2):
        page(client, f"{URL}?min_tables={least}")
    answer = client.get(f"{URL}?min_tables=99")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "もう一度お試しください" in body_of(answer)
    assert 'value="99"' in body_of(answer)


@pytest.mark.parametrize(
    ("language", "words", "row"),
    [
        (
            "ja",
            "ルールどおりの配り方: ボットのゲーム 100 / 400回。",
            ["席1", "開2", "10.0%", "5.5%–17.4%", "2.90"],
        ),
        (
            "en",
            "As the rules deal: 100 of 400 games of bots so far.",
            ["Seat 1", "up2", "10.0%", "5.5%–17.4%", "2.90"],
        ),
    ],
)
def test_what_bots_make_of_the_deal_stands_below_the_advice(
    client: Client, home: Club, language: str, words: str, row: list[str]
) -> None:
    filled(home)
    unplayed = client.get(URL, headers={"Accept-Language": language})
    assert "bot-deal" not in body_of(unplayed)
    bots_play(FairnessReport.objects.get().ruleset_hash, [10, 20, 30, 40])
    headers = {"Accept-Language": language, "If-None-Match": unplayed["ETag"]}
    text = body_of(client.get(URL, headers=headers))
    assert words in text
    cells = re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", text.partition("bot-deal")[2].partition("<tbody>")[2])
    assert cells[:5] == row
    bots_play(FairnessReport.objects.get().ruleset_hash, [10, 20, 30, 40], of=100)
    assert "As the rules deal: 100 games of bots." in body_of(
        client.get(URL, headers={"Accept-Language": "en"})
    )


def test_bots_play_the_advised_deal_beside_the_ruled_one(client: Client, home: Club) -> None:
    filled(home)
    row = FairnessReport.objects.get()
    assert row.payload is not None
    handicap = row.payload["strata"][0]["handicap"]
    advice = {"seat": 1, "cards": 0.8, "interval": {"low": 0.2, "high": 1.6}, "step": 1}
    handicap |= {"status": "told", "gamma": 0.3, "se": 0.1, "deal": [2.0] * 4, "advice": [advice]}
    row.save(update_fields=["payload"])
    report = content_of(row)
    assert report is not None
    deal_simulations_ensure(ruleset_hash=row.ruleset_hash, report=report)
    bots_play(row.ruleset_hash, [10, 20, 30, 40], of=100)
    bots_play(row.ruleset_hash, [25, 25, 25, 25], of=100, advised=True)
    text = body_of(client.get(URL, headers={"Accept-Language": "en"}))
    ruled, advised = text.split("bot-deal")[1:]
    assert "As the rules deal: 100 games of bots." in ruled
    assert "As advised: 100 games of bots." in advised
    assert re.findall(r"<td>([^<]*)</td>", advised)[:2] == ["up3", "up2"]
    assert "25.0%" in advised


def test_an_unchanged_page_is_a_304(client: Client, home: Club) -> None:
    filled(home, 4)
    etag = client.get(URL)["ETag"]
    assert client.get(URL, headers={"If-None-Match": etag}).status_code == 304
    filled(home, 1, first_day=90)
    FairnessReport.objects.update(computed_at=timezone.now() - timedelta(hours=1))
    club_fairness_refresh(club_id=home.pk)
    assert client.get(URL, headers={"If-None-Match": etag}).status_code == 200


def test_private_clubs_are_not_there(client: Client) -> None:
    make.club_make("aoba", public=False)
    assert client.get(URL).status_code == 404


def test_it_is_read_only(client: Client, home: Club) -> None:
    assert client.post(URL).status_code == 405


def test_the_page_is_in_the_navigation(client: Client, home: Club) -> None:
    assert f'<a href="{URL}">席の公平さ</a>' in page(client, "/aoba/")
    assert f'<a href="{URL}" aria-current="page">席の公平さ</a>' in page(client)


def test_what_failed_and_what_is_unreadable_is_said(client: Client, home: Club) -> None:
    filled(home, 4)
    FairnessReport.objects.update(payload={"strata": []})
    assert "計算しています" in page(client)
    FairnessReport.objects.update(state="failed")
    assert "今回は計算できませんでした" in page(client)
    FairnessReport.objects.update(tables=0)
    assert "今回は計算できませんでした" in page(client)


def test_queries_dont_grow_with_what_is_counted(
    client: Client, home: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    filled(home, 4)
    with django_assert_max_num_queries(11):
        page(client)
    filled(home, 40, first_day=100)
    FairnessReport.objects.update(computed_at=timezone.now() - timedelta(hours=1))
    club_fairness_refresh(club_id=home.pk)
    with django_assert_max_num_queries(11):
        page(client)
