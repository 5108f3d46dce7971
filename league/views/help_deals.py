"""Drawing changed deals of help cards for tables of an evening, and telling what was drawn."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.forms.place import day_of
from league.forms.report import number_of
from league.selectors.help_deals import deals_of_meeting, draw_rulesets, usual_bounds
from league.selectors.meeting_page import meeting_on
from league.services.errors import Invalid, Refused
from league.services.help_draws import MOST_TABLES, help_draw
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.busy import busy_is_503
from league.views.caching import with_cache_headers
from league.views.entry_sheet import today_of
from league.views.fairness_rows import cards_said, seat_label
from league.views.frame import actor_of, frame, see_other, turned_away, typed_in

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.models import HelpDraw
    from league.selectors.help_deals import DrawnDeal
    from league.views.access import Visit

USUAL_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class DealLine:
    """A table with its deal in words."""

    number: int
    what: str
    cards: tuple[tuple[str, str], ...]
    withdrawn: bool
    reason: str


@csrf_protect
@never_cache
@busy_is_503
@require_http_methods(["GET", "HEAD", "POST"])
def help_deals(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for which tables to draw, or draw and show what came out at the evening's page."""
    seen_by = visit_page(request, slug)
    away = turned_away(request, seen_by, Verb.REPORT)
    if away is not None:
        return away
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            draw = _draw(request, seen_by, typed_in(request))
        except Refused as caught:
            refusal = caught
        else:
            return see_other(reverse("league:meeting", args=[slug, draw.meeting.public_id]), "draw")
    return _page(request, seen_by, refusal)


def deal_lines(deals: list[DrawnDeal]) -> list[DealLine]:
    """Return drawn deals in words."""
    return [
        DealLine(
            number=deal.number,
            what=change_said(deal),
            cards=tuple(
                (seat_label(seat), cards_said(*cards)) for seat, cards in enumerate(deal.cards, start=1)
            ),
            withdrawn=deal.withdrawn,
            reason=deal.reason,
        )
        for deal in deals
    ]


def seeds_of(deals: list[DrawnDeal]) -> list[tuple[str, str]]:
    """Return the seed of each draw with the tables that it was for, in the order in which they were drawn.

    That order is by number; the index that a table has in it is part of the lot, so withdrawn deals have to be there.
    """
    tables: dict[int, list[str]] = {}
    for deal in deals:
        tables.setdefault(deal.seed, []).append(str(deal.number))
    return [(", ".join(numbers), str(seed)) for seed, numbers in tables.items()]


def change_said(deal: DrawnDeal) -> str:
    """Return which seat gets one card more or fewer."""
    if deal.change > 0:
        return gettext("Seat {seat}: one card more").format(seat=deal.seat)
    return gettext("Seat {seat}: one card fewer").format(seat=deal.seat)


def _draw(request: HttpRequest, seen_by: Visit, typed: dict[str, str]) -> HelpDraw:
    day = day_of(typed.get("club_day", "").strip())
    if day is None:
        raise Invalid(gettext("Please give a day like 2026-10-31."), field="club_day")
    first = _whole(typed, "first")
    last = _whole(typed, "last") if typed.get("last", "").strip() else first
    if last < first or last - first >= MOST_TABLES:
        raise Invalid(
            gettext("Please give a last table from the first one on, at most {most} tables.").format(
                most=MOST_TABLES
            ),
            field="last",
        )
    return help_draw(
        actor=actor_of(request),
        club=seen_by.club,
        club_day=day,
        ruleset_key=typed.get("ruleset", ""),
        players=_whole(typed, "players"),
        numbers=range(first, last + 1),
        reason=typed.get("reason", ""),
    )


def _whole(typed: dict[str, str], name: str) -> int:
    number = number_of(typed.get(name, ""))
    if not isinstance(number, int):
        raise Invalid(gettext("Please give a whole number."), field=name)
    return number


def _page(request: HttpRequest, seen_by: Visit, refusal: Refused | None) -> HttpResponse:
    typed = typed_in(request)
    day = day_of(typed.get("club_day", request.GET.get("day", "")).strip()) or today_of(seen_by.club)
    evening = meeting_on(club_id=seen_by.club.pk, day=day)
    drawn = deals_of_meeting(meeting_id=evening.pk, withdrawn=True) if evening else []
    least, most = usual_bounds()
    context: dict[str, Any] = frame(request, seen_by, "fairness") | {
        "typed": typed or _preset(day.isoformat(), drawn),
        "refusal": refusal,
        "rulesets": draw_rulesets(seen_by.club, get_language() or "ja"),
        "counts": [str(count) for count in range(least, most + 1)],
        "day": day,
        "drawn": deal_lines(drawn),
        "seeds": seeds_of(drawn),
    }
    status = refusal.status if refusal else HTTPStatus.OK
    response = render(request, "league/help_deals.html", context, status=status)
    return with_cache_headers(request, response, public=False)


def _preset(day: str, drawn: list[DrawnDeal]) -> dict[str, str]:
    """Return what the form is filled with: the tables after those that were drawn for."""
    first = max((deal.number for deal in drawn), default=0) + 1
    players = len(drawn[-1].cards) if drawn else USUAL_PLAYERS
    return {"club_day": day, "first": str(first), "players": str(players)}
