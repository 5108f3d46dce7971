"""Presets and their way through JSON."""

import json

import pytest

from league.ratings.parameters import PRESETS, Parameters


@pytest.mark.parametrize(("tables", "k"), [(0, 48), (9, 48), (10, 32), (19, 32), (20, 16), (5000, 16)])
def test_standard_lowers_k_with_experience(tables: int, k: int) -> None:
    assert PRESETS["standard"].k(tables) == k


@pytest.mark.parametrize("tables", [0, 9, 10, 20, 5000])
def test_steady_keeps_k(tables: int) -> None:
    assert PRESETS["steady"].k(tables) == 16


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_parameters_survive_json(name: str) -> None:
    stored = json.loads(json.dumps(PRESETS[name].as_json()))

    assert Parameters.from_json(stored) == PRESETS[name]


def test_presets_start_at_1500_with_scale_400() -> None:
    assert {(preset.start, preset.scale) for preset in PRESETS.values()} == {(1_500_000, 400_000)}
