"""Abilities: every way to use one, in the stages in which a player decides and dice fall.

Owns the stages and the recognition of a use that was written down. How actions are put together is in
`paths`, what a written use may look like in `explain`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, cycle, islice, product
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.danmaku.dice import FACES, Counts, Faces, counts_of, faces_of, minus, multisets, number_of, plus
from games.danmaku.explain import Stage, account, faces_first, move_order, written
from games.danmaku.operations import Move, Pick
from games.danmaku.paths import Either, Node, Path, Then, TooManyChoices, paths, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Change: TypeAlias = tuple[Move, ...]
_CACHED: Final = 8192
MOST_USES: Final = 20_000


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
        try:
            return self.after(rolled)
        except TooManyChoices:  # as in `_start`: what can't be looked at is passed over
            *before, last = self.stages
            stages = (*before, last._replace(rolled=tuple(sorted(rolled))))
            return (Choice(plus(self.dice, counts_of(rolled)), stages, 0, ()),)

    def after(self, rolled: Faces) -> tuple[Choice, ...]:
        """Return what can be chosen after the dice fell; raises `TooManyChoices`."""
        *before, last = self.stages
        stages = (*before, last._replace(rolled=tuple(sorted(rolled))))
        dice = plus(self.dice, counts_of(rolled))
        return _distinct(paths(dice, self.rest, rolled=True), self.rest, stages)


def _distinct(
    found: tuple[Path, ...], todo: tuple[Node, ...], history: tuple[Stage, ...]
) -> tuple[Choice, ...]:
    """Keep one decision of those that come to the same, in the order of docs/cards.md."""
    kept: dict[tuple[Counts, int, tuple[Node, ...]], Path] = {}
    for path in found:
        effect = path.dice, len(path.pick.origins), path.rest
        other = kept.get(effect)
        if other is None or _telling(path) < _telling(other):
            kept[effect] = path
    places = _places(todo)

    def place(path: Path) -> tuple[Faces, int, Faces]:
        most_low_faces = tuple(-count for count in path.dice)
        return most_low_faces, len(path.pick.origins), tuple(places[node] for node in path.rest)

    return tuple(_choice(path, history) for path in sorted(kept.values(), key=place))


def _telling(path: Path) -> tuple[int, list[tuple[int, int]], list[int]]:
    """Return how long it takes to tell a decision, and its pairs and the dice to roll to compare by."""
    told = [move_order(move) for move in written((Stage(path.pick.moves, path.pick.origins),))]
    return len(told), told, sorted(map(faces_first, path.pick.origins))


@lru_cache(maxsize=1024)
def _places(todo: tuple[Node, ...]) -> dict[Node, int]:
    """Number parts as they stand in the card."""
    found: list[Node] = []
    left = list(reversed(todo))
    while left:
        node = left.pop()
        found.append(node)
        if isinstance(node, Then | Either):
            left += reversed(node.parts)
    return {node: place for place, node in enumerate(found)}


def _choice(path: Path, history: tuple[Stage, ...]) -> Choice:
    stage = Stage(path.pick.moves, path.pick.origins)
    stages = (*history, stage) if any(path.pick) else history
    return Choice(path.dice, stages, len(path.pick.origins), path.rest)


@lru_cache(maxsize=_CACHED)
def _start(ability: Ability, counts: Counts) -> tuple[Choice, ...]:
    if ability.root is None:
        return ()
    todo = (ability.root,)
    try:
        return _distinct(paths(counts, todo, rolled=False), todo, ())
    except TooManyChoices:  # loading a set makes sure of the dice it knows; nobody could look at so many ways
        return ()


@lru_cache(maxsize=_CACHED)
def _explain(ability: Ability, counts: Counts, change: Change) -> Counts | None:
    after = _after(counts, change)
    if after is None or ability.root is None:
        return None
    try:
        found = any(account(stages, change) for stages in _uses(counts, (ability.root,), (), after))
    except TooManyChoices:
        found = False
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


def count_uses(ability: Ability, counts: Counts) -> int:
    """Return about how many complete uses there are; raises `TooManyChoices` when nobody could look at them all.

    After a roll that leaves something to do, dice as different as can be stand for every outcome.
    """
    if ability.root is None:
        return 0
    todo = (ability.root,)
    return _count(_distinct(paths(counts, todo, rolled=False), todo, ()))


def _count(choices: Iterable[Choice]) -> int:
    total = 0
    for choice in choices:
        number = 1
        if choice.fresh and choice.rest:
            rolled = tuple(sorted(islice(cycle(FACES), choice.fresh)))
            number = comb(choice.fresh + 5, 5) * _count(choice.after(rolled))
        total += number
        if total > MOST_USES:
            raise TooManyChoices
    return total


@lru_cache(maxsize=1024)
def _may_be_blocked(ability: Ability, number: int) -> bool:
    grip = ability.grip
    if grip is None or (grip + 1) ** len(FACES) > comb(number + 5, 5):
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
        """Return every way to begin that makes a difference, in the order of docs/cards.md.

        Nothing when it can't act.
        """
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
            self.root is not None and next(walk(counts, Pick(), (self.root,), rolled=False), None) is not None
        )

    def may_be_blocked(self, number: int) -> bool:
        """Tell whether so many dice can show something with which the ability can't act."""
        return _may_be_blocked(self, number)
