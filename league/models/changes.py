"""What every change leaves behind: revision, outbox, idempotency key, and the hash-chained audit trail."""

from django.db import models
from django.db.models.functions import Coalesce, Now

from league.models.club import Club


class Revision(models.Model):
    """One change of a club's facts, with the lowest place in the order of tables that it touched.

    `lowest_order_key` is empty when no rating can depend on the change.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveBigIntegerField()
    what = models.CharField(max_length=40)
    lowest_order_key = models.CharField(max_length=22, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("club", "number")
        constraints = (models.UniqueConstraint(name="revision_number_in_club", fields=("club", "number")),)

    def __str__(self) -> str:
        return f"{self.club_id}@{self.number} {self.what}"


class Outbox(models.Model):
    """A wake-up that is owed to a consumer; deleted when every consumer has reached the revision."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="outbox")
    revision = models.PositiveBigIntegerField()
    topic = models.CharField(max_length=20)

    class Meta:
        ordering = ("club", "revision", "topic")
        verbose_name_plural = "outbox"
        constraints = (models.UniqueConstraint(name="outbox_once", fields=("club", "revision", "topic")),)

    def __str__(self) -> str:
        return f"{self.club_id}@{self.revision} {self.topic}"


class IdempotencyKey(models.Model):
    """A key that a client chose for one effect, written in the same transaction as the effect (G2)."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="idempotency_keys")
    actor = models.CharField(max_length=60)
    key = models.CharField(max_length=100)
    operation = models.CharField(max_length=40)
    body_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    created_at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        ordering = ("club", "id")
        constraints = (models.UniqueConstraint(name="idempotency_key_once", fields=("club", "actor", "key")),)

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"


class ChainHead(models.Model):
    """The end of one audit chain; club null is the chain of the installation. Locked last (DESIGN §3)."""

    club = models.OneToOneField(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="chain_head"
    )
    sequence = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(Coalesce("club", 0), name="chain_head_one_for_installation"),)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.sequence}"


class ActionLog(models.Model):
    """One entry of the audit trail. Holds ids and salted digests only; personal text is in ActionText."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="actions")
    sequence = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=60)
    channel = models.CharField(max_length=10)
    verb = models.CharField(max_length=40)
    object_type = models.CharField(max_length=20)
    object_id = models.CharField(max_length=60)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    text_digest = models.CharField(max_length=64, blank=True)
    previous_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("club", "sequence")
        constraints = (
            models.UniqueConstraint(name="action_log_sequence_in_club", fields=("club", "sequence")),
            models.UniqueConstraint(
                name="action_log_sequence_of_installation",
                fields=("sequence",),
                condition=models.Q(club__isnull=True),
            ),
        )
        indexes = (models.Index(fields=("club", "object_type", "object_id"), name="action_log_object"),)

    def __str__(self) -> str:
        return f"{self.sequence} {self.verb} {self.object_type} {self.object_id}"


class ActionText(models.Model):
    """The personal text of an audit entry (names, reasons): erasable, and the chain still verifies."""

    action = models.OneToOneField(ActionLog, on_delete=models.PROTECT, related_name="text")
    salt = models.CharField(max_length=32)
    text = models.JSONField()

    def __str__(self) -> str:
        return f"text of {self.action_id}"


class Lease(models.Model):
    """A short claim on a piece of work. It only saves double work; correctness never rests on it."""

    name = models.CharField(max_length=100, unique=True)
    holder = models.CharField(max_length=80)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} → {self.holder}"
