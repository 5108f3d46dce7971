"""What became of a sent sheet, and the way to the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.findings import Finding
from games.core.findings import render as finding_text
from league.selectors.entry import sent_report
from league.views.entry_access import reporter
from league.views.entry_page import Say
from league.views.frame import frame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest

    from league.models import Finding as StoredFinding


@never_cache
@require_safe
def entry_sent(request: HttpRequest, slug: str, submission: str) -> HttpResponse:
    """Show a stored report as it counts now."""
    seen_by = reporter(request, slug)
    if isinstance(seen_by, HttpResponse):
        return seen_by
    found = sent_report(club=seen_by.club, public_id=submission)
    if found is None:
        raise Http404
    table = found.table
    again = {
        "day": table.meeting.club_day.isoformat(),
        "game": f"{table.ruleset.game}/{table.ruleset.key}",
    }
    context = frame(request, seen_by, "entry") | {
        "report": found.submission,
        "table": table,
        "lines": found.lines,
        "says": says_of(found.submission.findings.order_by("position")),
        "next_url": f"{reverse('league:entry', args=[slug])}?{urlencode(again)}",
    }
    return render(request, "league/entry/sent.html", context)


def says_of(findings: Iterable[StoredFinding]) -> list[Say]:
    """Return stored findings in the reader's language."""
    language = get_language() or "ja"
    return [
        Say(
            severity=row.severity,
            text=finding_text(
                Finding.from_dict(
                    {
                        "rule": row.rule,
                        "severity": row.severity,
                        "path": row.path,
                        "code": row.code,
                        "params": row.params,
                    }
                ),
                language,
            ),
            rule=row.rule,
        )
        for row in findings
    ]
