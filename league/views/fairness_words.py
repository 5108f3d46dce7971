"""What seat statistics say, in words, by rule. Page, API and command all say it through here; nobody is blamed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext, ngettext

from league.fairness.report import FEWEST_TABLES, NAMED_SEAT, Obstacle, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.fairness.report import Interval, Slot, Stratum

MOST_TOLD: Final = 1e6
UNKNOWN: Final = "–"
_ROUNDED: Final = 2


def sentence(stratum: Stratum, *, lower_wins: bool = False) -> str:
    """Return all that is said first, in one line."""
    first, second = verdict_said(stratum), contradiction_said(stratum, lower_wins=lower_wins)
    return joined([first, second])


def joined(said: Sequence[str]) -> str:
    """Return sentences one after another, as the language sets them."""
    text = ""
    for one in said:
        if one:
            text = gettext("{first} {second}").format(first=text, second=one) if text else one
    return text


def verdict_said(stratum: Stratum) -> str:
    """Return what may be said about the named seat, and what it would take to say more."""
    match stratum.verdict:
        case Verdict.RAW_ONLY:
            return _raw_only(stratum.tables)
        case Verdict.CANNOT_TELL:
            return _cannot_tell(stratum.obstacle)
        case Verdict.EVIDENCE:
            return _evidence(stratum)
        case Verdict.LEANING:
            return joined([_leaning(stratum), need_said(stratum)])
        case Verdict.NARROWED:
            part = gettext(
                "This is a part of the tables that was chosen after looking; what counts as evidence is told for all"
                " tables only."
            )
            return joined([part, need_said(stratum)])
        case _:
            nothing = gettext("So far nothing shows that seat {seat} is better or worse than the others.")
            return joined([nothing.format(seat=NAMED_SEAT), need_said(stratum)])


def contradiction_said(stratum: Stratum, *, lower_wins: bool = False) -> str:
    """Return that the seat which wins most often has the worst mean total, where that is so."""
    if stratum.verdict is Verdict.RAW_ONLY:
        return ""
    totals = [slot.mean_total for slot in stratum.seats if slot.mean_total is not None]
    if len(totals) < len(stratum.seats) or not totals:
        return ""
    best = max(stratum.seats, key=lambda slot: slot.win_share)
    worst = max(totals) if lower_wins else min(totals)
    alone = [slot.win_share for slot in stratum.seats].count(best.win_share) == 1 == totals.count(worst)
    if best.mean_total != worst or not alone:
        return ""
    if lower_wins:
        said = gettext(
            "Seat {seat} comes first most often, yet has the highest mean total, where less is better."
        )
    elif worst < 0 < max(totals):
        said = gettext("Seat {seat} comes first most often, yet loses the most points.")
    else:
        said = gettext("Seat {seat} comes first most often, yet has the lowest mean total.")
    return said.format(seat=best.slot)


def misfits(stratum: Stratum) -> bool:
    """Say whether the win shares that were estimated are far from those that were counted."""
    return stratum.diagnostics is not None and stratum.diagnostics.misfit


def misfit_said(stratum: Stratum) -> str:
    """Return a warning where the estimate doesn't describe the wins: then what was counted is to be believed."""
    if not misfits(stratum):
        return ""
    return gettext(
        "First places and places as a whole tell different stories here: a seat comes first often and last often, too."
        " Then one number a seat isn't enough. Believe the counted shares, not those among equals."
    )


def need_said(stratum: Stratum) -> str:
    """Return how many tables it takes to see a disadvantage, and how many there are; nothing where that is unknown."""
    need = min(stratum.needs, key=lambda one: abs(one.less - 0.2), default=None)
    if need is None:
        return ""
    if stratum.tables < need.tables:
        said = gettext("To find a disadvantage of {less} takes about {needed} tables; there are {tables}.")
    else:
        said = gettext(
            "A disadvantage of {less} is found about four times in five within {needed} tables; there are {tables}."
        )
    return said.format(less=percent(need.less, 0), needed=rounded(need.tables), tables=stratum.tables)


def percent(share: float, digits: int = 1) -> str:
    """Return a share as people write it: 19.1%."""
    return f"{100 * share:.{digits}f}%"


def probability(p: float) -> str:
    """Return a p value with as many digits as it deserves."""
    return "p<0.001" if p < 0.001 else f"p={p:.3f}" if p < 0.1 else f"p={p:.2f}"  # noqa: PLR2004 - steps of the format


def times(odds: float) -> str:
    """Return odds as people write them: ×0.67."""
    if odds >= MOST_TOLD:
        return gettext("over a million")
    return f"×{odds:.2f}" if odds < 100 else f"×{odds:,.0f}"  # noqa: PLR2004 - steps of the format


def odds_text(odds: float | None, interval: Interval) -> str:
    """Return odds with their interval."""
    if odds is None:
        return UNKNOWN
    if interval.low is None or interval.high is None:
        return times(odds)
    return f"{times(odds)} ({times(interval.low)}–{times(interval.high)})"


def rounded(count: int) -> int:
    """Return a planning figure with two digits: more would pretend to know."""
    if count < 10**_ROUNDED:
        return count
    step: int = 10 ** (len(str(count)) - _ROUNDED)
    return -(-count // step) * step


def tables_said(count: int) -> str:
    """Return a number of tables."""
    return ngettext("{count} table", "{count} tables", count).format(count=count)


def named_of(stratum: Stratum) -> Slot | None:
    """Return the seat that was asked about before anybody looked."""
    return next((slot for slot in stratum.seats if slot.slot == NAMED_SEAT), None)


def _raw_only(tables: int) -> str:
    said = ngettext(
        "There is {tables} table so far. Below {least}, only what was counted is shown.",
        "There are {tables} tables so far. Below {least}, only what was counted is shown.",
        tables,
    )
    return said.format(tables=tables, least=FEWEST_TABLES)


def _cannot_tell(obstacle: Obstacle) -> str:
    match obstacle:
        case Obstacle.ALL_TIED:
            said = gettext(
                "Whether seat {seat} is at a disadvantage can't be told: everybody always shared the same place."
            )
        case Obstacle.SEATS_NEVER_CHANGED:
            said = gettext(
                "Whether seat {seat} is at a disadvantage can't be told: those who had seat {seat} hardly ever had"
                " another, so seat and strength can't be told apart. Drawing the seats would help."
            )
        case _:
            said = gettext(
                "Whether seat {seat} is at a disadvantage can't be told from these tables: there is too little in"
                " them to compare."
            )
    return said.format(seat=NAMED_SEAT)


def _leaning(stratum: Stratum) -> str:
    if _less(stratum):
        said = gettext("Seat {seat} seems to win less often, but it is too early to tell.")
    else:
        said = gettext("Seat {seat} seems to win more often, but it is too early to tell.")
    return said.format(seat=NAMED_SEAT)


def _evidence(stratum: Stratum) -> str:
    slot = named_of(stratum)
    if slot is None or slot.win_among_equals is None:
        return ""
    if misfits(stratum):
        return _evidence_of_places(stratum, slot)
    if _less(stratum):
        said = gettext(
            "There is evidence that seat {seat} wins less often: {share} among equals, where {fair} would be fair."
        )
    else:
        said = gettext(
            "There is evidence that seat {seat} wins more often: {share} among equals, where {fair} would be fair."
        )
    fair = percent(1 / stratum.players, 0 if 100 % stratum.players == 0 else 1)
    return said.format(seat=NAMED_SEAT, share=percent(slot.win_among_equals), fair=fair)


def _evidence_of_places(stratum: Stratum, slot: Slot) -> str:
    """Say it by place among equals where the estimated win share doesn't describe the wins."""
    if _less(stratum):
        said = gettext(
            "There is evidence that seat {seat} does worse than the others: among equals it comes {place} on"
            " average, where {fair} would be fair."
        )
    else:
        said = gettext(
            "There is evidence that seat {seat} does better than the others: among equals it comes {place} on"
            " average, where {fair} would be fair."
        )
    place = slot.mean_placement if slot.expected_placement is None else slot.expected_placement
    return said.format(seat=NAMED_SEAT, place=f"{place:.2f}", fair=f"{(stratum.players + 1) / 2:.1f}")


def _less(stratum: Stratum) -> bool:
    return stratum.named is not None and stratum.named.estimate < 0
