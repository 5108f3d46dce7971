"""Reports for the tests of games: small valid ones to bend, and readers of judgements."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from games.core.findings import Severity

if TYPE_CHECKING:
    from games.core.game import Judgement

Json: TypeAlias = Any  # what JSON holds, of any shape
Report: TypeAlias = dict[str, Json]

DESIGN_DANMAKU: Report = {
    "format": "sekijun.report/1", "game": "danmaku", "ruleset": "base", "finished": True,
    "seats": [
        {"seat": 1, "player": "A", "help": {"untapped": 2, "tapped": 0}, "edit_order": 2,
         "captured": ["チルノ", "アリス"],
         "pages": [{"dice": [1, 2, 3, 3, 3, 3, 3, 5], "abilities": [], "score": 5},
                   {"abilities": ["アリス"], "score": 4}],
         "total": 9, "placement": 2},
        {"seat": 2, "player": "B", "edit_order": 1, "pages": [{"score": 6}, {"score": 3}],
         "total": 9, "placement": 1},
    ],
}  # fmt: skip

DESIGN_DOUJIN: Report = {
    "format": "sekijun.report/1", "game": "doujin", "ruleset": "base", "laps": 4,
    "seats": [
        {"seat": 1, "player": "A", "early_bird": True,
         "hand": [{"colour": "cover", "side": "light", "points": 3},
                  {"colour": "adult", "side": "light", "points": 8}],
         "bonus": False, "total": 11, "placement": 1},
        {"seat": 2, "player": "B", "early_bird": False, "total": 4, "placement": 2},
        {"seat": 3, "player": "C", "early_bird": False, "total": 4, "placement": 2},
    ],
}  # fmt: skip

DESIGN_RECORD: Report = {
    "format": "sekijun.record/1", "game": "danmaku", "ruleset": "base",
    "seats": [{"seat": 1, "player": "A", "help": {"untapped": 2, "tapped": 0}},
              {"seat": 2, "player": "B", "help": {"untapped": 2, "tapped": 0}}],
    "events": [
        {"event": "turn", "seat": 1, "shots": 1}, {"event": "shot", "level": 3},
        {"event": "roll", "dice": [1, 4, 6]}, {"event": "help", "die": 1, "to": 4},
        {"event": "ability", "card": "…", "change": [[4, 3], [5, 4]]},
        {"event": "name", "subject": "橙"}, {"event": "page", "seat": 1, "page": "front"},
        {"event": "roll", "dice": [1, 2, 3, 3, 3, 3, 3, 5]}, {"event": "settle"},
    ],
}  # fmt: skip


def generic(*totals: Json, placements: tuple[Json, ...] = (), **top: Json) -> Report:
    """Return a generic report with these totals (None = none) and placements."""
    seats: list[Report] = [{"seat": i, "player": f"P{i}", "total": t} for i, t in enumerate(totals, 1)]
    for seat, placement in zip(seats, placements, strict=False):
        seat["placement"] = placement
    return {"format": "sekijun.report/1", "game": "generic", "ruleset": "base", "seats": seats} | top


def danmaku(*seats: Mapping[str, Json], **top: Json) -> Report:
    """Return a danmaku report; seats and names are filled in."""
    filled = [{"seat": i, "player": f"P{i}"} | dict(seat) for i, seat in enumerate(seats, 1)]
    return {"format": "sekijun.report/1", "game": "danmaku", "ruleset": "base", "seats": filled} | top


def doujin(*seats: Mapping[str, Json], **top: Json) -> Report:
    """Return a doujin report; seats and names are filled in."""
    return danmaku(*seats) | {"game": "doujin"} | top


def card(colour: str, points: int, side: str = "light") -> Report:
    """Return one card of a hand."""
    return {"colour": colour, "side": side, "points": points}


def changed(report: Report, pointer: str, value: Json) -> Report:
    """Return a copy with one place set; `...` removes it."""
    result: Json = copy.deepcopy(report)
    *way, last = pointer.removeprefix("/").split("/")
    target = result
    for step in way:
        target = target[int(step)] if isinstance(target, list) else target[step]
    key = int(last) if isinstance(target, list) else last
    if value is ...:
        del target[key]
    else:
        target[key] = value
    assert isinstance(result, dict)
    return result


def errors(judgement: Judgement) -> list[tuple[str, str]]:
    """Return (rule, path) of all errors."""
    return found(judgement, Severity.ERROR)


def found(judgement: Judgement, severity: Severity) -> list[tuple[str, str]]:
    """Return (rule, path) of all findings of a severity."""
    return [(f.rule, f.path) for f in judgement.findings if f.severity is severity]


def codes(judgement: Judgement) -> list[str]:
    """Return the codes of all findings."""
    return [finding.code for finding in judgement.findings]


def places(judgement: Judgement) -> list[int | None]:
    """Return the placements in report order."""
    return [seat.placement for seat in judgement.seats]


def resolves(document: Json, pointer: str) -> bool:
    """Tell whether a JSON pointer (RFC 6901) names a place in a document."""
    if pointer == "":
        return True
    if not pointer.startswith("/"):
        return False
    for step in pointer[1:].split("/"):
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(document, Mapping) and key in document:
            document = document[key]
        elif isinstance(document, list | tuple) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
        else:
            return False
    return True
