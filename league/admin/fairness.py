"""Looking at seat statistics, and at what was drawn to learn what a help card is worth."""

from django.contrib import admin

from league.admin.base import ReadOnlyAdmin
from league.models import DealSimulation, FairnessReport, HelpDeal, HelpDraw


@admin.register(FairnessReport)
class FairnessReportAdmin(ReadOnlyAdmin[FairnessReport]):
    """Seat statistics, computed and asked for."""

    list_display = ("club", "game", "filters", "state", "tables", "revision", "computed_at")
    list_filter = ("game", "state")
    list_select_related = ("club",)
    search_fields = ("club__slug", "public_id")


@admin.register(HelpDraw)
class HelpDrawAdmin(ReadOnlyAdmin[HelpDraw]):
    """Draws of changed deals."""

    list_display = ("meeting", "ruleset", "players", "seed", "author", "drawn_at")
    list_select_related = ("meeting", "ruleset", "author")
    search_fields = ("public_id", "meeting__public_id")


@admin.register(HelpDeal)
class HelpDealAdmin(ReadOnlyAdmin[HelpDeal]):
    """What was drawn for each table."""

    list_display = ("meeting", "number", "seat", "change", "withdrawn_at")
    list_select_related = ("meeting",)
    search_fields = ("draw__public_id", "meeting__public_id")


@admin.register(DealSimulation)
class DealSimulationAdmin(ReadOnlyAdmin[DealSimulation]):
    """What bots make of deals."""

    list_display = ("game", "ruleset_hash", "players", "deal", "bot", "played", "games", "failed")
    list_filter = ("game", "players")
    search_fields = ("ruleset_hash", "deal")
