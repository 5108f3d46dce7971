"""What is said of seats, by rule, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from league.fairness.report import (
    Advice,
    Contrast,
    Evidence,
    Handicap,
    Interval,
    Need,
    Obstacle,
    SecondOpinion,
    Slot,
    Stratum,
    Verdict,
)
from league.views.fairness_checks import (
    advice_said,
    checks_said,
    evidence_said,
    handicap_said,
    named_said,
    number,
    opinion_said,
    short_checks,
    signed,
    strength,
)
from league.views.fairness_words import (
    misfit_said,
    need_said,
    odds_text,
    percent,
    probability,
    rounded,
    sentence,
)
from tests.league.fairness.test_stored import DIAGNOSTICS

ENDLESS = Interval(None, None)


def slot(seat: int, *, share: float = 0.25, total: float | None = 8.0, equals: float | None = 0.25) -> Slot:
    return Slot(
        seat, 64, share, 2.5, total, 0.0, 0.1, equals, Interval(0.2, 0.3), 1.0, ENDLESS, 2.5, 0.25, 0.5
    )


def stratum(verdict: Verdict = Verdict.NO_EVIDENCE, *, less: bool = True, **changes: object) -> Stratum:
    found = Stratum(
        players=4,
        tables=64,
        first_day=739_000,
        last_day=739_100,
        verdict=verdict,
        obstacle=Obstacle.NONE,
        seats=(slot(1, share=0.19, equals=0.191), *(slot(seat) for seat in (2, 3, 4))),
        p_omnibus=0.41,
        named=Contrast(1, -0.4 if less else 0.4, 0.2, ENDLESS, 0.04, 0.76),
        evidence=Evidence(3.21, 4.1, ()),
        needs=(Need(0.1, 806), Need(0.2, 197)),
        second_opinion=None,
        diagnostics=DIAGNOSTICS,
        handicap=Handicap("never_varied", None, None, 0, (), ()),
        edit_order=None,
    )
    return replace(found, **changes)  # type: ignore[arg-type]


def said(found: Stratum, language: str = "ja", *, lower_wins: bool = False) -> str:
    with translation.override(language):
        return sentence(found, lower_wins=lower_wins)


NEED = "20%の不利を見つけるには約200卓必要です(いま64卓)。"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (stratum(), "席1がほかの席より不利だとも有利だとも、まだ言えません。" + NEED),
        (stratum(Verdict.LEANING), "席1は勝ちにくい傾きがありますが、まだ判断できません。" + NEED),
        (
            stratum(Verdict.LEANING, less=False),
            "席1は勝ちやすい傾きがありますが、まだ判断できません。" + NEED,
        ),
        (
            stratum(Verdict.EVIDENCE),
            "席1は勝ちにくい、という証拠があります。同じ強さなら19.1%です(公平なら25%)。",
        ),
        (
            stratum(Verdict.RAW_ONLY, tables=12),
            "いま12卓です。30卓になるまでは、数えたままの数字だけを見せます。",
        ),
        (
            stratum(Verdict.NARROWED, evidence=None),
            "これは見てから選んだ一部の卓です。証拠と言えるかどうかは、全部の卓についてだけ言います。" + NEED,
        ),
        (
            stratum(Verdict.CANNOT_TELL, obstacle=Obstacle.SEATS_NEVER_CHANGED),
            "席1が不利かどうかは分かりません。席1に座った人がほかの席にほとんど座っていないので、席の差と人の強さを分けられません。席をくじで決めると分かるようになります。",
        ),
        (
            stratum(Verdict.CANNOT_TELL, obstacle=Obstacle.ALL_TIED),
            "席1が不利かどうかは分かりません。いつも全員が同じ順位だったためです。",
        ),
    ],
    ids=["nothing", "leaning", "leaning upwards", "evidence", "raw", "a part", "one host", "cannot tell"],
)
def test_the_sentence_follows_the_verdict(found: Stratum, words: str) -> None:
    assert said(found) == words


def test_the_sentence_in_english() -> None:
    assert said(stratum(Verdict.LEANING), "en") == (
        "Seat 1 seems to win less often, but it is too early to tell."
        " To find a disadvantage of 20% takes about 200 tables; there are 64."
    )
    assert said(stratum(Verdict.RAW_ONLY, tables=1), "en").startswith("There is 1 table so far.")


@pytest.mark.parametrize("obstacle", list(Obstacle))
@pytest.mark.parametrize("verdict", list(Verdict))
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_sentence_is_polite_and_whole(verdict: Verdict, obstacle: Obstacle, language: str) -> None:
    words = said(stratum(verdict, obstacle=obstacle), language)
    assert words.endswith("。" if language == "ja" else ".")
    assert not set("!！{}") & set(words)


def test_more_tables_than_needed_are_told_so() -> None:
    with translation.override("ja"):
        assert (
            need_said(stratum(tables=300))
            == "20%の不利なら、約200卓あれば5回に4回ほど見つかります(いま300卓)。"
        )
        assert need_said(stratum(needs=())) == ""


def test_a_seat_that_wins_most_and_has_the_worst_total_is_named() -> None:
    seats = (slot(1), slot(2, share=0.3, total=-43.8), slot(3, total=21.9), slot(4, total=5.0))
    assert said(stratum(seats=seats)).endswith("席2は1着がいちばん多いのに、失った点もいちばん多い席です。")
    plain = tuple(replace(one, mean_total=(one.mean_total or 0) + 50) for one in seats)
    assert said(stratum(seats=plain)).endswith("席2は1着がいちばん多いのに、平均点はいちばん低い席です。")
    assert "いちばん" not in said(stratum(seats=seats), lower_wins=True)
    worst = (slot(1), slot(2, share=0.3, total=90.0), slot(3), slot(4))
    assert "いちばん高い席" in said(stratum(seats=worst), lower_wins=True)


@pytest.mark.parametrize(
    "seats",
    [
        (slot(1), slot(2), slot(3), slot(4)),
        (slot(1), slot(2, share=0.3, total=None), slot(3), slot(4)),
        (slot(1), slot(2, share=0.3, total=9), slot(3), slot(4)),
        (slot(1, total=2), slot(2, share=0.3, total=2), slot(3), slot(4)),
    ],
    ids=["all alike", "totals unknown", "the best total", "two lowest"],
)
def test_nothing_is_made_of_what_doesnt_disagree(seats: tuple[Slot, ...]) -> None:
    assert "いちばん" not in said(stratum(seats=seats))


def test_a_misfit_is_said_by_places_and_with_a_warning() -> None:
    found = stratum(Verdict.EVIDENCE, diagnostics=replace(DIAGNOSTICS, misfit=True))
    seats = tuple(replace(seat, mean_placement=2.41, expected_placement=2.73) for seat in found.seats)
    assert said(replace(found, seats=seats)).startswith(
        "席1はほかの席より成績が悪い、という証拠があります。同じ強さなら平均2.73位です(公平なら2.5位)。"
    )
    with translation.override("ja"):
        assert "数えた割合を信じてください" in misfit_said(found)
        assert misfit_said(stratum()) == ""


@pytest.mark.parametrize("status", ["raw_only", "no_cards", "never_varied", "unsure", "cannot_tell", "told"])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_state_of_the_advisor_has_words(status: str, language: str) -> None:
    with translation.override(language):
        words = handicap_said(Handicap(status, 0.31, 0.1, 100, (), ()))
    assert words
    assert "{" not in words


def test_where_nothing_is_known_of_cards_no_figure_is_named() -> None:
    with translation.override("en"):
        words = handicap_said(Handicap("cannot_tell", None, None, 100, (), ()))
    assert words == "What a help card is worth can't be told from these tables."


def test_advice_is_in_whole_cards_one_step_at_a_time() -> None:
    with translation.override("ja"):
        assert advice_said(Advice(1, 1.42, Interval(0.6, 2.9), 1)) == (
            "席1: 1枚増やす(推定+1.42枚、95%区間+0.60〜+2.90)"
        )
        assert advice_said(Advice(2, -0.4, ENDLESS, 0)) == "席2: そのまま(推定−0.40枚、区間に端がありません)"
        assert advice_said(Advice(3, -1.1, Interval(-2, -1), -1)).startswith("席3: 1枚減らす")
        assert advice_said(Advice(4, -1.1, Interval(-2, -1), 0)).startswith(
            "席4: 1枚減らしたいところですが、減らすカードがありません("
        )


def test_checks_in_words() -> None:
    with translation.override("ja"):
        assert short_checks(stratum(), edit_order=True) == [
            "強さは対戦相手から同時に推定",
            "席の偏りははっきりとは見られない(p=0.40)",
            "3卓は編集順で決着",
        ]
        lines = checks_said(stratum(), edit_order=False)
        assert "同点の決まりで決着" in " ".join(lines)
        assert lines[0] == "席1のオッズ(ほかの席の平均に対して、かっこは95%区間): ×0.67、p=0.040。"
        assert "p=0.41" in lines[1]
        assert "卓数の多い人から誰か一人を除いて計算し直しても、このオッズは×0.55〜×0.67の間です。" in lines
        assert checks_said(stratum(diagnostics=None), edit_order=True) == []
        unsettled = replace(DIAGNOSTICS, converged=False, components=3, turns=stratum().named)
        assert len(checks_said(stratum(diagnostics=unsettled), edit_order=True)) > len(lines) + 1


def test_opinions_that_disagree_say_why() -> None:
    opinion = SecondOpinion(0.01, 0.02, 999, disagrees=True, because="seating")
    with translation.override("ja"):
        assert "強い人がよく座る席があったため" in opinion_said(opinion)
        assert "どちらも確かとは言えません" in opinion_said(replace(opinion, because=""))
        assert "999回" in opinion_said(replace(opinion, disagrees=False))
        assert "回" not in opinion_said(replace(opinion, permutations=0, disagrees=False))
        assert opinion_said(None) == ""


def test_evidence_in_words() -> None:
    with translation.override("ja"):
        words = evidence_said(stratum())
        assert "いま3.21、いちばん高いときで4.1" in words
        assert "一つの人数の全部の卓について" in words
        assert evidence_said(stratum(evidence=None)) == ""


def test_figures_never_reach_a_threshold_by_rounding_and_zero_has_no_minus() -> None:
    assert [strength(value) for value in (4.998, 5.0, 0.29, 19.6, 20.0)] == ["4.99", "5", "0.29", "19", "20"]
    assert [number(-0.0), signed(-0.001), signed(-0.26)] == ["0", "+0.00", "−0.26"]


def test_odds_are_told_with_their_interval() -> None:
    assert odds_text(0.671, Interval(0.45, 0.994)) == "×0.67 (×0.45–×0.99)"
    assert odds_text(0.671, ENDLESS) == "×0.67"
    assert odds_text(None, ENDLESS) == "–"
    endless = replace(stratum(), named=Contrast(1, 800.0, 0.2, Interval(2.0, 900.0), 0.0, 4.0))
    with translation.override("en"):
        assert named_said(endless) == (
            "Odds of seat 1 against the mean of the others, with 95% interval:"
            " over a million (×7.39–over a million), p<0.001."
        )
        assert named_said(stratum(named=None)) == ""


def test_figures() -> None:
    assert [rounded(count) for count in (7, 64, 197, 806, 12_345)] == [7, 64, 200, 810, 13_000]
    assert [probability(p) for p in (0.0, 0.0004, 0.034, 0.41)] == ["p<0.001", "p<0.001", "p=0.034", "p=0.41"]
    assert [number(value) for value in (None, 0.0, 0.034, 3.0, 34_759.2)] == [
        "–",
        "0",
        "0.034",
        "3",
        "34,759",
    ]
    with translation.override("en"):
        assert number(1e300) == "over a million"
    assert (percent(0.25, 0), percent(0.1914)) == ("25%", "19.1%")
