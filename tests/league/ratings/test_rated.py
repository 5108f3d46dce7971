"""Why a formula leaves a table out: one reason a case, and none where it is rated."""

from __future__ import annotations

import pytest

from league.ratings.formulas import FORMULAS
from league.ratings.parameters import ELO, OPENSKILL, POINTS
from league.ratings.rated import LeftOut, left_out


@pytest.mark.parametrize(
    ("formula", "counting", "others", "reason"),
    [
        (ELO, [1, 2], 0, None),
        (ELO, [1, 1], 2, None),
        (ELO, [1], 3, LeftOut.TOO_FEW),
        (ELO, [], 3, LeftOut.TOO_FEW),
        (OPENSKILL, [1, 2, 4], 1, None),
        (OPENSKILL, [2, 2, 1], 0, LeftOut.SHARED),
        (OPENSKILL, [2], 0, LeftOut.TOO_FEW),
        (POINTS, [3], 2, None),
        (POINTS, [1, 1], 0, None),
        (POINTS, [], 3, LeftOut.NOBODY),
        (POINTS, [1], 0, LeftOut.TOO_FEW),
    ],
)
def test_a_table_is_left_out_for_a_reason(
    formula: str, counting: list[int], others: int, reason: LeftOut | None
) -> None:
    assert left_out(counting, others, FORMULAS[formula]) is reason
