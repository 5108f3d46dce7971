"""Reports side by side, field by field: what rival versions, or a stored and a typed report, say differently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext

from league.services.canonical import format_decimal
from league.views.participation import participation_labels
from league.views.sheet import colour_labels, final_text, help_text, page_labels, shown_name, side_labels

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


Place: TypeAlias = tuple[int, str]


def fields_of(version: Version, *, names_hidden: bool) -> dict[Place, dict[str, str]]:
    """Return a version as texts: by seat (its number and what it is called), then by field, as on the paper."""
    return {
        _place(line): dict(_texts(line, names_hidden=names_hidden)) | _finish(version)
        for line in version.lines
    }


def compare(reports: Sequence[Mapping[Place, Mapping[str, str]]]) -> tuple[Seat, ...]:
    """Return the seats in which the reports differ, each with the fields that do, and its name to go by."""
    places = sorted({place for report in reports for place in report})
    seats = (_compared(place[1], [report.get(place, {}) for report in reports]) for place in places)
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


def _place(line: SheetLine) -> Place:
    if line.seat is not None:
        return line.seat, gettext("Seat {number}").format(number=line.seat)
    return line.position + 1, gettext("Line {number}").format(number=line.position + 1)


def _finish(version: Version) -> dict[str, str]:
    return {gettext("Finished"): gettext("yes") if version.finished else gettext("broken off")}


def _texts(line: SheetLine, *, names_hidden: bool) -> Iterator[tuple[str, str]]:
    yield gettext("Name"), _name(line, names_hidden=names_hidden)
    yield gettext("Took part"), participation_labels().get(line.participation, line.participation)
    yield gettext("Help cards"), help_text(line)
    yield gettext("Edit order"), _number(line.edit_order)
    yield gettext("Subjects"), _listed(line.parts.get("captured"), gettext("none"))
    for label, page in zip(page_labels(), line.parts.get("pages") or (), strict=False):
        yield label, _page(page)
    yield gettext("Early bird"), _yes_or_no(line.parts.get("early_bird"))
    yield gettext("Hand"), _hand(line.parts.get("hand"))
    yield gettext("All four colours"), _yes_or_no(line.parts.get("bonus"))
    yield gettext("Trump"), str(line.parts.get("trump") or "")
    yield gettext("Total"), "" if line.total is None else format_decimal(line.total)
    yield gettext("Final score"), final_text(line.parts)
    yield gettext("Place"), _number(line.placement)


def _name(line: SheetLine, *, names_hidden: bool) -> str:
    """Return who sat there, with what was written where it is another record of the same person."""
    name = shown_name(line.person, names_hidden=names_hidden)
    unseen = line.person.hidden and names_hidden
    remarks = [] if unseen or not line.written else [gettext("written: {name}").format(name=line.written)]
    remarks += [gettext("guest")] if line.guest else []
    return f"{name} ({', '.join(remarks)})" if remarks else name


def _listed(names: object, none: str) -> str:
    """Return names in a row; `none` where it was written that there are none."""
    if not isinstance(names, list):
        return ""
    return "・".join(map(str, names)) or none


def _yes_or_no(value: object) -> str:
    return "" if value is None else gettext("yes") if value else gettext("no")


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _page(page: Mapping[str, object]) -> str:
    dice = page.get("dice")
    score = _number(page["score"]) if isinstance(page.get("score"), int) else ""  # type: ignore[arg-type]
    rolled = f"[{''.join(map(str, dice))}]" if isinstance(dice, list) and dice else ""
    used = _listed(page.get("abilities"), gettext("no ability"))
    return " ".join(filter(None, (score, rolled, used)))


def _hand(hand: Sequence[Mapping[str, object]] | None) -> str:
    if hand is None:
        return ""
    colours, sides = colour_labels(), side_labels()
    return ", ".join(
        f"{colours.get(str(card['colour']), '')} {sides.get(str(card['side']), '')} {card['points']}"
        for card in hand
    ) or gettext("none")
