"""Every service asks the policy first: who may not, changes nothing, not even a revision."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction
from django.db.models import Model

from league.services import (
    accounts,
    adjustments,
    clubs,
    corrections,
    decisions,
    drafts,
    meetings,
    merges,
    people,
    rulesets,
    tables,
)
from league.services.actors import Actor
from league.services.errors import NotAllowed
from league.services.results.importing import ImportOptions, results_import
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Alias, PlayerMerge

pytestmark = pytest.mark.django_db

Call = Callable[[Actor, build.Cast, Any], object]


class _World:
    """One of everything, so that every verb has something to work on."""

    def __init__(self, cast: build.Cast) -> None:
        self.answer = build.submit(cast.bob, cast.club)
        self.table = build.table_of(self.answer)
        build.submit(cast.bob, cast.club, build.ranks("そら", "みずき"), onto=self.table)
        self.table = build.again(self.table)
        self.version = self.table.lock_version
        self.rival = self.table.submissions.get(version=2)
        self.player = build.player_named(cast.club, "みずき")
        self.loner = people.player_create(actor=cast.bob, club=cast.club, name="ひなた")
        self.twin = people.player_create(actor=cast.bob, club=cast.club, name="ひなた2")
        self.alias: Alias = people.alias_add(actor=cast.amy, player=self.player, name="Mizuki")
        self.merge: PlayerMerge = merges.player_merge(actor=cast.amy, source=self.twin, target=self.player)
        self.season = clubs.season_create(actor=cast.amy, club=cast.club, name="autumn")
        self.adjustment = adjustments.adjustment_add(
            actor=cast.amy, season=self.season, player=self.player, points=1, reason="x"
        )
        second = build.submit(cast.bob, cast.club, place=build.at(2))
        self.void = tables.table_void(
            actor=cast.amy, table=build.table_of(second), lock_version=1, reason="no"
        )
        third = build.submit(cast.bob, cast.club, place=build.at(3))
        self.unfinished = tables.table_mark_unfinished(
            actor=cast.amy, table=build.table_of(third), lock_version=1, reason="late"
        )

    @staticmethod
    def again(world: _World) -> _World:
        """Return the same world with rows as the database has them: an earlier call was rolled back."""
        fresh = copy(world)
        for name, value in vars(world).items():
            if isinstance(value, Model):
                setattr(fresh, name, type(value)._default_manager.get(pk=value.pk))  # noqa: SLF001
        return fresh


CALLS: dict[str, tuple[str, Call]] = {
    "draft_save": ("scorer", lambda a, c, w: drafts.draft_save(actor=a, club=c.club, raw={})),
    "submission_submit": ("scorer", lambda a, c, w: build.submit(a, c.club, place=build.at(9))),
    "table_create": (
        "scorer",
        lambda a, c, w: tables.table_create(actor=a, club=c.club, place=build.at(9), game="generic"),
    ),
    "player_create": ("scorer", lambda a, c, w: people.player_create(actor=a, club=c.club, name="れん")),
    "submission_confirm": (
        "scorer",
        lambda a, c, w: decisions.submission_confirm(actor=a, submission=w.rival, lock_version=w.version),
    ),
    "submission_reject": (
        "admin",
        lambda a, c, w: decisions.submission_reject(
            actor=a, submission=w.rival, lock_version=w.version, reason="no"
        ),
    ),
    "table_correct": (
        "admin",
        lambda a, c, w: corrections.table_correct(
            actor=a,
            table=w.table,
            lock_version=w.version,
            report=build.ranks("そら", "みずき"),
            reason="mixed up",
        ),
    ),
    "table_swap_seats": (
        "admin",
        lambda a, c, w: corrections.table_swap_seats(
            actor=a, table=w.table, lock_version=w.version, seats=(1, 2), reason="mixed up"
        ),
    ),
    "table_void": (
        "admin",
        lambda a, c, w: tables.table_void(actor=a, table=w.table, lock_version=w.version, reason="no"),
    ),
    "table_restore": (
        "admin",
        lambda a, c, w: tables.table_restore(actor=a, table=w.void, lock_version=w.void.lock_version),
    ),
    "table_mark_unfinished": (
        "admin",
        lambda a, c, w: tables.table_mark_unfinished(
            actor=a, table=w.table, lock_version=w.version, reason="late"
        ),
    ),
    "table_unmark_unfinished": (
        "admin",
        lambda a, c, w: tables.table_unmark_unfinished(
            actor=a, table=w.unfinished, lock_version=w.unfinished.lock_version
        ),
    ),
    "table_move": (
        "admin",
        lambda a, c, w: tables.table_move(actor=a, table=w.table, lock_version=w.version, place=build.at(7)),
    ),
    "player_change": (
        "admin",
        lambda a, c, w: people.player_change(actor=a, player=w.player, name="みずきち"),
    ),
    "player_anonymise": ("admin", lambda a, c, w: people.player_anonymise(actor=a, player=w.player)),
    "alias_add": ("admin", lambda a, c, w: people.alias_add(actor=a, player=w.player, name="みぃ")),
    "alias_remove": ("admin", lambda a, c, w: people.alias_remove(actor=a, alias=w.alias)),
    "player_merge": (
        "admin",
        lambda a, c, w: merges.player_merge(actor=a, source=w.loner, target=w.player),
    ),
    "player_unmerge": ("admin", lambda a, c, w: merges.player_unmerge(actor=a, merge=w.merge)),
    "meeting_create": (
        "admin",
        lambda a, c, w: meetings.meeting_create(actor=a, club=c.club, club_day=build.NEXT_DAY),
    ),
    "meeting_move_day": (
        "admin",
        lambda a, c, w: meetings.meeting_move_day(actor=a, meeting=w.table.meeting, club_day=build.NEXT_DAY),
    ),
    "season_create": ("admin", lambda a, c, w: clubs.season_create(actor=a, club=c.club, name="winter")),
    "season_rename": ("admin", lambda a, c, w: clubs.season_rename(actor=a, season=w.season, name="fall")),
    "season_assign": (
        "admin",
        lambda a, c, w: clubs.season_assign(actor=a, meeting=w.table.meeting, season=w.season),
    ),
    "season_titles_set": (
        "admin",
        lambda a, c, w: clubs.season_titles_set(actor=a, season=w.season, titles=["gold"]),
    ),
    "adjustment_add": (
        "admin",
        lambda a, c, w: adjustments.adjustment_add(
            actor=a, season=w.season, player=w.player, points=-1, reason="late"
        ),
    ),
    "adjustment_revoke": (
        "admin",
        lambda a, c, w: adjustments.adjustment_revoke(actor=a, adjustment=w.adjustment, reason="no"),
    ),
    "ruleset_create": (
        "admin",
        lambda a, c, w: rulesets.ruleset_create(
            actor=a,
            club=c.club,
            game="generic",
            key="house",
            payload={"higher_wins": False, "players": {"min": 2, "max": 4}},
        ),
    ),
    "results_import": (
        "admin",
        lambda a, c, w: results_import(
            actor=a,
            club_slug=c.club.slug,
            data=b"table,club_day,round,number,game,seat,player,total\n"
            b"a,2026-01-10,1,1,generic,1,A,2\na,2026-01-10,1,1,generic,2,B,1\n",
            options=ImportOptions(),
            progress=lambda stage, done, total: None,
        ),
    ),
    "season_close": ("owner", lambda a, c, w: clubs.season_close(actor=a, season=w.season, closed=True)),
    "club_settings_change": (
        "owner",
        lambda a, c, w: clubs.club_settings_change(actor=a, club=c.club, name="青葉"),
    ),
    "account_role_set": (
        "owner",
        lambda a, c, w: accounts.account_role_set(
            actor=a, club=c.club, username=build.user_of(c.charlie).username, role="scorer"
        ),
    ),
    "account_add": (
        "owner",
        lambda a, c, w: accounts.account_add(
            actor=a, club=c.club, username="dan", password="seven tables by midnight", role="scorer"
        ),
    ),
    "membership_set": (
        "owner",
        lambda a, c, w: clubs.membership_set(
            actor=a, club=c.club, user=build.user_of(c.charlie), role="scorer"
        ),
    ),
}
LEAST = {"scorer": 2, "admin": 1, "owner": 0}
ROLES = ("alice", "amy", "bob", "paul", "charlie")


@pytest.mark.parametrize("verb", sorted(CALLS))
def test_verb_leaves_one_revision_for_who_may_and_nothing_for_who_may_not(
    cast: build.Cast, verb: str
) -> None:
    world = _World(cast)
    least, call = CALLS[verb]
    before, revision = build.everything(), build.revision_of(cast.club)

    for name in ROLES[LEAST[least] + 1 :]:
        with pytest.raises(NotAllowed):
            call(getattr(cast, name), cast, world)
    assert build.first_difference(before, build.everything()) == []

    for name in ROLES[: LEAST[least] + 1]:
        with transaction.atomic():
            call(getattr(cast, name), cast, _World.again(world))
            written = len(build.revisions_since(cast.club, revision))
            transaction.set_rollback(True)
        assert (name, written) == (name, 0 if verb == "draft_save" else 1)
