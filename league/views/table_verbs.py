"""What can be done to a table: each verb has a page that says what will happen, and acts when it is sent.

Every sending carries the version of the table that its sender saw; a stale one changes nothing and is shown what
happened meanwhile, with everything that was typed (G3). Correcting has a page of its own in table_correct.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.selectors.table_page import table_of_club, table_page
from league.services.errors import Refused, ReportRefused, Stale
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import frame, see_other, turned_away, typed_in
from league.views.paging import SMALL_NUMBER, small_number
from league.views.previews import perform_or_preview
from league.views.sheet import said
from league.views.table import conflict_context, table_context, title_of
from league.views.table_acts import ACTS, Act, Sent
from league.views.timeline import timeline_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

    from league.models import Preview, Table
    from league.selectors.table_page import TablePage, Version
    from league.views.access import Visit


@dataclass(frozen=True, slots=True)
class Answer:
    """A page that answers an act that wasn't done: why it was refused, at a field or on top, or its preview."""

    status: int = HTTPStatus.OK
    message: str = ""
    field: str = ""
    stale: bool = False
    findings: tuple[Any, ...] = ()
    preview: Preview | None = None


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_verb(request: HttpRequest, slug: str, public_id: str, verb: str) -> HttpResponse:
    """Ask before an act, or do it and go back to the table."""
    seen_by = visit_page(request, slug)
    found = table_of_club(club_id=seen_by.club.pk, public_id=public_id)
    act = ACTS.get(verb)
    if found is None or act is None:
        raise Http404
    away = turned_away(request, seen_by, act.right, found.meeting.season)
    if away is not None:
        return away
    page = table_page(table=found)
    version = _version(request, page, act)
    if request.method != "POST":
        return _ask(request, seen_by, page, act, version, Answer())
    return _act(request, seen_by, page, act, version)


def _act(
    request: HttpRequest, seen_by: Visit, page: TablePage, act: Act, version: Version | None
) -> HttpResponse:
    lock_version = lock_version_of(request)
    if lock_version is None:
        answer = Answer(
            HTTPStatus.PRECONDITION_REQUIRED,
            gettext("The page you sent was incomplete: please send it again."),
        )
        return _ask(request, seen_by, page, act, version, answer)
    sent = Sent(table=page.table, lock_version=lock_version, version=version, typed=typed_in(request))
    try:
        preview = perform_or_preview(request, seen_by.club, act.call(sent))
    except Refused as refusal:
        return _ask(request, seen_by, page, act, version, answer_to(refusal))
    if preview is not None:
        return _ask(request, seen_by, page, act, version, Answer(preview=preview))
    return back_to_table(page.table, act.word)


def _version(request: HttpRequest, page: TablePage, act: Act) -> Version | None:
    """Return the report that an act is about.

    Raises:
        Http404: the act needs one, and the address names none of this table.
    """
    if not act.about_version:
        return None
    number = (request.POST if request.method == "POST" else request.GET).get("version", "")
    version = page.version(small_number(number))
    if version is None:
        raise Http404
    return version


def _ask(
    request: HttpRequest, seen_by: Visit, page: TablePage, act: Act, version: Version | None, answer: Answer
) -> HttpResponse:
    """Show what an act will do, with what was typed and why it was refused."""
    if answer.stale:
        page = page_again(page)
    typed = typed_in(request) if request.method == "POST" else act.proposal(page)
    response = render(
        request,
        "league/table_verb.html",
        frame(request, seen_by, "meetings")
        | table_context(page, seen_by, version or page.confirmed)
        | {
            "title": title_of(page.table),
            "act": act,
            "heading": str(act.title).format(number=version.number if version else 0),
            "asks": act.asks(page, version),
            "needs_reason": act.needs_reason(version),
            "typed": typed,
            "answer": answer,
            "preview": answer.preview,
            "previews": act.previews,
            "said_findings": [said(finding) for finding in answer.findings],
            "seats": _seats(page, seen_by),
            "meanwhile": meanwhile(page, seen_by) if answer.stale else (),
            **(conflict_context(page, seen_by) if act.about_version or answer.stale else {}),
        },
        status=answer.status,
    )
    return with_cache_headers(request, response, public=False)


def answer_to(refusal: Refused) -> Answer:
    """Return how a refusal is answered."""
    findings = refusal.findings if isinstance(refusal, ReportRefused) else ()
    return Answer(
        refusal.status, str(refusal.message), refusal.field, isinstance(refusal, Stale), tuple(findings)
    )


def lock_version_of(request: HttpRequest) -> int | None:
    """Return the version of the table that the sender saw, None when it isn't said."""
    text = request.POST.get("lock_version", "")
    return int(text) if SMALL_NUMBER.fullmatch(text) else None


def back_to_table(table: Table, done: str) -> HttpResponseRedirect:
    """Go back to the table and say there what was done."""
    return see_other(reverse("league:table", args=[table.meeting.club.slug, table.public_id]), done)


def _seats(page: TablePage, seen_by: Visit) -> list[tuple[int, str]]:
    """Return the seats of the confirmed report with who sat there."""
    if page.confirmed is None:
        return []
    context = table_context(page, seen_by, page.confirmed)["paper"]
    return [(line.seat, line.name) for line in context.lines if line.seat is not None]


def page_again(page: TablePage) -> TablePage:
    """Return a table as it is now, after somebody else changed it."""
    table = page.table
    found = table_of_club(club_id=table.meeting.club_id, public_id=table.public_id)
    return table_page(table=found) if found else page


def meanwhile(page: TablePage, seen_by: Visit) -> tuple[object, ...]:
    """Return the last things that happened to the table, newest first."""
    return timeline_of(page, zone=seen_by.club.timezone, member=True)[::-1][:3]
