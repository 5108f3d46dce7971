"""Judges doujin records: seats and early bird, then a full replay.

Owns what surrounds the replay; every rule of play is in the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core import recorded
from games.core.placement import Entrant, settle
from games.core.replay import replay
from games.core.seating import seat_result
from games.core.wording import seat_token
from games.doujin.deck import deck_of
from games.doujin.engine import Doujin
from games.doujin.events import VOCABULARY, Pass, Trump
from games.doujin.result import parts, tie_order, total
from games.doujin.rules import DoujinRules, rules_of
from games.doujin.sale import WINDOW_OF
from games.doujin.state import WINDOWS, Phase
from games.doujin.table import Table
from games.doujin.ties import tie_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.game import Judgement, SeatResult
    from games.core.ruleset import Ruleset
    from games.core.seating import Table as Report
    from games.doujin.effects import Window
    from games.doujin.events import Event
    from games.doujin.moves import Move
    from games.doujin.state import State

_SEAT: Final = frozenset({"early_bird"})
_WRITING: Final = frozenset({Phase.DEAL, Phase.MANUSCRIPT, Phase.PUSH})


class WrittenDoujin(Doujin):
    """The engine as a scribe sees it: nobody writes down that a trump was kept, so passes may be left out."""

    def moves(self, state: State) -> Sequence[Move]:
        """Return everything that can be written next, behind passes too."""
        found = super().moves(state)
        return found if state.phase not in WINDOWS else (*found, *super().moves(self._kept(state)))

    def apply(self, state: State, event: Event) -> State:
        """Pass for everybody who was asked before the event; raises `Refusal`."""
        return super().apply(self.passed(state, event), event)

    def mend(self, state: State, event: Event) -> State | None:
        """Go on from where the event was refused."""
        return super().mend(self.passed(state, event), event)

    def passed(self, state: State, event: Event | None) -> State:
        """Return the state in which an event (None: the end of the record) was written."""
        if isinstance(event, Pass):
            return self._asked(state, event.seat)
        if not isinstance(event, Trump):
            return self._kept(state)
        number = self.table.deck.number("trump", event.trump)
        moment = None if number is None else self.table.deck.trumps[number].window
        then = self._kept(state, event.seat, moment)
        if then.asked == event.seat and WINDOW_OF.get(then.phase) is moment:
            return then
        here = self._kept(state, event.seat, WINDOW_OF.get(state.phase))
        return here if here.phase is state.phase else state

    def _asked(self, state: State, seat: int) -> State:
        """Pass for others until a seat is asked; where it isn't any more, nothing is passed over."""
        then = state
        while then.phase in WINDOWS and then.asked != seat:
            then = super().apply(then, Pass(then.asked))
        return then if then.phase in WINDOWS else state

    def _kept(self, state: State, seat: int = 0, moment: Window | None = None) -> State:
        """Pass in all windows, up to where a seat is asked at some moment."""
        while state.phase in WINDOWS and (state.asked != seat or WINDOW_OF[state.phase] is not moment):
            state = super().apply(state, Pass(state.asked))
        return state


def check_record(record: Mapping[str, object], ruleset: Ruleset) -> Judgement:
    """Judge a record (KD-1..KD-18)."""
    rules = rules_of(ruleset)
    bounds = (rules.low, rules.high)
    report, seats = recorded.read_record(
        record, own_keys=_SEAT, bounds=bounds, count_rule="KD-1", seat_rule="KD-2"
    )
    birds = [seat.line.node.flag("early_bird") for seat in seats]
    events = recorded.read_log(report, VOCABULARY)
    engine = _engine(report, rules)
    if engine is None or events is None:
        unknown = [_result(seat, None, None, {}) for seat in seats]
        return recorded.record_judgement(report, unknown, replayed=False)
    state = replay(engine, events, report.findings)
    return _compare(report, seats, birds, engine, engine.passed(state, None))


def _engine(report: Report, rules: DoujinRules) -> WrittenDoujin | None:
    """Return the table of a record, None when nobody could have played at it or no deck is named (KD-20)."""
    deck = deck_of(rules.deck)
    if deck is None:
        report.findings.error("KD-20", recorded.top_path(report, "ruleset"), "doujin.no_deck")
    if deck is None or not recorded.can_be_played(report, (rules.low, rules.high)):
        return None
    return WrittenDoujin(Table(rules, deck, report.count))


def _compare(
    report: Report,
    seats: Sequence[recorded.Seated],
    birds: Sequence[bool | None],
    engine: WrittenDoujin,
    state: State,
) -> Judgement:
    """Compare what was written at the seats with what came of the events (KD-8, KD-16..KD-18)."""
    table = engine.table
    recorded.check_stop(
        report, engine, state, "KD-7" if state.phase in _WRITING else "KD-11", "doujin.record_stops"
    )
    if state.phase not in _WRITING:
        _check_birds(report, seats, birds, state)
    _tell(report, table, state)
    over = state.phase is Phase.OVER
    order = tie_order(table, state)
    entrants = []
    for seat in seats:
        right = total(table, state, seat.index + 1) if over else None
        recorded.check_total(report, seat, right, "KD-16", "doujin.record_total")
        turn = order.index(seat.index + 1) if over and order is not None else None
        entrants.append(Entrant(seat.line, right, right, turn))
    places: Mapping[int, int | None] = {seat.line.position: seat.line.placement for seat in seats}
    if over:
        places = settle(report.findings, entrants, tie_rules(table.rules))
    return recorded.record_judgement(
        report,
        [
            _result(
                seat, total(table, state, seat.index + 1) if over else None,
                places[seat.line.position], parts(table, state, seat.index + 1),
            )
            for seat in seats
        ],
    )  # fmt: skip


def _check_birds(
    report: Report, seats: Sequence[recorded.Seated], birds: Sequence[bool | None], state: State
) -> None:
    """The early bird is who completed first (KD-8)."""
    for seat, given in zip(seats, birds, strict=True):
        path, who = f"{seat.line.node.path}/early_bird", seat.line.who
        is_first = seat.index + 1 == state.first
        if given is False and is_first:
            report.findings.error("KD-8", path, "doujin.record_bird_unmarked", who=who)
        elif given and not state.first:
            report.findings.error("KD-8", path, "doujin.record_nobody")
        elif given and not is_first:
            report.findings.error(
                "KD-8", path, "doujin.record_bird_marked", who=who, winner=seat_token(state.first)
            )


def _tell(report: Report, table: Table, state: State) -> None:
    """Flag what the text of the rules doesn't foresee, and cards that are made up."""
    if state.phase not in _WRITING and not state.first:
        report.findings.info("KD-10", "/events", "doujin.record_nobody")
    if state.shuffles:
        report.findings.info("KD-15", "/events", "doujin.record_shuffled", count=state.shuffles)
    if table.deck.set.marked:
        name = table.deck.set.key
        report.findings.info("KD-20", recorded.top_path(report, "ruleset"), "doujin.deck_invented", name=name)


def _result(
    seat: recorded.Seated, points: int | None, place: int | None, details: Mapping[str, object]
) -> SeatResult:
    return seat_result(seat.line, points, place, details)
