"""Whole doujin records: faults and where they are found, what may be left out, its two forms."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.bots import RandomBot
from games.core.findings import render
from games.core.judge import judge
from games.core.notation import read_notation, write_notation
from games.core.play import play_game
from games.core.record import record_json, record_text
from games.core.registry import builtin_ruleset
from games.core.report import ReportError, parse_json
from games.doujin.moves import DoneMove
from games.doujin.playable import PLAY
from games.schemas import schema_text
from tests.games.bending import assert_told, bend
from tests.games.doujin.tables import variant
from tests.games.reports import Json, changed, codes, errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.game import Judgement
    from games.doujin.moves import Move
    from games.doujin.state import State

INVENTED = builtin_ruleset("doujin", "invented")


@cache
def _whole_game(players: int, seed: int, bot: str) -> str:
    engine = PLAY.engine(INVENTED, players)
    player = PLAY.bots[bot](engine)
    state, events = play_game(engine, [player] * players, Random(seed))
    record = record_json(
        game="doujin", ruleset="invented", finished=True, seats=PLAY.seats(engine, state), events=events,
        vocabulary=PLAY.vocabulary,
    )  # fmt: skip
    for seat, name in zip(record["seats"], "ABCDE", strict=False):  # type: ignore[call-overload]
        seat["player"] = name
    return record_text(record)


def whole_game(players: int = 3, seed: int = 1, bot: str = "greedy") -> Json:
    return parse_json(_whole_game(players, seed, bot))


def at(record: Json, word: str, number: int = 0) -> int:
    """Return the index of an event of a kind."""
    return [index for index, event in enumerate(record["events"]) if event["event"] == word][number]


def faults(record: Json) -> list[tuple[str, str]]:
    return errors(judge(record))


def test_a_played_game_is_a_valid_record_that_says_its_deck_is_invented() -> None:
    judgement = judge(whole_game())
    assert judgement.valid
    assert judgement.evidence == "record"
    assert codes(judgement) == ["doujin.deck_invented"]
    assert [finding.rule for finding in judgement.findings] == ["KD-20"]
    assert "創作" in render(judgement.findings[0], "ja")
    assert [set(seat.parts) for seat in judgement.seats] == [{"early_bird", "hand", "bonus"}] * 3


def test_parts_of_a_record_are_a_report_that_the_referee_finds_right() -> None:
    """The hand of every seat, judged by the base ruleset, comes to what the record comes to."""
    for seed in range(8):
        judgement = judge(whole_game(3 + seed % 3, seed, "random"))
        report = {
            "format": "sekijun.report/1", "game": "doujin", "ruleset": "base",
            "seats": [
                {"seat": seat.seat, "player": seat.player, "total": int(seat.total or 0),
                 "placement": seat.placement, **seat.parts}
                for seat in judgement.seats
            ],
        }  # fmt: skip
        again = judge(report)
        assert again.valid, again.findings
        assert again.evidence == "hand"


def test_kd_20_a_record_without_a_deck_cant_be_replayed() -> None:
    """The real cards aren't public: a physical table's record under `base` lacks what it would need."""
    judgement = judge(whole_game() | {"ruleset": "base"})
    assert errors(judgement) == [("KD-20", "/ruleset")]
    assert codes(judgement) == ["doujin.no_deck"]
    assert "deck" in render(judgement.findings[0], "ja")


def test_kd_12_b_after_b_is_found_where_it_happened_and_replay_goes_on() -> None:
    record = whole_game()
    flips = [i for i, event in enumerate(record["events"]) if event["event"] == "flip"]
    sale = at(record, "reveal")
    flip = next(index for index in flips if index > sale)
    before = record["events"][:flip]
    seat = record["events"][flip]["seat"]
    following = seat % 3 + 1
    held = next(e["card"] for e in reversed(before) if e["event"] == "draw" and e["seat"] == following)
    text = [*record["events"][: flip + 1], {"event": "flip", "seat": following, "card": held}]
    judgement = judge(record | {"events": text, "finished": False})
    assert errors(judgement) == [("KD-12", f"/events/{flip + 1}")]
    (told_of,) = [finding for finding in judgement.findings if finding.code == "doujin.flip_after_flip"]
    legal = told_of.params["legal"]
    assert isinstance(legal, list)
    assert f"reveal {following}" in legal, "what could be written, passes left out"


def test_several_faults_are_listed() -> None:
    record = whole_game()
    last = at(record, "reveal", -1)
    record["events"][at(record, "deal")]["trump"] = "存在しない切札"
    record["events"][last]["card"] = "存在しない事件"
    assert faults(record)[:2] == [("KD-20", "/events/0"), ("KD-20", f"/events/{last}")]


def test_a_card_drawn_twice_is_found_at_the_second_time() -> None:
    record = whole_game()
    one, two = at(record, "draw"), at(record, "draw", 3)
    record["events"][two]["card"] = record["events"][one]["card"]
    assert faults(record)[0] == ("KD-3", f"/events/{two}")


def test_a_turn_left_out_is_found_at_the_next() -> None:
    record = whole_game()
    index = at(record, "draw", 1)
    del record["events"][index]
    assert faults(record)[0] == ("KD-2", f"/events/{index}")


def test_the_end_left_out_is_an_error_of_a_finished_record_only() -> None:
    record = whole_game()
    cut = record | {"events": record["events"][: at(record, "reveal", 2)]}
    assert faults(cut) == [("KD-11", "/events")]
    early = record | {"events": record["events"][: at(record, "draw", 3)]}
    assert ("KD-7", "/events") in faults(early)
    unfinished = {key: value for key, value in cut.items() if key != "finished"}
    assert "doujin.record_stops" in codes(judge(unfinished))
    assert faults(unfinished) == []


@pytest.mark.parametrize(
    ("pointer", "rule"),
    [("/seats/0/total", "KD-16"), ("/seats/0/early_bird", "KD-8"), ("/seats/0/placement", "KD-18")],
)
def test_what_is_written_at_a_seat_is_compared(pointer: str, rule: str) -> None:
    record = whole_game()
    value = record["seats"][0][pointer.rpartition("/")[2]]
    wrong = changed(record, pointer, not value if isinstance(value, bool) else value + 1)
    assert rule in {found for found, _ in faults(wrong)}


def test_kd_8_a_wrong_and_a_missing_mark_of_the_early_bird_have_a_sentence_each() -> None:
    record = whole_game()
    marks = [seat["early_bird"] for seat in record["seats"]]
    holder = marks.index(True)
    other = (holder + 1) % 3
    first, second = f"席{holder + 1}", f"席{other + 1}"
    unmarked = changed(record, f"/seats/{holder}/early_bird", False)
    assert said(unmarked) == [
        (f"/seats/{holder}/early_bird", f"{first}は最初に完成したので、早割です。",
         f"Seat {holder + 1} was the first to complete and so is the early bird."),
    ]  # fmt: skip
    assert said(changed(record, f"/seats/{other}/early_bird", True)) == [
        (f"/seats/{other}/early_bird", f"{second}は早割ではありません。最初に完成したのは{first}です。",
         f"Seat {other + 1} isn't the early bird: the first to complete is seat {holder + 1}."),
    ]  # fmt: skip


def said(record: Json) -> list[tuple[str, str, str]]:
    """Return pointer and both sentences of what breaks KD-8."""
    return [
        (finding.path, render(finding, "ja"), render(finding, "en"))
        for finding in judge(record).findings
        if finding.rule == "KD-8"
    ]


def test_kd_18_ties_by_the_early_bird_are_checked_too() -> None:
    ruleset = variant(tiebreak="early_bird")
    for seed in range(60):
        engine = PLAY.engine(ruleset, 3)
        state, events = play_game(engine, [RandomBot(engine)] * 3, Random(seed))
        result = engine.result(state)
        assert result is not None
        if len({seat.total for seat in result}) < 3 and state.first:
            break
    record: Json = record_json(
        game="doujin", ruleset="variant", finished=True, seats=PLAY.seats(engine, state), events=events,
        vocabulary=PLAY.vocabulary,
    )  # fmt: skip
    assert judge(record, ruleset).valid
    assert sorted(seat["placement"] for seat in record["seats"]) == [1, 2, 3]
    total = next(
        s["total"] for s in record["seats"] if [t["total"] for t in record["seats"]].count(s["total"]) > 1
    )
    tied = [seat for seat in record["seats"] if seat["total"] == total]
    tied[0]["placement"], tied[1]["placement"] = tied[1]["placement"], tied[0]["placement"]
    assert ("KD-18", "tie_by_early_bird") in told(judge(record, ruleset))


def told(judgement: Judgement) -> set[tuple[str, str]]:
    return {(finding.rule, finding.code.partition(".")[2]) for finding in judgement.findings}


class Reluctant:
    """A bot that never wants to complete: it turns its light cards dark."""

    def choose(self, state: State, moves: Sequence[Move], random: Random) -> Move:
        lights = state.hands[state.seat - 1] & state.light
        darkening = [
            move for move in moves if isinstance(move, DoneMove) and lights >> max(move.number, 0) & 1
        ]
        return random.choice(darkening or moves[:1])


def test_kd_10_a_sale_without_an_early_bird_is_flagged() -> None:
    engine = PLAY.engine(INVENTED, 3)
    state, events = play_game(engine, [Reluctant()] * 3, Random(1))
    assert (state.first, state.deck) == (0, ())
    record: Json = record_json(
        game="doujin", ruleset="invented", finished=True, seats=PLAY.seats(engine, state), events=events,
        vocabulary=PLAY.vocabulary,
    )  # fmt: skip
    judgement = judge(record)
    assert judgement.valid, judgement.findings
    assert ("KD-10", "record_nobody") in told(judgement)
    assert next(event["seat"] for event in record["events"] if event["event"] == "reveal") == 1


def test_who_cant_sit_there_is_told() -> None:
    record = whole_game()
    assert faults(record | {"seats": record["seats"][:2]}) == [("KD-1", "/seats")]
    twice = changed(record, "/seats/1/seat", 1)
    assert ("KD-2", "/seats/1/seat") in faults(twice)
    assert ("FMT-4", "/seats/0/help") in faults(changed(record, "/seats/0/help", 1))


# The two forms


def test_the_text_form_reads_as_written_at_a_table() -> None:
    text = """
    # the evening of the 3rd
    sekijun.record/1 doujin invented
    seat 2 player="B B" early_bird=yes
    seat 1 player=A guest=yes total=-3 placement=2
    deal 1 "最後 のひと声"
    draw 1 C1
    flip 2 C2            # B
    push 3 N1 2
    reveal 1 不健全規制
    pass 2
    trump 3 声の大きな呼び込み
    choose 3 1
    pick 1 "E=1"
    """
    record = read_notation(text)
    assert record["seats"] == [
        {"seat": 2, "player": "B B", "early_bird": True},
        {"seat": 1, "player": "A", "guest": True, "total": -3, "placement": 2},
    ]
    assert record["events"] == [
        {"event": "deal", "seat": 1, "trump": "最後 のひと声"},
        {"event": "draw", "seat": 1, "card": "C1"},
        {"event": "flip", "seat": 2, "card": "C2"},
        {"event": "push", "seat": 3, "card": "N1", "receiver": 2},
        {"event": "reveal", "seat": 1, "card": "不健全規制"},
        {"event": "pass", "seat": 2},
        {"event": "trump", "seat": 3, "trump": "声の大きな呼び込み"},
        {"event": "choose", "seat": 3, "chosen": 1},
        {"event": "pick", "seat": 1, "card": "E=1"},
    ]
    assert read_notation(write_notation(record)) == record


def test_cards_go_by_any_of_their_names() -> None:
    record = whole_game()
    index = at(record, "deal")
    deck = PLAY.engine(INVENTED, 3).table.deck
    trump = deck.trumps[deck.number("trump", record["events"][index]["trump"]) or 0]
    for name in (trump.id, trump.romanised, trump.romanised.upper()):
        record["events"][index]["trump"] = name
        assert judge(record).valid


@pytest.mark.parametrize(
    "line",
    [
        "draw 1",
        "draw one C1",
        "push 1 C1",
        "pass",
        "pass 1 2",
        "deal 1",
        "roll 146",
        "choose 1 x",
        "reveal 1",
    ],
)
def test_a_line_that_cant_be_read_is_named(line: str) -> None:
    with pytest.raises(ReportError) as caught:
        read_notation(f"sekijun.record/1 doujin invented\ndeal 1 X\n{line}\n")
    assert caught.value.finding.params["line"] == 3


# Bad input


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_bent_records_are_judged_and_never_break(data: st.DataObject) -> None:
    record = whole_game(data.draw(st.integers(3, 5)), data.draw(st.integers(1, 3)), "random")
    bend(record, data, ["徹夜の底力", "不健全規制", "ふとん書房", "flip", "reveal", "trump", "pass"])
    assert_told(record)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_events_in_any_order_are_judged_and_never_break(data: st.DataObject) -> None:
    record = whole_game(data.draw(st.integers(3, 5)), data.draw(st.integers(1, 3)), "random")
    events = record["events"]
    for _ in range(data.draw(st.integers(1, 6))):
        one, two = data.draw(st.integers(0, len(events) - 1)), data.draw(st.integers(0, len(events) - 1))
        events[one], events[two] = events[two], events[one]
    assert_told(record)


def test_played_records_fit_the_schema_and_those_of_another_game_do_not() -> None:
    schema = json.loads(schema_text("record"))
    for players in (3, 4, 5):
        jsonschema.validate(whole_game(players, 2, "random"), schema)
    for wrong in (
        whole_game() | {"game": "danmaku"},
        whole_game() | {"game": "generic"},
        changed(whole_game(), "/events/0/card", "x"),
        changed(whole_game(), "/seats/0/help", None),
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)
