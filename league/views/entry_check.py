"""The live check: what the referee says while somebody types, as the parts of the page that change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from league.forms.sheet import kept_fields, sheet_of
from league.selectors.entry import draft_named
from league.services.actors import Actor
from league.services.entry import entry_keep
from league.templatetags.sekijun import club_time
from league.views.busy import busy_is_503
from league.views.entry_access import reporter, user_of
from league.views.entry_look import look
from league.views.entry_page import seat_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.http import HttpRequest

    from league.forms.sheet import Sheet
    from league.models import Club


@csrf_protect
@never_cache
@busy_is_503
@require_POST
def entry_check(request: HttpRequest, slug: str) -> HttpResponse:
    """Judge a sheet as it is and, where the page asks for it, keep it as a draft."""
    seen_by = reporter(request, slug)
    if isinstance(seen_by, HttpResponse):
        return seen_by
    fields = request.POST.dict()
    sheet = sheet_of(fields)
    found = look(seen_by.club, sheet, live=True, typing=fields.get("typing", ""))
    context = {
        "club": seen_by.club,
        "sheet": sheet,
        "verdict": found.verdict,
        "rows": seat_rows(sheet, found.verdict, found.judgement, found.unknown),
    }
    response = render(request, "league/entry/check.html", context)
    user = user_of(request)
    response["HX-Trigger"] = json.dumps({"sekijun:checked": _received(user, seen_by.club, sheet, fields)})
    return response


def _received(user: User, club: Club, sheet: Sheet, fields: dict[str, str]) -> dict[str, str]:
    """Keep the draft if it is asked for and holds anything; return what the state line tells."""
    if fields.get("save") != "1" or sheet.blank:
        return {}
    draft = draft_named(club=club, user_id=user.pk, public_id=sheet.draft)
    if sheet.draft and draft is None:
        return {}  # it has been sent meanwhile: a draft of it would only be sent again
    kept = entry_keep(actor=Actor.of(user), club=club, fields=kept_fields(fields), draft=draft)
    if kept is None:
        return {}
    return {"draft": kept.public_id, "at": club_time(timezone.now(), club.timezone).split()[-1]}
