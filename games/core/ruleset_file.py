"""A ruleset written down as a file: a JSON object with key, version, game and payload.

Owns the form of the file. What a payload may hold is up to its game.
"""

from __future__ import annotations

from typing import Any, Final

from games.core.findings import Findings
from games.core.registry import game_keys, get_game
from games.core.report import MAX_BYTES, parse_json
from games.core.ruleset import Ruleset, RulesetError
from games.core.wording import clean_quote

_KEYS: Final = frozenset({"game", "key", "version", "payload"})


def read_ruleset(source: bytes, *, game: str | None = None) -> Ruleset:
    """Read a ruleset; whatever it leaves out is as in the first ruleset of its game.

    `game` is the game it must be of; without it the file has to name one.

    Raises:
        ReportError: no JSON object.
        RulesetError: it is of another or an unknown game, or it can't be used.
    """
    content: dict[str, Any] = parse_json(source, most=MAX_BYTES)
    problems = Findings()
    payload = content.get("payload", {})
    if content.keys() - _KEYS or not isinstance(payload, dict):
        problems.error("FMT-6", "", "core.ruleset_shape")
    named: object = content.get("game", game)
    if not isinstance(named, str) or named not in game_keys():
        given = clean_quote(str(named if named is not None else ""))
        problems.error("FMT-6", "/game", "core.unknown_game", given=given, choices=list(game_keys()))
    elif game is not None and named != game:
        problems.error("FMT-6", "/game", "core.other_game", given=game, right=named)
    if problems.has_error or not isinstance(named, str):
        raise RulesetError(problems.result())
    first = get_game(named).rulesets[0]
    return Ruleset.from_payload(
        game=named,
        key=content.get("key", first.key),
        version=content.get("version", first.version),
        payload={**first.payload, **payload},
    )
