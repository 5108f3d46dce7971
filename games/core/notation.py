"""Records as text that can be written at the table: a head, a line a seat, a line an event.

Owns the lines of the file; words and fields come from the vocabularies of the game. Reading gives the
same JSON as the JSON form, so everything is checked in one way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.events import Vocabulary, split
from games.core.kinds import FLAG, BadWord, quoted
from games.core.record import RECORD_FORMAT, RECORD_KEYS
from games.core.registry import game_keys, get_game
from games.core.report import ReportError
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.engine import Playable

SEAT: Final = "seat"
_HEAD_WORDS: Final = 3


def write_notation(record: Mapping[str, object]) -> str:
    """Return a record as text that reads back equal; raises `ValueError` when that can't be done.

    The text has no place for other fields than those of a record, and none for null.
    """
    play = _playable(record.get("game"))
    lines = [_head(record)]
    for key, vocabulary in (("seats", play.seat_vocabulary), ("events", play.vocabulary)):
        items = record.get(key)
        if not isinstance(items, list):
            message = f"no list of {key}"
            raise ValueError(message)  # noqa: TRY004 - the record is at fault, not the program
        lines += [_line(item, vocabulary) for item in items]
    return "\n".join(lines) + "\n"


def _head(record: Mapping[str, object]) -> str:
    ruleset, finished = record.get("ruleset"), record.get("finished")
    known = record.get("format") == RECORD_FORMAT and not record.keys() - RECORD_KEYS
    told = isinstance(finished, bool) if "finished" in record else True
    if not (known and told and isinstance(ruleset, str)):
        message = "a record without its head"
        raise ValueError(message)
    head = f"{RECORD_FORMAT} {record['game']} {quoted(ruleset)}"
    return head if finished is None else f"{head} finished={FLAG.to_text(finished is True)}"


def _playable(game: object) -> Playable:
    play = get_game(game).play if isinstance(game, str) and game in game_keys() else None
    if play is None:
        message = f"no records of {clean_quote(str(game))}"
        raise ValueError(message)
    return play


def _line(item: object, vocabulary: Vocabulary) -> str:
    event = vocabulary.from_json(item)
    if event is None or vocabulary.to_json(event) != item:
        message = "a seat or an event without its shape"
        raise ValueError(message)
    return vocabulary.to_line(event)


def looks_like_notation(text: str) -> bool:
    """Tell whether a text begins like this notation (behind comments and empty lines)."""
    for line in text.split("\n"):
        words = line.split(maxsplit=1)
        if words and not words[0].startswith("#"):
            return words[0] == RECORD_FORMAT
    return False


def read_notation(text: str) -> dict[str, object]:
    """Read a record as JSON; raises `ReportError` with the line that can't be read (FMT-1)."""
    play: Playable | None = None
    record: dict[str, object] = {}
    seats: list[object] = []
    events: list[object] = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            words, options = split(line)
            if not words and not options:
                continue
            if play is None:
                record = _read_head(words, options)
                play = _playable(record["game"])
            elif words[:1] == [SEAT]:
                seat = play.seat_vocabulary.from_words(SEAT, words[1:], options)
                seats.append(play.seat_vocabulary.to_json(seat))
            else:
                event = play.vocabulary.from_words(words[0] if words else "", words[1:], options)
                events.append(play.vocabulary.to_json(event))
        except ValueError as error:
            raise ReportError("core.bad_line", line=number, given=clean_quote(str(error))) from None
    if play is None:
        raise ReportError("core.no_record")
    return {**record, "seats": seats, "events": events}


def _read_head(words: list[str], options: dict[str, str]) -> dict[str, object]:
    if len(words) != _HEAD_WORDS or words[0] != RECORD_FORMAT or options.keys() - {"finished"}:
        raise BadWord(" ".join(words))
    record: dict[str, object] = {"format": words[0], "game": words[1], "ruleset": words[2]}
    if "finished" in options:
        record["finished"] = FLAG.from_words([options["finished"]])
    return record
