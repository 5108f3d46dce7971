"""The pages of a club's evenings: the list of them, and one with its tables in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from league.models import Table
from league.selectors.entry import ruleset_name
from league.selectors.help_deals import deals_of_meeting
from league.selectors.meeting_page import evening_of, meeting_of_club, meetings_list
from league.selectors.season_page import seasons_of_club
from league.services.canonical import format_decimal
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import conditional_page
from league.views.frame import allows, frame
from league.views.help_deals import deal_lines, seeds_of
from league.views.meeting_acts import done_at_meeting
from league.views.paging import page_number, pager
from league.views.participation import participation_mark
from league.views.table import title_of_place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from league.models import Meeting
    from league.selectors.tables import Report, Seat, TableEntry
    from league.views.access import Visit


@dataclass(frozen=True, slots=True)
class Placed:
    """One seat in the order of places; `player_id` is empty for who must not be seen."""

    place: int | None
    player_id: str
    name: str
    total: str
    guest: bool
    participation: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table on the page of its evening."""

    public_id: str
    title: str
    game: str
    state: str
    conflict: bool
    void: bool
    placed: tuple[Placed, ...]


@require_safe
def meetings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's evenings, newest first."""
    seen_by = visit_page(request, slug)
    page = page_number(request)

    def _render() -> HttpResponse:
        lines, pages = meetings_list(club_id=seen_by.club.pk, page=page)
        if page > pages:
            raise Http404
        context = frame(request, seen_by, "meetings") | {
            "lines": lines,
            "seasons": seasons_of_club(club_id=seen_by.club.pk),
            "pager": pager(page=page, pages=pages, query={}),
            "may_manage": allows(request, seen_by, Verb.MANAGE_MEETINGS),
        }
        return render(request, "league/meetings.html", context)

    return conditional_page(
        request, seen=(*seen_of(seen_by), page), public=seen_by.club.public, render=_render
    )


@require_safe
def meeting(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show one evening."""
    seen_by = visit_page(request, slug)
    found = meeting_of_club(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    page = page_number(request)
    return conditional_page(
        request,
        seen=(*seen_of(seen_by), found.pk, page, request.GET.get("done", "")[:20]),
        public=seen_by.club.public,
        render=lambda: _evening(request, seen_by, found, page),
    )


def seen_of(seen_by: Visit) -> tuple[object, ...]:
    """Return what every page of a club's facts depends on: each change of a fact raises the revision."""
    club = seen_by.club
    return (club.pk, club.name, club.language, club.is_demo, club.counter.revision, seen_by.role)


def _evening(request: HttpRequest, seen_by: Visit, found: Meeting, number: int) -> HttpResponse:
    evening = evening_of(meeting=found, page=number)
    if evening is None:
        raise Http404
    may_manage = allows(request, seen_by, Verb.MANAGE_MEETINGS, found.season)
    may_report = allows(request, seen_by, Verb.REPORT)
    drawn = deals_of_meeting(meeting_id=found.pk, withdrawn=True) if number == 1 else []
    context = frame(request, seen_by, "meetings") | {
        "meeting": found,
        "evening": evening,
        "lines": [table_line(entry) for entry in evening.tables],
        "pager": pager(page=number, pages=evening.pages, query={}),
        "drawn": deal_lines(drawn),
        "seeds": seeds_of(drawn),
        "may_manage": may_manage,
        "done": done_at_meeting(request.GET.get("done", "")) if may_manage or may_report else "",
    }
    return render(request, "league/meeting.html", context)


def table_line(entry: TableEntry) -> TableLine:
    """Return a table with its places in words."""
    return TableLine(
        public_id=entry.place.public_id,
        title=title_of_place(entry.place.round, entry.place.number),
        game=ruleset_name(entry.game, entry.ruleset, get_language() or "ja"),
        state=_state(entry.state),
        conflict=entry.conflict,
        void=entry.state == Table.State.VOID,
        placed=_placed(entry.report) if entry.report else (),
    )


def _state(state: str) -> str:
    return {
        Table.State.OPEN.value: gettext("waiting for confirmation"),
        Table.State.UNFINISHED.value: gettext("broken off, not rated"),
        Table.State.VOID.value: gettext("void, not rated"),
    }.get(state, "")


def _placed(report: Report) -> tuple[Placed, ...]:
    return tuple(_seat(seat) for seat in _in_order(report.seats))


def _in_order(seats: Iterable[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: (seat.placement is None, seat.placement or 0, seat.position))


def _seat(seat: Seat) -> Placed:
    person = seat.person
    name = gettext("somebody not shown") if person is None else person.name or gettext("former member")
    return Placed(
        place=seat.placement,
        player_id=person.public_id if person else "",
        name=name,
        total="" if seat.total is None else format_decimal(seat.total).replace("-", "\N{MINUS SIGN}"),
        guest=seat.guest,
        participation=participation_mark(seat.participation),
    )
