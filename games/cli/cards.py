"""`cards lint`: checks a file of cards and shows the figures of each of them."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING

from games.cli.output import BREAKS_A_RULE, FINE, UNUSABLE, Output
from games.cli.source import UnusableError, read_source
from games.cli.text import say
from games.core.cardfile import MAX_BYTES, CardFile, CardFileError, read_cards
from games.core.findings import Severity
from games.core.judge import playable_keys
from games.core.registry import get_game
from games.core.wording import LONGEST_QUOTE, clean_quote

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from games.core.cardset import CardLanguage, Draft
    from games.core.cardtable import CardProblem


def lint(options: Namespace, lang: str) -> Output:
    """Check a file of cards."""
    shown = _shown(options.file)
    try:
        file = read_cards(read_source(options.file, lang, MAX_BYTES))
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    except CardFileError as error:
        return Output(UNUSABLE, err=say("unusable_cards", lang, file=shown, reason=error.render(lang)))
    language = _language(file)
    draft = language.read(file)
    code = BREAKS_A_RULE if draft.errors else FINE
    if options.json:
        return Output(code, json.dumps(_as_json(draft, language, lang), ensure_ascii=False, indent=2))
    return Output(code, "\n".join(_as_lines(draft, language, shown, lang)))


def _language(file: CardFile) -> CardLanguage:
    """Return how to read a file: that of the game it names, else of the first, which says that it isn't that."""
    keys = playable_keys()
    named = file.content.get("game")
    play = get_game(named if isinstance(named, str) and named in keys else keys[0]).play
    assert play is not None  # noqa: S101 - the playable ones
    return play.cards


def _shown(file: str) -> str:
    """Return how a file is called in messages; of a long path only the name."""
    return clean_quote(file if len(file) <= LONGEST_QUOTE else PurePath(file).name)


def _as_json(draft: Draft, language: CardLanguage, lang: str) -> dict[str, object]:
    return {
        "key": draft.head.key,
        "title": draft.head.title.get(lang, ""),
        language.mark: draft.head.marked,
        **language.as_json(draft),
        "problems": [
            {
                "rule": problem.finding.rule,
                "severity": problem.finding.severity.value,
                "line": problem.line,
                "card": problem.card,
                "path": problem.finding.path,
                "code": problem.finding.code,
                "message": problem.render(lang),
            }
            for problem in draft.problems
        ],
    }


def _as_lines(draft: Draft, language: CardLanguage, file: str, lang: str) -> Iterator[str]:
    title = draft.head.title.get(lang) or draft.head.key or file
    yield say(f"cards_{language.mark}", lang, title=title) if draft.head.marked else title
    yield from language.lines(draft, lang)
    errors = sum(problem.finding.severity is Severity.ERROR for problem in draft.problems)
    warnings = len(draft.problems) - errors
    key = "cards_errors" if errors else "cards_warnings" if warnings else "cards_fine"
    yield say(key, lang, count=errors or warnings, cards=language.count(draft))
    for problem in draft.problems:
        yield _problem_line(problem, file, lang)


def _problem_line(problem: CardProblem, file: str, lang: str) -> str:
    severity = say(f"severity_{problem.finding.severity.value}", lang)
    card = f"  [{problem.card}]" if problem.card else ""
    return f"{severity}  {file}:{problem.line}{card}  {problem.render(lang)}"
