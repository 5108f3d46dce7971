"""Properties of random complete games, for every number of players and every variant."""

from __future__ import annotations

import dataclasses
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.bots import RandomBot
from games.core.engine import Refusal
from games.core.judge import judge
from games.core.notation import read_notation, write_notation
from games.core.play import play_game
from games.core.record import record_json, record_text
from games.core.report import parse_json
from games.danmaku.engine import Danmaku
from games.danmaku.events import Ability, Help, Name, Page, Roll, Settle, Shot, Turn
from games.danmaku.playable import PLAY
from games.danmaku.state import Phase, State, bits
from tests.games.plays import table, variant, walk

if TYPE_CHECKING:
    from games.core.ruleset import Ruleset
    from tests.games.reports import Json

MODERATE = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    return variant(
        help_deal=draw(st.sampled_from(["even", "rising", "front"])),
        help_discard=draw(st.sampled_from(["supply", "removed"])),
        extra={
            "enabled": draw(st.booleans()),
            "max_level": draw(st.integers(3, 8)),
            "predeclare": draw(st.booleans()),
            "chain": draw(st.booleans()),
        },
        edit_order=draw(
            st.sampled_from(
                ["reported", "seat", "reverse_seat", "captures_desc", "captures_asc", "simultaneous"]
            )
        ),
        all_equal_basis=draw(st.sampled_from(["final", "rolled"])),
        page_dice=draw(st.integers(1, 9)),
    )


def late_start(engine: Danmaku, seed: int) -> State:
    """Return the state right after the turn in which seat 1 started the last round; subjects lie at random."""
    random = Random(seed)
    state = engine.start()
    owned = [0] * engine.players
    for number in range(36):
        if random.random() < 0.6 and engine.table.deck.level_of[number] < 8:
            owned[random.randrange(engine.players)] |= 1 << number
    owned[0] |= 1 << random.choice(bits(engine.table.deck.levels[8]))
    return state._replace(
        owned=tuple(owned), free=state.free & ~sum(owned), top=8, trigger=1, closing=True, seat=2, turns=9
    )


def assert_conserved(engine: Danmaku, state: State) -> None:
    cards = [state.free, *state.owned]
    assert sum(card.bit_count() for card in cards) == 36
    assert sum(cards) == engine.table.deck.all
    held = sum(state.untapped) + sum(state.tapped)
    assert held + state.supply + state.removed == 18
    assert min(*state.untapped, *state.tapped, state.supply, state.removed) >= 0
    assert min(state.dice) >= 0


@MODERATE
@given(rulesets(), st.integers(2, 5), st.integers(0, 10**6))
def test_cards_are_conserved_and_scores_stay_in_bounds(ruleset: Ruleset, players: int, seed: int) -> None:
    engine = table(players, ruleset, max_turns=60)
    for _, _, after in walk(engine, seed):
        assert_conserved(engine, after)
        assert all(0 <= score <= 16 for scores in after.pages for score in scores)
    assert engine.moves(after) == ()
    assert (engine.result(after) is None) == (after.phase is Phase.GIVEN_UP)


def every_event(engine: Danmaku, state: State) -> set[Any]:
    """Return every event that the moves of a state can become."""
    found, todo = set(), list(engine.moves(state))
    while todo:
        move: Any = todo.pop()
        if move.event is not None:
            found.add(move.event)
        else:
            for outcome, _ in move.chance.outcomes():
                todo += move.then(outcome)
    return found


EVENTS = st.one_of(
    st.builds(Turn, st.integers(0, 6), st.integers(0, 3)),
    st.builds(Shot, st.integers(2, 9), st.none() | st.sampled_from(["チルノ", "萃香", "アリス"])),
    st.builds(Roll, st.lists(st.integers(1, 6), max_size=8).map(lambda dice: tuple(sorted(dice)))),
    st.builds(Help, st.integers(0, 7), st.integers(0, 7)),
    st.builds(Name, st.sampled_from(["チルノ", "橙", "アリス", "紫"]), st.booleans()),
    st.builds(Page, st.integers(0, 6), st.sampled_from(["front", "back"])),
    st.builds(Settle, st.none() | st.booleans(), st.none() | st.integers(0, 9)),
    st.builds(
        Ability,
        st.sampled_from(["チルノ", "アリス", "萃香"]),
        st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=2).map(tuple),
    ),
)


@MODERATE
@given(rulesets(), st.integers(2, 3), st.integers(0, 10**6), st.lists(EVENTS, min_size=20, max_size=60))
def test_legal_moves_are_exactly_the_moves_that_apply(
    ruleset: Ruleset, players: int, seed: int, events: list[Any]
) -> None:
    engine = table(players, ruleset, max_turns=5)
    for step, (state, event, after) in enumerate(walk(engine, seed, most=60)):
        legal = every_event(engine, state) if step % 5 == 0 else {event}
        assert event in legal
        for other in legal:
            engine.apply(state, other)
        if step % 5 == 0:
            for other in events:
                try:
                    engine.apply(state, other)
                except Refusal:
                    assert not _same(other, legal)
                else:
                    assert _same(other, legal)
        assert engine.apply(state, event) == after


def _same(event: Json, legal: set[Any]) -> bool:
    """Tell whether an event is offered; what only repeats the rules may be left out, changes be told shorter."""
    if event in legal:
        return True
    if isinstance(event, Settle):
        return any(
            isinstance(other, Settle)
            and event.success in (None, other.success) and event.score in (None, other.score)
            for other in legal
        )  # fmt: skip
    if isinstance(event, Ability):
        wanted = _effect(event)
        return any(isinstance(other, Ability) and _effect(other) == wanted for other in legal)
    return False


def _effect(event: Ability) -> tuple[str, list[int]]:
    faces = [0] * 7
    for before, after in event.change:
        faces[before or 0] -= 1
        faces[after or 0] += 1
    return event.card, faces[1:]


def read(item: Json) -> Json:
    return PLAY.vocabulary.from_json(item)


@MODERATE
@given(rulesets(), st.integers(2, 5), st.integers(0, 10**6))
def test_records_replay_to_the_same_state_at_every_step(ruleset: Ruleset, players: int, seed: int) -> None:
    engine = table(players, ruleset, max_turns=12)
    events, states = [], [engine.start()]
    for _, event, after in walk(engine, seed):
        events.append(event)
        states.append(after)
    record = record_json(
        game="danmaku", ruleset=ruleset.key, finished=engine.result(states[-1]) is not None,
        seats=PLAY.seats(engine, states[-1]), events=events, vocabulary=PLAY.vocabulary,
    )  # fmt: skip
    assert parse_json(record_text(record)) == record
    assert read_notation(write_notation(record)) == record
    assert write_notation(read_notation(write_notation(record))) == write_notation(record)
    items = json.loads(json.dumps(record["events"]))
    state = engine.start()
    for item, after in zip(items, states[1:], strict=True):
        state = engine.apply(state, read(item))
        assert state == after
    capped = variant(**dict(ruleset.payload.items()) | {"max_turns": 12})
    judgement = judge(record, capped)
    assert judgement.valid, judgement.findings[:3]
    assert judgement.evidence == "record"


@MODERATE
@given(st.integers(2, 4), st.integers(0, 10**6), st.booleans())
def test_the_last_round_gives_everybody_one_more_turn(players: int, seed: int, extra: bool) -> None:
    engine = table(players, variant(extra={"enabled": extra, "max_level": 8, "chain": True}))
    start = late_start(engine, seed)

    class Late:
        def __getattr__(self, name: str) -> Json:
            return getattr(engine, name)

        def start(self) -> State:
            return start

    turns = dict.fromkeys(range(1, players + 1), 0)
    for before, event, after in walk(Late(), seed):
        assert_conserved(engine, after)
        if isinstance(event, Turn) and event.shots and before.phase is Phase.TURN:
            turns[event.seat] += 1
        if isinstance(event, Shot):
            assert event.subject is not None
        if after.phase is Phase.PAGE and before.phase not in {Phase.EDIT, Phase.PAGE}:
            assert sum(after.untapped) + sum(after.tapped) == 0
    assert set(turns.values()) == {1}
    assert after.phase is Phase.OVER


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_games_end(players: int) -> None:
    engine = table(players, max_turns=5000)
    bot = PLAY.bots["greedy"](engine)
    for seed in range(2):
        state, _ = play_game(engine, [bot] * players, Random(seed))
        assert state.phase is Phase.OVER


@pytest.mark.parametrize("seed", [1, 2])
def test_advance_is_apply_without_judging(seed: int) -> None:
    engine = table(3, max_turns=40)
    judged = dataclasses.replace(engine.table)
    state, events = play_game(engine, [RandomBot(engine)] * 3, Random(seed))
    again = Danmaku(judged).start()
    for event in events:
        again = engine.apply(again, event)
    assert again == state
