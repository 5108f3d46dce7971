"""Games for properties: drawn ones, and fixed ones that together come to everything a game can come to.

Owns what is drawn and what has to be seen; how a game is played is in `lucky`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.danmaku.events import Ability, Name, Page, Settle, Shot, Turn
from games.danmaku.playable import PLAY
from games.danmaku.rules import EDIT_ORDERS
from games.danmaku.shots import EARNING_LEVEL
from games.danmaku.state import EDITING, Phase, State
from tests.games.danmaku.lucky import Step, lucky_walk
from tests.games.plays import table, variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core.ruleset import Ruleset
    from games.danmaku.engine import Danmaku
    from tests.games.reports import Json

WORDS = PLAY.vocabulary
MODERATE = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Extra(NamedTuple):
    """The variant of DG-15."""

    enabled: bool
    max_level: int
    predeclare: bool
    chain: bool


class Game(NamedTuple):
    """What decides about a random game."""

    players: int
    seed: int
    edit_order: str
    extra: Extra
    help_deal: str = "even"
    help_discard: str = "supply"
    basis: str = "final"
    page_dice: int = 8
    max_turns: int | None = None

    def ruleset(self) -> Ruleset:
        limit = {} if self.max_turns is None else {"max_turns": self.max_turns}
        return variant(
            help_deal=self.help_deal, help_discard=self.help_discard, edit_order=self.edit_order,
            extra=self.extra._asdict(), all_equal_basis=self.basis, page_dice=self.page_dice, **limit,
        )  # fmt: skip


OFF = Extra(enabled=False, max_level=7, predeclare=False, chain=False)
# Whatever else is drawn, these are played: together they come to everything in `EVERYTHING`.
COVERING = [
    *(
        Game(2 + number % 4, seed, order, Extra(True, 8 - number % 3, number % 2 == 0, number > 2))
        for number, order in enumerate(EDIT_ORDERS)
        for seed in (1, 2)
    ),
    *(
        Game(2, seed, "seat", Extra(True, 7, False, chain), "rising", "removed", "rolled", 5)
        for seed in (5, 25, 36, 61)
        for chain in (True, False)
    ),
    Game(3, 1, "reported", OFF, "rising", "removed", "rolled", 5),
    Game(4, 1, "seat", OFF, "front", max_turns=4),
]
GAMES = st.builds(
    Game, st.integers(2, 5), st.integers(0, 10**6), st.sampled_from(EDIT_ORDERS),
    st.builds(Extra, st.booleans(), st.integers(3, 8), st.booleans(), st.booleans()),
    st.sampled_from(["even", "rising", "front"]), st.sampled_from(["supply", "removed"]),
    st.sampled_from(["final", "rolled"]), st.integers(1, 9), st.sampled_from([None, None, None, 12]),
)  # fmt: skip
EVERYTHING = {
    *Phase, *WORDS.shapes, *EDIT_ORDERS, "2", "3", "4", "5",
    "one shot", "two shots", "extra turn", "boosted extra turn", "declined extra turn", "second extra turn",
    "no second extra turn", "shot of the last round", "shot named early", "success", "failure",
    "ability in a shot", "ability on a page", "front", "back", "more dice", "fewer dice",
}  # fmt: skip


@lru_cache(maxsize=64)
def played(game: Game) -> tuple[Danmaku, tuple[Step, ...]]:
    engine = table(game.players, game.ruleset())
    return engine, tuple(lucky_walk(engine, game.seed))


def seen(game: Game) -> set[str]:
    """Return what a game came to."""
    _, steps = played(game)
    found = {str(game.players), steps[-1].after.phase.value}
    for before, move, after in steps:
        event = move.event
        found |= {before.phase.value, WORDS.to_json(event)["event"], *_kinds(before, event)}  # type: ignore[arg-type]
        if after.phase is Phase.OVER:
            found.add(game.edit_order)
        if before.phase is Phase.EDIT and isinstance(event, Settle) and sum(before.dice) != game.page_dice:
            found.add("more dice" if sum(before.dice) > game.page_dice else "fewer dice")
        if before.is_extra and before.level == EARNING_LEVEL and getattr(event, "success", None):
            found.add("second extra turn" if game.extra.chain else "no second extra turn")
    return found


def _kinds(before: State, event: Json) -> set[str]:
    offered, paged = before.phase is Phase.OFFER, before.phase in EDITING
    if isinstance(event, Turn):
        names = (
            ["declined extra turn", "extra turn", "boosted extra turn"]
            if offered
            else ["", "one shot", "two shots"]
        )
        return {names[event.shots]}
    if isinstance(event, Shot) and event.subject is not None:
        return {"shot of the last round" if before.trigger else "shot named early"}
    if isinstance(event, Ability):
        return {"ability on a page" if paged else "ability in a shot"}
    if isinstance(event, Name | Settle) and event.success is not None:
        return {"success" if event.success else "failure"}
    return {event.page} if isinstance(event, Page) else set()


def in_every_game(check: Callable[[Game], None]) -> None:
    """Check drawn games and those of `COVERING`; everything has to come up in them."""
    found: set[str] = set()

    def run(game: Game) -> None:
        check(game)
        found.update(seen(game))

    for game in COVERING:
        run = example(game)(run)
    MODERATE(given(GAMES)(run))()
    assert EVERYTHING - found == set()
