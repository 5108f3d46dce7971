"""From a raw report to lines: asking the referee, finding the people, and building the rows.

Writes only the people and rows that its caller asked for; states and locks are the callers' business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from games.core.findings import Severity
from games.core.judge import Judgement, judge
from league.models import Finding, Line, Player, Ruleset, Submission
from league.selectors.merges import merge_roots
from league.services.canonical import digest
from league.services.errors import Invalid, Problem, ReportRefused
from league.services.facts import line_facts
from league.services.names import name_key
from league.services.people import player_add, players_by_name
from league.services.rulesets import game_ruleset, ruleset_find

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.functional import _StrOrPromise

    from games.core.game import SeatResult
    from league.models import Club, Table
    from league.services.changes import Change

DEFAULT_RULESET = "base"
MOST_SEATS = 100
_SMALLINT = 32_767


@dataclass(frozen=True, slots=True)
class Judged:
    """A report with the ruleset it was judged under and what the referee says."""

    report: dict[str, Any]
    ruleset: Ruleset
    judgement: Judgement
    finished: bool

    @property
    def has_errors(self) -> bool:
        """Whether the report contradicts the rules: it may be kept, but not confirmed."""
        return not self.judgement.valid

    @property
    def has_warnings(self) -> bool:
        """Whether confirming needs a reason."""
        return any(finding.severity is Severity.WARNING for finding in self.judgement.findings)


def report_judge(*, club: Club | None, report: object, table: Table | None = None) -> Judged:
    """Judge a report under the ruleset it names: the club's newest of that key, else the built-in one.

    A report onto an existing table is judged under that table's own ruleset, which never changes.

    Raises:
        ReportRefused: no ruleset can be told from it, or its shape is so broken that nothing can be stored.
    """
    row = _ruleset_of(club=club, report=report)
    if row is None or not isinstance(report, dict):
        raise ReportRefused(_("This is no report that can be read."), findings=judge(report, None).findings)
    if table is not None:
        if (table.ruleset.game, table.ruleset.key) != (row.game, row.key):
            raise Invalid(
                _("This table was played as %(game)s with the ruleset %(key)s.")
                % {"game": table.ruleset.game, "key": table.ruleset.key},
                field="ruleset",
            )
        row = table.ruleset
    judgement = judge(report, game_ruleset(row))
    return Judged(
        report=report, ruleset=row, judgement=judgement, finished=report.get("finished", True) is not False
    )


def players_find(
    *, change: Change, judged: Judged, create_missing: bool, given: Sequence[Player] | None = None
) -> list[Player]:
    """Return the player of each seat, in the report's order.

    `given` overrides the names (a correction knows its people). Unknown names are created when
    `create_missing`, otherwise they are problems.

    Raises:
        ReportRefused: a seat without a usable name, an unknown name, or two seats that are one person.
    """
    seats = judged.judgement.seats
    if not 1 <= len(seats) <= MOST_SEATS:
        raise ReportRefused(
            _("The report can't be stored: it needs between 1 and %(most)d seats.") % {"most": MOST_SEATS},
            findings=judged.judgement.findings,
        )
    if given is not None:
        if len(given) != len(seats):
            raise Invalid(_("Not every seat has a person."), field="players")
        if any(player.club_id != change.club.pk for player in given):
            raise Invalid(_("This person belongs to another club."), field="players")
        players = list(given)
    else:
        players = _players_by_seat(change=change, judged=judged, create_missing=create_missing)
    _refuse_one_person_twice(change=change, judged=judged, players=players)
    return players


def lines_build(*, judged: Judged, players: Sequence[Player]) -> list[Line]:
    """Return the unsaved lines of a report.

    A report with errors is kept too; a number in it that no column holds stays in the raw input only.

    Raises:
        ReportRefused: a seat is taken twice, so the lines can't exist side by side.
    """
    seats = [result.seat for result in judged.judgement.seats if result.seat is not None]
    if len(set(seats)) != len(seats) or any(not 1 <= seat <= _SMALLINT for seat in seats):
        raise ReportRefused(
            _("The report can't be stored: every seat number must be there once, from 1."),
            findings=judged.judgement.findings,
        )
    return [
        Line(
            position=result.position,
            seat=result.seat,
            player=player,
            guest=result.guest,
            participation=result.participation,
            edit_order=_fitting(result.edit_order),
            parts=dict(result.parts),
            help_untapped=_fitting(result.help_untapped),
            help_tapped=_fitting(result.help_tapped),
            total=result.total,
            placement=_fitting(result.placement, least=1),
        )
        for result, player in zip(judged.judgement.seats, players, strict=True)
    ]


def _fitting(value: int | None, *, least: int = 0) -> int | None:
    return value if value is not None and least <= value <= _SMALLINT else None


def lines_digest(*, lines: Sequence[Line], finished: bool) -> str:
    """Return the digest of what a report says, whatever the order in which its seats were typed."""
    facts = sorted((line_facts(line) for line in lines), key=lambda fact: str(fact["player"]))
    return digest({"finished": finished, "lines": facts})


def findings_build(*, submission: Submission, judgement: Judgement) -> list[Finding]:
    """Return the unsaved rows of a judgement's findings."""
    return [
        Finding(
            submission=submission,
            position=position,
            rule=finding.rule,
            severity=finding.severity.value,
            path=finding.path,
            code=finding.code,
            params=dict(finding.params),
        )
        for position, finding in enumerate(judgement.findings)
    ]


def submission_store(*, submission: Submission, judged: Judged, lines: Sequence[Line]) -> None:
    """Save a submission with its lines and findings."""
    submission.save()
    for line in lines:
        line.submission = submission
    Line.objects.bulk_create(lines)
    Finding.objects.bulk_create(findings_build(submission=submission, judgement=judged.judgement))


def _ruleset_of(*, club: Club | None, report: object) -> Ruleset | None:
    if not isinstance(report, dict):
        return None
    game, key = report.get("game"), report.get("ruleset", DEFAULT_RULESET)
    if not isinstance(game, str) or not isinstance(key, str):
        return None
    return ruleset_find(club=club, game=game, key=key)


def _players_by_seat(*, change: Change, judged: Judged, create_missing: bool) -> list[Player]:
    names = {result.player for result in judged.judgement.seats if result.player}
    known = {
        name_key(name): player for name, player in players_by_name(club=change.club, names=names).items()
    }
    problems: list[Problem] = []
    players: list[Player] = []
    for result in judged.judgement.seats:
        path, key = f"/seats/{result.position}/player", name_key(result.player)
        if not result.player:
            problems.append(Problem(path, "player_missing", _("Every seat needs a name that can be read.")))
            continue
        if key not in known and not create_missing:
            message = _("%(name)s is not known in this club yet.") % {"name": result.player}
            problems.append(Problem(path, "unknown_player", message))
            continue
        if key not in known:
            try:
                known[key] = player_add(change=change, name=result.player, guest=result.guest)
            except Invalid as refusal:
                problems.append(Problem(path, refusal.code, refusal.message))
                continue
        players.append(known[key])
    if problems:
        raise ReportRefused(
            _("The report can't be stored: see the names."),
            findings=judged.judgement.findings,
            problems=problems,
        )
    return players


def _refuse_one_person_twice(*, change: Change, judged: Judged, players: Sequence[Player]) -> None:
    roots = merge_roots(club_id=change.club.pk)
    first_at: dict[int, SeatResult] = {}
    problems = []
    for result, player in zip(judged.judgement.seats, players, strict=True):
        root = roots.get(player.pk, player.pk)
        if root in first_at:
            message = _same_person(first_at[root], result)
            problems.append(Problem(f"/seats/{result.position}/player", "same_person", message))
        first_at.setdefault(root, result)
    if problems:
        raise ReportRefused(
            _("The report can't be stored: see the names."),
            findings=judged.judgement.findings,
            problems=problems,
        )


def _same_person(one: SeatResult, other: SeatResult) -> _StrOrPromise:
    if one.seat and other.seat:
        return _("Seats %(first)d and %(second)d are the same person.") % {
            "first": one.seat,
            "second": other.seat,
        }
    return _("Places %(first)d and %(second)d are the same person.") % {
        "first": one.position + 1,
        "second": other.position + 1,
    }
