"""`python -m games.simulate.share`: plays some seconds of a batch, for programs that don't want to keep what bots know.

Reads an order as JSON from its input: `game`, `ruleset` {key, version, payload}, `players`, `games`, `seed`, `bot`, the
number of the `first` game to play, and the `seconds` after which no other one is begun. Writes how many were `played`
and their `tally`. Bots keep hundreds of megabytes of odds they have worked out; they go with the process.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from games.core.ruleset import Ruleset
from games.simulate.batch import Job, Tally, play_share

if TYPE_CHECKING:
    from collections.abc import Mapping


def order_play(order: Mapping[str, Any]) -> dict[str, Any]:
    """Play games of an order, one at least, and return how many and what they came to.

    Raises:
        RulesetError: the ruleset can't be used.
        Refusal: it can't be played.
    """
    began = time.monotonic()
    ruleset = Ruleset.from_payload(game=order["game"], **order["ruleset"])
    job = Job(order["game"], ruleset, order["players"], order["games"], order["seed"], order["bot"])
    tally = Tally.empty(job.players)
    number = order["first"]
    while True:
        tally.join(play_share((job, number, job.games)))  # a step as long as the job: this game alone
        number += 1
        if number == job.games or time.monotonic() - began > order["seconds"]:
            return {"played": number - order["first"], "tally": asdict(tally)}


if __name__ == "__main__":
    os.nice(10)  # nobody waits for it
    json.dump(order_play(json.load(sys.stdin)), sys.stdout)
