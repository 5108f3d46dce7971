"""The entry page: shows a sheet, changes its shape, keeps it as a draft, and sends it.

Nothing typed is lost: every refusal answers with the sheet as it was typed and says what is wrong under its field.
"""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from league.forms.sheet import kept_fields, sheet_of
from league.selectors.entry import draft_named
from league.services.actors import Actor
from league.services.entry import entry_keep
from league.views.busy import busy_is_503
from league.views.entry_access import reporter, user_of
from league.views.entry_look import Look, look
from league.views.entry_render import entry_page
from league.views.entry_send import SENDING, send
from league.views.entry_sheet import STRUCTURAL, changed, completed, fresh_sheet

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.http import HttpRequest

    from league.forms.sheet import Sheet
    from league.models import Club
    from league.services.submissions import SubmitAnswer


@csrf_protect
@never_cache
@busy_is_503
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sheet of the next table, or do with a posted one what its button says."""
    seen_by = reporter(request, slug)
    if isinstance(seen_by, HttpResponse):
        return seen_by
    if request.method != "POST":
        return entry_page(request, seen_by, _asked_for(request, user_of(request), seen_by.club))
    outcome = _done(user_of(request), seen_by.club, request.POST.dict())
    if isinstance(outcome, Look):
        return entry_page(request, seen_by, outcome)
    return _onward(request, reverse("league:entry-sent", args=[slug, outcome.submission]))


@never_cache
@busy_is_503
def entry_stale(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a sheet that came without a valid token, such as one of before a new login, as it was typed."""
    seen_by = reporter(request, slug)
    if isinstance(seen_by, HttpResponse):
        return seen_by
    found = look(seen_by.club, sheet_of(request.POST.dict()), live=True)
    message = gettext(
        "This page was too old, so nothing was sent. Everything typed is still here: send again."
    )
    found.refuse(message, status=HTTPStatus.FORBIDDEN)
    return entry_page(request, seen_by, found)


def _done(user: User, club: Club, fields: dict[str, str]) -> Look | SubmitAnswer:
    """Do with a sheet what its button says; return how it looks then, or the answer once it is sent."""
    sheet, do = sheet_of(fields), fields.get("do", "")
    what = do.partition(":")[0]
    if what in STRUCTURAL:
        return look(club, changed(club, sheet, do), live=True)
    if what in SENDING:
        return send(user=user, club=club, sheet=sheet, do=do)
    if do == "check":
        return look(club, sheet)
    if do == "draft":
        return _kept(user, club, sheet, fields)
    found = look(club, sheet)
    found.refuse(gettext("Nothing was sent: please use one of the buttons."))
    return found


def _asked_for(request: HttpRequest, user: User, club: Club) -> Look:
    """Return the sheet of a draft, or a fresh one."""
    wanted = request.GET.get("draft", "")
    draft = draft_named(club=club, user_id=user.pk, public_id=wanted)
    if draft is None:
        sheet = fresh_sheet(club, day=request.GET.get("day", ""), game=request.GET.get("game", ""))
        gone = gettext("This draft is not there any more: it was sent or thrown away.") if wanted else ""
        return Look(sheet, focus="seat-1-player", notice=gone, good=not wanted)
    kept = draft.raw.get("form") if isinstance(draft.raw, dict) else None
    fields = {str(name): str(value) for name, value in kept.items()} if isinstance(kept, dict) else {}
    sheet = completed(club, replace(sheet_of(fields), draft=draft.public_id))
    return look(club, sheet, live=True)


def _kept(user: User, club: Club, sheet: Sheet, fields: dict[str, str]) -> Look:
    """Keep the sheet as a draft because its button says so."""
    draft = draft_named(club=club, user_id=user.pk, public_id=sheet.draft)
    kept = entry_keep(actor=Actor.of(user), club=club, fields=kept_fields(fields), draft=draft)
    found = look(club, sheet, live=True)
    if kept is None:
        found.refuse(
            gettext("This draft is too large to be kept."), status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        )
    else:
        found.sheet = replace(sheet, draft=kept.public_id)
        found.notice = gettext("Draft kept. You can go on later, on any device.")
    return found


def _onward(request: HttpRequest, url: str) -> HttpResponse:
    """Lead on after a post, so that reloading sends nothing twice."""
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url, status=HTTPStatus.SEE_OTHER)
