"""What `cards lint` shows of a deck: each card on one line, and how many there are of what.

Owns these figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.messages import Message
from games.doujin.card_language import MARK, Draft, read_deck
from games.doujin.hand import ALL_COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.core import cardset
    from games.core.cardfile import CardFile
    from games.doujin.card_language import DoujinCard, EventCard, TrumpCard

_SUM: Final = Message(
    "同人カード{cards}枚(うち18禁{adults}枚)、イベント{events}枚{kinds}種類、切札{trumps}枚",
    "doujin cards: {cards} (adult: {adults}), events: {events} of {kinds} kinds, trumps: {trumps}",
)


class DeckLanguage:
    """How files of decks are read and shown."""

    mark = MARK

    def read(self, file: CardFile) -> Draft:
        """Read and check a file."""
        return read_deck(file)

    def count(self, draft: cardset.Draft) -> int:
        """Return how many cards can be used, every copy counted."""
        deck = _deck(draft)
        return len(deck.cards) + _copies(deck.events) + _copies(deck.trumps)

    def as_json(self, draft: cardset.Draft) -> dict[str, object]:
        """Return everything but the texts."""
        deck = _deck(draft)
        return {
            "cards": [
                {
                    "id": card.id, "name": card.name, "romanised": card.romanised, "colour": card.colour,
                    "light": card.light, "dark": card.dark,
                }
                for card in deck.cards
            ],
            "events": [_effect(event) for event in deck.events],
            "trumps": [_effect(trump) | {"window": trump.window.value} for trump in deck.trumps],
        }  # fmt: skip

    def lines(self, draft: cardset.Draft, lang: str) -> Iterator[str]:
        """Return a line for each card, event and trump, and one with the sums."""
        deck = _deck(draft)
        kinds: list[Sequence[DoujinCard | EventCard | TrumpCard]] = [deck.cards, deck.events, deck.trumps]
        width = max((len(card.id) for kind in kinds for card in kind), default=0)
        for colour in ALL_COLOURS:
            for card in deck.cards:
                if card.colour == colour:
                    points = f"{card.light:+d}/{card.dark:+d}"
                    yield f"{colour:<8}  {points:>6}  {card.id:<{width}}  {card.name}"
        for event in deck.events:
            yield f"event     ×{event.copies:<4}  {event.id:<{width}}  {event.name}  {event.text[lang]}"
        for trump in deck.trumps:
            yield f"trump     ×{trump.copies:<4}  {trump.id:<{width}}  {trump.name}  {trump.text[lang]}"
        yield _SUM.in_language(lang).format(
            cards=len(deck.cards), adults=sum(card.colour == "adult" for card in deck.cards),
            events=_copies(deck.events), kinds=len(deck.events), trumps=_copies(deck.trumps),
        )  # fmt: skip


def _deck(draft: cardset.Draft) -> Draft:
    assert isinstance(draft, Draft)  # noqa: S101 - what `read` returned
    return draft


def _copies(kinds: Sequence[EventCard] | Sequence[TrumpCard]) -> int:
    return sum(kind.copies for kind in kinds)


def _effect(card: EventCard | TrumpCard) -> dict[str, object]:
    return {
        "id": card.id, "name": card.name, "romanised": card.romanised, "copies": card.copies,
        "ops": [step.op.value for step in card.steps],
    }  # fmt: skip
