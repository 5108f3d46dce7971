"""The rating curve as SVG from the server: a step a table, few round ticks, the last value written beside the line.

Made by plain formatting, since a template loop over two hundred points costs more than the page. Only figures and
days that this module formats itself go into the markup; nothing that people wrote.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from league.templatetags.sekijun import club_day, place, rating_change, rating_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.selectors.player_page import CurvePoint

WIDTH, HEIGHT = 720, 210
LEFT, RIGHT, TOP, BOTTOM = 64, 84, 18, 34
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_TICKS = 4
MOST_DOTS = 120
DOT = '<circle class="dot{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"><title>{said}</title></circle>'


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a table and a rating lie on the picture."""

    low: int
    high: int
    count: int

    def x(self, index: int) -> float:
        """Return the place of a table; 0 is before the first."""
        return LEFT + index * (WIDTH - LEFT - RIGHT) / max(1, self.count)

    def y(self, rating: int) -> float:
        """Return the height of a rating."""
        return TOP + (self.high - rating) * (HEIGHT - TOP - BOTTOM) / (self.high - self.low)


def ticks_of(low: int, high: int) -> list[int]:
    """Return a few round ratings (thousandths) that enclose a range."""
    for step in (1000 * step for step in STEPS):
        first, last = low // step * step, -(-high // step) * step
        if (last - first) // step <= MOST_TICKS:
            break
    return list(range(first, max(last, first + step) + 1, step))


def curve_svg(points: Sequence[CurvePoint]) -> SafeString:
    """Return the drawing; empty for nothing."""
    if not points:
        return SafeString("")
    ratings = [points[0].before, *(point.after for point in points)]
    ticks = ticks_of(min(ratings), max(ratings))
    scale = Scale(ticks[0], ticks[-1], len(points))
    parts = [*_axis(ticks, scale), *_days(points, scale), _line(ratings, scale)]
    if len(points) <= MOST_DOTS:
        parts += [_dot(index, point, scale) for index, point in enumerate(points, start=1)]
    parts.append(_last(points[-1], scale))
    name = escape(
        gettext("Rating after each of {count} tables, from {first} to {last}").format(
            count=len(points), first=rating_whole(ratings[0]), last=rating_whole(ratings[-1])
        )
    )
    head = f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}">'
    return mark_safe(head + "".join(parts) + "</svg>")  # noqa: S308 - figures and days only, formatted here


def curve_data(points: Sequence[CurvePoint]) -> dict[str, Any]:
    """Return the same curve for scripts: the rating before the first table and after each, and what is told of it."""
    if not points:
        return {"ratings": [], "said": []}
    return {
        "ratings": [points[0].before / 1000, *(point.after / 1000 for point in points)],
        "said": ["", *map(_said, points)],
    }


def day_in(point: CurvePoint) -> date:
    """Return the club day of a point."""
    return date.fromisoformat(point.order_key[:10])


def _axis(ticks: Sequence[int], scale: Scale) -> list[str]:
    return [
        f'<path class="grid" d="M{LEFT} {scale.y(tick):.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="tick" x="{LEFT - 8}" y="{scale.y(tick) + 4:.1f}" text-anchor="end">{rating_whole(tick)}</text>'
        for tick in ticks
    ]


def _days(points: Sequence[CurvePoint], scale: Scale) -> list[str]:
    """Return the first and the last day under the axis; one alone when they are the same."""
    ends = [(1, "start", points[0]), (len(points), "end", points[-1])]
    if day_in(points[0]) == day_in(points[-1]):
        ends = ends[:1]
    return [
        f'<text class="tick" x="{scale.x(index):.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">'
        f"{escape(club_day(day_in(point)))}</text>"
        for index, anchor, point in ends
    ]


def _line(ratings: Sequence[int], scale: Scale) -> str:
    """Return the steps: level up to a table, then up or down at it."""
    path = f"M{scale.x(0):.1f} {scale.y(ratings[0]):.1f}" + "".join(
        f"H{scale.x(index):.1f}V{scale.y(rating):.1f}" for index, rating in enumerate(ratings[1:], start=1)
    )
    return f'<path class="line" d="{path}"/>'


def _said(point: CurvePoint) -> str:
    return gettext("{day}: {place}, {change} → {rating}").format(
        day=club_day(day_in(point)),
        place=place(point.placement),
        change=rating_change(point.after - point.before),
        rating=rating_whole(point.after),
    )


def _dot(index: int, point: CurvePoint, scale: Scale) -> str:
    won = point.placement == 1
    return DOT.format(
        kind=" win" if won else "",
        x=scale.x(index),
        y=scale.y(point.after),
        r=4 if won else 3,
        said=escape(_said(point)),
    )


def _last(point: CurvePoint, scale: Scale) -> str:
    x, y = scale.x(scale.count) + 10, scale.y(point.after) + 5
    return f'<text class="now" x="{x:.1f}" y="{y:.1f}">{rating_whole(point.after)}</text>'
