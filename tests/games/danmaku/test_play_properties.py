"""Properties of random complete games, for every number of players and every variant."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from math import ceil
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.core.engine import Refusal
from games.core.events import split
from games.core.judge import judge
from games.core.notation import read_notation, write_notation
from games.core.play import play_game
from games.core.record import record_json, record_text
from games.core.report import parse_json
from games.danmaku.events import Ability, Name, Roll, Settle, Shot, Turn
from games.danmaku.playable import PLAY
from games.danmaku.state import EDITING, Phase, State
from tests.games.danmaku.every_game import Game, in_every_game, played
from tests.games.plays import table

if TYPE_CHECKING:
    from games.danmaku.engine import Danmaku
    from tests.games.danmaku.lucky import Step
    from tests.games.reports import Json

WORDS = PLAY.vocabulary


# Conservation and bounds


def test_cards_are_conserved_in_every_state() -> None:
    def check(game: Game) -> None:
        engine, steps = played(game)
        assert steps[0].before == engine.start()
        for state in (steps[0].before, *(step.after for step in steps)):
            cards = [state.free, *state.owned]
            assert sum(card.bit_count() for card in cards) == 36
            assert sum(cards) == engine.table.deck.all
            held = sum(state.untapped) + sum(state.tapped)
            assert held + state.supply + state.removed == 18
            assert min(*state.untapped, *state.tapped, state.supply, state.removed, *state.dice) >= 0
            assert held == 0 or state.phase not in EDITING | {Phase.OVER}

    in_every_game(check)


def scores_of(number: int, game: Game) -> set[int]:
    """Return what so many final dice can score (DG-18, DG-21)."""
    bonus = game.basis == "final" or number == game.page_dice
    return {*range(ceil(number / 6), number), number + bonus}


def test_every_page_scores_what_its_final_dice_can_score() -> None:
    def check(game: Game) -> None:
        engine, steps = played(game)
        scores: dict[int, list[int]] = {seat: [] for seat in range(1, game.players + 1)}
        for before, move, after in steps:
            if before.phase is Phase.EDIT and isinstance(move.event, Settle):
                score = after.pages[before.seat - 1][-1]
                assert score in scores_of(sum(before.dice), game)
                scores[before.seat].append(score)
        result = engine.result(steps[-1].after)
        if steps[-1].after.phase is Phase.GIVEN_UP:
            assert result is None
        else:
            assert result is not None
            assert [(one.seat, one.total) for one in result] == [(s, sum(two)) for s, two in scores.items()]
            assert {len(two) for two in scores.values()} == {2}

    in_every_game(check)


def test_the_last_round_and_extra_turns_give_the_turns_of_the_rules() -> None:
    def check(game: Game) -> None:
        _, steps = played(game)
        turns: Counter[int] = Counter()
        for before, move, after in steps:
            event = move.event
            if before.trigger and isinstance(event, Turn) and before.phase is Phase.TURN:
                turns[event.seat] += 1
                if event.seat == before.trigger:
                    assert set(turns) == set(range(1, game.players + 1))
            if isinstance(event, Shot):
                early = before.is_extra and game.extra.predeclare
                assert (event.subject is not None) == (before.trigger != 0 or early)
                assert not before.is_extra or event.level <= game.extra.max_level
            if not before.trigger and after.trigger:
                assert after.trigger == before.seat
            if before.is_extra and not game.extra.chain:
                assert after.extra <= before.extra
        if steps[-1].after.phase is Phase.OVER:
            assert turns == Counter(range(1, game.players + 1))

    in_every_game(check)


def test_an_ability_works_once_in_a_shot_and_once_while_editing() -> None:
    def check(game: Game) -> None:
        _, steps = played(game)
        in_shot: set[str] = set()
        while_editing: set[tuple[int, str]] = set()
        for before, move, _ in steps:
            event = move.event
            if isinstance(event, Shot):
                in_shot = set()
            elif isinstance(event, Ability) and before.phase is Phase.CHANGE:
                assert event.card not in in_shot
                in_shot.add(event.card)
            elif isinstance(event, Ability):
                assert (before.seat, event.card) not in while_editing
                while_editing.add((before.seat, event.card))

    in_every_game(check)


# What is legal


def legal_events(engine: Danmaku, state: State, random: Random) -> tuple[set[Json], bool]:
    """Return events that the moves of a state can become, and whether these are all."""
    found, todo, whole = set(), list(engine.moves(state)), True
    while todo:
        move: Any = todo.pop()
        if move.event is not None:
            found.add(move.event)
            continue
        outcomes = move.chance.outcomes()
        if len(outcomes) > 60:
            outcomes, whole = random.sample(outcomes, 60), False
        for outcome, _ in outcomes:
            todo += move.then(outcome)
    return found, whole


def bent(event: Json, names: tuple[str, ...], random: Random) -> Json:
    """Return an event with one field changed a little."""
    field = random.choice(dataclasses.fields(event)).name
    value = getattr(event, field)
    if isinstance(value, bool):
        new: Json = not value
    elif isinstance(value, int):
        new = value + random.choice((-1, 1))
    elif field == "page":
        new = "back" if value == "front" else "front"
    elif field in ("subject", "card"):
        new = random.choice((*names, "nobody"))
    elif field == "dice":
        new = random.choice((value[1:], (*value, 1), (7, *value[1:])))
    elif field == "change":
        new = random.choice(
            (value[1:], (*value, (1, 2)), ((random.randint(1, 6), random.randint(1, 6)), *value[1:]))
        )
    else:
        new = random.choice((True, False)) if field == "success" else random.randint(0, 9)
    return dataclasses.replace(event, **{field: new})


def offered(event: Json, legal: set[Json], whole: bool) -> bool | None:
    """Tell whether an event is a legal one, None when that can't be told; what repeats the rules may be missing."""
    if event in legal:
        return True
    if isinstance(event, Roll):
        sizes = {len(other.dice) for other in legal if isinstance(other, Roll)}
        return len(event.dice) in sizes and set(event.dice) <= set(range(1, 7))
    if isinstance(event, Name | Settle):
        return any(
            type(other) is type(event) and all(
                getattr(event, field.name) in (None, getattr(other, field.name)) for field in dataclasses.fields(event)
            )
            for other in legal
        )  # fmt: skip
    if isinstance(event, Ability):  # changes may be told in several ways
        told = any(isinstance(other, Ability) and effect(other) == effect(event) for other in legal)
        return None if told or not whole else False
    return False


def effect(event: Ability) -> tuple[str, list[int]]:
    faces = [0] * 8
    for before, after in event.change:
        faces[before or 0] -= 1
        faces[after or 0] += 1
    return event.card, faces[1:]


def test_legal_moves_are_exactly_the_moves_that_apply() -> None:
    def check(game: Game) -> None:
        engine, steps = played(game)
        random = Random(game.seed)
        events = [step.move.event for step in steps]
        of_phase: dict[Phase, list[Step]] = {}
        for step in steps:
            of_phase.setdefault(step.before.phase, []).append(step)
        for some in of_phase.values():
            state, move, _ = random.choice(some)
            legal, whole = legal_events(engine, state, random)
            assert not whole or move.event in legal
            listed = sorted(legal, key=repr)
            for event in random.sample(listed, min(len(listed), 25)):
                engine.apply(state, event)
            near = [bent(random.choice(listed), engine.table.deck.names, random) for _ in range(15)]
            for event in [*random.sample(events, min(len(events), 15)), *near]:
                expected = offered(event, legal, whole)
                try:
                    engine.apply(state, event)
                except Refusal:
                    assert expected is not True, event
                else:
                    assert expected is not False, event

    in_every_game(check)


def test_after_the_end_nothing_is_legal() -> None:
    def check(game: Game) -> None:
        engine, steps = played(game)
        for before, _, after in steps:
            assert not engine.finished(before)
            assert engine.finished(after) == (len(engine.moves(after)) == 0)
        end = steps[-1].after
        assert engine.finished(end)
        assert engine.actor(end) is None
        for step in steps:
            with pytest.raises(Refusal):
                engine.apply(end, step.move.event)

    in_every_game(check)


# Logs


def test_advance_is_apply_without_judging() -> None:
    def check(game: Game) -> None:
        engine, steps = played(game)
        for before, move, after in steps:
            assert engine.advance(before, move) == after

    in_every_game(check)


def test_records_replay_to_the_same_state_at_every_step() -> None:
    def check(game: Game) -> None:
        engine, steps = played(game)
        ruleset, end = game.ruleset(), steps[-1].after
        record = record_json(
            game="danmaku", ruleset=ruleset.key, finished=engine.result(end) is not None,
            seats=PLAY.seats(engine, end), events=[step.move.event for step in steps], vocabulary=WORDS,
        )  # fmt: skip
        text = write_notation(record)
        assert parse_json(record_text(record)) == record
        assert read_notation(text) == record
        assert write_notation(read_notation(text)) == text
        items: Json = json.loads(json.dumps(record["events"]))
        lines = text.splitlines()[-len(items) :]
        spoken = state = engine.start()
        for item, line, step in zip(items, lines, steps, strict=True):
            words, options = split(line)
            read: Json = WORDS.from_json(item)
            state = engine.apply(state, read)
            spoken = engine.apply(spoken, WORDS.from_words(words[0], words[1:], options))
            assert state == spoken == step.after
        judgement = judge(record, ruleset)
        assert judgement.valid, judgement.findings[:3]
        assert judgement.evidence == "record"

    in_every_game(check)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_games_end(players: int) -> None:
    engine = table(players, max_turns=5000)
    bot = PLAY.bots["greedy"](engine)
    for seed in range(2):
        state, _ = play_game(engine, [bot] * players, Random(seed))
        assert state.phase is Phase.OVER
