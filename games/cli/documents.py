"""Reports, records and rulesets that files or options name.

Owns telling the forms apart; reading each is up to the core.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from games.cli.source import UnusableError, file_name, read_source
from games.cli.text import say
from games.core.cardfile import MAX_BYTES as CARD_BYTES
from games.core.cardfile import CardFileError, read_cards
from games.core.notation import looks_like_notation, read_notation
from games.core.record import RECORD_BYTES, is_record
from games.core.registry import builtin_ruleset, game_keys, get_game
from games.core.report import MAX_BYTES, ReportError, parse_json
from games.core.ruleset import Ruleset, RulesetError
from games.core.wording import clean_quote

RULESET_SUFFIX: Final = ".json"
CARDS_SUFFIX: Final = ".toml"
_RULESET_KEYS: Final = frozenset({"key", "version", "payload"})


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
    if wanted.endswith(RULESET_SUFFIX):
        return _from_file(game, wanted, lang, model)
    if wanted.endswith(CARDS_SUFFIX):
        key = _cards_key(game, wanted, lang)
        cards = _cards(wanted, lang)
        content = {"key": cards.get("key", "cards"), "payload": {key: cards}}
        return _built(game, wanted, content, lang, model)
    for ruleset in rulesets:
        if ruleset.key == wanted:
            return ruleset
    choices = ", ".join(ruleset.key for ruleset in rulesets)
    raise UnusableError(say("no_ruleset", lang, given=clean_quote(wanted), choices=choices))


def _from_file(game: str, file: str, lang: str, model: str) -> Ruleset:
    """Read `{key, version, payload}`; a card file that the payload names lies beside the file."""
    try:
        content: dict[str, Any] = parse_json(read_source(file, lang, MAX_BYTES))
    except ReportError as error:
        raise UnusableError(f"{file_name(file)}: {error.render(lang)}") from None
    payload = content.get("payload", {})
    if content.keys() - _RULESET_KEYS or not isinstance(payload, dict):
        raise UnusableError(say("bad_ruleset", lang, file=file_name(file)))
    key = get_game(game).cards_key
    named = payload.get(key)
    if isinstance(named, str) and named.endswith(CARDS_SUFFIX):
        payload[key] = _cards(str(Path(file).parent / named), lang)
    return _built(game, file, content, lang, model)


def _cards_key(game: str, file: str, lang: str) -> str:
    key = get_game(game).cards_key
    if not key:
        raise UnusableError(say("no_cards", lang, file=file_name(file)))
    return key


def _cards(file: str, lang: str) -> dict[str, object]:
    """Return the content of a card file; what it says is judged with the ruleset that holds it."""
    try:
        return read_cards(read_source(file, lang, CARD_BYTES)).content
    except CardFileError as error:
        raise UnusableError(f"{file_name(file)}: {error.render(lang)}") from None


def _built(game: str, file: str, content: dict[str, Any], lang: str, model: str) -> Ruleset:
    """Return a ruleset; keys that its payload leaves out are those of the model, else of the game's first one."""
    first = builtin_ruleset(game, model) if model else get_game(game).rulesets[0]
    try:
        return Ruleset.from_payload(
            game=game,
            key=content.get("key", first.key),
            version=content.get("version", first.version),
            payload={**first.payload, **content.get("payload", {})},
        )
    except RulesetError as error:
        text = f"{file_name(file)}: {error.render(lang)}"
        if any(problem.code.startswith("cards.") for problem in error.problems):
            text += "\n" + say("lint_cards", lang)
        raise UnusableError(text) from None
