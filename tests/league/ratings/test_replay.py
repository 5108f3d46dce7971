"""Proofs of ladders: computed again from the file alone, on a Python that has no Django, and not to be fooled."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from league.ratings.parameters import PRESETS, OpenSkillParameters, PointsParameters
from league.ratings.replay import NoProofError, differences, main, replay

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[3]
A, B, C = "aaaa", "bbbb", "cccc"
PAIRS = [
    ["2026-11-28/00001/00001", "t1", [[A, 1], [B, 2]]],
    ["2026-11-28/00001/00002", "t2", [[A, 2], [B, 1], [C, 3]]],
]


def _proof(parameters: Any, tables: list[Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - of any formula
    """Return a proof that tells nothing of what comes out."""
    version = {"games": [], "rulesets": [], "seasons": [], "parameters": parameters.as_json(), "hash": ""}
    return {
        "format": "sekijun.proof/1",
        "version": {"formula": "elo", **version},
        "segment_tables": 200,
        "tables": tables,
        "adjustments": {},
        "digest": "",
        "standings": [],
        **more,
    }


def _told(proof: dict[str, Any]) -> dict[str, Any]:
    """Return a proof that tells what comes out."""
    found = replay(proof)
    told = deepcopy(proof) | {"digest": found.digest}
    told["version"]["hash"] = found.version_hash
    told["standings"] = [
        {"player": player, "rank": rank, "rating": rating, "tables": tables}
        for player, rank, rating, tables in found.standings
    ]
    return told


def test_ratings_come_out_as_the_formula_says() -> None:
    proof = _proof(PRESETS["steady"], PAIRS[:1])
    assert replay(proof).standings == ((A, 1, 1_508_000, 1), (B, 2, 1_492_000, 1))


def test_season_points_come_out_with_guests_forfeits_and_adjustments() -> None:
    parameters = PointsParameters(by_seats=((3, (10_000, 6_000, 1_000)),), best=1, min_tables=2)
    tables = [
        ["2026-11-28/00001/00001", "t1", [[A, 2], [B, 3]], [1], []],
        ["2026-11-28/00001/00002", "t2", [[A, 1], [B, 1], [C, 3]], [], [C]],
    ]
    proof = _proof(parameters, tables, adjustments={B: -500})
    proof["version"]["formula"] = "points"
    # A: 6 and (10 + 6) / 2, the best counts; B: 1 and 8, less half a point; C: forfeited, and too few tables.
    assert replay(proof).standings == ((A, 1, 8_000, 2), (B, 2, 7_500, 2), (C, 3, 0, 1))


def test_openskill_comes_out_as_its_library_says() -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=1500, sigma=500, beta=250, tau=5)
    (won,), (lost,) = model.rate([[model.rating()], [model.rating()]])
    proof = _proof(OpenSkillParameters(), PAIRS[:1])
    proof["version"]["formula"] = "openskill"

    shown = [round((one.mu - 3 * one.sigma) * 1000) for one in (won, lost)]
    assert replay(proof).standings == ((A, 1, shown[0], 1), (B, 2, shown[1], 1))


def _swapped(proof: dict[str, Any]) -> None:
    proof["tables"][0][2] = [[A, 2], [B, 1]]


def _dropped(proof: dict[str, Any]) -> None:
    proof["tables"].pop()


def _retold(proof: dict[str, Any]) -> None:
    proof["standings"][0]["rating"] += 1


def _left_out(proof: dict[str, Any]) -> None:
    proof["standings"].pop()


def _invented(proof: dict[str, Any]) -> None:
    proof["standings"].append({"player": "dddd", "rank": 4, "rating": 0, "tables": 1})


def _doubled(proof: dict[str, Any]) -> None:
    proof["standings"].insert(0, proof["standings"][0] | {"rating": 9_999_999})


def _other_k(proof: dict[str, Any]) -> None:
    proof["version"]["parameters"]["k_final"] = 17


def _adjusted(proof: dict[str, Any]) -> None:
    proof["adjustments"] = {A: 1}


def _turned(proof: dict[str, Any]) -> None:
    proof["tables"].reverse()


@pytest.mark.parametrize(
    "tamper", [_swapped, _dropped, _retold, _left_out, _invented, _doubled, _other_k, _adjusted, _turned]
)
def test_whatever_is_changed_is_found(tamper: Callable[[dict[str, Any]], None]) -> None:
    proof = _told(_proof(PRESETS["steady"], deepcopy(PAIRS)))
    assert list(differences(proof, replay(proof))) == []
    tamper(proof)
    assert list(differences(proof, replay(proof)))


@pytest.mark.parametrize(
    "broken",
    [
        {"format": "sekijun.proof/2"},
        {"tables": [["2026-11-28/00001/00001", "t1"]]},
        {"tables": [["2026-11-28/00001/00001", "t1", [[A]]]]},
        {"tables": [["2026-11-28/00001/00001", "t1", [[A, "first"], [B, 2]]]]},
        {"tables": [["2026-11-28/00001/00001", "t1", [[A, 10**30], [B, 2]]]]},
        {"tables": None},
        {"segment_tables": 0},
        {"version": {"formula": "glicko", "parameters": {}, "games": [], "rulesets": [], "seasons": []}},
        {"version": {"formula": "elo", "parameters": {}, "games": [], "rulesets": [], "seasons": []}},
        {"adjustments": {A: "much"}},
    ],
)
def test_what_is_no_proof_is_told_so(broken: dict[str, Any]) -> None:
    with pytest.raises(NoProofError):
        replay(_proof(PRESETS["steady"], deepcopy(PAIRS)) | broken)


def test_command_prints_the_digest_without_django(tmp_path: Path) -> None:
    proof = _told(_proof(PRESETS["standard"], PAIRS))
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof), encoding="utf-8")
    without = "import sys, runpy; sys.modules['django'] = None; sys.argv[0:1] = []; "
    run = "runpy.run_module('league.ratings.replay', run_name='__main__', alter_sys=True)"

    command = [sys.executable, "-c", without + run, "league.ratings.replay", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, proof["digest"] + "\n", "")


def test_command_tells_faults_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = _told(_proof(PRESETS["standard"], deepcopy(PAIRS)))
    proof["tables"][1][2] = [[A, 1], [B, 2], [C, 3]]
    wrong, broken = tmp_path / "wrong.json", tmp_path / "broken.json"
    wrong.write_text(json.dumps(proof), encoding="utf-8")
    broken.write_text("[]", encoding="utf-8")

    assert [main([str(wrong)]), main([str(broken)]), main([str(tmp_path / "none")]), main([])] == [1, 2, 2, 2]
    said = capsys.readouterr().err
    assert "standings of aaaa" in said
    assert "no proof of a ladder" in said
