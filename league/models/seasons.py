"""What belongs to a season beside its meetings: adjustments of season points, and what closing it put away."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from league.models.club import Club, Season
from league.models.ids import new_public_id
from league.models.ladders import Ladder, LadderVersion
from league.models.people import Player


class Adjustment(models.Model):
    """A penalty or a bonus: season points that somebody took or gave, with a reason. It touches no rating.

    A row is never changed but to revoke it; `points` are thousandths, negative for a penalty.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="adjustments")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="adjustments")
    points = models.IntegerField()
    reason = models.CharField(max_length=400)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoke_reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ("season", "id")
        constraints = (
            models.CheckConstraint(name="adjustment_not_nothing", condition=~models.Q(points=0)),
            models.CheckConstraint(name="adjustment_has_reason", condition=~models.Q(reason="")),
        )

    def __str__(self) -> str:
        return f"{self.player_id} {self.points:+} in {self.season_id}"


class SeasonArchive(models.Model):
    """A season ladder's standings as they were when the season was closed. Never changed; names aren't in it.

    `standings` are rows of public id, rank, points or rating, tables; `digest` is that of the run they come from.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="archives")
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="archives")
    version = models.ForeignKey(LadderVersion, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    revision = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    tables = models.PositiveIntegerField()
    standings = models.JSONField()
    content_hash = models.CharField(max_length=64)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    closed_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("season", "ladder", "number")
        constraints = (
            models.UniqueConstraint(name="season_archive_number", fields=("season", "ladder", "number")),
        )

    def __str__(self) -> str:
        return f"{self.season_id}/{self.ladder_id} closed {self.number}"


class Preview(models.Model):
    """What a change would do to the ladders, worked out by a worker before anybody commits it.

    A question with its answer: `arguments` name the change, `result` is empty until the worker has been there.
    """

    class State(models.TextChoices):
        """`refused`: the change can't be made; the result says why."""

        WAITING = "waiting"
        READY = "ready"
        REFUSED = "refused"
        FAILED = "failed"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="previews")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    verb = models.CharField(max_length=40)
    arguments = models.JSONField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    revision = models.PositiveBigIntegerField(null=True, blank=True)
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("club", "id")
        constraints = (
            models.CheckConstraint(
                name="preview_state_known",
                condition=models.Q(state__in=["waiting", "ready", "refused", "failed"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.verb} {self.state}"
