"""Why a formula leaves a table out that was played to its end: the rule of `run_inputs` for one table, with the reason.

Runs read whole histories and ask nothing; whoever explains one table asks here. A test holds the two together.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.ratings.formulas import Formula

_PAIR = 2


class LeftOut(StrEnum):
    """Why a table isn't rated."""

    TOO_FEW = "too few"
    NOBODY = "nobody"
    SHARED = "shared"


def left_out(counting: Sequence[int], others: int, formula: Formula) -> LeftOut | None:
    """Return why a table isn't rated, None when it is.

    `counting` are the places of those who count under the formula, `others` is how many more sat there.
    """
    if not counting:
        return LeftOut.NOBODY if formula.whole_tables else LeftOut.TOO_FEW
    if len(counting) + (others if formula.whole_tables else 0) < _PAIR:
        return LeftOut.TOO_FEW
    if formula.strict and len(set(counting)) < len(counting):
        return LeftOut.SHARED
    return None
