"""The parameters of the rating formula and the built-in presets. Values only; the formula is in elo.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

FORMULA = "elo"


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a ladder version fixes about its formula.

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
        """Return the parameters that `as_json` wrote."""
        return cls(
            start=int(value["start"]),
            scale=int(value["scale"]),
            k_steps=tuple((int(below), int(k)) for below, k in value["k_steps"]),
            k_final=int(value["k_final"]),
        )


PRESETS: Mapping[str, Parameters] = {
    "standard": Parameters(k_steps=((10, 48), (20, 32)), k_final=16),
    "steady": Parameters(k_final=16),
}
