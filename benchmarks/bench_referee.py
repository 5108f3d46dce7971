"""The referee on parsed reports of four seats, beside reading the same reports from JSON and checking their shape.

Usage: python -m benchmarks.bench_referee [reports]. Absolute figures depend on the machine; the ratios count.
`json.loads` is C and says nothing about a game; jsonschema checks shape and known keys only, with the same schema.
"""

from __future__ import annotations

import json
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import jsonschema

from games.core.judge import judge
from games.danmaku.cards import base_set
from games.schemas import schema_text

if TYPE_CHECKING:
    from collections.abc import Callable

Report: TypeAlias = dict[str, Any]

SEATS, ROUNDS = 4, 3


def score(dice: list[int]) -> int:
    """Return the largest number of equal dice, and one more when all are."""
    most = max(map(dice.count, dice))
    return most + (most == len(dice))


def report_make(random: Random, seats: list[Report]) -> Report:
    """Return a report around seats, with seat numbers, names, totals and edit order."""
    orders = random.sample(range(1, SEATS + 1), SEATS)
    head = {"format": "sekijun.report/1", "game": "danmaku", "ruleset": "base", "finished": True}
    filled = [
        {"seat": number, "player": f"P{random.randrange(40)}-{number}", "edit_order": orders[number - 1]}
        | seat
        for number, seat in enumerate(seats, start=1)
    ]
    return head | {"seats": filled}


def with_totals(random: Random) -> Report:
    """Return what most tables write down: totals and the edit order."""
    return report_make(random, [{"total": random.randrange(4, 15)} for _ in range(SEATS)])


def with_pages(random: Random) -> Report:
    """Return a report with the scores of both pages."""
    scores = [(random.randrange(2, 7), random.randrange(2, 7)) for _ in range(SEATS)]
    return report_make(
        random,
        [{"pages": [{"score": one}, {"score": two}], "total": one + two} for one, two in scores],
    )


def with_everything(random: Random) -> Report:
    """Return a report with help cards, captures, dice and abilities of every seat."""
    cards = [[card.name for card in base_set().of_level(level)] for level in range(3, 9)]
    captured: list[list[str]] = [[] for _ in range(SEATS)]
    for names in cards:
        for name in random.sample(names, 3):
            random.choice(captured).append(name)
    return report_make(random, [seat_make(random, names) for names in captured])


def seat_make(random: Random, captured: list[str]) -> Report:
    """Return a seat that uses abilities which leave the number of dice as it is."""
    changers = {card.name for card in base_set().changers}
    usable = [name for name in captured if name not in changers]
    used = random.sample(usable, min(len(usable), random.randrange(4)))
    dice = [random.choices(range(1, 7), k=8) for _ in range(2)]
    pages = [
        {"dice": shown, "abilities": abilities, "score": score(shown)}
        for shown, abilities in zip(dice, (used[::2], used[1::2]), strict=True)
    ]
    return {
        "help": {"untapped": 2, "tapped": 0},
        "captured": captured,
        "pages": pages,
        "total": sum(map(score, dice)),
    }


def per_second(act: Callable[[Any], object], items: list[Any]) -> float:
    """Return how many items a second, by CPU time: the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        for item in items:
            act(item)
        best = min(best, time.process_time() - started)
    return len(items) / best


def main() -> None:
    """Print reports a second of each kind."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    schema = jsonschema.Draft202012Validator(json.loads(schema_text("report")))
    print(f"{'reports a second':<18} {'referee':>10} {'json.loads':>12} {'jsonschema':>12}")
    for make in (with_totals, with_pages, with_everything):
        random = Random(1)
        reports = [make(random) for _ in range(number)]
        wrong = [report for report in reports if not judge(report).valid]
        if wrong:
            raise SystemExit(f"{make.__name__}: {len(wrong)} of {number} reports are refused")
        texts = [json.dumps(report) for report in reports]
        speeds = (
            per_second(judge, reports),
            per_second(json.loads, texts),
            per_second(schema.is_valid, reports[:100]),
        )
        print(f"{make.__name__:<18} {speeds[0]:>10,.0f} {speeds[1]:>12,.0f} {speeds[2]:>12,.0f}")


if __name__ == "__main__":
    main()
