"""Players, their names, and the reversible link between two records of one person."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from league.models.club import Club
from league.models.ids import new_public_id


class Player(models.Model):
    """A person as the club's sheets name them. A name is never a key: lines point at the row."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    display_name = models.CharField(max_length=40)
    reading = models.CharField(max_length=60, blank=True)
    romanised = models.CharField(max_length=60, blank=True)
    guest = models.BooleanField(default=False)
    hidden = models.BooleanField(default=False)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("club", "id")
        constraints = (
            models.UniqueConstraint(name="player_one_per_user", fields=("club", "user")),
            models.CheckConstraint(
                name="player_named_unless_anonymised",
                condition=~models.Q(display_name="") | models.Q(anonymised_at__isnull=False),
            ),
        )
        # hidden people are few and everything that shows people asks for them
        indexes = (models.Index(name="player_hidden", fields=("club",), condition=models.Q(hidden=True)),)

    def __str__(self) -> str:
        return self.display_name


class Alias(models.Model):
    """Another name that finds the same player."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="aliases")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="aliases")
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ("player", "id")

    def __str__(self) -> str:
        return self.name


class NameKey(models.Model):
    """The normalised form (NFKC, casefold) of a display name or alias.

    One table for both, so that the database itself refuses a name that means two people in a club.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="name_keys")
    key = models.CharField(max_length=160)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="name_keys")
    alias = models.OneToOneField(
        Alias, on_delete=models.CASCADE, null=True, blank=True, related_name="name_key"
    )

    class Meta:
        ordering = ("club", "key")
        constraints = (
            models.UniqueConstraint(name="name_key_one_player", fields=("club", "key")),
            models.UniqueConstraint(
                name="name_key_one_display_name", fields=("player",), condition=models.Q(alias__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return self.key


class PlayerMerge(models.Model):
    """A reversible link: reads treat `source` as `target`; lines keep the player that was typed."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="merges")
    source = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged_into")
    target = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged_from")
    created_at = models.DateTimeField(db_default=Now())
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("club", "id")
        constraints = (
            models.UniqueConstraint(
                name="merge_one_target", fields=("source",), condition=models.Q(undone_at__isnull=True)
            ),
            models.CheckConstraint(name="merge_two_players", condition=~models.Q(source=models.F("target"))),
        )

    def __str__(self) -> str:
        return f"{self.source_id} → {self.target_id}"
