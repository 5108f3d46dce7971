"""Checks one seat's final hand against its bonus and its total.

Owns KD-16, KD-17 and KD-19. Light cards of one colour lie beside each other as they like (KD-14). Which cards exist
is up to the deck of the ruleset, if it names one: see `copies` (KD-20).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core.node import Node
    from games.doujin.decks import DeckSet
    from games.doujin.rules import DoujinRules

COLOURS: Final = ("cover", "genre", "element", "name")
ALL_COLOURS: Final = (*COLOURS, "adult")
SIDES: Final = ("light", "dark")
_KEYS: Final = frozenset({"colour", "side", "points"})


def colours_missing(cards: Iterable[tuple[str, str]]) -> list[str]:
    """Return the colours of which no card lies light, for cards as (colour, side); the adult card has none (KD-17)."""
    lit = {colour for colour, side in cards if side == "light"}
    return [colour for colour in COLOURS if colour not in lit]


@dataclass(frozen=True, slots=True)
class Card:
    """One card as it lies: its colour, the side that is up, the points on that side (None = not written down)."""

    colour: str
    side: str
    points: int | None


@dataclass(slots=True)
class Hand:
    """A final hand; `cards` leaves out what couldn't be read, `whole` tells whether nothing was.

    `paths` are the pointers of the cards.
    """

    cards: list[Card]
    paths: list[str]
    whole: bool

    @property
    def missing(self) -> list[str]:
        """The colours without a light card; an adult card doesn't stand in (KD-17)."""
        return colours_missing((card.colour, card.side) for card in self.cards)

    @property
    def adult_light(self) -> bool:
        """Whether a light adult card is held."""
        return any(card.colour == "adult" and card.side == "light" for card in self.cards)

    @property
    def known(self) -> bool:
        """Whether every card could be read, and has its points."""
        return self.whole and not self.unknown

    @property
    def unknown(self) -> bool:
        """Whether a card that could be read has no points."""
        return any(card.points is None for card in self.cards)

    @property
    def points(self) -> int:
        """The sum of the upper sides, as far as their points are known (KD-16)."""
        return sum(card.points or 0 for card in self.cards)


def read_hand(node: Node, rules: DoujinRules) -> Hand | None:
    """Read the hand of a seat and check each card by itself."""
    nodes = node.children("hand")
    if nodes is None:
        return None
    readable: list[Card] = []
    paths: list[str] = []
    for one in nodes:
        card = None if one is None else _read_card(one, rules)
        if one is not None and card is not None:
            readable.append(card)
            paths.append(one.path)
    if not nodes:
        node.findings.info("KD-16", f"{node.path}/hand", "doujin.hand_empty", who=node.where)
    return Hand(readable, paths, len(readable) == len(nodes))


def _read_card(node: Node, rules: DoujinRules) -> Card | None:
    node.only(_KEYS)
    colour = node.choice("colour", ALL_COLOURS)
    side = node.choice("side", SIDES)
    points = node.integer("points")
    if colour is None or side is None:
        return None
    if points is None:
        silent = colour == "adult" and node.data.get("points") is None
        return Card(colour, side, _adult_points(side, rules) if silent else None)
    _check_points(node, colour, side, points, rules)
    return Card(colour, side, points)


def _adult_points(side: str, rules: DoujinRules) -> int:
    """Return the points of an adult card: they follow from its side (KD-19)."""
    return rules.adult_points if side == "light" else -rules.adult_points


def _check_points(node: Node, colour: str, side: str, points: int, rules: DoujinRules) -> None:
    """The adult card has ±8, other light cards at most 4 (KD-19)."""
    path = f"{node.path}/points"
    if colour == "adult":
        right = _adult_points(side, rules)
        if points != right:
            node.findings.error(
                "KD-19", path, "doujin.adult_points",
                who=node.where, side=side, right=right, given=points,
            )  # fmt: skip
    elif side == "light" and points > rules.light_max:
        node.findings.error(
            "KD-19", path, "doujin.light_points",
            who=node.where, colour=colour, limit=rules.light_max, given=points,
        )  # fmt: skip


def check_bonus(node: Node, hand: Hand, rules: DoujinRules, *, bonus: bool | None) -> None:
    """The +4 goes with four light colours and nothing else (KD-17)."""
    if bonus is None or not hand.whole or bonus is not bool(hand.missing):
        return
    path = f"{node.path}/bonus"
    if bonus:
        _refuse_bonus(node, path, hand, rules)
    else:
        node.findings.error("KD-17", path, "doujin.bonus_due", who=node.where, bonus=rules.completion_bonus)


def _refuse_bonus(node: Node, path: str, hand: Hand, rules: DoujinRules) -> None:
    code = "doujin.bonus_adult" if hand.adult_light else "doujin.bonus_missing"
    node.findings.error(
        "KD-17", path, code,
        who=node.where, colour=list(hand.missing), bonus=rules.completion_bonus,
    )  # fmt: skip


def read_scored(node: Node, deck: DeckSet | None) -> int | None:
    """Read the points beside the hand; None = they can't be known (KD-16).

    Left out they are 0, unless the deck has effects that score.
    """
    scored = node.integer("scored")
    scores = deck is not None and deck.scores
    if scored and deck is not None and not scores:
        path = f"{node.path}/scored"
        node.findings.error("KD-16", path, "doujin.scored_never", who=node.where, given=scored)
    absent = node.data.get("scored") is None
    return 0 if absent and not scores else scored


def check_total(
    node: Node, hand: Hand, total: int | None, rules: DoujinRules, *, bonus: bool | None, scored: int | None
) -> int | None:
    """Check a total against the hand (KD-16, KD-17); returns it, or the sum when absent.

    Any total may be right while points of the hand, or those beside it (`scored` None), aren't known.
    """
    if not hand.known or scored is None:
        return total
    earned = 0 if hand.missing else rules.completion_bonus
    right = hand.points + earned + scored
    if total is None or total == right:
        return right
    path = f"{node.path}/total"
    if bonus is None and not earned and total == right + rules.completion_bonus:
        _refuse_bonus(node, path, hand, rules)
    rule = "KD-17" if earned and total == right - earned else "KD-16"
    params = {"points": hand.points, "right": right, "given": total}
    if scored:
        code = "doujin.total_with_scored"
        node.findings.error(rule, path, code, who=node.where, bonus=earned, scored=scored, **params)
    else:
        code = "doujin.total_with_bonus" if earned else "doujin.total"
        node.findings.error(rule, path, code, who=node.where, bonus=rules.completion_bonus, **params)
    return total
