"""What doujin offers for playing: tables, bots, records, decks.

Owns the wiring only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from games.core.engine import Refusal
from games.core.messages import Message
from games.core.playing import PlayedWithCards
from games.core.recorded import played_seat
from games.doujin.bots import BOTS
from games.doujin.deck import deck_of
from games.doujin.engine import Doujin
from games.doujin.events import VOCABULARY
from games.doujin.lint import DeckLanguage
from games.doujin.record import check_record
from games.doujin.rules import rules_of
from games.doujin.seats import SEAT_VOCABULARY
from games.doujin.state import Phase
from games.doujin.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.cardset import CardContent
    from games.core.ruleset import Ruleset
    from games.doujin.state import State

# While it can't be said who the early bird is.
_OPEN: Final = frozenset({Phase.DEAL, Phase.MANUSCRIPT, Phase.PUSH, Phase.GIVEN_UP})
_INVENTED: Final = Message(
    "山札は創作です。実際のカードの文面は公開されていません。",
    "The deck is invented: the real cards aren't public.",
)


class DoujinPlay(PlayedWithCards):
    """The playable side of the registry entry."""

    vocabulary = VOCABULARY
    seat_vocabulary = SEAT_VOCABULARY
    bots = BOTS
    cards = DeckLanguage()
    ruleset = "invented"

    of_marked_cards = _INVENTED
    check = staticmethod(check_record)

    def cards_of(self, ruleset: Ruleset) -> CardContent | None:
        """Return the cards of a ruleset."""
        return rules_of(ruleset).deck

    def engine(self, ruleset: Ruleset, players: int, *, max_turns: int | None = None) -> Doujin:
        """Return a table; raises `Refusal` when the ruleset names no deck (KD-20)."""
        rules = rules_of(ruleset)
        deck = deck_of(rules.deck)
        if deck is None:
            raise Refusal("KD-20", "doujin.no_deck")
        if rules.max_turns is None:
            rules = replace(rules, max_turns=max_turns)
        return Doujin(Table(rules, deck, players))

    def seats(self, engine: Doujin, state: State) -> tuple[Mapping[str, object], ...]:
        """Return the seats of a played game: the early bird, and the result if there is one."""
        result = engine.result(state)
        if state.phase in _OPEN:
            return tuple(played_seat(seat, result) for seat in range(1, engine.players + 1))
        return tuple(
            played_seat(seat, result, early_bird=seat == state.first) for seat in range(1, engine.players + 1)
        )


PLAY: Final = DoujinPlay()
