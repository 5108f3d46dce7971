"""Judges danmaku reports: puts the checks of seats, pages, cards and placements together.

Owns the entry in the registry and the reading of a seat. Checks nothing that needs the cards
themselves: level chain and effects of abilities are only mentioned as unchecked.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from games.core.game import Judgement, SeatResult, lowest_evidence
from games.core.seating import SEAT_KEYS, TOP_KEYS, SeatLine, Table, check_seating, read_table
from games.danmaku import captures, edit_order
from games.danmaku.messages import MESSAGES
from games.danmaku.pages import Page, check_total, read_page
from games.danmaku.rulebook import RULEBOOK
from games.danmaku.rules import DanmakuRules, builtin_rulesets, check_payload, rules_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.findings import Findings
    from games.core.node import Node
    from games.core.ruleset import Ruleset

_TOP: Final = TOP_KEYS | {"trigger_seat"}
_SEAT: Final = SEAT_KEYS | {"help", "edit_order", "captured", "pages"}
_HELP: Final = frozenset({"untapped", "tapped"})
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
    total: int | None = None

    @property
    def evidence(self) -> str:
        """`dice` when both pages show theirs, `parts` when both have a score."""
        if len(self.pages) != _PAGES:
            return "scores"
        if all(page.dice is not None for page in self.pages):
            return "dice"
        scored = all(page.dice is not None or page.score is not None for page in self.pages)
        return "parts" if scored else "scores"

    def parts(self) -> dict[str, object]:
        """Return the details as reported."""
        given: dict[str, object] = {}
        if self.captured is not None:
            given["captured"] = [name for name in self.captured if name is not None]
        if self.pages:
            given["pages"] = [page.parts() for page in self.pages]
        return given


class DanmakuGame:
    """The registry entry of `danmaku`."""

    key = "danmaku"
    names: Mapping[str, str] = {"ja": "東方弾幕画報", "en": "Touhou Danmaku Gahou"}
    ruleset_names: Mapping[str, Mapping[str, str]] = {}
    messages = MESSAGES
    rulebook = RULEBOOK

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """`base`."""
        return builtin_rulesets()

    def player_bounds(self, ruleset: Ruleset) -> tuple[int, int]:
        """Return the least and the greatest number of players (DG-2)."""
        rules = rules_of(ruleset)
        return rules.low, rules.high

    def check_payload(self, payload: Mapping[str, object], problems: Findings) -> None:
        """Check the payload of a ruleset."""
        check_payload(payload, problems)

    def check(self, report: Mapping[str, object], ruleset: Ruleset) -> Judgement:
        """Judge a report (DG-2, DG-3, DG-10, DG-13, DG-17..DG-21)."""
        rules = rules_of(ruleset)
        table = read_table(report, top_keys=_TOP, seat_keys=_SEAT, seat_required=True)
        bounds = (rules.low, rules.high)
        check_seating(table, bounds=bounds, count_rule="DG-2", seat_rule="DG-2")
        _check_trigger(table)
        seats = [_read_seat(line, table, rules) for line in table.lines]
        _check_help(table, seats, rules)
        holdings = [_holding(seat) for seat in seats]
        captures.check(table.findings, holdings)
        orders = edit_order.effective(table, _editors(seats), rules)
        places = edit_order.placements(table, _editors(seats), orders, rules)
        return Judgement(
            valid=not table.findings.has_error,
            evidence=lowest_evidence([seat.evidence for seat in seats]),
            findings=table.findings.result(),
            seats=tuple(_result(seat, orders, places) for seat in seats),
        )


def _read_seat(line: SeatLine, table: Table, rules: DanmakuRules) -> Seat:
    node = line.node
    untapped, tapped = _read_help(node)
    captured = node.texts("captured")
    no_captures = captured is not None and not captured
    seat = Seat(line, node.integer("edit_order"), captured, [], untapped, tapped)
    seat.pages = _read_pages(node, table, rules, no_captures=no_captures)
    total = node.integer("total")
    seat.total = check_total(node, seat.pages, total, rules, no_captures=no_captures)
    if seat.total is None and node.data.get("total") is None:
        report = table.findings.error if table.finished else table.findings.info
        code = "danmaku.total_missing" if table.finished else "danmaku.total_later"
        report("DG-20", node.path, code, who=line.who)
    return seat


def _read_help(node: Node) -> tuple[int | None, int | None]:
    """Read the dealt help cards of a seat; never negative (DG-3)."""
    cards = node.child("help")
    if cards is None:
        return None, None
    cards.only(_HELP)
    numbers = []
    for state in ("untapped", "tapped"):
        number = cards.integer(state)
        if number is not None and number < 0:
            node.findings.error(
                "DG-3", f"{cards.path}/{state}", "danmaku.help_negative",
                who=node.where, field=state, given=number,
            )  # fmt: skip
            number = None
        numbers.append(number)
    return numbers[0], numbers[1]


def _read_pages(node: Node, table: Table, rules: DanmakuRules, *, no_captures: bool) -> list[Page]:
    """Read the pages; a finished table has both or none written down (DG-18, DG-19)."""
    nodes = node.children("pages")
    if nodes is None:
        return []
    if len(nodes) > _PAGES or (len(nodes) < _PAGES and table.finished):
        node.findings.error(
            "DG-18", f"{node.path}/pages", "danmaku.page_count", who=node.where, given=len(nodes)
        )
    return [
        read_page(page, number, rules, no_captures=no_captures)
        for number, page in enumerate(nodes[:_PAGES])
        if page is not None
    ]


def _check_help(table: Table, seats: Sequence[Seat], rules: DanmakuRules) -> None:
    """The dealt help cards can't be more than there are (DG-3)."""
    dealt = sum((seat.untapped or 0) + (seat.tapped or 0) for seat in seats)
    if dealt > rules.help_supply:
        table.findings.error("DG-3", "/seats", "danmaku.help_sum", given=dealt, limit=rules.help_supply)


def _check_trigger(table: Table) -> None:
    """The last round was started by someone at the table (DG-13)."""
    trigger = table.top.integer("trigger_seat")
    if trigger is None or any(line.seat == trigger for line in table.lines):
        return
    seats = sorted(line.seat for line in table.lines if line.seat is not None)
    table.findings.error("DG-13", "/trigger_seat", "danmaku.trigger_seat", given=trigger, seats=seats[:10])


def _holding(seat: Seat) -> captures.Holding:
    return captures.Holding(seat.line, seat.captured, [(p.node, p.abilities) for p in seat.pages])


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
    return SeatResult(
        position=position,
        seat=seat.line.seat,
        player=seat.line.player,
        total=None if seat.total is None else Decimal(seat.total),
        placement=places[position],
        edit_order=orders[position],
        guest=seat.line.guest,
        help_untapped=seat.untapped,
        help_tapped=seat.tapped,
        parts=seat.parts(),
    )
