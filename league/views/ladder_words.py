"""What a ladder counts, its formula, its parameters and its last check, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language, gettext, ngettext

from league.forms.ladder import points_text
from league.forms.place import day_of
from league.ratings.formulas import FORMULAS
from league.ratings.parameters import OpenSkillParameters, Parameters, PointsParameters
from league.selectors.entry import ruleset_name
from league.templatetags import sekijun
from league.views.table import game_name, title_of_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from league.models import LadderCheck, LadderVersion, Season
    from league.selectors.ladder_choices import RulesetChoice

LEAST_TOLD = 2
_TABLE = re.compile(r"table ([0-9-]{10})/([0-9]+)/([0-9]+)\b", re.ASCII)
_SHORT = 8


def formula_words(version: LadderVersion) -> str:
    """Return the name of a version's formula."""
    return {
        "elo": gettext("Elo, pair by pair"),
        "openskill": gettext("OpenSkill (Plackett–Luce)"),
        "points": gettext("Season points"),
    }[version.formula]


def parameter_words(version: LadderVersion) -> list[str]:
    """Return a sentence for each thing that a version fixes about its formula."""
    match FORMULAS[version.formula].parse(version.parameters):
        case Parameters() as elo:
            return _elo(elo)
        case OpenSkillParameters() as skill:
            said = gettext("Mean {mu} with deviation {sigma} at first; beta {beta}, tau {tau}.")
            return [
                said.format(mu=skill.mu, sigma=skill.sigma, beta=skill.beta, tau=skill.tau),
                gettext("Ranked is the mean less three deviations."),
            ]
        case PointsParameters() as points:
            return _points(points)


def _elo(elo: Parameters) -> list[str]:
    start = gettext("Everybody starts at {start}; scale {scale}.")
    steps = [gettext("K {k} below {tables} tables").format(k=k, tables=below) for below, k in elo.k_steps]
    last = gettext("then {k}") if steps else gettext("K {k} always")
    return [
        start.format(start=points_text(elo.start), scale=points_text(elo.scale)),
        gettext(", ").join([*steps, last.format(k=elo.k_final)]) + gettext("."),
    ]


def _points(points: PointsParameters) -> list[str]:
    lines = [
        gettext("{seats} people: {points}").format(
            seats=seats, points=" · ".join(map(points_text, of_places))
        )
        for seats, of_places in points.by_seats
    ]
    usual = gettext("1 point for the last place and 1 more for each place above it")
    lines.append((gettext("Otherwise: {usual}") if lines else "{usual}").format(usual=usual))
    return [*lines, *which_tables_count(points)]


def which_tables_count(points: PointsParameters) -> list[str]:
    """Return in words which of somebody's tables make the points, and how many it takes."""
    said = gettext("All tables count.")
    if points.best is not None:
        best = ngettext("The best {count} table counts.", "The best {count} tables count.", points.best)
        said = best.format(count=points.best)
    if points.min_tables < LEAST_TOLD:
        return [said]
    least = gettext("Whoever has fewer than {count} tables stands behind those who have enough.")
    return [said, least.format(count=points.min_tables)]


def count_words(
    version: LadderVersion, *, rulesets: Mapping[str, RulesetChoice], seasons: Mapping[str, Season]
) -> list[tuple[str, str]]:
    """Return what a version counts as pairs of label and words; what isn't narrowed down says so."""
    named = [
        rulesets_named([rulesets[key]])[key] if key in rulesets else key[:_SHORT] for key in version.rulesets
    ]
    return [
        (gettext("Games"), _listed(map(game_name, version.games))),
        (gettext("Rulesets"), _listed(named)),
        (
            gettext("Seasons"),
            _listed(seasons[key].name if key in seasons else key for key in version.seasons),
        ),
    ]


def rulesets_named(choices: Iterable[RulesetChoice]) -> dict[str, str]:
    """Return what rulesets are called, by content hash; the version is told where there are several."""
    language = get_language() or "ja"
    return {
        one.content_hash: ruleset_name(one.game, one.key, language)
        + (gettext(", version {number}").format(number=one.version) if one.versions > 1 else "")
        for one in choices
    }


def check_words(check: LadderCheck | None, *, zone: str) -> str:
    """Return the last nightly check as a sentence; "" before the first."""
    if check is None:
        return ""
    said: dict[str, Any] = {"at": sekijun.club_time(check.checked_at, zone), "revision": check.revision}
    if not check.difference:
        return gettext("Nightly check: {at}, revision {revision}: equal to a rebuild.").format(**said)
    said["where"] = _where(check.difference)
    return gettext("Nightly check: {at}, revision {revision}: differs, first at {where}.").format(**said)


def _where(difference: str) -> str:
    """Return the place of a difference as people call it."""
    match = _TABLE.match(difference)
    day = day_of(match[1]) if match else None
    if match is None or day is None:
        return gettext("the standings")
    return f"{sekijun.club_day_long(day)} {title_of_place(int(match[2]), int(match[3]))}"


def _listed(names: Iterable[str]) -> str:
    return gettext(", ").join(names) or gettext("all")
