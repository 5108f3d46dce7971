"""Arguments of the command line, and which command they start."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from games.cli import cards, commands, play
from games.cli.output import FINE, INTERRUPTED, UNUSABLE, Output, emit
from games.cli.text import LANGUAGES, choose_language, localised_detail, say
from games.core.judge import playable_keys
from games.schemas import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class UsageError(Exception):
    """The arguments can't be understood."""


class HelpWanted(Exception):  # noqa: N818 - no error
    """Someone asked for help; carries the text, so that it is printed like any other output."""


class HelpAction(argparse.Action):
    """`--help`."""

    def __call__(self, parser: argparse.ArgumentParser, *_args: object, **_kwargs: object) -> NoReturn:
        """Hand the help text over."""
        raise HelpWanted(parser.format_help())


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of printing and exiting."""

    def error(self, message: str) -> NoReturn:
        """Report unusable arguments."""
        raise UsageError(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang = choose_language(given, os.environ)
    try:
        options = build_parser(lang).parse_args(given)
    except UsageError as error:
        detail = localised_detail(str(error), lang)
        return emit(Output(UNUSABLE, err=say("usage_error", lang, detail=detail)), say("unprintable", lang))
    except HelpWanted as wanted:
        return emit(Output(FINE, str(wanted)), say("unprintable", lang))
    run: Callable[[argparse.Namespace, str], Output] = options.run
    lost = say("unprintable", lang)
    try:
        return emit(run(options, lang), lost)
    except KeyboardInterrupt:
        return emit(Output(INTERRUPTED, err="\n" + say("stopped", lang)), lost)


def build_parser(lang: str) -> Parser:
    """Return the parser with its help texts in a language."""
    prog = "python -m games"
    parser = Parser(
        prog=prog,
        usage=f"{prog} [--lang {{ja,en}}] list|check|replay|play|simulate|score|cards|schema …",
        description=say("description", lang),
        epilog=say("epilog", lang),
        add_help=False,
    )
    verbs = parser.add_subparsers(
        dest="command",
        required=True,
        metavar="list|check|replay|play|simulate|score|cards|schema",
        title=say("commands", lang),
        prog=prog,
    )
    _add_common(parser, lang)
    _add_verb(verbs, "list", commands.list_games, lang, json_output=True)
    check = _add_verb(verbs, "check", commands.check, lang, json_output=True)
    check.add_argument("file", metavar="FILE", help=say("help_file", lang))
    check.add_argument("--ruleset", metavar="KEY", help=say("help_ruleset", lang))
    _add_playing(verbs, lang)
    score = _add_verb(verbs, "score", commands.score, lang, json_output=True)
    score.add_argument("game", choices=["danmaku"], help=say("help_score_game", lang))
    score.add_argument("--dice", required=True, metavar="12333335", help=say("help_dice", lang))
    lint = _add_verb(verbs, "cards", cards.lint, lang, json_output=True)
    lint.add_argument("action", choices=["lint"], help=say("help_cards_action", lang))
    lint.add_argument("file", metavar="FILE", help=say("help_cards_file", lang))
    schema = _add_verb(verbs, "schema", commands.schema, lang, json_output=False)
    schema.add_argument("name", choices=NAMES, help=say("help_schema_name", lang))
    return parser


def _add_playing(verbs: argparse._SubParsersAction[Parser], lang: str) -> None:
    """Add what plays and replays."""
    games = playable_keys()
    replay = _add_verb(verbs, "replay", play.replay, lang, json_output=True)
    replay.add_argument("file", metavar="FILE", help=say("help_record_file", lang))
    replay.add_argument("--ruleset", metavar="KEY", help=say("help_ruleset", lang))
    replay.add_argument("--notation", action="store_true", help=say("help_notation", lang))
    one = _add_verb(verbs, "play", play.play, lang, json_output=False)
    many = _add_verb(verbs, "simulate", play.simulate, lang, json_output=True)
    for verb in (one, many):
        verb.add_argument("game", choices=games, help=say("help_score_game", lang))
        verb.add_argument("--players", type=int, required=True, metavar="N", help=say("help_players", lang))
        verb.add_argument("--seed", type=int, default=1, metavar="S", help=say("help_seed", lang))
        verb.add_argument("--ruleset", metavar="KEY", help=say("help_play_ruleset", lang))
    one.add_argument("--bots", default="greedy", metavar="NAME[,NAME…]", help=say("help_bots", lang))
    one.add_argument("-o", dest="output", metavar="FILE", help=say("help_output", lang))
    many.add_argument("--games", type=int, default=1000, metavar="M", help=say("help_games", lang))
    many.add_argument("--jobs", type=int, default=1, metavar="J", help=say("help_jobs", lang))
    many.add_argument("--bot", default="greedy", metavar="B", help=say("help_bot", lang))


def _add_verb(
    verbs: argparse._SubParsersAction[Parser],
    name: str,
    run: Callable[[argparse.Namespace, str], Output],
    lang: str,
    *,
    json_output: bool,
) -> argparse._ArgumentGroup:
    """Add a subcommand and return the group for its arguments."""
    text = say(f"help_{name}", lang)
    verb = verbs.add_parser(name, help=text, description=text, add_help=False)
    verb.set_defaults(run=run)
    group = verb.add_argument_group(say("arguments", lang))
    _add_common(verb, lang)
    if json_output:
        group.add_argument("--json", action="store_true", help=say("help_json", lang))
    return group


def _add_common(parser: Parser, lang: str) -> None:
    group = parser.add_argument_group(say("common", lang))
    group.add_argument("-h", "--help", action=HelpAction, nargs=0, help=say("help", lang))
    # SUPPRESS: a subcommand's default would overwrite what stands before its name.
    group.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=say("help_lang", lang))
