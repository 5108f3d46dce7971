"""The list of games: the only place where the core names them.

Owns look-up by key. Games are imported when first asked for, so that the core never
depends on one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.core.game import Game
    from games.core.ruleset import Ruleset

_PACKAGES: Final = {
    "danmaku": "games.danmaku",
    "doujin": "games.doujin",
    "generic": "games.generic",
}


class UnknownGame(LookupError):  # noqa: N818 - part of the published interface
    """There is no game with this key."""


class UnknownRuleset(LookupError):  # noqa: N818
    """The game ships no ruleset with this key."""


def game_keys() -> tuple[str, ...]:
    """Return the keys of all games, in a fixed order."""
    return tuple(_PACKAGES)


@cache
def _load(key: str) -> Game:
    game: Game = import_module(_PACKAGES[key]).GAME
    return game


def get_game(key: str) -> Game:
    """Return a game; raises `UnknownGame`."""
    if key not in _PACKAGES:
        raise UnknownGame(key)
    return _load(key)


def all_games() -> tuple[Game, ...]:
    """Return all games, in a fixed order."""
    return tuple(_load(key) for key in _PACKAGES)


def builtin_rulesets(game: str | None = None) -> tuple[Ruleset, ...]:
    """Return the rulesets that come with one game or with all."""
    games = all_games() if game is None else (get_game(game),)
    return tuple(ruleset for one in games for ruleset in one.rulesets)


def builtin_ruleset(game: str, key: str) -> Ruleset:
    """Return one built-in ruleset; raises `UnknownGame` or `UnknownRuleset`."""
    for ruleset in get_game(game).rulesets:
        if ruleset.key == key:
            return ruleset
    raise UnknownRuleset(key)
