"""The parameters of each formula and the built-in presets. Values only; what is done with them is in the folds.

Ratings and points are in thousandths everywhere. A parameter out of its bounds would make a ladder that nobody can
read, or numbers that no column holds: `from_json` refuses it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping

ELO, OPENSKILL, POINTS = "elo", "openskill", "points"

MOST_K, MOST_START, MOST_SCALE = 400, 100_000_000, 10_000_000
MOST_BETA, MOST_MEAN, MOST_DEVIATION = (
    2_000,
    100,
    50,
)  # the latter in betas: the library takes exp(mean / beta)
MOST_SEATS, MOST_POINTS, MOST_TABLES = 20, 100_000, 1_000


class BadParametersError(ValueError):
    """Parameters that no ladder can have; the message is for developers, `name` names the one at fault."""

    def __init__(self, name: str, message: str) -> None:
        """Note which parameter it is."""
        super().__init__(f"{name}: {message}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a ladder version fixes about Elo (DESIGN §6).

    `k_steps` holds (below, k) pairs in rising order: a player with fewer than `below` rated tables has that k;
    everyone else has `k_final`.
    """

    start: int = 1_500_000
    scale: int = 400_000
    k_steps: tuple[tuple[int, int], ...] = ()
    k_final: int = 16

    def k(self, tables: int) -> int:
        """Return the k of a player who has played `tables` rated tables before."""
        for below, k in self.k_steps:
            if tables < below:
                return k
        return self.k_final

    def as_json(self) -> dict[str, Any]:
        """Return plain values for a JSON column; `from_json` reads them back."""
        return {
            "start": self.start,
            "scale": self.scale,
            "k_steps": [list(step) for step in self.k_steps],
            "k_final": self.k_final,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the parameters that `as_json` wrote.

        Raises:
            BadParametersError: a value is out of its bounds.
        """
        steps = tuple((int(below), int(k)) for below, k in value["k_steps"])
        _between("start", value["start"], 0, MOST_START)
        _between("scale", value["scale"], 1_000, MOST_SCALE)
        _between("k_final", value["k_final"], 1, MOST_K)
        for below, k in steps:
            _between("k_steps", below, 1, MOST_TABLES)
            _between("k_steps", k, 1, MOST_K)
        if [below for below, _ in steps] != sorted({below for below, _ in steps}):
            raise BadParametersError("k_steps", "numbers of tables must rise")
        return cls(int(value["start"]), int(value["scale"]), steps, int(value["k_final"]))

    def counted(self, tables: int) -> int:
        """Return how many of a player's tables make the rating."""
        return tables

    def qualified(self, tables: int) -> bool:
        """Say whether so many tables are enough for a rank before those who have too few."""
        return tables >= 0


@dataclass(frozen=True, slots=True)
class OpenSkillParameters:
    """What a ladder version fixes about OpenSkill's Plackett-Luce model, in points.

    The library's own values times 60, which makes 1500 of its mean of 25. What is ranked is the mean less three
    deviations, so everybody begins at 0.
    """

    mu: int = 1500
    sigma: int = 500
    beta: int = 250
    tau: int = 5
    start: int = field(default=0, init=False)

    def as_json(self) -> dict[str, Any]:
        """Return plain values for a JSON column; `from_json` reads them back."""
        return {"mu": self.mu, "sigma": self.sigma, "beta": self.beta, "tau": self.tau}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the parameters that `as_json` wrote.

        Raises:
            BadParametersError: a value is out of its bounds.
        """
        _between("beta", value["beta"], 1, MOST_BETA)
        _between("mu", value["mu"], 0, MOST_MEAN * value["beta"])
        _between("sigma", value["sigma"], 1, MOST_DEVIATION * value["beta"])
        _between("tau", value["tau"], 0, value["sigma"])
        return cls(*(int(value[name]) for name in ("mu", "sigma", "beta", "tau")))

    def counted(self, tables: int) -> int:
        """Return how many of a player's tables make the rating."""
        return tables

    def qualified(self, tables: int) -> bool:
        """Say whether so many tables are enough for a rank before those who have too few."""
        return tables >= 0


@dataclass(frozen=True, slots=True)
class PointsParameters:
    """What a ladder version fixes about season points.

    `by_seats` holds, by the number of people at the table, the points of each place in thousandths, first place first;
    a number that isn't named gives one point for the last place and one more for each place above it. `best` tables
    count (None: all of them); who has fewer than `min_tables` stands behind everybody who has enough.
    """

    by_seats: tuple[tuple[int, tuple[int, ...]], ...] = ()
    best: int | None = None
    min_tables: int = 0
    start: int = field(default=0, init=False)

    def of_places(self, seats: int) -> tuple[int, ...]:
        """Return the points of each place at a table of so many people."""
        for number, points in self.by_seats:
            if number == seats:
                return points
        return tuple(1000 * place for place in range(seats, 0, -1))

    def as_json(self) -> dict[str, Any]:
        """Return plain values for a JSON column; `from_json` reads them back."""
        return {
            "by_seats": {str(seats): list(points) for seats, points in self.by_seats},
            "best": self.best,
            "min_tables": self.min_tables,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the parameters that `as_json` wrote.

        Raises:
            BadParametersError: a value is out of its bounds, or a list has another length than its table.
        """
        by_seats = sorted(
            (int(seats), tuple(map(int, points))) for seats, points in value["by_seats"].items()
        )
        for seats, points in by_seats:
            _between("by_seats", seats, 2, MOST_SEATS)
            if len(points) != seats:
                raise BadParametersError("by_seats", f"{seats} people need {seats} numbers")
            for point in points:
                _between("by_seats", point, -MOST_POINTS, MOST_POINTS)
        if value["best"] is not None:
            _between("best", value["best"], 1, MOST_TABLES)
        _between("min_tables", value["min_tables"], 0, MOST_TABLES)
        best = None if value["best"] is None else int(value["best"])
        return cls(tuple(by_seats), best, int(value["min_tables"]))

    def counted(self, tables: int) -> int:
        """Return how many of a player's tables make the points."""
        return tables if self.best is None else min(tables, self.best)

    def qualified(self, tables: int) -> bool:
        """Say whether so many tables are enough for a rank before those who have too few."""
        return tables >= self.min_tables


AnyParameters = Parameters | OpenSkillParameters | PointsParameters

PRESETS: Mapping[str, Parameters] = {
    "standard": Parameters(k_steps=((10, 48), (20, 32)), k_final=16),
    "steady": Parameters(k_final=16),
}


def _between(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadParametersError(name, f"not a whole number from {least} to {most}")
