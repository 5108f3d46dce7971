"""How the actions of an ability are put together: at once, one after another, one or the other.

Owns every decision up to the next roll or the end. Which dice an action takes is in `selectors`, what
it does to them in `operations`, the stages between rolls in `abilities`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.danmaku.conditions import widest
from games.danmaku.dice import Counts, number_of
from games.danmaku.operations import Pick

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.danmaku.conditions import Condition
    from games.danmaku.operations import Operation
    from games.danmaku.selectors import Selector

MOST_CHOICES: Final = 20_000
_CACHED: Final = 8192


class TooManyChoices(Exception):  # noqa: N818 - said of an ability
    """An ability offers more ways than anybody could look at."""


def _grips(*looks: Condition | Selector | None) -> list[int | None]:
    return [look.grip for look in looks if look is not None]


def _total(parts: Sequence[Node]) -> int | None:
    numbers = [part.grip for part in parts]
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """Take dice and do one thing with them; without a selector the operation takes none."""

    operation: Operation
    selector: Selector | None = None
    guard: Condition | None = None

    def picks(self, free: Counts, seen: Counts) -> Iterator[Pick]:
        """Yield every way to act on dice that are still free; `seen` is what showed before."""
        if self.guard is not None and not self.guard.meets(seen):
            return
        if self.selector is None:
            yield from self.operation.picks((), seen, None)
            return
        for chosen, taken in self.selector.selections(free):
            yield from self.operation.picks(taken, seen, chosen)

    def dice_change(self) -> frozenset[int]:
        """Return by how much the number of dice can change."""
        if self.selector is None:
            return self.operation.dice_change((), 0)
        faces = self.selector.possible_faces()
        return frozenset().union(*(self.operation.dice_change(faces, n) for n in self.selector.sizes()))

    @property
    def grip(self) -> int | None:
        """How many dice of one face are enough to look at."""
        return widest([self.operation.grip, *_grips(self.guard, self.selector)])


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """Actions at once, each on dice of its own."""

    parts: tuple[Action, ...]
    guard: Condition | None = None

    def picks(self, free: Counts, seen: Counts) -> Iterator[Pick]:
        """Yield every way to do all of it."""
        if self.guard is None or self.guard.meets(seen):
            yield from self._rest(0, free, seen)

    def _rest(self, index: int, free: Counts, seen: Counts) -> Iterator[Pick]:
        if index == len(self.parts):
            yield Pick()
            return
        for pick in self.parts[index].picks(free, seen):
            left = _without(free, pick)
            for other in self._rest(index + 1, left, seen):
                yield Pick(pick.moves + other.moves, pick.origins + other.origins)

    @property
    def grip(self) -> int | None:
        """As many as all of them take."""
        return widest([_total(self.parts), *_grips(self.guard)])

    def dice_change(self) -> frozenset[int]:
        """Add up what the actions can change."""
        return _sums([part.dice_change() for part in self.parts])


@dataclass(frozen=True, slots=True, eq=False)
class Then:
    """One after another."""

    parts: tuple[Node, ...]
    guard: Condition | None = None

    @property
    def grip(self) -> int | None:
        """As many as all of them take."""
        return widest([_total(self.parts), *_grips(self.guard)])

    def dice_change(self) -> frozenset[int]:
        """Add up what the parts can change; after a roll a part may find nothing to act on."""
        first, *later = [part.dice_change() for part in self.parts]
        return _sums([first, *(change | {0} if _rolls_dice(self) else change for change in later)])


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """One of several, as the player likes."""

    parts: tuple[Node, ...]
    guard: Condition | None = None

    @property
    def grip(self) -> int | None:
        """As many as any of them takes."""
        return widest([*(part.grip for part in self.parts), *_grips(self.guard)])

    def dice_change(self) -> frozenset[int]:
        """Return what any of them can change."""
        return frozenset().union(*(part.dice_change() for part in self.parts))


Node: TypeAlias = Action | Together | Then | Either


def _rolls_dice(node: Node) -> bool:
    if isinstance(node, Action):
        return node.operation.rolls
    return any(_rolls_dice(part) for part in node.parts)


def _sums(changes: list[frozenset[int]]) -> frozenset[int]:
    total = frozenset({0})
    for change in changes:
        total = frozenset(one + other for one in total for other in change)
    return total


def _without(free: Counts, pick: Pick) -> Counts:
    """Return the dice that an action leaves for others."""
    left = list(free)
    for before, _ in pick.moves:
        if before is not None:
            left[before - 1] -= 1
    for origin in pick.origins:
        if origin is not None:
            left[origin - 1] -= 1
    one, two, three, four, five, six = left
    return one, two, three, four, five, six


def _lying(dice: Counts, pick: Pick) -> Counts:
    """Return the dice on the table after an action, without those to be rolled."""
    left = list(dice)
    for before, after in pick.moves:
        if before is not None:
            left[before - 1] -= 1
        if after is not None:
            left[after - 1] += 1
    for origin in pick.origins:
        if origin is not None:
            left[origin - 1] -= 1
    one, two, three, four, five, six = left
    return one, two, three, four, five, six


class Path(NamedTuple):
    """A decision without its history: the dice left lying, what was done, what is left to do."""

    dice: Counts
    pick: Pick
    rest: tuple[Node, ...]


@lru_cache(maxsize=_CACHED)
def paths(dice: Counts, todo: tuple[Node, ...], *, rolled: bool) -> tuple[Path, ...]:
    """Return every decision up to the next roll or the end, in a fixed order, several to one effect."""
    found: list[Path] = []
    for path in walk(dice, Pick(), todo, rolled=rolled):
        found.append(path)
        if len(found) > MOST_CHOICES:
            raise TooManyChoices
    return tuple(found)


def walk(dice: Counts, done: Pick, todo: tuple[Node, ...], *, rolled: bool) -> Iterator[Path]:
    """Go on with what is left; before a roll all of it has to be possible, afterwards what can be is done."""
    if not todo:
        yield Path(dice, done, ())
        return
    node, *others = todo
    rest = tuple(others)
    found = False
    for path in _begin(dice, done, node, rest, rolled=rolled):
        found = True
        yield path
    if rolled and not found:
        yield from walk(dice, done, rest, rolled=True)


def _begin(dice: Counts, done: Pick, node: Node, rest: tuple[Node, ...], *, rolled: bool) -> Iterator[Path]:
    """Do a part in every way it can be done."""
    if isinstance(node, Action | Together):
        yield from _act(dice, done, node, rest, rolled=rolled)
    elif node.guard is not None and not node.guard.meets(dice):
        return
    elif isinstance(node, Then):
        yield from walk(dice, done, node.parts + rest, rolled=rolled)
    else:
        for part in node.parts:
            if not rolled or _can_act(dice, part):
                yield from walk(dice, done, (part, *rest), rolled=rolled)


def _act(
    dice: Counts, done: Pick, node: Action | Together, rest: tuple[Node, ...], *, rolled: bool
) -> Iterator[Path]:
    for pick in node.picks(dice, dice):
        lying = _lying(dice, pick)
        moves = done.moves + pick.moves
        if pick.origins:
            yield Path(lying, Pick(moves, pick.origins), rest)
        elif not number_of(lying):
            continue  # a use that leaves no die isn't available
        elif rest:
            yield from walk(lying, Pick(moves), rest, rolled=rolled)
        else:
            yield Path(lying, Pick(moves), ())


def _can_act(dice: Counts, node: Node) -> bool:
    return next(walk(dice, Pick(), (node,), rolled=False), None) is not None
