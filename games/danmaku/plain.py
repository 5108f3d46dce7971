"""Judges the report that nothing is to be said about, without making what only findings need.

What fits is decided by the functions that judge every report (pages, totals, numbers of dice), asked
once about the little that matters and remembered; only what compares seats is written again. Whatever is
odd, rare or wrong is left to the referee.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from games.core.findings import Findings
from games.core.game import Judgement, SeatResult, lowest_evidence
from games.core.names import LONGEST_NAME, name_key, text_problem
from games.core.node import Node
from games.danmaku.dice import MOST_DICE
from games.danmaku.dice_numbers import changers_of, open_pairs, pairs_of, starts_of
from games.danmaku.pages import Page, check_total, judge_page
from games.danmaku.plain_shapes import HELP, PAGE, SEAT, TOP, Odd
from games.danmaku.scores import FACES, PageKnowledge, numbers_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.danmaku.cards import Card, CardSet
    from games.danmaku.dice_numbers import Pairs
    from games.danmaku.rules import DanmakuRules

_TEXTS: Final = {str}
_INTEGERS: Final = {int}
_NUMBERS: Final = range(100)
_TOTALS: Final = tuple(map(Decimal, _NUMBERS))
_LEVELS: Final = set(range(3, 9))
_PAGES: Final = 2


class PlainPage(NamedTuple):
    """A page as reported, of the right types; `dice` are sorted, `used` are the cards of its abilities."""

    dice: bytes | None
    score: int | None
    used: list[Card] | None
    parts: dict[str, object]


class Known(NamedTuple):
    """What the total depends on: what is known of a page, and whether abilities may have changed its dice."""

    dice: int | None
    score: int | None
    explained: bool


class PlainSeat(NamedTuple):
    """A seat that fits by itself; `used` are the cards of the abilities on both pages."""

    total: int
    captured: list[Card] | None
    used: list[Card]
    evidence: str
    parts: dict[str, object]


def judge_plain(report: Mapping[str, Any], rules: DanmakuRules) -> Judgement | None:
    """Return the judgement of a report without any finding; None leaves it to the referee."""
    try:
        return _judged(report, rules)
    except Odd:
        return None


def _judged(report: Mapping[str, Any], rules: DanmakuRules) -> Judgement:
    TOP.check(report)
    entries = report["seats"]
    count = len(entries)
    odd = rules.edit_order != "reported" or report.get("finished") is False
    if odd or not rules.low <= count <= rules.high:
        raise Odd
    seats = [_seat(entry, rules) for entry in entries]
    _check_seating(entries, count)
    help_cards = [_help(entry.get("help")) for entry in entries]
    if sum([number or 0 for numbers in help_cards for number in numbers]) > rules.help_supply:
        raise Odd
    _check_cards(seats)
    places = _places(entries, [seat.total for seat in seats])
    lines = enumerate(zip(entries, seats, help_cards, places, strict=True))
    return Judgement(
        True,
        lowest_evidence([seat.evidence for seat in seats]),
        (),
        tuple([_result(position, *line) for position, line in lines]),
    )


def _check_seating(entries: Sequence[dict[str, Any]], count: int) -> None:
    """Seats are 1..n, nobody sits twice, edit orders are distinct and within 1..n."""
    if {entry["seat"] for entry in entries} != set(range(1, count + 1)):
        raise Odd
    names = [entry["player"] for entry in entries]
    if max(map(len, names)) > LONGEST_NAME:
        raise Odd
    keys = set(map(_player_key, names))
    if "" in keys or len(keys) < count:
        raise Odd
    orders = [order for entry in entries if (order := entry.get("edit_order")) is not None]
    if orders and (len(set(orders)) < len(orders) or min(orders) < 1 or max(orders) > count):
        raise Odd


@lru_cache(maxsize=4096)
def _player_key(name: str) -> str:
    return name_key(name) if text_problem(name) is None else ""


def _help(given: dict[str, int | None] | None) -> tuple[int | None, int | None]:
    if given is None:
        return None, None
    HELP.check(given)
    untapped, tapped = given.get("untapped"), given.get("tapped")
    if (untapped is not None and untapped < 0) or (tapped is not None and tapped < 0):
        raise Odd
    return untapped, tapped


def _seat(entry: dict[str, Any], rules: DanmakuRules) -> PlainSeat:
    SEAT.check(entry)
    cards = rules.cards
    get = entry.get
    names, nodes, given = get("captured"), get("pages"), get("total")
    if given is not None and given not in _NUMBERS:
        raise Odd
    captured = None
    parts: dict[str, object] = {}
    if names is not None:
        captured = _cards(names, cards)
        parts["captured"] = names[:]
    if nodes is None:
        pairs = _pairs(captured, None, None, rules)
        return PlainSeat(_total(rules, pairs, (), given), captured, [], "scores", parts)
    if len(nodes) != _PAGES:
        raise Odd
    front, back = _page(nodes[0], cards), _page(nodes[1], cards)
    parts["pages"] = [front.parts, back.parts]
    pairs = _pairs(captured, front.used, back.used, rules)
    idle = captured is not None and not captured
    known = (
        _known(front, rules, numbers_of(pairs, 0), idle),
        _known(back, rules, numbers_of(pairs, 1), idle),
    )
    total = _total(rules, pairs, known, given)
    used = [*(front.used or ()), *(back.used or ())]
    return PlainSeat(total, captured, used, _evidence(captured, front, back, cards), parts)


def _cards(names: list[Any], cards: CardSet | None) -> list[Card]:
    """Return the cards of a list of names as they are written in the set."""
    if not names:
        return []
    if cards is None or set(map(type, names)) != _TEXTS:
        raise Odd
    found = list(map(cards.names.get, names))
    if None in found:
        raise Odd
    return cast("list[Card]", found)


def _page(node: dict[str, Any], cards: CardSet | None) -> PlainPage:
    PAGE.check(node)
    get = node.get
    faces, names, score = get("dice"), get("abilities"), get("score")
    dice = used = None
    parts: dict[str, object] = {}
    if faces is not None:
        if len(faces) > MOST_DICE or set(map(type, faces)) != _INTEGERS:
            raise Odd
        ordered = sorted(faces)
        if ordered[0] < 1 or ordered[-1] > FACES:
            raise Odd
        dice = bytes(ordered)
        parts["dice"] = faces[:]
    if names is not None:
        used = _cards(names, cards)
        parts["abilities"] = names[:]
    if score is not None:
        if score not in _NUMBERS:
            raise Odd
        parts["score"] = score
    return PlainPage(dice, score, used, parts)


def _pairs(
    captured: list[Card] | None, front: list[Card] | None, back: list[Card] | None, rules: DanmakuRules
) -> Pairs:
    if captured is None and front is None and back is None:
        return open_pairs(rules)
    used = changers_of(front, rules), changers_of(back, rules)
    return pairs_of(rules, starts_of(captured, rules), changers_of(captured, rules), *used)


def _known(page: PlainPage, rules: DanmakuRules, allowed: frozenset[int], idle: bool) -> Known:  # noqa: FBT001
    told = None if page.used is None else bool(page.used)
    known = _judge_page(rules, allowed, idle, page.dice, told, page.score)
    if known is None:
        raise Odd
    return known


@lru_cache(maxsize=1 << 14)
def _judge_page(
    rules: DanmakuRules,
    allowed: frozenset[int],
    idle: bool,  # noqa: FBT001
    dice: bytes | None,
    told: bool | None,  # noqa: FBT001
    score: int | None,
) -> Known | None:
    findings = Findings()
    faces = None if dice is None else list(dice)
    abilities = None if told is None else ["?"] * told
    page = Page(Node({"dice": faces, "abilities": abilities, "score": score}, findings), 0)
    judge_page(page, rules, allowed, idle=idle)
    return None if findings.result() else Known(*page.knowledge, page.explained)


def _total(rules: DanmakuRules, pairs: Pairs, pages: tuple[Known, ...], given: int | None) -> int:
    total = _judge_total(rules, pairs, pages, given)
    if total is None:
        raise Odd
    return total


@lru_cache(maxsize=1 << 14)
def _judge_total(
    rules: DanmakuRules, pairs: Pairs, known: tuple[Known, ...], given: int | None
) -> int | None:
    findings = Findings()
    node = Node({}, findings)
    pages = [Page(node, number) for number in range(len(known))]
    for page, (dice, score, explained) in zip(pages, known, strict=True):
        page.knowledge, page.explained = PageKnowledge(dice, score), explained
    total = check_total(node, pages, given, rules, pairs)
    return None if findings.result() else total


def _evidence(captured: list[Card] | None, front: PlainPage, back: PlainPage, cards: CardSet | None) -> str:
    if front.dice is not None and back.dice is not None:
        told = captured is not None and front.used is not None and back.used is not None
        return "cards" if told and cards is not None else "dice"
    scored = (front.dice is not None or front.score is not None) and (
        back.dice is not None or back.score is not None
    )
    return "parts" if scored else "scores"


def _check_cards(seats: Sequence[PlainSeat]) -> None:
    """One owner for each subject (DG-10), abilities owned and used once (DG-18, DG-19), all levels (DG-6)."""
    untold = None in [seat.captured for seat in seats]
    told = [card for seat in seats for card in (seat.used if seat.captured is None else seat.captured)]
    if len(set(told)) < len(told) or not (untold or {card.level for card in told} == _LEVELS):
        raise Odd
    for seat in seats:
        if seat.used:
            used = set(seat.used)
            if len(used) < len(seat.used) or not (seat.captured is None or used.issubset(seat.captured)):
                raise Odd


def _places(entries: Sequence[dict[str, Any]], totals: list[int]) -> list[int]:
    """Return the placements: equal totals by edit order, which all of them have (DG-20)."""
    ranked = sorted(totals, reverse=True)
    places = [ranked.index(total) + 1 for total in totals]
    if len(set(totals)) < len(totals):
        orders = [entry.get("edit_order") for entry in entries]
        places = [
            place if totals.count(total) == 1 else place + _before(order, total, totals, orders)
            for total, order, place in zip(totals, orders, places, strict=True)
        ]
    for entry, place in zip(entries, places, strict=True):
        given = entry.get("placement")
        if given is not None and given != place:
            raise Odd
    return places


def _before(order: int | None, total: int, totals: list[int], orders: list[int | None]) -> int:
    """Return how many with the same total edited earlier."""
    earlier = 0
    for other, their in zip(orders, totals, strict=True):
        if their == total:
            if other is None or order is None:
                raise Odd
            earlier += other < order
    return earlier


def _result(
    position: int,
    entry: dict[str, Any],
    seat: PlainSeat,
    help_cards: tuple[int | None, int | None],
    place: int,
) -> SeatResult:
    get = entry.get
    return SeatResult(
        position, entry["seat"], entry["player"], _TOTALS[seat.total], place, get("edit_order"),
        get("guest") is True, *help_cards, seat.parts,
    )  # fmt: skip
