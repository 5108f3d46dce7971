"""Reports, records and rulesets that files or options name.

Owns telling the forms apart; reading each is up to the core.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.cli.source import UnusableError, file_name, read_source
from games.cli.text import say
from games.core.cardfile import MAX_BYTES as CARD_BYTES
from games.core.cardfile import CardFileError
from games.core.cardset import CardSetError
from games.core.notation import looks_like_notation, read_notation
from games.core.record import RECORD_BYTES, is_record
from games.core.registry import game_keys, get_game
from games.core.report import MAX_BYTES, ReportError, parse_json
from games.core.ruleset import RulesetError
from games.core.ruleset_file import CARDS_SUFFIX, ruleset_of_file
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from games.core.ruleset import Ruleset

RULESET_SUFFIX: Final = ".json"


def parse_document(source: bytes) -> dict[str, object]:
    """Read a report, or a record in either form; raises `ReportError`."""
    if len(source) <= RECORD_BYTES:
        text = source.decode("utf-8", "replace").removeprefix("\ufeff")
        if looks_like_notation(text):
            return read_notation(text)
    document = parse_json(source, most=RECORD_BYTES)
    if len(source) > MAX_BYTES and not is_record(document):
        raise ReportError("core.too_large", limit=MAX_BYTES)
    return document


def chosen_ruleset(document: dict[str, object], wanted: str | None, lang: str) -> Ruleset | None:
    """Return the ruleset that an option asks for, for the game of a document."""
    if wanted is None:
        return None
    game = document.get("game")
    if not isinstance(game, str) or game not in game_keys():
        raise UnusableError(say("no_game", lang, given=clean_quote(wanted)))
    return ruleset_of(game, wanted, lang)


def ruleset_of(game: str, wanted: str, lang: str, model: str = "") -> Ruleset:
    """Return the built-in ruleset of a key, or that of a file, completed by those of a built-in model.

    A card file stands for the model with these cards.
    """
    rulesets = get_game(game).rulesets
    if wanted.endswith((RULESET_SUFFIX, CARDS_SUFFIX)):
        return _from_file(game, wanted, lang, model)
    for ruleset in rulesets:
        if ruleset.key == wanted:
            return ruleset
    choices = ", ".join(ruleset.key for ruleset in rulesets)
    raise UnusableError(say("no_ruleset", lang, given=clean_quote(wanted), choices=choices))


def _from_file(game: str, file: str, lang: str, model: str) -> Ruleset:
    """Read a ruleset of a game, or its cards, from a file; a card file that a ruleset names lies beside it."""

    def beside(name: str) -> bytes:
        return read_source(str(Path(file).parent / name), lang, CARD_BYTES)

    try:
        source = read_source(file, lang, MAX_BYTES)
        return ruleset_of_file(file, source, game=game, model=model, beside=beside)
    except (CardFileError, CardSetError, ReportError, RulesetError) as error:
        raise UnusableError(f"{file_name(file)}: {error.render(lang)}") from None
