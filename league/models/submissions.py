"""Submissions (page text: 報告), their lines and findings: every attempt to report a table, none of them lost."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from league.models.club import Club
from league.models.ids import new_public_id
from league.models.people import Player
from league.models.tables import Table


class Submission(models.Model):
    """One attempt to report a table. A draft is club, author and raw JSON only and may hold anything."""

    class State(models.TextChoices):
        """At most one submission of a table is `confirmed`; the others are kept."""

        DRAFT = "draft"
        SUBMITTED = "submitted"
        CONFIRMED = "confirmed"
        SUPERSEDED = "superseded"
        REJECTED = "rejected"

    class Channel(models.TextChoices):
        """The way a report came in."""

        WEB = "web"
        API = "api"
        IMPORT = "import"
        RECORDER = "recorder"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="submissions")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="submissions"
    )
    version = models.PositiveIntegerField(null=True, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="submissions"
    )
    channel = models.CharField(max_length=8, choices=Channel.choices)
    raw = models.JSONField()
    reason = models.CharField(max_length=400, blank=True)
    state = models.CharField(max_length=10, choices=State.choices)
    finished = models.BooleanField(default=True)
    evidence = models.CharField(max_length=10, blank=True)
    lines_digest = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="decisions"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decision_reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ("table", "version", "id")
        constraints = (
            models.UniqueConstraint(name="submission_version_in_table", fields=("table", "version")),
            models.UniqueConstraint(
                name="submission_one_confirmed", fields=("table",), condition=models.Q(state="confirmed")
            ),
            models.CheckConstraint(
                name="submission_table_unless_draft",
                condition=(
                    models.Q(state="draft") & models.Q(table__isnull=True) & models.Q(version__isnull=True)
                )
                | (
                    ~models.Q(state="draft") & models.Q(table__isnull=False) & models.Q(version__isnull=False)
                ),
            ),
            models.CheckConstraint(
                name="submission_state_known",
                condition=models.Q(state__in=["draft", "submitted", "confirmed", "superseded", "rejected"]),
            ),
            models.CheckConstraint(
                name="submission_channel_known",
                condition=models.Q(channel__in=["web", "api", "import", "recorder"]),
            ),
        )
        indexes = (models.Index(fields=("club", "state"), name="submission_club_state"),)

    def __str__(self) -> str:
        return f"{self.public_id} {self.state}"


class Line(models.Model):
    """One seat of a submission. `seat` is null where a generic game has no seats."""

    class Participation(models.TextChoices):
        """Whether the person played the seat from the first turn to the last; pairs with others aren't rated."""

        FULL = "full"
        LEFT = "left"
        REPLACED = "replaced"
        FORFEITED = "forfeited"

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="lines")
    position = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="lines")
    guest = models.BooleanField(default=False)
    participation = models.CharField(
        max_length=9, choices=Participation.choices, default=Participation.FULL, db_default="full"
    )
    edit_order = models.PositiveSmallIntegerField(null=True, blank=True)
    parts = models.JSONField(default=dict)
    help_untapped = models.PositiveSmallIntegerField(null=True, blank=True)
    help_tapped = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.DecimalField(max_digits=13, decimal_places=4, null=True, blank=True)
    placement = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("submission", "position")
        constraints = (
            models.UniqueConstraint(name="line_position", fields=("submission", "position")),
            models.UniqueConstraint(name="line_seat_once", fields=("submission", "seat")),
            models.UniqueConstraint(name="line_player_once", fields=("submission", "player")),
            models.CheckConstraint(
                name="line_participation_known",
                condition=models.Q(participation__in=["full", "left", "replaced", "forfeited"]),
            ),
            models.CheckConstraint(
                name="line_seat_from_one", condition=models.Q(seat__isnull=True) | models.Q(seat__gte=1)
            ),
            models.CheckConstraint(
                name="line_placement_from_one",
                condition=models.Q(placement__isnull=True) | models.Q(placement__gte=1),
            ),
        )

    def __str__(self) -> str:
        return f"{self.submission_id}#{self.position}"


class Finding(models.Model):
    """A stored result of a check; games.core.findings renders it in any language."""

    class Severity(models.TextChoices):
        """An `error` can't be confirmed; a `warning` can, with a reason."""

        ERROR = "error"
        WARNING = "warning"
        INFO = "info"

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="findings")
    position = models.PositiveSmallIntegerField()
    rule = models.CharField(max_length=10)
    severity = models.CharField(max_length=7, choices=Severity.choices)
    path = models.CharField(max_length=200, blank=True)
    code = models.CharField(max_length=60)
    params = models.JSONField(default=dict)

    class Meta:
        ordering = ("submission", "position")
        constraints = (
            models.UniqueConstraint(name="finding_position", fields=("submission", "position")),
            models.CheckConstraint(
                name="finding_severity_known",
                condition=models.Q(severity__in=["error", "warning", "info"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.rule} {self.code}"
