"""The rows of the ranking as markup: words for those who listen, and nothing unescaped."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from league.selectors.leaderboard import Row
from league.views.ranking_rows import ranking_rows

ROW = Row(
    rank=2,
    previous_rank=5,
    public_id="h7",
    name="東 あおい",
    reading="ひがし あおい",
    rating=1_502_001,
    last_change=9_871,
    tables=8,
    placement_sum=19,
    recent_placements=(4, 3, 1),
    provisional=True,
    idle=False,
)
HOSTILE = st.text(alphabet=st.sampled_from("<>\"'&{}%/=!- aあ\u202e"), max_size=40)


class Outline(HTMLParser):
    """Collects the tags of a fragment."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag + "".join(f".{name}" for name, _ in attrs))


def outline(markup: str) -> list[str]:
    parser = Outline()
    parser.feed(markup)
    return parser.tags


def test_no_rows_are_no_markup() -> None:
    assert ranking_rows((), names_in="ja", club="aoba") == ""


def test_season_points_are_written_as_points() -> None:
    row = replace(ROW, rating=24_500, last_change=-3_000, qualified=False)
    with override("en"):
        markup = ranking_rows((row,), names_in="ja", club="aoba", points=True)
    assert '<span class="rating">24.5<small></small></span>' in markup
    assert ">−3</td>" in markup
    assert "too few tables" in markup
    assert "provisional" not in markup


@pytest.mark.parametrize(
    ("language", "previous", "move"),
    [
        ("ja", 5, '<span class="move up" role="img" aria-label="3つ上昇">▲3</span>'),
        ("ja", 1, '<span class="move down" role="img" aria-label="1つ下降">▼1</span>'),
        ("ja", 2, '<span class="move same" role="img" aria-label="変わらず">–</span>'),
        ("ja", None, '<span class="move new" role="img" aria-label="初登場">初</span>'),
        ("en", 5, '<span class="move up" role="img" aria-label="up 3">▲3</span>'),
        ("en", 1, '<span class="move down" role="img" aria-label="down 1">▼1</span>'),
        ("en", 2, '<span class="move same" role="img" aria-label="unchanged">–</span>'),
        ("en", None, '<span class="move new" role="img" aria-label="new in the standings">new</span>'),
    ],
)
def test_moves_are_seen_and_heard(language: str, previous: int | None, move: str) -> None:
    with override(language):
        assert move in ranking_rows((replace(ROW, previous_rank=previous),), names_in="ja", club="aoba")


def test_figures() -> None:
    with override("en"):
        markup = ranking_rows((ROW,), names_in="ja", club="aoba")
    assert '<span class="rating">1502<small>.001</small></span>' in markup
    assert '<td class="figure change up" role="cell">+9.871</td>' in markup
    assert '8<span class="unit"> tables</span>' in markup
    assert '<td class="figure mean" role="cell">2.38</td>' in markup
    assert 'aria-label="Last places, oldest first: 4 3 1"' in markup
    assert '<span class="tag">provisional</span>' in markup


@pytest.mark.parametrize(("change", "shape"), [(1, "up"), (-1, "down"), (0, "same")])
def test_shape_of_a_change(change: int, shape: str) -> None:
    assert f'class="figure change {shape}"' in ranking_rows(
        (replace(ROW, last_change=change),), names_in="ja", club="aoba"
    )


def test_first_rank_is_marked_and_may_be_shared() -> None:
    rows = (replace(ROW, rank=1), replace(ROW, rank=1), replace(ROW, rank=3))
    assert ranking_rows(rows, names_in="ja", club="aoba").count('class="rank first"') == 2


def test_a_reading_that_repeats_the_name_is_left_out() -> None:
    assert "reading" not in ranking_rows(
        (replace(ROW, name="みずき", reading="みずき"),), names_in="ja", club="aoba"
    )
    assert "reading" not in ranking_rows((replace(ROW, reading=""),), names_in="ja", club="aoba")


def test_names_are_marked_with_the_clubs_language() -> None:
    assert '<bdi class="name" lang="en">' in ranking_rows((ROW,), names_in="en", club="aoba")


@given(name=HOSTILE.filter(bool), reading=HOSTILE)
def test_no_name_adds_a_tag_or_an_attribute(name: str, reading: str) -> None:
    tame = replace(ROW, name="name", reading="reading" if reading and reading != name else "")
    hostile = replace(ROW, name=name, reading=reading)
    assert outline(ranking_rows((hostile,), names_in="ja", club="aoba")) == outline(
        ranking_rows((tame,), names_in="ja", club="aoba")
    )
