"""Abilities: every way to use one, in the stages in which a player decides and dice fall.

Owns how actions are put together (at once, one after another, one or the other) and the stages.
Which dice an action takes is in `selectors`, what it does to them in `operations`, how a use that
was written down is recognised in `explain`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.danmaku.conditions import widest
from games.danmaku.dice import FACES, Counts, Faces, counts_of, faces_of, minus, multisets, number_of, plus
from games.danmaku.explain import Stage, account, written
from games.danmaku.operations import Move, Pick

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.danmaku.conditions import Condition
    from games.danmaku.operations import Operation
    from games.danmaku.selectors import Selector

Change: TypeAlias = tuple[Move, ...]
_CACHED: Final = 8192


class TooManyChoices(Exception):  # noqa: N818 - said of an ability
    """An ability offers more ways than anybody could look at."""


MOST_CHOICES: Final = 20_000


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
    for path in _walk(dice, Pick(), todo, rolled=rolled):
        found.append(path)
        if len(found) > MOST_CHOICES:
            raise TooManyChoices
    return tuple(found)


def _walk(dice: Counts, done: Pick, todo: tuple[Node, ...], *, rolled: bool) -> Iterator[Path]:
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
        yield from _walk(dice, done, rest, rolled=True)


def _begin(dice: Counts, done: Pick, node: Node, rest: tuple[Node, ...], *, rolled: bool) -> Iterator[Path]:
    """Do a part in every way it can be done."""
    if isinstance(node, Action | Together):
        yield from _act(dice, done, node, rest, rolled=rolled)
    elif node.guard is not None and not node.guard.meets(dice):
        return
    elif isinstance(node, Then):
        yield from _walk(dice, done, node.parts + rest, rolled=rolled)
    else:
        for part in node.parts:
            if not rolled or _can_act(dice, part):
                yield from _walk(dice, done, (part, *rest), rolled=rolled)


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
            yield from _walk(lying, Pick(moves), rest, rolled=rolled)
        else:
            yield Path(lying, Pick(moves), ())


def _can_act(dice: Counts, node: Node) -> bool:
    return next(_walk(dice, Pick(), (node,), rolled=False), None) is not None


class Choice(NamedTuple):
    """Where the use of an ability stands: finished (`fresh` = 0), or with dice that have to be rolled.

    `dice` are those that lie on the table now, without the ones to roll.
    """

    dice: Counts
    stages: tuple[Stage, ...]
    fresh: int
    rest: tuple[Node, ...]

    @property
    def change(self) -> Change:
        """What has happened so far, as a record writes it; a die that moves twice is written twice."""
        return written(self.stages)

    def then(self, rolled: Faces) -> tuple[Choice, ...]:
        """Return what can be chosen after the dice fell, never nothing; finished choices have no dice to roll."""
        if not self.fresh or len(rolled) != self.fresh:
            message = f"{self.fresh} dice have to be rolled, not {len(rolled)}"
            raise ValueError(message)
        *before, last = self.stages
        stages = (*before, last._replace(rolled=tuple(sorted(rolled))))
        dice = plus(self.dice, counts_of(rolled))
        return _distinct(paths(dice, self.rest, rolled=True), stages)


def _distinct(found: tuple[Path, ...], history: tuple[Stage, ...]) -> tuple[Choice, ...]:
    """Keep one decision of those that come to the same."""
    first: dict[tuple[Counts, int, tuple[Node, ...]], Path] = {}
    for path in found:
        first.setdefault((path.dice, len(path.pick.origins), path.rest), path)
    return tuple(_choice(path, history) for path in first.values())


def _choice(path: Path, history: tuple[Stage, ...]) -> Choice:
    stage = Stage(path.pick.moves, path.pick.origins)
    stages = (*history, stage) if any(path.pick) else history
    return Choice(path.dice, stages, len(path.pick.origins), path.rest)


@lru_cache(maxsize=_CACHED)
def _start(ability: Ability, counts: Counts) -> tuple[Choice, ...]:
    return () if ability.root is None else _distinct(paths(counts, (ability.root,), rolled=False), ())


@lru_cache(maxsize=_CACHED)
def _explain(ability: Ability, counts: Counts, change: Change) -> Counts | None:
    after = _after(counts, change)
    if after is None or ability.root is None:
        return None
    found = any(account(stages, change) for stages in _uses(counts, (ability.root,), (), after))
    return after if found else None


def _after(counts: Counts, change: Change) -> Counts | None:
    """Return what shows after some moves, None when there are no dice for them."""
    if not all(face is None or face in FACES for move in change for face in move):
        return None
    come = counts_of(after for _, after in change if after is not None)
    return minus(plus(counts, come), counts_of(before for before, _ in change if before is not None))


def _uses(
    dice: Counts, todo: tuple[Node, ...], history: tuple[Stage, ...], after: Counts
) -> Iterator[tuple[Stage, ...]]:
    """Yield every complete use, rolls included, that ends with some dice."""
    for path in paths(dice, todo, rolled=bool(history)):
        stage = Stage(path.pick.moves, path.pick.origins)
        if not stage.origins:
            if path.dice == after:
                yield (*history, stage)
        elif path.rest:
            for rolled in combinations_with_replacement(FACES, len(stage.origins)):
                lying = plus(path.dice, counts_of(rolled))
                yield from _uses(lying, path.rest, (*history, stage._replace(rolled=rolled)), after)
        else:
            rolled_counts = minus(after, path.dice)
            if rolled_counts is not None and number_of(rolled_counts) == len(stage.origins):
                yield (*history, stage._replace(rolled=faces_of(rolled_counts)))


def count_choices(ability: Ability, counts: Counts) -> int:
    """Return how many complete uses there are; raises `TooManyChoices` when nobody could look at them all."""
    total = 0
    for choice in ability.start(counts):
        total += comb(choice.fresh + 5, 5) if choice.rest else 1
        if total > MOST_CHOICES:
            raise TooManyChoices
    return total


@lru_cache(maxsize=1024)
def _may_be_blocked(ability: Ability, number: int) -> bool:
    grip = ability.grip
    if grip is None:
        return any(not ability.can_act(counts) for counts in multisets(number))
    looks = (
        counts_of(face for face, count in zip(FACES, look, strict=True) for _ in range(count))
        for look in product(range(grip + 1), repeat=len(FACES))
        if sum(look) == number or (sum(look) < number and grip in look)
    )
    return any(not ability.can_act(look) for look in looks)


@dataclass(frozen=True, eq=False)
class Ability:
    """What a captured subject can do, once per shot (DG-8) and once while editing (DG-19).

    `start_dice` is the one passive power of the language: so many more dice at the start of a roll.
    """

    root: Node | None
    start_dice: int = 0

    def start(self, counts: Counts) -> tuple[Choice, ...]:
        """Return every way to begin that makes a difference, in a fixed order; nothing when it can't act."""
        return _start(self, counts)

    def explains(self, counts: Counts, change: Change) -> Counts | None:
        """Return the dice after a change that one legal use makes of these dice, None if no use makes it."""
        return _explain(self, counts, change)

    @cached_property
    def dice_change(self) -> frozenset[int]:
        """By how much a use can change the number of dice."""
        return frozenset({0}) if self.root is None else self.root.dice_change()

    @cached_property
    def grip(self) -> int | None:
        """How many dice of one face are enough to look at: with more, uses and changes stay the same.

        None: every die counts. A die that leaves has to leave another one behind, so one more is looked at.
        """
        known = 1 if self.root is None else self.root.grip
        return None if known is None else max(1, known) + (min(self.dice_change) < 0)

    def can_act(self, counts: Counts) -> bool:
        """Tell whether there is any way to use it on these dice."""
        return (
            self.root is not None
            and next(_walk(counts, Pick(), (self.root,), rolled=False), None) is not None
        )

    def may_be_blocked(self, number: int) -> bool:
        """Tell whether so many dice can show something with which the ability can't act."""
        return _may_be_blocked(self, number)
