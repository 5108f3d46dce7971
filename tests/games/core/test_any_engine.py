"""What every playable game keeps: the contract, by random play over every registered engine."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.core.bots import RandomBot
from games.core.findings import Finding, Findings, Severity, render
from games.core.judge import judge
from games.core.notation import read_notation, write_notation
from games.core.play import play_game
from games.core.record import record_json, record_text
from games.core.report import parse_json
from tests.games.golden import cases, path_of
from tests.games.plays import walk
from tests.games.reports import resolves

if TYPE_CHECKING:
    from tests.games.reports import Json

CASES = cases()
EVERY = pytest.mark.parametrize("case", CASES, ids=[path_of(case).stem for case in CASES])


@EVERY
def test_random_play_keeps_the_contract(case: Json) -> None:
    game, ruleset, players, *_ = case
    engine = game.play.engine(ruleset, players, max_turns=20)
    assert engine.players == players
    for state, event, after in walk(engine, seed=players):
        assert not engine.finished(state)
        assert engine.actor(state) in {None, *range(1, players + 1)}
        assert state != after
        assert engine.apply(state, event) == after
        assert game.play.vocabulary.from_json(game.play.vocabulary.to_json(event)) == event
        for seat in (None, 1, players):
            json.dumps(engine.view(state, seat))
    assert engine.finished(after)
    assert list(engine.moves(after)) == []
    assert engine.actor(after) is None


@EVERY
def test_every_bot_plays_and_its_record_is_valid(case: Json) -> None:
    game, ruleset, players, *_ = case
    for name in game.play.bots:
        engine = game.play.engine(ruleset, players, max_turns=4)
        bot = game.play.bots[name](engine)
        state, events = play_game(engine, [bot] * players, Random(1))
        record = record_json(
            game=game.key, ruleset=ruleset.key, finished=engine.result(state) is not None,
            seats=game.play.seats(engine, state), events=events, vocabulary=game.play.vocabulary,
        )  # fmt: skip
        assert judge(record).valid
        assert parse_json(record_text(record)) == record
        assert read_notation(write_notation(record)) == record


@EVERY
@pytest.mark.parametrize("left_out", ["events", "ruleset", "seats", "finished"])
def test_a_record_without_a_key_of_its_head_is_judged_where_there_is_something(
    case: Json, left_out: str
) -> None:
    """A finding never points to a key that isn't there."""
    game, ruleset, players, *_ = case
    seats = [{"seat": seat + 1, "player": "ABCDE"[seat]} for seat in range(players)]
    record = record_json(
        game=game.key,
        ruleset=ruleset.key,
        finished=True,
        seats=seats,
        events=(),
        vocabulary=game.play.vocabulary,
    )
    del record[left_out]
    judgement = judge(record, ruleset)
    assert judgement.findings
    assert all(resolves(record, finding.path) for finding in judgement.findings)


@EVERY
def test_the_same_seed_plays_the_same_game(case: Json) -> None:
    game, ruleset, players, *_ = case
    logs = []
    for _ in range(2):
        engine = game.play.engine(ruleset, players, max_turns=6)
        bots = [game.play.bots["greedy"](engine), *[RandomBot(engine)] * (players - 1)]
        logs.append(play_game(engine, bots, Random(5)))
    assert logs[0] == logs[1]


@EVERY
def test_every_refusal_is_a_sentence_in_both_languages(case: Json) -> None:
    game, ruleset, players, *_ = case
    engine = game.play.engine(ruleset, players, max_turns=20)
    events = [event for _, event, _ in walk(engine, seed=3)]
    random = Random(9)
    random.shuffle(events)
    from games.core.replay import replay

    findings = Findings()
    replay(engine, events, findings)
    told: tuple[Finding, ...] = findings.result()
    assert told
    for finding in told:
        assert finding.severity is Severity.ERROR
        for lang in ("ja", "en"):
            assert render(finding, lang)
