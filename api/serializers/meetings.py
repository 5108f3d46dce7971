"""Seasons and meetings as the API shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from api.serializers.fields import page_of

if TYPE_CHECKING:
    from league.selectors.meetings import MeetingEntry
    from league.selectors.seasons import SeasonEntry


class SeasonSerializer(serializers.Serializer[Any]):
    """A season."""

    id = serializers.CharField()
    name = serializers.CharField()
    titles = serializers.ListField(
        child=serializers.CharField(), help_text="What the first ranks are called, the winner's first."
    )
    closed_at = serializers.DateTimeField(allow_null=True, help_text="UTC; null while it is open.")
    meetings = serializers.IntegerField()
    first_day = serializers.DateField(allow_null=True)
    last_day = serializers.DateField(allow_null=True)


class MeetingSerializer(serializers.Serializer[Any]):
    """An evening of the club."""

    id = serializers.CharField()
    club_day = serializers.DateField(help_text="An evening that passes midnight stays one day.")
    season = serializers.CharField(allow_null=True, help_text="Id of the season.")
    tables = serializers.IntegerField(help_text="How many, without void ones.")


class MeetingDetailSerializer(MeetingSerializer):
    """A meeting by itself."""

    revision = serializers.IntegerField(help_text="The club's last change.")


SeasonPageSerializer = page_of(SeasonSerializer)
MeetingPageSerializer = page_of(MeetingSerializer)


def season_body(season: SeasonEntry) -> dict[str, Any]:
    """Write a season."""
    return {
        "id": season.public_id,
        "name": season.name,
        "titles": season.titles,
        "closed_at": season.closed_at,
        "meetings": season.meetings,
        "first_day": season.first_day,
        "last_day": season.last_day,
    }


def meeting_body(meeting: MeetingEntry) -> dict[str, Any]:
    """Write a meeting."""
    return {
        "id": meeting.public_id,
        "club_day": meeting.club_day,
        "season": meeting.season_id or None,
        "tables": meeting.tables,
    }
