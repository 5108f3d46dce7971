"""`manage.py standings`: the three formats, the default ladder, the past, and clear refusals."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Ladder
from tests import factories as make

if TYPE_CHECKING:
    from league.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    club = make.club_make("aoba")
    make.ladder_make(club)
    dango, formula = make.player_make(club, "団子"), make.player_make(club, "=cmd")
    make.table_make(club, [(dango, 1), (formula, 2)])
    return club


def _standings(*args: str) -> str:
    out = StringIO()
    call_command("standings", *args, stdout=out)
    return out.getvalue()


def _refusal(*args: str) -> tuple[str, int]:
    with pytest.raises(CommandError) as refused:
        _standings(*args)
    return str(refused.value), refused.value.returncode


def test_json_has_the_promised_keys(club: Club) -> None:
    rows: list[dict[str, Any]] = json.loads(_standings("--club", "aoba", "--format", "json"))

    assert rows == [
        {
            "rank": 1,
            "player": "団子",
            "rating": "1524.000",
            "tables": 1,
            "idle": False,
            "provisional": True,
        },
        {
            "rank": 2,
            "player": "=cmd",
            "rating": "1476.000",
            "tables": 1,
            "idle": False,
            "provisional": True,
        },
    ]


def test_csv_defuses_formulas(club: Club) -> None:
    assert _standings("--club", "aoba", "--format", "csv").splitlines() == [
        "rank,player,rating,tables,idle,provisional",
        "1,団子,1524.000,1,false,true",
        "2,'=cmd,1476.000,1,false,true",
    ]


def test_table_is_aligned_with_wide_characters(club: Club) -> None:
    assert _standings("--club", "aoba").splitlines() == [
        "rank  player    rating  tables  idle  provisional",
        "   1  団子    1524.000       1        yes",
        "   2  =cmd    1476.000       1        yes",
    ]


def test_as_of_shows_the_past(club: Club) -> None:
    day = make.FIRST_DAY.isoformat()
    before = _standings("--club", "aoba")
    make.table_make(club, [(player, 1) for player in make.players_make(club, 2)], day=make.day_of(1))

    assert _standings("--club", "aoba", "--as-of", day) == before != _standings("--club", "aoba")
    earlier = (make.FIRST_DAY - timedelta(days=1)).isoformat()
    assert json.loads(_standings("--club", "aoba", "--as-of", earlier, "--format", "json")) == []


def test_ladder_with_tables_is_the_default(club: Club) -> None:
    make.ladder_make(club, "empty", games=("doujin",))

    assert "団子" in _standings("--club", "aoba")
    assert "団子" not in _standings("--club", "aoba", "--ladder", "empty")


def test_several_ladders_are_listed(club: Club) -> None:
    make.ladder_make(club, "steady", "steady")

    message, code = _refusal("--club", "aoba")

    assert code == 2
    assert "standard, steady" in message
    assert "団子" in _standings("--club", "aoba", "--ladder", Ladder.objects.get(name="steady").public_id)


@pytest.mark.parametrize("args", [("--club", "nowhere"), ("--club", "aoba", "--ladder", "none")])
def test_unknown_names_are_one_clear_line(club: Club, args: tuple[str, ...]) -> None:
    message, code = _refusal(*args)

    assert code == 2
    assert args[-1] in message
    assert "\n" not in message


def test_club_without_ladder_says_so() -> None:
    make.club_make("fresh")

    assert _refusal("--club", "fresh")[1] == 2
