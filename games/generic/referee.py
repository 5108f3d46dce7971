"""Checks reports of any tabletop game (GN-1..GN-4).

Owns totals with decimals, ranks only, and which direction wins. Knows no game's own rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from games.core.game import Judgement, SeatResult
from games.core.node import INT_LIMIT
from games.core.payload import flag, players, record
from games.core.placement import Entrant, TieRules, settle
from games.core.ruleset import Ruleset
from games.core.seating import SEAT_KEYS, TOP_KEYS, SeatLine, Table, check_seating, read_table
from games.generic.messages import MESSAGES
from games.generic.rulebook import RULEBOOK

if TYPE_CHECKING:
    from games.core.findings import Findings

DECIMAL_PLACES: Final = 4
_TIES: Final = TieRules(rule="GN-4", tie_rule="GN-4", open_ties=True)
_PAYLOAD: Final = record({"higher_wins": flag, "players": players(2, 100)})
_NO_PARTS: Final[Mapping[str, object]] = {}


class GenericRules(NamedTuple):
    """The payload of a ruleset, typed."""

    low: int
    high: int
    higher_wins: bool


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> GenericRules:
    """Read a validated payload."""
    bounds = ruleset.payload["players"]
    assert isinstance(bounds, Mapping)  # noqa: S101 - validated by Ruleset.from_payload
    return GenericRules(bounds["min"], bounds["max"], ruleset.payload["higher_wins"] is True)


class GenericGame:
    """The registry entry of `generic`."""

    key = "generic"
    names: Mapping[str, str] = {"ja": "その他のゲーム", "en": "Any other game"}
    ruleset_names: Mapping[str, Mapping[str, str]] = {"lower": {"ja": "少ないほど上", "en": "lowest wins"}}
    messages = MESSAGES
    rulebook = RULEBOOK
    play = None
    cards_key = ""

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """`base` (the highest total wins) and `lower` (the lowest wins)."""
        return _builtin_rulesets()

    def player_bounds(self, ruleset: Ruleset) -> tuple[int, int]:
        """Return the least and the greatest number of players (GN-1)."""
        rules = rules_of(ruleset)
        return rules.low, rules.high

    def check_payload(self, payload: Mapping[str, object], problems: Findings) -> None:
        """Check the keys `higher_wins` and `players`."""
        _PAYLOAD(payload, "", problems)

    def check(self, report: Mapping[str, object], ruleset: Ruleset) -> Judgement:
        """Judge a report."""
        rules = rules_of(ruleset)
        table = read_table(report, top_keys=TOP_KEYS, seat_keys=SEAT_KEYS, seat_required=False)
        bounds = (rules.low, rules.high)
        check_seating(table, bounds=bounds, count_rule="GN-1", seat_rule="GN-1")
        totals = [_read_total(line) for line in table.lines]
        _check_complete(table, totals)
        places = _places(table, totals, rules)
        seats = tuple(
            SeatResult(
                line.position, line.seat, line.player, total, places[line.position],
                None, line.guest, None, None, _NO_PARTS,
            )
            for line, total in zip(table.lines, totals, strict=True)
        )  # fmt: skip
        findings = table.findings
        return Judgement(not findings.has_error, "scores", findings.result(), seats)


@lru_cache(maxsize=1)
def _builtin_rulesets() -> tuple[Ruleset, ...]:
    bounds = {"min": 2, "max": 100}
    return tuple(
        Ruleset.from_payload(
            game="generic", key=key, version=1,
            payload={"higher_wins": higher, "players": bounds},
        )
        for key, higher in (("base", True), ("lower", False))
    )  # fmt: skip


def _read_total(line: SeatLine) -> Decimal | None:
    """Read a total within its bounds (GN-2)."""
    raw = line.node.data.get("total")
    if type(raw) is int and -INT_LIMIT <= raw <= INT_LIMIT:
        return Decimal(raw)
    total = line.node.decimal("total")
    if total is None:
        return None
    if not -INT_LIMIT <= total <= INT_LIMIT:
        line.node.findings.error(
            "GN-2", f"{line.node.path}/total", "generic.total_range", who=line.who, limit=INT_LIMIT
        )
        return None
    return _plain(total, line)


def _plain(total: Decimal, line: SeatLine) -> Decimal | None:
    exponent = total.as_tuple().exponent
    if exponent == 0 and total:
        return total
    if not total:
        return Decimal(0)
    rounded = total.quantize(Decimal((0, (1,), -DECIMAL_PLACES)))
    if rounded == total:
        return total.quantize(Decimal(1)) if total == total.to_integral_value() else rounded.normalize()
    line.node.findings.error(
        "GN-2", f"{line.node.path}/total", "generic.total_places",
        who=line.who, limit=DECIMAL_PLACES,
    )  # fmt: skip
    return None


def _check_complete(table: Table, totals: list[Decimal | None]) -> None:
    """Ask for all totals or all placements (GN-3); an unfinished table may lack them."""
    if None not in totals or all(line.placement is not None for line in table.lines):
        return
    for line, total in zip(table.lines, totals, strict=True):
        if total is not None or line.node.data.get("total") is not None:
            continue
        if table.finished:
            table.findings.error("GN-3", line.node.path, "generic.total_missing", who=line.who)
        else:
            table.findings.info("GN-3", line.node.path, "generic.total_later", who=line.who)


def _places(table: Table, totals: list[Decimal | None], rules: GenericRules) -> dict[int, int | None]:
    if not table.whole:
        return {line.position: line.placement for line in table.lines}
    entrants = [
        Entrant(
            line=line,
            strength=total if total is None or rules.higher_wins else -total,
            total=total,
        )
        for line, total in zip(table.lines, totals, strict=True)
    ]
    return settle(table.findings, entrants, _TIES)
