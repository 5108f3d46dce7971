"""The end of a doujin game counted a second time: slow, by the letter of KD-16..KD-20, with nothing of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.games.reports import Report

COLOURS = ("cover", "genre", "element", "name")


def points(hand: Sequence[Report]) -> int:
    """Return what lies up, added one by one (KD-16)."""
    result = 0
    for card in hand:
        result += card["points"]
    return result


def missing(hand: Sequence[Report]) -> set[str]:
    """Return the colours of which no card is light; adult cards are no colour (KD-17)."""
    return {
        colour
        for colour in COLOURS
        if not any(card["colour"] == colour and card["side"] == "light" for card in hand)
    }


def total(hand: Sequence[Report]) -> int:
    """Return points and the +4 (KD-16, KD-17)."""
    return points(hand) + (0 if missing(hand) else 4)


def places(totals: Sequence[int]) -> list[int]:
    """Return the shared places of totals (KD-18)."""
    return [1 + sum(other > own for other in totals) for own in totals]


def places_from(totals: Sequence[int], early_bird: int) -> list[int]:
    """Return places where, of equals, the first counted around from the early bird's index is ahead (KD-18)."""
    count = len(totals)

    def beats(one: int, other: int) -> bool:
        if totals[one] != totals[other]:
            return totals[one] > totals[other]
        return (one - early_bird) % count < (other - early_bird) % count

    return [1 + sum(beats(other, own) for other in range(count) if other != own) for own in range(count)]


def most_from_deck(cards: Sequence[Report], deck: Sequence[tuple[str, int, int]]) -> int:
    """Return how many of some reported cards can be in a deck of (colour, light, dark) at once, trying everything."""
    if not cards:
        return 0
    first, *rest = cards
    best = most_from_deck(rest, deck)
    for index, (colour, light, dark) in enumerate(deck):
        shown = light if first["side"] == "light" else dark
        if (colour, shown) == (first["colour"], first["points"]):
            best = max(best, 1 + most_from_deck(rest, [*deck[:index], *deck[index + 1 :]]))
    return best
