"""The commands: each takes parsed options and a language and returns an `Output`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.cli.documents import chosen_ruleset, parse_document
from games.cli.output import FINE, UNUSABLE, Output, as_json
from games.cli.source import UnusableError, file_name, read_source
from games.cli.text import say
from games.cli.verdict import verdict
from games.core.judge import judge
from games.core.record import RECORD_BYTES, is_record
from games.core.registry import all_games, builtin_ruleset
from games.core.report import ReportError
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
        return Output(FINE, as_json({"games": [_game_entry(game) for game in all_games()]}))
    lines: list[str] = []
    for game in all_games():
        low, high = game.player_bounds(game.rulesets[0])
        players = say("players", lang, low=low, high=high)
        lines.append(f"{game.key}  {game.names[lang]}  {players}")
        lines += [_ruleset_line(game, ruleset, lang) for ruleset in game.rulesets]
    return Output(FINE, "\n".join(lines))


def _ruleset_line(game: Game, ruleset: Ruleset, lang: str) -> str:
    line = f"  {ruleset.key}  v{ruleset.version}  {ruleset.content_hash[:_SHOWN_HASH]}"
    names = game.ruleset_names.get(ruleset.key)
    return f"{line}  {names[lang]}" if names else line


def _game_entry(game: Game) -> dict[str, object]:
    return {
        "key": game.key,
        "names": dict(game.names),
        "players": _players(game, game.rulesets[0]),
        "rulesets": [_ruleset_entry(game, ruleset) for ruleset in game.rulesets],
    }


def _ruleset_entry(game: Game, ruleset: Ruleset) -> dict[str, object]:
    return {
        "key": ruleset.key,
        "version": ruleset.version,
        "hash": ruleset.content_hash,
        "names": dict(game.ruleset_names.get(ruleset.key, {})),
        "players": _players(game, ruleset),
    }


def _players(game: Game, ruleset: Ruleset) -> dict[str, int]:
    low, high = game.player_bounds(ruleset)
    return {"min": low, "max": high}


def check(options: Namespace, lang: str) -> Output:
    """Judge one report or record."""
    try:
        report = parse_document(read_source(options.file, lang, RECORD_BYTES))
        ruleset = chosen_ruleset(report, options.ruleset, lang)
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    except ReportError as error:
        return Output(UNUSABLE, err=f"{file_name(options.file)}: {error.render(lang)}")
    return verdict(judge(report, ruleset), lang, machine=options.json, record=is_record(report))


def score(options: Namespace, lang: str) -> Output:
    """Score the final dice of a page under the base ruleset (DG-18)."""
    try:
        dice = _read_dice(options.dice, lang)
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    result = score_dice(dice, rules_of(builtin_ruleset("danmaku", "base")))
    if options.json:
        return Output(FINE, as_json({"score": result.score}))
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
