"""What belongs to a season beside its meetings, as the API shows it: archives and adjustments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from api.serializers.fields import page_of, thousandths

if TYPE_CHECKING:
    from league.selectors.placings import Placing
    from league.selectors.players import Person
    from league.selectors.season_adjustments import AdjustmentLine
    from league.selectors.season_archives import ArchiveEntry


class PlacingSerializer(serializers.Serializer[Any]):
    """One player's place when the season was closed. Hidden players leave a gap."""

    rank = serializers.IntegerField()
    player = serializers.CharField(help_text="Id of the player that the row counts as now.")
    name = serializers.CharField(allow_null=True, help_text="Null once it was erased.")
    rating = serializers.CharField(help_text="Rating or season points, decimal with three places.")
    tables = serializers.IntegerField()
    counted = serializers.IntegerField(help_text="How many tables made the points.")
    adjustment = serializers.CharField(help_text="Decimal with three places; part of the rating.")
    qualified = serializers.BooleanField(help_text="Whether there were enough tables.")
    title = serializers.CharField(allow_blank=True)


class ArchiveSerializer(serializers.Serializer[Any]):
    """A ladder's standings as closing the season put them away. Later corrections don't change it."""

    ladder = serializers.CharField(help_text="Id of the ladder.")
    number = serializers.IntegerField(help_text="Counts the closings of the season.")
    closed_at = serializers.DateTimeField(help_text="UTC.")
    revision = serializers.IntegerField(help_text="The change of the club that closed the season.")
    digest = serializers.CharField(allow_blank=True, help_text="Of the computation that was put away.")
    version = serializers.CharField(help_text="Content hash of the ladder's filter and formula.")
    tables = serializers.IntegerField()
    content_hash = serializers.CharField(
        help_text="SHA-256 of everything that was put away, hidden players included."
    )
    standings = PlacingSerializer(many=True)


class AdjustmentSerializer(serializers.Serializer[Any]):
    """Season points that somebody took or gave."""

    id = serializers.CharField()
    player = serializers.CharField(help_text="Id of the player that it counts for now.")
    points = serializers.CharField(help_text="Decimal with three places, negative for a penalty.")
    created_at = serializers.DateTimeField(help_text="UTC.")
    revoked = serializers.BooleanField(help_text="It counts no longer.")


_SEASON = serializers.CharField(help_text="Id of the season.")
ArchivePageSerializer = page_of(ArchiveSerializer, season=_SEASON)
AdjustmentPageSerializer = page_of(AdjustmentSerializer, season=_SEASON)


def archive_body(entry: ArchiveEntry) -> dict[str, Any]:
    """Write an archive."""
    archive = entry.archive
    return {
        "ladder": archive.ladder.public_id,
        "number": archive.number,
        "closed_at": archive.closed_at,
        "revision": archive.revision,
        "digest": archive.digest,
        "version": archive.version.content_hash,
        "tables": archive.tables,
        "content_hash": archive.content_hash,
        "standings": [_placing_body(person, placing) for person, placing in entry.rows],
    }


def adjustment_body(line: AdjustmentLine) -> dict[str, Any]:
    """Write an adjustment."""
    return {
        "id": line.public_id,
        "player": line.person.public_id if line.person else None,
        "points": thousandths(line.points),
        "created_at": line.at,
        "revoked": line.revoked,
    }


def _placing_body(person: Person, placing: Placing) -> dict[str, Any]:
    return {
        "rank": placing.rank,
        "player": person.public_id,
        "name": person.name or None,
        "rating": thousandths(placing.rating),
        "tables": placing.tables,
        "counted": placing.counted,
        "adjustment": thousandths(placing.adjustment),
        "qualified": placing.qualified,
        "title": placing.title,
    }
