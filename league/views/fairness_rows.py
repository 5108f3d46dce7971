"""The tables of the page of seat statistics: figures as text, a row a seat or a place in the order of editing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext, pgettext

from league.selectors.entry import ruleset_name
from league.templatetags.sekijun import MINUS, club_day_long
from league.views.fairness_filters import word_of
from league.views.fairness_words import UNKNOWN, odds_text, percent, probability, tables_said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from league.fairness.report import Slot, Stratum
    from league.selectors.fairness import Choice


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A row of figures."""

    label: str
    tables: int
    win_share: str
    placement: str
    total: str
    equals: str
    interval: str
    shrunk: str
    odds: str
    expected: str
    p: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose, and whether it is chosen."""

    word: str
    label: str
    chosen: bool


def seat_label(number: int) -> str:
    """Return what a seat is called."""
    return gettext("Seat {number}").format(number=number)


def order_label(number: int) -> str:
    """Return what a place in the order of editing is called."""
    return gettext("Edit no. {number}").format(number=number)


def cards_said(untapped: int, tapped: int) -> str:
    """Return help cards as the entry page writes them."""
    said = f"{pgettext('help cards', 'up')}{untapped}"
    return f"{said} {pgettext('help cards', 'down')}{tapped}" if tapped else said


def slot_rows(slots: Sequence[Slot], labels: Sequence[str]) -> list[SlotRow]:
    """Return the rows of a table."""
    return [_row(slot, label) for slot, label in zip(slots, labels, strict=True)]


def options_of(choices: Iterable[Choice], chosen: Choice | None) -> list[Option]:
    """Return the choices in words."""
    return [
        Option(word_of(one), f"{choice_label(one)} ({tables_said(one.tables)})", one == chosen)
        for one in choices
    ]


def choice_label(choice: Choice) -> str:
    """Return game, ruleset and player count in words."""
    name = ruleset_name(choice.game, choice.ruleset, get_language() or "ja")
    if choice.version:
        name = gettext("{name} (version {version})").format(name=name, version=choice.version)
    return gettext("{name} · {players} players").format(name=name, players=choice.players)


def days_said(stratum: Stratum) -> str:
    """Return the days from the first table to the last."""
    first, last = (club_day_long(date.fromordinal(day)) for day in (stratum.first_day, stratum.last_day))
    return first if first == last else gettext("{first} to {last}").format(first=first, last=last)


def _row(slot: Slot, label: str) -> SlotRow:
    low, high = slot.win_interval.low, slot.win_interval.high
    return SlotRow(
        label=label,
        tables=slot.tables,
        win_share=percent(slot.win_share),
        placement=f"{slot.mean_placement:.2f}",
        total=UNKNOWN if slot.mean_total is None else f"{slot.mean_total:z.2f}".replace("-", MINUS),
        equals=UNKNOWN if slot.win_among_equals is None else percent(slot.win_among_equals),
        interval=UNKNOWN if low is None or high is None else f"{100 * low:.1f} – {percent(high)}",
        shrunk=UNKNOWN if slot.shrunk is None else percent(slot.shrunk),
        odds=odds_text(slot.odds, slot.odds_interval),
        expected=UNKNOWN if slot.expected_placement is None else f"{slot.expected_placement:.2f}",
        p=UNKNOWN if slot.p is None else probability(slot.p),
    )
