"""`manage.py fairness`: figures for programs under the agreed names, and text for people."""

from __future__ import annotations

import json
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from league.fairness import make as numerics
from league.models import FairnessReport, Season
from tests import factories as make
from tests.league.seated import bots_play, seats_fill

if TYPE_CHECKING:
    from pathlib import Path

    from league.fairness.report import Report
    from league.fairness.tables import Tables
    from league.models import Club

KEYS = {"game", "players", "ruleset", "tables", "seats", "p_omnibus", "sentence"}
SEAT_KEYS = {
    "seat", "win_share", "mean_total", "mean_placement", "beta", "se", "win_among_equals", "low", "high",
}  # fmt: skip
pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Club:
    club = make.club_make("aoba")
    people = make.players_make(club, 8)
    seats_fill(club, people, 36, worse=1.5)
    season = Season.objects.create(club=club, name="秋季")
    seats_fill(club, people, 4, per_table=3, game="doujin", first_day=60, season=season)
    make.ladder_make(club)
    return club


def told(*options: str) -> str:
    out = StringIO()
    call_command("fairness", "--club", "aoba", *options, stdout=out)
    return out.getvalue()


def strata(*options: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(told(*options, "--format", "json"))["strata"]
    return found


def test_json_has_the_agreed_keys_and_numbers(home: Club) -> None:
    danmaku, doujin = strata()
    assert danmaku.keys() >= KEYS
    assert [(one["game"], one["players"], one["ruleset"], one["tables"]) for one in (danmaku, doujin)] == [
        ("danmaku", 4, "base", 36),
        ("doujin", 3, "base", 4),
    ]
    for seat in danmaku["seats"]:
        assert seat.keys() >= SEAT_KEYS
        assert {type(seat[name]) for name in SEAT_KEYS - {"seat"}} == {float}
        assert seat["low"] < seat["win_among_equals"] < seat["high"]
    assert [seat["win_among_equals"] for seat in doujin["seats"]] == [None] * 3
    assert doujin["verdict"] == "raw_only"


def test_the_report_is_brought_up_to_date_first(home: Club) -> None:
    assert strata()[0]["tables"] == 36
    seats_fill(home, make.players_make(home, 4), 2, first_day=80)
    assert strata()[0]["tables"] == 38
    row = FairnessReport.objects.get(game="danmaku")
    assert row.rated_by
    assert row.revision == home.counter.__class__.objects.get(club=home).revision


def test_filters_leave_tables_out(home: Club) -> None:
    assert [one["game"] for one in strata("--game", "doujin")] == ["doujin"]
    assert [one["game"] for one in strata("--season", "秋季")] == ["doujin"]
    assert [one["tables"] for one in strata("--game", "danmaku", "--to", str(make.day_of(4)))] == [20]
    assert strata("--from", str(make.day_of(70))) == []
    assert len(strata("--ruleset", "base")) == 2
    assert strata("--min-tables", "1000") == []


def test_a_part_chosen_after_looking_is_no_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    club = make.club_make("aoba")
    seats_fill(club, make.players_make(club, 6), 60, worse=3)
    assert [one["verdict"] for one in strata()] == ["evidence"]
    assert [(one["verdict"], one["e_value"]) for one in strata("--min-tables", "2")] == [("narrowed", None)]
    text = told("--min-tables", "2")
    assert text.splitlines()[1].startswith("This is a part of the tables that was chosen after looking;")
    assert "The evidence stands" not in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--ruleset", "nothing"), "base"),
        (("--season", "春季"), "秋季"),
    ],
)
def test_unknown_names_are_told_what_there_is(home: Club, options: tuple[str, str], said: str) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        told(*options)
    assert refused.value.returncode == 2


def test_a_filter_that_leaves_nothing_is_told_as_that(home: Club) -> None:
    assert told("--from", "2099-01-01") == "None of these tables is in that part.\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--from", "2026-05-02", "--to", "2026-05-01"], "The last day comes before the first one."),
        (["--min-tables", "-5"], "Please give a whole number from 0 on."),
    ],
)
def test_impossible_filters_are_refused(home: Club, options: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        call_command("fairness", "--club", home.slug, *options)
    assert refused.value.returncode == 2


def test_text_can_be_read_line_by_line(home: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    text = told("--game", "danmaku")
    assert "4人卓 ・ 36卓" in text.splitlines()[0]
    assert "席1" in text.splitlines()[1]
    assert text.count("\n") > 10
    assert "見込みの順位" in text
    assert "席1のオッズ(ほかの席の平均に対して、かっこは95%区間): ×" in text
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    text = told("--game", "doujin")
    assert text.splitlines()[1].startswith("There are 4 tables so far.")
    assert "interval" not in text


def test_a_club_without_tables_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    make.club_make("aoba")
    assert told().strip() == "There are no confirmed tables whose seats are known."
    assert strata() == []


def test_real_hands_seat_2_wins_most_and_loses_most(
    shared_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    file = str(shared_data / "poker6_10000.csv")
    call_command("import_results", file, "--club", "aoba", "--ladder", "standard", stdout=StringIO())
    (found,) = strata("--game", "generic")
    expected = json.loads((shared_data / "expected.json").read_text(encoding="utf-8"))
    seats = expected["poker6_10000.csv"]["seat"]
    for seat in found["seats"]:
        known = seats[str(seat["seat"])]
        assert seat["mean_total"] == pytest.approx(known["mean_total"], abs=5e-4)
        assert seat["win_share"] == pytest.approx(known["win_share"], abs=5e-5)
    assert "Seat 2 comes first most often, yet loses the most points." in found["sentence"]


def test_bots_games_are_told_as_far_as_they_are_played(home: Club) -> None:
    told("--game", "danmaku")
    bots_play(FairnessReport.objects.get(game="danmaku").ruleset_hash, [10, 20, 30, 40])
    (stratum,) = strata("--game", "danmaku")
    assert [seat["win_share"] for seat in stratum["bots"][0]["seats"]] == [0.1, 0.2, 0.3, 0.4]
    line = "- As the rules deal: 100 of 400 games of bots so far. Seat 1 10.0% (5.5%–17.4%), Seat 2 20.0%"
    assert line in told("--game", "danmaku")
    assert strata("--game", "doujin")[0]["bots"] == []


@pytest.mark.parametrize("form", ["table", "json"])
def test_a_game_that_cant_be_computed_keeps_nobody_from_the_others(
    home: Club, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    real = numerics.report_make

    def broken_for_four(tables: Tables) -> Report:
        if 4 in np.diff(tables.offsets):  # people at the tables of danmaku
            raise ZeroDivisionError
        return real(tables)

    monkeypatch.setattr(numerics, "report_make", broken_for_four)
    out = StringIO()
    with pytest.raises(CommandError, match=r"The seats of danmaku couldn't be computed") as refused:
        call_command("fairness", "--club", "aoba", "--format", form, stdout=out)
    assert refused.value.returncode == 1
    if form == "json":
        assert [one["game"] for one in json.loads(out.getvalue())["strata"]] == ["doujin"]
    else:
        assert out.getvalue().startswith("Doujinshi of Kings, 3 players")
