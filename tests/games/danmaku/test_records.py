"""Whole records: faults and where they are found, what a record may leave out, its two forms."""

from __future__ import annotations

import copy
import json
from functools import cache
from random import Random

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.findings import Severity, render
from games.core.judge import judge
from games.core.notation import looks_like_notation, read_notation, write_notation
from games.core.play import play_game
from games.core.record import record_json, record_text
from games.core.report import ReportError, parse_json
from games.danmaku.playable import PLAY
from games.schemas import schema_text
from tests.games.bending import assert_told, bend
from tests.games.plays import BASE, table, variant
from tests.games.reports import DESIGN_RECORD, Json, changed, codes, errors, found


@cache
def _whole_game(players: int, seed: int) -> str:
    engine = table(players, max_turns=5000)
    bot = PLAY.bots["greedy"](engine)
    state, events = play_game(engine, [bot] * players, Random(seed))
    record = record_json(
        game="danmaku", ruleset="base", finished=True, seats=PLAY.seats(engine, state), events=events,
        vocabulary=PLAY.vocabulary,
    )  # fmt: skip
    for seat, player in zip(record["seats"], "ABCDE", strict=False):  # type: ignore[call-overload]
        seat["player"] = player
    return record_text(record)


def whole_game(players: int = 2, seed: int = 1) -> Json:
    return parse_json(_whole_game(players, seed))


def first(record: Json, word: str, **fields: Json) -> int:
    """Return the index of the first event of a kind."""
    return next(
        index
        for index, event in enumerate(record["events"])
        if event["event"] == word and all(event.get(key) == value for key, value in fields.items())
    )


def test_a_played_game_is_a_valid_record_without_a_word() -> None:
    judgement = judge(whole_game())
    assert judgement.valid
    assert judgement.findings == ()
    assert judgement.evidence == "record"
    assert sorted(seat.placement or 0 for seat in judgement.seats) == [1, 2]
    assert all(seat.edit_order == seat.seat for seat in judgement.seats)
    assert [set(seat.parts) for seat in judgement.seats] == [{"captured", "pages"}] * 2


def test_one_die_changed_is_found_at_the_shot() -> None:
    record = whole_game()
    named = first(record, "name", success=True)
    rolled = max(i for i in range(named) if record["events"][i]["event"] == "roll")
    assert rolled == named - 1
    record["events"][rolled]["dice"] = [1, 1, 6]
    assert errors(judge(record)) == [("DG-9", f"/events/{named}")]


def test_one_die_changed_is_found_at_the_page() -> None:
    record = whole_game()
    page = first(record, "page")
    record["events"][page + 1]["dice"] = [1, 2, 3, 4, 5, 6, 1, 7]
    assert errors(judge(record))[0] == ("DG-18", f"/events/{page + 1}")


def test_a_die_changed_before_a_help_card_is_found_there() -> None:
    record = whole_game()
    used = first(record, "help")
    record["events"][used]["die"] = next(
        face for face in range(1, 7) if face not in record["events"][used - 1].get("dice", range(1, 7))
    ) if record["events"][used - 1]["event"] == "roll" else 7  # fmt: skip
    assert errors(judge(record))[0] == ("DG-8", f"/events/{used}")


def test_one_help_card_too_many_dealt() -> None:
    record = changed(whole_game(), "/seats/0/help/untapped", 17)
    assert errors(judge(record))[0] == ("DG-3", "/seats")


def test_one_help_card_too_many_used() -> None:
    record = whole_game()
    shot = first(record, "roll")
    face = record["events"][shot]["dice"][0]
    extra = [{"event": "help", "die": face, "to": face}] * 3
    record["events"][shot + 1 : shot + 1] = extra
    assert errors(judge(record))[0] == ("DG-8", f"/events/{shot + 3}")


def test_one_card_captured_twice() -> None:
    record = whole_game()
    one = first(record, "name", success=True)
    subject = record["events"][one]["subject"]
    level = next(e["level"] for e in reversed(record["events"][:one]) if e["event"] == "shot")
    later = next(
        index
        for index in range(one + 1, len(record["events"]))
        if record["events"][index]["event"] == "name"
        and next(e["level"] for e in reversed(record["events"][:index]) if e["event"] == "shot") == level
    )
    record["events"][later]["subject"] = subject
    assert errors(judge(record))[0] == ("DG-10", f"/events/{later}")


def test_one_turn_dropped() -> None:
    record = whole_game()
    turns = [index for index, event in enumerate(record["events"]) if event["event"] == "turn"]
    del record["events"][turns[2] : turns[3]]
    assert errors(judge(record))[0] == ("DG-2", f"/events/{turns[2]}")


def test_the_last_turn_dropped_and_a_record_that_stops() -> None:
    record = whole_game()
    turns = [index for index, event in enumerate(record["events"]) if event["event"] == "turn"]
    page = first(record, "page")
    dropped = copy.deepcopy(record)
    del dropped["events"][turns[-1] : page]
    assert errors(judge(dropped))[0] == ("DG-13", f"/events/{turns[-1]}")
    stopped = record | {"events": record["events"][:-1]}
    assert errors(judge(stopped)) == [("DG-18", "/events")]
    stopped = record | {"events": record["events"][: turns[-1]]}
    assert errors(judge(stopped)) == [("DG-13", "/events")]
    del stopped["finished"]
    judgement = judge(stopped)
    assert judgement.valid
    assert "danmaku.record_stops" in codes(judgement)


def test_several_faults_are_all_listed_each_once() -> None:
    record = whole_game()
    events = record["events"]
    roll = first(record, "roll")
    named = first(record, "name")
    events[roll]["dice"] = [*events[roll]["dice"][:-1], 7]
    page = first(record, "page")
    settle = next(i for i in range(page, len(events)) if events[i]["event"] == "settle")
    events[settle]["score"] += 1
    record["seats"][1]["total"] += 1
    found = errors(judge(record))
    assert ("DG-7", f"/events/{roll}") in found
    assert ("DG-18", f"/events/{settle}") in found
    assert ("DG-20", "/seats/1/total") in found
    assert all(path in {f"/events/{roll}", f"/events/{named}", f"/events/{settle}"} or path.startswith("/seats")
               for _, path in found)  # fmt: skip


def test_a_refusal_says_what_would_have_been_legal() -> None:
    record = changed(whole_game(), "/events/1/level", 5)
    finding = judge(record).findings[0]
    assert render(finding, "en") == "Only levels up to 3 are open so far (entered: 5). Possible here: shot 3"
    assert render(finding, "ja") == "まだレベル3までしか選べません(入力は5)。ここでできるのは: shot 3"


def test_unreadable_events_are_findings_and_the_rest_is_still_replayed() -> None:
    record = whole_game()
    last = len(record["events"]) - 1
    record["events"][1] = {"event": "shot", "level": "three"}
    record["events"][last] = {"event": "settle", "score": 99}
    found = errors(judge(record))
    assert ("FMT-2", "/events/1/level") in found
    assert ("DG-18", f"/events/{last}") in found


@pytest.mark.parametrize(
    ("pointer", "value", "rule", "path"),
    [
        ("/events/0/seat", True, "FMT-2", "/events/0/seat"),
        ("/events/0/seat", ..., "FMT-3", "/events/0"),
        ("/events/0/colour", 1, "FMT-4", "/events/0/colour"),
        ("/events/0/event", "jump", "FMT-5", "/events/0/event"),
        ("/events/0/shots", 10**12, "FMT-9", "/events/0/shots"),
        ("/events/2/dice/0", "1", "FMT-2", "/events/2/dice/0"),
        ("/events/2/dice", None, "FMT-2", "/events/2/dice"),
        ("/events/3/subject", "\u200b", "FMT-7", "/events/3/subject"),
        ("/events/0", 7, "FMT-2", "/events/0"),
        ("/events", {}, "FMT-2", "/events"),
        ("/events", ..., "FMT-3", ""),
        ("/seats/0/captured", [], "FMT-4", "/seats/0/captured"),
        ("/seats/0/help/untapped", -1, "DG-3", "/seats/0/help/untapped"),
        ("/seats/1/seat", 1, "DG-2", "/seats/1/seat"),
        ("/seats/1/edit_order", 1, "DG-17", "/seats/1/edit_order"),
        ("/seats/1/player", "A", "FMT-8", "/seats/1/player"),
        ("/ruleset", "night", "FMT-6", "/ruleset"),
    ],
)
def test_wrong_shape_gives_a_finding_at_its_place(pointer: str, value: Json, rule: str, path: str) -> None:
    assert (rule, path) in errors(judge(changed(whole_game(), pointer, value)))


def test_a_wrong_change_says_which_pair() -> None:
    record = whole_game()
    index = first(record, "ability")
    record["events"][index]["change"] = [[1, 2], [None, None]]
    assert ("FMT-2", f"/events/{index}/change/1") in errors(judge(record))


def test_records_need_a_ruleset_with_cards() -> None:
    judgement = judge(whole_game(), variant(card_set="none"))
    assert errors(judgement) == [("DG-4", "/ruleset")]


def test_a_record_of_too_many_players_is_refused_without_replay() -> None:
    record = whole_game()
    record["seats"] = [{"seat": n, "player": f"P{n}"} for n in range(1, 8)]
    assert errors(judge(record)) == [("DG-2", "/seats")]


def test_dealt_help_cards_default_to_the_ruleset_and_can_be_a_handicap() -> None:
    record = whole_game()
    for seat in record["seats"]:
        del seat["help"]
    assert judge(record).valid
    record["seats"][0]["help"] = {"untapped": 0, "tapped": 2}
    record["events"][0]["shots"] = 2
    assert ("DG-5", "/events/0") in errors(judge(record))


def test_placements_follow_totals_and_the_edit_order() -> None:
    record = whole_game()
    swapped = changed(record, "/seats/0/placement", 3 - record["seats"][0]["placement"])
    assert "DG-20" in {rule for rule, _ in errors(judge(swapped))}


# The two forms


def test_the_text_form_reads_as_written_at_a_table() -> None:
    text = """
    # the evening of the 3rd
    sekijun.record/1 danmaku base
    seat 2 player="B B" help=2/0
    seat 1 player=A help=0/? guest=yes
    turn 1 2          # boost
    shot 3
    roll 1 4 6
    help 1 4
    ability 美鈴 2>3 +6 -1
    name 橙 success=no
    shot 8 紫
    roll 1,12,3
    page 1 front
    settle score=5
    """
    record = read_notation(text)
    assert record["seats"] == [
        {"seat": 2, "player": "B B", "help": {"untapped": 2, "tapped": 0}},
        {"seat": 1, "player": "A", "guest": True, "help": {"untapped": 0}},
    ]
    assert record["events"] == [
        {"event": "turn", "seat": 1, "shots": 2},
        {"event": "shot", "level": 3},
        {"event": "roll", "dice": [1, 4, 6]},
        {"event": "help", "die": 1, "to": 4},
        {"event": "ability", "card": "美鈴", "change": [[2, 3], [None, 6], [1, None]]},
        {"event": "name", "subject": "橙", "success": False},
        {"event": "shot", "level": 8, "subject": "紫"},
        {"event": "roll", "dice": [1, 12, 3]},
        {"event": "page", "seat": 1, "page": "front"},
        {"event": "settle", "score": 5},
    ]
    assert read_notation(write_notation(record)) == record


def test_the_example_of_the_design_has_both_forms() -> None:
    assert read_notation(write_notation(DESIGN_RECORD)) == DESIGN_RECORD


@pytest.mark.parametrize("players", [2, 3])
def test_both_forms_of_a_game_are_equal_and_judged_alike(players: int) -> None:
    record = whole_game(players, 2)
    text = write_notation(record)
    assert looks_like_notation(text)
    assert read_notation(text) == record
    assert judge(read_notation(text)) == judge(record)


@pytest.mark.parametrize(
    ("line", "number"),
    [("turn 1", 3), ("turn one 1", 3), ("turn 1 1 1", 3), ("fly 1", 3), ("roll 1a", 3), ('name "x', 3),
     ("name x success=maybe", 3), ("help 1 2 to=3", 3), ("ability x 1-2", 3), ("seat x", 3),
     ("turn 1 99999999999", 3), ("seat=1", 3)],
)  # fmt: skip
def test_a_line_that_cant_be_read_is_named(line: str, number: int) -> None:
    with pytest.raises(ReportError) as caught:
        read_notation(f"sekijun.record/1 danmaku base\nturn 1 1\n{line}\n")
    assert caught.value.code == "core.bad_line"
    assert caught.value.finding.params["line"] == number
    assert caught.value.render("en").startswith(f"Line {number} can't be read")


@pytest.mark.parametrize(
    "head", ["", "# nothing", "sekijun.record/1", "sekijun.record/1 chess base", "hello"]
)
def test_a_text_without_a_head_is_no_record(head: str) -> None:
    with pytest.raises(ReportError):
        read_notation(head)


TEXTS = st.text(min_size=1, max_size=8).filter(lambda text: text.strip() and text.isprintable())


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS, st.lists(st.integers(-3, 12), max_size=4))
def test_any_names_and_faces_survive_both_forms(player: str, subject: str, dice: list[int]) -> None:
    record = copy.deepcopy(DESIGN_RECORD)
    record["seats"][0]["player"] = player
    record["events"] = [
        {"event": "name", "subject": subject},
        {"event": "roll", "dice": dice},
        {"event": "ability", "card": subject, "change": [[dice[0], None]] if dice else []},
    ]
    try:
        text = write_notation(record)
    except ValueError:
        return  # names that no record can have
    assert read_notation(text) == record


# Deals and edit orders


def test_what_a_record_leaves_out_of_the_deal_counts_too() -> None:
    """DG-3: four seats that get two each and one that got twelve are twenty."""
    record = {**whole_game(5, 1), "events": [], "finished": False}
    for seat in record["seats"]:
        seat.pop("help")
    record["seats"][0]["help"] = {"untapped": 12, "tapped": 0}
    assert errors(judge(record)) == [("DG-3", "/seats")]
    record["seats"][0]["help"] = {"untapped": 10, "tapped": 0}
    assert errors(judge(record)) == []


def pages_first_front_then_back(record: Json) -> Json:
    """Return a record in which everybody edits the front page before anybody edits a back page."""
    events = record["events"]
    starts = [index for index, event in enumerate(events) if event["event"] == "page"]
    parts = [events[start:end] for start, end in zip(starts, [*starts[1:], len(events)], strict=True)]
    turned = [event for part in (*parts[::2], *parts[1::2]) for event in part]
    return {**record, "events": events[: starts[0]] + turned}


def test_pages_may_be_edited_at_the_same_time() -> None:
    """DG-17."""
    judgement = judge(pages_first_front_then_back(whole_game(3, 3)))
    assert errors(judgement) == []
    assert codes(judgement) == []


@pytest.mark.parametrize("way", ["reported", "seat"])
def test_edit_order_that_the_pages_contradict_is_a_warning(way: str) -> None:
    """DG-17: what was reported happened."""
    record = whole_game(2, 3)
    starts = [index for index, event in enumerate(record["events"]) if event["event"] == "page"]
    one, other = record["events"][starts[0] : starts[2]], record["events"][starts[2] :]
    record["events"] = record["events"][: starts[0]] + other + one
    for seat in record["seats"] if way == "seat" else ():
        seat.pop("edit_order")
    judgement = judge(record, variant(edit_order=way))
    assert errors(judgement) == []
    assert codes(judgement) == ["danmaku.pages_order"]
    assert found(judgement, Severity.WARNING) == [("DG-17", "/events")]


# Bad input


@pytest.mark.parametrize("events", [..., None, {}, "roll"])
def test_record_without_a_list_of_events_is_told_that_only(events: Json) -> None:
    judgement = judge(changed(whole_game(2, 3), "/events", events))
    assert len(judgement.findings) == 1
    assert judgement.findings[0].rule == ("FMT-3" if events is ... else "FMT-2")
    assert not judgement.valid


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_bent_records_are_judged_and_never_break(data: st.DataObject) -> None:
    record = whole_game(data.draw(st.integers(2, 3)), 3)
    bend(record, data, ["チルノ", "front", "settle"])
    assert_told(record)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([
    "turn 1 1", "turn 2 2", "shot 3", "shot 4 橙", "roll 146", "help 1 4", "name 橙", "settle", "page 1 front",
    "ability 橙 2>4", "seat 1", "# x", "", "roll", "name", '"', "=", "turn 1 x",
]), max_size=12))  # fmt: skip
def test_any_lines_are_judged_or_refused(lines: list[str]) -> None:
    text = "\n".join(["sekijun.record/1 danmaku base", "seat 1 player=A", "seat 2 player=B", *lines])
    try:
        record = read_notation(text)
    except ReportError:
        return
    judge(record)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_arbitrary_bytes_raise_only_the_documented_error(source: bytes) -> None:
    for read in (parse_json, lambda data: read_notation(data.decode("utf-8", "replace"))):
        try:
            document = read(source)
        except ReportError:
            continue
        judge(document)


def test_played_records_fit_the_schema() -> None:
    schema = json.loads(schema_text("record"))
    jsonschema.validate(whole_game(), schema)
    jsonschema.validate(DESIGN_RECORD, schema)
    assert BASE.key == "base"
