"""Looking at clubs, their counters, members and seasons."""

from django.contrib import admin

from league.admin.base import ReadOnlyAdmin
from league.models import Club, ClubCounter, Membership, Season


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin[Club]):
    """Clubs by address."""

    list_display = ("slug", "name", "public", "confirmation_mode", "language", "is_demo", "created_at")
    list_filter = ("public", "confirmation_mode", "language", "is_demo")
    search_fields = ("slug", "name")


@admin.register(ClubCounter)
class ClubCounterAdmin(ReadOnlyAdmin[ClubCounter]):
    """The revision that each club has reached."""

    list_display = ("club", "revision")
    list_select_related = ("club",)
    search_fields = ("club__slug",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin[Membership]):
    """Who has which role where."""

    list_display = ("user", "role", "club")
    list_filter = ("role",)
    list_select_related = ("user", "club")
    search_fields = ("club__slug", "user__username")


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin[Season]):
    """Seasons, open and closed."""

    list_display = ("name", "club", "public_id", "closed_at")
    list_select_related = ("club",)
    search_fields = ("name", "public_id", "club__slug")
