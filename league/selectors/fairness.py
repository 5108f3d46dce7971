"""Reads stored seat statistics, and which of them are behind their club. Computes nothing, imports no numerics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, F, OuterRef, Q

from league.fairness.report import CODE
from league.fairness.stored import report_read, shape
from league.models import Club, FairnessReport, RatingRun, Revision, Ruleset, Table
from league.selectors.deal_simulations import CODE as BOTS_CODE
from league.selectors.ladders import club_revision, rating_ladder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet

    from league.fairness.report import Report
    from league.selectors.fairness_scope import Scope

_LIGHT = ("payload",)


@dataclass(frozen=True, slots=True)
class Choice:
    """A game, ruleset and player count that has tables. `version` is 0 where the ruleset has only one with tables."""

    game: str
    ruleset_hash: str
    ruleset: str
    version: int
    players: int
    tables: int


def fairness_find(*, club_id: int, game: str, ruleset_hash: str, scope: Scope) -> FairnessReport | None:
    """Return the report that looks at these tables, if somebody has asked for it. One query."""
    of_club = FairnessReport.objects.filter(club=club_id, game=game, ruleset_hash=ruleset_hash)
    return of_club.filter(scope=scope.key).first()


def fairness_named(*, club_id: int, public_id: str) -> FairnessReport | None:
    """Return one of the club's reports over all tables, without its payload. One query."""
    return whole_reports(club_id).filter(public_id=public_id).first()


def whole_reports(club_id: int) -> QuerySet[FairnessReport]:
    """Return the reports of a club over all tables of a game and ruleset, without their payloads."""
    return FairnessReport.objects.filter(club=club_id, scope="").defer(*_LIGHT).order_by("public_id")


def fairness_page(*, club_id: int, after: str, limit: int) -> list[FairnessReport]:
    """Return reports over all tables by id, from the first one behind `after` on, without their payloads."""
    return list(whole_reports(club_id).filter(public_id__gt=after, tables__gt=0)[:limit])


def content_of(row: FairnessReport) -> Report | None:
    """Return what a report says; None before it is computed, and when another version computed it."""
    if row.state != FairnessReport.State.READY or row.payload is None:
        return None
    try:
        return report_read(row.payload)
    except (LookupError, TypeError, ValueError):
        return None


def whole_states(*, club_id: int) -> frozenset[str]:
    """Return the states that the club's reports over all tables are in. One query."""
    return frozenset(whole_reports(club_id).order_by().values_list("state", flat=True).distinct())


def fairness_choices(*, club_id: int) -> tuple[Choice, ...]:
    """Return what there is to look at, the most tables first. Two queries."""
    rows = [row for row in whole_reports(club_id) if row.tables]
    names = ruleset_names({row.ruleset_hash for row in rows})
    several = _several([names[row.ruleset_hash][:2] for row in rows if row.ruleset_hash in names])
    found = []
    for row in rows:
        game, key, version = ruleset_named(names, row)
        told = version if (game, key) in several else 0
        found += [
            Choice(row.game, row.ruleset_hash, key, told, players, tables) for players, tables in row.strata
        ]
    return tuple(sorted(found, key=lambda one: (-one.tables, one.game, one.ruleset_hash, one.players)))


def ruleset_names(hashes: set[str]) -> dict[str, tuple[str, str, int]]:
    """Return game, key and version of the rulesets with these contents. One query."""
    rows = Ruleset.objects.filter(content_hash__in=hashes).order_by("-version", "-pk")
    return {row[0]: row[1:] for row in rows.values_list("content_hash", "game", "key", "version")}


def ruleset_named(names: Mapping[str, tuple[str, str, int]], row: FairnessReport) -> tuple[str, str, int]:
    """Return game, key and version of a report's ruleset; where it is gone, its hash stands for the key."""
    return names.get(row.ruleset_hash, (row.game, row.ruleset_hash[:8], 0))


def lower_wins(*, ruleset_hash: str) -> bool:
    """Say whether the lower total wins under a ruleset. One query."""
    payloads = Ruleset.objects.filter(content_hash=ruleset_hash).values_list("payload", flat=True)
    payload = payloads.first()
    return isinstance(payload, dict) and payload.get("higher_wins") is False


def code_now() -> str:
    """Return what names the formula, its version, what its reports hold, and the bots that play their deals."""
    return f"{CODE}/{shape()}/{BOTS_CODE}"


def clubs_behind() -> QuerySet[Club]:
    """Return the clubs whose reports don't count all that has happened, were computed by other code or by old ratings.

    A run that was published since somebody saw to a report may be one whose wake-up was lost.
    """
    whole = FairnessReport.objects.filter(club=OuterRef("pk"), scope="")
    published = RatingRun.objects.filter(
        ladder__club=OuterRef("club"), published_at__gt=OuterRef("checked_at")
    )
    outdated = whole.filter(
        Q(revision__lt=OuterRef("counter__revision")) | ~Q(code_version=code_now()) | Exists(published)
    )
    played = Table.objects.filter(meeting__club=OuterRef("pk"), state=Table.State.CONFIRMED)
    return Club.objects.filter(Exists(outdated) | (Exists(played) & ~Exists(whole))).order_by("pk")


def reports_waiting() -> QuerySet[FairnessReport]:
    """Return the filtered reports that somebody has asked for since they were seen to."""
    again = Q(checked_at__isnull=True) | Q(asked_at__gt=F("checked_at"))
    return FairnessReport.objects.exclude(scope="").filter(again).defer(*_LIGHT).order_by("asked_at", "pk")


def is_waiting(row: FairnessReport) -> bool:
    """Say whether a report was asked for and nobody has seen to it since."""
    return row.checked_at is None or bool(row.scope and row.asked_at > row.checked_at)


def is_outdated(row: FairnessReport) -> bool:
    """Say whether a report may come out differently now.

    Tables were touched, ratings were computed anew, or other code computed it.
    """
    if row.checked_at is None or row.state == FairnessReport.State.ASKED or row.code_version != code_now():
        return True
    if row.revision < club_revision(row.club_id):
        later = Revision.objects.filter(club=row.club_id, number__gt=row.revision)
        if later.exclude(lowest_order_key="").exists():
            return True
    return _rated_anew(row)


def _rated_anew(row: FairnessReport) -> bool:
    ladder = rating_ladder(row.club, row.game)
    run = ladder.current_run if ladder else None
    return (run.digest if run else "") != row.rated_by


def _several(names: list[tuple[str, str]]) -> set[tuple[str, str]]:
    return {name for name in names if names.count(name) > 1}
