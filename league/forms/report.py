"""From a typed sheet to a `sekijun.report/1`, and from a pointer into the report back to the field.

Numbers become numbers; whatever is none goes on as it was typed, so that the referee can say so under its field.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from league.forms.sheet import SeatText, Sheet

FORMAT: Final = "sekijun.report/1"
# Longer numbers can only be mistakes; as text they are refused by kind instead of by a bound.
_WHOLE: Final = re.compile(r"-?[0-9]{1,30}", re.ASCII)
_DECIMAL: Final = re.compile(r"-?[0-9]{1,12}\.[0-9]{1,12}", re.ASCII)
_DICE_GAPS: Final = re.compile(r"[\s,、・.]+")
_MOST_DICE: Final = 60
_LONGEST_NUMBER: Final = 200
_MINUS: Final = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
_PATH: Final = re.compile(r"/seats/([0-9]{1,3})(?:/(.*))?", re.ASCII)
_PAGE: Final = re.compile(r"pages/([01])(?:/(\w+))?", re.ASCII)
_HAND: Final = re.compile(r"hand/([0-9]{1,3})(?:/(\w+))?", re.ASCII)
_COLUMNS: Final = {
    "player": "player", "guest": "guest", "participation": "participation",
    "total": "total", "placement": "placement", "bonus": "total",
    "edit_order": "order", "help": "untapped", "help/untapped": "untapped", "help/tapped": "tapped",
    "reading": "reading", "pages": "front", "hand": "card-1-points", "seat": "player", "captured": "player",
}  # fmt: skip
_TOP: Final = {"/trigger_seat": "trigger", "/laps": "laps", "/game": "game", "/ruleset": "game"}


def number_of(text: str) -> int | str | None:
    """Return a typed whole number, None for nothing, or the text itself when it is no number."""
    plain = _plain(text)
    if not plain:
        return None
    return int(plain) if _WHOLE.fullmatch(plain) else text


def report_of(sheet: Sheet) -> dict[str, Any]:
    """Return the report that a sheet says; seats behind the last one in use are left out."""
    report: dict[str, Any] = {"format": FORMAT, "game": sheet.game_key, "ruleset": sheet.ruleset_key}
    if sheet.unfinished:
        report["finished"] = False
    _put(report, "trigger_seat", number_of(sheet.trigger) if sheet.game_key == "danmaku" else None)
    _put(report, "laps", number_of(sheet.laps) if sheet.game_key == "doujin" else None)
    write = _WRITERS.get(sheet.game_key, _generic)
    report["seats"] = [
        _common(sheet, seat, number) | write(sheet, seat, number)
        for number, seat in enumerate(sheet.played, start=1)
    ]
    return report


def field_of(sheet: Sheet, path: str, code: str = "") -> str:
    """Return the name of the field that a pointer into the report means; '' for the sheet as a whole."""
    match = _PATH.fullmatch(path)
    if match is None:
        return _TOP.get(path, "")
    index, rest = int(match[1]), match[2] or ""
    column = _column(sheet, index, rest, code)
    return column if column == "early-bird" else f"seat-{index + 1}-{column}"


def dice_of(text: str) -> list[int | str] | None:
    """Return typed dice as a list of faces; a character that is no digit stays one for the referee to name.

    Of far too many dice only so many are returned that they are too many.
    """
    plain = _DICE_GAPS.sub("", _plain(text))[:_MOST_DICE]
    if not plain:
        return None
    return [int(face) if face in "0123456789" else face for face in plain]


def _column(sheet: Sheet, index: int, rest: str, code: str) -> str:
    if not rest:
        missing_score = code.startswith("danmaku.total") and not code.endswith("later")
        return "player" if code == "core.player_missing" else "front" if missing_score else "total"
    if rest == "early_bird":
        return "early-bird"
    if page := _PAGE.match(rest):
        side = ("front", "back")[int(page[1])]
        return f"{side}-dice" if page[2] == "dice" else side
    if card := _HAND.match(rest):
        return f"card-{_card_number(sheet, index, int(card[1]))}-{card[2] or 'points'}"
    return _COLUMNS.get(rest, "player")


def _card_number(sheet: Sheet, seat: int, position: int) -> int:
    """Return the number of the row that holds the hand's card; blank rows aren't part of the hand."""
    rows = [number for number, card in enumerate(sheet.seats[seat].cards, start=1) if not card.blank]
    return rows[position] if position < len(rows) else 1


def _common(sheet: Sheet, seat: SeatText, number: int) -> dict[str, Any]:
    line: dict[str, Any] = {"seat": None if sheet.no_seats and sheet.game_key == "generic" else number}
    _put(line, "player", seat.player.strip() or None)
    if seat.guest:
        line["guest"] = True
    if not seat.played_on:
        line["participation"] = seat.participation
    return line


def _danmaku(_sheet: Sheet, seat: SeatText, _number: int) -> dict[str, Any]:
    line: dict[str, Any] = {}
    cards: dict[str, Any] = {}
    _put(cards, "untapped", number_of(seat.untapped))
    _put(cards, "tapped", number_of(seat.tapped))
    if cards:
        line["help"] = cards
    _put(line, "edit_order", number_of(seat.order))
    pages = [_page(seat.front, seat.front_dice), _page(seat.back, seat.back_dice)]
    if any(pages):
        line["pages"] = pages
    _put(line, "total", number_of(seat.total))
    return line


def _page(score: str, dice: str) -> dict[str, Any]:
    page: dict[str, Any] = {}
    _put(page, "dice", dice_of(dice))
    _put(page, "score", number_of(score))
    return page


def _doujin(sheet: Sheet, seat: SeatText, number: int) -> dict[str, Any]:
    line: dict[str, Any] = {}
    if sheet.early_bird:
        line["early_bird"] = sheet.early_bird == str(number)
    hand = [
        {"colour": card.colour, "side": card.side or "light", "points": number_of(card.points)}
        for card in seat.cards
        if not card.blank
    ]
    if hand:
        line["hand"] = hand
    _put(line, "total", number_of(seat.total))
    return line


def _generic(_sheet: Sheet, seat: SeatText, _number: int) -> dict[str, Any]:
    line: dict[str, Any] = {}
    plain = _plain(seat.total)
    _put(line, "total", float(plain) if _DECIMAL.fullmatch(plain) else number_of(seat.total))
    _put(line, "placement", number_of(seat.placement))
    return line


_WRITERS: Final = {"danmaku": _danmaku, "doujin": _doujin, "generic": _generic}


def _put(target: dict[str, Any], name: str, value: object) -> None:
    if value is not None:
        target[name] = value


def _plain(text: str) -> str:
    stripped = text.strip()
    if len(stripped) > _LONGEST_NUMBER:
        return stripped
    return unicodedata.normalize("NFKC", stripped).translate(_MINUS).strip()
