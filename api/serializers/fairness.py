"""Seat statistics as the API shows them. Nobody is named in them: figures of seats only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from rest_framework import serializers

from api.serializers.fields import page_of
from league.selectors.deal_simulations import bot_figures, bot_games
from league.selectors.fairness_figures import curve_figures, strata_told, stratum_figures
from league.views.fairness_words import sentence

if TYPE_CHECKING:
    from league.fairness.report import Report
    from league.models import FairnessReport

Names = tuple[str, str, int]


def _figure(words: str = "") -> serializers.FloatField:
    """Return a figure that can be unknown."""
    return serializers.FloatField(allow_null=True, help_text=words)


class PlayerCountSerializer(serializers.Serializer[Any]):
    """How many tables there are of a player count."""

    players = serializers.IntegerField()
    tables = serializers.IntegerField()


class FairnessEntrySerializer(serializers.Serializer[Any]):
    """The seat statistics of one game and ruleset, over all its tables."""

    id = serializers.CharField()
    game = serializers.CharField()
    ruleset = serializers.CharField(help_text="Key.")
    ruleset_version = serializers.IntegerField()
    ruleset_hash = serializers.CharField()
    tables = serializers.IntegerField(help_text="Tables that count.")
    player_counts = PlayerCountSerializer(many=True)
    computed_revision = serializers.IntegerField(help_text="Up to which change of the club it is computed.")
    computed_at = serializers.DateTimeField(allow_null=True, help_text="UTC.")
    digest = serializers.CharField(allow_blank=True, help_text="Seals what it was computed from.")
    code = serializers.CharField(allow_blank=True, help_text="Formula and version.")
    url = serializers.CharField()


class SlotSerializer(serializers.Serializer[Any]):
    """A seat. Estimates are null below 30 tables, and where nothing can be told."""

    seat = serializers.IntegerField()
    tables = serializers.IntegerField()
    win_share = serializers.FloatField(help_text="Counted; a shared first place counts as its part.")
    mean_total = _figure()
    mean_placement = serializers.FloatField()
    beta = _figure("Log-odds; the mean of all seats is 0.")
    se = _figure()
    win_among_equals = _figure("Win share if everybody were equally strong.")
    low = _figure("95 % interval of win_among_equals.")
    high = _figure()
    odds = _figure("Against the mean seat.")
    odds_low = _figure()
    odds_high = _figure()
    expected_placement = _figure()
    shrunk = _figure("win_among_equals pulled towards fair, for display.")
    p = _figure("Against the mean of the other seats; Holm-corrected but for seat 1.")


class EditSlotSerializer(SlotSerializer):
    """A place in the order of editing."""

    seat = None  # type: ignore[assignment]  # how a declared field is taken back
    edit_order = serializers.IntegerField()


class ContrastSerializer(serializers.Serializer[Any]):
    """Seat 1 against the mean of the others."""

    seat = serializers.IntegerField()
    estimate = serializers.FloatField(help_text="Log-odds; below 0 is a disadvantage.")
    se = serializers.FloatField()
    low = _figure()
    high = _figure()
    p = serializers.FloatField()
    win_ratio = serializers.FloatField(help_text="Its win share among equals over the fair one.")


class NeedSerializer(serializers.Serializer[Any]):
    """How many tables this test needs to find a disadvantage, 4 times in 5."""

    less = serializers.FloatField()
    tables = serializers.IntegerField()


class OpinionSerializer(serializers.Serializer[Any]):
    """Places shuffled within tables; knows nothing of strengths."""

    p = serializers.FloatField()
    p_omnibus = serializers.FloatField()
    permutations = serializers.IntegerField(help_text="0 where moments were used.")
    disagrees = serializers.BooleanField()
    because = serializers.CharField(allow_blank=True)


class AdviceSerializer(serializers.Serializer[Any]):
    """Help cards for a seat."""

    seat = serializers.IntegerField()
    cards = serializers.FloatField()
    low = _figure()
    high = _figure()
    step = serializers.IntegerField(help_text="What to do now: -1, 0 or 1.")


class HandicapSerializer(serializers.Serializer[Any]):
    """What a help card is worth."""

    status = serializers.CharField(help_text="told, unsure, cannot_tell, never_varied, no_cards or raw_only.")
    gamma = _figure("Log-odds of one card.")
    se = _figure()
    tables = serializers.IntegerField()
    deal = serializers.ListField(child=_figure(), help_text="Mean number of cards by seat.")
    advice = AdviceSerializer(many=True)


class EditOrderSerializer(serializers.Serializer[Any]):
    """What an early place in the order of editing is worth."""

    tables = serializers.IntegerField()
    slots = EditSlotSerializer(many=True)
    p_omnibus = _figure()


class EvidencePointSerializer(serializers.Serializer[Any]):
    """The evidence after so many tables."""

    tables = serializers.IntegerField()
    day = serializers.DateField()
    e_value = serializers.FloatField()


class CardsSerializer(serializers.Serializer[Any]):
    """Help cards of a seat."""

    untapped = serializers.IntegerField()
    tapped = serializers.IntegerField()


class BotSeatSerializer(serializers.Serializer[Any]):
    """A seat in bots' games; low and high are the 95 % interval of its share of wins."""

    seat = serializers.IntegerField()
    win_share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    mean_total = serializers.FloatField()
    mean_placement = serializers.FloatField()


class BotGamesSerializer(serializers.Serializer[Any]):
    """Games of bots under the same rules: as help cards are dealt, or as the handicap advises."""

    advised = serializers.BooleanField()
    deal = CardsSerializer(many=True, help_text="From seat 1 on.")
    bot = serializers.CharField()
    played = serializers.IntegerField()
    unfinished = serializers.IntegerField(
        help_text="Given up at the rules' last turn: not in the figures of seats."
    )
    games = serializers.IntegerField(help_text="How many are to be played.")
    seats = BotSeatSerializer(many=True)


class StratumSerializer(serializers.Serializer[Any]):
    """Everything about one player count."""

    game = serializers.CharField()
    ruleset = serializers.CharField()
    players = serializers.IntegerField()
    tables = serializers.IntegerField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    seats = SlotSerializer(many=True)
    p_omnibus = _figure()
    sentence = serializers.CharField(help_text="In the language that Accept-Language asks for.")
    verdict = serializers.CharField(
        help_text="raw_only, cannot_tell, no_evidence, leaning or evidence; narrowed where filters left the tables."
    )
    obstacle = serializers.CharField(allow_blank=True)
    named = ContrastSerializer(allow_null=True)
    e_value = _figure(
        "Always-valid evidence that seat 1 is different: for one player count, over all its tables. Null with filters."
    )
    e_value_highest = _figure()
    needs = NeedSerializer(many=True)
    second_opinion = OpinionSerializer(allow_null=True)
    diagnostics = serializers.DictField(allow_null=True)
    handicap = HandicapSerializer()
    edit_order = EditOrderSerializer(allow_null=True)
    evidence = EvidencePointSerializer(many=True, help_text="Empty with filters.")
    bots = BotGamesSerializer(many=True, help_text="What bots make of the deal, as far as they have played.")


class FiltersSerializer(serializers.Serializer[Any]):
    """What was left out; null for nothing."""

    season = serializers.CharField(allow_null=True)
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    min_tables = serializers.IntegerField(allow_null=True)


class FairnessDetailSerializer(FairnessEntrySerializer):
    """Seat statistics over all tables, or over what the filters leave."""

    state = serializers.CharField(help_text="ready, or failed: then there are no strata.")
    revision = serializers.IntegerField(help_text="The club's last change.")
    filters = FiltersSerializer()
    strata = StratumSerializer(many=True)


class FairnessLaterSerializer(serializers.Serializer[Any]):
    """It is being computed: ask again after Retry-After."""

    state = serializers.CharField()
    revision = serializers.IntegerField()
    filters = FiltersSerializer()


FairnessPageSerializer = page_of(FairnessEntrySerializer)


def entry_body(row: FairnessReport, names: Names, *, slug: str, public_id: str) -> dict[str, Any]:
    """Write a report without its figures; `public_id` is that of the report over all tables."""
    _game, key, version = names
    return {
        "id": public_id,
        "game": row.game,
        "ruleset": key,
        "ruleset_version": version,
        "ruleset_hash": row.ruleset_hash,
        "tables": row.tables,
        "player_counts": [{"players": players, "tables": tables} for players, tables in row.strata],
        "computed_revision": row.revision,
        "computed_at": row.computed_at,
        "digest": row.digest,
        "code": row.code_version,
        "url": reverse("api:fairness-report", args=[slug, public_id]),
    }


def strata_body(row: FairnessReport, report: Report | None, *, key: str, lower: bool) -> list[dict[str, Any]]:
    """Write the figures, a player count each."""
    strata = strata_told(report, narrowed=bool(row.scope))
    bots = bot_games(ruleset_hash=row.ruleset_hash, strata=strata)
    return [
        {
            "game": row.game,
            "ruleset": key,
            **stratum_figures(stratum),
            "sentence": sentence(stratum, lower_wins=lower),
            "evidence": curve_figures(stratum),
            "bots": bot_figures(bots.get(stratum.players, ())),
        }
        for stratum in strata
    ]


def filters_body(stored: dict[str, Any]) -> dict[str, Any]:
    """Write a filter with all its names."""
    return {name: stored.get(name) for name in ("season", "first", "last", "min_tables")}
