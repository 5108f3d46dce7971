"""Drawings of seat statistics: whole without colour and scripts, and inside their frame whatever the figures are."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from league.fairness.report import CurvePoint, Interval
from league.views.fairness_plot import MOST_POINTS, WIDTH, evidence_svg, share_ticks, slots_svg, thinned
from tests.league.views.test_fairness_words import slot

LABELS = ["席1", "席2", "席3", "席4"]
SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ET.Element:
    """Parse a drawing, as strictly as XML is."""
    return ET.fromstring(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314 - our own


def test_every_dot_has_its_name_and_figure_beside_it() -> None:
    root = drawn(slots_svg([slot(seat) for seat in range(1, 5)], LABELS, name="どの席が勝つか"))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert [word for word in words if word in LABELS] == LABELS
    assert words.count("25.0%") == 4
    assert len(list(root.iter(f"{SVG}circle"))) == 4
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"].startswith("どの席が勝つか. 席1: 25.0%")


def test_names_are_escaped() -> None:
    svg = slots_svg([slot(1), slot(2)], ['<b>"', "&"], name='<script>"')
    assert drawn(svg).attrib["aria-label"].startswith('<script>"')
    assert "<script>" not in svg


@pytest.mark.parametrize("low_high", [(0.0, 1.0), (0.2499, 0.2501), (None, None), (0.0, 0.02)])
def test_dots_and_intervals_stay_inside(low_high: tuple[float | None, float | None]) -> None:
    slots = [replace(slot(seat), win_interval=Interval(*low_high)) for seat in (1, 2)]
    root = drawn(slots_svg(slots, LABELS[:2], name="x"))
    xs = [float(circle.attrib["cx"]) for circle in root.iter(f"{SVG}circle")]
    xs += [
        float(x) for path in root.iter(f"{SVG}path") for x in re.findall(r"[MH]([\d.]+)", path.attrib["d"])
    ]
    assert all(0 <= x <= WIDTH for x in xs)


def test_nothing_is_drawn_of_nothing() -> None:
    assert slots_svg([slot(1, equals=None), slot(2, equals=None)], LABELS[:2], name="x") == ""
    assert evidence_svg([], name="x") == evidence_svg([CurvePoint(30, 739_000, 1.0)], name="x") == ""


@pytest.mark.parametrize("last", [0.0, 1e-9, 1.0, 19.0, 1e12, 1.8e308])
def test_evidence_is_drawn_whatever_it_is(last: float) -> None:
    root = drawn(evidence_svg([CurvePoint(30, 739_000, 1.0), CurvePoint(60, 739_100, last)], name="x"))
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert any("5" in word for word in words)
    assert any("20" in word for word in words)
    (dot,) = root.iter(f"{SVG}circle")
    assert 0 <= float(dot.attrib["cy"]) <= 230


def test_an_axis_says_where_more_lies_beyond_it() -> None:
    def ticks(*values: float) -> set[str]:
        curve = [CurvePoint(30 + at, 739_000 + at, value) for at, value in enumerate(values)]
        return {text.text or "" for text in drawn(evidence_svg(curve, name="x")).iter(f"{SVG}text")}

    assert {"≥10,000", "≤0.01"} <= ticks(1e-9, 1e12)
    assert not {word for word in ticks(1.0, 300.0) if "≥" in word or "≤" in word}


def test_long_curves_keep_their_peak_and_their_end() -> None:
    curve = [CurvePoint(at, 739_000 + at, 25.0 if at == 1_234 else 1.0) for at in range(30, 5_000)]
    kept = thinned(curve)
    assert len(kept) <= MOST_POINTS + 1
    assert (max(point.e_value for point in kept), kept[-1]) == (25.0, curve[-1])


@pytest.mark.parametrize(("low", "high"), [(0.1, 0.4), (0.0, 1.0), (0.24, 0.26), (0.25, 0.25)])
def test_ticks_enclose_and_are_few(low: float, high: float) -> None:
    ticks = share_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 7
