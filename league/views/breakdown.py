"""A change at one table in words: a line an opponent with what it gave, the points of a place, why nothing was rated.

Markup is made without the template language, as in player_rows: a page has dozens of lines. Escaping is therefore this
module's own duty: every text that isn't a figure it has just formatted is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from league.ratings.parameters import OPENSKILL, POINTS
from league.selectors.table_breakdown import Unrated
from league.templatetags.sekijun import MINUS, place, rating_change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.selectors.breakdown import PairPart, PlacePart

WON, LEVEL = 1, 0.5
LINE = '<li><span>{words}</span><span class="figure{shape}">{transfer}</span></li>'
SUM = '<li class="sum"><span>{words}</span><span class="figure{shape}">{transfer}</span></li>'


def ledger(pairs: Sequence[PairPart]) -> SafeString:
    """Return a line an opponent and the sum below them, as markup."""
    one_k = len({pair.k for pair in pairs}) == 1
    lines = [_line(LINE, _pair(pair, with_k=not one_k), pair.transfer) for pair in pairs]
    words = gettext("Together: {expected} expected, scored {score}").format(
        expected=f"{sum(pair.expected for pair in pairs):.2f}", score=f"{sum(pair.score for pair in pairs):g}"
    )
    lines.append(_line(SUM, escape(words), sum(pair.transfer for pair in pairs)))
    return mark_safe(f'<ul class="ledger">{"".join(lines)}</ul>')  # noqa: S308 - every text is escaped above


def how_pairs_count(pairs: Sequence[PairPart], opponents: int) -> str:
    """Return how the lines are computed, with K where all of them have the same."""
    every_k = {pair.k for pair in pairs}
    if len(every_k) == 1:
        return ngettext(
            "Each line is (scored − expected) × K ÷ opponents; here K is {k}, with {count} opponent.",
            "Each line is (scored − expected) × K ÷ opponents; here K is {k}, with {count} opponents.",
            opponents,
        ).format(k=f"{every_k.pop():g}", count=opponents)
    return ngettext(
        "Each line is (scored − expected) × K ÷ opponents; K is the mean of both, with {count} opponent.",
        "Each line is (scored − expected) × K ÷ opponents; K is the mean of both, with {count} opponents.",
        opponents,
    ).format(count=opponents)


def place_words(part: PlacePart, placement: int) -> str:
    """Return what a place earned and whether it counts among the best tables."""
    if part.best is None:
        return _earned(part, placement)
    if part.counts:
        counting = gettext("It is among the best {best} tables, which count.")
    else:
        counting = gettext("It isn't among the best {best} tables and doesn't count now.")
    return f"{_earned(part, placement)} {counting.format(best=part.best)}"


def formula_note(formula: str) -> str:
    """Return what has to be known of a formula whose changes aren't made of opponents; empty for the others."""
    if formula == OPENSKILL:
        return gettext(
            "OpenSkill moves everybody at a table at once: its changes can't be split by opponent."
        )
    if formula == POINTS:
        return gettext("These are the points of tables alone, without penalties and bonuses.")
    return ""


def unrated_words(reason: Unrated) -> str:
    """Return why a ladder doesn't count a table."""
    return {
        Unrated.OPEN: gettext("Not counted yet: no result is confirmed."),
        Unrated.UNFINISHED: gettext("Not counted: the game was broken off."),
        Unrated.VOID: gettext("Not counted: the table is void."),
        Unrated.RULESET: gettext("Not counted: this ladder takes tables under other rules."),
        Unrated.SEASON: gettext("Not counted: this ladder takes tables of other seasons."),
        Unrated.TOO_FEW: gettext("Not counted: it takes two people who aren't guests and played to the end."),
        Unrated.NOBODY: gettext("Not counted: there were only guests."),
        Unrated.SHARED: gettext("Not counted: OpenSkill can't tell people apart who share a place."),
        Unrated.PENDING: gettext("Not computed yet."),
    }[reason]


def points_number(value: int) -> str:
    """Return season points in thousandths as people write them: 4, 3.5, −1."""
    text = f"{abs(value) // 1000}.{abs(value) % 1000:03d}".rstrip("0").rstrip(".")
    return f"{MINUS if value < 0 else ''}{text}"


def points_change(value: int) -> str:
    """Return a change of season points with its sign: +4, −1, ±0."""
    return f"{'+' if value > 0 else '' if value else '±'}{points_number(value)}"


def change_shape(change: int) -> str:
    """Return the classes of a change: which way it goes."""
    return " up" if change > 0 else " down" if change < 0 else ""


def _line(form: str, words: str, transfer: int) -> str:
    return form.format(words=words, shape=change_shape(transfer), transfer=rating_change(transfer))


def _pair(pair: PairPart, *, with_k: bool) -> str:
    """Return one opponent as markup; of somebody unseen no rating either, by which they could be followed."""
    if pair.public_id:
        name = escape(pair.name or gettext("former member"))
        with_rating = escape(pgettext("opponent", "{name} ({rating})"))
        who = with_rating.format(name=f"<bdi>{name}</bdi>", rating=f"{pair.rating / 1000:.1f}")
    else:
        who = escape(gettext("somebody not shown"))
    if pair.score == WON:
        words = gettext("beat {who}: {expected} expected, scored 1")
    elif pair.score == LEVEL:
        words = gettext("shared the place with {who}: {expected} expected, scored 0.5")
    else:
        words = gettext("lost to {who}: {expected} expected, scored 0")
    said = escape(words).format(who=who, expected=escape(_percent(pair.expected)))
    return f'{said} <small class="k">K {pair.k:g}</small>' if with_k else said


def _percent(chance: float) -> str:
    """Return a chance in whole percent; nothing is ever sure."""
    whole = round(100 * chance)
    return "<1%" if whole < 1 else ">99%" if whole > 99 else f"{whole}%"  # noqa: PLR2004 - percent


def _earned(part: PlacePart, placement: int) -> str:
    points = points_number(part.earned)
    if part.forfeited:
        return gettext("forfeited: no points.")
    if not part.seats:
        return gettext("{place}, worth {points}.").format(place=place(placement), points=points)
    if len(part.sharing) == 1:
        words = gettext("{place} of {seats}, worth {points}.")
        return words.format(place=place(placement), seats=part.seats, points=points)
    words = gettext("{place} of {seats}, shared by {people}: ({sum}) ÷ {people} = {points}.")
    return words.format(
        place=place(placement),
        seats=part.seats,
        people=len(part.sharing),
        sum=" + ".join(map(points_number, part.sharing)),
        points=points,
    )
