"""Seats that weren't played to the end, as the league keeps them: lines, digests, corrections, the trail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from league.models import Line, Player
from league.services.audit import chain_faults
from league.services.corrections import table_correct, table_swap_seats
from league.services.errors import ReportRefused
from league.services.facts import line_facts
from league.services.reports import lines_digest
from tests import builders as build
from tests.league.services.replayer import replayed, stored

if TYPE_CHECKING:
    from league.models import Club, Submission
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

OLD_DIGEST = "2e360134a6f6163ef535cdf261c206c6b1df9109aaedc98abe5cad3f1e9d727e"


def marked(*words: str) -> dict[str, Any]:
    """Return a report of ranks whose seats say these words, from the first on."""
    report = build.ranks("みずき", "そら", "れん")
    for seat, word in zip(report["seats"], words, strict=False):
        seat["participation"] = word
    return report


def played(report: Submission) -> list[str]:
    return list(report.lines.order_by("seat").values_list("participation", flat=True))


def test_a_seat_is_kept_as_it_was_played(club: Club, bob: Actor) -> None:
    answer = build.submit(bob, club, marked("full", "left", "forfeited"))
    stored_report = build.report_of(answer)
    assert answer.state == "confirmed"
    assert played(stored_report) == ["full", "left", "forfeited"]
    assert [seat["participation"] for seat in stored_report.raw["report"]["seats"]] == [
        "full", "left", "forfeited",
    ]  # fmt: skip


def test_an_unknown_word_is_kept_in_the_raw_report_and_not_confirmed(club: Club, bob: Actor) -> None:
    answer = build.submit(bob, club, marked("gone"))
    report = build.report_of(answer)
    assert answer.state == "submitted"
    assert played(report)[0] == "full"
    assert report.raw["report"]["seats"][0]["participation"] == "gone"
    assert [(finding.rule, finding.path) for finding in report.findings.all()] == [
        ("FMT-5", "/seats/0/participation")
    ]


def test_a_table_that_one_person_finished_is_stored(club: Club, bob: Actor) -> None:
    answer = build.submit(bob, club, marked("full", "left", "replaced"))
    assert (answer.state, answer.table_state) == ("confirmed", "confirmed")


def test_the_digest_of_a_seat_played_to_the_end_is_the_one_of_before() -> None:
    """Reports that are older than the word, and later ones without it, have one digest, written down here."""
    line = Line(position=0, seat=1, player=Player(public_id="p1"), total=None, placement=1)
    assert "participation" not in line_facts(line)
    assert lines_digest(lines=[line], finished=True) == OLD_DIGEST
    line.participation = "left"
    assert line_facts(line)["participation"] == "left"
    assert lines_digest(lines=[line], finished=True) != OLD_DIGEST


def test_saying_full_adds_nothing_and_saying_left_is_a_rival(club: Club, bob: Actor, amy: Actor) -> None:
    first = build.submit(bob, club, marked())
    table = build.table_of(first)
    assert build.submit(amy, club, marked("full", "full", "full"), onto=table).state == "superseded"
    rival = build.submit(amy, club, marked("full", "full", "left"), onto=table)
    assert (rival.state, rival.conflict) == ("submitted", True)


def test_correct_and_correct_back_has_the_old_digest(club: Club, bob: Actor, amy: Actor) -> None:
    first = build.submit(bob, club, marked())
    table = build.table_of(first)
    digests = [build.report_of(first).lines_digest]
    for words in (("left",), ()):
        version = build.again(table).lock_version
        corrected = table_correct(
            actor=amy, table=table, lock_version=version, report=marked(*words), reason="確認した"
        )
        digests.append(corrected.lines_digest)
    assert digests[0] == digests[2] != digests[1]


def test_swapped_seats_take_it_along(club: Club, bob: Actor, amy: Actor) -> None:
    first = build.submit(bob, club, marked("left"))
    table = build.table_of(first)
    swapped = table_swap_seats(
        actor=amy, table=table, lock_version=first.lock_version, seats=(1, 3), reason="席が逆"
    )
    assert played(swapped) == ["full", "full", "left"]


def test_a_correction_with_an_unknown_word_changes_nothing(club: Club, bob: Actor, amy: Actor) -> None:
    first = build.submit(bob, club, marked("left"))
    before = build.everything()
    table = build.table_of(first)
    with pytest.raises(ReportRefused) as refusal:
        table_correct(
            actor=amy, table=table, lock_version=first.lock_version, report=marked("LEFT"), reason="x"
        )
    assert [finding.path for finding in refusal.value.findings] == ["/seats/0/participation"]
    assert build.first_difference(before, build.everything()) == []


def test_the_trail_tells_it(club: Club, bob: Actor) -> None:
    build.submit(bob, club, marked("left", "replaced", "forfeited"))
    assert list(chain_faults(club=club)) == []
    assert replayed(club).reports == stored(club).reports
