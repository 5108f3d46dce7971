"""Using an ability on dice that lie there: what a shot and a page have in common (DG-8, DG-18, DG-19).

Owns the order in which a use is refused. Under which rule, and how often an ability works, is up to the phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.engine import Refusal
from games.core.wording import clean_quote, seat_token

if TYPE_CHECKING:
    from games.danmaku.events import Ability
    from games.danmaku.state import State
    from games.danmaku.table import Table


def use_ability(table: Table, state: State, event: Ability, rule: str, spent: tuple[str, str]) -> State:
    """Use the ability of an own subject; `spent` are rule and code of the refusal when it was used before."""
    name = clean_quote(event.card)
    number = table.deck.number(event.card)
    if number is None:
        raise Refusal("DG-4", "danmaku.subject_unknown", name=name)
    if not state.owned[state.seat - 1] >> number & 1:
        raise Refusal(rule, "danmaku.not_owned", who=seat_token(state.seat), name=name)
    if state.used >> number & 1:
        raise Refusal(*spent, name=name)
    dice = table.deck.explained(number, state.dice, event.change)
    if dice is None:
        raise Refusal(rule, "danmaku.change_wrong", name=name)
    return state._replace(dice=dice, used=state.used | 1 << number)
