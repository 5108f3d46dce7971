"""Properties of random complete games, for every number of players, both decks and every variant."""

from __future__ import annotations

import json
from dataclasses import replace
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
from games.doujin.deck import Deck
from games.doujin.decks import DeckSet
from games.doujin.effects import Op, Picker, Step, Who, Window
from games.doujin.engine import Doujin
from games.doujin.events import Choose, Deal, Draw, Flip, Pass, Pick, Push, Reveal, Trump
from games.doujin.playable import PLAY
from games.doujin.rules import rules_of
from games.doujin.state import NOTHING, Phase, State
from games.doujin.table import Table
from tests.games.doujin.tables import club_deck, table, variant
from tests.games.plays import every_event, walk

if TYPE_CHECKING:
    from games.doujin.record import WrittenDoujin

MODERATE = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 10**6)


@st.composite
def tables(draw: st.DrawFn) -> Doujin:
    """Return the engine of any table."""
    keys: dict[str, Any] = {
        "tiebreak": draw(st.sampled_from(["shared", "early_bird"])),
        "completion_bonus": draw(st.sampled_from([0, 4])),
        "laps": {count: draw(st.integers(1, 5)) for count in ("3", "4", "5")},
    }
    if draw(st.booleans()):
        keys["max_turns"] = draw(st.integers(1, 60))
    return Doujin(table(draw(st.integers(3, 5)), invented=draw(st.booleans()), **keys).table)


def assert_conserved(engine: Doujin, state: State) -> None:
    deck = engine.table.deck
    held = sum(state.hands)
    assert held.bit_count() == sum(hand.bit_count() for hand in state.hands), "no card is in two hands"
    lying = sum(1 << card for card in state.deck)
    assert lying | held | state.gone == deck.all
    assert lying.bit_count() == len(state.deck)
    assert lying & held == lying & state.gone == held & state.gone == 0
    assert not state.light & ~held, "what isn't held lies on no side"
    assert sorted(state.pile + state.seen) == list(deck.pile)
    dealt = [trump for trump in state.trumps if trump != NOTHING]
    assert sorted([*state.trump_pile, *dealt]) == list(deck.trump_pile)


@MODERATE
@given(tables(), SEEDS)
def test_all_cards_are_conserved_and_the_manuscript_phase_knows_no_pair(engine: Doujin, seed: int) -> None:
    assert_conserved(engine, engine.start())
    sales = 0
    for before, event, after in walk(engine, seed):
        assert_conserved(engine, after)
        if after.phase is Phase.MANUSCRIPT:
            for hand in after.hands:
                for colour in engine.table.deck.colours:
                    assert (hand & after.light & colour).bit_count() <= 1
        adults = engine.table.deck.adults
        if isinstance(event, Flip):
            assert (before.light ^ after.light) & adults == 0, "KD-4"
        sales += before.phase is Phase.SALE and not isinstance(event, Trump)
    assert engine.moves(after) == ()
    assert (engine.result(after) is None) == (after.phase is Phase.GIVEN_UP)
    if after.phase is Phase.OVER:
        assert sales == engine.table.sale_turns, "KD-11"


ONE_PLAYER = [who for who in Who if who is not Who.EACH]
CARDS = {
    "who": st.sampled_from(Who), "colours": st.integers(1, 31), "side": st.sampled_from(["any", "light", "dark"]),
    "count": st.integers(0, 3), "pick": st.sampled_from(Picker),
}  # fmt: skip
STEPS = st.one_of(
    st.builds(Step, st.sampled_from([Op.FLIP, Op.DISCARD]), **CARDS),
    st.builds(Step, st.sampled_from([Op.GIVE, Op.EXCHANGE]), other=st.sampled_from(ONE_PLAYER), **CARDS),
    st.builds(
        Step,
        st.just(Op.DRAW),
        st.sampled_from(Who),
        side=st.sampled_from(["any", "dark"]),
        count=st.integers(1, 3),
    ),
    st.builds(Step, st.just(Op.SCORE), st.sampled_from(Who), count=st.integers(-3, 3)),
)
CANCELS = st.builds(Step, st.just(Op.CANCEL), st.sampled_from([Who.SELF, Who.EACH]))


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Return the small deck with any effects that the language can say."""
    small = club_deck().set
    events = [
        replace(event, steps=tuple(draw(st.lists(STEPS, min_size=1, max_size=3)))) for event in small.events
    ]
    trumps = [
        replace(
            trump, window=(window := draw(st.sampled_from(Window))),
            steps=tuple(draw(st.lists(
                STEPS | CANCELS if window is Window.EVENT_REVEALED else STEPS, min_size=1, max_size=3
            ))),
        )
        for trump in small.trumps
    ]  # fmt: skip
    return Deck(DeckSet(small.head, small.payload, small.cards, tuple(events), tuple(trumps)))


@settings(parent=MODERATE, max_examples=60)
@given(decks(), st.integers(3, 5), SEEDS)
def test_any_effects_conserve_the_cards_and_offer_what_applies(deck: Deck, players: int, seed: int) -> None:
    engine = Doujin(Table(rules_of(variant()), deck, players))
    for step, (state, event, after) in enumerate(walk(engine, seed)):
        assert_conserved(engine, after)
        json.dumps(engine.view(after, 1))
        if step % 5 == 0:
            legal = every_event(engine, state)
            assert event in legal
            for one in legal:
                engine.apply(state, one)
        if state.phase in {Phase.PICK, Phase.LOT}:
            assert len(every_event(engine, state)) > 1, "nobody is asked what can't be otherwise"
    assert after.phase is Phase.OVER
    result = engine.result(after)
    assert result is not None
    scored = sum(seat.total for seat in result) - sum(after.scored)
    bonus = sum(4 for seat in result if seat.parts["bonus"])
    held = [
        (n, bool(after.light >> n & 1))
        for hand in after.hands
        for n in range(len(deck.cards))
        if hand >> n & 1
    ]
    assert scored == bonus + sum(deck.cards[n].light if light else deck.cards[n].dark for n, light in held)


def hidden_twin(engine: Doujin, state: State, viewer: int | None, seed: int) -> State:
    """Return a state with other trumps wherever the viewer can't see them."""
    random = Random(seed)
    hidden = [
        seat
        for seat in range(engine.players)
        if seat + 1 != viewer and not state.spent >> seat & 1 and state.trumps[seat] != NOTHING
    ]
    trumps = [*state.trump_pile, *(state.trumps[seat] for seat in hidden)]
    random.shuffle(trumps)
    mine = list(state.trumps)
    for seat in hidden:
        mine[seat] = trumps.pop()
    return state.but(trumps=tuple(mine), trump_pile=tuple(sorted(trumps)))


# KD-1: players and trumps


@MODERATE
@given(tables(), SEEDS)
def test_kd_1_what_lies_hidden_changes_no_view(engine: Doujin, seed: int) -> None:
    for step, (_, _, state) in enumerate(walk(engine, seed)):
        for viewer in (None, *range(1, engine.players + 1)):
            twin = hidden_twin(engine, state, viewer, seed + step)
            assert engine.view(twin, viewer) == engine.view(state, viewer)
            assert engine.actor(twin) == engine.actor(state), "who is asked tells nothing either"
        drawn = state.but(deck=state.deck[::-1], pile=state.pile[::-1])
        assert engine.view(drawn, 1) == engine.view(state, 1)


def some_events(engine: Doujin, seed: int) -> list[Any]:
    """Return events that are possible somewhere, right or wrong here."""
    random = Random(seed)
    deck = engine.table.deck
    found: list[Any] = []
    for _ in range(40):
        seat, other = random.randint(0, 6), random.randint(0, 6)
        card, event = random.choice(deck.names), random.choice(deck.events).name
        trump = random.choice(deck.trumps).name
        kinds = [
            Deal(seat, trump), Draw(seat, card), Flip(seat, card), Push(seat, card, other), Reveal(seat, event),
            Trump(seat, trump), Pass(seat), Choose(seat, other), Pick(seat, card), Draw(seat, "?"),
        ]  # fmt: skip
        found.append(random.choice(kinds))
    return found


@MODERATE
@given(tables(), SEEDS)
def test_legal_moves_are_exactly_the_moves_that_apply(engine: Doujin, seed: int) -> None:
    for step, (state, event, _) in enumerate(walk(engine, seed)):
        if step % 7:
            continue
        legal = every_event(engine, state)
        assert event in legal
        for one in legal:
            engine.apply(state, one)
        for one in some_events(engine, seed + step):
            if one in legal:
                continue
            with pytest.raises(Refusal):
                engine.apply(state, one)


@MODERATE
@given(tables(), SEEDS)
def test_nothing_happens_after_the_end(engine: Doujin, seed: int) -> None:
    *_, (_, last, end) = walk(engine, seed)
    assert engine.finished(end)
    for event in (last, *some_events(engine, seed)):
        with pytest.raises(Refusal):
            engine.apply(end, event)


@MODERATE
@given(tables(), SEEDS)
def test_advance_is_apply_without_judging(engine: Doujin, seed: int) -> None:
    state, events = play_game(engine, [RandomBot(engine)] * engine.players, Random(seed))
    judged = engine.start()
    for event in events:
        judged = engine.apply(judged, event)
    assert judged == state


@MODERATE
@given(st.integers(3, 5), SEEDS, st.sampled_from(["shared", "early_bird"]), st.booleans())
def test_records_replay_in_both_forms_with_and_without_passes(
    players: int, seed: int, tiebreak: str, bare: bool
) -> None:
    ruleset = variant(tiebreak=tiebreak)
    engine = PLAY.engine(ruleset, players)
    state, events = play_game(engine, [RandomBot(engine)] * players, Random(seed))
    if bare:
        events = [event for event in events if not isinstance(event, Pass)]
    record = record_json(
        game="doujin", ruleset=ruleset.key, finished=True, seats=PLAY.seats(engine, state), events=events,
        vocabulary=PLAY.vocabulary,
    )  # fmt: skip
    assert parse_json(record_text(record)) == record
    assert read_notation(write_notation(record)) == record
    assert write_notation(read_notation(write_notation(record))) == write_notation(record)
    judgement = judge(json.loads(json.dumps(record)), ruleset)
    assert judgement.valid, judgement.findings
    result = engine.result(state)
    assert result is not None
    for seat, wanted in zip(judgement.seats, result, strict=True):
        assert seat.total == wanted.total
        assert seat.placement == wanted.placement


# KD-21: number of events


@pytest.mark.parametrize("players", [3, 4, 5])
def test_kd_21_no_more_events_than_players_times_laps(players: int) -> None:
    most = {3: 12, 4: 12, 5: 15}[players]
    engine: WrittenDoujin = table(players, invented=True)
    counts = [sum(isinstance(event, Reveal) for _, event, _ in walk(engine, seed)) for seed in range(40)]
    assert max(counts) <= most
    assert min(counts) >= most / 2, "two flips never follow each other (KD-12)"
