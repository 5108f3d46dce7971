"""What `cards lint` shows of subjects: how likely plain dice meet each of them.

Owns these figures. A chance is written over all outcomes, so that a mistyped number jumps out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.messages import Message
from games.danmaku.card_language import Draft, read_set
from games.danmaku.cards import chance_of_any
from games.danmaku.dice import FACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core import cardset
    from games.core.cardfile import CardFile
    from games.danmaku.cards import Card

_LEVEL: Final = Message(
    "レベル{level}のどれかを満たす確率: {p} = {percent}", "any card of level {level}: {p} = {percent}"
)


class SubjectLanguage:
    """How files of subjects are read and shown."""

    mark = "unofficial"

    def read(self, file: CardFile) -> Draft:
        """Read and check a file."""
        return read_set(file)

    def count(self, draft: cardset.Draft) -> int:
        """Return how many subjects can be used."""
        return len(_cards(draft))

    def as_json(self, draft: cardset.Draft) -> dict[str, object]:
        """Return the subjects and the levels with their chances."""
        cards = [
            {
                "id": card.id,
                "level": card.level,
                "name": card.name,
                "romanised": card.romanised,
                "p": _odds(card.condition.ways(card.level), card.level),
            }
            for card in _cards(draft)
        ]
        return {"cards": cards, "levels": [{"level": level, "p": p} for level, p, _ in _by_level(draft)]}

    def lines(self, draft: cardset.Draft, lang: str) -> Iterator[str]:
        """Return a line for each subject and each level."""
        width = max((len(card.id) for card in _cards(draft)), default=0)
        for card in _cards(draft):
            yield _card_line(card, width)
        for level, odds, chance in _by_level(draft):
            percent = f"{chance:.2%}".replace("%", " %")
            yield _LEVEL.in_language(lang).format(level=level, p=odds, percent=percent)


def _cards(draft: cardset.Draft) -> tuple[Card, ...]:
    assert isinstance(draft, Draft)  # noqa: S101 - what `read` returned
    return draft.cards


def _odds(ways: int, dice: int) -> str:
    return f"{ways}/{len(FACES) ** dice}"


def _by_level(draft: cardset.Draft) -> Iterator[tuple[int, str, float]]:
    """Yield for each level the chance that plain dice meet at least one of its cards."""
    cards = _cards(draft)
    for level in sorted({card.level for card in cards}):
        chance = chance_of_any([card for card in cards if card.level == level], level)
        yield level, _odds(int(chance * len(FACES) ** level), level), float(chance)


def _card_line(card: Card, width: int) -> str:
    ways = card.condition.ways(card.level)
    percent = f"{ways / len(FACES) ** card.level:.3%}".replace("%", " %")
    return f"{card.level}  {_odds(ways, card.level):>12}  {percent:>9}  {card.id:<{width}}  {card.name}"
