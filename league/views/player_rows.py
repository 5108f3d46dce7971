"""The rows of a player's page: results with the change explained, opponents, places by seat.

Results and opponents are markup made without the template language, as in ranking_rows: a page has dozens of them.
Escaping is therefore this module's own duty: every text that isn't a figure it has just formatted is escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from league.templatetags.sekijun import club_day, place, rating_change, rating_rest, rating_whole
from league.views.breakdown import change_shape, how_pairs_count, ledger, place_words
from league.views.curve import day_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.selectors.player_page import Opponent, Other, Result, SeatPlaces

MOST_NAMES = 4
PLACES_SHOWN = 8
RESULT = (
    '<tr><td class="day"><a href="{tables}{table}/">{day}</a></td>'
    '<td class="rank-cell"><span class="rank{first}">{place}</span></td>'
    '<td class="figure change{shape}">{change}</td><td class="words">{words}</td>'
    '<td class="figure after">{whole}<small>{rest}</small></td></tr>'
)
APART = '<details class="apart"><summary><span>{words}</span></summary>{below}</details>'
OPPONENT = (
    '<tr><th scope="row"><a href="{people}{public_id}/"><bdi lang="{names_in}">{name}</bdi></a></th>'
    '<td class="figure">{tables}</td><td class="figure{more}">{wins}</td>'
    '<td class="figure">{ties}</td><td class="figure{less}">{losses}</td></tr>'
)


@dataclass(frozen=True, slots=True)
class PlaceDots:
    """How often one place was reached from a seat, and the size of its dot, whose area tells the share."""

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


def result_rows(results: Sequence[Result], *, club: str) -> SafeString:
    """Return the results, newest first, each with why the rating changed."""
    tables = escape(reverse("league:leaderboard", args=[club]) + "tables/")
    return mark_safe("\n".join(_result(result, tables) for result in results))  # noqa: S308 - _result escapes names


def _result(result: Result, tables: str) -> str:
    point = result.point
    change = point.after - point.before
    return RESULT.format(
        tables=tables,
        table=escape(point.table_id),
        day=escape(club_day(day_in(point))),
        first=" first" if point.placement == 1 else "",
        place=place(point.placement),
        shape=change_shape(change),
        change=rating_change(change),
        words=_words(result),
        whole=rating_whole(point.after),
        rest=rating_rest(point.after),
    )


def _words(result: Result) -> str:
    """Return why the rating changed; what it is made of unfolds below, where it can be taken apart."""
    words = explained(result)
    if result.pairs:
        how = escape(how_pairs_count(result.pairs, len(result.pairs)))
        return APART.format(words=words, below=f'{ledger(result.pairs)}<p class="quiet">{how}</p>')
    if result.earned:
        said = escape(place_words(result.earned, result.point.placement))
        return APART.format(words=words or said, below=f'<p class="quiet">{said}</p>')
    return words


def explained(result: Result) -> str:
    """Return "ahead of A and B, level with C, behind D" of the people who were rated at that table, as markup."""
    mine = result.point.placement
    groups = (
        (gettext("ahead of {names}"), [one for one in result.others if one.placement > mine]),
        (gettext("level with {names}"), [one for one in result.others if one.placement == mine]),
        (gettext("behind {names}"), [one for one in result.others if one.placement < mine]),
    )
    said = [escape(words).format(names=_names(people)) for words, people in groups if people]
    return escape(gettext(", ")).join(said)


def _names(people: Sequence[Other]) -> str:
    """Return names, the unseen and the many counted: "A, B and 2 others"."""
    seen = [one for one in people if one.public_id][:MOST_NAMES]
    rest = len(people) - len(seen)
    names = [f"<bdi>{escape(one.name or gettext('former member'))}</bdi>" for one in seen]
    if rest and not names:
        return escape(ngettext("{count} person", "{count} people", rest).format(count=rest))
    if rest:
        names.append(escape(ngettext("{count} other", "{count} others", rest).format(count=rest)))
    if len(names) == 1:
        return names[0]
    first = escape(pgettext("between names", ", ")).join(names[:-1])
    return escape(gettext("{first} and {last}")).format(first=first, last=names[-1])


def opponent_rows(opponents: Sequence[Opponent], *, club: str, names_in: str) -> SafeString:
    """Return the head-to-head rows; the greater of wins and losses is set in bold."""
    people = escape(reverse("league:leaderboard", args=[club]) + "players/")
    rows = (
        OPPONENT.format(
            people=people,
            public_id=escape(other.public_id),
            names_in=escape(names_in),
            name=escape(other.name or gettext("former member")),
            tables=other.tables,
            wins=other.wins,
            ties=other.ties,
            losses=other.losses,
            more=" more" if other.wins > other.losses else "",
            less=" more" if other.losses > other.wins else "",
        )
        for other in opponents
    )
    return mark_safe("\n".join(rows))  # noqa: S308 - every text is escaped above


def seat_rows(seats: Sequence[SeatPlaces]) -> tuple[SeatRow, ...]:
    """Return the small multiples: a row a seat, a dot a place."""
    deepest = min(max((reached for seat in seats for reached in seat.places), default=0), PLACES_SHOWN)
    return tuple(
        SeatRow(
            label=gettext("No seat") if seat.seat is None else str(seat.seat),
            tables=seat.tables,
            mean=f"{seat.mean:.2f}",
            places=tuple(_dots(seat, reached, deepest) for reached in range(1, deepest + 1)),
        )
        for seat in seats
    )


def _dots(seat: SeatPlaces, reached: int, deepest: int) -> PlaceDots:
    """Return one cell; the last column holds all that lie behind it too."""
    if reached < deepest:
        times = seat.places.get(reached, 0)
    else:
        times = sum(often for other, often in seat.places.items() if other >= reached)
    return PlaceDots(reached, times, 11 * (times / seat.tables) ** 0.5)
