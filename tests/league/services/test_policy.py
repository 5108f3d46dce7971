"""Who may do what: every role with every verb, written down by hand from the design."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import AnonymousUser

from league.models import Club, Season
from league.services.actors import Actor
from league.services.clubs import season_assign, season_close, season_create
from league.services.errors import NotAllowed
from league.services.meetings import meeting_create
from league.services.policy import Verb, authorise, may
from league.services.tables import table_move, table_void
from tests import builders as build

if TYPE_CHECKING:
    from django.contrib.auth.models import User

pytestmark = pytest.mark.django_db

# public club, direct mode: owner, admin, scorer, player, outsider
TABLE = {
    "read": "yes yes yes yes yes",
    "report": "yes yes yes no no",
    "confirm": "yes yes yes no no",
    "correct": "yes yes no no no",
    "reject": "yes yes no no no",
    "void": "yes yes no no no",
    "restore": "yes yes no no no",
    "mark_unfinished": "yes yes no no no",
    "move": "yes yes no no no",
    "add_people": "yes yes yes no no",
    "manage_people": "yes yes no no no",
    "manage_meetings": "yes yes no no no",
    "adjust": "yes yes no no no",
    "manage_ladders": "yes yes no no no",
    "manage_rulesets": "yes yes no no no",
    "import": "yes yes no no no",
    "settings": "yes no no no no",
    "roles": "yes no no no no",
    "close_season": "yes no no no no",
}
ROLES = ("alice", "amy", "bob", "paul", "charlie")


def _row(verb: str) -> dict[str, bool]:
    return {name: word == "yes" for name, word in zip(ROLES, TABLE[verb].split(), strict=True)}


def _user(cast: build.Cast, name: str) -> User:
    return build.user_of(getattr(cast, name))


def test_table_names_every_verb() -> None:
    assert set(TABLE) == {verb.value for verb in Verb}


@pytest.mark.parametrize("verb", sorted(TABLE))
def test_role_may_do_exactly_what_the_design_says(cast: build.Cast, verb: str) -> None:
    told = {name: may(user=_user(cast, name), verb=verb, club=cast.club) for name in ROLES}

    assert told == _row(verb)


@pytest.mark.parametrize("verb", sorted(TABLE))
def test_authorise_agrees_with_the_table(cast: build.Cast, verb: str) -> None:
    passed = {}
    for name in ROLES:
        try:
            authorise(actor=getattr(cast, name), verb=Verb(verb), club=cast.club)
            passed[name] = True
        except NotAllowed:
            passed[name] = False

    assert passed == _row(verb)


@pytest.mark.parametrize(
    ("name", "allowed"), [("alice", True), ("amy", True), ("bob", False), ("paul", False)]
)
def test_scorers_do_not_confirm_in_review_mode(review_cast: build.Cast, name: str, allowed: bool) -> None:
    assert may(user=_user(review_cast, name), verb="confirm", club=review_cast.club) is allowed


@pytest.mark.parametrize(
    ("name", "allowed"), [("alice", True), ("amy", True), ("bob", True), ("paul", True), ("charlie", False)]
)
def test_private_club_is_read_by_members_only(cast: build.Cast, name: str, allowed: bool) -> None:
    Club.objects.update(public=False)
    cast.club.refresh_from_db()

    assert may(user=_user(cast, name), verb="read", club=cast.club) is allowed


@pytest.mark.parametrize("user", [None, AnonymousUser()])
def test_nobody_logged_in_reads_public_clubs_and_no_more(
    cast: build.Cast, user: AnonymousUser | None
) -> None:
    assert [verb for verb in TABLE if may(user=user, verb=verb, club=cast.club)] == ["read"]


def test_inactive_owner_is_like_an_outsider(cast: build.Cast) -> None:
    alice = _user(cast, "alice")
    alice.is_active = False
    alice.save()

    assert [verb for verb in TABLE if may(user=alice, verb=verb, club=cast.club)] == ["read"]


def test_owner_of_one_club_is_nobody_in_another(cast: build.Cast) -> None:
    elsewhere = build.club_with("other")

    assert [verb for verb in TABLE if may(user=_user(cast, "alice"), verb=verb, club=elsewhere)] == ["read"]


def test_superuser_has_no_rights_in_a_club_without_a_role(cast: build.Cast) -> None:
    root = build.user_make("root", is_superuser=True, is_staff=True)

    assert may(user=root, verb="void", club=cast.club) is False


@pytest.mark.parametrize("verb", sorted(TABLE))
def test_closed_season_leaves_reading_to_all_and_the_rest_to_owners(cast: build.Cast, verb: str) -> None:
    season = season_create(actor=cast.alice, club=cast.club, name="2026 autumn")
    season_close(actor=cast.alice, season=season, closed=True)
    told = {name: may(user=_user(cast, name), verb=verb, club=cast.club, season=season) for name in ROLES}

    expected = {name: verb == "read" or (name == "alice" and right) for name, right in _row(verb).items()}
    assert told == expected


def test_unknown_verb_is_a_mistake_of_the_caller(cast: build.Cast) -> None:
    with pytest.raises(ValueError, match="dance"):
        may(user=_user(cast, "alice"), verb="dance", club=cast.club)


def test_system_job_may_do_anything_but_nameless_nobody_may_not(cast: build.Cast) -> None:
    authorise(actor=Actor.system("sweep"), verb=Verb.ROLES, club=cast.club)
    with pytest.raises(NotAllowed):
        authorise(actor=Actor(user=None, channel="web"), verb=Verb.REPORT, club=cast.club)


@pytest.fixture
def closed(cast: build.Cast) -> Season:
    """A closed season with the meeting of DAY and one table."""
    season = season_create(actor=cast.alice, club=cast.club, name="2026 autumn")
    meeting = meeting_create(actor=cast.alice, club=cast.club, club_day=build.DAY, season=season)
    build.submit(cast.bob, cast.club)
    assert meeting.season == season
    return season_close(actor=cast.alice, season=season, closed=True)


def test_closed_season_refuses_reports_corrections_and_moves_but_not_the_owner(
    cast: build.Cast, closed: Season
) -> None:
    answer = build.submit(cast.bob, cast.club, place=build.at(1, day=build.NEXT_DAY))
    inside = closed.meetings.get().tables.get()
    outside = build.table_of(answer)
    before = build.everything()

    with pytest.raises(NotAllowed):
        build.submit(cast.bob, cast.club, place=build.at(2))
    with pytest.raises(NotAllowed):
        build.submit(cast.bob, cast.club, build.ranks("そら", "みずき"), onto=inside)
    with pytest.raises(NotAllowed):
        table_void(actor=cast.amy, table=inside, lock_version=1, reason="no")
    with pytest.raises(NotAllowed):
        table_move(actor=cast.amy, table=inside, lock_version=1, place=build.at(3, day=build.NEXT_DAY))
    with pytest.raises(NotAllowed):
        table_move(actor=cast.amy, table=outside, lock_version=1, place=build.at(3))
    with pytest.raises(NotAllowed):
        season_assign(actor=cast.amy, meeting=outside.meeting, season=closed)
    assert build.first_difference(before, build.everything()) == []

    assert table_void(actor=cast.alice, table=inside, lock_version=1, reason="yes").state == "void"
