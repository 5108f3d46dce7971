"""A club whose people do whatever the services offer, at random but the same for the same seed."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from games.core.participation import PARTICIPATIONS
from league.models import Adjustment, Alias, Ladder, Meeting, Player, PlayerMerge, Season, Submission, Table
from league.services import (
    adjustments,
    clubs,
    corrections,
    decisions,
    drafts,
    help_draws,
    meetings,
    merges,
    people,
    tables,
)
from league.services.errors import Refused
from league.services.ladders import LadderSpec, ladder_create
from league.services.runs import ladder_refresh
from tests import builders as build

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

    from league.services.actors import Actor
    from league.services.submissions import Place

NAMES = ("みずき", "そら", "れん", "あおい", "ひなた", "Kazu", "Mori")
ALIASES = ("mk", "sr", "rn", "ao", "ｍｏｒｉ")
REASON = "seen on the sheet"


class RandomVerbs:
    """Does one thing after another; refusals are answers, anything else is a bug."""

    def __init__(self, cast: build.Cast, seed: int) -> None:
        self.cast, self.club = cast, cast.club
        self.random = random.Random(seed)
        self.done: list[str] = []
        self._verbs = sorted(name.removeprefix("do_") for name in dir(self) if name.startswith("do_"))

    def step(self) -> None:
        """Do one thing."""
        likely = ("submit", "submit", "submit_onto", "confirm", "correct", "move", "void", "restore")
        verb = self.random.choice((*likely, *self._verbs))
        try:
            getattr(self, f"do_{verb}")()
            self.done.append(verb)
        except Refused as refusal:
            self.done.append(f"{verb}: {type(refusal).__name__}")
        except LookupError:
            self.done.append(f"{verb}: nothing there")

    def do_submit(self) -> None:
        key = self.random.choice(("", "", "k1", "k2", "k3"))
        build.submit(self._actor(), self.club, self._report(), place=self._place(), idempotency_key=key)

    def do_submit_onto(self) -> None:
        build.submit(self._actor(), self.club, self._report(), onto=self._table(), warnings_reason=REASON)

    def do_draft(self) -> None:
        actor = self._actor()
        draft = drafts.draft_save(actor=actor, club=self.club, raw=self._report())
        if self.random.random() < 0.7:
            build.submit(actor, self.club, self._report(), draft=draft, place=self._place())

    def do_plan(self) -> None:
        people_known = list(Player.objects.filter(club=self.club).order_by("pk"))
        seats = self.random.sample(people_known, min(2, len(people_known)))
        tables.table_create(
            actor=self._actor(), club=self.club, place=self._place(), game="generic", planned_seats=seats
        )

    def do_draw(self) -> None:
        first = self.random.randint(1, 8)
        help_draws.help_draw(
            actor=self._actor(),
            club=self.club,
            club_day=self._place().club_day,
            ruleset_key="base",
            players=self.random.randint(1, 5),
            numbers=range(first, first + self.random.randint(1, 3)),
            reason=self.random.choice(("", REASON)),
        )

    def do_confirm(self) -> None:
        report = self._open_report()
        decisions.submission_confirm(
            actor=self._admin(), submission=report, lock_version=self._version(report.table)
        )

    def do_reject(self) -> None:
        report = self._open_report()
        decisions.submission_reject(
            actor=self._admin(), submission=report, lock_version=self._version(report.table), reason=REASON
        )

    def do_correct(self) -> None:
        table = self._table()
        corrections.table_correct(
            actor=self._admin(),
            table=table,
            lock_version=self._version(table),
            report=self._report(),
            reason=REASON,
            create_missing_players=True,
        )

    def do_swap(self) -> None:
        table = self._table()
        corrections.table_swap_seats(
            actor=self._admin(), table=table, lock_version=self._version(table), seats=(1, 2), reason=REASON
        )

    def do_void(self) -> None:
        table = self._table()
        tables.table_void(actor=self._admin(), table=table, lock_version=self._version(table), reason=REASON)

    def do_restore(self) -> None:
        table = self._one(Table.objects.filter(meeting__club=self.club, state="void"))
        tables.table_restore(actor=self._admin(), table=table, lock_version=table.lock_version)

    def do_mark(self) -> None:
        table = self._table()
        verb = self.random.choice((tables.table_mark_unfinished, tables.table_unmark_unfinished))
        verb(actor=self._admin(), table=table, lock_version=self._version(table), reason=REASON)

    def do_move(self) -> None:
        table = self._table()
        tables.table_move(
            actor=self._admin(), table=table, lock_version=self._version(table), place=self._place()
        )

    def do_shuffle(self) -> None:
        standing = list(Table.objects.filter(meeting__club=self.club).exclude(state="void").order_by("pk"))
        chosen = self.random.sample(standing, min(3, len(standing)))
        places = [build.at(t.number, round_=t.round, day=t.meeting.club_day) for t in chosen]
        moves = [
            tables.Move(table, table.lock_version, place)
            for table, place in zip(chosen, places[1:] + places[:1], strict=True)
        ]
        tables.tables_move(actor=self._admin(), club=self.club, moves=moves)

    def do_move_meeting(self) -> None:
        meeting = self._one(Meeting.objects.filter(club=self.club))
        meetings.meeting_move_day(actor=self._admin(), meeting=meeting, club_day=self._place().club_day)

    def do_player_change(self) -> None:
        flags: dict[str, Any] = {
            self.random.choice(("guest", "hidden")): self.random.random() < 0.5,
            "name": self.random.choice((None, *NAMES)),
        }
        people.player_change(actor=self._admin(), player=self._player(), **flags)

    def do_alias(self) -> None:
        if self.random.random() < 0.6:
            people.alias_add(
                actor=self._admin(), player=self._player(), name=self.random.choice((*ALIASES, *NAMES))
            )
        else:
            people.alias_remove(actor=self._admin(), alias=self._one(Alias.objects.filter(club=self.club)))

    def do_merge(self) -> None:
        merges.player_merge(actor=self._admin(), source=self._player(), target=self._player())

    def do_unmerge(self) -> None:
        merges.player_unmerge(
            actor=self._admin(), merge=self._one(PlayerMerge.objects.filter(club=self.club))
        )

    def do_anonymise(self) -> None:
        if self.random.random() < 0.3:
            people.player_anonymise(actor=self._admin(), player=self._player())

    def do_season(self) -> None:
        name = self.random.choice(("spring", "autumn"))
        if self.random.random() < 0.4:
            clubs.season_create(actor=self._admin(), club=self.club, name=name)
            return
        season = self._one(Season.objects.filter(club=self.club))
        if self.random.random() < 0.2:
            clubs.season_rename(actor=self.cast.alice, season=season, name=name)
        elif self.random.random() < 0.5:
            clubs.season_close(actor=self.cast.alice, season=season, closed=self.random.random() < 0.5)
        else:
            meeting = self._one(Meeting.objects.filter(club=self.club))
            clubs.season_assign(
                actor=self.cast.alice, meeting=meeting, season=self.random.choice((season, None))
            )

    def do_season_ladder(self) -> None:
        season = self._one(Season.objects.filter(club=self.club))
        ladder_create(
            actor=self._admin(),
            club=self.club,
            name=season.name,
            spec=LadderSpec(seasons=(season.public_id,)),
        )

    def do_freeze(self) -> None:
        season = self._one(Season.objects.filter(club=self.club))
        for ladder in Ladder.objects.filter(club=self.club):
            ladder_refresh(ladder_id=ladder.pk)
        clubs.season_close(actor=self.cast.alice, season=season, closed=not season.closed_at)

    def do_titles(self) -> None:
        season = self._one(Season.objects.filter(club=self.club))
        titles = self.random.sample(("gold", "", "silver", "bronze"), 3)
        clubs.season_titles_set(actor=self._admin(), season=season, titles=titles)

    def do_adjust(self) -> None:
        if self.random.random() < 0.7:
            adjustments.adjustment_add(
                actor=self._admin(),
                season=self._one(Season.objects.filter(club=self.club)),
                player=self._player(),
                points=self.random.choice((-2_500, 0, 1_000)),
                reason=REASON,
            )
        else:
            row = self._one(Adjustment.objects.filter(season__club=self.club))
            adjustments.adjustment_revoke(actor=self._admin(), adjustment=row, reason=REASON)

    def do_settings(self) -> None:
        clubs.club_settings_change(
            actor=self.cast.alice,
            club=self.club,
            confirmation_mode=self.random.choice(("direct", "direct", "review")),
            public=self.random.random() < 0.5,
        )

    def do_role(self) -> None:
        role = self.random.choice(("player", "scorer", None))
        clubs.membership_set(
            actor=self.cast.alice, club=self.club, user=build.user_of(self.cast.charlie), role=role
        )

    def _actor(self) -> Actor:
        return self.random.choice((self.cast.alice, self.cast.bob, build.ROOT))

    def _admin(self) -> Actor:
        return self.random.choice((self.cast.alice, self.cast.amy, build.ROOT))

    def _place(self) -> Place:
        day = build.DAY + timedelta(days=self.random.randrange(3))
        return build.at(self.random.randrange(1, 5), round_=self.random.randrange(1, 3), day=day)

    def _report(self) -> dict[str, Any]:
        names = self.random.sample(NAMES + ALIASES[-1:], self.random.randrange(2, 5))
        report = build.ranks(*names)
        if self.random.random() < 0.15:
            report["finished"] = False
        if self.random.random() < 0.2:
            report["seats"][0]["placement"] = 2  # contradicts the totals
        if self.random.random() < 0.2:
            report["seats"][-1]["guest"] = True
        if self.random.random() < 0.2:
            report["seats"][-1]["participation"] = self.random.choice(PARTICIPATIONS)
        self.random.shuffle(report["seats"])
        return report

    def _one(self, rows: QuerySet[Any]) -> Any:  # noqa: ANN401 - a row of any model
        found: list[Model] = list(rows.order_by("pk"))
        return self.random.choice(found)

    def _table(self) -> Table:
        table: Table = self._one(
            Table.objects.filter(meeting__club=self.club).select_related("meeting__club", "meeting__season")
        )
        return table

    def _player(self) -> Player:
        player: Player = self._one(Player.objects.filter(club=self.club))
        return player

    def _open_report(self) -> Submission:
        report: Submission = self._one(Submission.objects.filter(club=self.club, state="submitted"))
        return report

    def _version(self, table: Table | None) -> int:
        """Return the table's version, and now and then an old one."""
        assert table is not None
        return table.lock_version - (self.random.random() < 0.1)
