"""Erasing a person: whatever names them is gone, what was played stays, and others keep their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import ActionText, Player, Submission
from league.selectors.standings import standings_current
from league.services.audit import chain_faults
from league.services.corrections import table_correct
from league.services.decisions import submission_reject
from league.services.drafts import draft_save
from league.services.merges import player_merge
from league.services.people import alias_add, alias_remove, player_anonymise, player_change, player_create
from league.services.runs import ladder_refresh
from league.services.tables import table_mark_unfinished, table_void
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db


def test_former_names_and_removed_aliases_go_too(club: Club, amy: Actor, bob: Actor) -> None:
    build.submit(bob, club, build.ranks("Rumina", "そら"))
    player = build.player_named(club, "Rumina")
    alias_remove(actor=amy, alias=alias_add(actor=amy, player=player, name="Rumichan"))
    player_change(actor=amy, player=player, name="Runa", reading="るみな")

    player_anonymise(actor=amy, player=player)

    kept = str(build.everything())
    assert [name for name in ("Rumina", "Rumichan", "Runa", "るみな") if name in kept] == []
    assert list(chain_faults(club=club)) == []


def test_reasons_lose_the_name_and_keep_the_rest(club: Club, amy: Actor, bob: Actor) -> None:
    table = build.table_of(build.submit(bob, club, build.ranks("Rumina", "そら")))
    player = build.player_named(club, "Rumina")
    table_correct(
        actor=amy, table=table, lock_version=1, report=build.ranks("そら", "Rumina"), reason="Rumina said so"
    )
    rival = build.submit(bob, club, build.ranks("Rumina", "そら"), onto=table)
    submission_reject(
        actor=amy, submission=build.report_of(rival), lock_version=3, reason="ask RUMINA, not Ruminant"
    )
    table_mark_unfinished(actor=amy, table=table, lock_version=4, reason="Rumina left")

    player_anonymise(actor=amy, player=player)

    mark = player.public_id
    rejected = Submission.objects.get(public_id=rival.submission)
    assert Submission.objects.get(version=2).reason == f"{mark} said so"
    assert rejected.decision_reason == f"ask {mark}, not Ruminant"
    assert build.again(table).state_reason == f"{mark} left"
    assert rejected.raw["report"]["seats"][0]["player"] == mark
    assert "Rumina said so" not in str(list(ActionText.objects.values_list("text", flat=True)))
    assert list(chain_faults(club=club)) == []


def test_drafts_lose_the_name_wherever_it_was_typed(club: Club, amy: Actor, bob: Actor) -> None:
    player = player_create(actor=bob, club=club, name="Rumina")
    mine = draft_save(actor=bob, club=club, raw={"seats": [{"player": "ｒｕｍｉｎａ"}], "note": "Rumina won"})
    other = draft_save(actor=amy, club=club, raw={"seats": [{"player": "そら"}]})

    player_anonymise(actor=amy, player=player)

    mine.refresh_from_db()
    other.refresh_from_db()
    assert mine.raw == {
        "seats": [{"player": player.public_id}],
        "note": f"{player.public_id} won",
    }
    assert other.raw == {"seats": [{"player": "そら"}]}


def test_every_record_that_is_merged_with_the_person_is_erased(club: Club, amy: Actor, bob: Actor) -> None:
    build.submit(bob, club, build.ranks("Rumina", "そら"))
    build.submit(bob, club, build.ranks("Luminah", "そら"), place=build.at(2))
    player, twin = build.player_named(club, "Rumina"), build.player_named(club, "Luminah")
    player_merge(actor=amy, source=twin, target=player)
    revision = build.revision_of(club)

    player_anonymise(actor=amy, player=player)

    assert "Luminah" not in str(build.everything())
    assert Player.objects.filter(anonymised_at__isnull=False).count() == 2
    assert build.revisions_since(club, revision) == [("player.anonymise", "")]


def test_others_keep_their_names_and_the_texts_about_them(club: Club, amy: Actor, bob: Actor) -> None:
    build.submit(bob, club, build.ranks("Rumi", "そら"))
    other = player_create(actor=bob, club=club, name="Rumi Tanaka")
    table = build.table_of(build.submit(bob, club, build.ranks("そら", "れん"), place=build.at(2)))
    table_void(actor=amy, table=table, lock_version=1, reason="そら typed it twice")

    player_anonymise(actor=amy, player=build.player_named(club, "Rumi"))

    other.refresh_from_db()
    assert other.display_name == "Rumi Tanaka"
    texts = list(ActionText.objects.values_list("text", flat=True))
    assert {"display_name": "Rumi Tanaka"} in texts
    assert {"reason": "そら typed it twice"} in texts


def test_erasing_twice_changes_nothing_more(club: Club, amy: Actor, bob: Actor) -> None:
    player = player_create(actor=bob, club=club, name="Rumina")
    player_anonymise(actor=amy, player=player)
    before = build.everything()

    player_anonymise(actor=amy, player=player)

    assert build.first_difference(before, build.everything()) == []


@pytest.mark.django_db(transaction=True)
def test_ratings_stay_as_they_were(club: Club, amy: Actor, bob: Actor) -> None:
    build.submit(bob, club, build.ranks("Rumina", "そら", "れん"))
    ladder = ladder_refresh(ladder_id=club.ladders.get().pk)
    before = [(row.rank, row.rating) for row in standings_current(ladder)]

    player_anonymise(actor=amy, player=build.player_named(club, "Rumina"))

    ladder = ladder_refresh(ladder_id=ladder.pk)
    assert [(row.rank, row.rating) for row in standings_current(ladder)] == before
