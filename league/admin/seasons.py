"""Looking at adjustments of seasons, at what closings put away, and at previews of changes."""

from django.contrib import admin

from league.admin.base import ReadOnlyAdmin, SuperuserOnlyAdmin
from league.models import Adjustment, Preview, SeasonArchive


@admin.register(Adjustment)
class AdjustmentAdmin(SuperuserOnlyAdmin[Adjustment]):
    """Penalties and bonuses. Their reasons are personal text, like those beside the audit trail."""

    list_display = ("season", "player", "points", "author", "created_at", "revoked_at")
    list_select_related = ("season", "player", "author")
    search_fields = ("public_id", "season__public_id", "player__public_id", "player__display_name")


@admin.register(SeasonArchive)
class SeasonArchiveAdmin(ReadOnlyAdmin[SeasonArchive]):
    """Standings as closings left them."""

    list_display = ("season", "ladder", "number", "revision", "tables", "content_hash", "closed_at")
    list_select_related = ("season", "ladder")
    search_fields = ("season__public_id", "ladder__public_id", "content_hash", "digest")


@admin.register(Preview)
class PreviewAdmin(SuperuserOnlyAdmin[Preview]):
    """What changes would do. Their arguments and results name people."""

    list_display = ("public_id", "club", "verb", "state", "revision", "author", "created_at")
    list_filter = ("state", "verb")
    list_select_related = ("club", "author")
    search_fields = ("public_id", "club__slug")
