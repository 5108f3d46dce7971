"""Looking at ladders and at everything computed for them."""

from django.contrib import admin

from league.admin.base import ReadOnlyAdmin
from league.models import (
    Ladder,
    LadderCheck,
    LadderVersion,
    RatingPoint,
    RatingRun,
    RatingSegment,
    Standing,
)


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin[Ladder]):
    """Ladders and how far they are computed."""

    list_display = ("name", "club", "public_id", "current_version", "current_run", "computed_revision")
    list_select_related = ("club", "current_version", "current_run")
    search_fields = ("name", "public_id", "club__slug")


@admin.register(LadderVersion)
class LadderVersionAdmin(ReadOnlyAdmin[LadderVersion]):
    """What a ladder counts, and how."""

    list_display = ("ladder", "number", "formula", "games", "content_hash", "created_at")
    list_select_related = ("ladder",)
    search_fields = ("ladder__name", "ladder__public_id", "content_hash")


@admin.register(RatingRun)
class RatingRunAdmin(ReadOnlyAdmin[RatingRun]):
    """Computations, published or not."""

    list_display = (
        "ladder",
        "number",
        "status",
        "revision",
        "tables",
        "digest",
        "started_at",
        "published_at",
    )
    list_filter = ("status",)
    list_select_related = ("ladder",)
    search_fields = ("ladder__name", "ladder__public_id", "digest")


@admin.register(RatingSegment)
class RatingSegmentAdmin(ReadOnlyAdmin[RatingSegment]):
    """Stretches of tables with their digests."""

    list_display = ("ladder", "position", "first_order_key", "last_order_key", "tables", "digest")
    list_select_related = ("ladder",)
    search_fields = ("ladder__public_id", "digest")


@admin.register(RatingPoint)
class RatingPointAdmin(ReadOnlyAdmin[RatingPoint]):
    """Changes of rating."""

    list_display = ("order_key", "player", "before", "after", "tables_before", "placement")
    list_select_related = ("player",)
    search_fields = ("player__public_id", "player__display_name", "table__public_id")


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin[Standing]):
    """Tables of ranks of runs."""

    list_display = ("run", "rank", "player", "rating", "tables", "last_change", "last_club_day")
    list_select_related = ("run", "player")
    search_fields = ("player__public_id", "player__display_name")


@admin.register(LadderCheck)
class LadderCheckAdmin(ReadOnlyAdmin[LadderCheck]):
    """Nightly comparisons with a rebuild."""

    list_display = ("ladder", "checked_at", "revision", "tables", "difference")
    list_select_related = ("ladder",)
    search_fields = ("ladder__public_id", "ladder__name", "digest")
