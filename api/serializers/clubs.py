"""Clubs as the API shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from rest_framework import serializers

if TYPE_CHECKING:
    from league.models import Club
    from league.selectors.clubs import ClubEntry


class ClubEntrySerializer(serializers.Serializer[Any]):
    """A club in the list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    language = serializers.ChoiceField(["ja", "en"])
    public = serializers.BooleanField()
    demo = serializers.BooleanField()
    last_day = serializers.DateField(allow_null=True, help_text="Day of the last meeting.")
    url = serializers.CharField()


class ClubEntryPageSerializer(serializers.Serializer[Any]):
    """A page of clubs."""

    next = serializers.CharField(
        allow_null=True, help_text="Address of the next page, from the host's root; null on the last."
    )
    results = ClubEntrySerializer(many=True)


class ClubLinksSerializer(serializers.Serializer[Any]):
    """Where the club's lists are."""

    players = serializers.CharField()
    seasons = serializers.CharField()
    meetings = serializers.CharField()
    tables = serializers.CharField()
    ladders = serializers.CharField()
    fairness = serializers.CharField()


class ClubSerializer(serializers.Serializer[Any]):
    """A club."""

    slug = serializers.CharField()
    name = serializers.CharField()
    language = serializers.ChoiceField(["ja", "en"])
    timezone = serializers.CharField()
    day_rollover = serializers.RegexField(
        "^[0-2][0-9]:[0-5][0-9]$", help_text="Club time at which a club day ends."
    )
    public = serializers.BooleanField()
    demo = serializers.BooleanField()
    revision = serializers.IntegerField(help_text="Number of the club's last change.")
    links = ClubLinksSerializer()


def club_entry_body(club: ClubEntry) -> dict[str, Any]:
    """Write a club of the list."""
    return {
        "slug": club.slug,
        "name": club.name,
        "language": club.language,
        "public": club.public,
        "demo": club.is_demo,
        "last_day": club.last_day,
        "url": reverse("api:club", args=[club.slug]),
    }


def club_body(club: Club) -> dict[str, Any]:
    """Write a club."""
    lists = ("players", "seasons", "meetings", "tables", "ladders", "fairness")
    return {
        "slug": club.slug,
        "name": club.name,
        "language": club.language,
        "timezone": club.timezone,
        "day_rollover": f"{club.day_rollover:%H:%M}",
        "public": club.public,
        "demo": club.is_demo,
        "revision": club.counter.revision,
        "links": {name: reverse(f"api:{name}", args=[club.slug]) for name in lists},
    }
