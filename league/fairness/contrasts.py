"""From a fit to what is told of slots: shares among equals, odds, expected places, intervals and tests.

Equals are people of one strength, so that only slots differ. Intervals are of 95 %, by the delta method on the scale
where the estimate is closest to normal: log-odds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from league.fairness.plackett_luce import named_contrast
from league.fairness.report import Contrast, Interval, Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from league.fairness.plackett_luce import Fit
    from league.fairness.raw import Raw

    Floats = NDArray[np.float64]

NORMAL_95: Final = 1.959963984540054
NOWHERE: Final = Interval(None, None)


def two_sided(z: float) -> float:
    """Return the p of a standard normal deviate, either way."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the chance of a greater chi-square."""
    from scipy.special import chdtrc  # noqa: PLC0415 - scipy takes its time, and web processes need none of it

    return float(chdtrc(freedom, max(value, 0.0)))


def holm(values: Sequence[float]) -> list[float]:
    """Return p values corrected for their number (Holm 1979)."""
    corrected = [0.0] * len(values)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[at]))
        corrected[at] = highest
    return corrected


def effects_of(fit: Fit, size: int) -> tuple[Floats, Floats]:
    """Return the effects of a size's slots and their covariance."""
    place = fit.place(size)
    return fit.effects[place], fit.covariance[place, place]


def win_shares(effects: Floats) -> Floats:
    """Return how often each slot wins among equals."""
    odds = np.exp(effects - effects.max())
    shares: Floats = odds / odds.sum()
    return shares


def expected_places(effects: Floats) -> Floats:
    """Return the mean place of each slot among equals: 1 and, for each other slot, the chance that it is ahead."""
    behind = 1 / (1 + np.exp(effects[:, None] - effects[None, :]))
    places: Floats = 1 + behind.sum(axis=1) - 0.5
    return places


def win_deviations(effects: Floats, covariance: Floats) -> Floats:
    """Return the standard errors of the log-odds of winning among equals."""
    size = len(effects)
    deviations = np.empty(size)
    for slot in range(size):
        rivals = np.exp(effects - effects.max())
        rivals[slot] = 0.0
        slope = -rivals / rivals.sum()
        slope[slot] = 1.0
        deviations[slot] = math.sqrt(max(slope @ covariance @ slope, 0.0))
    return deviations


def contrast_of(fit: Fit, size: int) -> Contrast:
    """Return the first slot of a size against the mean of the others."""
    effects, covariance = effects_of(fit, size)
    weights = named_contrast(size)
    estimate, se = float(weights @ effects), math.sqrt(float(weights @ covariance @ weights))
    return Contrast(
        1,
        estimate,
        se,
        Interval(estimate - NORMAL_95 * se, estimate + NORMAL_95 * se),
        two_sided(estimate / se * math.sqrt(fit.caution)),
        float(win_shares(effects)[0] * size),
    )


def known_deviation(fit: Fit, size: int) -> float:
    """Return the standard error that the first slot's contrast would have if everybody's strength were known."""
    weights, place = named_contrast(size), fit.place(size)
    return math.sqrt(float(weights @ fit.known[place, place] @ weights))


def omnibus(fit: Fit, size: int) -> float:
    """Return the p of all slots being equal (Wald, with the fit's caution)."""
    effects, covariance = effects_of(fit, size)
    # Effects and covariance both know nothing of the direction that all slots share.
    filled = covariance + np.full((size, size), 1 / size)
    return chi_square_tail(fit.caution * float(effects @ np.linalg.solve(filled, effects)), size - 1)


def shrunk_shares(effects: Floats, variances: Floats) -> Floats:
    """Return win shares among equals after shrinking effects towards none (empirical Bayes, method of moments)."""
    between = max(0.0, float((effects**2 - variances).sum()) / (len(effects) - 1))
    kept = between / (between + variances) if between else np.zeros(len(effects))
    return win_shares(effects * kept)


def slots_raw(raw: Raw) -> tuple[Slot, ...]:
    """Return the slots as counted, nothing fitted."""
    return tuple(
        Slot(
            slot=at + 1,
            tables=raw.tables,
            win_share=float(raw.win_share[at]),
            mean_placement=float(raw.mean_placement[at]),
            mean_total=None if np.isnan(raw.mean_total[at]) else float(raw.mean_total[at]),
            beta=None,
            se=None,
            win_among_equals=None,
            win_interval=NOWHERE,
            odds=None,
            odds_interval=NOWHERE,
            expected_placement=None,
            shrunk=None,
            p=None,
        )
        for at in range(len(raw.win_share))
    )


def slots_fitted(raw: Raw, fit: Fit, size: int, *, named: bool = True) -> tuple[Slot, ...]:
    """Return the slots as counted and as fitted; `named`: the first was named before, and its p isn't corrected."""
    effects, covariance = effects_of(fit, size)
    deviations = np.sqrt(np.diag(covariance))
    shares, places = win_shares(effects), expected_places(effects)
    spread = win_deviations(effects, covariance)
    shrunk = shrunk_shares(effects, deviations**2)
    # A slot against the mean of the others is a multiple of its effect, so z is that of the effect itself.
    cautious = effects * math.sqrt(fit.caution)
    ps = [two_sided(float(effect / se)) for effect, se in zip(cautious, deviations, strict=True)]
    ps = [ps[0], *holm(ps[1:])] if named else holm(ps)
    return tuple(
        Slot(
            slot=plain.slot,
            tables=plain.tables,
            win_share=plain.win_share,
            mean_placement=plain.mean_placement,
            mean_total=plain.mean_total,
            beta=float(effects[at]),
            se=float(deviations[at]),
            win_among_equals=float(shares[at]),
            win_interval=_share_interval(float(shares[at]), float(spread[at])),
            odds=math.exp(effects[at]),
            odds_interval=Interval(
                math.exp(effects[at] - NORMAL_95 * deviations[at]),
                math.exp(effects[at] + NORMAL_95 * deviations[at]),
            ),
            expected_placement=float(places[at]),
            shrunk=float(shrunk[at]),
            p=ps[at],
        )
        for at, plain in enumerate(slots_raw(raw))
    )


def _share_interval(share: float, deviation: float) -> Interval:
    odds = share / (1 - share) if share < 1 else math.inf
    low, high = odds * math.exp(-NORMAL_95 * deviation), odds * math.exp(NORMAL_95 * deviation)
    return Interval(low / (1 + low), high / (1 + high) if math.isfinite(high) else 1.0)
