"""Plays the tables of the demo club and writes them down: python -m tools.demo_tables.

Both games are played by their engines, and bots decide: those of strong people think further. What comes of it lies
beside `league/services/demo.py`, since playing takes minutes and a first visitor shouldn't wait.
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from games.core.bits import bits
from games.core.chance import generator
from games.core.play import play_game
from games.core.registry import builtin_ruleset, get_game
from games.danmaku.dice import faces_of
from games.danmaku.events import Ability, Page, Settle
from league.services.demo_people import PEOPLE, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from games.core.engine import Engine

SEED = "20260905"
TABLES_A_MEETING = 5
SPRING = [date(2026, 4, 4) + timedelta(weeks=week) for week in range(16)]
AUTUMN = [date(2026, 9, 5) + timedelta(weeks=week) for week in range(8)]
RULESETS = {"danmaku": "base", "doujin": "invented"}
COUNTS = {"danmaku": (2, 3, 4, 4, 4, 4, 5), "doujin": (3, 4, 4, 5)}
STRONG, WEAK = 0.5, -0.3


def bot_name(game: str, strength: float) -> str:
    """Return the bot that decides for somebody."""
    if game == "danmaku":
        return "planner" if strength >= STRONG else "greedy"
    return "random" if strength <= WEAK else "greedy"


def tables() -> Iterator[dict[str, Any]]:
    """Yield where each table belongs and its report, each with a generator of its own."""
    for day in (*SPRING, *AUTUMN):
        for number in range(1, TABLES_A_MEETING + 1):
            game = "doujin" if number % 5 in {2, 4} else "danmaku"
            yield {
                "club_day": day.isoformat(),
                "round": 1 + (number - 1) // 3,
                "number": number,
                "report": report(game, generator(f"{SEED}/{day.isoformat()}/{number}")),
            }


def report(game: str, random: Random) -> dict[str, Any]:
    """Seat people, let them play, and return what the table would write down."""
    people = random.sample(PEOPLE, random.choice(COUNTS[game]))
    play = get_game(game).play
    assert play is not None  # noqa: S101 - both games are played
    engine = play.engine(builtin_ruleset(game, RULESETS[game]), len(people), max_turns=5_000)
    bots = [play.bots[bot_name(game, person.strength)](engine) for person in people]
    state, events = play_game(engine, bots, random)
    details = danmaku_details(engine, events, state) if game == "danmaku" else doujin_details(engine, state)
    return {
        "format": "sekijun.report/1",
        "game": game,
        "ruleset": RULESETS[game],
        "finished": True,
        "seats": [
            {**seat, "player": person.name, **detail}
            for seat, person, detail in zip(play.seats(engine, state), people, details, strict=True)
        ],
    }


def danmaku_details(engine: Engine[Any, Any], events: Sequence[Any], end: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """Return captures and both pages of each seat: final dice, used abilities, scores."""
    names = engine.table.deck.names  # type: ignore[attr-defined]
    pages: list[list[dict[str, Any]]] = [[] for _ in range(engine.players)]
    state, seat = engine.start(), 0
    used: list[str] = []
    for event in events:
        if isinstance(event, Page):
            seat, used = event.seat, []
        elif isinstance(event, Ability):
            used.append(event.card)
        elif isinstance(event, Settle) and event.score is not None:
            dice = list(faces_of(state.dice))
            pages[seat - 1].append({"dice": dice, "abilities": used, "score": event.score})
        state = engine.apply(state, event)
    return [
        {"captured": [names[number] for number in bits(cards)], "pages": pages[index]}
        for index, cards in enumerate(end.owned)
    ]


def doujin_details(engine: Engine[Any, Any], state: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """Return early bird, hand and bonus of each seat."""
    return [dict(score.parts) for score in engine.result(state) or ()]


def main() -> None:
    """Play and write."""
    rows = ",\n".join(json.dumps(table, ensure_ascii=False) for table in tables())
    TABLES.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
