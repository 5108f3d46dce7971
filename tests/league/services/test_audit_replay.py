"""Whatever people do in whatever order: the invariants hold, and the trail alone gives the database (G4, G8, G14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from league.models import ClubCounter, Ladder, Outbox, Revision, Submission, Table
from league.services.audit import chain_faults
from league.services.run_verify import ladder_compare
from league.services.runs import ladder_refresh
from tests import builders as build
from tests.league.services.random_verbs import RandomVerbs
from tests.league.services.replayer import Replayed, replayed, stored

if TYPE_CHECKING:
    from league.models import Club, Line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("small_runs")]

IN_FORCE = {"submitted", "confirmed"}


def check_tables(club: Club) -> None:
    """Check every table against the definitions, computed here from the lines."""
    tables = Table.objects.filter(meeting__club=club).prefetch_related("submissions__lines")
    for table in tables:
        reports = list(table.submissions.all())
        states = Counter(report.state for report in reports)
        assert states["confirmed"] <= 1
        assert sorted(report.version or 0 for report in reports) == list(range(1, len(reports) + 1))
        said = [_said(report) for report in reports if report.state in IN_FORCE]
        assert table.conflict is (len(set(said)) > 1)
        assert len(set(said)) == len(said), "an equal twin is in force"
        assert table.state == "void" or table.state == _state(table, reports)
    standing = Counter((t.meeting_id, t.number) for t in tables if t.state != "void")
    assert not [place for place, holders in standing.items() if holders > 1]


def _state(table: Table, reports: list[Submission]) -> str:
    confirmed = [report for report in reports if report.state == "confirmed"]
    if table.marked_unfinished or any(not report.finished for report in confirmed):
        return "unfinished"
    return "confirmed" if confirmed else "open"


def _said(report: Submission) -> tuple[object, ...]:
    return (report.finished, frozenset(_line(line) for line in report.lines.all()))


def _line(line: Line) -> tuple[object, ...]:
    return (
        line.player_id,
        line.seat,
        line.guest,
        line.participation,
        line.edit_order,
        str(line.parts),
        line.help_untapped,
        line.help_tapped,
        line.total,
        line.placement,
    )


def check_revisions(club: Club) -> None:
    """Check that revisions have no gap and that exactly those that touch ratings owe a wake-up."""
    rows = list(
        Revision.objects.filter(club=club).order_by("number").values_list("number", "lowest_order_key")
    )
    assert [number for number, _key in rows] == list(range(1, len(rows) + 1))
    assert ClubCounter.objects.get(club=club).revision == len(rows)
    owed = set(Outbox.objects.filter(club=club).values_list("revision", flat=True))
    assert owed == {number for number, key in rows if key}


def check_trail(club: Club) -> None:
    """Check that the chain holds and that replaying it gives what is stored."""
    assert list(chain_faults(club=club)) == []
    told, kept = replayed(club), stored(club)
    for part in fields(Replayed):
        assert getattr(told, part.name) == getattr(kept, part.name), part.name


@pytest.mark.parametrize("seed", range(6))
def test_invariants_hold_and_the_trail_gives_the_database(seed: int) -> None:
    _walk(seed, steps=70)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000, 1_200))
def test_invariants_hold_in_hundreds_of_clubs(seed: int) -> None:
    _walk(seed, steps=150)


def _walk(seed: int, *, steps: int) -> None:
    walk = RandomVerbs(build.cast_make(), seed)
    for step in range(steps):
        walk.step()
        if step % 10 == 9:
            check_tables(walk.club)
    check_tables(walk.club)
    check_revisions(walk.club)
    check_trail(walk.club)


@pytest.mark.parametrize("seed", range(100, 104))
def test_ratings_follow_every_verb_as_if_computed_from_nothing(seed: int) -> None:
    _rate(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2_000, 2_100))
def test_ratings_follow_every_verb_in_a_hundred_clubs(seed: int) -> None:
    _rate(seed)


def _rate(seed: int) -> None:
    walk = RandomVerbs(build.cast_make(), seed)
    for _round in range(8):
        for _step in range(6):
            walk.step()
        for ladder in Ladder.objects.filter(club=walk.club):
            ladder_refresh(ladder_id=ladder.pk)
            assert ladder_compare(ladder_id=ladder.pk).difference == "", walk.done
