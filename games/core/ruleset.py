"""Rulesets: frozen, versioned values with a content hash.

Owns the value and its validation frame. What the keys mean is up to each game.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Final, NoReturn

from games.core import registry
from games.core.findings import Finding, Findings, render
from games.core.wording import clean_quote

_KEY: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}", re.ASCII)


class RulesetError(ValueError):
    """A ruleset can't be used; `problems` lists every reason as a finding (FMT-6)."""

    def __init__(self, problems: tuple[Finding, ...]) -> None:
        """Keep the problems."""
        self.problems = problems
        super().__init__(self.render("en"))

    def render(self, lang: str) -> str:
        """Say all problems, one a line; those inside the cards that a ruleset holds with their place."""
        return "\n".join(
            f"{render(problem, lang)}  [{problem.path}]"
            if problem.path.count("/") > 1
            else render(problem, lang)
            for problem in self.problems
        )


class FrozenDict(dict[str, object]):
    """A dict that refuses changes, so that a stored ruleset stays what was hashed."""

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        message = "a ruleset never changes; build a new one"
        raise TypeError(message)

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = pop = popitem = setdefault = clear = _refuse

    def __reduce__(self) -> tuple[type[FrozenDict], tuple[dict[str, object]]]:
        """Pickle and copy by content."""
        return FrozenDict, (dict(self),)


def _freeze(value: object) -> object:
    """Return a value that can't change; a number is the same (and hashes the same) however it was written."""
    if isinstance(value, float | Decimal):
        return int(value) if value == int(value) else float(value)
    if isinstance(value, Mapping):
        return FrozenDict({str(name): _freeze(item) for name, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(_freeze(item) for item in value)
    return value


def thawed(value: object) -> object:
    """Return a copy of a frozen value as JSON has it, with lists for tuples."""
    if isinstance(value, Mapping):
        return {name: thawed(item) for name, item in value.items()}
    return [thawed(item) for item in value] if isinstance(value, tuple | list) else value


@dataclass(frozen=True)
class Ruleset:
    """One version of the rules of one game; build it with `from_payload`."""

    game: str
    key: str
    version: int
    payload: Mapping[str, object] = field(hash=False)

    @classmethod
    def from_payload(cls, *, game: str, key: str, version: int, payload: Mapping[str, object]) -> Ruleset:
        """Validate and freeze; raises `RulesetError` with all problems at once."""
        problems = Findings()
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            problems.error("FMT-6", "", "core.bad_key", given=clean_quote(str(key)))
        if type(version) is not int or version < 1:
            problems.error("FMT-6", "", "core.bad_version")
        _check_payload(game, payload, problems)
        if problems.has_error:
            raise RulesetError(problems.result())
        frozen = FrozenDict({name: _freeze(value) for name, value in payload.items()})
        return cls(game=game, key=key, version=version, payload=frozen)

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 (hex) over the canonical JSON of game, key and payload."""
        content = {"game": self.game, "key": self.key, "payload": self.payload}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def _check_payload(game: str, payload: object, problems: Findings) -> None:
    if not isinstance(game, str) or game not in registry.game_keys():
        given = clean_quote(str(game))
        choices = list(registry.game_keys())
        problems.error("FMT-6", "", "core.unknown_game", given=given, choices=choices)
    elif not isinstance(payload, Mapping):
        problems.error("FMT-6", "", "core.payload_type", name="payload", expected="object", found="other")
    else:
        registry.get_game(game).check_payload(payload, problems)
