"""`manage.py recompute`: finds any stored row that isn't what a rebuild gives, and repairs it."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from league.models import Ladder, RatingPoint, RatingRun, RatingSegment, Standing
from league.ratings.parameters import AnyParameters, OpenSkillParameters, PointsParameters
from league.selectors.ladders import points_visible
from league.services.ladders import LadderSpec, ladder_change
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.league.services.ladder_state import make_small, shown

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> Ladder:
    make_small(monkeypatch)
    club = make.club_make("aoba")
    made = make.ladder_make(club)
    make.season_fill(club, make.players_make(club, 5), 8)
    ladder_refresh(ladder_id=made.pk)
    return made


def _recompute(*args: str) -> str:
    out = StringIO()
    call_command("recompute", *args, stdout=out, stderr=StringIO())
    return out.getvalue()


def _verify() -> tuple[int, str]:
    """Return exit code and output of --verify."""
    out = StringIO()
    try:
        call_command("recompute", "--verify", stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def _damage_point(order_key: str) -> int:
    points = RatingPoint.objects.filter(
        pk__in=RatingPoint.objects.filter(order_key=order_key).values("pk")[:1]
    )
    return points.update(after=F("after") + 1)


DAMAGE: dict[str, Callable[[], object]] = {
    "point": lambda: _damage_point("2025-01-04/00001/00005"),
    "expected": lambda: RatingPoint.objects.filter(order_key="2025-01-04/00001/00005").update(expected=0.1),
    "missing points": lambda: RatingPoint.objects.filter(order_key="2025-01-04/00001/00005").delete(),
    "digest": lambda: RatingSegment.objects.filter(position=1).update(digest="0" * 64),
    "standing": lambda: Standing.objects.filter(rank=1).update(rating=F("rating") + 1),
    "rank": lambda: Standing.objects.filter(rank=1).update(previous_rank=77),
    "missing standing": lambda: Standing.objects.filter(rank=1).delete(),
    "run": lambda: RatingRun.objects.update(tables=7),
}


def test_verify_is_content_with_what_runs_wrote(ladder: Ladder) -> None:
    code, output = _verify()

    assert code == 0
    assert output.startswith("aoba / standard: ")


def test_verify_brings_the_ladder_up_to_date_first(ladder: Ladder) -> None:
    make.table_make(ladder.club, [(player, 1) for player in make.players_make(ladder.club, 2)], number=99)

    assert _verify()[0] == 0
    assert Ladder.objects.get(pk=ladder.pk).computed_revision == 3


@pytest.mark.parametrize("damage", sorted(DAMAGE))
def test_damage_is_found_and_repaired(ladder: Ladder, damage: str) -> None:
    before = shown(ladder)
    DAMAGE[damage]()

    assert _verify()[0] == 1
    _recompute("--club", "aoba", "--ladder", "standard")

    assert shown(ladder) == before
    assert _verify()[0] == 0


def test_verify_names_ladder_and_first_table(ladder: Ladder) -> None:
    for number in (7, 4, 6):
        _damage_point(f"2025-01-04/00001/{number:05d}")

    code, output = _verify()

    assert code == 1
    assert output.startswith("aoba / standard")
    assert "2025-01-04/00001/00004" in output


def test_rebuild_of_a_sound_ladder_publishes_nothing(ladder: Ladder) -> None:
    _recompute()

    assert RatingRun.objects.count() == 1


@pytest.mark.parametrize(
    "args", [("--club", "nowhere"), ("--club", "aoba", "--ladder", "x"), ("--ladder", "standard")]
)
def test_unknown_names_exit_with_two(ladder: Ladder, args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refused:
        _recompute(*args)

    assert refused.value.returncode == 2


@pytest.mark.parametrize("parameters", [OpenSkillParameters(), PointsParameters(best=3, min_tables=2)])
def test_every_formula_is_verified_and_repaired(ladder: Ladder, parameters: AnyParameters) -> None:
    ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(parameters=parameters))
    code, output = _verify()
    before = shown(ladder)
    assert (code, before.digest[:16] in output) == (0, True)
    run = Ladder.objects.get(pk=ladder.pk).current_run
    shown_points = points_visible(run).order_by().values("pk")
    RatingPoint.objects.filter(pk__in=shown_points, order_key="2025-01-04/00001/00005").update(after=7)
    assert _verify()[0] == 1
    _recompute("--club", "aoba", "--ladder", "standard")
    assert shown(ladder) == before
    assert _verify()[0] == 0
