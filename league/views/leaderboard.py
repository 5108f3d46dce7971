"""The club's leaderboard: chooses the words and figures of one run; who may look is asked in access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from league.selectors.leaderboard import leaderboard_page, leaderboard_pointer
from league.services.policy import Verb, may
from league.templatetags import sekijun
from league.views.access import Visit, visit
from league.views.caching import conditional_page
from league.views.paging import page_number, pager
from league.views.ranking_rows import ranking_rows

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.utils.safestring import SafeString

    from league.selectors.leaderboard import Leaderboard, Pointer, Riser


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current run of one of the club's ladders."""
    seen_by = visit(request, slug)
    wanted, page = request.GET.get("ladder", ""), page_number(request)
    pointer = leaderboard_pointer(club=seen_by.club, wanted=wanted)
    if pointer is None:
        raise Http404
    return conditional_page(
        request,
        seen=_seen(pointer, seen_by, page),
        public=seen_by.club.public,
        render=lambda: _render(request, seen_by, pointer, page),
    )


def _seen(pointer: Pointer, seen_by: Visit, page: int) -> tuple[object, ...]:
    """Return everything that decides the text of the page besides language and visitor."""
    club, ladder = pointer.club, pointer.ladder
    return (
        (club.pk, club.name, club.is_demo, club.timezone, club.language),
        (pointer.revision, seen_by.role, page),
        ladder and (ladder.pk, ladder.current_run_id, ladder.computed_revision),
        [(other.pk, other.name) for other in pointer.ladders],
    )


def _render(request: HttpRequest, seen_by: Visit, pointer: Pointer, page: int) -> HttpResponse:
    found = leaderboard_page(pointer=pointer, page=page)
    if found is None:
        raise Http404
    ladder, run = pointer.ladder, pointer.run
    query = {"ladder": ladder.public_id} if ladder and request.GET.get("ladder") else {}
    context: dict[str, object] = {
        "club": seen_by.club,
        "section": "standings",
        "ladder": ladder,
        "ladders": pointer.ladders,
        "pending": pointer.pending,
        "conflicts": found.conflicts,
        "lead": lead_of(found),
        "rows": ranking_rows(found.rows, names_in=seen_by.club.language),
        "pager": pager(page=page, pages=found.pages, query=query),
        "may_report": may(user=request.user, verb=Verb.REPORT, club=seen_by.club, role=seen_by.role),
        "import_command": f"python manage.py import_results FILE --club {seen_by.club.slug}",
    }
    if run is not None:
        computed_at = run.published_at or run.started_at
        context |= {
            "computed_at": computed_at,
            "computed_at_text": sekijun.club_time(computed_at, seen_by.club.timezone),
            "digest": run.digest,
            "digest_short": sekijun.digest_short(run.digest),
        }
    return render(request, "league/leaderboard.html", context)


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
