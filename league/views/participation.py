"""How somebody took part in a game, in words, and what that means for rating, season points and seat statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext

from games.core.participation import FORFEITED, FULL, LEFT, REPLACED
from league.ratings.formulas import FORMULAS
from league.ratings.parameters import ELO, POINTS
from league.ratings.rated import LeftOut
from league.selectors.table_breakdown import lines_left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from league.selectors.table_page import SheetLine


def participation_labels() -> dict[str, str]:
    """Return the words of the choice, the usual one first."""
    return {
        FULL: pgettext("participation", "to the end"),
        LEFT: pgettext("participation", "left early"),
        REPLACED: pgettext("participation", "replaced"),
        FORFEITED: pgettext("participation", "forfeited"),
    }


def participation_mark(participation: str) -> str:
    """Return what stands beside a name; empty for whoever played to the end."""
    return "" if participation == FULL else participation_labels().get(participation, participation)


def participation_effect(participation: str) -> str:
    """Return what the mark means for the person; empty for whoever played to the end."""
    if participation == FULL:
        return ""
    if participation == FORFEITED:
        return gettext("Not rated at this table. No season points.")
    return gettext("Not rated at this table. Season points by place.")


def table_effects(lines: Sequence[SheetLine]) -> Iterator[str]:
    """Yield what marked seats mean for the table as a whole."""
    if all(line.participation == FULL for line in lines):
        return
    if lines_left_out(lines, FORMULAS[ELO]) is LeftOut.TOO_FEW:
        if lines_left_out(lines, FORMULAS[POINTS]) is None:
            yield gettext(
                "Fewer than two people who count played to the end: this table isn't rated. Season points count it."
            )
        else:
            yield gettext(
                "Fewer than two people who count played to the end: this table gives no rating and no season points."
            )
    yield gettext("This table stays out of the seat statistics.")
