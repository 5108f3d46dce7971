"""The score sheet: one version of a table's report in words, as the club would write it on paper.

Chooses words and order only. What a visitor may see of hidden people is decided by `names_hidden`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.core.findings import Severity, render
from games.core.registry import get_game
from league.services.canonical import format_decimal
from league.services.rulesets import game_ruleset
from league.views.participation import participation_effect, participation_mark, table_effects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.core.findings import Finding
    from league.models import Ruleset
    from league.selectors.table_page import SheetLine, SheetPerson, Version

SEAT_PATH = re.compile(r"/seats/(\d{1,4})(?:/|$)")
LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the referee."""

    severity: str
    kind: str
    sentence: str
    rule: str


@dataclass(frozen=True, slots=True)
class PaperPage:
    """A page of the paper (一面, 二面) as written down: dice where they are known."""

    label: str
    score: int | None
    dice: tuple[int, ...]
    abilities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A doujin card as it lies at the end."""

    colour: str
    side: str
    dark: bool
    points: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One seat of the sheet."""

    seat: int | None
    player_id: str
    name: str
    reading: str
    written: str
    hidden: bool
    guest: bool
    participation: str
    effect: str
    help: str
    edit_order: int | None
    captured: tuple[str, ...]
    pages: tuple[PaperPage, ...]
    hand: tuple[PaperCard, ...]
    trump: str
    early_bird: bool
    bonus: bool
    total: str
    final: str
    placement: int | None
    why: str
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole sheet; the flags tell which columns it has, `notes` and `said` are what concerns no single seat."""

    lines: tuple[PaperLine, ...]
    notes: tuple[str, ...]
    said: tuple[Said, ...]
    pages: tuple[str, ...]
    has_help: bool
    has_edit_order: bool
    has_hands: bool
    has_finals: bool


def paper_of(version: Version, *, ruleset: Ruleset, names_hidden: bool) -> Paper:
    """Return a version as a sheet in the active language."""
    game, tiebreak = ruleset.game, str(ruleset.payload.get("tiebreak", ""))
    said = said_by_seat(version.findings)
    lines = tuple(
        _line(line, version.lines, game, tiebreak, said.get(line.position, ()), names_hidden=names_hidden)
        for line in version.lines
    )
    most = max((len(line.pages) for line in lines), default=0)
    return Paper(
        lines=lines,
        notes=(
            *_notes(version),
            *table_effects(version.lines),
            *_where_cards_come_from(version, ruleset),
        ),
        said=said.get(None, ()),
        pages=page_labels()[:most],
        has_help=any(line.help for line in lines),
        has_edit_order=any(line.edit_order is not None for line in lines),
        has_hands=any(line.hand for line in lines),
        has_finals=any(line.final for line in lines),
    )


def _where_cards_come_from(version: Version, ruleset: Ruleset) -> Iterator[str]:
    """Yield what has to be said wherever cards of a ruleset are shown (DG-4, KD-20)."""
    said = any(finding.code == "doujin.deck_invented" for finding in version.findings)
    if not said and any(_names_cards(line.parts) for line in version.lines):
        play = get_game(ruleset.game).play
        notice = play.notice(game_ruleset(ruleset)) if play is not None else None
        if notice is not None:
            yield notice.in_language(get_language() or "ja")


def _names_cards(parts: Mapping[str, Any]) -> bool:
    return bool(parts.get("captured") or parts.get("hand")) or any(
        page.get("abilities") for page in parts.get("pages") or ()
    )


def _notes(version: Version) -> Iterator[str]:
    """Yield what was written beside the lines: who began the last round, and how many laps there were."""
    report = version.raw.get("report")
    if not isinstance(report, dict):
        return
    seat, laps = report.get("trigger_seat"), report.get("laps")
    if isinstance(seat, int):
        yield gettext("Seat {number} began the last round.").format(number=seat)
    if isinstance(laps, int):
        yield ngettext("{count} lap was played.", "{count} laps were played.", laps).format(count=laps)


def said_by_seat(findings: Iterable[Finding]) -> dict[int | None, tuple[Said, ...]]:
    """Return the referee's sentences by position in the report; None for what concerns no single seat."""
    found: dict[int | None, tuple[Said, ...]] = {}
    for finding in findings:
        place = SEAT_PATH.match(finding.path)
        key = int(place[1]) if place else None
        found[key] = (*found.get(key, ()), said(finding))
    return found


def said(finding: Finding) -> Said:
    """Return a finding in words."""
    kinds = {
        Severity.ERROR: gettext("Error"),
        Severity.WARNING: gettext("Please check"),
        Severity.INFO: gettext("Note"),
    }
    sentence = render(finding, get_language() or "ja")
    return Said(finding.severity.value, kinds[finding.severity], sentence, finding.rule)


def shown_name(person: SheetPerson, *, names_hidden: bool) -> str:
    """Return what a person is called on a page."""
    if person.hidden and names_hidden:
        return gettext("somebody not shown")
    return person.name or gettext("former member")


def page_labels() -> tuple[str, str]:
    """Return what the two pages of danmaku are called."""
    return pgettext("danmaku", "Front page"), pgettext("danmaku", "Back page")


def colour_labels() -> dict[str, str]:
    """Return what the colours of doujin cards are called."""
    return {
        "cover": pgettext("doujin card", "Cover"),
        "genre": pgettext("doujin card", "Genre"),
        "element": pgettext("doujin card", "Element"),
        "name": pgettext("doujin card", "Name"),
        "adult": pgettext("doujin card", "Adult"),
    }


def side_labels() -> dict[str, str]:
    """Return what the sides of doujin cards are called."""
    return {"light": pgettext("doujin card", "light"), "dark": pgettext("doujin card", "dark")}


def _line(
    line: SheetLine,
    lines: Sequence[SheetLine],
    game: str,
    tiebreak: str,
    said_here: tuple[Said, ...],
    *,
    names_hidden: bool,
) -> PaperLine:
    unseen = line.person.hidden and names_hidden
    return PaperLine(
        seat=line.seat,
        player_id="" if unseen else line.person.public_id,
        name=shown_name(line.person, names_hidden=names_hidden),
        reading="" if unseen or line.person.reading == line.person.name else line.person.reading,
        written="" if unseen else line.written,
        hidden=line.person.hidden,
        guest=line.guest,
        participation=participation_mark(line.participation),
        effect=participation_effect(line.participation),
        help=help_text(line),
        edit_order=line.edit_order,
        captured=tuple(line.parts.get("captured") or ()),
        pages=_pages(line.parts),
        hand=_hand(line.parts),
        trump=str(line.parts.get("trump") or ""),
        early_bird=line.parts.get("early_bird") is True,
        bonus=line.parts.get("bonus") is True,
        total="" if line.total is None else format_decimal(line.total).replace("-", "\N{MINUS SIGN}"),
        final=final_text(line.parts),
        placement=line.placement,
        why=_why(line, lines, game, tiebreak),
        said=said_here,
    )


def help_text(line: SheetLine) -> str:
    """Return the help cards that a seat was dealt; empty when nobody wrote them down."""
    if line.help_untapped is None and line.help_tapped is None:
        return ""
    words = gettext("{untapped} untapped, {tapped} tapped")
    return words.format(untapped=line.help_untapped or 0, tapped=line.help_tapped or 0)


def final_text(parts: Mapping[str, Any]) -> str:
    """Return what a total is worth in the end as players write it: +65, −25.1; empty where there is no such score."""
    text = str(parts.get("final") or "")
    sign = "" if text in {"", "0"} or text.startswith("-") else "+"
    return (sign + text).replace("-", "\N{MINUS SIGN}")


def _pages(parts: Mapping[str, Any]) -> tuple[PaperPage, ...]:
    return tuple(
        PaperPage(
            label=label,
            score=page.get("score"),
            dice=tuple(page.get("dice") or ()),
            abilities=tuple(page.get("abilities") or ()),
        )
        for label, page in zip(page_labels(), parts.get("pages") or (), strict=False)
    )


def _hand(parts: Mapping[str, Any]) -> tuple[PaperCard, ...]:
    colours, sides = colour_labels(), side_labels()
    return tuple(
        PaperCard(
            colour=colours.get(card["colour"], card["colour"]),
            side=sides.get(card["side"], card["side"]),
            dark=card["side"] != LIGHT,
            points=f"{card['points']:+d}".replace("-", "\N{MINUS SIGN}"),
        )
        for card in parts.get("hand") or ()
    )


def _why(line: SheetLine, lines: Sequence[SheetLine], game: str, tiebreak: str) -> str:
    """Return why a seat stands where it does among equal totals."""
    if line.total is None or line.placement is None:
        return ""
    equals = [other for other in lines if other is not line and other.total == line.total]
    if any(other.placement == line.placement for other in equals):
        return gettext("tied")
    if not any((other.placement or 0) > line.placement for other in equals):
        return ""
    return _what_decides(line, game, tiebreak)


def _what_decides(line: SheetLine, game: str, tiebreak: str) -> str:
    if game == "danmaku" and line.edit_order is not None:
        return gettext("ahead by edit order")
    if game == "doujin" and tiebreak == "early_bird":
        return gettext("ahead by the early bird")
    if game == "generic" and tiebreak == "seat" and line.seat is not None:
        return gettext("ahead by seat")
    return gettext("ahead by the order given")
