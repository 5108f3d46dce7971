"""The colours of tokens.css, computed: every pair that shapes.css puts together can be read (WCAG AA)."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "static" / "sekijun"
TOKENS = (STATIC / "tokens.css").read_text(encoding="utf-8")
SHAPES = (STATIC / "shapes.css").read_text(encoding="utf-8")
GROUNDS = ("paper", "sheet", "tint")
TEXTS = ("ink", "muted", "accent", "link", "good", "warn")
CARDS = (("onbright", "bright"), ("ongloom", "gloom"))
ENOUGH_FOR_TEXT, ENOUGH_FOR_EDGES = 4.5, 3.0


def schemes() -> dict[str, dict[str, str]]:
    """Return the colours of each scheme; what a scheme doesn't name comes from the light one."""
    light, dark, paper = re.findall(r":root \{(.*?)\n *\}", TOKENS, re.DOTALL)
    colours = {
        name: dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", block))
        for name, block in (("light", light), ("dark", dark), ("print", paper))
    }
    return {name: colours["light"] | own for name, own in colours.items()}


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
@pytest.mark.parametrize(("text", "ground"), list(product(TEXTS, GROUNDS)))
def test_text_can_be_read_on_every_ground(scheme: str, text: str, ground: str) -> None:
    colours = schemes()[scheme]
    assert contrast(colours[text], colours[ground]) >= ENOUGH_FOR_TEXT


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_edges_of_controls_can_be_seen(scheme: str, ground: str) -> None:
    colours = schemes()[scheme]
    assert contrast(colours["edge"], colours[ground]) >= ENOUGH_FOR_EDGES


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
def test_cards_look_as_their_sides_are_called_in_every_scheme(scheme: str) -> None:
    colours = schemes()[scheme]
    for text, ground in CARDS:
        assert contrast(colours[text], colours[ground]) >= ENOUGH_FOR_TEXT
    assert luminance(colours["bright"]) > 0.7
    assert luminance(colours["gloom"]) < 0.05


def test_every_scheme_names_every_colour() -> None:
    names = {*GROUNDS, *TEXTS, "line", "edge", *(name for pair in CARDS for name in pair)}
    assert {scheme: set(colours) for scheme, colours in schemes().items()} == dict.fromkeys(schemes(), names)


def test_shapes_take_their_colours_from_tokens() -> None:
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(", SHAPES) == []
    assert set(re.findall(r"var\(--([a-z]+)\)", SHAPES)) <= set(re.findall(r"--([a-z]+):", TOKENS))


def test_shapes_leave_alone_what_the_house_refuses() -> None:
    assert re.findall(r"italic|letter-spacing|gradient|box-shadow|@import|url\(", SHAPES) == []


def test_controls_are_large_enough_for_a_thumb() -> None:
    assert "--tap: 2.75rem;" in TOKENS
    assert SHAPES.count("min-height: var(--tap)") >= 4
