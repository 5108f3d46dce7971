"""Judges danmaku reports: puts the checks of seats, pages, cards and placements together.

Owns the entry in the registry and the reading of a seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.core.game import Entry, Judgement, SeatResult, lowest_evidence
from games.core.messages import joined
from games.core.seating import (
    REPORT_SEAT_KEYS,
    TOP_KEYS,
    SeatLine,
    Table,
    check_seating,
    read_table,
    seat_result,
    tell_stopped,
)
from games.danmaku import captures, edit_order
from games.danmaku.captures import Holding
from games.danmaku.card_messages import MESSAGES as CARD_MESSAGES
from games.danmaku.help_cards import check_supply, read_help
from games.danmaku.messages import MESSAGES
from games.danmaku.pages import Page, check_total, judge_page
from games.danmaku.plain import judge_plain
from games.danmaku.playable import PLAY
from games.danmaku.refusals import REFUSALS
from games.danmaku.rulebook import RULEBOOK
from games.danmaku.rules import DanmakuRules, builtin_rulesets, check_payload, rules_of
from games.danmaku.scores import numbers_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.ruleset import Ruleset
    from games.danmaku.cards import CardSet

_TOP: Final = TOP_KEYS | {"trigger_seat"}
_SEAT: Final = REPORT_SEAT_KEYS | {"help", "edit_order", "captured", "pages"}
_PAGES: Final = 2


@dataclass(slots=True)
class Seat:
    """One seat as reported, and its total as far as known."""

    line: SeatLine
    edit_order: int | None
    captured: list[str | None] | None
    pages: list[Page]
    untapped: int | None
    tapped: int | None
    holding: Holding
    looks_at_cards: bool
    total: int | None = None

    @property
    def evidence(self) -> str:
        """`cards` when captures and abilities are told too, `dice` with those of both pages, else `parts`."""
        if len(self.pages) != _PAGES:
            return "scores"
        if all(page.dice is not None for page in self.pages):
            return "cards" if self.looks_at_cards and self._tells_cards() else "dice"
        scored = all(page.dice is not None or page.score is not None for page in self.pages)
        return "parts" if scored else "scores"

    def _tells_cards(self) -> bool:
        told = self.holding.captured
        lists = [told, *(listed for _, listed in self.holding.pages)]
        return len(lists) == 1 + _PAGES and all(listed is not None and listed.whole for listed in lists)

    def parts(self) -> dict[str, object]:
        """Return the details as reported."""
        given: dict[str, object] = {}
        if self.captured is not None:
            given["captured"] = [name for name in self.captured if name is not None]
        if self.pages:
            given["pages"] = [page.parts() for page in self.pages]
        return given


class DanmakuGame(Entry):
    """The registry entry of `danmaku`."""

    key = "danmaku"
    names: Mapping[str, str] = {"ja": "東方弾幕画報", "en": "Touhou Danmaku Gahou"}
    ruleset_names: Mapping[str, Mapping[str, str]] = {}
    messages = joined(MESSAGES, CARD_MESSAGES, REFUSALS)
    rulebook = RULEBOOK
    play = PLAY
    cards_key = "card_set"
    builtin_rulesets = staticmethod(builtin_rulesets)
    typed_rules = staticmethod(rules_of)
    check_payload = staticmethod(check_payload)

    def check(self, report: Mapping[str, object], ruleset: Ruleset) -> Judgement:
        """Judge a report (DG-1..DG-3, DG-6, DG-10, DG-13, DG-17..DG-21)."""
        rules = rules_of(ruleset)
        return judge_plain(report, rules) or judge_fully(report, rules)


def judge_fully(report: Mapping[str, object], rules: DanmakuRules) -> Judgement:
    """Judge a report with everything that there is to say."""
    cards = rules.cards
    table = read_table(report, top_keys=_TOP, seat_keys=_SEAT, seat_required=True)
    bounds = (rules.low, rules.high)
    check_seating(table, bounds=bounds, count_rule="DG-2", seat_rule="DG-2")
    trigger = _read_trigger(table)
    seats = [_read_seat(line, table, rules, cards) for line in table.lines]
    dealt = sum((seat.untapped or 0) + (seat.tapped or 0) for seat in seats)
    check_supply(table.findings, dealt, rules.help_supply)
    holdings = [seat.holding for seat in seats]
    captures.check(table.findings, holdings)
    if cards is None:
        captures.mention_unchecked(table.findings, holdings)
    elif table.whole:
        finished = table.finished
        captures.check_levels(table.findings, holdings, trigger, rules, finished=finished)
    editors = _editors(seats)
    orders = edit_order.effective(table, editors, rules)
    places = edit_order.placements(table, editors, orders, rules)
    return Judgement(
        valid=not table.findings.has_error,
        evidence=lowest_evidence([seat.evidence for seat in seats]),
        findings=table.findings.result(),
        seats=tuple(_result(seat, orders, places) for seat in seats),
    )


def _read_seat(line: SeatLine, table: Table, rules: DanmakuRules, cards: CardSet | None) -> Seat:
    node = line.node
    untapped, tapped = read_help(node)
    captured = node.texts("captured")
    holding = Holding(line, None, [])
    if captured is not None:
        path = f"{node.path}/captured"
        holding.captured = captures.read_cards(table.findings, line, path, captured, cards)
    seat = Seat(line, node.integer("edit_order"), captured, [], untapped, tapped, holding, cards is not None)
    _read_pages(seat, table, rules, cards)
    if seat.total is None and node.data.get("total") is None:
        _tell_missing(line, table)
    return seat


def _tell_missing(line: SeatLine, table: Table) -> None:
    """A finished table has the totals of all who played on to the end (DG-20)."""
    if table.expects(line):
        table.findings.error("DG-20", line.node.path, "danmaku.total_missing", who=line.who)
        return
    if not tell_stopped(line):
        table.findings.info("DG-20", line.node.path, "danmaku.total_later", who=line.who)


def _read_pages(seat: Seat, table: Table, rules: DanmakuRules, cards: CardSet | None) -> None:
    """Read pages and total; a finished table has both pages or none written down (DG-18, DG-19)."""
    node = seat.line.node
    total = node.integer("total")
    nodes = node.children("pages") or []
    needs_both = table.expects(seat.line) and node.data.get("pages") is not None
    if len(nodes) > _PAGES or (len(nodes) < _PAGES and needs_both):
        node.findings.error(
            "DG-18", f"{node.path}/pages", "danmaku.page_count", who=node.where, given=len(nodes)
        )
    seat.pages = [Page(page, number) for number, page in enumerate(nodes[:_PAGES]) if page is not None]
    for page in seat.pages:
        if page.abilities is not None:
            path = f"{page.node.path}/abilities"
            used = captures.read_cards(table.findings, seat.line, path, page.abilities, cards)
            seat.holding.pages.append((page.number, used))
    pairs = captures.dice_pairs(seat.holding, rules)
    idle = seat.captured is not None and not seat.captured
    for page in seat.pages:
        judge_page(page, rules, numbers_of(pairs, page.number), idle=idle)
    seat.total = check_total(node, seat.pages, total, rules, pairs)


def _read_trigger(table: Table) -> int | None:
    """The last round was started by someone at the table (DG-13)."""
    trigger = table.top.integer("trigger_seat")
    if trigger is None or any(line.seat == trigger for line in table.lines):
        return trigger
    seats = sorted(line.seat for line in table.lines if line.seat is not None)
    table.findings.error("DG-13", "/trigger_seat", "danmaku.trigger_seat", given=trigger, seats=seats[:10])
    return None


def _editors(seats: Sequence[Seat]) -> list[edit_order.Editor]:
    return [
        edit_order.Editor(
            line=seat.line,
            order=seat.edit_order,
            captured=None if seat.captured is None else len(seat.captured),
            total=seat.total,
        )
        for seat in seats
    ]


def _result(seat: Seat, orders: Mapping[int, int | None], places: Mapping[int, int | None]) -> SeatResult:
    position = seat.line.position
    dealt = (seat.untapped, seat.tapped)
    return seat_result(
        seat.line, seat.total, places[position], seat.parts(), edit_order=orders[position], help_cards=dealt
    )
