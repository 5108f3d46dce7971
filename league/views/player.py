"""The page of one player. Whoever is merged leads to whom they count as; whoever is hidden is known to admins only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from league.models import Table
from league.selectors.player_page import RECENT, player_page, player_pointer
from league.selectors.tables import TableFilter, tables_page
from league.services.policy import Verb
from league.views.access import Visit, visit_page
from league.views.breakdown import formula_note
from league.views.caching import conditional_page
from league.views.curve import curve_data, curve_svg
from league.views.frame import allows, frame
from league.views.imprint import counts_points, imprint
from league.views.paging import page_number, pager
from league.views.participation import participation_effect, participation_mark
from league.views.player_rows import opponent_rows, result_rows, seat_rows
from league.views.remembered import remembered

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.selectors.player_page import PlayerPage, PlayerPointer

UNRATED_SHOWN = 20


@require_safe
def player(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a player in one of the club's ladders."""
    seen_by = visit_page(request, slug)
    wanted, page = request.GET.get("ladder", ""), page_number(request)
    pointer = remembered(
        ("player pointer", seen_by.pulse, public_id, wanted),
        lambda: player_pointer(club=seen_by.club, public_id=public_id, wanted=wanted),
    )
    if pointer is None or not _may_see(request, seen_by, pointer):
        raise Http404
    if pointer.moved:
        address = reverse("league:player", args=[slug, pointer.player.public_id])
        return redirect(f"{address}?ladder={wanted}" if wanted else address)
    return conditional_page(
        request,
        seen=_seen(pointer, seen_by, page),
        public=seen_by.club.public and not pointer.hidden,
        render=lambda: _render(request, seen_by, pointer, page),
    )


def _may_see(request: HttpRequest, seen_by: Visit, pointer: PlayerPointer) -> bool:
    """Say whether the visitor may know of this player: of a hidden one, by whatever record, only admins."""
    return not pointer.hidden or allows(request, seen_by, Verb.MANAGE_PEOPLE)


def _seen(pointer: PlayerPointer, seen_by: Visit, page: int) -> tuple[object, ...]:
    club, ladder = seen_by.club, pointer.ladder
    return (
        (club.pk, club.name, club.language, club.timezone, club.is_demo, club.counter.revision, seen_by.role),
        (pointer.player.pk, page),
        ladder and (ladder.pk, ladder.current_run_id, ladder.computed_revision),
        [(other.pk, other.name) for other in pointer.ladders],
    )


def _render(request: HttpRequest, seen_by: Visit, pointer: PlayerPointer, number: int) -> HttpResponse:
    run, revision = pointer.run, seen_by.club.counter.revision
    key = ("player", run and run.pk, revision, pointer.player.pk, number)
    page = remembered(key, lambda: player_page(pointer=pointer, page=number))
    if page is None:
        raise Http404
    ladder = pointer.ladder
    query = {"ladder": ladder.public_id} if ladder and request.GET.get("ladder") else {}
    context = frame(request, seen_by, "people") | {
        "player": pointer.player,
        "hidden": pointer.hidden,
        "erased": pointer.player.anonymised_at is not None,
        "name": "" if pointer.player.anonymised_at else pointer.player.display_name,
        "ladder": ladder,
        "points": counts_points(run),
        "ladders": pointer.ladders,
        "standing": pointer.standing,
        "page": page,
        "apart": [
            (entry, participation_mark(entry.participation), participation_effect(entry.participation))
            for entry in page.apart
        ],
        "pager": pager(page=number, pages=page.pages, query=query),
        "pending": ladder is not None and ladder.computed_revision < seen_by.club.counter.revision,
    }
    context |= imprint(ladder, run, zone=seen_by.club.timezone)
    context |= _rated(seen_by, pointer, page) if page.total else _unrated(seen_by, pointer)
    return render(request, "league/player.html", context)


def _rated(seen_by: Visit, pointer: PlayerPointer, page: PlayerPage) -> dict[str, Any]:
    club = seen_by.club
    return {
        "curve": curve_svg(page.curve),
        "curve_data": curve_data(page.curve),
        "shortened": RECENT if page.total > RECENT else 0,
        "mean_place": _mean(pointer),
        "results": result_rows(page.results, club=club.slug),
        "results_note": formula_note(pointer.run.version.formula) if pointer.run else "",
        "opponents": opponent_rows(page.opponents, club=club.slug, names_in=club.language),
        "seats": seat_rows(page.seats),
    }


def _unrated(seen_by: Visit, pointer: PlayerPointer) -> dict[str, Any]:
    """Return the tables of somebody whom the ladder doesn't know, such as a guest."""
    wanted = TableFilter(records=pointer.records)
    found = [
        entry
        for entry in tables_page(
            club_id=seen_by.club.pk, wanted=wanted, limit=UNRATED_SHOWN, newest_first=True
        )
        if entry.state != Table.State.VOID
    ]
    guest = gettext("Guests have no rating; others' ratings don't change by playing them.")
    return {
        "tables": found,
        "why_unrated": guest
        if pointer.player.guest
        else gettext("There is no rated table of this person in this ladder yet."),
    }


def _mean(pointer: PlayerPointer) -> str:
    standing = pointer.standing
    return f"{standing.placement_sum / standing.tables:.2f}" if standing and standing.tables else "–"
