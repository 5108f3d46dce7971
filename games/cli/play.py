"""The commands that play and replay: `play`, `replay`, `simulate`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from games.cli.documents import chosen_ruleset, parse_document, ruleset_of
from games.cli.output import FINE, UNUSABLE, Output, as_json
from games.cli.source import UnusableError, file_name, read_source
from games.cli.target import write_whole
from games.cli.text import say
from games.cli.verdict import verdict
from games.core.chance import generator
from games.core.engine import Refusal
from games.core.findings import Finding, Severity, render
from games.core.judge import judge
from games.core.notation import write_notation
from games.core.play import play_game
from games.core.record import RECORD_BYTES, is_record, record_json, record_text
from games.core.registry import get_game
from games.core.report import ReportError
from games.core.wording import clean_quote
from games.simulate.batch import MAX_TURNS, Job, simulate_games

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping

    from games.core.engine import Engine, Playable
    from games.core.ruleset import Ruleset

NOTATION_SUFFIX: Final = ".txt"
MOST_GAMES: Final = 10_000_000
MOST_JOBS: Final = 256


def replay(options: Namespace, lang: str) -> Output:
    """Replay one record by the rules."""
    try:
        record = parse_document(read_source(options.file, lang, RECORD_BYTES))
        ruleset = chosen_ruleset(record, options.ruleset, lang)
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    except ReportError as error:
        return Output(UNUSABLE, err=f"{file_name(options.file)}: {error.render(lang)}")
    if not is_record(record):
        return Output(UNUSABLE, err=say("not_a_record", lang, file=file_name(options.file)))
    answer = verdict(judge(record, ruleset), lang, machine=options.json, record=True)
    return _as_notation(record, answer, lang) if options.notation else answer


def _as_notation(record: dict[str, object], answer: Output, lang: str) -> Output:
    """Return the text form of a record; what the rules say about it goes to stderr."""
    findings = answer.out if answer.code else ""
    try:
        return Output(answer.code, write_notation(record), err=findings)
    except ValueError:
        return Output(UNUSABLE, err="\n".join(filter(None, [say("no_notation", lang), findings])))


def play(options: Namespace, lang: str) -> Output:
    """Let bots play one game and write its record."""
    try:
        game, ruleset, engine = _table(options, lang)
        names = _bot_names(game, options.bots, engine.players, lang)
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    makers = {name: game.bots[name](engine) for name in set(names)}
    state, events = play_game(engine, [makers[name] for name in names], generator(str(options.seed)))
    record = record_json(
        game=options.game, ruleset=ruleset.key, finished=engine.result(state) is not None,
        seats=[
            {"seat": seat["seat"], "player": f"{name} {seat['seat']}", **seat}
            for seat, name in zip(game.seats(engine, state), names, strict=True)
        ],
        events=events, vocabulary=game.vocabulary,
    )  # fmt: skip
    notation = options.output is not None and options.output.endswith(NOTATION_SUFFIX)
    text = write_notation(record) if notation else record_text(record)
    if options.output in (None, "-"):
        return Output(FINE, text, "\n".join(_notices(game, ruleset, lang)))
    try:
        write_whole(options.output, text)
    except (OSError, ValueError):
        return Output(UNUSABLE, err=say("unwritable", lang, file=file_name(options.output)))
    told = say("played", lang, file=file_name(options.output), count=len(events))
    return Output(FINE, err="\n".join([told, *_notices(game, ruleset, lang)]))


def simulate(options: Namespace, lang: str) -> Output:
    """Let one kind of bot play many games and count."""
    try:
        game, ruleset, engine = _table(options, lang)
        (bot,) = set(_bot_names(game, options.bot, 1, lang))
        _check_number("--games", options.games, (1, MOST_GAMES), lang)
        _check_number("--jobs", options.jobs, (1, MOST_JOBS), lang)
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    job = Job(options.game, ruleset, engine.players, options.games, options.seed, bot)
    answer = simulate_games(job, options.jobs, _progress(options.games, lang))
    notices = _notices(game, ruleset, lang)
    if options.json:
        return Output(FINE, as_json(answer | {"notices": notices}))
    return Output(FINE, "\n".join([*_simulation_lines(answer, lang), *notices]))


def _progress(games: int, lang: str) -> Callable[[int], None] | None:
    """Return what tells somebody at a terminal how far it has come; nobody else wants to know."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int) -> None:
        end = "\n" if done == games else ""
        sys.stderr.write(f"\r{say('progress', lang, done=done, games=games)}{end}")
        sys.stderr.flush()

    return tell


def _notices(game: Playable, ruleset: Ruleset, lang: str) -> list[str]:
    """Return what has to be said of the cards."""
    notice = game.notice(ruleset)
    return [] if notice is None else [notice.in_language(lang)]


def _simulation_lines(answer: Mapping[str, Any], lang: str) -> list[str]:
    lines = [say("simulated", lang, **answer)]
    lines += [say("simulated_seat", lang, **seat) for seat in answer["seats"]]
    if answer["unfinished"]:
        lines.append(say("simulated_unfinished", lang, count=answer["unfinished"]))
    return lines


def _table(options: Namespace, lang: str) -> tuple[Playable, Ruleset, Engine[Any, Any]]:
    """Return the game, the ruleset and the table of the options; raises `UnusableError`."""
    game = get_game(options.game)
    assert game.play is not None  # noqa: S101 - the only choices
    usual = game.play.ruleset
    ruleset = ruleset_of(options.game, options.ruleset or usual, lang, usual)
    _check_number("--players", options.players, game.player_bounds(ruleset), lang)
    try:
        return game.play, ruleset, game.play.engine(ruleset, options.players, max_turns=MAX_TURNS)
    except Refusal as refusal:
        params = {"legal": [], **refusal.params}
        finding = Finding(refusal.rule, Severity.ERROR, "", refusal.code, params)
        raise UnusableError(render(finding, lang)) from None


def _check_number(name: str, given: int, bounds: tuple[int, int], lang: str) -> None:
    low, high = bounds
    if not low <= given <= high:
        raise UnusableError(say("bad_number", lang, name=name, low=low, high=high, given=given))


def _bot_names(game: Playable, text: str, players: int, lang: str) -> list[str]:
    """Return a name for each seat; one name stands for every seat."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in game.bots:
            choices = ", ".join(game.bots)
            raise UnusableError(say("no_bot", lang, given=clean_quote(name), choices=choices))
    if len(names) not in {1, players}:
        raise UnusableError(say("bot_count", lang, count=players, given=len(names)))
    return names * players if len(names) == 1 else names
