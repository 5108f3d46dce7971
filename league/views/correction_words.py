"""What the fields of a correction are called, and what is stored now beside what was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.forms.correction import texts_of
from league.views.differences import Field, Seat
from league.views.sheet import page_labels, shown_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.selectors.table_page import TablePage, Version


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
    }


def stored_beside_typed(
    page: TablePage, cells: tuple[str, ...], typed: Mapping[str, str], base: Version
) -> tuple[Seat, ...]:
    """Return the seats in which what is stored now differs from what was typed, with the fields that do."""
    now = page.confirmed
    stored = _texts(now, cells) if now else {}
    asked = {line.position: {cell: typed[f"{cell}-{line.position}"] for cell in cells} for line in base.lines}
    return tuple(
        seat
        for position in sorted({*stored, *asked})
        if (seat := _compared(position, stored.get(position, {}), asked.get(position, {}), cells)).fields
    )


def _texts(version: Version, cells: tuple[str, ...]) -> dict[int, dict[str, str]]:
    seats = version.raw["report"]["seats"]
    return {
        line.position: texts_of(
            {**seats[line.position], "player": shown_name(line.person, names_hidden=False)}, cells
        )
        for line in version.lines
    }


def _compared(
    position: int, stored: Mapping[str, str], asked: Mapping[str, str], cells: tuple[str, ...]
) -> Seat:
    labels = cell_labels()
    fields = tuple(
        Field(labels[cell], (stored.get(cell) or "–", asked.get(cell) or "–"), differs=True)
        for cell in cells
        if stored.get(cell, "") != asked.get(cell, "")
    )
    who = stored.get("player") or asked.get("player") or ""
    return Seat(gettext("Line {number}").format(number=position + 1) + f" {who}", fields)
