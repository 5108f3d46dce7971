"""How equal totals are ranked (KD-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.placement import TieRules

if TYPE_CHECKING:
    from games.doujin.rules import DoujinRules

_SHARED: Final = TieRules(rule="KD-18", tie_rule="KD-18", open_ties=False)
_EARLY_BIRD: Final = TieRules(
    rule="KD-18",
    tie_rule="KD-18",
    open_ties=True,
    decided_code="doujin.tie_by_early_bird",
    implied_code="doujin.order_implied",
)


def tie_rules(rules: DoujinRules) -> TieRules:
    """Return what a ruleset says about ties."""
    return _EARLY_BIRD if rules.tiebreak == "early_bird" else _SHARED
