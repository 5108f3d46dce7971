"""What an ability does to the dice it took: the operations of the card language.

Owns the outcomes of one operation. A choice that would leave the faces 1..6 isn't available unless
the card says that the die stops there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby, product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.danmaku.dice import FACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.danmaku.dice import Counts, Faces

Move: TypeAlias = tuple[int | None, int | None]
"""One die from a face to a face; None: it wasn't there before, or isn't afterwards."""


class Pick(NamedTuple):
    """One way to act: moves that are known, and the dice to roll by what they showed (None: a new die)."""

    moves: tuple[Move, ...] = ()
    origins: tuple[int | None, ...] = ()


class Operation(ABC):
    """Something that can be done with selected dice."""

    __slots__ = ()

    @property
    def rolls(self) -> bool:
        """Whether dice have to be rolled."""
        return False

    @property
    def grip(self) -> int | None:
        """How many dice of one face are enough to look at; None: every die counts."""
        return 1

    @abstractmethod
    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:
        """Yield every way to do it; `seen` is what showed before the ability acted."""

    @abstractmethod
    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:
        """Return by how much the number of dice can change when so many with such faces are taken."""


_SAME: Final = frozenset({0})


@dataclass(frozen=True, slots=True, eq=False)
class Reroll(Operation):
    """Roll the dice again."""

    @property
    def rolls(self) -> bool:
        """They are rolled."""
        return True

    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:  # noqa: ARG002
        """Everything is left to chance."""
        yield Pick(origins=taken)

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:  # noqa: ARG002
        """The number stays."""
        return _SAME


@dataclass(frozen=True, slots=True, eq=False)
class Replace(Operation):
    """Put the dice away and roll some new ones; `fresh` = 0 only removes."""

    fresh: int

    @property
    def rolls(self) -> bool:
        """Whether new dice come."""
        return self.fresh > 0

    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:  # noqa: ARG002
        """The dice leave, the new ones are left to chance."""
        yield Pick(tuple((face, None) for face in taken), (None,) * self.fresh)

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:  # noqa: ARG002
        """Those that come less those that leave."""
        return frozenset({self.fresh - size})


@dataclass(frozen=True, slots=True, eq=False)
class AddFresh(Operation):
    """Roll new dice and add them."""

    number: int

    @property
    def grip(self) -> int | None:
        """It looks at no die."""
        return 0

    @property
    def rolls(self) -> bool:
        """New dice are rolled."""
        return True

    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:  # noqa: ARG002
        """The new dice are left to chance."""
        yield Pick(origins=(None,) * self.number)

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:  # noqa: ARG002
        """Those that come."""
        return frozenset({self.number})


Targets: TypeAlias = "Callable[[int, Counts, int | None], Faces]"


def showing(counts: Counts) -> Faces:
    """Return the faces that show, lowest first."""
    return tuple(face for face in FACES if counts[face - 1])


WORDS: Final[dict[str, Targets]] = {
    "any": lambda _die, _seen, _chosen: FACES,
    "lower": lambda die, _seen, _chosen: FACES[: die - 1],
    "higher": lambda die, _seen, _chosen: FACES[die:],
    "showing": lambda _die, seen, _chosen: showing(seen),
    "lowest": lambda _die, seen, _chosen: showing(seen)[:1],
    "highest": lambda _die, seen, _chosen: showing(seen)[-1:],
    "most": lambda _die, seen, _chosen: tuple(f for f in FACES if seen[f - 1] == max(seen)),
    "unique": lambda _die, seen, _chosen: tuple(f for f in FACES if seen[f - 1] == 1),
    "chosen": lambda _die, _seen, chosen: () if chosen is None else (chosen,),
}


# Words for which it counts how many dice show a face.
_GRIPS: Final[dict[str, int | None]] = {"most": None, "unique": 2}


def _grip_of(faces: Faces | str) -> int | None:
    return _GRIPS.get(faces, 1) if isinstance(faces, str) else 1


@dataclass(frozen=True, slots=True, eq=False)
class AddShowing(Operation):
    """Add a die that shows one of some faces, without rolling it."""

    faces: Faces | str

    @property
    def grip(self) -> int | None:
        """As the word needs."""
        return _grip_of(self.faces)

    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:  # noqa: ARG002
        """One way for each face."""
        faces = WORDS[self.faces](0, seen, chosen) if isinstance(self.faces, str) else self.faces
        yield from (Pick(((None, face),)) for face in faces)

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:  # noqa: ARG002
        """One die comes."""
        return frozenset({1})


class EachDie(Operation):
    """Something that happens to every die by itself; no way for one die means no way at all."""

    __slots__ = ()

    @abstractmethod
    def after(self, die: int, seen: Counts, chosen: int | None) -> tuple[int | None, ...]:
        """Return what the die can show afterwards (None: it leaves)."""

    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:
        """Combine what can become of each die; equal dice can't be told apart."""
        ways = [
            [
                tuple((die, face) for face in faces)
                for faces in combinations_with_replacement(self.after(die, seen, chosen), len(list(equal)))
            ]
            for die, equal in groupby(taken)
        ]
        for way in product(*ways):
            yield Pick(tuple(move for moves in way for move in moves))

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:  # noqa: ARG002
        """The number stays."""
        return _SAME


@dataclass(frozen=True, slots=True, eq=False)
class SetTo(EachDie):
    """Turn each die to one of some faces, or to a face named by a word."""

    faces: Faces | str

    @property
    def grip(self) -> int | None:
        """As the word needs."""
        return _grip_of(self.faces)

    def after(self, die: int, seen: Counts, chosen: int | None) -> tuple[int | None, ...]:
        """Return the faces."""
        return WORDS[self.faces](die, seen, chosen) if isinstance(self.faces, str) else self.faces


@dataclass(frozen=True, slots=True, eq=False)
class SetSame(Operation):
    """Turn all the dice to one and the same face: any, or any of those named by a word."""

    faces: str = "any"

    @property
    def grip(self) -> int | None:
        """As the word needs."""
        return _grip_of(self.faces)

    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:
        """One way for each face."""
        faces = WORDS[self.faces](0, seen, chosen)
        yield from (Pick(tuple((die, face) for die in taken)) for face in faces)

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:  # noqa: ARG002
        """The number stays."""
        return _SAME


@dataclass(frozen=True, slots=True, eq=False)
class Shift(EachDie):
    """Turn each die up or down by one of some steps; `stops` = at 1 and at 6."""

    steps: tuple[int, ...]
    stops: bool = False

    def after(self, die: int, seen: Counts, chosen: int | None) -> tuple[int | None, ...]:  # noqa: ARG002
        """Return the faces within 1..6."""
        reached = {die + step for step in self.steps}
        if self.stops:
            reached = {min(max(face, FACES[0]), FACES[-1]) for face in reached}
        return tuple(sorted(reached & set(FACES)))


@dataclass(frozen=True, slots=True, eq=False)
class Flip(EachDie):
    """Turn each die over: x becomes 7 - x."""

    def after(self, die: int, seen: Counts, chosen: int | None) -> tuple[int | None, ...]:  # noqa: ARG002
        """Return the face below."""
        return (len(FACES) + 1 - die,)


@dataclass(frozen=True, slots=True, eq=False)
class Halve(EachDie):
    """Halve each die rounding down; a 1 leaves."""

    def after(self, die: int, seen: Counts, chosen: int | None) -> tuple[int | None, ...]:  # noqa: ARG002
        """Return half of it."""
        return (die // 2 or None,)

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:
        """Every 1 leaves."""
        if 1 not in faces:
            return _SAME
        return frozenset({-size}) if faces == (1,) else frozenset(range(-size, 1))


@dataclass(frozen=True, slots=True, eq=False)
class MovePips(Operation):
    """Take pips off one die and put them on another, at most so many."""

    most: int

    def picks(self, taken: Faces, seen: Counts, chosen: int | None) -> Iterator[Pick]:  # noqa: ARG002
        """Try every number of pips in both directions."""
        one, other = taken
        for giver, taker in dict.fromkeys([(one, other), (other, one)]):
            for number in range(1, min(self.most, giver - FACES[0], FACES[-1] - taker) + 1):
                yield Pick(((giver, giver - number), (taker, taker + number)))

    def dice_change(self, faces: Faces, size: int) -> frozenset[int]:  # noqa: ARG002
        """The number stays."""
        return _SAME
