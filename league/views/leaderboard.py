"""The club's leaderboard: chooses the words and figures of one run; who may look is asked in access."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from league.selectors.leaderboard import has_tables, leaderboard_page, leaderboard_pointer
from league.selectors.leaderboard_filters import choices_of, leaderboard_filtered, pointer_fitting
from league.templatetags import sekijun
from league.views.access import visit_page
from league.views.caching import conditional_page, with_cache_headers
from league.views.frame import frame
from league.views.imprint import counts_points, imprint
from league.views.leaderboard_filters import MINIMA, asked_of
from league.views.paging import page_number, pager
from league.views.ranking_rows import ranking_rows
from league.views.remembered import remembered
from league.views.table import game_name

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.selectors.leaderboard import Leaderboard, Pointer, Riser
    from league.selectors.leaderboard_filters import Filters
    from league.views.access import Visit
    from league.views.leaderboard_filters import Asked


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current run of one of the club's ladders, or what the filters leave of it."""
    seen_by = visit_page(request, slug)
    wanted, page = request.GET.get("ladder", ""), page_number(request)
    pointer = remembered(
        ("pointer", seen_by.pulse, wanted), lambda: leaderboard_pointer(club=seen_by.club, wanted=wanted)
    )
    if pointer is None:
        raise Http404
    asked = asked_of(request, seen_by.club)
    if not wanted:
        pointer = pointer_fitting(pointer, asked.filters)
    if asked.wrong:
        response = _render(request, seen_by, pointer, page, asked)
        response.status_code = HTTPStatus.BAD_REQUEST
        return with_cache_headers(request, response, public=seen_by.club.public)
    return conditional_page(
        request,
        seen=_seen(pointer, seen_by, page, asked),
        public=seen_by.club.public,
        render=lambda: _render(request, seen_by, pointer, page, asked),
    )


def _seen(pointer: Pointer, seen_by: Visit, page: int, asked: Asked) -> tuple[object, ...]:
    """Return everything that decides the text of the page besides language and visitor."""
    club, ladder = pointer.club, pointer.ladder
    return (
        (club.pk, club.name, club.is_demo, club.timezone, club.language),
        (pointer.revision, seen_by.role, page, sorted(asked.query.items())),
        ladder and (ladder.pk, ladder.current_run_id, ladder.computed_revision),
        [(other.pk, other.name) for other in pointer.ladders],
    )


def _render(request: HttpRequest, seen_by: Visit, pointer: Pointer, page: int, asked: Asked) -> HttpResponse:
    board = _board(pointer, page, asked)
    if board is None:
        raise Http404
    ladder, run = pointer.ladder, pointer.run
    query = {"ladder": ladder.public_id} if ladder and request.GET.get("ladder") else {}
    context = frame(request, seen_by, "standings") | {
        "ladder": ladder,
        "points": counts_points(run),
        "pending": pointer.pending,
        "conflicts": board.conflicts,
        "lead": board.lead,
        "rows": board.rows,
        "filtered": asked.filters.any,
        "pager": pager(page=page, pages=board.pages, query=query | asked.query),
        "filters": board.filters,
    }
    if not (board.rows or asked.filters.any or pointer.pending):
        context |= _why_nothing(pointer)
    context |= imprint(ladder, run, zone=seen_by.club.timezone)
    return render(request, "league/leaderboard.html", context)


def _why_nothing(pointer: Pointer) -> dict[str, object]:
    """Return why a ladder without rows is empty, and the command that would fill it."""
    tables = has_tables(club=pointer.club)
    command = f"python manage.py import_results FILE --club {pointer.club.slug}"
    return {
        "nothing_counted": tables and pointer.ladder is not None,
        "no_ladder": tables and pointer.ladder is None,
        "import_command": f"{command} --ladder standard" if pointer.ladder is None else command,
    }


@dataclass(frozen=True, slots=True)
class Board:
    """The part of the page that is the same for everybody: made once a run and revision."""

    filters: SafeString
    rows: SafeString
    lead: SafeString
    conflicts: tuple[str, ...]
    pages: int


def _board(pointer: Pointer, page: int, asked: Asked) -> Board | None:
    key = (
        "board",
        (pointer.club.pk, pointer.revision, pointer.ladder and pointer.ladder.pk),
        pointer.run and pointer.run.pk,
        (page, get_language(), tuple(sorted(asked.query.items()))),
    )
    return remembered(key, lambda: _board_made(pointer, page, asked))


def _board_made(pointer: Pointer, page: int, asked: Asked) -> Board | None:
    if asked.filters.any:
        found = leaderboard_filtered(pointer=pointer, filters=asked.filters, page=page)
    else:
        found = leaderboard_page(pointer=pointer, page=page)
    if found is None:
        return None
    return Board(
        filters=_filter_row(pointer, asked, empty=not found.rows),
        rows=ranking_rows(
            found.rows,
            names_in=pointer.club.language,
            club=pointer.club.slug,
            points=counts_points(pointer.run),
        ),
        lead=left_of(found, asked.filters) if asked.filters.any else lead_of(found),
        conflicts=found.conflicts,
        pages=found.pages,
    )


def _filter_row(pointer: Pointer, asked: Asked, *, empty: bool) -> SafeString:
    """Return the row of filters; none where there is nothing to choose from."""
    if empty and not (asked.filters.any or asked.wrong or len(pointer.ladders) > 1):
        return SafeString("")
    choices = choices_of(club=pointer.club, ladders=pointer.ladders)
    context = {
        "club": pointer.club,
        "ladder": pointer.ladder,
        "ladders": pointer.ladders,
        "filtered": asked.filters.any,
        "seasons": choices.seasons,
        "games": [(game, game_name(game)) for game in choices.games],
        "minima": sorted({*MINIMA, asked.filters.min_tables} - {0}),
        "least_asked": asked.filters.min_tables,
        "typed": asked.typed,
        "wrong": asked.wrong,
    }
    return render_to_string("league/partials/filters.html", context)


def left_of(found: Leaderboard, filters: Filters) -> SafeString:
    """Return how many people the filters leave, and that their ranks are those of the whole ladder."""
    left = ngettext("{count} person is left.", "{count} people are left.", found.players)
    said = left.format(count=found.players) + gettext(" Ranks are those of the whole ladder")
    if filters.as_of is None:
        return format_html("{}", said + gettext("."))
    day = sekijun.club_day_long(filters.as_of)
    return format_html("{}", said + gettext(", as of {day}.").format(day=day))


def lead_of(found: Leaderboard) -> SafeString:
    """Return the opening sentences: up to which meeting, how many tables and people; who rose, if anybody did."""
    figures = gettext("Up to meeting {meeting} · {tables} · {people}.")
    counted = {
        "meeting": found.meetings,
        "tables": ngettext("{count} table", "{count} tables", found.tables).format(count=found.tables),
        "people": ngettext("{count} person", "{count} people", found.players).format(count=found.players),
    }
    return format_html(figures + _rising(found.risers), **counted, **_names(found.risers))


def _rising(risers: tuple[Riser, ...]) -> str:
    match len(risers):
        case 0:
            return ""
        case 1:
            return gettext(' Up since the meeting before: <bdi class="who">{name0}</bdi> (▲{up0}).')
        case _:
            return gettext(
                ' Up since the meeting before: <bdi class="who">{name0}</bdi> (▲{up0})'
                ' and <bdi class="who">{name1}</bdi> (▲{up1}).'
            )


def _names(risers: tuple[Riser, ...]) -> dict[str, str | int]:
    named: dict[str, str | int] = {}
    for index, riser in enumerate(risers):
        named |= {f"name{index}": riser.name, f"up{index}": riser.up}
    return named
