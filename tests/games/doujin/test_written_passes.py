"""Which passes and trumps a record writes down: any passes may be missing, a used trump is never used again (KD-13)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.judge import judge
from tests.games.doujin.test_records import whole_game
from tests.games.reports import Json, codes, errors

GAMES = [(3, 1, "greedy"), (4, 2, "greedy"), (4, 1, "random"), (5, 3, "random")]


@pytest.mark.parametrize("game", GAMES)
def test_every_single_pass_may_be_left_out(game: tuple[int, int, str]) -> None:
    record = whole_game(*game)
    passes = [index for index, event in enumerate(record["events"]) if event["event"] == "pass"]
    assert passes
    for index in passes:
        events = record["events"][:index] + record["events"][index + 1 :]
        assert errors(judge({**record, "events": events})) == []


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(GAMES), st.data())
def test_any_of_the_passes_may_be_left_out(game: tuple[int, int, str], data: st.DataObject) -> None:
    record = whole_game(*game)
    kept = [event for event in record["events"] if event["event"] != "pass" or data.draw(st.booleans())]
    assert errors(judge({**record, "events": kept})) == []


def test_trump_that_was_used_is_told_to_be_used_wherever_it_comes_again() -> None:
    found = 0
    for game in GAMES:
        record = whole_game(*game)
        for index, event in enumerate(record["events"]):
            if event["event"] != "trump":
                continue
            windows = [
                later
                for later in range(index + 1, len(record["events"]))
                if record["events"][later]["event"] in {"pass", "reveal"}
            ]
            for later in windows:
                events = [*record["events"][:later], event, *record["events"][later:]]
                judgement = judge({**record, "events": events})
                first = next(finding for finding in judgement.findings if finding.path.startswith("/events"))
                assert (first.rule, first.code, first.path) == (
                    "KD-13",
                    "doujin.trump_used",
                    f"/events/{later}",
                )
                found += 1
    assert found


@pytest.mark.parametrize("changes", [{"ruleset": "base"}, {"events": None}, {"events": 5}, {"seats": []}])
def test_record_that_could_not_be_replayed_is_not_called_looked_at_move_by_move(changes: Json) -> None:
    judgement = judge({**whole_game(3, 1), **changes})
    assert not judgement.valid
    assert codes(judgement)
    assert judgement.evidence == "scores"
