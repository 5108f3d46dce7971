"""Seat fairness: reports and bots' games, which are derived, and drawn deals of help cards, which are facts.

What is derived can be dropped and is computed again; a drawn deal says what a table was told to do and is only ever
withdrawn.
"""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from league.models.club import Club
from league.models.ids import MAX_ROUND_OR_NUMBER, new_public_id
from league.models.rulesets import Ruleset
from league.models.tables import Meeting


class FairnessReport(models.Model):
    """The seat statistics of one game and ruleset of a club, over all its tables or over what a filter leaves.

    `scope` is the digest of the `filters`, empty for all tables. `digest` seals the input and `rated_by` is that of the
    run whose ratings were read; `strata` says how many tables there are of each player count, without the payload.
    `checked_at` is when somebody last saw to it, whether or not there was anything to compute.
    """

    class State(models.TextChoices):
        """`asked`: nobody has computed it yet; `failed`: it couldn't be."""

        ASKED = "asked"
        READY = "ready"
        FAILED = "failed"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="fairness_reports")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    game = models.CharField(max_length=20)
    ruleset_hash = models.CharField(max_length=64)
    scope = models.CharField(max_length=64, blank=True)
    filters = models.JSONField(default=dict)
    state = models.CharField(max_length=6, choices=State.choices, default=State.ASKED)
    revision = models.PositiveBigIntegerField(default=0)
    rated_by = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    code_version = models.CharField(max_length=40, blank=True)
    tables = models.PositiveIntegerField(default=0)
    strata = models.JSONField(default=list)
    payload = models.JSONField(null=True, blank=True)
    seconds = models.FloatField(default=0)
    asked_at = models.DateTimeField(db_default=Now())
    computed_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("club", "game", "ruleset_hash", "scope")
        constraints = (
            models.UniqueConstraint(
                name="fairness_report_once", fields=("club", "game", "ruleset_hash", "scope")
            ),
            models.CheckConstraint(
                name="fairness_report_state_known",
                condition=models.Q(state__in=["asked", "ready", "failed"]),
            ),
            models.CheckConstraint(
                name="fairness_report_ready_is_whole",
                condition=~models.Q(state="ready")
                | (models.Q(computed_at__isnull=False) & ~models.Q(digest="") & ~models.Q(code_version="")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.club_id} {self.game} {self.scope[:8]}"


class HelpDraw(models.Model):
    """One draw of changed help-card deals for tables of a meeting; whoever has the seed can draw it again."""

    meeting = models.ForeignKey(Meeting, on_delete=models.PROTECT, related_name="help_draws")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="+")
    seed = models.PositiveBigIntegerField()
    players = models.PositiveSmallIntegerField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    drawn_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("meeting", "id")
        constraints = (
            models.CheckConstraint(
                name="help_draw_players", condition=models.Q(players__gte=2) & models.Q(players__lte=8)
            ),
        )

    def __str__(self) -> str:
        return f"{self.meeting_id} {self.seed}"


class HelpDeal(models.Model):
    """What was drawn for one table: one seat gets a help card more or fewer than the ruleset deals.

    `cards` is the whole deal, (untapped, tapped) from seat 1 on. A table has one that counts; another one can be drawn
    only after this one was withdrawn, with a reason, and both are kept.
    """

    draw = models.ForeignKey(HelpDraw, on_delete=models.PROTECT, related_name="deals")
    meeting = models.ForeignKey(Meeting, on_delete=models.PROTECT, related_name="help_deals")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    change = models.SmallIntegerField()
    cards = models.JSONField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdraw_reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ("meeting", "number", "id")
        constraints = (
            models.UniqueConstraint(
                name="help_deal_one_a_table",
                fields=("meeting", "number"),
                condition=models.Q(withdrawn_at__isnull=True),
            ),
            models.UniqueConstraint(name="help_deal_once_in_draw", fields=("draw", "number")),
            models.CheckConstraint(name="help_deal_one_card", condition=models.Q(change__in=[-1, 1])),
            models.CheckConstraint(
                name="help_deal_seat", condition=models.Q(seat__gte=1) & models.Q(seat__lte=8)
            ),
            models.CheckConstraint(
                name="help_deal_number",
                condition=models.Q(number__gte=1) & models.Q(number__lte=MAX_ROUND_OR_NUMBER),
            ),
            models.CheckConstraint(
                name="help_deal_withdrawn_with_reason",
                condition=models.Q(withdrawn_at__isnull=True) | ~models.Q(withdraw_reason=""),
            ),
        )

    def __str__(self) -> str:
        return f"{self.meeting_id}/{self.number}: {self.seat} {self.change:+}"


class DealSimulation(models.Model):
    """What bots make of one deal of help cards: so many of the `games` wanted have been played, and came to `tally`.

    It belongs to no club: the same rules, deal and seed give the same games everywhere. `deal` is written
    "untapped/tapped" from seat 1 on, with a blank between seats.
    """

    game = models.CharField(max_length=20)
    ruleset_hash = models.CharField(max_length=64)
    players = models.PositiveSmallIntegerField()
    deal = models.CharField(max_length=60)
    bot = models.CharField(max_length=20)
    code_version = models.CharField(max_length=40)
    seed = models.PositiveBigIntegerField()
    games = models.PositiveIntegerField()
    played = models.PositiveIntegerField(default=0)
    tally = models.JSONField(default=dict)
    failed = models.BooleanField(default=False)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                name="deal_simulation_once",
                fields=("game", "ruleset_hash", "players", "deal", "bot", "code_version"),
            ),
            models.CheckConstraint(
                name="deal_simulation_played", condition=models.Q(played__lte=models.F("games"))
            ),
            models.CheckConstraint(
                name="deal_simulation_players", condition=models.Q(players__gte=2) & models.Q(players__lte=8)
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.deal}: {self.played}/{self.games}"
