"""The formulas a ladder can have: what of a table each looks at, where its fold may begin, and the fold itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from league.ratings import compiled, fold
from league.ratings.parameters import (
    ELO,
    OPENSKILL,
    POINTS,
    AnyParameters,
    OpenSkillParameters,
    Parameters,
    PointsParameters,
)
from league.ratings.points import fold_points
from league.ratings.skill import fold_skill

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from league.ratings.columns import PointColumns, StateColumns, TableColumns

COMPILED_FROM: Final = 50_000
"""So many tables are worth the seconds that compiling takes."""


@dataclass(frozen=True, slots=True)
class Formula:
    """One way to rank people.

    `code` names formula, its version here and that of a library it stands on: a run that another code computed is
    computed anew. `resumable`: the fold may begin behind any table, from each player's last point. `whole_tables`: it
    looks at everybody who sat there and takes tables with a single counting player. `strict`: tables on which counting
    players share a place are left out. `adjusted`: penalties and bonuses belong to what is ranked.
    """

    name: str
    code: str
    parse: Callable[[Mapping[str, Any]], AnyParameters]
    run: Callable[[TableColumns, StateColumns, Any], PointColumns]
    resumable: bool = False
    whole_tables: bool = False
    strict: bool = False
    adjusted: bool = False


def fold_elo(tables: TableColumns, states: StateColumns, parameters: Parameters) -> PointColumns:
    """Fold by Elo, compiled where that pays."""
    fold_columns = compiled.fold_columns if len(tables) > COMPILED_FROM else fold.fold_columns
    return fold_columns(tables, states, parameters)


FORMULAS: Final[Mapping[str, Formula]] = {
    formula.name: formula
    for formula in (
        Formula(ELO, "elo-2", Parameters.from_json, fold_elo, resumable=True),
        Formula(OPENSKILL, "openskill-6.2.0-1", OpenSkillParameters.from_json, fold_skill, strict=True),
        Formula(
            POINTS, "points-1", PointsParameters.from_json, fold_points, whole_tables=True, adjusted=True
        ),
    )
}


def formula_of(parameters: AnyParameters) -> str:
    """Return the name of the formula that parameters belong to."""
    match parameters:
        case Parameters():
            return ELO
        case OpenSkillParameters():
            return OPENSKILL
        case PointsParameters():
            return POINTS
