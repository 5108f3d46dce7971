"""Looking at players, their names, and the links between two records of one person."""

from django.contrib import admin

from league.admin.base import ReadOnlyAdmin
from league.models import Alias, NameKey, Player, PlayerMerge


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin[Player]):
    """Players by name, reading or public id."""

    list_display = ("display_name", "reading", "club", "public_id", "guest", "hidden", "anonymised_at")
    list_display_links = ("display_name", "public_id")
    list_filter = ("guest", "hidden")
    list_select_related = ("club",)
    search_fields = ("display_name", "reading", "romanised", "public_id", "club__slug")


@admin.register(Alias)
class AliasAdmin(ReadOnlyAdmin[Alias]):
    """Other names of players."""

    list_display = ("name", "player", "club")
    list_select_related = ("player", "club")
    search_fields = ("name", "player__display_name", "club__slug")


@admin.register(NameKey)
class NameKeyAdmin(ReadOnlyAdmin[NameKey]):
    """The normalised names that must be unique in a club."""

    list_display = ("key", "player", "alias", "club")
    list_select_related = ("player", "alias", "club")
    search_fields = ("key", "club__slug")


@admin.register(PlayerMerge)
class PlayerMergeAdmin(ReadOnlyAdmin[PlayerMerge]):
    """Merges, with those that were undone."""

    list_display = ("source", "target", "club", "created_at", "undone_at")
    list_select_related = ("source", "target", "club")
    search_fields = ("source__display_name", "target__display_name", "club__slug")
