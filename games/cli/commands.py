"""The commands: each takes parsed options and a language and returns an `Output`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from games.cli.output import BREAKS_A_RULE, FINE, UNUSABLE, Output
from games.cli.source import UnusableError, read_source
from games.cli.text import say
from games.core.findings import Finding, Severity, render
from games.core.judge import Judgement, judge
from games.core.registry import UnknownRuleset, all_games, builtin_ruleset, game_keys, get_game
from games.core.report import MAX_BYTES, ReportError, parse_json
from games.core.wording import clean_quote
from games.danmaku.rules import rules_of
from games.danmaku.scores import FACES, score_dice
from games.schemas import schema_text

if TYPE_CHECKING:
    from argparse import Namespace

    from games.core.game import Game
    from games.core.ruleset import Ruleset

MOST_DICE: Final = 100
_SHOWN_HASH: Final = 12


def list_games(options: Namespace, lang: str) -> Output:
    """Show games, numbers of players and built-in rulesets."""
    if options.json:
        return Output(FINE, _json({"games": [_game_entry(game) for game in all_games()]}))
    lines: list[str] = []
    for game in all_games():
        low, high = game.player_bounds(game.rulesets[0])
        players = say("players", lang, low=low, high=high)
        lines.append(f"{game.key}  {game.names[lang]}  {players}")
        lines += [
            f"  {ruleset.key}  v{ruleset.version}  {ruleset.content_hash[:_SHOWN_HASH]}"
            for ruleset in game.rulesets
        ]
    return Output(FINE, "\n".join(lines))


def _game_entry(game: Game) -> dict[str, object]:
    low, high = game.player_bounds(game.rulesets[0])
    rulesets = [
        {"key": ruleset.key, "version": ruleset.version, "hash": ruleset.content_hash}
        for ruleset in game.rulesets
    ]
    return {
        "key": game.key,
        "names": dict(game.names),
        "players": {"min": low, "max": high},
        "rulesets": rulesets,
    }


def check(options: Namespace, lang: str) -> Output:
    """Judge one report."""
    try:
        report = parse_json(read_source(options.file, lang, MAX_BYTES))
        ruleset = _chosen_ruleset(report, options.ruleset, lang)
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    except ReportError as error:
        return Output(UNUSABLE, err=error.render(lang))
    judgement = judge(report, ruleset)
    code = FINE if judgement.valid else BREAKS_A_RULE
    if options.json:
        return Output(code, _json(_as_json(judgement, lang)))
    return Output(code, "\n".join(_as_lines(judgement, lang)))


def _chosen_ruleset(report: dict[str, object], key: str | None, lang: str) -> Ruleset | None:
    if key is None:
        return None
    game = report.get("game")
    if not isinstance(game, str) or game not in game_keys():
        raise UnusableError(say("no_game", lang, given=clean_quote(key)))
    try:
        return builtin_ruleset(game, key)
    except UnknownRuleset:
        choices = ", ".join(ruleset.key for ruleset in get_game(game).rulesets)
        text = say("no_ruleset", lang, given=clean_quote(key), choices=choices)
        raise UnusableError(text) from None


def _as_json(judgement: Judgement, lang: str) -> dict[str, object]:
    findings = [
        {
            "rule": finding.rule,
            "severity": finding.severity.value,
            "path": finding.path,
            "code": finding.code,
            "message": render(finding, lang),
        }
        for finding in judgement.findings
    ]
    return {"valid": judgement.valid, "evidence": judgement.evidence, "findings": findings}


def _as_lines(judgement: Judgement, lang: str) -> list[str]:
    level = say(f"evidence_{judgement.evidence}", lang)
    lines = [_verdict(judgement.findings, lang), say("evidence", lang, level=level)]
    for finding in judgement.findings:
        severity = say(f"severity_{finding.severity.value}", lang)
        lines.append(f"{severity}  {finding.rule}  {render(finding, lang)}  [{finding.path or '/'}]")
    return lines


def _verdict(findings: tuple[Finding, ...], lang: str) -> str:
    severities = [finding.severity for finding in findings]
    for severity, key in (
        (Severity.ERROR, "verdict_errors"),
        (Severity.WARNING, "verdict_warnings"),
        (Severity.INFO, "verdict_notes"),
    ):
        if severity in severities:
            return say(key, lang, count=severities.count(severity))
    return say("verdict_fine", lang)


def score(options: Namespace, lang: str) -> Output:
    """Score the final dice of a page under the base ruleset (DG-18)."""
    try:
        dice = _read_dice(options.dice, lang)
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    result = score_dice(dice, rules_of(builtin_ruleset("danmaku", "base")))
    if options.json:
        return Output(FINE, _json({"score": result.score}))
    key = "score_bonus" if result.bonus else "score"
    text = say(key, lang, face=result.face, count=result.equal, score=result.score)
    return Output(FINE, text)


def _read_dice(text: str, lang: str) -> list[int]:
    faces = [character for character in text if character not in " ,\t"]
    allowed = {str(face) for face in range(1, FACES + 1)}
    wrong = next((character for character in faces if character not in allowed), None)
    if wrong is not None:
        raise UnusableError(say("bad_dice", lang, given=clean_quote(wrong)))
    if not faces:
        raise UnusableError(say("no_dice", lang))
    if len(faces) > MOST_DICE:
        raise UnusableError(say("many_dice", lang, limit=MOST_DICE, given=len(faces)))
    return [int(face) for face in faces]


def schema(options: Namespace, _lang: str) -> Output:
    """Print the JSON Schema of a format."""
    return Output(FINE, schema_text(options.name))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
