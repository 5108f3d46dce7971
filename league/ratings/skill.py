"""The fold by OpenSkill's Plackett-Luce model, which comes from the library of that name.

Its ratings are pairs of floats that live as long as one fold: it always begins at the first table. What is kept is the
mean less three deviations, in thousandths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.ratings.columns import PointColumns

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

    from league.ratings.columns import StateColumns, TableColumns
    from league.ratings.parameters import OpenSkillParameters

DEVIATIONS = 3


def fold_skill(tables: TableColumns, states: StateColumns, parameters: OpenSkillParameters) -> PointColumns:
    """Rate all tables from the very first, and leave `states` as they are after the last. No two share a place."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only who folds this way waits for it

    model = PlackettLuce(mu=parameters.mu, sigma=parameters.sigma, beta=parameters.beta, tau=parameters.tau)
    skills: dict[int, PlackettLuceRating] = {}
    points = PointColumns()
    for table in range(len(tables)):
        lines = slice(tables.offsets[table], tables.offsets[table + 1])
        players = tables.players[lines]
        before = [skills.get(player) or model.rating() for player in players]
        # In the order of places, whatever the order of lines: floats are added up in the order of the teams.
        order = sorted(range(len(players)), key=tables.placements[lines].__getitem__)
        rated = model.rate([[before[line]] for line in order], ranks=list(range(len(order))))
        for line, (after,) in zip(order, rated, strict=True):
            skills[players[line]] = after
        for player, skill in zip(players, before, strict=True):
            points.before.append(shown(skill))
            points.after.append(shown(skills[player]))
            points.tables_before.append(states.tables[player])
            points.expected.append(0)
            points.actual.append(0)
            states.ratings[player] = points.after[-1]
            states.tables[player] += 1
    return points


def shown(skill: PlackettLuceRating) -> int:
    """Return the rating that is ranked, in thousandths."""
    return round((skill.mu - DEVIATIONS * skill.sigma) * 1000)
