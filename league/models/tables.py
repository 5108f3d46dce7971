"""Meetings and tables: where and in which order something was played. What was reported is in submissions.py."""

from django.db import models
from django.db.models.functions import Now

from league.models.club import Club, Season
from league.models.ids import MAX_ROUND_OR_NUMBER, new_public_id, order_key
from league.models.rulesets import Ruleset


class Meeting(models.Model):
    """One evening of a club (例会); an evening that passes midnight stays one club day."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="meetings")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    club_day = models.DateField()
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, null=True, blank=True, related_name="meetings"
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("club", "club_day")
        constraints = (models.UniqueConstraint(name="meeting_one_per_day", fields=("club", "club_day")),)

    def __str__(self) -> str:
        return f"{self.club_day:%Y-%m-%d}"


class Table(models.Model):
    """One game at one physical table (卓). Its order is (club_day, round, number): no id, no clock."""

    class State(models.TextChoices):
        """`open` has no confirmed report yet; `unfinished` and `void` tables are not rated."""

        OPEN = "open"
        CONFIRMED = "confirmed"
        UNFINISHED = "unfinished"
        VOID = "void"

    meeting = models.ForeignKey(Meeting, on_delete=models.PROTECT, related_name="tables")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="tables")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    marked_unfinished = models.BooleanField(default=False)
    conflict = models.BooleanField(default=False)
    state_reason = models.CharField(max_length=400, blank=True)
    planned_seats = models.JSONField(null=True, blank=True)
    lock_version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("meeting__club_day", "round", "number", "id")
        constraints = (
            models.UniqueConstraint(
                name="table_number_in_meeting",
                fields=("meeting", "number"),
                condition=~models.Q(state="void"),
            ),
            models.CheckConstraint(
                name="table_state_known",
                condition=models.Q(state__in=["open", "confirmed", "unfinished", "void"]),
            ),
            models.CheckConstraint(
                name="table_round_in_range",
                condition=models.Q(round__gte=1) & models.Q(round__lte=MAX_ROUND_OR_NUMBER),
            ),
            models.CheckConstraint(
                name="table_number_in_range",
                condition=models.Q(number__gte=1) & models.Q(number__lte=MAX_ROUND_OR_NUMBER),
            ),
        )
        # conflicts are few and every page of standings counts them
        indexes = (
            models.Index(name="table_in_conflict", fields=("meeting",), condition=models.Q(conflict=True)),
        )

    def __str__(self) -> str:
        return f"{self.meeting} {self.round}-{self.number}"

    @property
    def order_key(self) -> str:
        """The table's place in the total order of its club."""
        return order_key(self.meeting.club_day, self.round, self.number)
