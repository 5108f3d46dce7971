"""Doujin tables for tests: the invented deck, or a small one, under any ruleset; games written by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.core.cardfile import read_cards
from games.core.ruleset import Ruleset
from games.doujin.deck import Deck, deck_of
from games.doujin.decks import invented_deck, load
from games.doujin.engine import Doujin
from games.doujin.record import WrittenDoujin
from games.doujin.rules import INVENTED_PAYLOAD, rules_of
from games.doujin.table import Table
from tests.games.plays import events_of, refusals

if TYPE_CHECKING:
    from games.doujin.state import State
    from tests.games.reports import Json

CLUB = Path(__file__).with_name("club.toml")
DEAL = "deal 1 Own; deal 2 Stop; deal 3 Last; "
# Seat 1 completes first and then holds C1 G1 E1 N1; everybody else has one more turn and stays incomplete.
WRITTEN = (
    DEAL
    + "draw 1 C1; draw 2 C2; draw 3 G2; draw 1 G1; draw 2 E2; draw 3 N2; draw 1 E1; flip 2 C2; flip 3 N2;"
    + "draw 1 N1; flip 2 C2; flip 3 N2; "
)


@cache
def club_deck() -> Deck:
    """Return the small deck."""
    return Deck(load(read_cards(CLUB.read_bytes())))


def table_with(cards: str, players: int = 3) -> WrittenDoujin:
    """Return a table with the small deck and some more events and trumps, as they are written in a card file."""
    deck = Deck(load(read_cards(CLUB.read_bytes() + cards.encode())))
    return WrittenDoujin(Table(rules_of(variant()), deck, players))


def more(kind: str, name: str, steps: str, window: str = "") -> str:
    """Return an event or a trump as it is written in a card file."""
    when = f'window = "{window}"\n' if window else ""
    names = f'id = "{name.lower()}"\nname = "{name}"\nromanised = "{name}"\n'
    return f'\n[[{kind}]]\n{names}{when}text = "-"\nsteps = [{steps}]\n'


def laid(engine: WrittenDoujin, state: State, *hands: str) -> State:
    """Return the state with these hands: `C1 g2` is C1 light side up and G2 dark side up."""
    held = [0] * len(hands)
    light = 0
    for seat, cards in enumerate(hands):
        for name in cards.split():
            bit = 1 << engine.table.deck.names.index(name.upper())
            held[seat] |= bit
            light |= bit if name.isupper() else 0
    return state.but(hands=tuple(held), light=light)


def variant(**keys: Json) -> Ruleset:
    """Return the ruleset with the invented deck, some keys changed."""
    return Ruleset.from_payload(game="doujin", key="variant", version=1, payload=INVENTED_PAYLOAD | keys)


def table(players: int = 3, *, invented: bool = False, **keys: Json) -> WrittenDoujin:
    """Return a table; with the small deck unless the invented one is asked for."""
    deck = deck_of(invented_deck()) if invented else club_deck()
    assert deck is not None
    return WrittenDoujin(Table(rules_of(variant(**keys)), deck, players))


def played(lines: str, engine: WrittenDoujin | None = None) -> State:
    """Return the state after some events, each of which must be allowed; passes may be left out."""
    engine = engine or table()
    state = engine.start()
    for event in events_of(lines, "doujin"):
        state = engine.apply(state, event)
    return state


def refused(lines: str, engine: WrittenDoujin | None = None) -> list[tuple[int, str, str]]:
    """Return (index, rule, code) of every refused event."""
    return refusals(engine or table(), events_of(lines, "doujin"))


def hand(engine: WrittenDoujin, state: State, seat: int) -> tuple[set[str], set[str]]:
    """Return the names of the light and of the dark cards of a seat."""
    shown: Any = engine.view(state, seat)
    mine = shown["seats"][seat - 1]
    return set(mine["light"]), set(mine["dark"])


def hints(engine: WrittenDoujin, state: State) -> list[str]:
    """Return everything that can be done, as it begins in the notation."""
    return [engine.hint(move) for move in Doujin.moves(engine, state)]


def ways(engine: WrittenDoujin, state: State) -> dict[int, int]:
    """Return what can come up next, and in how many ways."""
    chance = engine.moves(state)[0].chance
    assert chance is not None
    return {number: count for (number,), count in chance.outcomes()}


def fallen(engine: WrittenDoujin, state: State) -> State:
    """Return the state when the first of what can come up has come up."""
    move = engine.moves(state)[0]
    return engine.advance(state, move.then((next(iter(ways(engine, state))),))[0])


def sold(lines: str, engine: WrittenDoujin | None = None) -> State:
    """Return the state after some events of the sale: `WRITTEN` comes before them."""
    return played(WRITTEN + lines, engine)


def wrong(lines: str) -> list[tuple[int, str, str]]:
    """Return what is refused in the sale, counted from its first event."""
    before = WRITTEN.count(";")
    return [(index - before, rule, code) for index, rule, code in refused(WRITTEN + lines)]
