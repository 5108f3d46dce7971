"""Merged records: one person for reports, guests and erasure, two again when undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.services.errors import Invalid, ReportRefused, WrongState
from league.services.merges import player_merge, player_unmerge
from league.services.people import player_change, player_create
from league.services.tables import table_void
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club, Player
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

KEY_1, KEY_2 = "2026-11-28/00001/00001", "2026-11-28/00001/00002"


@pytest.fixture
def pair(club: Club, bob: Actor) -> tuple[Player, Player]:
    """みつき, misspelt at table 1, and みずき, who sat at table 2."""
    build.submit(bob, club, build.ranks("みつき", "そら"))
    build.submit(bob, club, build.ranks("みずき", "そら"), place=build.at(2))
    return build.player_named(club, "みつき"), build.player_named(club, "みずき")


def test_merge_touches_ratings_from_the_first_table_of_the_merged_record(
    club: Club, amy: Actor, pair: tuple[Player, Player]
) -> None:
    revision = build.revision_of(club)

    link = player_merge(actor=amy, source=pair[0], target=pair[1])
    player_unmerge(actor=amy, merge=link)
    player_merge(actor=amy, source=pair[1], target=pair[0])

    assert build.revisions_since(club, revision) == [
        ("player.merge", KEY_1),
        ("player.unmerge", KEY_1),
        ("player.merge", KEY_2),
    ]


def test_merge_of_somebody_without_tables_owes_nothing(club: Club, amy: Actor, bob: Actor) -> None:
    one, two = (player_create(actor=bob, club=club, name=name) for name in ("one", "two"))
    revision = build.revision_of(club)

    player_merge(actor=amy, source=one, target=two)

    assert build.owed_since(club, revision) == 0


def test_merged_person_does_not_sit_at_a_table_twice(
    club: Club, amy: Actor, bob: Actor, pair: tuple[Player, Player]
) -> None:
    player_merge(actor=amy, source=pair[0], target=pair[1])
    before = build.everything()

    with pytest.raises(ReportRefused) as refusal:
        build.submit(bob, club, build.ranks("みつき", "れん", "みずき"), place=build.at(3))

    assert [(problem.path, problem.code) for problem in refusal.value.problems] == [
        ("/seats/2/player", "same_person")
    ]
    assert build.first_difference(before, build.everything()) == []


def test_sitting_together_at_an_open_or_void_table_forbids_a_merge(
    club: Club, amy: Actor, bob: Actor
) -> None:
    table = build.table_of(build.submit(bob, club, build.ranks("one", "two")))
    build.submit(bob, club, build.ranks("one", "three"), onto=table)
    table_void(actor=amy, table=table, lock_version=2, reason="no")
    one, two, three = (build.player_named(club, name) for name in ("one", "two", "three"))

    for target in (two, three):
        with pytest.raises(WrongState):
            player_merge(actor=amy, source=one, target=target)


def test_sitting_together_counts_through_earlier_merges(club: Club, amy: Actor, bob: Actor) -> None:
    build.submit(bob, club, build.ranks("one", "two"))
    extra = player_create(actor=bob, club=club, name="extra")
    one, two = build.player_named(club, "one"), build.player_named(club, "two")
    player_merge(actor=amy, source=extra, target=one)

    with pytest.raises(WrongState):
        player_merge(actor=amy, source=two, target=extra)
    with pytest.raises(WrongState):
        player_merge(actor=amy, source=extra, target=two)


def test_merged_record_is_not_merged_again_until_it_is_undone(
    club: Club, amy: Actor, bob: Actor, pair: tuple[Player, Player]
) -> None:
    third = player_create(actor=bob, club=club, name="third")
    link = player_merge(actor=amy, source=pair[0], target=pair[1])
    with pytest.raises(Invalid):
        player_merge(actor=amy, source=pair[0], target=pair[1])
    with pytest.raises(WrongState):
        player_merge(actor=amy, source=pair[0], target=third)

    player_unmerge(actor=amy, merge=link)
    revision = build.revision_of(club)
    player_unmerge(actor=amy, merge=link)
    assert build.revisions_since(club, revision) == []
    player_merge(actor=amy, source=pair[0], target=third)


def test_guest_status_of_a_merged_person_reaches_the_tables_of_both_records(
    club: Club, amy: Actor, pair: tuple[Player, Player]
) -> None:
    player_merge(actor=amy, source=pair[0], target=pair[1])
    revision = build.revision_of(club)

    player_change(actor=amy, player=pair[1], guest=True)
    player_change(actor=amy, player=pair[0], guest=True)

    assert build.revisions_since(club, revision) == [("player.change", KEY_1), ("player.change", "")]
