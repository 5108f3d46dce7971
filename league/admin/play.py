"""Looking at meetings, tables, reports of tables, and the rules they were played by."""

from django.contrib import admin

from league.admin.base import ReadOnlyAdmin
from league.models import CardSet, Finding, Line, Meeting, Ruleset, Submission, Table


@admin.register(CardSet)
class CardSetAdmin(ReadOnlyAdmin[CardSet]):
    """Card sets, built in and of clubs."""

    list_display = ("game", "key", "version", "club", "content_hash")
    list_filter = ("game",)
    list_select_related = ("club",)
    search_fields = ("key", "content_hash")


@admin.register(Ruleset)
class RulesetAdmin(ReadOnlyAdmin[Ruleset]):
    """Rulesets, built in and of clubs."""

    list_display = ("game", "key", "version", "club", "content_hash")
    list_filter = ("game",)
    list_select_related = ("club",)
    search_fields = ("key", "content_hash")


@admin.register(Meeting)
class MeetingAdmin(ReadOnlyAdmin[Meeting]):
    """Meetings by day."""

    list_display = ("club_day", "club", "season", "public_id")
    date_hierarchy = "club_day"
    list_select_related = ("club", "season")
    search_fields = ("public_id", "club__slug")


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin[Table]):
    """Tables in their order of play."""

    list_display = ("__str__", "club", "ruleset", "state", "conflict", "lock_version", "public_id")
    list_filter = ("state", "conflict")
    list_select_related = ("meeting__club", "ruleset")
    search_fields = ("public_id", "meeting__club__slug")

    @admin.display(ordering="meeting__club")
    def club(self, table: Table) -> str:
        """Return the address of the club."""
        return table.meeting.club.slug


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin[Submission]):
    """Reports, drafts among them."""

    list_display = (
        "public_id",
        "club",
        "table",
        "version",
        "state",
        "channel",
        "evidence",
        "author",
        "created_at",
    )
    list_filter = ("state", "channel", "evidence")
    list_select_related = ("club", "table__meeting", "author")
    search_fields = ("public_id", "table__public_id", "club__slug")


@admin.register(Line)
class LineAdmin(ReadOnlyAdmin[Line]):
    """Seats of reports."""

    list_display = (
        "submission", "position", "seat", "player", "participation", "edit_order", "total", "placement",
    )  # fmt: skip
    list_select_related = ("submission", "player")
    search_fields = ("submission__public_id", "player__display_name", "player__public_id")


@admin.register(Finding)
class FindingAdmin(ReadOnlyAdmin[Finding]):
    """What the referee said about reports."""

    list_display = ("submission", "rule", "severity", "code", "path")
    list_filter = ("severity",)
    list_select_related = ("submission",)
    search_fields = ("rule", "code", "submission__public_id")
