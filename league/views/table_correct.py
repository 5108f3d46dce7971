"""Correcting a confirmed result: the sheet as fields, the referee's word under them, and nothing typed is lost.

A correction that comes too late is shown beside what is stored now, field by field, and can be sent again.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.forms.correction import corrected, field_of
from league.models import Player
from league.selectors.entry import ruleset_name
from league.selectors.table_page import table_of_club, table_page
from league.services.calls import Call
from league.services.errors import Problem, Refused, ReportRefused
from league.services.people import players_by_name
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.correction_sheet import Sheet, beside, cell_labels, rebased, sheet_of
from league.views.frame import frame, turned_away, typed_in
from league.views.paging import small_number
from league.views.participation import participation_labels
from league.views.previews import perform_or_preview
from league.views.sheet import said
from league.views.table import title_of
from league.views.table_verbs import (
    Answer,
    answer_to,
    back_to_table,
    lock_version_of,
    meanwhile,
    page_again,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from league.selectors.table_page import TablePage
    from league.views.access import Visit


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_correction(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show the form, or correct the result and go back to the table."""
    seen_by = visit_page(request, slug)
    found = table_of_club(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    away = turned_away(request, seen_by, Verb.CORRECT, found.meeting.season)
    if away is not None:
        return away
    page = table_page(table=found)
    sheet = _sheet(request, page)
    if request.method != "POST":
        return _form(request, seen_by, page, sheet, Answer(), {})
    return _send(request, seen_by, page, sheet)


def _send(request: HttpRequest, seen_by: Visit, page: TablePage, sheet: Sheet) -> HttpResponse:
    lock_version = lock_version_of(request)
    if lock_version is None:
        message = gettext("The page you sent was incomplete: please send it again.")
        return _form(request, seen_by, page, sheet, Answer(HTTPStatus.PRECONDITION_REQUIRED, message), {})
    typed = typed_in(request)
    try:
        players = _players(page, sheet, typed)
        call = Call(
            "table.correct",
            {
                "table": page.table.public_id,
                "lock_version": lock_version,
                "report": corrected(sheet.report, typed, sheet.cells),
                "reason": typed.get("reason", ""),
                "players": [player.public_id for player in players],
            },
        )
        preview = perform_or_preview(request, seen_by.club, call)
    except Refused as refusal:
        return _form(request, seen_by, page, sheet, answer_to(refusal), _under_fields(refusal, sheet))
    if preview is not None:
        return _form(request, seen_by, page, sheet, Answer(preview=preview), {})
    return back_to_table(page.table, "correct")


def _sheet(request: HttpRequest, page: TablePage) -> Sheet:
    """Return the version that the form starts from: what is confirmed, or what the sender had before them.

    Raises:
        Http404: nothing is confirmed, or the version named is none of this table.
    """
    base = page.version(small_number(request.POST.get("base", ""))) or page.confirmed
    sheet = sheet_of(base, page.table.ruleset.game)
    if sheet is None:
        raise Http404
    return sheet


def _players(page: TablePage, sheet: Sheet, typed: dict[str, str]) -> list[Player]:
    """Return who sits where: the people of the report, but for the names that were changed.

    Raises:
        ReportRefused: a name means nobody in this club.
    """
    before = sheet.texts
    lines = sorted(sheet.base.lines, key=lambda line: line.position)
    names = [typed.get(f"player-{n}", before[f"player-{n}"]).strip() for n in range(len(lines))]
    changed = {name for n, name in enumerate(names) if name != before[f"player-{n}"]}
    storable = {name for name in changed if "\x00" not in name}  # PostgreSQL can't be asked for such a name
    known = players_by_name(club=page.table.meeting.club, names=storable)
    problems = [
        Problem(f"/seats/{n}/player", "unknown_player", _unknown(name))
        for n, name in enumerate(names)
        if name in changed and name not in known
    ]
    if problems:
        raise ReportRefused(gettext("The correction can't be stored: see the names."), problems=problems)
    kept = Player.objects.in_bulk([line.record for line in lines])
    return [
        known[name] if name in changed else kept[line.record] for name, line in zip(names, lines, strict=True)
    ]


def _unknown(name: str) -> str:
    if not name:
        return gettext("A name is needed.")
    words = gettext("{name} is not known in this club yet. Add them on the page of people first.")
    return words.format(name=name)


def _under_fields(refusal: Refused, sheet: Sheet) -> dict[str, list[Any]]:
    """Return what is said under each field."""
    under: dict[str, list[Any]] = {}
    if isinstance(refusal, ReportRefused):
        for problem in refusal.problems:
            sentence = {
                "severity": "error",
                "kind": gettext("Error"),
                "sentence": str(problem.message),
                "rule": "",
            }
            under.setdefault(field_of(problem.path, sheet.cells), []).append(sentence)
        for finding in refusal.findings:
            under.setdefault(field_of(finding.path, sheet.cells), []).append(said(finding))
    return under


def _form(
    request: HttpRequest,
    seen_by: Visit,
    page: TablePage,
    sheet: Sheet,
    answer: Answer,
    under: dict[str, list[Any]],
) -> HttpResponse:
    typed = typed_in(request)
    texts = sheet.texts | {name: value for name, value in typed.items() if name in sheet.texts}
    late: dict[str, Any] = {}
    if answer.stale:
        page = page_again(page)
        sheet, texts, late = _too_late(page, seen_by, sheet, texts)
    response = render(
        request,
        "league/table_correct.html",
        frame(request, seen_by, "meetings")
        | {
            "table": page.table,
            "meeting": page.table.meeting,
            "game_name": ruleset_name(
                page.table.ruleset.game, page.table.ruleset.key, get_language() or "ja"
            ),
            "title": title_of(page.table),
            "base": sheet.base,
            "rows": _rows(sheet, texts, under),
            "finished": texts["finished"],
            "participations": participation_labels().items(),
            "reason": typed.get("reason", ""),
            "answer": answer,
            "preview": answer.preview,
            "said_on_top": under.get("", []),
            **late,
        },
        status=answer.status,
    )
    return with_cache_headers(request, response, public=False)


def _too_late(
    page: TablePage, seen_by: Visit, mine: Sheet, typed: dict[str, str]
) -> tuple[Sheet, dict[str, str], dict[str, Any]]:
    """Return the sheet and the fields to go on from, and what is told of the differences."""
    told: dict[str, Any] = {"meanwhile": meanwhile(page, seen_by)}
    now = sheet_of(page.confirmed, page.table.ruleset.game)
    if now is None:
        return mine, typed, told
    fields = rebased(mine, now, typed)
    if fields is None:
        return mine, typed, told | {"yours": beside(now.texts, typed, mine.cells)}
    told |= {
        "theirs": beside(mine.texts, now.texts, now.cells),
        "yours": beside(now.texts, fields, now.cells),
    }
    return now, fields, told


def _rows(sheet: Sheet, texts: dict[str, str], under: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Return a row of fields a seat, in the order of seats, each with what is said under it."""
    labels = cell_labels()
    rows = []
    for line in sheet.base.lines:
        fields = [
            {
                "name": f"{cell}-{line.position}",
                "cell": cell,
                "label": labels[cell],
                "value": texts[f"{cell}-{line.position}"],
                "said": under.get(f"{cell}-{line.position}", []),
            }
            for cell in sheet.cells
        ]
        rows.append({"fields": fields, "said": _all_said(fields)})
    return rows


def _all_said(fields: Sequence[dict[str, Any]]) -> list[Any]:
    return [said_here for field in fields for said_here in field["said"]]
