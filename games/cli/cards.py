"""`cards lint`: checks a file of cards and shows how likely plain dice meet each of them."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING

from games.cli.output import BREAKS_A_RULE, FINE, UNUSABLE, Output
from games.cli.source import UnusableError, read_source
from games.cli.text import say
from games.core.cardfile import MAX_BYTES, CardFileError, read_cards
from games.core.findings import Severity
from games.core.wording import LONGEST_QUOTE, clean_quote
from games.danmaku.card_language import Draft, read_set
from games.danmaku.cards import chance_of_any
from games.danmaku.dice import FACES

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from games.core.cardtable import CardProblem
    from games.danmaku.cards import Card


def lint(options: Namespace, lang: str) -> Output:
    """Check a file of cards."""
    shown = _shown(options.file)
    try:
        draft = read_set(read_cards(read_source(options.file, lang, MAX_BYTES)))
    except UnusableError as error:
        return Output(UNUSABLE, err=str(error))
    except CardFileError as error:
        return Output(UNUSABLE, err=say("unusable_cards", lang, file=shown, reason=error.render(lang)))
    code = BREAKS_A_RULE if draft.errors else FINE
    if options.json:
        return Output(code, json.dumps(_as_json(draft, lang), ensure_ascii=False, indent=2))
    return Output(code, "\n".join(_as_lines(draft, shown, lang)))


def _shown(file: str) -> str:
    """Return how a file is called in messages; of a long path only the name."""
    return clean_quote(file if len(file) <= LONGEST_QUOTE else PurePath(file).name)


def _odds(ways: int, dice: int) -> str:
    """Write a chance over all outcomes, so that a mistyped number jumps out."""
    return f"{ways}/{len(FACES) ** dice}"


def _by_level(draft: Draft) -> Iterator[tuple[int, str, float]]:
    """Yield for each level the chance that plain dice meet at least one of its cards."""
    for level in sorted({card.level for card in draft.cards}):
        chance = chance_of_any([card for card in draft.cards if card.level == level], level)
        yield level, _odds(int(chance * len(FACES) ** level), level), float(chance)


def _as_json(draft: Draft, lang: str) -> dict[str, object]:
    return {
        "key": draft.key,
        "title": draft.title.get(lang, ""),
        "unofficial": draft.unofficial,
        "cards": [
            {
                "id": card.id,
                "level": card.level,
                "name": card.name,
                "romanised": card.romanised,
                "p": _odds(card.condition.ways(card.level), card.level),
            }
            for card in draft.cards
        ],
        "levels": [{"level": level, "p": odds} for level, odds, _ in _by_level(draft)],
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


def _as_lines(draft: Draft, file: str, lang: str) -> Iterator[str]:
    title = draft.title.get(lang) or draft.key or file
    yield say("cards_unofficial", lang, title=title) if draft.unofficial else title
    width = max((len(card.id) for card in draft.cards), default=0)
    for card in draft.cards:
        yield _card_line(card, width)
    for level, odds, chance in _by_level(draft):
        yield say("cards_level", lang, level=level, p=odds, percent=f"{chance:.2%}".replace("%", " %"))
    errors = sum(problem.finding.severity is Severity.ERROR for problem in draft.problems)
    warnings = len(draft.problems) - errors
    key = "cards_errors" if errors else "cards_warnings" if warnings else "cards_fine"
    yield say(key, lang, count=errors or warnings, cards=len(draft.cards))
    for problem in draft.problems:
        yield _problem_line(problem, file, lang)


def _card_line(card: Card, width: int) -> str:
    ways = card.condition.ways(card.level)
    percent = f"{ways / len(FACES) ** card.level:.3%}".replace("%", " %")
    return f"{card.level}  {_odds(ways, card.level):>12}  {percent:>9}  {card.id:<{width}}  {card.name}"


def _problem_line(problem: CardProblem, file: str, lang: str) -> str:
    severity = say(f"severity_{problem.finding.severity.value}", lang)
    card = f"  [{problem.card}]" if problem.card else ""
    return f"{severity}  {file}:{problem.line}{card}  {problem.render(lang)}"
