"""Stored rulesets and card sets: frozen, versioned values that tables point at. Their meaning lives in games/."""

from django.db import models
from django.db.models.functions import Now

from league.models.club import Club


def _one_version(prefix: str, *fields: str) -> tuple[models.UniqueConstraint, models.UniqueConstraint]:
    """Return the two constraints for "unique per club, and once among the built-in ones" (NULL never equals NULL)."""
    return (
        models.UniqueConstraint(name=f"{prefix}_version_in_club", fields=("club", *fields)),
        models.UniqueConstraint(
            name=f"{prefix}_version_built_in", fields=fields, condition=models.Q(club__isnull=True)
        ),
    )


class CardSet(models.Model):
    """A set of cards as data; club null means built in."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="card_sets")
    game = models.CharField(max_length=20)
    key = models.CharField(max_length=50)
    version = models.PositiveIntegerField()
    payload = models.JSONField()
    content_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("game", "key", "version", "id")
        constraints = _one_version("card_set", "game", "key", "version")

    def __str__(self) -> str:
        return f"{self.game}/{self.key} v{self.version}"


class Ruleset(models.Model):
    """A frozen set of rules for one game; club null means built in. Never edited: a change is a new version."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="rulesets")
    game = models.CharField(max_length=20)
    key = models.CharField(max_length=50)
    version = models.PositiveIntegerField()
    payload = models.JSONField()
    content_hash = models.CharField(max_length=64)
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("game", "key", "version", "id")
        constraints = _one_version("ruleset", "game", "key", "version")

    def __str__(self) -> str:
        return f"{self.game}/{self.key} v{self.version}"
