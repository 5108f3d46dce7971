"""What the audit trail keeps of an object: values and public ids, never personal text (G14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from league.services.canonical import format_decimal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.models import Adjustment, Line, Player, Submission, Table


def table_facts(table: Table) -> dict[str, Any]:
    """Return place, ruleset, state and plan of a table: all but who saw it change and why."""
    return {
        "club_day": table.meeting.club_day.isoformat(),
        "round": table.round,
        "number": table.number,
        "ruleset": table.ruleset.content_hash,
        "state": table.state,
        "conflict": table.conflict,
        "marked_unfinished": table.marked_unfinished,
        "planned_seats": table.planned_seats,
        "lock_version": table.lock_version,
    }


def line_facts(line: Line) -> dict[str, Any]:
    """Return one seat of a report with everything that was written down for it.

    That somebody played to the end is left unsaid: older reports never said it and keep their digests.
    """
    full = line.participation == line.Participation.FULL
    return ({} if full else {"participation": str(line.participation)}) | {
        "seat": line.seat,
        "player": line.player.public_id,
        "guest": line.guest,
        "edit_order": line.edit_order,
        "help": [line.help_untapped, line.help_tapped],
        "total": None if line.total is None else format_decimal(line.total),
        "placement": line.placement,
        "parts": line.parts,
    }


def submission_facts(submission: Submission, lines: Iterable[Line]) -> dict[str, Any]:
    """Return a report with its lines in the order in which they were given."""
    return {
        "table": submission.table.public_id if submission.table else None,
        "version": submission.version,
        "state": submission.state,
        "finished": submission.finished,
        "evidence": submission.evidence,
        "lines": [line_facts(line) for line in lines],
    }


def player_facts(player: Player) -> dict[str, Any]:
    """Return a player's flags; names are personal text."""
    return {
        "guest": player.guest,
        "hidden": player.hidden,
        "anonymised": player.anonymised_at is not None,
    }


def player_text(player: Player) -> dict[str, str]:
    """Return a player's names: the personal text beside the trail."""
    return {
        "display_name": player.display_name,
        "reading": player.reading,
        "romanised": player.romanised,
    }


def adjustment_facts(row: Adjustment) -> dict[str, Any]:
    """Return an adjustment; its reasons are personal text."""
    return {
        "season": row.season.public_id,
        "player": row.player.public_id,
        "points": row.points,
        "revoked": row.revoked_at is not None,
    }
