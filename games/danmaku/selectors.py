"""Which dice an ability takes: the selectors of the card language.

Owns the choices of dice, never what happens to them. Equal dice can't be told apart, so a selection
is a sorted tuple of faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from games.danmaku.dice import FACES, MOST_DICE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.danmaku.dice import Counts, Faces


class Chosen(StrEnum):
    """Faces that depend on a face (or a parity) which the player chooses first."""

    FACE = "chosen"
    NEAR = "near chosen"
    PARITY = "chosen parity"


ODD: Final[Faces] = (1, 3, 5)
EVEN: Final[Faces] = (2, 4, 6)


@dataclass(frozen=True, slots=True, eq=False)
class Selector:
    """From `low` to `high` dice with some faces; `every` takes all of them there are, at least one."""

    faces: Faces | Chosen = FACES
    low: int = 1
    high: int = 1
    every: bool = False
    equal: bool = False
    different: bool = False

    def selections(self, free: Counts) -> Iterator[tuple[int | None, Faces]]:
        """Yield the chosen face (None where none is chosen) and the faces of the dice taken."""
        for chosen, faces in self._masks():
            held = [(face, free[face - 1]) for face in faces if free[face - 1]]
            if self.every:
                taken = tuple(face for face, count in held for _ in range(count))
                if taken:
                    yield chosen, taken
                continue
            for size in range(self.low, self.high + 1):
                for taken in self._taken(held, size):
                    yield chosen, taken

    @property
    def grip(self) -> int | None:
        """How many dice of one face are enough to look at; None: all of them are taken."""
        if self.every:
            return None
        return 1 if self.different else self.high

    def sizes(self) -> range:
        """Return how many dice can be taken."""
        return range(1, MOST_DICE + 1) if self.every else range(self.low, self.high + 1)

    def possible_faces(self) -> Faces:
        """Return the faces that can be taken, whatever is chosen."""
        return FACES if isinstance(self.faces, Chosen) else self.faces

    def _masks(self) -> Iterator[tuple[int | None, Faces]]:
        if self.faces is Chosen.PARITY:
            yield from ((None, ODD), (None, EVEN))
        elif self.faces is Chosen.FACE:
            yield from ((face, (face,)) for face in FACES)
        elif self.faces is Chosen.NEAR:
            yield from ((face, tuple(x for x in FACES if abs(x - face) <= 1)) for face in FACES)
        else:
            yield None, tuple(self.faces)

    def _taken(self, held: Sequence[tuple[int, int]], size: int) -> Iterator[Faces]:
        if self.equal:
            yield from ((face,) * size for face, count in held if count >= size)
        else:
            yield from _parts(held, size, 1 if self.different else size)


def _parts(held: Sequence[tuple[int, int]], size: int, most: int) -> Iterator[Faces]:
    """Yield every way to take so many dice, at most `most` of one face."""
    if size == 0:
        yield ()
        return
    if sum(min(count, most) for _, count in held) < size:
        return
    (face, count), *others = held
    for number in range(min(count, size, most), -1, -1):
        for rest in _parts(others, size - number, most):
            yield (face,) * number + rest
