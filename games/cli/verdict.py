"""How a judgement is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.cli.output import BREAKS_A_RULE, FINE, Output, as_json
from games.cli.text import say
from games.core.findings import Finding, Severity, render
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from games.core.judge import Judgement, SeatResult

REPLAYED: Final = "record"  # the evidence of a record whose moves were replayed


def verdict(judgement: Judgement, lang: str, *, machine: bool, record: bool) -> Output:
    """Return what was judged, a record or a report, as JSON or as lines.

    A broken rule is told by the exit code too.
    """
    code = FINE if judgement.valid else BREAKS_A_RULE
    if machine:
        return Output(code, as_json(_findings(judgement, lang)))
    return Output(code, "\n".join(_lines(judgement, lang, record=record)))


def _findings(judgement: Judgement, lang: str) -> dict[str, object]:
    findings = [
        {
            "rule": finding.rule,
            "severity": finding.severity.value,
            "path": finding.path,
            "code": finding.code,
            "message": render(finding, lang),
        }
        for finding in judgement.findings
    ]
    answer = {"valid": judgement.valid, "evidence": judgement.evidence, "findings": findings}
    finals = [_final(seat) for seat in _with_finals(judgement)]
    return answer | {"finals": finals} if finals else answer


def _with_finals(judgement: Judgement) -> list[SeatResult]:
    """Return the seats that have a final score, the best first."""
    seats = [seat for seat in judgement.seats if "final" in seat.parts]
    return sorted(seats, key=lambda seat: (seat.placement or 0, seat.position))


def _final(seat: SeatResult) -> dict[str, object]:
    return {
        "placement": seat.placement,
        "seat": seat.seat,
        "player": seat.player,
        "total": str(seat.total),
        "final": seat.parts["final"],
    }


def _lines(judgement: Judgement, lang: str, *, record: bool) -> list[str]:
    kind = "record" if record else "verdict"
    lines = [_sentence(judgement.findings, lang, kind), _reach(judgement.evidence, lang, record=record)]
    for finding in judgement.findings:
        severity = say(f"severity_{finding.severity.value}", lang)
        lines.append(f"{severity}  {finding.rule}  {render(finding, lang)}  [{finding.path or '/'}]")
    lines += [say("final_line", lang, **_shown(seat)) for seat in _with_finals(judgement)]
    return lines


def _reach(evidence: str, lang: str, *, record: bool) -> str:
    """Say how much was judged; of a record that is every move or, when its head is wrong, none."""
    if record and evidence != REPLAYED:
        return say("record_unplayed", lang)
    return say("evidence", lang, level=say(f"evidence_{evidence}", lang))


def _shown(seat: SeatResult) -> dict[str, object]:
    """Return a final score's line as words; what a name could do to a terminal is blanked out."""
    return _final(seat) | {"player": clean_quote(seat.player)}


def _sentence(findings: tuple[Finding, ...], lang: str, kind: str) -> str:
    severities = [finding.severity for finding in findings]
    for severity, key in (
        (Severity.ERROR, f"{kind}_errors"),
        (Severity.WARNING, f"{kind}_warnings"),
        (Severity.INFO, f"{kind}_notes"),
    ):
        if severity in severities:
            return say(key, lang, count=severities.count(severity))
    return say(f"{kind}_fine", lang)
