"""Judges doujin reports: seats, early bird, laps, hands and placements.

Owns the entry in the registry and KD-1, KD-2, KD-8, KD-10, KD-11 and KD-18. The hand is in `hand`, the copies of a
deck in `copies`. Of trumps a report names only which one was held: that the deck has it is all there is to check.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from games.core.cardset import numbers_by_name
from games.core.game import Entry, Judgement, SeatResult, lowest_evidence
from games.core.messages import joined
from games.core.names import name_key
from games.core.placement import Entrant, settle
from games.core.recorded import top_path
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
from games.core.wording import clean_quote
from games.doujin.card_messages import MESSAGES as CARD_MESSAGES
from games.doujin.copies import PrintedCard, check_copies
from games.doujin.hand import Hand, check_bonus, check_total, read_hand, read_scored
from games.doujin.messages import MESSAGES
from games.doujin.playable import PLAY
from games.doujin.refusals import REFUSALS
from games.doujin.rulebook import RULEBOOK
from games.doujin.rules import DoujinRules, builtin_rulesets, check_payload, rules_of
from games.doujin.ties import tie_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.core.ruleset import Ruleset
    from games.doujin.decks import DeckSet

_TOP: Final = TOP_KEYS | {"laps"}
_SEAT: Final = REPORT_SEAT_KEYS | {"early_bird", "hand", "bonus", "scored", "trump"}


@dataclass(slots=True)
class Seat:
    """One seat as reported, and its total as far as known."""

    line: SeatLine
    early_bird: bool | None
    hand: Hand | None
    bonus: bool | None
    trump: str | None
    total: int | None
    scored: int | None
    in_deck: bool = False

    @property
    def evidence(self) -> str:
        """`cards` or `hand` when the hand explains the total, `parts` when only the bonus is known.

        `cards`: the hand comes from a known deck.
        """
        if self.hand is not None and self.hand.known and self.scored is not None:
            return "cards" if self.in_deck else "hand"
        return "scores" if self._known_bonus is None else "parts"

    @property
    def _known_bonus(self) -> bool | None:
        """The bonus as reported, or as it follows from colours and sides alone (KD-17)."""
        if self.bonus is None and self.hand is not None and self.hand.whole:
            return not self.hand.missing
        return self.bonus

    def parts(self) -> dict[str, object]:
        """Return the details as reported; of a hand that can't be added up only the bonus that follows from it."""
        hand = self.hand
        unknown = hand is not None and hand.unknown
        given = {
            "early_bird": self.early_bird,
            "hand": None if hand is None or unknown else [asdict(card) for card in hand.cards],
            "bonus": self._known_bonus if unknown else self.bonus,
            "scored": self.scored if self.line.node.data.get("scored") is not None else None,
            "trump": self.trump,
        }
        return {name: value for name, value in given.items() if value is not None}


class DoujinGame(Entry):
    """The registry entry of `doujin`."""

    key = "doujin"
    names: Mapping[str, str] = {"ja": "王たちの同人誌", "en": "Doujinshi of Kings"}
    ruleset_names: Mapping[str, Mapping[str, str]] = {"invented": {"ja": "創作の山札", "en": "invented deck"}}
    messages = joined(MESSAGES, CARD_MESSAGES, REFUSALS)
    rulebook = RULEBOOK
    play = PLAY
    cards_key = "deck"
    builtin_rulesets = staticmethod(builtin_rulesets)
    typed_rules = staticmethod(rules_of)
    check_payload = staticmethod(check_payload)

    def check(self, report: Mapping[str, object], ruleset: Ruleset) -> Judgement:
        """Judge a report (KD-1, KD-2, KD-8, KD-10, KD-11, KD-14, KD-16..KD-20)."""
        rules = rules_of(ruleset)
        return judge_report(report, rules, None if rules.deck is None else rules.deck.cards)


def judge_report(
    report: Mapping[str, object], rules: DoujinRules, deck: Iterable[PrintedCard] | None
) -> Judgement:
    """Judge a report whose cards come from a deck; None = nothing is known of it (KD-20)."""
    table = read_table(report, top_keys=_TOP, seat_keys=_SEAT, seat_required=True)
    bounds = (rules.low, rules.high)
    check_seating(table, bounds=bounds, count_rule="KD-1", seat_rule="KD-2")
    _check_laps(table, rules)
    seats = [_read_seat(line, table, rules) for line in table.lines]
    _check_early_bird(table, seats)
    _check_deck(seats, deck)
    _check_trumps(table, seats, rules.deck)
    _tell_deck(table, seats, rules.deck)
    places = _placements(table, seats, rules)
    return Judgement(
        valid=not table.findings.has_error,
        evidence=lowest_evidence([seat.evidence for seat in seats]),
        findings=table.findings.result(),
        seats=tuple(_result(seat, places) for seat in seats),
    )


def _read_seat(line: SeatLine, table: Table, rules: DoujinRules) -> Seat:
    node = line.node
    hand = read_hand(node, rules)
    bonus = node.flag("bonus")
    total = node.integer("total")
    scored = read_scored(node, rules.deck)
    if hand is not None:
        check_bonus(node, hand, rules, bonus=bonus)
        total = check_total(node, hand, total, rules, bonus=bonus, scored=scored)
    if total is None and node.data.get("total") is None:
        _tell_missing(line, hand, table)
    elif hand is not None and node.data.get("scored") is None and scored is None:
        table.findings.info("KD-16", f"{node.path}/hand", "doujin.scored_open", who=line.who)
    return Seat(line, node.flag("early_bird"), hand, bonus, node.text("trump"), total, scored)


def _tell_missing(line: SeatLine, hand: Hand | None, table: Table) -> None:
    """A finished table has the totals of all who played on to the end, or hands that tell them (KD-16)."""
    if not table.expects(line):
        if not tell_stopped(line):
            table.findings.info("KD-16", line.node.path, "doujin.total_later", who=line.who)
        return
    code = "doujin.total_missing" if hand is None or not hand.whole else "doujin.total_open"
    table.findings.error("KD-16", line.node.path, code, who=line.who)


def _check_laps(table: Table, rules: DoujinRules) -> None:
    """Four laps with 3 players, three with more (KD-11); fewer while the table is unfinished."""
    laps = table.top.integer("laps")
    right = dict(rules.laps).get(table.count)
    if laps is None or right is None or laps == right:
        return
    if table.finished:
        code = "doujin.laps"
    elif 0 <= laps < right:
        return
    else:
        code = "doujin.laps_unfinished"
    table.findings.error("KD-11", "/laps", code, count=table.count, right=right, given=laps)


def _check_early_bird(table: Table, seats: Sequence[Seat]) -> None:
    """Only one player was the first to complete (KD-8), or nobody was (KD-10)."""
    holders = [seat.line for seat in seats if seat.early_bird]
    if len(holders) > 1:
        table.findings.error(
            "KD-8", f"{holders[1].node.path}/early_bird", "doujin.early_bird_twice",
            who=[line.who for line in holders],
        )  # fmt: skip
    elif _nobody_complete(table, seats):
        table.findings.info("KD-10", "/seats", "doujin.nobody_complete")


def _nobody_complete(table: Table, seats: Sequence[Seat]) -> bool:
    """Tell whether every seat says that it isn't the early bird (KD-10)."""
    return bool(seats) and table.whole and all(seat.early_bird is False for seat in seats)


def _tell_deck(table: Table, seats: Sequence[Seat], deck: DeckSet | None) -> None:
    """Say once that the deck is made up, where anything of it is looked at (KD-20)."""
    looked_at = any(
        seat.hand is not None or seat.trump is not None or seat.line.node.data.get("scored") is not None
        for seat in seats
    )
    if deck is not None and deck.marked and looked_at:
        path = top_path(table, "ruleset")
        table.findings.info("KD-20", path, "doujin.deck_invented", name=deck.key)


def _check_deck(seats: Sequence[Seat], deck: Iterable[PrintedCard] | None) -> None:
    """Take all hands out of the deck, if the ruleset names one (KD-20)."""
    if deck is None:
        return
    known = [(seat, seat.hand) for seat in seats if seat.hand is not None and not seat.hand.unknown]
    check_copies([(seat.line.node, hand) for seat, hand in known], deck)
    for seat, _ in known:
        seat.in_deck = True


def _check_trumps(table: Table, seats: Sequence[Seat], deck: DeckSet | None) -> None:
    """Look for each trump in the deck (KD-1); without a deck nothing is known of trumps (KD-20)."""
    named = [seat for seat in seats if seat.trump is not None]
    if named and deck is None:
        table.findings.info("KD-13", "/seats", "doujin.trump_unchecked")
    numbers = numbers_by_name(deck.trumps) if named and deck is not None else None
    for seat in named:
        given = seat.trump or ""
        if numbers is not None and given not in numbers and name_key(given) not in numbers:
            table.findings.error(
                "KD-1", f"{seat.line.node.path}/trump", "doujin.trump_not_in_deck",
                who=seat.line.who, name=clean_quote(given),
            )  # fmt: skip


def _tie_orders(table: Table, seats: Sequence[Seat], rules: DoujinRules) -> dict[int, int]:
    """Return the order around the table from the early-bird holder, if that decides (KD-18).

    Where nobody completed, seat 1 opened the sale and is first here too (KD-10).
    """
    holders = [seat.line.seat for seat in seats if seat.early_bird]
    if _nobody_complete(table, seats):
        holders = [1]
    if rules.tiebreak != "early_bird" or len(holders) != 1 or holders[0] is None:
        return {}
    start = holders[0]
    return {
        seat.line.position: (seat.line.seat - start) % table.count
        for seat in seats
        if seat.line.seat is not None
    }


def _placements(table: Table, seats: Sequence[Seat], rules: DoujinRules) -> dict[int, int | None]:
    if not table.whole:
        return {seat.line.position: seat.line.placement for seat in seats}
    orders = _tie_orders(table, seats, rules)
    entrants = [Entrant(seat.line, seat.total, seat.total, orders.get(seat.line.position)) for seat in seats]
    return settle(table.findings, entrants, tie_rules(rules))


def _result(seat: Seat, places: Mapping[int, int | None]) -> SeatResult:
    return seat_result(seat.line, seat.total, places[seat.line.position], seat.parts())
