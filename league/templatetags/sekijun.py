"""How figures, days and runs of places look on a page. Text and drawings only: reads nothing, decides nothing."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django import template
from django.urls import reverse
from django.utils import dateformat
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language, pgettext

from games.core.chapters import rule_entry
from league.services.canonical import format_decimal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from django.utils.safestring import SafeString

register = template.Library()

MINUS = "\N{MINUS SIGN}"
RULE_ID = re.compile(r"\b([A-Z]{2,4}-[0-9]{1,3})\b", re.ASCII)
DOTS_WIDTH, DOTS_HEIGHT, DOTS_EDGE, DOTS_SHOWN = 104, 24, 4, 10
SHALLOWEST, DEEPEST = 4, 8


@register.filter
def rating_whole(value: int) -> str:
    """Return the whole points of a rating in thousandths, with a real minus sign."""
    return f"{MINUS if value < 0 else ''}{abs(value) // 1000}"


@register.filter
def rating_rest(value: int) -> str:
    """Return the thousandths of a rating, to be set smaller behind the whole points."""
    return f".{abs(value) % 1000:03d}"


@register.filter
def rating_change(value: int) -> str:
    """Return a change of rating with its sign: +12.406, −6.220, ±0.000."""
    sign = "+" if value > 0 else MINUS if value < 0 else "±"
    return f"{sign}{abs(value) // 1000}.{abs(value) % 1000:03d}"


@register.filter
def season_points(value: int) -> str:
    """Return season points in thousandths as people write them: 12.5, 25, −3."""
    return plain_number(Decimal(value).scaleb(-3))


@register.filter
def points_signed(value: int) -> str:
    """Return an adjustment in thousandths with its sign: +1.5, −3."""
    return f"{'+' if value > 0 else ''}{season_points(value)}"


def points_aligned(values: Sequence[int], *, signed: bool = False) -> list[str]:
    """Return season points in thousandths to stand under each other: all with the decimals that one of them needs."""
    digits = max((-_exponent(value) for value in values), default=0)
    sign = "+" if signed else ""
    return [f"{Decimal(value).scaleb(-3):{sign}.{digits}f}".replace("-", MINUS) for value in values]


def _exponent(value: int) -> int:
    """Return the power of ten of the last digit that thousandths need, 0 for whole points."""
    exponent = Decimal(value).scaleb(-3).normalize().as_tuple().exponent
    return min(exponent, 0) if isinstance(exponent, int) else 0


@register.filter
def plain_number(value: Decimal) -> str:
    """Return a total as people write it: 9.5, 30000, −1200."""
    return format_decimal(value).replace("-", MINUS)


@register.filter
def place(number: int) -> str:
    """Return a place as people say it: 2位, 2nd."""
    if get_language() == "ja":
        return f"{number}位"
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


@register.filter
def club_day(day: date) -> str:
    """Return a day as players write it: 10/31(土), Sat 31 Oct."""
    return dateformat.format(day, pgettext("day, in Django's date format", "D j M"))


@register.filter
def club_day_long(day: date) -> str:
    """Return a day with its year: 2026年10月31日(土), Sat 31 Oct 2026."""
    return dateformat.format(day, pgettext("day with year, in Django's date format", "D j M Y"))


def club_time(moment: datetime, zone: str) -> str:
    """Return a moment in the club's own time: 10/31(土) 23:40, Sat 31 Oct 23:40."""
    local = moment.astimezone(ZoneInfo(zone))
    return f"{club_day(local)} {local:%H:%M}"


def club_time_long(moment: datetime, zone: str) -> str:
    """Return a moment that may lie years back in the club's own time: Sat 31 Oct 2026 23:40."""
    local = moment.astimezone(ZoneInfo(zone))
    return f"{club_day_long(local)} {local:%H:%M}"


def digest_short(digest: str) -> str:
    """Return both ends of a digest, enough to compare by eye."""
    return f"{digest[:4]}…{digest[-2:]}"


def depth_of(rows: Iterable[tuple[int, ...]]) -> int:
    """Return how many places a page's dots tell apart, so that all its rows have one scale."""
    deepest = max((place for row in rows for place in row), default=SHALLOWEST)
    return min(max(deepest, SHALLOWEST), DEEPEST)


@lru_cache(maxsize=4096)
def dots(places: tuple[int, ...], depth: int) -> SafeString:
    """Draw up to ten places as dots, newest at the right, the first place on top and in the accent colour.

    Remembered, since an unchanged player's dots are the same on every page.
    """
    across = (DOTS_WIDTH - 2 * DOTS_EDGE) / (DOTS_SHOWN - 1)
    down = (DOTS_HEIGHT - 2 * DOTS_EDGE) / (depth - 1)
    first = DOTS_SHOWN - len(places)
    return format_html_join(
        "",
        '<circle class="{}" cx="{}" cy="{}" r="3"/>',
        (
            (
                "win" if place == 1 else "",
                f"{DOTS_EDGE + (first + index) * across:.1f}",
                f"{DOTS_EDGE + (min(place, depth) - 1) * down:.1f}",
            )
            for index, place in enumerate(places)
        ),
    )


@register.simple_tag
@lru_cache(maxsize=1024)
def rule_link(slug: str, rule_id: str, *, apart: bool = False) -> SafeString:
    """Return the id of a rule as a link to its page; `apart` opens it beside a sheet that isn't sent yet."""
    if rule_entry(rule_id) is None:
        return format_html('<span class="rule">{}</span>', rule_id)
    address = reverse("league:rule", args=[slug, rule_id])
    if apart:
        return format_html('<a class="rule" href="{}" target="_blank">{}</a>', address, rule_id)
    return format_html('<a class="rule" href="{}">{}</a>', address, rule_id)


@register.simple_tag
def rules_linked(slug: str, text: str) -> SafeString:
    """Return a text in which every id of a rule leads to its page."""
    parts = RULE_ID.split(text)
    return format_html_join(
        "", "{}", ((rule_link(slug, part) if rule_entry(part) else part,) for part in parts)
    )
