"""What a table did to ratings, for its page: a fold a ladder, a line a person, and why a ladder leaves it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from league.ratings.parameters import ELO, POINTS
from league.selectors.table_breakdown import table_breakdown
from league.templatetags.sekijun import rating_change, rating_rest, rating_whole
from league.views.breakdown import (
    change_shape,
    formula_note,
    how_pairs_count,
    ledger,
    place_words,
    points_change,
    points_number,
    unrated_words,
)
from league.views.imprint import imprint
from league.views.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from league.selectors.table_breakdown import LadderMoves, Mover
    from league.selectors.table_page import TablePage
    from league.views.access import Visit


@dataclass(frozen=True, slots=True)
class MoverRow:
    """One person: before, after and change as text, with what unfolds or is said beside it."""

    public_id: str
    name: str
    placement: int
    before: str
    after: str
    change: str
    shape: str
    ledger: SafeString
    said: str


@dataclass(frozen=True, slots=True)
class LadderSection:
    """One ladder that counts the table."""

    public_id: str
    name: str
    behind: int | None
    computed: Mapping[str, Any]
    rows: tuple[MoverRow, ...]
    notes: tuple[str, ...]


def moves_context(page: TablePage, seen_by: Visit) -> dict[str, Any]:
    """Return the sections of the ladders that count the table, and the sentences about those that don't."""
    table = page.table
    key = ("table moves", table.pk, table.lock_version, seen_by.pulse)
    found = remembered(key, lambda: table_breakdown(page=page))
    revision = seen_by.club.counter.revision
    return {
        "moves": [_section(moves, revision, zone=seen_by.club.timezone) for moves in found.rated],
        "unrated": [(ladders, unrated_words(reason)) for reason, ladders in found.unrated.items()],
    }


def _section(moves: LadderMoves, revision: int, *, zone: str) -> LadderSection:
    ladder = moves.ladder
    return LadderSection(
        public_id=ladder.public_id,
        name=ladder.name,
        behind=ladder.computed_revision if ladder.computed_revision < revision else None,
        computed=imprint(ladder, ladder.current_run, zone=zone),
        rows=tuple(_row(mover, points=moves.formula == POINTS) for mover in moves.movers),
        notes=tuple(_notes(moves)),
    )


def _row(mover: Mover, *, points: bool) -> MoverRow:
    change = mover.after - mover.before
    return MoverRow(
        public_id=mover.public_id,
        name=mover.name,
        placement=mover.placement,
        before=points_number(mover.before) if points else _rating(mover.before),
        after=points_number(mover.after) if points else _rating(mover.after),
        change=points_change(change) if points else rating_change(change),
        shape=change_shape(change),
        ledger=ledger(mover.pairs) if mover.pairs else SafeString(""),
        said=place_words(mover.earned, mover.placement) if mover.earned else "",
    )


def _rating(value: int) -> str:
    return rating_whole(value) + rating_rest(value)


def _notes(moves: LadderMoves) -> Iterator[str]:
    pairs = [pair for mover in moves.movers for pair in mover.pairs]
    if moves.formula == ELO and pairs:
        yield how_pairs_count(pairs, len(moves.movers) + moves.unseen - 1)
        yield gettext("What one person gains from another, the other loses.")
    if note := formula_note(moves.formula):
        yield note
    if moves.unseen:
        yield ngettext(
            "{count} person isn't shown here.", "{count} people aren't shown here.", moves.unseen
        ).format(count=moves.unseen)
