"""Looking at what every change leaves behind. The personal text of the audit trail is for superusers."""

from django.contrib import admin

from league.admin.base import ReadOnlyAdmin, SuperuserOnlyAdmin
from league.models import ActionLog, ActionText, ChainHead, IdempotencyKey, Lease, Outbox, Revision


@admin.register(Revision)
class RevisionAdmin(ReadOnlyAdmin[Revision]):
    """Changes of clubs, numbered."""

    list_display = ("club", "number", "what", "lowest_order_key", "created_at")
    list_select_related = ("club",)
    search_fields = ("club__slug", "what")


@admin.register(Outbox)
class OutboxAdmin(ReadOnlyAdmin[Outbox]):
    """Wake-ups that are still owed."""

    list_display = ("club", "revision", "topic")
    list_filter = ("topic",)
    list_select_related = ("club",)
    search_fields = ("club__slug",)


@admin.register(ActionLog)
class ActionLogAdmin(ReadOnlyAdmin[ActionLog]):
    """The audit trail: ids and digests."""

    list_display = ("sequence", "club", "at", "actor", "channel", "verb", "object_type", "object_id")
    list_filter = ("channel", "verb")
    list_select_related = ("club",)
    search_fields = ("club__slug", "actor", "object_id")


@admin.register(ActionText)
class ActionTextAdmin(SuperuserOnlyAdmin[ActionText]):
    """Names and reasons beside the audit trail."""

    list_display = ("action",)
    list_select_related = ("action",)
    search_fields = ("action__object_id",)


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(SuperuserOnlyAdmin[IdempotencyKey]):
    """Keys that clients chose, with the answers they got (which name people)."""

    list_display = ("club", "actor", "key", "operation", "status", "created_at")
    list_select_related = ("club",)
    search_fields = ("key", "actor", "club__slug")


@admin.register(ChainHead)
class ChainHeadAdmin(ReadOnlyAdmin[ChainHead]):
    """The ends of the audit chains."""

    list_display = ("__str__", "club", "sequence", "digest")
    list_select_related = ("club",)
    search_fields = ("club__slug",)


@admin.register(Lease)
class LeaseAdmin(ReadOnlyAdmin[Lease]):
    """Who is computing what."""

    list_display = ("name", "holder", "until")
    search_fields = ("name", "holder")
