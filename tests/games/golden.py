"""Golden playthroughs: every step of one game per ruleset and number of players, and scenes of variants, as text.

`python -m tests.games.golden` writes them anew; the test compares. A change of the rules shows as a
readable difference; a change in what the moves on offer can become shows in their number or their digest.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.chance import generator
from games.core.engine import Refusal
from games.core.play import decide
from games.core.registry import all_games, get_game
from tests.games.plays import variant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.core.engine import Engine
    from games.core.game import Game
    from games.core.ruleset import Ruleset
    from tests.games.reports import Json

FOLDER = Path(__file__).parent / "playthroughs"
MOST_STEPS = 3000
MOST_MOVES = 40
RANDOM_SEATS = {(4, 3), (5, 3)}  # (players, seat): they do what no sensible player does


class Case(NamedTuple):
    """One playthrough; a scene of a variant is shown from where something begins, for some steps."""

    game: Game
    ruleset: Ruleset
    players: int
    scene: str = ""
    begins: Callable[[Json], bool] = lambda _view: True
    steps: int = MOST_STEPS


def cases() -> list[Case]:
    """Return every ruleset of every playable game that names cards, with each number of players."""
    return [
        Case(game, ruleset, players)
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


def scenes() -> list[Case]:
    """Return scenes of variants: an extra turn with its subject named first, another edit order."""
    danmaku = get_game("danmaku")
    extra = variant(extra={"predeclare": True, "chain": True, "max_level": 8}, help_discard="removed")
    fewest_first = variant(edit_order="captures_asc", all_equal_basis="rolled", page_dice=7)
    return [
        Case(danmaku, extra, 2, "extra-turn", lambda view: view["extra"]["earned"] > 0, 60),
        Case(danmaku, fewest_first, 3, "edit-order", lambda view: view["phase"] == "page"),
    ]


def path_of(case: Case) -> Path:
    """Return the file of a case."""
    return FOLDER / f"{case.game.key}-{case.scene or case.ruleset.key}-{case.players}.txt"


def playthrough(case: Case) -> str:
    """Return the text of a case: greedy everywhere but in a few seats."""
    game, ruleset, players = case.game, case.ruleset, case.players
    play = game.play
    assert play is not None
    engine = play.engine(ruleset, players, max_turns=1000)
    names = ["random" if (players, seat) in RANDOM_SEATS else "greedy" for seat in range(1, players + 1)]
    bots = [play.bots[name](engine) for name in names]
    random = generator(f"golden/{game.key}/{ruleset.key}/{players}")
    state = engine.start()
    lines = [f"{game.key} {ruleset.key} v{ruleset.version} {ruleset.content_hash}, {players} players"]
    shown: dict[str, object] = {}
    first, last = 0, MOST_STEPS
    for step in range(1, MOST_STEPS + 1):
        if not first and case.begins(engine.view(state, None)):
            first, last = step, step + case.steps
        if first:
            lines += ["", f"# {step}", *_state(engine, state, shown)]
        moves = engine.moves(state)
        if not moves or step == last:
            break
        actor = engine.actor(state)
        move = decide(state, moves, None if actor is None else bots[actor - 1], random)
        if first:
            lines += [_legal(engine, moves), f"> {play.vocabulary.to_line(move.event)}"]
        state = engine.apply(state, move.event)
    if engine.finished(state):
        lines += ["", f"result: {_json(_result(engine, state))}"]
    return "\n".join(lines) + "\n"


def _legal(engine: Engine[Any, Any], moves: Sequence[Json]) -> str:
    """Return how many moves of each kind there are, and a digest of all they can become, in their order."""
    hints = Counter(engine.hint(move) for move in moves)
    words = [hint if number == 1 else f"{hint} ×{number}" for hint, number in hints.items()]
    fates = "\n".join(fate for move in moves for fate in _fates(engine, move))
    digest = hashlib.sha256(fates.encode()).hexdigest()[:8]
    return f"legal ({len(moves)}, {digest}): {' | '.join(words[:MOST_MOVES])}"


def _fates(engine: Engine[Any, Any], move: Json) -> list[str]:
    """Return what comes of a move with the lowest and with the highest roll."""
    if move.event is not None:
        return [engine.vocabulary.to_line(move.event)]
    outcomes = move.chance.outcomes()
    rolls = (outcomes[0][0], outcomes[-1][0])
    return [fate for rolled in rolls for then in move.then(rolled) for fate in _fates(engine, then)]


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
    for case in [*cases(), *scenes()]:
        path_of(case).write_text(playthrough(case), encoding="utf-8")


if __name__ == "__main__":
    main()
