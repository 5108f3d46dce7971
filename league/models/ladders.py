"""Ladders and everything derived for them. No row here is a fact: all of it can be dropped and rebuilt.

Nothing derived is updated in place. A run writes invisible segments, points and standings and then
publishes them by moving the ladder's pointer (services.runs).
"""

from django.db import models
from django.db.models.functions import Now

from league.models.club import Club
from league.models.ids import new_public_id
from league.models.people import Player
from league.models.tables import Table

SEGMENT_TABLES = 200


class Ladder(models.Model):
    """A ranking of a club; what it counts and how is in its current version."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ladders")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=60)
    current_version = models.ForeignKey(
        "LadderVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    current_run = models.ForeignKey(
        "RatingRun", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    computed_revision = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("club", "id")
        constraints = (models.UniqueConstraint(name="ladder_name_in_club", fields=("club", "name")),)

    def __str__(self) -> str:
        return self.name


class LadderVersion(models.Model):
    """Immutable filter, formula and parameters of a ladder. Empty filter lists mean "all"."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    games = models.JSONField(default=list)
    rulesets = models.JSONField(default=list)
    seasons = models.JSONField(default=list)
    formula = models.CharField(max_length=20)
    parameters = models.JSONField()
    content_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("ladder", "number")
        constraints = (models.UniqueConstraint(name="ladder_version_number", fields=("ladder", "number")),)

    def __str__(self) -> str:
        return f"{self.ladder_id} v{self.number}"


class RatingRun(models.Model):
    """One computation of a ladder up to a revision."""

    class Status(models.TextChoices):
        """`published` stays so after a newer run took its place; `outrun` lost the compare-and-set."""

        BUILDING = "building"
        PUBLISHED = "published"
        OUTRUN = "outrun"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField()
    version = models.ForeignKey(LadderVersion, on_delete=models.PROTECT, related_name="runs")
    revision = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    code_version = models.CharField(max_length=20)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.BUILDING)
    tables = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(db_default=Now())
    published_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("ladder", "number")
        constraints = (
            models.UniqueConstraint(name="rating_run_number", fields=("ladder", "number")),
            models.CheckConstraint(
                name="rating_run_status_known",
                condition=models.Q(status__in=["building", "published", "outrun"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.ladder_id} run {self.number}"


class RatingSegment(models.Model):
    """Up to 200 consecutive tables of a ladder's order, sealed by a digest that chains to the one before."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="segments")
    position = models.PositiveIntegerField()
    first_order_key = models.CharField(max_length=22)
    last_order_key = models.CharField(max_length=22)
    tables = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    created_by = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="segments")
    from_run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    to_run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("ladder", "position", "id")
        constraints = (
            models.UniqueConstraint(name="segment_once_per_run", fields=("created_by", "position")),
            models.UniqueConstraint(
                name="segment_one_current",
                fields=("ladder", "position"),
                condition=models.Q(from_run__isnull=False) & models.Q(to_run__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.ladder_id}[{self.position}]"


class RatingPoint(models.Model):
    """One player's change at one table. Ratings and points are thousandths.

    `expected` is in millionths and `actual` in halves of a won pair. The database holds no foreign keys of it
    (docs/decisions/0020): a rebuild compares every row anyway.
    """

    # the unique constraint and the index below begin with segment and player: no index of their own
    segment = models.ForeignKey(
        RatingSegment, on_delete=models.CASCADE, related_name="points", db_index=False, db_constraint=False
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    order_key = models.CharField(max_length=22)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    before = models.IntegerField()
    after = models.IntegerField()
    tables_before = models.PositiveIntegerField()
    placement = models.PositiveSmallIntegerField()
    expected = models.IntegerField()
    actual = models.IntegerField()

    class Meta:
        ordering = ("segment", "order_key", "id")
        constraints = (models.UniqueConstraint(name="point_once", fields=("segment", "table", "player")),)
        indexes = (models.Index(fields=("player", "order_key"), name="point_player_order"),)

    def __str__(self) -> str:
        return f"{self.player_id}@{self.order_key}"


class Standing(models.Model):
    """One row of a run's table of ranks, kept whole per run so that a page never mixes two runs (G18).

    `rating` is what is ranked: a rating, or season points with the `adjustment` in them; `counted` is how many tables
    made it (the best ones), `qualified` whether there were enough of them.
    """

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="standings", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField()
    previous_rank = models.PositiveIntegerField(null=True, blank=True)
    rating = models.IntegerField()
    tables = models.PositiveIntegerField()
    last_change = models.IntegerField()
    last_club_day = models.DateField()
    placement_sum = models.PositiveIntegerField()
    recent_placements = models.JSONField(default=list)
    counted = models.PositiveIntegerField(default=0)
    adjustment = models.IntegerField(default=0)
    qualified = models.BooleanField(default=True)

    class Meta:
        ordering = ("run", "rank", "player")
        constraints = (models.UniqueConstraint(name="standing_once", fields=("run", "player")),)
        indexes = (models.Index(fields=("run", "rank"), name="standing_run_rank"),)

    def __str__(self) -> str:
        return f"{self.rank}. {self.player_id}"


class LadderCheck(models.Model):
    """One comparison of what is stored with a rebuild from nothing; `difference` is empty when they were equal."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="checks")
    revision = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    tables = models.PositiveIntegerField()
    difference = models.CharField(max_length=200, blank=True)
    checked_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("ladder", "id")

    def __str__(self) -> str:
        return f"{self.ladder_id}@{self.revision} {self.difference or 'equal'}"
