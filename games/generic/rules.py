"""Rulesets of generic: payload keys, their validation, and the typed view of them.

Owns every value that GN-1..GN-6 leave to the ruleset, and the built-in rulesets. Only `players` and
`higher_wins` must be there: payloads of tables that were stored before the other keys existed stay what they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from games.core.node import INT_LIMIT
from games.core.payload import flag, listed, number, one_of, players, record
from games.core.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.findings import Findings

DECIMAL_PLACES: Final = 4
SMALLEST_STEP: Final = Decimal("0.0001")
_LEAST_PLAYERS: Final = 2
_MOST_PLAYERS: Final = 100
_NEEDS_TOTALS: Final = ("total_range", "total_step", "total_sum", "final")

MAHJONG_PAYLOAD: Final[dict[str, object]] = {
    "players": {"min": 4, "max": 4},
    "higher_wins": True,
    "results": "totals",
    "total_step": 100,
    "total_sum": 100_000,
    "tiebreak": "seat",
    "final": {"return": 30_000, "unit": 1_000, "uma": [50, 10, -10, -30]},
}


@dataclass(frozen=True, slots=True)
class FinalScore:
    """GN-6: what a total is worth in the end; `uma` holds one entry for each place, the first place first."""

    points_returned: Fraction
    unit: Fraction
    uma: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class GenericRules:
    """A payload, typed; None where a ruleset doesn't bound totals, their sum, or has no final score."""

    low: int
    high: int
    higher_wins: bool
    results: str
    total_low: Decimal
    total_high: Decimal
    step: Decimal
    total_sum: Decimal | None
    tiebreak: str
    final: FinalScore | None


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> GenericRules:
    """Read a validated payload; what it leaves out is as if every report were welcome."""
    payload: Any = ruleset.payload
    bounds = payload.get("total_range", {})
    return GenericRules(
        low=payload["players"]["min"],
        high=payload["players"]["max"],
        higher_wins=payload["higher_wins"],
        results=payload.get("results", "either"),
        total_low=_decimal(bounds.get("min", -INT_LIMIT)),
        total_high=_decimal(bounds.get("max", INT_LIMIT)),
        step=_decimal(payload.get("total_step", SMALLEST_STEP)),
        total_sum=_decimal(payload["total_sum"]) if "total_sum" in payload else None,
        tiebreak=payload.get("tiebreak", "given"),
        final=_final(payload["final"]) if "final" in payload else None,
    )


def _final(value: Mapping[str, Any]) -> FinalScore:
    return FinalScore(
        points_returned=Fraction(_decimal(value["return"])),
        unit=Fraction(_decimal(value["unit"])),
        uma=tuple(Fraction(_decimal(points)) for points in value["uma"]),
    )


def _decimal(value: float | Decimal) -> Decimal:
    """Return a number of a payload as it was written: 0.1 is a tenth."""
    return Decimal(str(value))


_number: Final = number(-INT_LIMIT, INT_LIMIT, DECIMAL_PLACES)
_positive: Final = number(SMALLEST_STEP, INT_LIMIT, DECIMAL_PLACES)
_PAYLOAD: Final = record(
    {"higher_wins": flag, "players": players(_LEAST_PLAYERS, _MOST_PLAYERS)},
    optional={
        "results": one_of("either", "totals", "places"),
        "total_range": record({}, optional={"min": _number, "max": _number}),
        "total_step": _positive,
        "total_sum": _number,
        "tiebreak": one_of("given", "shared", "seat"),
        "final": record(
            {"return": _number, "unit": _positive, "uma": listed(_number, _LEAST_PLAYERS, _MOST_PLAYERS)}
        ),
    },
)


def check_payload(payload: Mapping[str, object], problems: Findings) -> None:
    """Check all keys and values of a payload, then whether they go together (FMT-6)."""
    _PAYLOAD(payload, "", problems)
    if not problems.has_error:
        _check_together(payload, problems)


def _check_together(payload: Mapping[str, Any], problems: Findings) -> None:
    bounds = payload.get("total_range", {})
    if "min" in bounds and "max" in bounds and bounds["min"] > bounds["max"]:
        problems.error(
            "FMT-6", "/total_range/max", "core.payload_range", name="total_range.max",
            low=str(bounds["min"]), high=INT_LIMIT, given=str(bounds["max"]),
        )  # fmt: skip
    if payload.get("results") == "places":
        for key in _NEEDS_TOTALS:
            if key in payload:
                problems.error("FMT-6", f"/{key}", "generic.needs_totals", key=key)
    if "final" in payload:
        _check_uma(payload, problems)


def _check_uma(payload: Mapping[str, Any], problems: Findings) -> None:
    """GN-6: as many entries as players, who are always as many, and none for a worse place is higher."""
    low, high = payload["players"]["min"], payload["players"]["max"]
    uma = payload["final"]["uma"]
    if not low == high == len(uma):
        problems.error("FMT-6", "/final/uma", "generic.uma_count", low=low, high=high, given=len(uma))
    elif list(uma) != sorted(uma, reverse=True):
        problems.error("FMT-6", "/final/uma", "generic.uma_order", given=[str(points) for points in uma])


@lru_cache(maxsize=1)
def builtin_rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets that come with the game; `base` is the fallback."""
    bounds = {"min": _LEAST_PLAYERS, "max": _MOST_PLAYERS}
    payloads: dict[str, Mapping[str, object]] = {
        "base": {"higher_wins": True, "players": bounds},
        "lower": {"higher_wins": False, "players": bounds},
        "mahjong": MAHJONG_PAYLOAD,
    }
    return tuple(
        Ruleset.from_payload(game="generic", key=key, version=1, payload=payload)
        for key, payload in payloads.items()
    )
