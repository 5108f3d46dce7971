"""Playing for tests: random walks through any engine, danmaku tables of any ruleset, hand-written games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.core.bots import RandomBot
from games.core.chance import generator
from games.core.findings import Finding, Findings
from games.core.notation import read_notation
from games.core.play import decide
from games.core.registry import builtin_ruleset, get_game
from games.core.replay import replay
from games.core.ruleset import Ruleset
from games.danmaku.cards import base_set
from games.danmaku.playable import PLAY
from games.danmaku.rules import BASE_PAYLOAD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core.engine import Engine
    from games.danmaku.engine import Danmaku
    from games.danmaku.state import State
    from tests.games.reports import Json

BASE = builtin_ruleset("danmaku", "base")


def variant(**keys: Json) -> Ruleset:
    """Return the base ruleset of danmaku with some keys changed; `extra` changes keys of DG-15."""
    payload = BASE_PAYLOAD | {name: value for name, value in keys.items() if name != "extra"}
    if "extra" in keys:
        payload["level7_extra_turn"] = {
            "enabled": True, "max_level": 7, "predeclare": False, "chain": False,
        } | keys["extra"]  # fmt: skip
    return Ruleset.from_payload(game="danmaku", key="variant", version=1, payload=payload)


def rewritten(cards: Mapping[str, Json], **keys: Json) -> Ruleset:
    """Return a variant with only some cards of the base set, by name, and their fields written anew."""
    content = _plain(base_set().payload)
    chosen = [card | cards[card["name"]] for card in content["card"] if card["name"] in cards]
    return variant(card_set=content | {"card": chosen}, **keys)


def _plain(value: Json) -> Json:
    """Return frozen JSON as it is read from a file."""
    if hasattr(value, "items"):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def table(players: int = 2, ruleset: Ruleset = BASE, max_turns: int | None = None) -> Danmaku:
    """Return a table as simulations seat it."""
    return PLAY.engine(ruleset, players, max_turns=max_turns)


def walk(engine: Engine[Any, Any], seed: int, most: int = 100_000) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (state, event, state after) of a random game; what belongs to nobody is random too."""
    random, bot = generator(str(seed)), RandomBot(engine)
    state = engine.start()
    for _ in range(most):
        moves = engine.moves(state)
        if not moves:
            return
        move = decide(state, moves, bot, random)
        after = engine.apply(state, move.event)
        yield state, move.event, after
        state = after


def events_of(lines: str, game: str = "danmaku") -> list[Any]:
    """Read events written as lines of the text notation, `;` for a new line."""
    play = get_game(game).play
    assert play is not None
    items = read_notation(f"sekijun.record/1 {game} base\n" + lines.replace(";", "\n"))["events"]
    assert isinstance(items, list)
    return [play.vocabulary.from_json(item) for item in items]


def played(lines: str, engine: Danmaku | None = None) -> State:
    """Return the state after some events, each of which must be allowed."""
    state = (engine or table()).start()
    for event in events_of(lines):
        state = (engine or table()).apply(state, event)
    return state


def refused(lines: str, engine: Danmaku | None = None) -> list[tuple[int, str, str]]:
    """Return (index, rule, code) of every refused event."""
    return refusals(engine or table(), events_of(lines))


def refusals(engine: Engine[Any, Any], events: Sequence[Any]) -> list[tuple[int, str, str]]:
    """Return (index, rule, code) of every event that is refused in a replay."""
    findings = Findings()
    replay(engine, events, findings)
    return [_place(finding) for finding in findings.result()]


def every_event(engine: Engine[Any, Any], state: Json) -> set[Any]:
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


def _place(finding: Finding) -> tuple[int, str, str]:
    return int(finding.path.removeprefix("/events/")), finding.rule, finding.code.partition(".")[2]
