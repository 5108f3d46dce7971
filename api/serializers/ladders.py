"""Ladders, standings and rating points as the API shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from api.serializers.fields import page_of, thousandths

if TYPE_CHECKING:
    from league.models import Ladder, RatingRun
    from league.selectors.breakdown import PairPart
    from league.selectors.points import PointEntry
    from league.selectors.standings import StandingRow


class RunSerializer(serializers.Serializer[Any]):
    """The computation that an answer comes from. Equal digests mean equal inputs and equal results."""

    number = serializers.IntegerField()
    digest = serializers.CharField()
    revision = serializers.IntegerField(help_text="The club's revision that it counts.")
    tables = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True, help_text="UTC.")
    computed_at = serializers.DateTimeField(
        help_text="Since when it stands, UTC; its start before it was shown."
    )


class LadderSerializer(serializers.Serializer[Any]):
    """A ranking of the club. Empty lists mean all."""

    id = serializers.CharField()
    name = serializers.CharField()
    games = serializers.ListField(child=serializers.CharField())
    seasons = serializers.ListField(child=serializers.CharField(), help_text="Ids.")
    rulesets = serializers.ListField(child=serializers.CharField(), help_text="Content hashes.")
    version = serializers.IntegerField(
        allow_null=True, help_text="Number of the version of filters, formula and parameters."
    )
    formula = serializers.CharField(allow_null=True)
    parameters = serializers.DictField(
        help_text="As the formula takes them: start and scale in thousandths of a point."
    )
    computed_revision = serializers.IntegerField(
        help_text="Up to which change of the club it has been computed."
    )
    run = RunSerializer(allow_null=True, help_text="Null before the first computation.")


class LadderDetailSerializer(LadderSerializer):
    """A ladder by itself."""

    revision = serializers.IntegerField(help_text="The club's last change.")


class StandingSerializer(serializers.Serializer[Any]):
    """One player's place. Equal ratings share a rank; hidden players leave a gap."""

    rank = serializers.IntegerField()
    previous_rank = serializers.IntegerField(allow_null=True, help_text="Before the last day; null when new.")
    id = serializers.CharField(help_text="Id of the player.")
    player = serializers.CharField(allow_null=True, help_text="Name; null once it was erased.")
    rating = serializers.CharField(help_text="Decimal with three places.")
    change = serializers.CharField(help_text="By the last table, decimal with three places.")
    tables = serializers.IntegerField()
    last_day = serializers.DateField()
    idle = serializers.BooleanField(help_text="No table for 90 days before the ladder's last.")
    provisional = serializers.BooleanField(help_text="Fewer than ten tables.")
    counted = serializers.IntegerField(help_text="How many of the tables make the rating: the best ones.")
    adjustment = serializers.CharField(
        help_text="What of season points was given or taken; in rating already."
    )
    qualified = serializers.BooleanField(help_text="Whether there were enough tables.")


class PairSerializer(serializers.Serializer[Any]):
    """What one opponent gave at a table: transfer = k ÷ opponents × (score − expected), rounded half to even."""

    opponent = serializers.CharField(
        allow_null=True, help_text="Id of the player, as in `player`; null for somebody who isn't shown."
    )
    k = serializers.FloatField(help_text="The mean of both players' k.")
    expected = serializers.FloatField(help_text="From 0 to 1, by the ratings before the table.")
    score = serializers.FloatField(help_text="1 for a better place, 0.5 for a shared one, 0 for a worse.")
    transfer = serializers.CharField(help_text="Decimal with three places.")


class PointSerializer(serializers.Serializer[Any]):
    """What one table did to one player's rating."""

    order_key = serializers.CharField(help_text="Sorts as the club's order of tables.")
    table = serializers.CharField(help_text="Id of the table.")
    player = serializers.CharField(help_text="Id of the player.")
    name = serializers.CharField(allow_null=True)
    before = serializers.CharField(help_text="Decimal with three places, as are after and change.")
    after = serializers.CharField()
    change = serializers.CharField()
    tables_before = serializers.IntegerField()
    placement = serializers.IntegerField(help_text="As reported; guests keep theirs.")
    expected = serializers.FloatField(help_text="Points expected against the others, 1 for each beaten.")
    actual = serializers.FloatField(
        help_text="Against the others as expected; of season points what this table gave, counted or not."
    )
    pairs = PairSerializer(
        many=True,
        allow_null=True,
        help_text="The change by opponent: the transfers add up to it. Null for other formulas than Elo.",
    )


_CONTEXT: dict[str, Any] = {
    "ladder": serializers.CharField(help_text="Id of the ladder."),
    "run": RunSerializer(allow_null=True, help_text="Null before the first computation."),
}
LadderPageSerializer = page_of(LadderSerializer)
StandingPageSerializer = page_of(
    StandingSerializer, as_of=serializers.DateField(allow_null=True, help_text="Null: now."), **_CONTEXT
)
PointPageSerializer = page_of(PointSerializer, **_CONTEXT)


def run_body(run: RatingRun | None) -> dict[str, Any] | None:
    """Write the run of an answer."""
    if run is None:
        return None
    return {
        "number": run.number,
        "digest": run.digest,
        "revision": run.revision,
        "tables": run.tables,
        "published_at": run.published_at,
        "computed_at": run.published_at or run.started_at,
    }


def ladder_body(ladder: Ladder) -> dict[str, Any]:
    """Write a ladder."""
    version = ladder.current_version
    return {
        "id": ladder.public_id,
        "name": ladder.name,
        "games": version.games if version else [],
        "seasons": version.seasons if version else [],
        "rulesets": version.rulesets if version else [],
        "version": version.number if version else None,
        "formula": version.formula if version else None,
        "parameters": version.parameters if version else {},
        "computed_revision": ladder.computed_revision,
        "run": run_body(ladder.current_run),
    }


def standing_body(row: StandingRow) -> dict[str, Any]:
    """Write one place."""
    return {
        "rank": row.rank,
        "previous_rank": row.previous_rank,
        "id": row.public_id,
        "player": None if row.anonymised else row.name,
        "rating": thousandths(row.rating),
        "change": thousandths(row.last_change),
        "tables": row.tables,
        "last_day": row.last_club_day,
        "idle": row.idle,
        "provisional": row.provisional,
        "counted": row.counted,
        "adjustment": thousandths(row.adjustment),
        "qualified": row.qualified,
    }


def point_body(point: PointEntry) -> dict[str, Any]:
    """Write one change of a rating."""
    return {
        "order_key": point.place.order_key,
        "table": point.table_id,
        "player": point.place.player_id,
        "name": point.name or None,
        "before": thousandths(point.before),
        "after": thousandths(point.after),
        "change": thousandths(point.after - point.before),
        "tables_before": point.tables_before,
        "placement": point.placement,
        "expected": point.expected,
        "actual": point.actual,
        "pairs": None if point.pairs is None else [_pair_body(pair) for pair in point.pairs],
    }


def _pair_body(pair: PairPart) -> dict[str, Any]:
    return {
        "opponent": pair.public_id or None,
        "k": pair.k,
        "expected": round(pair.expected, 6),
        "score": pair.score,
        "transfer": thousandths(pair.transfer),
    }
