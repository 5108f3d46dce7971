"""Club, its members, and its revision counter. Who may do what is decided in services.policy, not here."""

from datetime import time

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from league.models.ids import new_public_id

RESERVED_SLUGS = frozenset(
    {
        "accounts",
        "admin",
        "api",
        "assets",
        "club",
        "clubs",
        "docs",
        "export",
        "favicon",
        "health",
        "help",
        "i18n",
        "login",
        "logout",
        "media",
        "new",
        "robots",
        "rules",
        "search",
        "security",
        "sekijun",
        "static",
        "well-known",
    }
)


class Club(models.Model):
    """A tabletop club: the unit of people, tables, ladders and rights."""

    class ConfirmationMode(models.TextChoices):
        """`direct`: a scorer's report without errors is confirmed at once; `review`: an admin confirms."""

        DIRECT = "direct"
        REVIEW = "review"

    slug = models.SlugField(max_length=50, unique=True)
    name = models.CharField(max_length=80)
    timezone = models.CharField(max_length=64, default="Asia/Tokyo")
    day_rollover = models.TimeField(default=time(5, 0))
    language = models.CharField(max_length=2, choices={"ja": "日本語", "en": "English"}, default="ja")
    public = models.BooleanField(default=True)
    confirmation_mode = models.CharField(
        max_length=6, choices=ConfirmationMode.choices, default=ConfirmationMode.DIRECT
    )
    is_demo = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("slug",)
        constraints = (
            models.CheckConstraint(
                name="club_slug_not_reserved", condition=~models.Q(slug__in=sorted(RESERVED_SLUGS))
            ),
            models.CheckConstraint(
                name="club_confirmation_mode_known",
                condition=models.Q(confirmation_mode__in=["direct", "review"]),
            ),
            models.CheckConstraint(name="club_language_known", condition=models.Q(language__in=["ja", "en"])),
        )

    def __str__(self) -> str:
        return self.name


class ClubCounter(models.Model):
    """The club's revision counter: the first lock that every writing service takes (DESIGN §3)."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, primary_key=True, related_name="counter")
    revision = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.revision}"


class Membership(models.Model):
    """A user's role in a club."""

    class Role(models.TextChoices):
        """From most to least rights; see services.policy for what each may do."""

        OWNER = "owner"
        ADMIN = "admin"
        SCORER = "scorer"
        PLAYER = "player"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=6, choices=Role.choices)

    class Meta:
        ordering = ("club", "role", "id")
        constraints = (
            models.UniqueConstraint(name="membership_one_role", fields=("club", "user")),
            models.CheckConstraint(
                name="membership_role_known",
                condition=models.Q(role__in=["owner", "admin", "scorer", "player"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} {self.club_id}"


class Season(models.Model):
    """A stretch of meetings that is ranked together (大会, 期); `titles` are what its first ranks are called."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=80)
    titles = models.JSONField(default=list)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("club", "id")
        constraints = (models.UniqueConstraint(name="season_name_in_club", fields=("club", "name")),)

    def __str__(self) -> str:
        return self.name
