"""Golden playthroughs: every step of one game per ruleset and number of players, as text.

`python -m tests.games.golden` writes them anew; the test compares. A change of the rules shows as a
readable difference.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.core.chance import generator
from games.core.engine import Refusal
from games.core.play import decide
from games.core.registry import all_games

if TYPE_CHECKING:
    from games.core.engine import Engine
    from games.core.game import Game
    from games.core.ruleset import Ruleset
    from tests.games.reports import Json

FOLDER = Path(__file__).parent / "playthroughs"
MOST_STEPS = 3000
MOST_MOVES = 40
RANDOM_SEATS = {(4, 3), (5, 3)}  # (players, seat): they do what no sensible player does


def cases() -> list[tuple[Game, Ruleset, int]]:
    """Return every ruleset of every playable game that names cards, with each number of players."""
    return [
        (game, ruleset, players)
        for game in all_games()
        if game.play is not None
        for ruleset in game.rulesets
        if _has_cards(game, ruleset)
        for players in range(game.player_bounds(ruleset)[0], game.player_bounds(ruleset)[1] + 1)
    ]


def _has_cards(game: Game, ruleset: Ruleset) -> bool:
    """Tell whether a ruleset names cards; without any there is nothing to play with."""
    assert game.play is not None
    try:
        game.play.engine(ruleset, game.player_bounds(ruleset)[0])
    except Refusal:
        return False
    return True


def path_of(game: Game, ruleset: Ruleset, players: int) -> Path:
    """Return the file of a case."""
    return FOLDER / f"{game.key}-{ruleset.key}-{players}.txt"


def playthrough(game: Game, ruleset: Ruleset, players: int) -> str:
    """Return the text of a case: greedy everywhere but in a few seats."""
    play = game.play
    assert play is not None
    engine = play.engine(ruleset, players, max_turns=1000)
    names = ["random" if (players, seat) in RANDOM_SEATS else "greedy" for seat in range(1, players + 1)]
    bots = [play.bots[name](engine) for name in names]
    random = generator(f"golden/{game.key}/{ruleset.key}/{players}")
    state = engine.start()
    lines = [f"{game.key} {ruleset.key} v{ruleset.version} {ruleset.content_hash}, {players} players"]
    shown: dict[str, object] = {}
    for step in range(1, MOST_STEPS + 1):
        lines += ["", f"# {step}", *_state(engine, state, shown)]
        moves = engine.moves(state)
        if not moves:
            break
        hints = list(dict.fromkeys(engine.hint(move) for move in moves))
        lines.append(f"legal ({len(moves)}): {' | '.join(hints[:MOST_MOVES])}")
        actor = engine.actor(state)
        move = decide(state, moves, None if actor is None else bots[actor - 1], random)
        lines.append(f"> {play.vocabulary.to_line(move.event)}")
        state = engine.apply(state, move.event)
    lines += ["", f"result: {_json(_result(engine, state))}"]
    return "\n".join(lines) + "\n"


def _state(engine: Engine[Any, Any], state: Json, shown: dict[str, object]) -> list[str]:
    """Return what changed since it was last shown."""
    view = engine.view(state, None)
    lines = [f"{key}: {_json(value)}" for key, value in view.items() if shown.get(key, ...) != value]
    shown.update(view)
    return lines


def _result(engine: Engine[Any, Any], state: Json) -> object:
    scores = engine.result(state)
    return scores and [[score.seat, score.total, score.placement, dict(score.parts)] for score in scores]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    """Write all playthroughs anew."""
    FOLDER.mkdir(exist_ok=True)
    for case in cases():
        path_of(*case).write_text(playthrough(*case), encoding="utf-8")


if __name__ == "__main__":
    main()
