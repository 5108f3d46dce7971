"""Seat statistics as drawings from the server: dots with intervals, and how the evidence came about.

Readable without colour and scripts: every dot carries its figure, every line its name. Only figures and words of our
own go into the markup; nothing that people wrote.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from league.fairness.report import EVIDENCE, LEANING
from league.templatetags.sekijun import club_day_long
from league.views.fairness_checks import number
from league.views.fairness_words import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.fairness.report import CurvePoint, Slot

WIDTH, LEFT, RIGHT = 480, 58, 76
ROW, TOP, FOOT = 40, 12, 52
CURVE_HEIGHT, CURVE_LEFT, CURVE_RIGHT, CURVE_TOP, CURVE_BOTTOM = 230, 54, 96, 14, 34
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
MOST_TICKS, MOST_POINTS = 6, 240
SHORTEST_CURVE = 2
NARROWEST = 16
CEILING, FLOOR = 1e4, 1e-2


@dataclass(frozen=True, slots=True)
class _Shares:
    """Where a share lies between two round ones."""

    low: float
    high: float

    def x(self, share: float) -> float:
        """Return the place of a share; what lies outside ends at the edge."""
        inside = min(max(share, self.low), self.high)
        return LEFT + (inside - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)


def share_ticks(low: float, high: float) -> list[float]:
    """Return a few round shares that enclose a range."""
    for step in STEPS:
        first, last = math.floor(low / step), math.ceil(high / step)
        if last - first <= MOST_TICKS:
            break
    return [round(at * step, 4) for at in range(first, max(last, first + 1) + 1)]


def slots_svg(slots: Sequence[Slot], labels: Sequence[str], *, name: str) -> SafeString:
    """Return dots and intervals of the win share among equals; empty where nothing was estimated."""
    told = [
        (slot, label) for slot, label in zip(slots, labels, strict=True) if slot.win_among_equals is not None
    ]
    if not told:
        return SafeString("")
    fair = 1 / len(slots)
    ends = [fair]
    for slot, _label in told:
        known = (slot.win_among_equals, slot.win_interval.low, slot.win_interval.high)
        ends += [value for value in known if value is not None]
    ticks = share_ticks(max(0.0, min(ends)), min(1.0, max(ends)))
    shares = _Shares(ticks[0], ticks[-1])
    bottom = TOP + ROW * len(told)
    parts = [*_share_axis(ticks, shares, bottom, fair), _fair(fair, shares, bottom)]
    for row, (slot, label) in enumerate(told):
        parts.append(_slot(slot, label, shares, TOP + ROW * row + ROW / 2))
    said = ". ".join(_slot_said(slot, label) for slot, label in told)
    return _drawing("intervals", f"{name}. {said}", bottom + FOOT, parts)


def evidence_svg(curve: Sequence[CurvePoint], *, name: str) -> SafeString:
    """Return the evidence over the tables on a log scale; empty for fewer than two points."""
    points = thinned(curve)
    if len(points) < SHORTEST_CURVE:
        return SafeString("")
    values = [_bounded(point.e_value) for point in points]
    low = math.floor(math.log10(min(*values, 0.5)))
    high = math.ceil(math.log10(max(*values, EVIDENCE * 1.6)))
    scale = _Powers(low, high, points[0].tables, points[-1].tables)
    path = "M" + "L".join(
        f"{scale.x(point.tables):.1f} {scale.y(value):.1f}"
        for point, value in zip(points, values, strict=True)
    )
    parts = [
        *_powers_axis(scale),
        _threshold(scale, LEANING, gettext("{value}: tendency"), "leaning"),
        _threshold(scale, EVIDENCE, gettext("{value}: evidence"), "evidence"),
        f'<path class="line" d="{path}"/>',
        _now(scale, points[-1], values[-1]),
        *_curve_ends(scale, points),
    ]
    return _drawing("evidence", name, CURVE_HEIGHT, parts)


def thinned(curve: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Return the points that are drawn: of each stretch the highest, so that no peak is lost, and the last of all."""
    if len(curve) <= MOST_POINTS:
        return list(curve)
    step = -(-len(curve) // MOST_POINTS)
    kept = [max(curve[at : at + step], key=lambda point: point.e_value) for at in range(0, len(curve), step)]
    return kept if kept[-1] == curve[-1] else [*kept, curve[-1]]


@dataclass(frozen=True, slots=True)
class _Powers:
    """Where a number of tables and an evidence lie on the picture."""

    low: int
    high: int
    first: int
    last: int

    def x(self, tables: int) -> float:
        """Return the place of a number of tables."""
        width = WIDTH - CURVE_LEFT - CURVE_RIGHT
        return CURVE_LEFT + (tables - self.first) / max(1, self.last - self.first) * width

    def y(self, value: float) -> float:
        """Return the height of an evidence."""
        height = CURVE_HEIGHT - CURVE_TOP - CURVE_BOTTOM
        return CURVE_TOP + (self.high - math.log10(value)) / (self.high - self.low) * height


def _drawing(kind: str, name: str, height: float, parts: Sequence[str]) -> SafeString:
    head = (
        f'<svg class="plot {kind}" viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(name)}">'
    )
    return mark_safe(head + "".join(parts) + "</svg>")  # noqa: S308 - figures and our own words only, escaped here


def _share_axis(ticks: Sequence[float], shares: _Shares, bottom: float, fair: float) -> list[str]:
    """Return the grid with its figures, but for one that the line of the fair share would run through."""
    parts = []
    for tick in ticks:
        x = shares.x(tick)
        parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>')
        if abs(x - shares.x(fair)) > NARROWEST:
            words = percent(tick, 0)
            parts.append(
                f'<text class="tick" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{words}</text>'
            )
    return parts


def _fair(fair: float, shares: _Shares, bottom: float) -> str:
    words = escape(gettext("fair: {share}").format(share=percent(fair, 0 if 100 * fair % 1 == 0 else 1)))
    return (
        f'<path class="fair" d="M{shares.x(fair):.1f} {TOP - 6}V{bottom + 24}"/>'
        f'<text class="tick" x="{shares.x(fair):.1f}" y="{bottom + 40}" text-anchor="middle">{words}</text>'
    )


def _slot(slot: Slot, label: str, shares: _Shares, y: float) -> str:
    share = slot.win_among_equals or 0.0
    low, high = slot.win_interval.low, slot.win_interval.high
    line = ""
    if low is not None and high is not None:
        line = f'<path class="interval" d="M{shares.x(low):.1f} {y}H{shares.x(high):.1f}"/>'
    return (
        f'<text class="label" x="0" y="{y + 5}">{escape(label)}</text>{line}'
        f'<circle class="estimate" cx="{shares.x(share):.1f}" cy="{y}" r="6.5"/>'
        f'<text class="now" x="{WIDTH}" y="{y + 5}" text-anchor="end">{percent(share)}</text>'
    )


def _slot_said(slot: Slot, label: str) -> str:
    low, high = slot.win_interval.low, slot.win_interval.high
    share = percent(slot.win_among_equals or 0.0)
    if low is None or high is None:
        return gettext("{label}: {share}").format(label=label, share=share)
    return gettext("{label}: {share}, {low} to {high}").format(
        label=label, share=share, low=percent(low), high=percent(high)
    )


def _bounded(value: float) -> float:
    """Return an evidence that can be drawn: beyond ten thousand there is nothing more to see."""
    return min(max(value, FLOOR), CEILING)


def _powers_axis(scale: _Powers) -> list[str]:
    return [
        f'<path class="grid" d="M{CURVE_LEFT} {scale.y(10.0**power):.1f}H{WIDTH - CURVE_RIGHT}"/>'
        f'<text class="tick" x="{CURVE_LEFT - 6}" y="{scale.y(10.0**power) + 4:.1f}" text-anchor="end">'
        f"{_beyond(10.0**power)}{10.0**power:,.{max(0, -power)}f}</text>"
        for power in range(scale.low, scale.high + 1)
        if (scale.high - scale.low) <= MOST_TICKS or power % 2 == 0
    ]


def _beyond(value: float) -> str:
    """Return the sign of a figure at which what lies beyond is drawn, too."""
    return "≥" if value >= CEILING else "≤" if value <= FLOOR else ""


def _threshold(scale: _Powers, value: float, words: str, kind: str) -> str:
    said = escape(words.format(value=number(value)))
    return (
        f'<path class="threshold {kind}" d="M{CURVE_LEFT} {scale.y(value):.1f}H{WIDTH - CURVE_RIGHT}"/>'
        f'<text class="label" x="{WIDTH - CURVE_RIGHT + 8}" y="{scale.y(value) + 5:.1f}">{said}</text>'
    )


def _now(scale: _Powers, point: CurvePoint, value: float) -> str:
    return f'<circle class="estimate" cx="{scale.x(point.tables):.1f}" cy="{scale.y(value):.1f}" r="5"/>'


def _curve_ends(scale: _Powers, points: Sequence[CurvePoint]) -> list[str]:
    """Return the first and the last day under the axis, with how many tables there were."""
    ends = [("start", points[0]), ("end", points[-1])]
    return [
        f'<text class="tick" x="{scale.x(point.tables):.1f}" y="{CURVE_HEIGHT - 8}" text-anchor="{anchor}">'
        f"{escape(_day_said(point))}</text>"
        for anchor, point in ends
    ]


def _day_said(point: CurvePoint) -> str:
    return gettext("{day}, table {tables}").format(
        day=club_day_long(date.fromordinal(point.day)), tables=point.tables
    )
