"""A ladder's form: read as people type, and every text that can't be read is told at its field."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.utils.translation import override

from league.forms.ladder import LadderSheet, sheet_of, sheet_posted, spec_of
from league.models import LadderVersion
from league.ratings.parameters import PRESETS, OpenSkillParameters, Parameters, PointsParameters
from league.services.ladders import LadderSpec


def _sheet(formula: str, **values: str) -> LadderSheet:
    blank = LadderSheet()
    return LadderSheet(formula=formula, values={**blank.values, **values})


def _wrong(formula: str, **values: str) -> dict[str, str]:
    with override("en"):
        spec, wrong = spec_of(_sheet(formula, **values))
    assert (spec is None) is bool(wrong)
    return wrong


def _parameters(formula: str, **values: str) -> Any:  # noqa: ANN401 - one of three kinds
    spec, wrong = spec_of(_sheet(formula, **values))
    assert wrong == {}
    assert spec is not None
    return spec.parameters


def test_untouched_form_is_the_standard_over_everything() -> None:
    assert spec_of(LadderSheet()) == (LadderSpec(), {})
    assert _parameters("steady") == PRESETS["steady"]


@pytest.mark.parametrize(
    ("steps", "read"),
    [
        ("10:48, 20:32", ((10, 48), (20, 32))),
        ("10:48 20:32", ((10, 48), (20, 32))),
        ("１０：４８、２０：３２", ((10, 48), (20, 32))),
        (" 10 : 48 ; 20: 32 ", ((10, 48), (20, 32))),
        ("", ()),
        ("5:400", ((5, 400),)),
    ],
)
def test_steps_are_read_as_people_write_them(steps: str, read: tuple[tuple[int, int], ...]) -> None:
    parameters = _parameters("elo", start="1000.5", scale="２００", k_steps=steps, k_final="8")

    assert parameters == Parameters(start=1_000_500, scale=200_000, k_steps=read, k_final=8)


def test_points_are_read_line_by_line() -> None:
    text = "4: 10 6 3 1\n\n３：６、３、-1.5\n5人 12 8 5 3 0.001\n"

    parameters = _parameters("points", by_seats=text, best="８", min_tables="")

    assert parameters == PointsParameters(
        by_seats=(
            (3, (6000, 3000, -1500)),
            (4, (10_000, 6000, 3000, 1000)),
            (5, (12_000, 8000, 5000, 3000, 1)),
        ),
        best=8,
        min_tables=0,
    )


def test_openskill_is_read() -> None:
    assert _parameters("openskill", mu="2000", tau="0") == OpenSkillParameters(mu=2000, tau=0)


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("start", "", "A number from 0 to 100000, with at most three decimals."),
        ("start", "-1", "A number from 0 to 100000, with at most three decimals."),
        ("start", "1500.0001", "A number from 0 to 100000, with at most three decimals."),
        ("start", "1e3", "A number from 0 to 100000, with at most three decimals."),
        ("start", "9" * 4000, "A number from 0 to 100000, with at most three decimals."),
        ("start", "100000.001", "A number from 0 to 100000, with at most three decimals."),
        ("scale", "0.999", "A number from 1 to 10000, with at most three decimals."),
        ("scale", "nan", "A number from 1 to 10000, with at most three decimals."),
        ("k_final", "0", "A whole number from 1 to 400."),
        ("k_final", "401", "A whole number from 1 to 400."),
        ("k_final", "16.5", "A whole number from 1 to 400."),
        ("k_final", "", "A whole number from 1 to 400."),
        ("k_steps", "10", "Write the steps like 10:48, 20:32."),
        ("k_steps", "10:48:3", "Write the steps like 10:48, 20:32."),
        ("k_steps", "ten:48", "Write the steps like 10:48, 20:32."),
        ("k_steps", "20:48, 10:32", "Numbers of tables go from 1 to 1000 and must rise"),
        ("k_steps", "10:48, 10:32", "Numbers of tables go from 1 to 1000 and must rise"),
        ("k_steps", "10:401", "Numbers of tables go from 1 to 1000 and must rise"),
        ("k_steps", "1001:40", "Numbers of tables go from 1 to 1000 and must rise"),
        ("k_steps", "0:40", "Numbers of tables go from 1 to 1000 and must rise"),
    ],
)
def test_elo_that_cant_be_read_is_told_at_its_field(field: str, text: str, said: str) -> None:
    wrong = _wrong("elo", **{field: text})

    assert list(wrong) == [field]
    assert wrong[field].startswith(said)


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("by_seats", "4: 10 6 3", "Line 1: 4 people need 4 numbers, and there are 3."),
        ("by_seats", "2: 1 0\n4: 10 6 3 1 0", "Line 2: 4 people need 4 numbers, and there are 5."),
        ("by_seats", "4: 10 6 3 x", "Line 1: write it like 4: 10 6 3 1, with at most three decimals."),
        ("by_seats", "10 6 3 1", "Line 1: write it like 4: 10 6 3 1, with at most three decimals."),
        ("by_seats", "2: 1 0.0001", "Line 1: write it like 4: 10 6 3 1, with at most three decimals."),
        ("by_seats", "2: 1 0\n\n2: 2 0", "Line 3: there is a line for 2 people already."),
        ("by_seats", "2: 1 0\n02: 2 0", "Line 2: there is a line for 2 people already."),
        ("by_seats", "1: 3", "A table has 2 to 20 people, and a place gives −100 to 100 points."),
        ("by_seats", "0:", "A table has 2 to 20 people, and a place gives −100 to 100 points."),
        ("by_seats", "2: 100.001 0", "A table has 2 to 20 people, and a place gives −100 to 100 points."),
        ("best", "0", "A whole number from 1 to 1000, or nothing: then all tables count."),
        ("best", "many", "A whole number from 1 to 1000, or nothing: then all tables count."),
        ("min_tables", "-1", "A whole number from 0 to 1000."),
        ("min_tables", "1001", "A whole number from 0 to 1000."),
    ],
)
def test_points_that_cant_be_read_are_told_at_their_field(field: str, text: str, said: str) -> None:
    assert _wrong("points", **{field: text}) == {field: said}


@pytest.mark.parametrize(
    ("field", "least", "most", "words"),
    [
        ("mu", 0, 25_000, "A whole number from 0 to 100 times beta."),
        ("sigma", 5, 12_500, "A whole number from 1 to 50 times beta."),
        ("beta", 15, 2_000, "A whole number from 1 to 2000."),
        ("tau", 0, 500, "A whole number from 0 to sigma."),
    ],
)
def test_openskill_out_of_bounds_is_told_at_its_field(field: str, least: int, most: int, words: str) -> None:
    for text in ("-1", str(most + 1), "", "0.5"):
        assert _wrong("openskill", **{field: text}) == {field: words}
    for value in (least, most):
        _parameters("openskill", **{field: str(value)})


def test_every_field_that_cant_be_read_is_told_at_once() -> None:
    assert list(_wrong("elo", start="x", scale="y", k_steps="z", k_final="")) == [
        "start", "scale", "k_steps", "k_final",
    ]  # fmt: skip


def test_formulas_that_arent_chosen_may_hold_anything() -> None:
    assert _parameters("steady", start="x", by_seats="y", mu="z") == PRESETS["steady"]


def test_unknown_formula_is_told() -> None:
    assert _wrong("glicko") == {"formula": "Please choose a formula."}


@pytest.mark.parametrize(
    ("parameters", "formula"),
    [
        (PRESETS["standard"], "standard"),
        (PRESETS["steady"], "steady"),
        (Parameters(1_000_500, 200_000, ((5, 400), (7, 3)), 8), "elo"),
        (OpenSkillParameters(1000, 300, 200, 0), "openskill"),
        (PointsParameters(((2, (500, -1500)), (3, (3, 2, 1))), 8, 5), "points"),
        (PointsParameters(), "points"),
    ],
)
def test_stored_version_comes_back_through_its_form(parameters: Any, formula: str) -> None:  # noqa: ANN401
    spec = LadderSpec(parameters, ("danmaku",), ("0" * 64,), ("abc",))

    sheet = sheet_of(LadderVersion(**spec.as_columns()))

    assert sheet.formula == formula
    assert spec_of(sheet) == (spec, {})


def test_posted_form_is_cut_where_nothing_is_that_long() -> None:
    posted = QueryDict(mutable=True)
    posted.setlist("games", ["danmaku", "x" * 1000])
    posted["name"], posted["formula"], posted["start"] = "n" * 5000, "f" * 5000, "1" * 5000

    sheet = sheet_posted(posted)

    assert [len(game) for game in sheet.games] == [7, 64]
    assert (len(sheet.name), len(sheet.formula), len(sheet.values["start"])) == (4000, 20, 4000)
