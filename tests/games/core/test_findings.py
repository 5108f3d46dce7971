"""Findings: storing, rendering, and message tables that match in both languages."""

from __future__ import annotations

import json
import string

import pytest

from games.core.card_messages import MESSAGES as CARD_MESSAGES
from games.core.findings import MAX_FINDINGS, Finding, Findings, Severity, render
from games.core.messages import MESSAGES
from games.core.registry import all_games

ALL_MESSAGES = (
    MESSAGES | CARD_MESSAGES | {code: text for game in all_games() for code, text in game.messages.items()}
)


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", sorted(ALL_MESSAGES))
def test_message_has_both_languages_with_the_same_parameters(code: str) -> None:
    message = ALL_MESSAGES[code]
    assert parameters(message.ja) == parameters(message.en)
    assert message.ja != message.en


@pytest.mark.parametrize("code", sorted(ALL_MESSAGES))
def test_message_is_a_polite_sentence_without_exclamation(code: str) -> None:
    message = ALL_MESSAGES[code]
    assert "!" not in message.ja + message.en
    assert "\uff01" not in message.ja
    assert message.en.rstrip('"').endswith((".", ")", "?", "}", "times"))
    body = message.ja.rstrip("。)")
    assert any(word in body for word in ("です", "ます", "ません", "ください", "でしょうか"))


@pytest.mark.parametrize("code", sorted(ALL_MESSAGES))
def test_code_belongs_to_its_table(code: str) -> None:
    owner = code.partition(".")[0]
    assert owner in {"cards", "core", "danmaku", "doujin", "generic"}
    assert "rule" not in parameters(ALL_MESSAGES[code].en)


def test_finding_survives_storage_as_json() -> None:
    finding = Finding(
        "DG-20", Severity.ERROR, "/seats/0/total", "danmaku.page_sum",
        {"who": "seat 1", "front": 5, "back": 4, "right": 9, "given": 10},
    )  # fmt: skip
    stored = json.loads(json.dumps(finding.to_dict()))
    assert Finding.from_dict(stored) == finding
    assert render(Finding.from_dict(stored), "ja") == ("席1の合計が一面+二面と合いません(5+4=9、入力は10)。")


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"rule": "DG-1", "severity": "fatal", "path": "", "code": "x"},
        {"rule": 1, "severity": "error", "path": "", "code": "x"},
        {"rule": "DG-1", "severity": "error", "path": "", "code": "x", "params": 3},
    ],
)
def test_foreign_data_is_no_finding(stored: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"finding|Severity"):
        Finding.from_dict(stored)


def test_finding_can_be_hashed() -> None:
    one = Finding("DG-2", Severity.INFO, "", "core.more_findings", {"count": 1})
    assert len({one, Finding.from_dict(one.to_dict())}) == 1


@pytest.mark.parametrize(
    ("who", "japanese", "english"),
    [
        (["seat 2", "seat 4"], "席2と席4が同じ人です。", "Seats 2 and 4 are the same person."),
        (["entry 1", "entry 3"], "1人目と3人目が同じ人です。", "Entry 1 and entry 3 are the same person."),
        (
            ["seat 1", "seat 2", "seat 3"],
            "席1と席2と席3が同じ人です。",
            "Seats 1, 2 and 3 are the same person.",
        ),
    ],
)
def test_seats_are_named_as_players_do(who: list[str], japanese: str, english: str) -> None:
    finding = Finding("FMT-8", Severity.ERROR, "", "core.same_player", {"who": who})
    assert render(finding, "ja") == japanese
    assert render(finding, "en") == english


def test_collector_counts_what_it_leaves_out() -> None:
    findings = Findings()
    for _ in range(MAX_FINDINGS + 7):
        findings.info("FMT-3", "", "core.player_missing", who="seat 1")
    findings.error("FMT-8", "", "core.same_player", who=["seat 1", "seat 2"])
    result = findings.result()
    assert len(result) == MAX_FINDINGS + 1
    assert result[-1].rule == "FMT-10"
    assert result[-1].severity is Severity.ERROR
    assert render(result[-1], "en") == "There are 8 more findings."


def test_braces_in_user_text_stay_text() -> None:
    params: dict[str, str | int | None] = {"where": "", "name": "{0}{who}"}
    finding = Finding("FMT-4", Severity.ERROR, "", "core.unknown_field", dict(params))
    assert "{0}{who}" in render(finding, "ja")
