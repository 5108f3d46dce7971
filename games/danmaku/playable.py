"""What danmaku offers for playing: tables as simulations seat them, bots, records.

Owns the wiring only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from games.core.engine import Refusal
from games.core.messages import Message
from games.core.playing import PlayedWithCards
from games.core.recorded import played_seat
from games.danmaku.bots import BOTS
from games.danmaku.edit import edit_order
from games.danmaku.engine import Danmaku
from games.danmaku.events import VOCABULARY
from games.danmaku.lint import SubjectLanguage
from games.danmaku.record import check_record, deck_of
from games.danmaku.rules import help_deal, play_rules_of, rules_of
from games.danmaku.seats import SEAT_VOCABULARY
from games.danmaku.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.cardset import CardContent
    from games.core.ruleset import Ruleset
    from games.danmaku.state import State


_RECONSTRUCTED: Final = Message(
    "被写体カードは、公開されている情報からの非公式な再構成です。",
    "The subjects are an unofficial reconstruction from what is public.",
)


class DanmakuPlay(PlayedWithCards):
    """The playable side of the registry entry."""

    vocabulary = VOCABULARY
    seat_vocabulary = SEAT_VOCABULARY
    bots = BOTS
    cards = SubjectLanguage()
    ruleset = "base"

    of_marked_cards = _RECONSTRUCTED
    check = staticmethod(check_record)

    def cards_of(self, ruleset: Ruleset) -> CardContent | None:
        """Return the cards of a ruleset."""
        return rules_of(ruleset).cards

    def engine(self, ruleset: Ruleset, players: int, *, max_turns: int | None = None) -> Danmaku:
        """Return a table dealt by the ruleset; `reported` becomes the order for simulations (DG-3, DG-17)."""
        rules = play_rules_of(ruleset)
        deck = deck_of(rules_of(ruleset).cards)
        if deck is None:
            raise Refusal("DG-4", "danmaku.no_cards")
        deal = help_deal(ruleset, players)
        dealt = sum(map(sum, deal))
        if dealt > rules.help_supply:
            raise Refusal("DG-3", "danmaku.help_sum", given=dealt, limit=rules.help_supply)
        if rules.max_turns is None:
            rules = replace(rules, max_turns=max_turns)
        reported = rules.edit_order == "reported"
        way = rules.simulation_edit_order if reported else rules.edit_order
        return Danmaku(Table(rules, rules_of(ruleset), deck, deal, edit_order=way, order=None))

    def seats(self, engine: Danmaku, state: State) -> tuple[Mapping[str, object], ...]:
        """Return the seats of a played game: deal, edit order, and the result if there is one."""
        table = engine.table
        order = edit_order(table, state)
        result = engine.result(state)
        found: list[Mapping[str, object]] = []
        for seat, (untapped, tapped) in enumerate(table.deal, start=1):
            own: dict[str, object] = {"help": {"untapped": untapped, "tapped": tapped}}
            if result is not None and order is not None:
                own["edit_order"] = order.index(seat) + 1
            found.append(played_seat(seat, result, **own))
        return tuple(found)


PLAY: Final = DanmakuPlay()
