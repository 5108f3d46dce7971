"""Checks reports of any tabletop game (GN-1..GN-6).

Owns the entry in the registry and the places. Knows no game's own rules: those are in the ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.game import Entry, Judgement
from games.core.placement import Entrant, TieRules, settle
from games.core.seating import REPORT_SEAT_KEYS, TOP_KEYS, Table, check_seating, read_table, seat_result
from games.generic.final import read_finals
from games.generic.messages import MESSAGES
from games.generic.rulebook import RULEBOOK
from games.generic.rules import GenericRules, builtin_rulesets, check_payload, rules_of
from games.generic.totals import check_complete, check_sum, read_total

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from games.core.ruleset import Ruleset

_SEAT: Final = REPORT_SEAT_KEYS | {"final"}
_TIES: Final = {
    "given": TieRules(rule="GN-4", tie_rule="GN-4", open_ties=True),
    "shared": TieRules(rule="GN-4", tie_rule="GN-4", open_ties=False),
    "seat": TieRules(
        rule="GN-4",
        tie_rule="GN-4",
        open_ties=True,
        decided_code="generic.tie_by_seat",
        implied_code="generic.order_implied",
    ),
}


class GenericGame(Entry):
    """The registry entry of `generic`."""

    key = "generic"
    names: Mapping[str, str] = {"ja": "その他のゲーム", "en": "Any other game"}
    ruleset_names: Mapping[str, Mapping[str, str]] = {
        "lower": {"ja": "少ないほど上", "en": "lowest wins"},
        "mahjong": {"ja": "麻雀(4人)", "en": "mahjong (4 players)"},
    }
    messages = MESSAGES
    rulebook = RULEBOOK
    play = None
    cards_key = ""
    builtin_rulesets = staticmethod(builtin_rulesets)
    typed_rules = staticmethod(rules_of)
    check_payload = staticmethod(check_payload)

    def check(self, report: Mapping[str, object], ruleset: Ruleset) -> Judgement:
        """Judge a report."""
        rules = rules_of(ruleset)
        table = read_table(report, top_keys=TOP_KEYS, seat_keys=_SEAT, seat_required=False)
        bounds = (rules.low, rules.high)
        check_seating(table, bounds=bounds, count_rule="GN-1", seat_rule="GN-1")
        totals = [read_total(line, rules) for line in table.lines]
        check_complete(table, totals, rules)
        check_sum(table, totals, rules)
        places = _places(table, totals, rules)
        finals = read_finals(table, totals, places, rules)
        seats = tuple(
            seat_result(line, total, places[line.position], _parts(finals.get(line.position)))
            for line, total in zip(table.lines, totals, strict=True)
        )  # fmt: skip
        findings = table.findings
        return Judgement(not findings.has_error, "scores", findings.result(), seats)


def _parts(final: str | None) -> Mapping[str, object]:
    return {} if final is None else {"final": final}


def _places(table: Table, totals: list[Decimal | None], rules: GenericRules) -> dict[int, int | None]:
    if not table.whole:
        return {line.position: line.placement for line in table.lines}
    entrants = [
        Entrant(
            line=line,
            strength=total if total is None or rules.higher_wins else -total,
            total=total,
            order=line.seat if rules.tiebreak == "seat" else None,
        )
        for line, total in zip(table.lines, totals, strict=True)
    ]
    return settle(table.findings, entrants, _TIES[rules.tiebreak])
