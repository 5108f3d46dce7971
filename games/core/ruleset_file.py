"""A ruleset written down as a file: a JSON object with key, version, game and payload.

Owns the form of the file. What a payload may hold is up to its game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.core.cardfile import read_cards
from games.core.cardset import CardSetError
from games.core.findings import Findings
from games.core.registry import builtin_ruleset, game_keys, get_game
from games.core.report import MAX_BYTES, parse_json
from games.core.ruleset import Ruleset, RulesetError
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS_SUFFIX: Final = ".toml"
_KEYS: Final = frozenset({"game", "key", "version", "payload"})


def ruleset_of_file(
    name: str,
    source: bytes,
    *,
    game: str | None = None,
    model: str = "",
    beside: Callable[[str], bytes] | None = None,
) -> Ruleset:
    """Read a file by its name: a card file (`.toml`) or a ruleset; raises what those two raise."""
    if name.endswith(CARDS_SUFFIX):
        return ruleset_with_cards(source, game=game, model=model)
    return read_ruleset(source, game=game, model=model, beside=beside)


def read_ruleset(
    source: bytes, *, game: str | None = None, model: str = "", beside: Callable[[str], bytes] | None = None
) -> Ruleset:
    """Read a ruleset; whatever it leaves out is as in the model, a built-in ruleset, by default the first one.

    `game` is the game it must be of; without it the file has to name one. `beside` reads the card file that a payload
    names in the place of cards.

    Raises:
        ReportError: no JSON object.
        RulesetError: it is of another or an unknown game, or it can't be used.
        CardFileError, CardSetError: the card file that it names can't be used.
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
    key = get_game(named).cards_key
    cards = payload.get(key)
    if beside is not None and isinstance(cards, str) and cards.endswith(CARDS_SUFFIX):
        payload[key] = _cards(beside(cards), named)
    return _completed(named, model, content)


def ruleset_with_cards(source: bytes, *, game: str | None = None, model: str = "") -> Ruleset:
    """Return the model, by default the first ruleset of a game, with the cards of a card file.

    `game` is the game it must be of; without it the file has to name one.

    Raises:
        RulesetError: rulesets of this game hold no cards, or there is no such game.
        CardFileError, CardSetError: the cards can't be used.
    """
    named = game if game is not None else read_cards(source).content.get("game")
    key = get_game(named).cards_key if isinstance(named, str) and named in game_keys() else ""
    if not key or not isinstance(named, str):
        problems = Findings()
        problems.error("FMT-6", "", "core.ruleset_no_cards", given=clean_quote(str(named)))
        raise RulesetError(problems.result())
    cards = _cards(source, named)
    return _completed(named, model, {"key": cards["key"], "payload": {key: cards}})


def _cards(source: bytes, game: str) -> dict[str, object]:
    """Return the content of a card file, refused with the lines of the file."""
    file = read_cards(source)
    play = get_game(game).play
    if play is not None:
        draft = play.cards.read(file)
        if draft.errors:
            raise CardSetError(draft.problems)
    return file.content


def _completed(game: str, model: str, content: dict[str, Any]) -> Ruleset:
    first = builtin_ruleset(game, model) if model else get_game(game).rulesets[0]
    return Ruleset.from_payload(
        game=game,
        key=content.get("key", first.key),
        version=content.get("version", first.version),
        payload={**first.payload, **content.get("payload", {})},
    )
