"""The sheet that a correction starts from, as texts of fields; and what becomes of it when it is sent too late.

Whoever comes too late keeps what they changed, on top of what is stored now: what somebody else changed meanwhile in
other fields isn't taken back unseen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from league.forms.correction import MOST_SEATS, cells_of, texts_of
from league.views.differences import Field, Seat
from league.views.participation import participation_labels
from league.views.sheet import page_labels, shown_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.selectors.table_page import Version


@dataclass(frozen=True, slots=True)
class Sheet:
    """The version that a form was made from, as a report with the names of today."""

    base: Version
    report: dict[str, Any]
    cells: tuple[str, ...]

    @property
    def texts(self) -> dict[str, str]:
        """The fields as they are before anything is typed."""
        of_seats = {
            f"{cell}-{position}": text
            for position, seat in enumerate(self.report["seats"])
            for cell, text in texts_of(seat, self.cells).items()
        }
        return of_seats | {"finished": "no" if self.report.get("finished") is False else "yes"}

    @property
    def places(self) -> list[tuple[int, int | None]]:
        """The seat of each position in the report."""
        return sorted((line.position, line.seat) for line in self.base.lines)

    @property
    def people(self) -> list[tuple[int, int]]:
        """The record at each position in the report."""
        return sorted((line.position, line.record) for line in self.base.lines)


def sheet_of(version: Version | None, game: str) -> Sheet | None:
    """Return a version as a sheet to correct; None where there is none, or it can't be shown as fields."""
    if version is None or not isinstance(version.raw.get("report"), dict) or len(version.lines) > MOST_SEATS:
        return None
    report = dict(version.raw["report"])
    names, totals = _names(version), _totals(version)
    report["seats"] = [
        {**totals.get(position, {}), **seat, "player": names.get(position, seat.get("player"))}
        for position, seat in enumerate(report["seats"])
    ]
    return Sheet(version, report, cells_of(game, report))


def rebased(mine: Sheet, now: Sheet, typed: Mapping[str, str]) -> dict[str, str] | None:
    """Return the fields of `now` with what was changed in `mine`; None where one sheet doesn't fit on the other."""
    if mine.cells != now.cells or (mine.places != now.places and mine.people != now.people):
        return None
    before = mine.texts
    return now.texts | {name: text for name, text in typed.items() if text != before.get(name)}


def beside(left: Mapping[str, str], right: Mapping[str, str], cells: tuple[str, ...]) -> tuple[Seat, ...]:
    """Return the seats in which two states of a sheet differ, with the fields that do; last the table as a whole."""
    positions = sorted({int(name.rpartition("-")[2]) for name in {*left, *right} if "-" in name})
    seats = [_compared(position, left, right, cells) for position in positions]
    words = {"yes": gettext("yes"), "no": gettext("broken off")}
    ends = tuple(words.get(side.get("finished", ""), "–") for side in (left, right))
    if ends[0] != ends[1]:
        seats.append(Seat(gettext("The table"), (Field(gettext("Finished"), ends, differs=True),)))
    return tuple(seat for seat in seats if seat.fields)


def cell_labels() -> dict[str, str]:
    """Return the labels of the fields in the active language."""
    front, back = page_labels()
    return {
        "seat": gettext("Seat"),
        "player": gettext("Name"),
        "untapped": gettext("Help untapped"),
        "tapped": gettext("Help tapped"),
        "order": gettext("Edit order"),
        "front": front,
        "front_dice": gettext("{page}: dice").format(page=front),
        "back": back,
        "back_dice": gettext("{page}: dice").format(page=back),
        "early_bird": gettext("Early bird"),
        "hand": gettext("Hand"),
        "total": gettext("Total"),
        "placement": gettext("Place"),
        "participation": gettext("Took part"),
    }


def _names(version: Version) -> dict[int, str]:
    """Return who sat at each position; former members are numbered where there are several, to tell them apart."""
    names: dict[int, str] = {}
    nameless: Counter[str] = Counter()
    for line in version.lines:
        name = shown_name(line.person, names_hidden=False)
        if not line.person.name:
            nameless[name] += 1
            name = f"{name} {nameless[name]}" if nameless[name] > 1 else name
        names[line.position] = name
    return names


def _totals(version: Version) -> dict[int, dict[str, int | float]]:
    """Return the totals by position, for seats that left theirs to be worked out."""
    return {
        line.position: {"total": int(line.total) if line.total == int(line.total) else float(line.total)}
        for line in version.lines
        if line.total is not None
    }


def _compared(
    position: int, left: Mapping[str, str], right: Mapping[str, str], cells: tuple[str, ...]
) -> Seat:
    labels = cell_labels()
    fields = tuple(
        Field(labels[cell], (_shown(cell, one), _shown(cell, other)), differs=True)
        for cell in cells
        if (one := left.get(f"{cell}-{position}", "")) != (other := right.get(f"{cell}-{position}", ""))
    )
    who = left.get(f"player-{position}") or right.get(f"player-{position}") or ""
    return Seat(gettext("Line {number}").format(number=position + 1) + f" {who}", fields)


def _shown(cell: str, text: str) -> str:
    words = participation_labels().get(text, text) if cell == "participation" else text
    return words or "–"
