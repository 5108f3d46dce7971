"""The fields of a ladder's form: what can be chosen, what was typed, and what is said under each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from games.core.registry import game_keys
from league.forms.ladder import FIELDS
from league.selectors.ladder_choices import rulesets_countable
from league.selectors.season_page import seasons_of_club
from league.views.ladder_words import rulesets_named
from league.views.table import game_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from league.forms.ladder import LadderSheet
    from league.models import Club

_SHORT = 8


@dataclass(frozen=True, slots=True)
class Box:
    """Something to tick."""

    value: str
    words: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A list of boxes. None ticked means all."""

    name: str
    label: str
    boxes: tuple[Box, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a formula."""

    name: str
    label: str
    value: str
    hint: str
    said: str
    whole: bool
    lines: bool


@dataclass(frozen=True, slots=True)
class FormulaGroup:
    """A formula with its fields."""

    key: str
    label: str
    note: str
    chosen: bool
    fields: tuple[Field, ...]


def ladder_fields(club: Club, sheet: LadderSheet, wrong: Mapping[str, str]) -> dict[str, Any]:
    """Return the lists to choose from and the formulas with their fields."""
    labels, notes = _formulas()
    groups = [
        FormulaGroup(key, labels[key], notes[key], key == sheet.formula, tuple(_fields(key, sheet, wrong)))
        for key in FIELDS
    ]
    return {"choices": _choices(club, sheet, wrong), "groups": groups, "wrong": wrong}


def _choices(club: Club, sheet: LadderSheet, wrong: Mapping[str, str]) -> list[Choice]:
    named = rulesets_named(rulesets_countable(club))
    seasons = {season.public_id: season.name for season in seasons_of_club(club_id=club.pk)}
    games = {key: game_name(key) for key in game_keys()}
    return [
        Choice(name, label, _boxes(known, chosen), wrong.get(name, ""))
        for name, label, known, chosen in (
            ("games", gettext("Games"), games, sheet.games),
            ("rulesets", gettext("Rulesets"), named, sheet.rulesets),
            ("seasons", gettext("Seasons"), seasons, sheet.seasons),
        )
    ]


def _boxes(known: Mapping[str, str], chosen: Iterable[str]) -> tuple[Box, ...]:
    """Return a box for everything known, and for what was chosen and isn't known (any more)."""
    ticked = dict.fromkeys(chosen)
    unknown = {value: value[:_SHORT] for value in ticked if value not in known}
    return tuple(Box(value, words, value in ticked) for value, words in {**known, **unknown}.items())


def _fields(key: str, sheet: LadderSheet, wrong: Mapping[str, str]) -> Iterable[Field]:
    labels, hints = _labels(), _hints()
    for name in FIELDS[key]:
        yield Field(
            name=name,
            label=labels[name],
            value=sheet.values.get(name, ""),
            hint=hints.get(name, ""),
            said=wrong.get(name, "") if key == sheet.formula else "",
            whole=name not in {"start", "scale", "k_steps"},
            lines=name == "by_seats",
        )


def _formulas() -> tuple[dict[str, str], dict[str, str]]:
    labels = {
        "standard": gettext("Elo, standard"),
        "steady": gettext("Elo, steady"),
        "elo": gettext("Elo with own values"),
        "openskill": gettext("OpenSkill"),
        "points": gettext("Season points"),
    }
    notes = {
        "standard": gettext("Newcomers move quickly: K 48 below 10 tables, 32 below 20, then 16."),
        "steady": gettext("K 16 for everybody: for games with much luck."),
        "elo": gettext("Every table is compared pair by pair."),
        "openskill": gettext("A mean and how sure it is; ranked is the mean less three deviations."),
        "points": gettext("Points for each place, added up; penalties and bonuses belong to them."),
    }
    return labels, notes


def _labels() -> dict[str, str]:
    return {
        "start": gettext("Rating at the start"),
        "scale": gettext("Scale"),
        "k_steps": gettext("Steps of K"),
        "k_final": gettext("K after the last step"),
        "mu": gettext("Mean at the start (mu)"),
        "sigma": gettext("Deviation at the start (sigma)"),
        "beta": gettext("Spread of one table (beta)"),
        "tau": gettext("Growth of the deviation (tau)"),
        "by_seats": gettext("Points by number of people"),
        "best": gettext("How many best tables count"),
        "min_tables": gettext("Least number of tables"),
    }


def _hints() -> dict[str, str]:
    return {
        "scale": gettext("With 400, 400 points more mean ten times as likely to be ahead."),
        "k_steps": gettext(
            "Tables and K, like 10:48, 20:32: K 48 below 10 tables, 32 below 20. Empty: no steps."
        ),
        "by_seats": gettext(
            "A line for each number of people, first place first, like 4: 10 6 3 1."
            " A number without a line gives 1 point for the last place and 1 more for each place above it."
        ),
        "best": gettext("Empty: all."),
        "min_tables": gettext("Whoever has fewer stands behind those who have enough."),
    }
