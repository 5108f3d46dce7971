"""Builds a club's facts from its audit trail alone, and reads the same facts from the tables (G14).

Written independently of services.facts: what the trail lacks shows as a difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from league.models import (
    ActionLog,
    Adjustment,
    Alias,
    HelpDraw,
    Ladder,
    Membership,
    PlayerMerge,
    SeasonArchive,
    Submission,
    Table,
)

if TYPE_CHECKING:
    from decimal import Decimal

    from league.models import Club, Line

Facts = dict[str, Any]


@dataclass(slots=True)
class Replayed:
    """The facts of a club that aren't personal, by public id."""

    settings: Facts = field(default_factory=dict)
    members: Facts = field(default_factory=dict)
    seasons: Facts = field(default_factory=dict)
    titles: Facts = field(default_factory=dict)
    archives: dict[tuple[str, str, int], str] = field(default_factory=dict)
    adjustments: Facts = field(default_factory=dict)
    meetings: Facts = field(default_factory=dict)
    tables: Facts = field(default_factory=dict)
    reports: Facts = field(default_factory=dict)
    players: Facts = field(default_factory=dict)
    aliases: set[str] = field(default_factory=set)
    merges: Facts = field(default_factory=dict)
    ladders: Facts = field(default_factory=dict)
    draws: Facts = field(default_factory=dict)


def replayed(club: Club) -> Replayed:
    """Return what the trail says, entry by entry."""
    state = Replayed()
    for action in ActionLog.objects.filter(club=None).order_by("sequence"):
        if action.object_type == "club" and action.object_id == club.slug:
            state.settings = dict(action.new or {})
        elif action.object_type == "membership" and (action.new or {}).get("club") == club.slug:
            state.members[action.object_id] = (action.new or {})["role"]
    for action in ActionLog.objects.filter(club=club).order_by("sequence"):
        _apply(state, action, action.old or {}, action.new or {})
    return state


def _apply(  # noqa: C901, PLR0912 - one case a verb is what makes it readable
    state: Replayed, action: ActionLog, old: Facts, new: Facts
) -> None:
    key = action.object_id
    match action.object_type, action.verb:
        case "club", "settings":
            state.settings |= new
        case "membership", "grant":
            state.members[key] = new["role"]
            state.members = {user: role for user, role in state.members.items() if role is not None}
        case "season", verb:
            _season(state, key, verb, new)
        case "adjustment", _:
            state.adjustments[key] = dict(new)
        case "season", "rename":
            pass  # a name is text beside the trail
        case "help_draw", "draw":
            state.draws[key] = new
        case "help_draw", "withdraw":
            state.draws[key] = state.draws[key] | {
                "withdrawn": sorted(set(state.draws[key].get("withdrawn", [])) | set(new["withdrawn"]))
            }
        case "meeting", "move":
            state.meetings[key] |= new
            for table in state.tables.values():
                if table["club_day"] == old["club_day"]:
                    table["club_day"] = new["club_day"]
        case "meeting", _:
            state.meetings[key] = state.meetings.get(key, {}) | new
        case "table", _:
            state.tables[key] = dict(new)
        case "submission", "submit" | "correct" | "import":
            state.tables[new["table"]] = dict(new.pop("table_now", state.tables[new["table"]]))
            state.reports[key] = new | {"actor": action.actor, "channel": action.channel}
        case "submission", "supersede":
            state.reports[key]["state"] = new["state"]
        case "submission", _:
            state.reports[key]["state"] = new["state"]
            state.tables[state.reports[key]["table"]] = dict(new["table"])
        case "player", "merge":
            state.merges[key] = new["target"]
        case "player", "unmerge":
            del state.merges[key]
        case "player", _:
            state.players[key] = dict(new)
            if new["anonymised"]:
                state.aliases = {alias for alias in state.aliases if not alias.startswith(f"{key}:")}
        case "alias", "create":
            state.aliases.add(key)
        case "alias", "remove":
            state.aliases.remove(key)
        case "ladder", _:
            state.ladders[key] = new["version"]
        case other:
            raise AssertionError(other)


def _season(state: Replayed, key: str, verb: str, new: Facts) -> None:
    match verb:
        case "create":
            state.seasons[key], state.titles[key] = False, []
        case "titles":
            state.titles[key] = new["titles"]
        case "close" | "reopen":
            state.seasons[key] = new["closed"]
            for archive in new.get("archives", []):
                state.archives[key, archive["ladder"], archive["number"]] = archive["content_hash"]
        case "rename":
            pass  # a name is text beside the trail
        case other:
            raise AssertionError(other)


def stored(club: Club) -> Replayed:
    """Return what the tables say."""
    club.refresh_from_db()
    names = ("name", "timezone", "language", "public", "confirmation_mode")
    rulesets = Table.objects.filter(meeting__club=club).select_related("meeting", "ruleset")
    reports = Submission.objects.filter(club=club).exclude(state="draft").select_related("table")
    links = PlayerMerge.objects.filter(club=club, undone_at=None)
    return Replayed(
        settings={name: getattr(club, name) for name in names}
        | {"day_rollover": club.day_rollover.isoformat()},
        members={
            f"user:{user}": role
            for user, role in Membership.objects.filter(club=club).values_list("user_id", "role")
        },
        seasons={season.public_id: season.closed_at is not None for season in club.seasons.all()},
        titles={season.public_id: season.titles for season in club.seasons.all()},
        archives={
            (season, ladder, number): content_hash
            for season, ladder, number, content_hash in SeasonArchive.objects.filter(
                season__club=club
            ).values_list("season__public_id", "ladder__public_id", "number", "content_hash")
        },
        adjustments={
            row.public_id: {
                "season": row.season.public_id,
                "player": row.player.public_id,
                "points": row.points,
                "revoked": row.revoked_at is not None,
            }
            for row in Adjustment.objects.filter(season__club=club).select_related("season", "player")
        },
        meetings={
            meeting.public_id: {
                "club_day": meeting.club_day.isoformat(),
                "season": meeting.season.public_id if meeting.season else None,
            }
            for meeting in club.meetings.select_related("season")
        },
        tables={table.public_id: _table(table) for table in rulesets},
        reports={report.public_id: _report(report) for report in reports.prefetch_related("lines__player")},
        players={
            player.public_id: {
                "guest": player.guest,
                "hidden": player.hidden,
                "anonymised": player.anonymised_at is not None,
            }
            for player in club.players.all()
        },
        aliases={
            f"{player}:{pk}"
            for player, pk in Alias.objects.filter(club=club).values_list("player__public_id", "pk")
        },
        merges=dict(links.values_list("source__public_id", "target__public_id")),
        draws={draw.public_id: _draw(draw) for draw in HelpDraw.objects.filter(meeting__club=club)},
        ladders=dict(
            Ladder.objects.filter(club=club).values_list("public_id", "current_version__content_hash")
        ),
    )


def _draw(draw: HelpDraw) -> Facts:
    deals = list(draw.deals.order_by("number"))
    withdrawn = [deal.number for deal in deals if deal.withdrawn_at]
    return {
        "meeting": draw.meeting.public_id,
        "ruleset": draw.ruleset.content_hash,
        "seed": str(draw.seed),
        "players": draw.players,
        "deals": [[deal.number, deal.seat, deal.change] for deal in deals],
    } | ({"withdrawn": withdrawn} if withdrawn else {})


def _table(table: Table) -> Facts:
    columns = ("round", "number", "state", "conflict", "marked_unfinished", "planned_seats", "lock_version")
    return {name: getattr(table, name) for name in columns} | {
        "club_day": table.meeting.club_day.isoformat(),
        "ruleset": table.ruleset.content_hash,
    }


def _report(report: Submission) -> Facts:
    assert report.table is not None
    columns = ("version", "state", "finished", "evidence", "channel")
    return {name: getattr(report, name) for name in columns} | {
        "table": report.table.public_id,
        "actor": f"user:{report.author_id}" if report.author_id else "system:test",
        "lines": [_line(line) for line in sorted(report.lines.all(), key=lambda line: line.position)],
    }


def _line(line: Line) -> Facts:
    columns = ("seat", "guest", "edit_order", "placement", "parts")
    total = line.total
    played = {} if line.participation == "full" else {"participation": line.participation}
    return (
        played
        | {name: getattr(line, name) for name in columns}
        | {
            "player": line.player.public_id,
            "help": [line.help_untapped, line.help_tapped],
            "total": None if total is None else _plain(total),
        }
    )


def _plain(total: Decimal) -> str:
    return str(int(total)) if total == int(total) else str(total.normalize())
