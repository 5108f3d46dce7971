"""Judges danmaku records: seats, dealt help cards and edit order, then a full replay.

Owns what surrounds the replay; every rule of play is in the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.core import recorded
from games.core.replay import replay
from games.core.seating import seat_result
from games.danmaku import edit_order
from games.danmaku.deck import Deck
from games.danmaku.engine import Danmaku
from games.danmaku.events import BACK, FRONT, VOCABULARY
from games.danmaku.help_cards import check_supply, read_help
from games.danmaku.rules import DanmakuRules, help_deal, play_rules_of, rules_of
from games.danmaku.state import Phase, bits
from games.danmaku.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.game import Judgement, SeatResult
    from games.core.ruleset import Ruleset
    from games.core.seating import Table as Report
    from games.danmaku.cards import CardSet
    from games.danmaku.state import State

_SEAT: Final = frozenset({"help", "edit_order"})


@dataclass(frozen=True, slots=True)
class Seat(recorded.Seated):
    """One seat of a record as written."""

    dealt: tuple[int | None, int | None]
    order: int | None


@lru_cache(maxsize=16)
def deck_of(cards: CardSet | None) -> Deck | None:
    """Return the tables of a card set, None when the ruleset names none."""
    return None if cards is None else Deck(cards)


def check_record(record: Mapping[str, object], ruleset: Ruleset) -> Judgement:
    """Judge a record (DG-1..DG-20)."""
    rules = rules_of(ruleset)
    bounds = (rules.low, rules.high)
    report, seated = recorded.read_record(
        record, own_keys=_SEAT, bounds=bounds, count_rule="DG-2", seat_rule="DG-2"
    )
    seats = [_seat(seat) for seat in seated]
    events = recorded.read_log(report, VOCABULARY)
    engine = _engine(report, seats, ruleset)
    if engine is None or events is None:
        unknown = [_result(seat, None, None, None, None) for seat in seats]
        return recorded.record_judgement(report, unknown, replayed=False)
    state = replay(engine, events, report.findings)
    return _compare(report, seats, engine, state, rules)


def _seat(seat: recorded.Seated) -> Seat:
    node = seat.line.node
    return Seat(seat.line, seat.index, seat.total, read_help(node), node.integer("edit_order"))


def _engine(report: Report, seats: Sequence[Seat], ruleset: Ruleset) -> Danmaku | None:
    """Return the table of a record, None when nobody could have played at it."""
    rules = rules_of(ruleset)
    deck = deck_of(rules.cards)
    if deck is None:
        report.findings.error("DG-4", "/ruleset", "danmaku.no_cards")
    if deck is None or not recorded.can_be_played(report, (rules.low, rules.high)):
        return None
    deal = list(help_deal(ruleset, report.count))
    for seat in seats:
        if seat.line.node.data.get("help") is not None:
            deal[seat.index] = (seat.dealt[0] or 0, seat.dealt[1] or 0)
    check_supply(report.findings, sum(map(sum, deal)), rules.help_supply)
    # Pages may come in any order, also at once: what orders decide is compared afterwards (DG-17).
    table = Table(play_rules_of(ruleset), rules, deck, tuple(deal), edit_order="simultaneous", order=None)
    return Danmaku(table)


def _compare(
    report: Report, seats: Sequence[Seat], engine: Danmaku, state: State, rules: DanmakuRules
) -> Judgement:
    """Compare what was written at the seats with what came of the events (DG-17, DG-20)."""
    over = state.phase is Phase.OVER
    recorded.check_stop(
        report, engine, state, "DG-18" if state.phase in _AFTER else "DG-13", "danmaku.record_stops"
    )
    editors = []
    for seat in seats:
        total = sum(state.pages[seat.index]) if over else None
        recorded.check_total(report, seat, total, "DG-20", "danmaku.record_total")
        captured = state.owned[seat.index].bit_count() if over else None
        editors.append(edit_order.Editor(seat.line, seat.order, captured, total))
    orders = edit_order.effective(report, editors, rules)
    _check_page_order(report, seats, state, orders, rules)
    places = edit_order.placements(report, editors, orders, rules)
    return recorded.record_judgement(
        report,
        [
            _result(
                seat, _parts(engine, state, seat.index), editor.total,
                orders[seat.line.position], places[seat.line.position],
            )
            for seat, editor in zip(seats, editors, strict=True)
        ],
    )  # fmt: skip


def _check_page_order(
    report: Report, seats: Sequence[Seat], state: State, orders: Mapping[int, int | None], rules: DanmakuRules
) -> None:
    """Mention pages that were begun in another order than the one that counts (DG-17)."""
    by_number = {seat.index + 1: seat for seat in seats}
    begun = [(orders[by_number[number].line.position], by_number[number].line.who) for number in state.order]
    known = [(order, who) for order, who in begun if order is not None]
    if rules.edit_order != "simultaneous" and len(known) == len(begun) and known != sorted(known):
        report.findings.warning(
            "DG-17", "/events", "danmaku.pages_order",
            given=[who for _, who in known], right=[who for _, who in sorted(known)],
        )  # fmt: skip


_AFTER: Final = (Phase.PAGE, Phase.PRINT, Phase.EDIT)


def _parts(engine: Danmaku, state: State, index: int) -> dict[str, object]:
    names = engine.table.deck.names
    parts: dict[str, object] = {"captured": [names[number] for number in bits(state.owned[index])]}
    if state.pages[index]:
        scores = zip((FRONT, BACK), state.pages[index], strict=False)
        parts["pages"] = [{"score": score} for _, score in scores]
    return parts


def _result(
    seat: Seat,
    parts: dict[str, object] | None,
    total: int | None,
    order: int | None,
    place: int | None,
) -> SeatResult:
    return seat_result(seat.line, total, place, parts or {}, edit_order=order, help_cards=seat.dealt)
