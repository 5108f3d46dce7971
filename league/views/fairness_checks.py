"""What a careful reader asks next, in words: second opinion, seating, ties, halves, single people, help cards."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext

from league.fairness.report import EVIDENCE, LEANING, NAMED_SEAT, Interval
from league.templatetags.sekijun import MINUS
from league.views.fairness_words import MOST_TOLD, joined, odds_text, probability, tables_said, times

if TYPE_CHECKING:
    from league.fairness.report import Advice, Contrast, Diagnostics, Handicap, SecondOpinion, Stratum

LARGEST = 700.0
"""No float holds the exponential of much more."""


def short_checks(stratum: Stratum, *, edit_order: bool) -> list[str]:
    """Return the few words under the figures."""
    found = stratum.diagnostics
    if found is None:
        return []
    said = [gettext("Strength is estimated from opponents at the same time"), _seating_short(found)]
    if found.decided_first:
        said.append(decided_said(found.decided_first, edit_order=edit_order))
    return [one for one in said if one]


def opinion_said(opinion: SecondOpinion | None) -> str:
    """Return what shuffling places within tables says, and why it may say something else."""
    if opinion is None:
        return ""
    if opinion.permutations:
        said = gettext(
            "Places shuffled within each table, which knows nothing of strength: {p} for seat {seat}, {all} for all"
            " seats ({times} shuffles)."
        )
    else:
        said = gettext(
            "If places were shuffled within each table, which knows nothing of strength: {p} for seat {seat}, {all} for"
            " all seats."
        )
    said = said.format(
        p=probability(opinion.p),
        seat=NAMED_SEAT,
        all=probability(opinion.p_omnibus),
        times=opinion.permutations,
    )
    if not opinion.disagrees:
        return said
    if opinion.because == "seating":
        why = gettext(
            "The two disagree, because stronger people sat in some seats more often. Only the estimate among equals"
            " allows for that."
        )
    else:
        why = gettext("The two disagree; take both as uncertain.")
    return joined([said, why])


def checks_said(stratum: Stratum, *, edit_order: bool) -> list[str]:
    """Return the checks, a line each."""
    found = stratum.diagnostics
    if found is None:
        return []
    said = [
        named_said(stratum),
        _omnibus(stratum),
        opinion_said(stratum.second_opinion),
        _seating(found),
        _decided(found, edit_order=edit_order),
        _halves(found),
        _without(found),
        _turns(found),
        _people(found),
        _components(found),
        ""
        if found.converged
        else gettext("The fit didn't settle within its limit: take the figures as rough."),
    ]
    return [one for one in said if one]


def evidence_said(stratum: Stratum) -> str:
    """Return what the evidence curve shows, for those who don't see it."""
    found = stratum.evidence
    if found is None:
        return ""
    return gettext(
        "The evidence stands at {now} and was {highest} at its highest. From {leaning} on it is called a tendency, from"
        " {evidence} on evidence. It may be looked at after every table: for one player count, over all its tables, it"
        " ever reaches {evidence} in at most 5% of all clubs if there is no difference."
    ).format(
        now=strength(found.e_value),
        highest=strength(found.highest),
        leaning=number(LEANING),
        evidence=number(EVIDENCE),
    )


def handicap_said(handicap: Handicap) -> str:
    """Return what is known about the worth of a help card."""
    match handicap.status:
        case "raw_only":
            return gettext("There are too few tables to say what a help card is worth.")
        case "no_cards":
            return gettext(
                "How many help cards were dealt isn't recorded, so nothing can be said about their worth."
            )
        case "never_varied":
            return gettext(
                "Help cards always followed the seat, so what one of them is worth can't be told yet. If one seat a"
                " table gets a card more or fewer by lot, it can be."
            )
        case "cannot_tell":
            return gettext("What a help card is worth can't be told from these tables.")
        case "unsure":
            return gettext(
                "What a help card is worth can't be told apart from zero yet (log-odds {gamma} ± {se}, {tables}"
                " tables)."
            ).format(gamma=signed(handicap.gamma), se=number(handicap.se), tables=handicap.tables)
        case _:
            return gettext(
                "One help card more is worth {gamma} ± {se} in log-odds (estimated from {tables} tables). Step by step:"
            ).format(gamma=signed(handicap.gamma), se=number(handicap.se), tables=handicap.tables)


def advice_said(advice: Advice) -> str:
    """Return what to deal a seat, whole cards and one step at most."""
    low, high = advice.interval.low, advice.interval.high
    steps = {
        1: gettext("Seat {seat}: one card more"),
        -1: gettext("Seat {seat}: one card fewer"),
    }
    step = steps.get(advice.step, gettext("Seat {seat}: leave it as it is"))
    if not advice.step and high is not None and high < 0 and round(advice.cards) < 0:
        step = gettext("Seat {seat}: one card fewer would be right, but it has none")
    if low is None or high is None:
        ends = gettext("estimate {cards}, the interval has no end")
    else:
        ends = gettext("estimate {cards}, 95% interval {low} to {high}")
    estimate = ends.format(
        cards=signed(advice.cards),
        low="" if low is None else signed(low),
        high="" if high is None else signed(high),
    )
    return gettext("{step} ({estimate})").format(step=step.format(seat=advice.seat), estimate=estimate)


def decided_said(count: int, *, edit_order: bool) -> str:
    """Return how many tables a tie-break decided."""
    if edit_order:
        said = ngettext(
            "{count} table was decided by edit order", "{count} tables were decided by edit order", count
        )
    else:
        said = ngettext(
            "{count} table was decided by the rule for ties",
            "{count} tables were decided by the rule for ties",
            count,
        )
    return said.format(count=count)


def number(value: float | None) -> str:
    """Return a figure with as many digits as it deserves."""
    if value is None:
        return "–"
    if abs(value) >= MOST_TOLD:
        return gettext("over a million")
    if value and abs(value) < 0.1:  # noqa: PLR2004 - steps of the format
        return f"{value:.2g}".replace("-", MINUS)
    if abs(value) < 10:  # noqa: PLR2004 - as above
        return f"{value:z.2f}".rstrip("0").rstrip(".").replace("-", MINUS)
    return f"{value:,.0f}".replace("-", MINUS)


def strength(e_value: float) -> str:
    """Return an e-value rounded down: what is told as 20 is 20."""
    if e_value >= 10:  # noqa: PLR2004 - steps of the format below
        return number(math.floor(e_value))
    return number(math.floor(100 * e_value + 1e-9) / 100)


def signed(value: float | None) -> str:
    """Return a figure with its sign and two decimals."""
    if value is None:
        return "–"
    return f"{value:+z.2f}".replace("-", MINUS)


def odds_said(contrast: Contrast) -> str:
    """Return the odds of the named seat against the mean of the others."""
    return times(exp(contrast.estimate))


def exp(value: float) -> float:
    """Return the odds of log-odds; those that no float can hold are endless."""
    return math.exp(value) if value < LARGEST else math.inf


def named_said(stratum: Stratum) -> str:
    """Return what was found of the seat that was asked about before anybody looked."""
    found = stratum.named
    if found is None:
        return ""
    low, high = found.interval.low, found.interval.high
    odds = Interval(None if low is None else exp(low), None if high is None else exp(high))
    return gettext(
        "Odds of seat {seat} against the mean of the others, with 95% interval: {odds}, {p}."
    ).format(seat=found.slot, odds=odds_text(exp(found.estimate), odds), p=probability(found.p))


def _seating_short(found: Diagnostics) -> str:
    seating = found.seating
    if seating.p is None or seating.random is None:
        return gettext("whether seats were random can't be told")
    said = (
        gettext("no clear sign that seats weren't random ({p})")
        if seating.random
        else gettext("seats not random ({p})")
    )
    return said.format(p=probability(seating.p))


def _omnibus(stratum: Stratum) -> str:
    if stratum.p_omnibus is None:
        return ""
    said = gettext("All seats taken together against none being different: {p}.")
    return said.format(p=probability(stratum.p_omnibus))


def _seating(found: Diagnostics) -> str:
    seating = found.seating
    if seating.p is None or seating.random is None:
        return gettext("Whether seats were random can't be told: too few ratings from before the tables.")
    if seating.random:
        said = gettext(
            "Ratings from before the tables show no clear difference between seats: {p}, {tables} tables."
        )
    else:
        said = gettext(
            "Ratings from before the tables differ by seat: {p}, {tables} tables. Drawing the seats would make later"
            " answers surer."
        )
    return said.format(p=probability(seating.p), tables=seating.tables)


def _decided(found: Diagnostics, *, edit_order: bool) -> str:
    if not found.decided_any:
        return gettext("No place was decided by a rule for ties.")
    said = gettext("{first} (first place; any place: {any}).").format(
        first=decided_said(found.decided_first, edit_order=edit_order), any=found.decided_any
    )
    if found.with_ties is None:
        return said
    ties = gettext("Left as ties, the odds of seat {seat} are {odds} of the others'.").format(
        seat=NAMED_SEAT, odds=odds_said(found.with_ties)
    )
    return joined([said, ties])


def _halves(found: Diagnostics) -> str:
    first, second = found.halves
    if first is None or second is None:
        return ""
    return gettext(
        "Odds of seat {seat} in the first half of the tables {first}, in the second {second}."
    ).format(seat=NAMED_SEAT, first=odds_said(first), second=odds_said(second))


def _without(found: Diagnostics) -> str:
    if found.without is None:
        return ""
    return gettext(
        "Whichever one of those with the most tables is left out, those odds lie between ×{low} and ×{high}."
    ).format(low=f"{math.exp(found.without.low):.2f}", high=f"{math.exp(found.without.high):.2f}")


def _turns(found: Diagnostics) -> str:
    if found.turns is None:
        return ""
    return gettext("With it held fixed which seats had a turn more in the last round: {odds}.").format(
        odds=odds_said(found.turns)
    )


def _people(found: Diagnostics) -> str:
    said = ngettext("{count} person", "{count} people", found.people).format(count=found.people)
    return gettext("{people} played; {few} of them fewer than ten tables.").format(
        people=said, few=found.few_tables
    )


def _components(found: Diagnostics) -> str:
    if found.components < 2:  # noqa: PLR2004 - one group is everybody
        return ""
    return gettext(
        "People fall into {groups} groups that never met; strengths are compared within each."
    ).format(groups=found.components)


def equals_title(players: int) -> str:
    """Return the question that the dots answer."""
    return gettext("If {players} equally strong people sat down, which seat would win?").format(
        players=players
    )


def p_said(*, named: bool) -> str:
    """Return what the odds and p beside each other mean; `named`: one slot was asked about before anybody looked."""
    if named:
        return gettext(
            "Odds are against the mean seat, among equals. Seat {seat} was asked about beforehand; the other p are"
            " corrected for their number (Holm). A p is right for one look only."
        ).format(seat=NAMED_SEAT)
    return gettext(
        "Odds are against the mean place in the order, among equals. All p are corrected for their number (Holm)."
    )


def orders_title() -> str:
    """Return the question that the dots about the order of editing answer."""
    return gettext("What it is worth to edit early")


def edit_order_said(stratum: Stratum) -> str:
    """Return how much the order of editing decides."""
    found = stratum.edit_order
    if found is None:
        return ""
    said = gettext("The order of editing is known of {tables}.").format(tables=tables_said(found.tables))
    decided = ""
    if stratum.diagnostics is not None:
        count = stratum.diagnostics.decided_first
        decided = gettext("{decided}.").format(decided=decided_said(count, edit_order=True))
    p = "" if found.p_omnibus is None else gettext("All places in it alike: {p}.")
    return joined([said, decided, p.format(p=probability(found.p_omnibus or 0.0))])
