"""Players as the API shows them: nickname, reading, romanised form, and nothing else that is personal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from api.serializers.fields import page_of, thousandths
from api.serializers.ladders import RunSerializer, run_body

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.models import RatingRun
    from league.selectors.players import Person
    from league.selectors.standings import StandingRow


class PlayerSerializer(serializers.Serializer[Any]):
    """A player. Names are null once they were erased."""

    id = serializers.CharField()
    name = serializers.CharField(allow_null=True)
    reading = serializers.CharField(allow_null=True, help_text="In kana.")
    romanised = serializers.CharField(allow_null=True)
    guest = serializers.BooleanField()
    anonymised = serializers.BooleanField()


class PlayerStandingSerializer(serializers.Serializer[Any]):
    """Where a player stands in the current run of a ladder."""

    ladder = serializers.CharField(help_text="Id of the ladder.")
    ladder_name = serializers.CharField()
    run = RunSerializer(help_text="The computation that it comes from.")
    rank = serializers.IntegerField()
    rating = serializers.CharField(help_text="Decimal with three places.")
    tables = serializers.IntegerField()
    idle = serializers.BooleanField()
    provisional = serializers.BooleanField()


class PlayerDetailSerializer(PlayerSerializer):
    """A player with the current standings."""

    revision = serializers.IntegerField()
    standings = PlayerStandingSerializer(many=True)


PlayerPageSerializer = page_of(PlayerSerializer)


def player_body(person: Person) -> dict[str, Any]:
    """Write a player."""
    return {
        "id": person.public_id,
        "name": person.name or None,
        "reading": person.reading or None,
        "romanised": person.romanised or None,
        "guest": person.guest,
        "anonymised": person.anonymised,
    }


def player_detail_body(
    person: Person, standings: Iterable[tuple[RatingRun, StandingRow]], *, revision: int
) -> dict[str, Any]:
    """Write a player with standings."""
    return {
        **player_body(person),
        "revision": revision,
        "standings": [
            {
                "ladder": run.ladder.public_id,
                "ladder_name": run.ladder.name,
                "run": run_body(run),
                "rank": row.rank,
                "rating": thousandths(row.rating),
                "tables": row.tables,
                "idle": row.idle,
                "provisional": row.provisional,
            }
            for run, row in standings
        ],
    }
