"""The rulebook: every id is explained in both languages, and its examples are what the referee really says."""

from __future__ import annotations

import ast
import re
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.core.chapters import chapters, rule_entry
from games.core.format_rules import FORMAT_RULES, SCHEMA_RULES
from games.core.judge import judge
from games.core.registry import all_games, builtin_ruleset
from games.core.report import ReportError, parse_json
from games.core.rulebook import BASIS_WORDS, Basis
from games.danmaku.dice_numbers import open_pairs
from games.danmaku.rules import rules_of
from games.danmaku.scores import PageKnowledge, numbers_of, page_scores, possible_totals
from tests.games.reports import DESIGN_DANMAKU, Json, Report, card, changed, danmaku, doujin, generic

if TYPE_CHECKING:
    from games.core.findings import Finding
    from games.core.messages import Message

ROOT = Path(__file__).parents[3]
ALL_IDS = (
    *(f"DG-{number}" for number in range(1, 22)),
    *(f"KD-{number}" for number in range(1, 22)),
    *(f"GN-{number}" for number in range(1, 7)),
    *(f"FMT-{number}" for number in range(1, 11)),
)
LIKE_AN_ID = re.compile(r"[A-Z]{2,4}-\d{1,3}")
NO_IDS = {"UTF-8", "SHA-256", "ISO-8601"}
NINE = {"pages": [{"score": 5}, {"score": 4}]}
LIT = [card("cover", 2), card("genre", 1), card("element", 1)]


def texts() -> list[tuple[str, Message]]:
    return [
        (rule_id, text)
        for chapter in chapters()
        for rule_id, rule in chapter.rules.items()
        for text in (rule.name, rule.text)
    ]


def hand(*cards: Report, **more: Json) -> Report:
    return {"hand": list(cards), **more}


def sharing(*placements: int | None) -> list[Report]:
    """Return doujin seats with 11, 4 and 4 points and these placements."""
    pairs = zip((11, 4, 4), placements, strict=True)
    return [{"total": total, "placement": placement} for total, placement in pairs]


# A report in which the referee says the example, whatever else it says.
SAID: dict[str, Json] = {
    "DG-2 core.player_count": danmaku(*[{"total": 9}] * 6),
    "DG-2 core.seat_range": danmaku({"total": 9, "seat": 5}, *[{"total": 4}] * 3),
    "DG-3 danmaku.help_sum": danmaku(*[{"total": 9, "help": {"untapped": 9, "tapped": 1}}] * 2),
    "DG-10 danmaku.two_owners": danmaku(
        {"total": 9, "captured": ["チルノ"]}, {"total": 8}, {"total": 7, "captured": ["チルノ"]}
    ),
    "DG-13 danmaku.trigger_seat": danmaku(*[{"total": 9}] * 3, trigger_seat=5),
    "DG-17 danmaku.order_twice": danmaku(*[{"total": 9, "edit_order": 1}] * 2),
    "DG-17 danmaku.order_range": danmaku(
        {"total": 9}, {"total": 8}, {"total": 7, "edit_order": 7}, {"total": 6}
    ),
    "DG-1 danmaku.unknown_card_hint": danmaku({"total": 9, "captured": ["チルの"]}, {"total": 8}),
    "DG-6 danmaku.level_skipped": danmaku(
        {"total": 9, "captured": ["チルノ", "イナバ"]}, {"total": 8, "captured": []}
    ),
    "DG-13 danmaku.trigger_without_level8": danmaku(
        {"total": 9}, {"total": 8, "captured": ["チルノ"]}, trigger_seat=2
    ),
    "DG-13 danmaku.nobody_level8": danmaku(
        {"total": 9, "captured": ["チルノ"]}, {"total": 8, "captured": []}
    ),
    "DG-18 danmaku.dice_by_abilities": danmaku(
        {"pages": [{"dice": [3] * 10, "abilities": ["小町"]}, {"score": 4}], "total": 15}, {"total": 8}
    ),
    "DG-18 danmaku.page_score": changed(DESIGN_DANMAKU, "/seats/0/pages/0/score", 6),
    "DG-18 danmaku.page_score_bonus": danmaku(
        {"total": 9}, {"total": 8}, {"pages": [{"dice": [5] * 8, "score": 8}, {"score": 4}]}
    ),
    "DG-19 danmaku.ability_both": danmaku(
        {"total": 9}, {"pages": [{"abilities": ["アリス"]}, {"abilities": ["アリス"]}], "total": 8}
    ),
    "DG-20 danmaku.page_sum": danmaku(NINE | {"total": 10}, {"total": 8}),
    "DG-20 danmaku.order_implied": danmaku({"total": 9, "placement": 1}, {"total": 9, "placement": 2}),
    "DG-21 danmaku.never_n": danmaku(
        {"total": 9}, {"total": 8}, {"pages": [{"score": 8, "abilities": []}, {"score": 4}]}
    ),
    "DG-21 danmaku.total_impossible": danmaku({"total": 9}, {"total": 40}),
    "KD-1 core.player_count": doujin({"total": 9}, {"total": 8}),
    "KD-2 core.seat_twice": doujin({"total": 9}, {"total": 8}, {"total": 7, "seat": 2}),
    "KD-8 doujin.early_bird_twice": doujin(*[{"total": 9, "early_bird": True}] * 2, {"total": 8}),
    "KD-10 doujin.nobody_complete": doujin(*[{"total": 9, "early_bird": False}] * 3),
    "KD-11 doujin.laps": doujin(*[{"total": 9}] * 3, laps=3),
    "KD-13 doujin.trump_unchecked": doujin({"total": 9, "trump": "A"}, {"total": 8}, {"total": 7}),
    "KD-16 doujin.total": doujin(
        {"total": 9}, hand(card("cover", 4), card("name", 3), total=9), {"total": 7}
    ),
    "KD-16 doujin.total_missing": doujin({"total": 9}, {"total": 8}, {}),
    "KD-17 doujin.bonus_adult": doujin(
        hand(*LIT, card("adult", 8), bonus=True), {"total": 8}, {"total": 7}
    ),
    "KD-17 doujin.bonus_due": doujin(
        {"total": 9}, hand(*LIT, card("name", 1), bonus=False), {"total": 7}
    ),
    "KD-18 core.tie_shared": doujin(*sharing(1, 2, 3)),
    "KD-18 core.placement_total": doujin(*sharing(2, None, None)),
    "KD-19 doujin.light_points": doujin({"total": 9}, hand(card("genre", 6)), {"total": 7}),
    "KD-19 doujin.adult_points": doujin(hand(card("adult", 8, "dark")), {"total": 8}, {"total": 7}),
    "GN-1 core.player_count": generic(9),
    "GN-1 core.player_count_exact": generic(9, 8, 7, ruleset="mahjong"),
    "GN-2 generic.total_places": generic(1.00005, 2),
    "GN-2 generic.total_step": generic(25_000, 25_050, 25_000, 24_950, ruleset="mahjong"),
    "GN-3 generic.total_missing": generic(9, None),
    "GN-3 generic.total_needed": generic(9, 8, 7, None, ruleset="mahjong"),
    "GN-4 core.placement_pattern": generic(None, None, None, placements=(1, 1, 2)),
    "GN-4 generic.tie_by_seat": generic(
        40_000, 25_000, 25_000, 10_000, placements=(1, 3, 2, 4), ruleset="mahjong"
    ),
    "GN-5 generic.sum_short": generic(44_000, 30_000, 15_000, 10_000, ruleset="mahjong"),
    "GN-6 generic.final": changed(
        generic(45_000, 30_000, 15_000, 10_000, ruleset="mahjong"), "/seats/0/final", Decimal("45.0")
    ),
    "GN-6 generic.final_unused": changed(generic(9, 8), "/seats/0/final", 65),
    "FMT-1 core.duplicate_key": '{"total": 1, "total": 2}',
    "FMT-2 core.wrong_type": danmaku({"total": 9}, {"total": "nine"}),
    "FMT-3 core.player_missing": danmaku({"total": 9}, {"total": 8}, {"total": 7, "player": None}),
    "FMT-3 core.result_absent": danmaku({"total": 9}, {"participation": "left"}),
    "FMT-4 core.unknown_field_hint": generic(9, 8) | {"seats": [{"seat": 1, "totl": 9}, {"seat": 2}]},
    "FMT-5 core.not_a_choice": generic(9, 8, game="chess"),
    "FMT-6 core.unknown_ruleset": danmaku({"total": 9}, {"total": 8}, ruleset="night"),
    "FMT-7 core.text_blank": danmaku({"total": 9}, {"total": 8, "player": " "}),
    "FMT-8 core.same_player": danmaku(
        {"total": 9}, {"total": 8, "player": "N"}, {"total": 7}, {"total": 6, "player": "n"}
    ),
    "FMT-9 core.number_huge": danmaku({"total": 10**9}, {"total": 8}),
    "FMT-10 core.more_findings": generic(9, 8) | {f"x{n}": 1 for n in range(512)},
}  # fmt: skip


def findings_of(report: Json) -> tuple[Finding, ...]:
    try:
        return judge(parse_json(report) if isinstance(report, str) else report).findings
    except ReportError as error:
        return (error.finding,)


def examples() -> list[tuple[str, str, Json]]:
    return [
        (rule_id, code, params)
        for chapter in chapters()
        for rule_id, rule in chapter.rules.items()
        for code, params in rule.examples
    ]


@pytest.mark.parametrize(("rule_id", "code", "params"), examples())
def test_example_is_what_the_referee_says(rule_id: str, code: str, params: Json) -> None:
    said = findings_of(SAID[f"{rule_id} {code}"])
    assert (rule_id, code, params) in [(f.rule, f.code, f.params) for f in said]


def test_every_rule_has_its_place() -> None:
    assert [rule_id for chapter in chapters() for rule_id in chapter.rules] == list(ALL_IDS)
    assert [chapter.key for chapter in chapters()] == ["danmaku", "doujin", "generic", "format"]
    assert all(rule_entry(rule_id) for rule_id in ALL_IDS)


@pytest.mark.parametrize("folder", ["games", "league", "api"])
def test_every_id_that_a_source_names_is_explained(folder: str) -> None:
    named: set[str] = set()
    for source in (ROOT / folder).rglob("*.py"):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        named |= {value for value in values if isinstance(value, str) and LIKE_AN_ID.fullmatch(value)}
    assert folder != "games" or {"DG-18", "KD-17", "FMT-8", "GN-4"} <= named
    assert [name for name in sorted(named - NO_IDS) if rule_entry(name) is None] == []


@pytest.mark.parametrize(("rule_id", "text"), texts())
def test_explanation_speaks_both_languages_shortly_and_politely(rule_id: str, text: Message) -> None:
    assert text.ja
    assert text.en
    assert text.ja != text.en
    assert re.search(r"[぀-ヿ一-鿿]", text.ja), "Japanese is written in Japanese"
    assert not re.search(r"[!！]|\{", text.ja + text.en)
    assert text.ja.count("。") <= 3
    assert len(text.ja) <= 240
    assert len(text.en) <= 460


@pytest.mark.parametrize("rule_id", ALL_IDS)
def test_explanation_is_made_of_sentences_and_its_name_is_none(rule_id: str) -> None:
    entry = rule_entry(rule_id)
    assert entry is not None
    assert entry.rule.text.ja.endswith("。")
    assert entry.rule.text.en.endswith(".")
    plain = re.sub(r"\([^()]*\)", "", entry.rule.text.ja)
    assert all(sentence.endswith(("す", "ん")) for sentence in plain.split("。")[:-1])
    assert not entry.rule.name.ja.endswith("。")
    assert not entry.rule.name.en.endswith(".")


def test_sources_of_rules_are_told_in_both_languages() -> None:
    assert set(BASIS_WORDS) == set(Basis)
    assert all(words.ja and words.en for words in BASIS_WORDS.values())
    assert all(rule.basis for chapter in chapters() for rule in chapter.rules.values())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_every_key_of_a_ruleset_belongs_to_one_rule(game: Json) -> None:
    keys = [key for rule in game.rulebook.values() for key in rule.keys]
    assert sorted(keys) == sorted(game.rulesets[0].payload)
    optional = [key for rule in game.rulebook.values() for key in rule.optional]
    used = {key for ruleset in game.rulesets for key in ruleset.payload}
    assert len(set(optional)) == len(optional)
    assert set(keys).isdisjoint(optional)
    assert used <= {*keys, *optional}


def test_a_rule_knows_what_a_club_can_change() -> None:
    entry, plain = rule_entry("DG-17"), rule_entry("FMT-2")
    assert entry is not None
    assert plain is not None
    assert entry.settings() == {"edit_order": "reported", "simulation_edit_order": "seat"}
    ties = rule_entry("GN-4")
    assert ties is not None
    assert ties.settings() == {"higher_wins": True, "tiebreak": "given"}
    mahjong = builtin_ruleset("generic", "mahjong")
    assert ties.settings(mahjong) == {"higher_wins": True, "tiebreak": "seat"}
    assert plain.settings() == {}


def test_rules_follow_each_other_within_their_chapter() -> None:
    around = {rule_id: (entry.previous, entry.next) for rule_id in ALL_IDS if (entry := rule_entry(rule_id))}
    assert around["DG-1"] == ("", "DG-2")
    assert around["DG-18"] == ("DG-17", "DG-19")
    assert around["DG-21"] == ("DG-20", "")
    assert around["KD-1"] == ("", "KD-2")
    assert around["FMT-10"] == ("FMT-9", "")


@pytest.mark.parametrize("rule_id", ["", "DG-0", "DG-22", "KD-22", "dg-18", "DG-18 ", "XX-1", "DG-٣"])
def test_unknown_id_is_no_rule(rule_id: str) -> None:
    assert rule_entry(rule_id) is None


def test_figures_of_dg_21_are_those_of_the_base_ruleset() -> None:
    rules = rules_of(builtin_ruleset("danmaku", "base"))
    blank = PageKnowledge(None, None)
    pairs = open_pairs(rules)
    page = page_scores(numbers_of(pairs, 0), rules)
    total = possible_totals(blank, blank, pairs, rules)
    assert (min(page), max(page), min(total), max(total)) == (1, 14, 3, 23)
    entry = rule_entry("DG-21")
    assert entry is not None
    assert "1点から14点、合計は3点から23点" in entry.rule.text.ja
    assert "scores 1 to 14 and a total is 3 to 23" in entry.rule.text.en


def test_figures_of_kd_21_are_players_times_laps() -> None:
    laps = builtin_ruleset("doujin", "base").payload["laps"]
    assert isinstance(laps, dict)
    assert [int(players) * number for players, number in laps.items()] == [12, 12, 15]


def test_schema_rules_are_explained_format_rules() -> None:
    assert set(FORMAT_RULES) > SCHEMA_RULES
