"""The figures of a report as plain values, for commands and the API; the words are added by whoever shows them."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any

from league.fairness.report import narrowed_of

if TYPE_CHECKING:
    from league.fairness.report import (
        Contrast,
        Diagnostics,
        EditOrder,
        Handicap,
        Interval,
        Report,
        Slot,
        Stratum,
    )


def strata_told(report: Report | None, *, narrowed: bool) -> tuple[Stratum, ...]:
    """Return the player counts as page, API and command tell them; `narrowed`: filters left these tables."""
    strata = report.strata if report else ()
    return tuple(narrowed_of(stratum) for stratum in strata) if narrowed else strata


def stratum_figures(stratum: Stratum) -> dict[str, Any]:
    """Return everything that is said about one player count. Nobody is named: who was left out stays unsaid."""
    evidence = stratum.evidence
    return {
        "players": stratum.players,
        "tables": stratum.tables,
        "first_day": date.fromordinal(stratum.first_day).isoformat(),
        "last_day": date.fromordinal(stratum.last_day).isoformat(),
        "seats": [slot_figures(slot, "seat") for slot in stratum.seats],
        "p_omnibus": stratum.p_omnibus,
        "verdict": stratum.verdict.value,
        "obstacle": stratum.obstacle.value,
        "named": _contrast(stratum.named),
        "e_value": evidence.e_value if evidence else None,
        "e_value_highest": evidence.highest if evidence else None,
        "needs": [asdict(need) for need in stratum.needs],
        "second_opinion": asdict(stratum.second_opinion) if stratum.second_opinion else None,
        "diagnostics": _diagnostics(stratum.diagnostics),
        "handicap": _handicap(stratum.handicap),
        "edit_order": _edit_order(stratum.edit_order),
    }


def curve_figures(stratum: Stratum) -> list[dict[str, Any]]:
    """Return how the evidence came to be what it is."""
    curve = stratum.evidence.curve if stratum.evidence else ()
    return [
        {
            "tables": point.tables,
            "day": date.fromordinal(point.day).isoformat(),
            "e_value": point.e_value,
        }
        for point in curve
    ]


def slot_figures(slot: Slot, name: str) -> dict[str, Any]:
    """Return the figures of a seat, or of a place in the order of editing, called `name`."""
    return {
        name: slot.slot,
        "tables": slot.tables,
        "win_share": slot.win_share,
        "mean_total": slot.mean_total,
        "mean_placement": slot.mean_placement,
        "beta": slot.beta,
        "se": slot.se,
        "win_among_equals": slot.win_among_equals,
        "low": slot.win_interval.low,
        "high": slot.win_interval.high,
        "odds": slot.odds,
        "odds_low": slot.odds_interval.low,
        "odds_high": slot.odds_interval.high,
        "expected_placement": slot.expected_placement,
        "shrunk": slot.shrunk,
        "p": slot.p,
    }


def _contrast(found: Contrast | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "seat": found.slot,
        "estimate": found.estimate,
        "se": found.se,
        **_ends(found.interval),
        "p": found.p,
        "win_ratio": found.win_ratio,
    }


def _ends(interval: Interval) -> dict[str, float | None]:
    return {"low": interval.low, "high": interval.high}


def _diagnostics(found: Diagnostics | None) -> dict[str, Any] | None:
    if found is None:
        return None
    without = found.without
    return {
        "seating": asdict(found.seating),
        "decided_first": found.decided_first,
        "decided_any": found.decided_any,
        "with_ties": _contrast(found.with_ties),
        "halves": [_contrast(half) for half in found.halves],
        "without_one_person": {"low": without.low, "high": without.high} if without else None,
        "turns": _contrast(found.turns),
        "people": found.people,
        "few_tables": found.few_tables,
        "components": found.components,
        "converged": found.converged,
        "expected_wins": list(found.expected_wins),
        "misfit": found.misfit,
    }


def _handicap(found: Handicap) -> dict[str, Any]:
    return {
        "status": found.status,
        "gamma": found.gamma,
        "se": found.se,
        "tables": found.tables,
        "deal": list(found.deal),
        "advice": [
            {"seat": one.seat, "cards": one.cards, **_ends(one.interval), "step": one.step}
            for one in found.advice
        ],
    }


def _edit_order(found: EditOrder | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "tables": found.tables,
        "slots": [slot_figures(slot, "edit_order") for slot in found.slots],
        "p_omnibus": found.p_omnibus,
    }
