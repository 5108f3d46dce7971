"""The page of seat statistics. It computes nothing: it shows a stored report, or says that one is on its way."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.fairness.report import Verdict
from league.models import FairnessReport
from league.selectors.deal_simulations import bot_games, simulated_so_far
from league.selectors.fairness import (
    content_of,
    fairness_choices,
    fairness_find,
    is_waiting,
    lower_wins,
    whole_states,
)
from league.selectors.fairness_figures import strata_told
from league.selectors.help_deals import GAME as HELP_CARDS_GAME
from league.selectors.help_deals import drawn_tables
from league.selectors.leaderboard import has_tables
from league.selectors.season_page import seasons_of_club
from league.services.fairness_ask import TooManyAsked, fairness_ask
from league.services.policy import Verb
from league.templatetags import sekijun
from league.views import fairness_checks as checks
from league.views import fairness_rows as figures
from league.views import fairness_words as words
from league.views.access import visit_page
from league.views.busy import RETRY_AFTER_S, busy_is_503
from league.views.caching import conditional_page, with_cache_headers
from league.views.fairness_bots import bot_tables
from league.views.fairness_filters import Asked, asked_of
from league.views.fairness_plot import evidence_svg, slots_svg
from league.views.frame import allows, frame
from league.views.meeting import seen_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from league.fairness.report import Stratum
    from league.models import Club
    from league.selectors.fairness import Choice
    from league.views.access import Visit


@busy_is_503
@require_safe
def fairness(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the seats of one game, ruleset and player count are worth, over all tables or a part of them.

    A part that nobody has looked at is noted as asked for, which changes no fact.
    """
    seen_by = visit_page(request, slug)
    choices = fairness_choices(club_id=seen_by.club.pk)
    asked = asked_of(request, seen_by.club, choices)
    if asked.wrong:
        return _answer(request, seen_by, choices, asked, None, HTTPStatus.BAD_REQUEST)
    try:
        row = _report(seen_by.club, asked)
    except TooManyAsked as refusal:
        response = _answer(request, seen_by, choices, asked, None, refusal.status, str(refusal.message))
        response["Retry-After"] = str(RETRY_AFTER_S)
        return response
    return conditional_page(
        request,
        seen=(*seen_of(seen_by), tuple(choices), sorted(asked.typed.items()), _state(row)),
        public=seen_by.club.public,
        render=lambda: _page(request, seen_by, choices, asked, row),
    )


def _report(club: Club, asked: Asked) -> FairnessReport | None:
    """Return the report that is asked for; a filtered one is computed if it isn't there."""
    choice = asked.choice
    if choice is None:
        return None
    if asked.scope.key:
        return fairness_ask(club=club, game=choice.game, ruleset_hash=choice.ruleset_hash, scope=asked.scope)
    return fairness_find(
        club_id=club.pk, game=choice.game, ruleset_hash=choice.ruleset_hash, scope=asked.scope
    )


def _state(row: FairnessReport | None) -> tuple[object, ...]:
    if row is None:
        return ()
    simulated = simulated_so_far(ruleset_hash=row.ruleset_hash) if row.game == HELP_CARDS_GAME else 0
    return (
        row.pk,
        row.state,
        row.digest,
        row.code_version,
        row.revision,
        row.computed_at,
        _waits(row),
        simulated,
    )


def _waits(row: FairnessReport | None) -> bool:
    """Say whether a worker is still to answer: nobody has so far, somebody asked again, or the answer is outdated."""
    if row is None or row.state == FairnessReport.State.FAILED:
        return False
    return is_waiting(row) or content_of(row) is None


def _answer(
    request: HttpRequest,
    seen_by: Visit,
    choices: Sequence[Choice],
    asked: Asked,
    row: FairnessReport | None,
    status: int,
    refused: str = "",
) -> HttpResponse:
    response = _page(request, seen_by, choices, asked, row, refused=refused)
    response.status_code = status
    return with_cache_headers(request, response, public=seen_by.club.public)


def _page(
    request: HttpRequest,
    seen_by: Visit,
    choices: Sequence[Choice],
    asked: Asked,
    row: FairnessReport | None,
    *,
    refused: str = "",
) -> HttpResponse:
    report = content_of(row) if row else None
    stratum = _stratum(strata_told(report, narrowed=bool(asked.scope.key)), asked.choice)
    context = frame(request, seen_by, "fairness") | {
        "asked": asked,
        "refused": refused,
        "options": figures.options_of(choices, asked.choice),
        "seasons": seasons_of_club(club_id=seen_by.club.pk),
        "waits": _waits(row),
        "failed": row is not None and row.state == FairnessReport.State.FAILED,
        "nothing": "" if choices else _why_nothing(seen_by.club),
        "address": request.get_full_path(),
        "stratum": stratum,
    }
    if stratum is not None and asked.choice is not None and row is not None:
        context |= _shown(stratum, asked.choice) | _imprint(row, seen_by.club.timezone)
        context["drawn_tables"] = drawn_tables(
            club_id=seen_by.club.pk, ruleset_hash=asked.choice.ruleset_hash
        )
        if asked.choice.game == HELP_CARDS_GAME:
            played = bot_games(ruleset_hash=row.ruleset_hash, strata=[stratum])
            context["bots"] = bot_tables(played.get(stratum.players, ()))
        context["may_draw"] = asked.choice.game == HELP_CARDS_GAME and allows(request, seen_by, Verb.REPORT)
    return render(request, "league/fairness.html", context)


def _why_nothing(club: Club) -> str:
    """Return why a club has nothing to choose from: no tables, none that count, or none computed so far."""
    if not has_tables(club=club):
        return "empty"
    states = whole_states(club_id=club.pk)
    if not states or FairnessReport.State.ASKED in states:
        return "computing"
    return "failed" if FairnessReport.State.FAILED in states else "uncounted"


def _stratum(strata: Sequence[Stratum], choice: Choice | None) -> Stratum | None:
    """Return the part about the player count that is chosen; None where the filters leave none of its tables."""
    return next((one for one in strata if choice is not None and one.players == choice.players), None)


def _shown(stratum: Stratum, choice: Choice) -> dict[str, Any]:
    """Return everything that is told of a player count, in words and figures."""
    lower = lower_wins(ruleset_hash=choice.ruleset_hash)
    edits = choice.game == HELP_CARDS_GAME
    labels = [figures.seat_label(slot.slot) for slot in stratum.seats]
    name = checks.equals_title(stratum.players)
    curve = stratum.evidence.curve if stratum.evidence else ()
    return {
        "lead": [
            figures.choice_label(choice),
            words.tables_said(stratum.tables),
            figures.days_said(stratum),
        ],
        "verdict": words.verdict_said(stratum),
        "contradiction": words.contradiction_said(stratum, lower_wins=lower),
        "misfit": words.misfit_said(stratum),
        "raw_only": stratum.verdict is Verdict.RAW_ONLY,
        "plot_title": name,
        "plot": slots_svg(stratum.seats, labels, name=name),
        "rows": figures.slot_rows(stratum.seats, labels),
        "named": checks.named_said(stratum),
        "p_said": checks.p_said(named=True),
        "short_checks": checks.short_checks(stratum, edit_order=edits),
        "disagreement": checks.opinion_said(stratum.second_opinion)
        if stratum.second_opinion and stratum.second_opinion.disagrees
        else "",
        "checks": checks.checks_said(stratum, edit_order=edits),
        "evidence": checks.evidence_said(stratum),
        "curve": evidence_svg(curve, name=checks.evidence_said(stratum)),
        **_edit_order(stratum),
        **_handicap(stratum, helped=edits),
    }


def _edit_order(stratum: Stratum) -> dict[str, Any]:
    found = stratum.edit_order
    if found is None or stratum.verdict is Verdict.RAW_ONLY:
        return {}
    labels = [figures.order_label(slot.slot) for slot in found.slots]
    return {
        "orders_said": checks.edit_order_said(stratum),
        "orders": figures.slot_rows(found.slots, labels),
        "orders_plot": slots_svg(found.slots, labels, name=checks.orders_title()),
        "orders_title": checks.orders_title(),
        "orders_p_said": checks.p_said(named=False),
    }


def _handicap(stratum: Stratum, *, helped: bool) -> dict[str, Any]:
    """Return what is said about help cards, in the game that has them."""
    if not helped:
        return {}
    found = stratum.handicap
    return {
        "handicap": checks.handicap_said(found),
        "advice": [checks.advice_said(one) for one in found.advice] if found.status == "told" else [],
        "offers_draw": found.status in {"raw_only", "never_varied", "unsure", "cannot_tell", "told"},
    }


def _imprint(row: FairnessReport, zone: str) -> dict[str, Any]:
    """Return what stands under every derived figure."""
    if row.computed_at is None:
        return {}
    return {
        "computed_revision": row.revision,
        "computed_at": row.computed_at,
        "computed_at_text": sekijun.club_time(row.computed_at, zone),
        "digest": row.digest,
        "digest_short": sekijun.digest_short(row.digest),
    }
