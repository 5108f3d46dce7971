"""Reports side by side, field by field: what rival versions, or a stored and a typed report, say differently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.services.canonical import format_decimal
from league.views.sheet import colour_labels, help_text, page_labels, shown_name, side_labels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from league.selectors.table_page import SheetLine, Version

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Field:
    """A row of the comparison: one field of a seat, a cell a report; `differs` when they don't all say the same."""

    label: str
    cells: tuple[str, ...]
    differs: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """What reports say about one seat; only the name, where they agree on the rest."""

    label: str
    fields: tuple[Field, ...]


def fields_of(version: Version, *, names_hidden: bool) -> dict[str, dict[str, str]]:
    """Return a version as texts: by seat, then by field, in the order of the paper."""
    return {
        _seat_label(line): dict(_texts(line, names_hidden=names_hidden)) | _finish(version)
        for line in version.lines
    }


def compare(reports: Sequence[Mapping[str, Mapping[str, str]]]) -> tuple[Seat, ...]:
    """Return the seats in which the reports differ, each with the fields that do, and its name to go by."""
    labels = list(dict.fromkeys(label for report in reports for label in report))
    seats = (_compared(label, [report.get(label, {}) for report in reports]) for label in sorted(labels))
    return tuple(seat for seat in seats if any(field.differs for field in seat.fields))


def _compared(label: str, reports: Sequence[Mapping[str, str]]) -> Seat:
    names = list(dict.fromkeys(name for report in reports for name in report))
    fields = []
    for name in names:
        cells = tuple(report.get(name) or NOTHING for report in reports)
        differs = len(set(cells)) > 1
        if differs or name == gettext("Name"):
            fields.append(Field(name, cells, differs))
    return Seat(label, tuple(fields))


def _seat_label(line: SheetLine) -> str:
    if line.seat is not None:
        return gettext("Seat {number}").format(number=line.seat)
    return gettext("Line {number}").format(number=line.position + 1)


def _finish(version: Version) -> dict[str, str]:
    return {gettext("Finished"): gettext("yes") if version.finished else gettext("broken off")}


def _texts(line: SheetLine, *, names_hidden: bool) -> Iterator[tuple[str, str]]:
    name = shown_name(line.person, names_hidden=names_hidden)
    yield gettext("Name"), f"{name} ({gettext('guest')})" if line.guest else name
    yield gettext("Help cards"), help_text(line)
    yield gettext("Edit order"), _number(line.edit_order)
    for label, page in zip(page_labels(), line.parts.get("pages") or (), strict=False):
        yield label, _page(page)
    if line.parts.get("hand"):
        yield gettext("Hand"), _hand(line.parts["hand"])
    yield gettext("Total"), "" if line.total is None else format_decimal(line.total)
    yield gettext("Place"), _number(line.placement)


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _page(page: Mapping[str, object]) -> str:
    dice = page.get("dice")
    score = _number(page["score"]) if isinstance(page.get("score"), int) else ""  # type: ignore[arg-type]
    rolled = f"[{''.join(map(str, dice))}]" if isinstance(dice, list) and dice else ""
    return " ".join(filter(None, (score, rolled)))


def _hand(hand: Sequence[Mapping[str, object]]) -> str:
    colours, sides = colour_labels(), side_labels()
    return ", ".join(
        f"{colours.get(str(card['colour']), '')} {sides.get(str(card['side']), '')} {card['points']}"
        for card in hand
    )
