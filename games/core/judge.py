"""One way in: judge any report of any game.

Owns the head of a report or record (format, game, ruleset: FMT-2, FMT-3, FMT-5, FMT-6) and hands the rest
to the game. Never raises on odd input.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.core import registry
from games.core.findings import Findings
from games.core.game import Game, Judgement, SeatResult
from games.core.node import Node, kind_of
from games.core.record import RECORD_FORMAT, is_record
from games.core.report import FORMAT
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from games.core.ruleset import Ruleset

__all__ = ["Judgement", "SeatResult", "judge"]

_FORMATS = (FORMAT, RECORD_FORMAT)
_GAMES = registry.game_keys()


def playable_keys() -> tuple[str, ...]:
    """Return the games that have records."""
    return tuple(game.key for game in registry.all_games() if game.play is not None)


def judge(report: object, ruleset: Ruleset | None = None) -> Judgement:
    """Check a report or a record under a ruleset, by default the built-in one that it names."""
    findings = Findings()
    if not isinstance(report, Mapping):
        findings.error("FMT-2", "", "core.not_object", found=kind_of(report))
        return Judgement(valid=False, evidence="scores", findings=findings.result(), seats=())
    head = Node(report, findings)
    head.choice("format", _FORMATS)
    named = head.choice("game", _GAMES)
    key = named or (ruleset.game if ruleset is not None else None)
    if key is None:
        return _headless(head)
    game = registry.get_game(key)
    chosen = _ruleset(head, game, ruleset)
    if is_record(report) and game.play is not None:
        if findings.has_error:  # replayed by other rules than it was played, every move would look wrong
            return Judgement(valid=False, evidence="scores", findings=findings.result(), seats=())
        body = game.play.check(report, chosen)
    else:
        if is_record(report):
            findings.error(
                "FMT-5", "/format", "core.not_a_choice",
                where="", field="format", choices=[FORMAT], given=RECORD_FORMAT,
            )  # fmt: skip
        body = game.check(report, chosen)
    if not findings.result():
        return body
    return Judgement(
        valid=body.valid and not findings.has_error,
        evidence=body.evidence,
        findings=findings.result() + body.findings,
        seats=body.seats,
    )


def _headless(head: Node) -> Judgement:
    """Answer for a report whose game is unknown: what all games share can still be said."""
    head.text("ruleset", required=True)
    head.flag("finished")
    head.items("seats", required=True)
    return Judgement(valid=False, evidence="scores", findings=head.findings.result(), seats=())


def _ruleset(head: Node, game: Game, given: Ruleset | None) -> Ruleset:
    name = head.text("ruleset", required=True)
    if given is not None and given.game == game.key:
        return given
    if given is not None:
        head.findings.error("FMT-6", "/game", "core.other_game", given=game.key, right=given.game)
    elif name is not None:
        return _builtin(head, game, name)
    return game.rulesets[0]


def _builtin(head: Node, game: Game, name: str) -> Ruleset:
    for ruleset in game.rulesets:
        if ruleset.key == name:
            return ruleset
    head.findings.error(
        "FMT-6", "/ruleset", "core.unknown_ruleset",
        given=clean_quote(name), choices=[ruleset.key for ruleset in game.rulesets],
    )  # fmt: skip
    return game.rulesets[0]
