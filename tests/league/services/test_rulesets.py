"""Stored rulesets: the club's newest version of a key, else the built-in one, never edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from league.models import Ruleset
from league.services.errors import Invalid
from league.services.rulesets import game_ruleset, ruleset_create, ruleset_find
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

HOUSE: dict[str, Any] = {"higher_wins": False, "players": {"min": 2, "max": 4}}


def test_built_in_ruleset_is_stored_once(club: Club) -> None:
    first = ruleset_find(club=club, game="danmaku", key="base")

    assert first is not None
    assert first.club is None
    assert ruleset_find(club=None, game="danmaku", key="base") == first


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("danmaku", "house"),
        ("chess", "base"),
        ("", ""),
        ("\x00", "base"),
        ("generic", "\x00"),
        ("generic", "\ud800"),
        ("generic", "x" * 999),
    ],
)
def test_unknown_game_or_key_finds_nothing(club: Club, game: str, key: str) -> None:
    assert ruleset_find(club=club, game=game, key=key) is None


def test_newest_version_of_the_club_goes_before_the_built_in_one(club: Club, amy: Actor) -> None:
    built_in = ruleset_find(club=club, game="generic", key="base")
    first = ruleset_create(actor=amy, club=club, game="generic", key="base", payload=HOUSE)
    second = ruleset_create(
        actor=amy, club=club, game="generic", key="base", payload=HOUSE | {"higher_wins": True}
    )

    assert (first.version, second.version) == (1, 2)
    assert ruleset_find(club=club, game="generic", key="base") == second
    assert ruleset_find(club=build.club_with("other"), game="generic", key="base") == built_in
    assert game_ruleset(first).payload["higher_wins"] is False


def test_same_content_again_is_the_same_version_without_a_revision(club: Club, amy: Actor) -> None:
    first = ruleset_create(actor=amy, club=club, game="generic", key="house", payload=HOUSE)
    revision = build.revision_of(club)

    assert ruleset_create(actor=amy, club=club, game="generic", key="house", payload=dict(HOUSE)) == first
    assert build.revisions_since(club, revision) == []


@pytest.mark.parametrize(
    ("game", "key", "payload", "field"),
    [
        ("chess", "base", HOUSE, "game"),
        ("\x00", "base", HOUSE, "game"),
        ("generic", "", HOUSE, "key"),
        ("generic", "House", HOUSE, "key"),
        ("generic", "x" * 51, HOUSE, "key"),
        ("generic", "a\x00", HOUSE, "key"),
        ("generic", "house\n", HOUSE, "key"),
        ("generic", "house", {}, "payload"),
        ("generic", "house", HOUSE | {"weather": 1}, "payload"),
        ("generic", "house", HOUSE | {"higher_wins": "yes"}, "payload"),
        ("generic", "house", HOUSE | {"players": {"min": 4, "max": 2}}, "payload"),
        ("generic", "house", HOUSE | {"players": {"min": 2, "max": 10**30}}, "payload"),
    ],
)
def test_ruleset_that_can_not_be_used_is_refused(
    club: Club, amy: Actor, game: str, key: str, payload: dict[str, Any], field: str
) -> None:
    before = build.everything()

    with pytest.raises(Invalid) as refusal:
        ruleset_create(actor=amy, club=club, game=game, key=key, payload=payload)

    assert refusal.value.field == field
    assert build.first_difference(before, build.everything()) == []


def test_longest_key_fits_its_column(club: Club, amy: Actor) -> None:
    row = ruleset_create(actor=amy, club=club, game="generic", key="x" * 50, payload=HOUSE)

    assert Ruleset.objects.get(pk=row.pk).key == "x" * 50


def test_table_keeps_the_ruleset_it_was_played_under(club: Club, amy: Actor, bob: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    ruleset_create(actor=amy, club=club, game="generic", key="base", payload=HOUSE)

    rival = build.submit(bob, club, onto=table)
    seats = [{"seat": 1, "player": "みずき", "total": 1}, {"seat": 2, "player": "そら", "total": 9}]
    later = build.submit(bob, club, build.ranks(seats=seats), place=build.at(2))

    assert rival.state == "superseded"
    assert build.table_of(later).ruleset.payload == HOUSE
    assert build.seats_of(build.report_of(later)) == [(1, "みずき", 1), (2, "そら", 2)]
