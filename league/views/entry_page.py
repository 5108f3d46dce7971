"""What the entry page shows of a sheet: every typed value, what is said about it, and the places so far.

Builds plain values for the templates; asks no service and writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext

from games.core.findings import Severity, render
from games.doujin.hand import colours_missing
from league.forms.report import field_of
from league.forms.sheet import CardText
from league.views.sheet import final_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.core.findings import Finding
    from games.core.game import Judgement, SeatResult
    from league.forms.sheet import SeatText, Sheet
    from league.services.errors import Problem

# Said only of a finished sheet: while somebody types, nearly everything is missing.
FOLLOWS = frozenset({"total_missing", "total_needed", "total_later"})
NOT_YET = FOLLOWS | {"player_missing", "placement_missing", "placement_later"}
TOO_FEW = frozenset({"player_count", "player_count_exact"})
BLANK_CARDS = 5


@dataclass(frozen=True, slots=True)
class Say:
    """One sentence about one field ('' = the whole sheet), and the rule it rests on."""

    severity: str
    text: str
    field: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as shown; `bad` holds the fields to be marked."""

    number: int
    text: SeatText
    says: tuple[Say, ...]
    bad: frozenset[str]
    total: str
    bonus: bool
    unknown: bool
    cards: tuple[tuple[int, CardText, frozenset[str]], ...]


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One entry of the verdict's line: the place if it is known, and why it is that one among equals."""

    place: int | None
    who: str
    total: str
    reason: str
    final: str = ""


@dataclass(slots=True)
class Verdict:
    """What can be said of a sheet: `state` is empty, missing, error, warning or fine."""

    state: str = "empty"
    places: list[PlaceLine] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    says: list[Say] = field(default_factory=list)

    def about(self, name: str) -> list[Say]:
        """Return what is said about the fields of one seat, by their common beginning."""
        return [say for say in self.says if say.field.startswith(name)]

    @property
    def general(self) -> list[Say]:
        """What is said about no single seat."""
        return [say for say in self.says if not say.field.startswith("seat-")]

    @property
    def bad(self) -> list[str]:
        """The fields to be marked."""
        return sorted({say.field for say in self.says if say.field and say.severity != Severity.INFO})


def verdict_of(
    sheet: Sheet, judgement: Judgement | None, *, language: str, tiebreak: str = "", live: bool = False
) -> Verdict:
    """Return the referee's answer in words; `live` leaves out what is simply not typed yet."""
    verdict = Verdict()
    if judgement is None or (live and sheet.blank):
        return verdict
    mistaken = {_seat_of(finding.path) for finding in judgement.findings if _says_why(finding)}
    for finding in judgement.findings:
        code = finding.code.rpartition(".")[2]
        if code in FOLLOWS and _seat_of(finding.path) in mistaken:
            continue
        if live and code in TOO_FEW and len(sheet.played) < _least(finding):
            verdict.missing.append(len(sheet.played) + 1)
            continue
        if live and code in NOT_YET:
            verdict.missing += _seat_of(finding.path)
            continue
        severity = Severity.ERROR if code == "player_missing" else finding.severity
        verdict.says.append(
            Say(
                severity=severity.value,
                text=render(finding, language),
                field=field_of(sheet, finding.path, finding.code),
                rule=finding.rule,
            )
        )
    verdict.says = _once_a_field(verdict.says)
    verdict.missing = sorted(set(verdict.missing))
    verdict.state = _state(verdict)
    verdict.places = places_of(judgement.seats, sheet.game_key, tiebreak)
    return verdict


def problems_said(sheet: Sheet, problems: Iterable[Problem]) -> list[Say]:
    """Return what only the league can know, such as unknown names, under the fields it is about."""
    return [
        Say(Severity.ERROR.value, str(problem.message), field_of(sheet, problem.path, problem.code))
        for problem in problems
    ]


def seat_rows(
    sheet: Sheet, verdict: Verdict, judgement: Judgement | None, unknown: frozenset[int] = frozenset()
) -> list[SeatRow]:
    """Return every seat of the sheet with what is said about it; `unknown` are seats with names not known yet."""
    bad = verdict.bad
    results = {result.position: result for result in judgement.seats} if judgement else {}
    rows = []
    for number, seat in enumerate(sheet.seats, start=1):
        start = f"seat-{number}-"
        result = results.get(number - 1)
        wrong = frozenset(name.removeprefix(start) for name in bad if name.startswith(start))
        rows.append(
            SeatRow(
                number=number,
                text=seat,
                says=tuple(verdict.about(start)),
                bad=wrong,
                total=total_text(result),
                bonus=_has_bonus(seat, result),
                unknown=number in unknown or seat.new,
                cards=_card_rows(sheet, seat, wrong),
            )
        )
    return rows


def places_of(seats: Sequence[SeatResult], game: str, tiebreak: str = "") -> list[PlaceLine]:
    """Return the line of places: the best first once all are known, else the seats as they are."""
    known = bool(seats) and all(seat.placement is not None for seat in seats)
    if not known:
        return [PlaceLine(None, _who(seat), total_text(seat), "") for seat in seats]
    ranked = sorted(seats, key=lambda seat: (seat.placement or 0, seat.position))
    lines: list[PlaceLine] = []
    for _total, members in groupby(ranked, key=lambda seat: seat.total):
        group = list(members)
        lines += [
            PlaceLine(
                place=seat.placement,
                who=_who(seat),
                total=total_text(seat),
                reason=_why(seat, group, game, tiebreak),
                final=final_text(seat.parts),
            )
            for seat in group
        ]
    return lines


def total_text(result: SeatResult | None) -> str:
    """Return a total as people write it, '' for none."""
    return "" if result is None or result.total is None else f"{result.total.normalize():f}"


def _why(seat: SeatResult, group: Sequence[SeatResult], game: str, tiebreak: str) -> str:
    """Return why a seat stands where it does among seats of the same total."""
    if len(group) == 1 or seat.total is None:
        return ""
    places = [other.placement for other in group]
    if places.count(seat.placement) > 1:
        return pgettext("of places", "shared")
    if seat.placement == max(place or 0 for place in places):
        return ""
    return _what_decides(group, game, tiebreak)


def _what_decides(group: Sequence[SeatResult], game: str, tiebreak: str) -> str:
    if game == "danmaku" and all(other.edit_order is not None for other in group):
        return gettext("ahead by edit order")
    if game == "doujin":
        return gettext("ahead from the early bird on")
    if tiebreak == "seat" and all(other.seat is not None for other in group):
        return gettext("ahead by seat")
    return gettext("ahead as entered")


def _state(verdict: Verdict) -> str:
    severities = {say.severity for say in verdict.says}
    if Severity.ERROR.value in severities:
        return "error"
    if verdict.missing:
        return "missing"
    return "warning" if Severity.WARNING.value in severities else "fine"


def _least(finding: Finding) -> int:
    low = finding.params.get("low")
    return low if isinstance(low, int) else 0


def _once_a_field(says: list[Say]) -> list[Say]:
    """Return the sentences without those that repeat a rule at one field: eight wrong dice are one mistake."""
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for say in says:
        about = (say.field, say.rule, say.severity)
        if not say.field or about not in seen:
            kept.append(say)
        seen.add(about)
    return kept


def _seat_of(path: str) -> tuple[int, ...]:
    """Return the number of the seat that a pointer means, nothing where it means the whole report."""
    index = path.removeprefix("/seats/").partition("/")[0]
    return (int(index) + 1,) if index.isdigit() else ()


def _says_why(finding: Finding) -> bool:
    """Whether a mistake explains why its seat has no total: a score that is no number, say."""
    part = finding.path.split("/")[3:4]
    return finding.severity is Severity.ERROR and part in (["pages"], ["hand"], ["total"])


def _who(seat: SeatResult) -> str:
    return seat.player or gettext("seat {number}").format(number=seat.seat or seat.position + 1)


def _has_bonus(seat: SeatText, result: SeatResult | None) -> bool:
    """Whether four colours lie light in a hand as it is typed (KD-17)."""
    if result is None:
        return False
    hand = result.parts.get("hand")
    if not isinstance(hand, list):  # not all points are known yet, and the referee counted the colours
        return bool(seat.cards) and result.parts.get("bonus") is True
    return bool(seat.cards) and not colours_missing((card["colour"], card["side"]) for card in hand)


def _card_rows(
    sheet: Sheet, seat: SeatText, wrong: frozenset[str]
) -> tuple[tuple[int, CardText, frozenset[str]], ...]:
    """Return the rows of a hand: at least five, so that a hand can be typed without scripts."""
    if sheet.game_key != "doujin":
        return ()
    cards = (*seat.cards, *(CardText() for _ in range(BLANK_CARDS - len(seat.cards))))
    rows = []
    for number, card in enumerate(cards, start=1):
        start = f"card-{number}-"
        bad = frozenset(name.removeprefix(start) for name in wrong if name.startswith(start))
        rows.append((number, card, bad))
    return tuple(rows)
