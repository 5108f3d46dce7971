"""Drafts hold anything, belong to their author, and have no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Submission
from league.services.drafts import draft_save
from league.services.errors import Invalid, NotAllowed, NumberTaken, WrongState
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

ANYTHING = [
    None,
    0,
    "",
    [],
    {},
    {"a": "\x00\ud800"},
    [float("nan"), float("inf")],
    1e308,
    -0.0,
    10**39,
    {"seats": [{"player": "\u202e"}] * 200},
    {"": {"": {"": None}}},
]


@pytest.mark.parametrize("raw", ANYTHING, ids=range(len(ANYTHING)))
def test_draft_holds_anything_without_a_revision(club: Club, bob: Actor, raw: object) -> None:
    revision = build.revision_of(club)

    draft = draft_save(actor=bob, club=club, raw=raw)
    draft_save(actor=bob, club=club, raw=raw, draft=draft)

    stored = Submission.objects.get()
    assert (stored.state, stored.table, stored.version, stored.author) == ("draft", None, None, bob.user)
    assert build.revisions_since(club, revision) == []


def test_draft_too_deep_or_too_long_is_refused_and_the_old_one_stays(club: Club, bob: Actor) -> None:
    draft = draft_save(actor=bob, club=club, raw={"seats": 3})

    for raw in ("x" * 300_000, 10**41):
        with pytest.raises(Invalid):
            draft_save(actor=bob, club=club, raw=raw, draft=draft)

    draft.refresh_from_db()
    assert draft.raw == {"seats": 3}


def test_draft_is_saved_over_and_over_as_one_row(club: Club, bob: Actor) -> None:
    draft = draft_save(actor=bob, club=club, raw=1)

    again = draft_save(actor=bob, club=club, raw=2, draft=draft)

    assert again == draft
    assert Submission.objects.get().raw == 2


def test_draft_of_somebody_else_is_neither_saved_nor_sent(club: Club, bob: Actor, amy: Actor) -> None:
    draft = draft_save(actor=bob, club=club, raw=1)
    before = build.everything()

    with pytest.raises(NotAllowed):
        draft_save(actor=amy, club=club, raw=2, draft=draft)
    with pytest.raises(NotAllowed):
        build.submit(amy, club, draft=draft)
    assert build.first_difference(before, build.everything()) == []


def test_draft_of_another_club_is_not_sent_here(club: Club, bob: Actor) -> None:
    elsewhere = build.member(build.club_with("other"), "bob", "scorer")
    draft = draft_save(actor=elsewhere, club=build.Club.objects.get(slug="other"), raw=1)

    with pytest.raises(NotAllowed):
        draft_save(actor=bob, club=club, raw=2, draft=draft)


def test_sent_draft_is_no_draft_any_more(club: Club, bob: Actor) -> None:
    draft = draft_save(actor=bob, club=club, raw=1)
    build.submit(bob, club, draft=draft)
    before = build.everything()

    with pytest.raises(WrongState):
        draft_save(actor=bob, club=club, raw=2, draft=draft)
    with pytest.raises(WrongState):
        build.submit(bob, club, draft=draft, place=build.at(2))
    assert build.first_difference(before, build.everything()) == []


def test_draft_that_could_not_be_sent_is_still_there(club: Club, bob: Actor) -> None:
    build.submit(bob, club)
    draft = draft_save(actor=bob, club=club, raw=1)

    with pytest.raises(NumberTaken):
        build.submit(bob, club, draft=draft)

    assert Submission.objects.get(pk=draft.pk).state == "draft"
