"""How somebody took part in a game, in words, and what that means for rating, season points and seat statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext

from games.core.participation import FORFEITED, FULL, LEFT, REPLACED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from league.selectors.table_page import SheetLine

_LEAST_RATED = 2


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
    counted = sum(line.participation == FULL and not line.guest for line in lines)
    if counted < _LEAST_RATED:
        yield gettext("Fewer than two people who count played to the end: this table isn't rated.")
    yield gettext("This table stays out of the seat statistics.")
