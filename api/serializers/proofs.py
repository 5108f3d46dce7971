"""The proof of a ladder as the OpenAPI describes it. What it holds is put together in league.services.proofs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class ProofLadderSerializer(serializers.Serializer[Any]):
    """Which ladder it is."""

    id = serializers.CharField()
    name = serializers.CharField()


class ProofVersionSerializer(serializers.Serializer[Any]):
    """What the ladder counts, and how; `hash` seals all but the number."""

    number = serializers.IntegerField()
    games = serializers.ListField(child=serializers.CharField())
    rulesets = serializers.ListField(child=serializers.CharField())
    seasons = serializers.ListField(child=serializers.CharField())
    formula = serializers.CharField()
    parameters = serializers.DictField()
    hash = serializers.CharField()


class ProofStandingSerializer(serializers.Serializer[Any]):
    """One row of the standings that come out."""

    player = serializers.CharField(
        help_text="Token: sha256 of 'sekijun player <id>', the first 16 hex digits."
    )
    id = serializers.CharField(allow_null=True, help_text="Id of the player; null for somebody hidden.")
    rank = serializers.IntegerField()
    rating = serializers.IntegerField(help_text="Thousandths.")
    tables = serializers.IntegerField()


class ProofSerializer(serializers.Serializer[Any]):
    """Everything that a ladder was computed from. `python -m league.ratings.replay` reads it."""

    format = serializers.CharField()
    ladder = ProofLadderSerializer()
    revision = serializers.IntegerField(help_text="The club's revision that is counted.")
    run = serializers.IntegerField(allow_null=True)
    digest = serializers.CharField(allow_blank=True)
    computed_at = serializers.DateTimeField(allow_null=True, help_text="UTC.")
    version = ProofVersionSerializer()
    segment_tables = serializers.IntegerField(help_text="So many tables are sealed by one digest.")
    tables = serializers.ListField(
        child=serializers.ListField(),
        help_text="In order: order key, id, [token, place] of everybody who counts; for season points also the places"
        " of those who don't count, and the tokens of those who forfeited.",
    )
    adjustments = serializers.DictField(
        child=serializers.IntegerField(), help_text="Penalties and bonuses in force by token, in thousandths."
    )
    standings = ProofStandingSerializer(many=True)
