"""Golden playthroughs are what the engines do today; `python -m tests.games.golden` writes them anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.games.golden import FOLDER, cases, path_of, playthrough, scenes

if TYPE_CHECKING:
    from tests.games.reports import Json

CASES = [*cases(), *scenes()]


@pytest.mark.parametrize("case", CASES, ids=[path_of(case).stem for case in CASES])
def test_playthrough_is_as_recorded(case: Json) -> None:
    path = path_of(case)
    assert path.exists(), f"{path.name} is missing: python -m tests.games.golden"
    assert playthrough(case).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path_of(case).name for case in CASES}


def test_the_scenes_show_what_they_are_for() -> None:
    extra, order = (playthrough(case) for case in scenes())
    assert 'phase: "offer"' in extra
    assert '"now": true' in extra
    assert re.search(r"^> shot \d \S", extra, re.MULTILINE)
    assert len(re.findall(r"^> page", order, re.MULTILINE)) == 6
    assert not re.search(r"^> page 1 front(?s:.*)^> page 2 front(?s:.*)^> page 3 front", order, re.MULTILINE)
