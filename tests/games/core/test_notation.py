"""The text form of records: what is written reads back equal, and what can't be is refused."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.events import split
from games.core.notation import read_notation, write_notation
from games.core.record import RECORD_FORMAT
from games.danmaku.events import VOCABULARY, Name
from games.danmaku.state import Phase
from tests.games.plays import rewritten, table
from tests.games.reports import DESIGN_RECORD, Json

if TYPE_CHECKING:
    from collections.abc import Mapping


NUMBERS = st.none() | st.integers(-3, 12) | st.booleans() | st.floats(0, 2)
NAMES = (
    st.none()
    | st.sampled_from(["橙", "B B", 'a"b', "#1", "x=y", "", "\\", "tab\t", "a\nb", "front"])
    | st.text()
)
ANY: st.SearchStrategy[Json] = (
    st.none() | st.booleans() | st.integers(-2, 9) | NAMES | st.just({}) | st.just([])
)


def fields(**each: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({}, optional={**each, "other": ANY})


SEATS = fields(
    seat=NUMBERS, player=NAMES, guest=ANY, edit_order=NUMBERS, total=NUMBERS, placement=NUMBERS,
    help=ANY | st.fixed_dictionaries({}, optional={"untapped": NUMBERS, "tapped": NUMBERS, "x": ANY}),
)  # fmt: skip
EVENTS = fields(
    event=st.sampled_from(["turn", "shot", "roll", "help", "ability", "name", "page", "settle"]),
    seat=NUMBERS, shots=NUMBERS, level=NUMBERS, subject=NAMES, dice=ANY | st.lists(NUMBERS, max_size=3),
    die=NUMBERS, to=NUMBERS, card=NAMES, change=ANY | st.lists(st.lists(NUMBERS, max_size=3), max_size=2),
    success=ANY, score=NUMBERS, page=NAMES,
)  # fmt: skip
RIGHT = st.sampled_from(DESIGN_RECORD["events"])
RECORDS = st.fixed_dictionaries(
    {"game": st.just("danmaku")},
    optional={
        "format": st.sampled_from([RECORD_FORMAT] * 5 + ["sekijun.report/1", None]),
        "ruleset": st.just("base") | NAMES,
        "finished": st.booleans() | ANY,
        "seats": st.lists(SEATS | st.sampled_from(DESIGN_RECORD["seats"]), max_size=2) | ANY,
        "events": st.lists(EVENTS | RIGHT, max_size=3) | ANY,
        "note": ANY,
    },
)


def same(one: Json, other: Json) -> bool:
    """Tell whether two pieces of JSON are equal, true and 1 told apart."""
    return bool(one == other) and repr(normal(one)) == repr(normal(other))


def normal(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: normal(value[key]) for key in sorted(value)}
    return [normal(inner) for inner in value] if isinstance(value, list) else value


@settings(max_examples=400, deadline=None)
@given(RECORDS)
def test_a_record_is_written_so_that_it_reads_back_equal_or_not_at_all(record: Json) -> None:
    try:
        text = write_notation(record)
    except ValueError:
        return
    assert same(read_notation(text), record)


def without(key: str) -> Json:
    return {name: value for name, value in DESIGN_RECORD.items() if name != key}


@pytest.mark.parametrize(
    "record",
    [
        *map(without, DESIGN_RECORD),
        DESIGN_RECORD | {"note": "late"},
        DESIGN_RECORD | {"finished": None},
        DESIGN_RECORD | {"finished": 1},
        DESIGN_RECORD | {"ruleset": None},
        DESIGN_RECORD | {"format": "sekijun.report/1"},
        DESIGN_RECORD | {"seats": None},
        DESIGN_RECORD | {"seats": [{"seat": 1, "player": None}]},
        DESIGN_RECORD | {"events": [{"event": "settle", "score": None}]},
        DESIGN_RECORD | {"events": [{"event": "settle", "points": 4}]},
    ],
)  # fmt: skip
def test_what_the_text_has_no_place_for_is_refused(record: Mapping[str, object]) -> None:
    with pytest.raises(ValueError, match=r"without|no "):
        write_notation(record)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["plain", "two words", 'a "b"', "#4", "x=y"]), st.booleans())
def test_records_with_everything_in_place_are_written(name: str, finished: bool) -> None:
    record = copy.deepcopy(DESIGN_RECORD) | {"finished": finished, "ruleset": name}
    record["seats"][0]["player"] = name
    record["events"].append({"event": "name", "subject": name, "success": True})
    assert same(read_notation(write_notation(record)), record)


# Cards whose names fall apart unless they are quoted.
ODD_NAMES = {"チルノ": "Cirno the ⑨", "アリス": 'Alice "A"', "橙": "#1", "天子": "a=b", "レミリア": "x  y"}


def test_every_hint_begins_a_line_of_the_notation() -> None:
    names: Json = {name: {"name": odd} for name, odd in ODD_NAMES.items()}
    engine = table(2, rewritten(names | {"レティ": {}, "紫": {}}))
    deck = engine.table.deck
    mine = sum(1 << deck.names.index(name) for name in ODD_NAMES.values())
    start = engine.start()._replace(shots=1, dice=(2, 2, 1, 1, 1, 1), owned=(mine, 0), extra=1, top=7)
    others = start._replace(free=start.free & ~mine)
    states = [
        start, start._replace(phase=Phase.OFFER), start._replace(phase=Phase.SHOT),
        start._replace(phase=Phase.SHOT, trigger=1), start._replace(phase=Phase.ROLL, level=3),
        others._replace(phase=Phase.CHANGE, level=3), start._replace(phase=Phase.CHANGE, level=3),
        others._replace(phase=Phase.CHANGE, level=8, target=6), start._replace(phase=Phase.PAGE),
        others._replace(phase=Phase.PRINT), others._replace(phase=Phase.EDIT),
    ]  # fmt: skip
    words = set()
    for state in states:
        for move in engine.moves(state):
            hint = engine.hint(move)
            for event in finished(move):
                line = VOCABULARY.to_line(event)
                assert line.startswith(hint)
                word, *rest = split(line)[0]
                assert VOCABULARY.from_words(word, rest, split(line)[1]) == event
                assert split(hint)[0] == [word, *rest][: len(split(hint)[0])]
                words.add(word)
            if isinstance(move.event, Name):
                assert split(hint) == (["name", move.event.subject], {})
    assert words == set(VOCABULARY.shapes)


def finished(move: Json) -> list[Json]:
    """Return some of the events that a move can become."""
    if move.event is not None:
        return [move.event]
    outcomes = move.chance.outcomes()
    return [
        event
        for outcome, _ in (outcomes[0], outcomes[-1])
        for then in move.then(outcome)
        for event in finished(then)
    ]
