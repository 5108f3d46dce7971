"""Tables as the API shows them: the confirmed report as it was typed, people resolved, findings in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from rest_framework import serializers

from api.serializers.fields import json_number, page_of
from games.core.chapters import rule_entry
from games.core.findings import Severity, render
from games.core.registry import game_keys
from league.models import Line, Submission, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core.findings import Finding
    from league.selectors.tables import Report, Seat, TableEntry


class HelpSerializer(serializers.Serializer[Any]):
    """Help cards that were dealt."""

    untapped = serializers.IntegerField(allow_null=True)
    tapped = serializers.IntegerField(allow_null=True)


class LineSerializer(serializers.Serializer[Any]):
    """One seat. Player and name are null for somebody who doesn't want to be seen, the name for an erased one."""

    seat = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(allow_null=True, help_text="Id of the player.")
    name = serializers.CharField(allow_null=True)
    guest = serializers.BooleanField(help_text="Sat there as a guest that evening.")
    participation = serializers.ChoiceField(
        Line.Participation.values,
        help_text="Only who played to the end (`full`) is rated at this table; `forfeited` gets no season points.",
    )
    edit_order = serializers.IntegerField(allow_null=True)
    help = HelpSerializer(allow_null=True)
    parts = serializers.DictField(
        help_text="Details as reported, by game: pages, captured, hand, …; `final`, a decimal as text, is computed."
    )
    total = serializers.FloatField(allow_null=True, help_text="JSON number, as in reports.")
    placement = serializers.IntegerField(allow_null=True)


class ReportSerializer(serializers.Serializer[Any]):
    """The confirmed report of a table."""

    version = serializers.IntegerField(help_text="Counts the table's reports.")
    finished = serializers.BooleanField()
    evidence = serializers.CharField(help_text="Level that the referee could check.")
    channel = serializers.ChoiceField(Submission.Channel.values)
    reported_at = serializers.DateTimeField(help_text="UTC.")
    lines = LineSerializer(many=True)


class TableSerializer(serializers.Serializer[Any]):
    """A table with its confirmed report, if it has one."""

    id = serializers.CharField()
    meeting = serializers.CharField(help_text="Id of the meeting.")
    season = serializers.CharField(allow_null=True, help_text="Id of the season.")
    club_day = serializers.DateField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    order_key = serializers.CharField(help_text="Sorts as the club's order of tables.")
    game = serializers.ChoiceField(list(game_keys()))
    ruleset = serializers.CharField()
    ruleset_version = serializers.IntegerField()
    state = serializers.ChoiceField(Table.State.values)
    conflict = serializers.BooleanField(help_text="Another report says something else.")
    report = ReportSerializer(allow_null=True)


class FindingSerializer(serializers.Serializer[Any]):
    """What the referee says about the confirmed report."""

    rule = serializers.CharField(help_text="Id of the rule.")
    rule_url = serializers.CharField(
        allow_null=True, help_text="Address of the page that explains the rule, from the host's root."
    )
    severity = serializers.ChoiceField([severity.value for severity in Severity])
    path = serializers.CharField(allow_blank=True, help_text="JSON pointer into the report.")
    code = serializers.CharField()
    message = serializers.CharField(help_text="In the language of the request.")


class TableDetailSerializer(TableSerializer):
    """A table with the referee's findings."""

    revision = serializers.IntegerField()
    findings = FindingSerializer(many=True)


TablePageSerializer = page_of(TableSerializer)


def table_body(table: TableEntry) -> dict[str, Any]:
    """Write a table."""
    return {
        "id": table.place.public_id,
        "meeting": table.meeting_id,
        "season": table.season_id or None,
        "club_day": table.place.club_day,
        "round": table.place.round,
        "number": table.place.number,
        "order_key": table.order_key,
        "game": table.game,
        "ruleset": table.ruleset,
        "ruleset_version": table.ruleset_version,
        "state": table.state,
        "conflict": table.conflict,
        "report": None if table.report is None else _report_body(table.report),
    }


def table_detail_body(
    table: TableEntry, findings: Iterable[Finding], *, slug: str, revision: int, language: str
) -> dict[str, Any]:
    """Write a table with findings in a language."""
    said = [
        {
            "rule": finding.rule,
            "rule_url": _rule_url(slug, finding.rule),
            "severity": finding.severity.value,
            "path": finding.path,
            "code": finding.code,
            "message": render(finding, language),
        }
        for finding in findings
    ]
    return {**table_body(table), "revision": revision, "findings": said}


def _rule_url(slug: str, rule: str) -> str | None:
    return reverse("league:rule", args=[slug, rule]) if rule_entry(rule) else None


def _report_body(report: Report) -> dict[str, Any]:
    return {
        "version": report.version,
        "finished": report.finished,
        "evidence": report.evidence,
        "channel": report.channel,
        "reported_at": report.reported_at,
        "lines": [_line_body(seat) for seat in report.seats],
    }


def _line_body(seat: Seat) -> dict[str, Any]:
    person = seat.person
    dealt = seat.help_untapped is not None or seat.help_tapped is not None
    return {
        "seat": seat.seat,
        "player": person.public_id if person else None,
        "name": (person.name or None) if person else None,
        "guest": seat.guest,
        "participation": seat.participation,
        "edit_order": seat.edit_order,
        "help": {"untapped": seat.help_untapped, "tapped": seat.help_tapped} if dealt else None,
        "parts": seat.parts,
        "total": json_number(seat.total),
        "placement": seat.placement,
    }
