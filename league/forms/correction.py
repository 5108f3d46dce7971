"""A confirmed report as text fields, and the report that the changed fields say.

What has no field (captured subjects, abilities, who started the last round) stays as it was reported. A total, a
placement or a final score that nobody touched is worked out anew when something that decides it was changed.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from games.core.participation import FULL, STOPPED
from league.forms.report import dice_of, number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CELLS: Final[dict[str, tuple[str, ...]]] = {
    "danmaku": (
        "seat", "player", "untapped", "tapped", "order",
        "front", "front_dice", "back", "back_dice", "total", "placement", "participation",
    ),
    "doujin": ("seat", "player", "early_bird", "hand", "total", "placement", "participation"),
    "generic": ("seat", "player", "total", "placement", "participation"),
}  # fmt: skip
MOST_SEATS: Final = 100
DECIDES_TOTAL: Final = ("front", "front_dice", "back", "back_dice", "hand")
DECIDES_PLACES: Final = (*DECIDES_TOTAL, "order", "total", "early_bird")
DECIDES_FINALS: Final = ("seat", "total", "placement")
_PAGES: Final = ("front", "back")
_PATH: Final = re.compile(r"/seats/([0-9]{1,3})(?:/(.*))?", re.ASCII)
_DECIMAL: Final = re.compile(r"-?[0-9]{1,9}\.[0-9]{1,9}", re.ASCII)
_COLOURS: Final = {
    "カバー": "cover", "ジャンル": "genre", "要素": "element", "名前": "name", "18禁": "adult",
    "cover": "cover", "genre": "genre", "element": "element", "name": "name", "adult": "adult",
}  # fmt: skip
_SIDES: Final = {"光": "light", "闇": "dark", "light": "light", "dark": "dark"}
_CARD: Final = re.compile(r"(\w+?)[\s:]*(光|闇|light|dark)[\s:]*([-−+]?[0-9]{1,4})?")
_COLUMN_OF: Final = {
    "seat": "seat", "player": "player", "help": "untapped", "help/untapped": "untapped",
    "help/tapped": "tapped", "edit_order": "order", "total": "total", "placement": "placement",
    "pages": "front", "pages/0/dice": "front_dice", "pages/1/dice": "back_dice", "bonus": "total",
    "early_bird": "early_bird", "participation": "participation",
}  # fmt: skip


def cells_of(game: str, report: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the columns of the form; dice and hand only where the report has them."""
    seats = report.get("seats", [])
    with_dice = any(page.get("dice") for seat in seats for page in seat.get("pages") or ())
    with_hand = any(seat.get("hand") for seat in seats)
    absent = set() if with_dice else {"front_dice", "back_dice"}
    absent |= set() if with_hand else {"hand"}
    absent |= (
        {"placement"} if game != "generic" and not any(seat.get("placement") for seat in seats) else set()
    )
    return tuple(cell for cell in CELLS.get(game, CELLS["generic"]) if cell not in absent)


def texts_of(seat: Mapping[str, Any], cells: Iterable[str]) -> dict[str, str]:
    """Return one reported seat as the texts of its fields."""
    pages = [*(seat.get("pages") or ()), {}, {}]
    cards = seat.get("help") or {}
    texts = {
        "seat": _text(seat.get("seat")),
        "player": _text(seat.get("player")),
        "untapped": _text(cards.get("untapped")),
        "tapped": _text(cards.get("tapped")),
        "order": _text(seat.get("edit_order")),
        "early_bird": "1" if seat.get("early_bird") is True else "",
        "hand": _hand_text(seat.get("hand") or ()),
        "total": _text(seat.get("total")),
        "placement": _text(seat.get("placement")),
        "participation": _text(seat.get("participation")) or FULL,
    }
    for page, name in zip(pages, _PAGES, strict=False):
        texts[name] = _text(page.get("score"))
        texts[f"{name}_dice"] = "".join(map(str, page.get("dice") or ()))
    return {cell: texts[cell] for cell in cells}


def corrected(report: Mapping[str, Any], typed: Mapping[str, str], cells: tuple[str, ...]) -> dict[str, Any]:
    """Return the report with the fields of `typed` (named cell-position) put into it; missing ones change nothing."""
    wanted = deepcopy(dict(report))
    if typed.get("finished") in {"yes", "no"} and (wanted.get("finished") is False) == (
        typed["finished"] == "yes"
    ):
        wanted["finished"] = typed["finished"] == "yes"
    changed: set[str] = set()
    for position, seat in enumerate(wanted.get("seats", [])):
        before = texts_of(seat, cells)
        now = {cell: typed.get(f"{cell}-{position}", before[cell]).strip() for cell in cells}
        mine = {cell for cell in cells if now[cell] != before[cell]}
        changed |= mine
        for cell in mine:
            _put(seat, cell, now[cell])
        if mine.intersection(DECIDES_TOTAL) and "total" not in mine:
            seat.pop("total", None)
        seat["_touched"] = "placement" in mine
    _places_anew(wanted, changed)
    if changed.intersection(DECIDES_FINALS):
        for seat in wanted.get("seats", []):
            seat.pop("final", None)
    return wanted


def field_of(path: str, cells: Iterable[str]) -> str:
    """Return the name of the field that a pointer into the report means; '' for the report as a whole."""
    found = _PATH.fullmatch(path)
    if found is None:
        return ""
    rest = found[2] or "player"
    page = re.match(r"pages/([01])", rest)
    cell = _COLUMN_OF.get(rest) or (_PAGES[int(page[1])] if page else "hand" if "hand" in rest else "player")
    return f"{cell if cell in cells else 'player'}-{found[1]}"


def _places_anew(report: dict[str, Any], changed: set[str]) -> None:
    """Drop the placements that nobody touched where what decides them was changed."""
    anew = bool(changed.intersection(DECIDES_PLACES))
    for seat in report.get("seats", []):
        touched = seat.pop("_touched")
        has_totals = seat.get("total") is not None or bool(seat.get("pages")) or bool(seat.get("hand"))
        if anew and not touched and (has_totals or seat.get("participation") in STOPPED):
            seat.pop("placement", None)


def _put(seat: dict[str, Any], cell: str, text: str) -> None:
    match cell:
        case "front" | "back" | "front_dice" | "back_dice":
            _put_page(seat, cell, text)
        case "untapped" | "tapped":
            seat["help"] = _without_none({**(seat.get("help") or {}), cell: number_of(text)})
        case "early_bird":
            seat["early_bird"] = bool(text)
        case "hand":
            _set(seat, "hand", _hand_of(text))
        case "participation":
            _set(seat, "participation", None if text in {"", FULL} else text)
        case "player":
            _set(seat, "player", text or None)
        case "total" if _DECIMAL.fullmatch(text):
            seat["total"] = float(text)
        case _:
            _set(seat, {"order": "edit_order"}.get(cell, cell), number_of(text))


def _put_page(seat: dict[str, Any], cell: str, text: str) -> None:
    name, _, what = cell.partition("_")
    pages = [dict(page) for page in seat.get("pages") or ()]
    index = _PAGES.index(name)
    pages += [{} for _ in range(index + 1 - len(pages))]
    _set(pages[index], what or "score", dice_of(text) if what else number_of(text))
    while pages and not pages[-1]:
        pages.pop()
    _set(seat, "pages", pages or None)


def _set(target: dict[str, Any], name: str, value: object) -> None:
    if value is None:
        target.pop(name, None)
    else:
        target[name] = value


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _hand_text(hand: Iterable[Mapping[str, Any]]) -> str:
    words = {name: word for word, name in _COLOURS.items() if not word.isascii() or word == "18禁"}
    sides = {"light": "光", "dark": "闇"}
    return " ".join(
        f"{words[card['colour']]}{sides[card['side']]}{_text(card.get('points'))}" for card in hand
    )


def _hand_of(text: str) -> object:
    """Return a typed hand as cards; text that isn't a hand stays text, for the referee to refuse."""
    if not text:
        return None
    cards = [
        _card_of(colour, side, points) for colour, side, points in _CARD.findall(text) if colour in _COLOURS
    ]
    rest = _CARD.sub("", text)
    return text if re.search(r"\w", rest) or not cards else cards


def _card_of(colour: str, side: str, points: str) -> dict[str, object]:
    card: dict[str, object] = {"colour": _COLOURS[colour], "side": _SIDES[side]}
    return card | {"points": number_of(points)} if points else card
