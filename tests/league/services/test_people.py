"""People: one name means one person, merges are links that can be undone, and erasing leaves results alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import ActionLog, ActionText, Alias, NameKey, Player, Submission
from league.selectors.merges import merge_roots
from league.services.audit import chain_faults
from league.services.drafts import draft_save
from league.services.errors import Changed, Invalid, NameTaken, WrongState
from league.services.merges import player_merge, player_unmerge
from league.services.people import (
    alias_add,
    alias_remove,
    player_anonymise,
    player_change,
    player_create,
    players_by_name,
)
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

KEY_1 = "2026-11-28/00001/00001"
KEY_2 = "2026-11-28/00001/00002"


@pytest.mark.parametrize("same", ["Kazu", "ＫＡＺＵ", "kazu", "  kAzU ", "Ka\u200dzu"])
def test_one_name_however_it_is_written_means_one_person(club: Club, bob: Actor, same: str) -> None:
    kazu = player_create(actor=bob, club=club, name="Kazu")

    assert players_by_name(club=club, names=[same]) == {same: kazu}
    with pytest.raises(NameTaken) as refusal:
        player_create(actor=bob, club=club, name=same)
    assert refusal.value.field == "name"


@pytest.mark.parametrize(
    "name",
    ["", " \t", "a\x00b", "a\u202eb", "\u200b", "\u3164", "\ud800", "\u0301", "x" * 41, "line\x07"],
)
def test_name_that_cannot_be_shown_is_refused(club: Club, bob: Actor, name: str) -> None:
    before = build.everything()

    with pytest.raises(Invalid):
        player_create(actor=bob, club=club, name=name)

    assert build.first_difference(before, build.everything()) == []


def test_decomposed_kana_is_the_composed_name(club: Club, bob: Actor) -> None:
    player = player_create(actor=bob, club=club, name="か\u3099く")

    assert player.display_name == "がく"


def test_alias_finds_the_person_until_it_is_removed(club: Club, bob: Actor, amy: Actor) -> None:
    mizuki = player_create(actor=bob, club=club, name="みずき")
    alias = alias_add(actor=amy, player=mizuki, name="みっちゃん")

    assert players_by_name(club=club, names=["みっちゃん"]) == {"みっちゃん": mizuki}
    with pytest.raises(NameTaken):
        player_create(actor=bob, club=club, name="みっちゃん")
    alias_remove(actor=amy, alias=alias)
    assert players_by_name(club=club, names=["みっちゃん"]) == {}
    assert player_create(actor=bob, club=club, name="みっちゃん") != mizuki


def test_renaming_frees_the_old_name_and_touches_no_rating(club: Club, bob: Actor, amy: Actor) -> None:
    build.submit(bob, club)
    mizuki = build.player_named(club, "みずき")
    revision = build.revision_of(club)

    player_change(actor=amy, player=mizuki, name="美月", reading="みづき")

    assert players_by_name(club=club, names=["みずき", "美月"]) == {"美月": mizuki}
    assert build.revisions_since(club, revision) == [("player.change", "")]
    assert build.owed_since(club, revision) == 0


def test_becoming_a_guest_touches_ratings_from_the_first_table_on(club: Club, bob: Actor, amy: Actor) -> None:
    build.submit(bob, club, place=build.at(2))
    build.submit(bob, club, place=build.at(1))
    revision = build.revision_of(club)

    player_change(actor=amy, player=build.player_named(club, "みずき"), guest=True)

    assert build.revisions_since(club, revision) == [("player.change", KEY_1)]
    assert build.owed_since(club, revision) == 1


def test_what_somebody_else_changed_is_told_and_not_overwritten(club: Club, bob: Actor, amy: Actor) -> None:
    player = player_create(actor=bob, club=club, name="みずき")
    player_change(actor=amy, player=player, reading="みづき", hidden=True)
    before = build.everything()

    with pytest.raises(Changed) as refusal:
        player_change(
            actor=amy,
            player=player,
            name="水木",
            reading="みずき",
            hidden=False,
            seen={"name": "みずき", "reading": "", "hidden": False},
        )

    assert refusal.value.now == {"reading": "みづき", "hidden": True}
    assert build.first_difference(before, build.everything()) == []
    player_change(actor=amy, player=player, name="水木", seen={"name": "みずき"})
    player.refresh_from_db()
    assert (player.display_name, player.reading, player.hidden) == ("水木", "みづき", True)


def test_merge_is_a_link_that_is_followed_and_undone(club: Club, bob: Actor, amy: Actor) -> None:
    build.submit(bob, club, build.ranks("みずき", "そら"))
    build.submit(bob, club, build.ranks("ミズキ本人", "れん"), place=build.at(2))
    build.submit(bob, club, build.ranks("みつき", "れん"), place=build.at(3))
    first, second, third = (build.player_named(club, name) for name in ("みずき", "ミズキ本人", "みつき"))
    revision = build.revision_of(club)

    link = player_merge(actor=amy, source=second, target=first)
    player_merge(actor=amy, source=third, target=second)

    assert merge_roots(club_id=club.pk) == {second.pk: first.pk, third.pk: first.pk}
    assert second.lines.count() == 1
    player_unmerge(actor=amy, merge=link)
    assert merge_roots(club_id=club.pk) == {third.pk: second.pk}
    keys = [key for _what, key in build.revisions_since(club, revision)]
    assert keys == [KEY_2, "2026-11-28/00001/00003", KEY_2]


def test_two_who_sat_at_one_table_are_two_people(club: Club, bob: Actor, amy: Actor) -> None:
    build.submit(bob, club)

    with pytest.raises(WrongState):
        player_merge(
            actor=amy,
            source=build.player_named(club, "みずき"),
            target=build.player_named(club, "そら"),
        )


def test_merge_with_oneself_a_stranger_or_in_a_circle_is_refused(club: Club, bob: Actor, amy: Actor) -> None:
    one = player_create(actor=bob, club=club, name="one")
    two = player_create(actor=bob, club=club, name="two")
    stranger = player_create(actor=build.ROOT, club=build.club_with("other"), name="x")

    for target in (one, stranger):
        with pytest.raises(Invalid):
            player_merge(actor=amy, source=one, target=target)
    player_merge(actor=amy, source=one, target=two)
    with pytest.raises(Invalid):
        player_merge(actor=amy, source=two, target=one)


def test_erasing_a_person_leaves_no_name_and_all_results(club: Club, bob: Actor, amy: Actor) -> None:
    build.submit(bob, club)
    mizuki = build.player_named(club, "みずき")
    alias_add(actor=amy, player=mizuki, name="みっちゃん")
    player_change(actor=amy, player=mizuki, reading="みずき よみ", romanised="Mizuki R")
    draft_save(actor=bob, club=club, raw={"seat": "みずき"})
    revision = build.revision_of(club)

    player_anonymise(actor=amy, player=mizuki)

    stored = str(build.everything())
    for name in ("みずき", "みっちゃん", "Mizuki R"):
        assert name not in stored
    assert not Alias.objects.filter(player=mizuki).exists()
    assert not NameKey.objects.filter(player=mizuki).exists()
    assert Player.objects.get(pk=mizuki.pk).lines.count() == 1
    assert build.revisions_since(club, revision) == [("player.anonymise", "")]
    assert list(chain_faults(club=club)) == []
    assert ActionText.objects.exists()
    assert player_create(actor=bob, club=club, name="みずき") != mizuki
    with pytest.raises(WrongState):
        player_change(actor=amy, player=mizuki, name="back")
    assert Submission.objects.filter(state="confirmed").count() == 1


def test_whoever_is_shown_again_is_so_by_every_record(club: Club, bob: Actor, amy: Actor) -> None:
    first, second, third = (
        player_create(actor=bob, club=club, name=name) for name in ("one", "two", "three")
    )
    player_change(actor=amy, player=second, hidden=True)
    player_merge(actor=amy, source=second, target=first)
    player_change(actor=amy, player=third, hidden=True)

    player_change(actor=amy, player=first, name="uno")
    assert set(Player.objects.filter(hidden=True)) == {second, third}
    player_change(actor=amy, player=first, hidden=False)
    assert set(Player.objects.filter(hidden=True)) == {third}
    shown = ActionLog.objects.filter(object_type="player", old__hidden=True, new__hidden=False)
    assert [entry.object_id for entry in shown] == [second.public_id]
