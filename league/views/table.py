"""The page of one table. What may be done there is behind links: the page itself holds no form and can be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from games.core.registry import UnknownGame, get_game
from league.models import Table
from league.selectors.entry import ruleset_name
from league.selectors.table_page import table_of_club, table_page
from league.services.policy import Verb
from league.views.access import Visit, visit_page
from league.views.caching import conditional_page
from league.views.differences import compare, fields_of
from league.views.frame import allows, frame
from league.views.paging import page_number_in
from league.views.remembered import remembered
from league.views.sheet import paper_of, said
from league.views.table_moves import moves_context
from league.views.timeline import state_label, timeline_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.selectors.table_page import TablePage, Version


@require_safe
def table(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a table: its sheet, what the referee says, its history, and what the visitor may do."""
    seen_by = visit_page(request, slug)
    found = table_of_club(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    wanted = page_number_in(request, "version")
    return conditional_page(
        request,
        seen=(
            (seen_by.club.name, seen_by.club.counter.revision, seen_by.club.timezone, seen_by.role),
            (found.pk, found.lock_version, wanted, request.GET.get("done", "")[:20]),
            seen_by.pulse,
        ),
        public=seen_by.club.public,
        render=lambda: _render(request, seen_by, found, wanted),
    )


def _render(request: HttpRequest, seen_by: Visit, found: Table, wanted: int | None) -> HttpResponse:
    key = ("table", found.pk, found.lock_version, seen_by.club.counter.revision)
    page = remembered(key, lambda: table_page(table=found))
    version = shown_version(page, seen_by, wanted)
    standing = (
        found.state != Table.State.VOID
    )  # reports of a void table are decided about once it is restored
    return render(
        request,
        "league/table.html",
        frame(request, seen_by, "meetings")
        | table_context(page, seen_by, version)
        | {
            "title": title_of(found),
            "acts": acts_of(request, seen_by, page),
            "may_confirm": standing and allows(request, seen_by, Verb.CONFIRM, found.meeting.season),
            "may_reject": standing and allows(request, seen_by, Verb.REJECT, found.meeting.season),
            "done": done_said(request.GET.get("done", ""), page, seen_by),
            "timeline": timeline_of(page, zone=seen_by.club.timezone, member=seen_by.role is not None),
            **moves_context(page, seen_by),
            **conflict_context(page, seen_by),
        },
    )


def shown_version(page: TablePage, seen_by: Visit, wanted: int | None) -> Version | None:
    """Return the version that is asked for; unasked, the one that counts, and for members else the newest.

    Raises:
        Http404: there is no such version, or the visitor is no member and it isn't the confirmed one.
    """
    member = seen_by.role is not None
    if wanted is None:
        return page.confirmed or (page.versions[-1] if page.versions and member else None)
    version = page.version(wanted)
    if version is None or not (member or version is page.confirmed):
        raise Http404
    return version


def table_context(page: TablePage, seen_by: Visit, version: Version | None) -> dict[str, Any]:
    """Return the sheet of a version with the words around it."""
    found = page.table
    return {
        "table": found,
        "meeting": found.meeting,
        "game_name": ruleset_name(found.ruleset.game, found.ruleset.key, get_language() or "ja"),
        "state": state_words(page),
        "version": version,
        "version_state": state_label(version) if version else "",
        "paper": paper_of(version, ruleset=found.ruleset, names_hidden=names_hidden(seen_by))
        if version
        else None,
    }


def conflict_context(page: TablePage, seen_by: Visit) -> dict[str, Any]:
    """Return rival versions side by side with the referee's verdict on each; members only."""
    rivals = page.rivals if seen_by.role is not None else ()
    if not rivals:
        return {}
    return {
        "rivals": [
            {
                "version": rival,
                "state": state_label(rival),
                "said": [said(finding) for finding in rival.findings],
            }
            for rival in rivals
        ],
        "differences": compare([fields_of(rival, names_hidden=names_hidden(seen_by)) for rival in rivals]),
    }


def names_hidden(seen_by: Visit) -> bool:
    """Say whether hidden people stay unnamed for the visitor: for all but those who manage people."""
    return seen_by.role not in {"owner", "admin"}


def game_name(key: str) -> str:
    """Return a game's name in the active language."""
    try:
        return get_game(key).names[get_language() or "ja"]
    except (UnknownGame, KeyError):
        return key


def title_of(found: Table) -> str:
    """Return what people call a table within its evening."""
    return title_of_place(found.round, found.number)


def title_of_place(round_: int, number: int) -> str:
    """Return what people call the table at a place."""
    return gettext("Round {round}, table {number}").format(round=round_, number=number)


def state_words(page: TablePage) -> str:
    """Return the state of the table when it isn't simply confirmed."""
    match page.table.state:
        case Table.State.OPEN:
            return gettext("waiting for confirmation") if page.versions else gettext("no result yet")
        case Table.State.UNFINISHED:
            return gettext("broken off, not rated")
        case Table.State.VOID:
            return gettext("void, not rated")
        case _:
            return ""


def acts_of(request: HttpRequest, seen_by: Visit, page: TablePage) -> list[tuple[str, str, bool]]:
    """Return what the visitor may do now: address word, label, whether it is dangerous."""
    found, season = page.table, page.table.meeting.season
    void, confirmed = found.state == Table.State.VOID, page.confirmed is not None
    seated = confirmed and sum(line.seat is not None for line in page.confirmed.lines) > 1  # type: ignore[union-attr]
    offered = (
        (Verb.RESTORE, void, "restore", gettext("Restore this table"), False),
        (Verb.CORRECT, confirmed and not void, "correct", gettext("Correct the result"), False),
        (Verb.CORRECT, seated and not void, "swap", gettext("Swap two seats"), False),
        (Verb.MOVE, not void, "move", gettext("Move to another place"), False),
        (
            Verb.MARK_UNFINISHED,
            not void and found.marked_unfinished,
            "finished",
            gettext("It was finished after all"),
            False,
        ),
        (
            Verb.MARK_UNFINISHED,
            not void and not found.marked_unfinished,
            "unfinished",
            gettext("It was broken off"),
            True,
        ),
        (Verb.VOID, not void, "void", gettext("Declare void"), True),
    )
    return [
        (word, label, dangerous)
        for verb, fits, word, label, dangerous in offered
        if fits and allows(request, seen_by, verb, season)
    ]


def done_said(done: str, page: TablePage, seen_by: Visit) -> dict[str, str] | None:
    """Return what to say after an act, with the act that takes it back; nothing where the table tells otherwise."""
    if seen_by.role is None:
        return None
    void, unfinished = page.table.state == Table.State.VOID, page.table.marked_unfinished
    said_after = {
        "confirm": (page.confirmed is not None, gettext("The report is confirmed."), ""),
        "reject": (True, gettext("The report is rejected; it stays in the history."), ""),
        "correct": (page.confirmed is not None, gettext("The correction is confirmed."), ""),
        "swap": (page.confirmed is not None, gettext("The seats are swapped."), "swap"),
        "move": (not void, gettext("The table is moved."), ""),
        "void": (void, gettext("The table is void now."), "restore"),
        "restore": (not void, gettext("The table is restored."), "void"),
        "unfinished": (unfinished, gettext("The table is marked as broken off."), "finished"),
        "finished": (not unfinished, gettext("The table is marked as finished."), "unfinished"),
    }.get(done)
    if said_after is None or not said_after[0]:
        return None
    return {"text": said_after[1], "undo": said_after[2]}
