"""Captured subjects and used abilities: whose they are, and whether they fit together.

Owns DG-1 (known cards), DG-6 (the chain of levels), DG-10 (one owner), DG-13 (who captured level 8),
DG-18 (an ability belongs to a captured subject) and DG-19 (each ability once). With a ruleset that
looks at no cards only names are compared, and the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, TypeAlias

from games.core.names import name_key
from games.core.wording import clean_quote
from games.danmaku.cards import Card
from games.danmaku.dice_numbers import changers_of, open_pairs, pairs_of, starts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.core.findings import Findings
    from games.core.seating import SeatLine
    from games.danmaku.cards import CardSet
    from games.danmaku.dice_numbers import Pairs
    from games.danmaku.rules import DanmakuRules

Named: TypeAlias = Card | str | None
"""A card; without a card set the key of its name; None for a name that can't be used."""

_LOWEST, _HIGHEST = 3, 8
_SHOTS: Final = 2
_TWICE: Final = {
    (0, 0): "danmaku.ability_twice",
    (1, 1): "danmaku.ability_twice",
    (0, 1): "danmaku.ability_both",
}


class Listed:
    """A list of cards as reported, and what each name means; `whole` = every name could be used."""

    __slots__ = ("cards", "names", "path", "whole")

    def __init__(self, path: str, names: Sequence[str | None], cards: list[Named]) -> None:
        """Keep both lists."""
        self.path = path
        self.names = names
        self.cards = cards
        self.whole = None not in cards

    def known(self) -> list[Card]:
        """Return the cards of a set that are listed."""
        return [card for card in self.cards if isinstance(card, Card)]

    def named(self) -> Iterator[tuple[str, str, Card | str]]:
        """Yield pointer, name as reported and meaning of what could be used."""
        for index, card in enumerate(self.cards):
            if card is not None:
                yield f"{self.path}/{index}", clean_quote(self.names[index] or ""), card


@dataclass(slots=True)
class Holding:
    """The captured subjects of a seat and the abilities listed per page; None = not told."""

    line: SeatLine
    captured: Listed | None
    pages: list[tuple[int, Listed]]


def read_cards(
    findings: Findings, line: SeatLine, path: str, names: Sequence[str | None], cards: CardSet | None
) -> Listed:
    """Find the cards of names, with findings for unknown ones (DG-1)."""
    if cards is None:
        return Listed(path, names, [None if name is None else name_key(name) for name in names])
    of_name = cards.names.get
    found: list[Named] = [None if name is None else of_name(name) for name in names]
    if None in found:
        found = [None if name is None else cards.find(name) for name in names]
        for index, name in enumerate(names):
            if name is not None and found[index] is None:
                _refuse_unknown(findings, line, f"{path}/{index}", name, cards)
    return Listed(path, names, found)


def _refuse_unknown(findings: Findings, line: SeatLine, path: str, name: str, cards: CardSet) -> None:
    shown = clean_quote(name)
    close = [] if findings.full else get_close_matches(shown, [card.name for card in cards.cards], n=1)
    if close:
        findings.error("DG-1", path, "danmaku.unknown_card_hint", who=line.who, name=shown, hint=close[0])
    else:
        findings.error("DG-1", path, "danmaku.unknown_card", who=line.who, name=shown)


def dice_pairs(holding: Holding, rules: DanmakuRules) -> Pairs:
    """Return how many dice the pages of a seat can end with (DG-18, DG-21)."""
    told = _whole(holding.captured)
    pool = changers_of(told, rules)
    front = back = None
    for number, listed in holding.pages:
        if number:
            back = changers_of(_whole(listed), rules)
        else:
            front = changers_of(_whole(listed), rules)
    if told is None and front is None and back is None:
        return open_pairs(rules)
    return pairs_of(rules, starts_of(told, rules), pool, front, back)


def _whole(listed: Listed | None) -> list[Named] | None:
    return listed.cards if listed is not None and listed.whole else None


def check(findings: Findings, holdings: Sequence[Holding]) -> None:
    """Check all seats together."""
    _check_owners(findings, holdings)
    for holding in holdings:
        used = [card for _, listed in holding.pages for card in listed.cards]
        if used:
            if len(set(used)) < len(used):
                _check_once(findings, holding)
            captured = holding.captured
            if captured is not None and captured.whole and not set(used) <= set(captured.cards):
                _check_owned(findings, holding, captured)


def _check_owners(findings: Findings, holdings: Sequence[Holding]) -> None:
    """Every subject has at most one owner (DG-10); who uses an ability owns it."""
    told = [card for holding in holdings for card in _told(holding)]
    if len(set(told)) == len(told):
        return
    owner: dict[Card | str, Holding] = {}
    for holding in holdings:
        if holding.captured is None:
            continue
        for path, name, card in holding.captured.named():
            first = owner.setdefault(card, holding)
            if first is not holding:
                who = [first.line.who, holding.line.who]
                findings.error("DG-10", path, "danmaku.two_owners", name=name, who=who)
        _check_listed_once(findings, holding.line, holding.captured)
    for holding in holdings:
        if holding.captured is None:
            _check_users(findings, holding, owner)


def _told(holding: Holding) -> Iterable[Named]:
    """Return what a seat owns as far as it is told."""
    if holding.captured is not None:
        return holding.captured.cards
    return {card for _, listed in holding.pages for card in listed.cards}


def _check_users(findings: Findings, holding: Holding, owner: dict[Card | str, Holding]) -> None:
    """Whoever tells no captures owns at least what was used."""
    for _, listed in holding.pages:
        for path, name, card in listed.named():
            first = owner.setdefault(card, holding)
            if first is not holding:
                who = [first.line.who, holding.line.who]
                findings.error("DG-10", path, "danmaku.two_owners", name=name, who=who)


def _check_listed_once(findings: Findings, line: SeatLine, listed: Listed) -> None:
    if len(set(listed.cards)) == len(listed.cards):
        return
    seen: set[Card | str] = set()
    for path, name, card in listed.named():
        if card in seen:
            findings.error("DG-10", path, "danmaku.captured_twice", name=name, who=line.who)
        seen.add(card)


def _check_once(findings: Findings, holding: Holding) -> None:
    """Each ability works at most once in the whole edit phase (DG-19)."""
    used: dict[Card | str, int] = {}
    for number, listed in holding.pages:
        for path, name, card in listed.named():
            if card in used:
                findings.error(
                    "DG-19", path, _TWICE[used[card], number],
                    who=holding.line.who, name=name, page=number,
                )  # fmt: skip
            used.setdefault(card, number)


def _check_owned(findings: Findings, holding: Holding, captured: Listed) -> None:
    """Every ability used belongs to a subject that the player captured (DG-18)."""
    for number, listed in holding.pages:
        for path, name, card in listed.named():
            if card not in captured.cards:
                findings.error(
                    "DG-18", path, "danmaku.ability_not_owned",
                    who=holding.line.who, name=name, page=number,
                )  # fmt: skip


def mention_unchecked(findings: Findings, holdings: Sequence[Holding]) -> None:
    """Say once what the cards would still tell (DG-6, DG-18)."""
    if any(holding.captured and holding.captured.cards for holding in holdings):
        findings.info("DG-6", "/seats", "danmaku.captures_unchecked")
    if any(listed.cards for holding in holdings for _, listed in holding.pages):
        findings.info("DG-18", "/seats", "danmaku.abilities_unchecked")


def check_levels(
    findings: Findings,
    holdings: Sequence[Holding],
    trigger: int | None,
    rules: DanmakuRules,
    *,
    finished: bool,
) -> None:
    """Check the levels that were captured (DG-6, DG-13), the chain only when every seat lists its captures."""
    if trigger is not None:
        _check_trigger(findings, holdings, trigger, rules)
    lists = [holding.captured for holding in holdings]
    if not lists or not all(listed is not None and listed.whole for listed in lists):
        return
    levels = {card.level for listed in lists if listed for card in listed.known()}
    chained = all(level - 1 in levels for level in levels if level > _LOWEST)
    for holding in () if chained else holdings:
        for path, name, card in holding.captured.named() if holding.captured else ():
            if isinstance(card, Card) and card.level > _LOWEST and card.level - 1 not in levels:
                findings.error(
                    "DG-6", path, "danmaku.level_skipped",
                    who=holding.line.who, name=name, level=card.level, below=card.level - 1,
                )  # fmt: skip
    if finished and trigger is None and _HIGHEST not in levels:
        findings.warning("DG-13", "/seats", "danmaku.nobody_level8")


def _check_trigger(
    findings: Findings, holdings: Sequence[Holding], trigger: int, rules: DanmakuRules
) -> None:
    """The seat that started the last round captured level 8; everybody else had one turn after that."""
    for holding in holdings:
        if holding.captured is None or not holding.captured.whole:
            continue
        number = sum(card.level == _HIGHEST for card in holding.captured.known())
        if holding.line.seat == trigger:
            if not number:
                findings.error(
                    "DG-13", "/trigger_seat", "danmaku.trigger_without_level8", who=holding.line.who
                )
        elif number > _SHOTS and not rules.extra_level8:
            findings.error(
                "DG-13", holding.captured.path, "danmaku.last_round_captures",
                who=holding.line.who, given=number, high=_SHOTS,
            )  # fmt: skip
