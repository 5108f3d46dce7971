"""Shooting conditions: what the final dice must show (DG-9), and how likely plain dice do.

Owns the meaning of each word of the card language for conditions; how they are written is in
`card_language`. A condition looks at all dice together and never at their order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from games.danmaku.dice import FACES, Counts, number_of, pips, rolls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.danmaku.dice import Faces

NO_LIMIT: Final = 10**6


def widest(grips: Iterable[int | None]) -> int | None:
    """Return the largest of some grips; None, which is without end, if there is one."""
    known = list(grips)
    numbers = [grip for grip in known if grip is not None]
    return max(numbers, default=0) if len(numbers) == len(known) else None


class Condition(ABC):
    """Something that dice meet or don't."""

    __slots__ = ()

    @abstractmethod
    def meets(self, counts: Counts) -> bool:
        """Tell whether these dice, all of them, meet the condition."""

    @property
    @abstractmethod
    def grip(self) -> int | None:
        """How many dice of one face are enough to look at: more change nothing. None: every die counts."""

    def ways(self, number: int) -> int:
        """Return how many of the 6^n ordered outcomes of plain dice meet the condition."""
        return sum(weight for counts, weight in rolls(number) if self.meets(counts))

    def chance(self, number: int) -> Fraction:
        """Return the exact chance that so many plain dice meet the condition."""
        return Fraction(self.ways(number), len(FACES) ** number)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number from `low` to `high`."""

    low: int
    high: int = NO_LIMIT

    def fits(self, number: int) -> bool:
        """Tell whether a number lies within."""
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Sum(Condition):
    """The sum of all dice."""

    bounds: Bounds

    @property
    def grip(self) -> int | None:
        """Every die counts."""
        return None

    def meets(self, counts: Counts) -> bool:
        """Add the dice up."""
        return self.bounds.fits(pips(counts))


@dataclass(frozen=True, slots=True)
class Among(Condition):
    """How many dice show one of some faces."""

    faces: Faces
    bounds: Bounds

    @property
    def grip(self) -> int | None:
        """Up to the first number that decides."""
        return max(self.bounds.low, 0 if self.bounds.high == NO_LIMIT else self.bounds.high + 1)

    def meets(self, counts: Counts) -> bool:
        """Count the dice with these faces."""
        return self.bounds.fits(sum(counts[face - 1] for face in self.faces))


@dataclass(frozen=True, slots=True)
class Only(Condition):
    """Every die shows one of some faces."""

    faces: Faces

    @property
    def grip(self) -> int | None:
        """Which faces show."""
        return 1

    def meets(self, counts: Counts) -> bool:
        """Look for a die that shows another face."""
        return sum(counts[face - 1] for face in self.faces) == number_of(counts)


@dataclass(frozen=True, slots=True)
class Distinct(Condition):
    """How many different faces show."""

    bounds: Bounds

    @property
    def grip(self) -> int | None:
        """Which faces show."""
        return 1

    def meets(self, counts: Counts) -> bool:
        """Count the faces that show."""
        return self.bounds.fits(sum(1 for count in counts if count))


@dataclass(frozen=True, slots=True)
class OfAKind(Condition):
    """At least so many dice are equal."""

    number: int

    @property
    def grip(self) -> int | None:
        """As many as have to be equal."""
        return self.number

    def meets(self, counts: Counts) -> bool:
        """Look at the face that shows most."""
        return max(counts) >= self.number


@dataclass(frozen=True, slots=True)
class AllDifferent(Condition):
    """No two dice are equal."""

    @property
    def grip(self) -> int | None:
        """Whether a face shows twice."""
        return 2

    def meets(self, counts: Counts) -> bool:
        """Look at the face that shows most."""
        return max(counts) <= 1


@dataclass(frozen=True, slots=True)
class Groups(Condition):
    """Groups of equal dice, each of another face: 3 + 2 is a full house, 2 + 2 are two pairs."""

    sizes: tuple[int, ...]

    @property
    def grip(self) -> int | None:
        """As many as have to be equal."""
        return max(self.sizes)

    def meets(self, counts: Counts) -> bool:
        """Put the largest group on the most frequent face, and so on down."""
        if len(self.sizes) > len(FACES):
            return False
        largest = sorted(self.sizes, reverse=True)
        return all(count >= size for count, size in zip(sorted(counts, reverse=True), largest, strict=False))


@dataclass(frozen=True, slots=True)
class Straight(Condition):
    """So many faces in a row show."""

    length: int

    @property
    def grip(self) -> int | None:
        """Which faces show."""
        return 1

    def meets(self, counts: Counts) -> bool:
        """Look for the longest row of faces."""
        row = 0
        for count in counts:
            row = row + 1 if count else 0
            if row >= self.length:
                return True
        return False


@dataclass(frozen=True, slots=True)
class AllOf(Condition):
    """Every one of some conditions is met."""

    parts: tuple[Condition, ...]

    @property
    def grip(self) -> int | None:
        """The most that any of them looks at."""
        return widest(part.grip for part in self.parts)

    def meets(self, counts: Counts) -> bool:
        """Ask all of them."""
        return all(part.meets(counts) for part in self.parts)


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    """At least one of some conditions is met."""

    parts: tuple[Condition, ...]

    @property
    def grip(self) -> int | None:
        """The most that any of them looks at."""
        return widest(part.grip for part in self.parts)

    def meets(self, counts: Counts) -> bool:
        """Ask until one is."""
        return any(part.meets(counts) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """A condition isn't met."""

    part: Condition

    @property
    def grip(self) -> int | None:
        """As many as the part looks at."""
        return self.part.grip

    def meets(self, counts: Counts) -> bool:
        """Turn the answer round."""
        return not self.part.meets(counts)
