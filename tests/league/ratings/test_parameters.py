"""Presets and their way through JSON."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.ratings.columns import StateColumns, TableColumns
from league.ratings.parameters import (
    PRESETS,
    AnyParameters,
    BadParametersError,
    OpenSkillParameters,
    Parameters,
    PointsParameters,
)
from league.ratings.skill import fold_skill


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


@pytest.mark.parametrize(
    "parameters",
    [
        OpenSkillParameters(mu=1000, sigma=300, beta=200, tau=0),
        PointsParameters(by_seats=((3, (5_000, 2_500, 0)), (4, (4, 3, 2, 1))), best=8, min_tables=3),
        PointsParameters(),
    ],
)
def test_other_formulas_survive_json(parameters: AnyParameters) -> None:
    assert type(parameters).from_json(json.loads(json.dumps(parameters.as_json()))) == parameters


@pytest.mark.parametrize(
    ("kind", "changes", "name"),
    [
        (Parameters, {"start": -1}, "start"),
        (Parameters, {"start": True}, "start"),
        (Parameters, {"scale": 0}, "scale"),
        (Parameters, {"k_final": 0}, "k_final"),
        (Parameters, {"k_final": 10**30}, "k_final"),
        (Parameters, {"k_steps": [[10, 48], [10, 32]]}, "k_steps"),
        (Parameters, {"k_steps": [[20, 48], [10, 32]]}, "k_steps"),
        (OpenSkillParameters, {"beta": 0}, "beta"),
        (OpenSkillParameters, {"mu": 1500, "beta": 10}, "mu"),
        (OpenSkillParameters, {"sigma": 100_000}, "sigma"),
        (OpenSkillParameters, {"tau": 501}, "tau"),
        (PointsParameters, {"by_seats": {"3": [1, 2]}}, "by_seats"),
        (PointsParameters, {"by_seats": {"1": [1]}}, "by_seats"),
        (PointsParameters, {"by_seats": {"2": [10**9, 1]}}, "by_seats"),
        (PointsParameters, {"best": 0}, "best"),
        (PointsParameters, {"min_tables": -1}, "min_tables"),
    ],
)
def test_parameters_out_of_bounds_are_named(
    kind: type[AnyParameters], changes: dict[str, object], name: str
) -> None:
    with pytest.raises(BadParametersError) as caught:
        kind.from_json(kind().as_json() | changes)
    assert caught.value.name == name


@given(
    beta=st.sampled_from([1, 7, 250, 2_000]),
    mean=st.sampled_from([0, 6, 100]),
    deviation=st.sampled_from([1, 50]),
    restless=st.booleans(),
    winners=st.lists(st.booleans(), max_size=40),
)
@settings(max_examples=60)
def test_whatever_openskill_may_be_told_can_be_computed(
    beta: int, mean: int, deviation: int, restless: bool, winners: list[bool]
) -> None:
    sigma = deviation * beta
    told = {"mu": mean * beta, "sigma": sigma, "beta": beta, "tau": sigma if restless else 0}
    parameters = OpenSkillParameters.from_json(told)
    tables = TableColumns()
    for first in winners:
        tables.add([(0, 1 if first else 3), (1, 2), (2, 3 if first else 1)])
    states = StateColumns.fresh(3, 0)
    assert len(fold_skill(tables, states, parameters).after) == 3 * len(winners)
