"""A player's results in words: why a rating changed, and what became of each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.safestring import SafeString

    from league.selectors.player_page import Other, Result, SeatPlaces

MOST_NAMES = 4
PLACES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class PlaceDots:
    """How often one place was reached from a seat; `share` is 0..100 of the seat's tables."""

    place: int
    times: int
    radius: float


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of the small multiples."""

    label: str
    tables: int
    mean: str
    places: tuple[PlaceDots, ...]


def explained(result: Result) -> SafeString:
    """Return "ahead of A and B, level with C, behind D" of the people who were rated at that table."""
    mine = result.point.placement
    groups = (
        (gettext("ahead of {names}"), [one for one in result.others if one.placement > mine]),
        (gettext("level with {names}"), [one for one in result.others if one.placement == mine]),
        (gettext("behind {names}"), [one for one in result.others if one.placement < mine]),
    )
    said = [format_html(words, names=_names(people)) for words, people in groups if people]
    return format_html_join(gettext(", "), "{}", ((part,) for part in said))


def _names(people: Sequence[Other]) -> SafeString:
    """Return names, the unseen and the many counted: "A, B and 2 others"."""
    seen = [one for one in people if one.public_id][:MOST_NAMES]
    rest = len(people) - len(seen)
    names = [format_html("<bdi>{}</bdi>", one.name or gettext("former member")) for one in seen]
    if rest and not names:
        return format_html("{}", ngettext("{count} person", "{count} people", rest).format(count=rest))
    if rest:
        others = ngettext("{count} other", "{count} others", rest).format(count=rest)
        names.append(format_html("{}", others))
    if len(names) == 1:
        return names[0]
    first = format_html_join(pgettext("between names", ", "), "{}", ((name,) for name in names[:-1]))
    return format_html(gettext("{first} and {last}"), first=first, last=names[-1])


def seat_rows(seats: Sequence[SeatPlaces]) -> tuple[SeatRow, ...]:
    """Return the small multiples: a row a seat, a dot a place whose area tells how often."""
    deepest = min(max((place for seat in seats for place in seat.places), default=0), PLACES_SHOWN)
    return tuple(
        SeatRow(
            label=gettext("No seat")
            if seat.seat is None
            else str(seat.seat),
            tables=seat.tables,
            mean=f"{seat.mean:.2f}",
            places=tuple(
                PlaceDots(place, times, 11 * (times / seat.tables) ** 0.5 if times else 0)
                for place in range(1, deepest + 1)
                for times in (_times(seat, place, deepest),)
            ),
        )
        for seat in seats
    )


def _times(seat: SeatPlaces, place: int, deepest: int) -> int:
    """Return how often a place was reached; the last column holds all that lie behind it too."""
    if place < deepest:
        return seat.places.get(place, 0)
    return sum(times for other, times in seat.places.items() if other >= place)
