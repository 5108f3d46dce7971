"""Imports into a club that has grown meanwhile, warnings, and what must not vanish silently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import translation

from league.models import Line, Player, Ruleset, Submission, Table
from league.services.clubs import season_close, season_create
from league.services.errors import Invalid, NotAllowed
from league.services.meetings import meeting_create
from league.services.people import player_change
from league.services.results.importing import ImportOptions, ImportOutcome, results_import
from league.services.rulesets import ruleset_create
from tests import builders as build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

HEADER = "table,club_day,round,number,game,seat,player,edit_order,total"
FILE = f"""{HEADER}
A,2026-11-28,1,1,danmaku,1,みずき,2,9
A,2026-11-28,1,1,danmaku,2,そら,1,9
"""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def bring(data: str | bytes, *, actor: Actor = build.ROOT, **options: Any) -> ImportOutcome:  # noqa: ANN401
    return results_import(
        actor=actor,
        club_slug="aoba",
        data=data.encode() if isinstance(data, str) else data,
        options=ImportOptions(**options),
        progress=lambda _stage, _done, _total: None,
    )


def _edit_by_seat(club: Club, actor: Actor) -> Ruleset:
    """Let the club's rules contradict the edit order of FILE."""
    base = Ruleset.objects.get(club=None, game="danmaku", key="base").payload
    payload = {**base, "edit_order": "seat"}
    return ruleset_create(actor=actor, club=club, game="danmaku", key="base", payload=payload)


def test_warnings_are_told_and_written_only_with_a_reason(club: Club, amy: Actor) -> None:
    _edit_by_seat(club, amy)
    before = build.everything()

    refused = bring(FILE)
    assert refused.refused
    assert [(row.line, row.column, row.rule) for row in refused.warnings] == [
        (2, "edit_order", "DG-17"),
        (3, "edit_order", "DG-17"),
    ]
    assert build.first_difference(before, build.everything()) == []
    accepted = bring(FILE, accept_warnings="diced for it")

    assert (accepted.refused, accepted.created) == (False, 1)
    assert Submission.objects.get().reason == "diced for it"


def test_accepted_warnings_need_no_reason_again(club: Club, amy: Actor) -> None:
    _edit_by_seat(club, amy)
    bring(FILE, accept_warnings="diced for it")

    again = bring(FILE)
    longer = bring(FILE + FILE.partition("\n")[2].replace("A,", "B,").replace(",1,1,dan", ",1,2,dan"))

    assert (again.refused, again.skipped) == (False, 1)
    assert (longer.refused, longer.created) == (True, 0)


def test_newer_ruleset_of_the_club_makes_no_known_table_another_one(club: Club, amy: Actor) -> None:
    bring(FILE)
    _edit_by_seat(club, amy)

    again = bring(FILE)

    assert (again.errors, again.skipped, again.created) == ([], 1, 0)


def test_file_is_known_again_whoever_brings_it_and_after_a_person_was_renamed(
    club: Club, amy: Actor, alice: Actor
) -> None:
    bring(FILE)
    player_change(actor=amy, player=build.player_named(club, "みずき"), name="みずきち")
    people = Player.objects.count()

    outcomes = [bring(FILE, actor=actor) for actor in (amy, alice)]

    assert [(outcome.created, outcome.skipped) for outcome in outcomes] == [(0, 1), (0, 1)]
    assert Player.objects.count() == people


def test_closed_season_takes_imports_from_owners_only(club: Club, amy: Actor, alice: Actor) -> None:
    season = season_create(actor=alice, club=club, name="autumn")
    meeting_create(actor=alice, club=club, club_day=build.DAY, season=season)
    season_close(actor=alice, season=season, closed=True)
    before = build.everything()

    with pytest.raises(NotAllowed):
        bring(FILE, actor=amy)
    assert build.first_difference(before, build.everything()) == []
    assert bring(FILE, actor=alice).created == 1


def test_revision_of_an_import_names_its_earliest_table(club: Club) -> None:
    revision = build.revision_of(club)

    bring(FILE + "B,2026-11-21,2,7,generic,1,A,,2\nB,2026-11-21,2,7,generic,2,B,,1\n")

    assert build.revisions_since(club, revision) == [("results.import", "2026-11-21/00002/00007")]
    assert build.owed_since(club, revision) == 1


def test_column_without_a_name_must_be_empty(club: Club) -> None:
    empty = FILE.replace("\n", ",\n")
    filled = empty.replace("そら,1,9,", "そら,1,9,by hand")

    outcome = bring(filled)

    assert [(row.line, row.column) for row in outcome.errors] == [(3, "")]
    assert "column has no name" in str(outcome.errors[0].message)
    assert bring(empty).created == 1


def test_digits_that_can_not_be_kept_are_told(club: Club) -> None:
    rows = "A,2026-11-28,1,1,generic,1,A,,999999999.123400000001\nA,2026-11-28,1,1,generic,2,B,,1\n"

    outcome = bring(f"{HEADER}\n{rows}")

    assert [(row.line, row.column) for row in outcome.errors] == [(2, "total")]


def test_decimals_and_trailing_zeros_are_kept_exactly(club: Club) -> None:
    rows = "A,2026-11-28,1,1,generic,1,A,,-123456789.1250\nA,2026-11-28,1,1,generic,2,B,,+1.0\n"

    bring(f"{HEADER}\n{rows}")

    assert [str(line.total) for line in Line.objects.order_by("seat")] == ["-123456789.1250", "1.0000"]


@pytest.mark.parametrize("data", [HEADER, f"{HEADER}\n\n\n", f"\ufeff{HEADER}\r\n"])
def test_header_alone_is_no_file(club: Club, data: str) -> None:
    with pytest.raises(Invalid, match="no rows"):
        bring(data)


@pytest.mark.parametrize(
    "encoding", ["punycode", "idna", "undefined", "rot13", "utf\x00", "latin-1", "utf-7"]
)
def test_encoding_that_is_not_ours_is_refused_by_name(club: Club, encoding: str) -> None:
    with pytest.raises(Invalid) as refusal:
        bring(FILE, encoding=encoding)

    assert refusal.value.field == "encoding"


@pytest.mark.parametrize(
    ("encoding", "codec"),
    [
        ("UTF_8", "utf-8-sig"),
        ("utf8", "utf-8"),
        ("Shift-JIS", "cp932"),
        ("CP932", "cp932"),
        ("EUC-JP", "euc_jp"),
    ],
)
def test_encoding_is_known_by_its_usual_names(club: Club, encoding: str, codec: str) -> None:
    assert bring(FILE.encode(codec), encoding=encoding).created == 1
    assert Player.objects.filter(display_name="みずき").exists()


@pytest.mark.parametrize("separator", ["\t", ","])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends_of_all_kinds_are_read(club: Club, separator: str, end: str) -> None:
    outcome = bring(FILE.replace(",", separator).replace("\n", end))

    assert (outcome.rows, outcome.created) == (2, 1)


def test_ranks_only_and_unknown_seats_are_imported(club: Club) -> None:
    rows = "A,2026-11-28,1,1,generic,,A,,,1\nA,2026-11-28,1,1,generic,,B,,,2\n"

    outcome = bring(f"{HEADER},placement\n{rows}")

    assert outcome.errors == []
    assert list(Line.objects.order_by("placement").values_list("seat", "total", "placement")) == [
        (None, None, 1),
        (None, None, 2),
    ]
    assert Table.objects.get().state == "confirmed"
