"""How the use of an ability is written down, and whether what was written down is that use.

Owns the form of a change. People may write a die that moved twice as two moves or as one, leave out
dice that stayed as they were, and pair replaced dice with new ones.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.danmaku.dice import Faces
    from games.danmaku.operations import Move

T = TypeVar("T")


class Stage(NamedTuple):
    """What happens up to a roll, and the roll: known moves, what rolled dice showed before and show now."""

    moves: tuple[Move, ...] = ()
    origins: tuple[int | None, ...] = ()
    rolled: Faces = ()


def move_order(move: Move) -> tuple[int, int]:
    """Return what moves are ordered by: faces, nothing last."""
    return move[0] or 9, move[1] or 9


def faces_first(face: int | None) -> int:
    """Return what faces are ordered by, new dice last."""
    return face or 9


def written(stages: Iterable[Stage]) -> tuple[Move, ...]:
    """Return the moves in the order of events; dice that stayed are left out unless they were rolled."""
    moves: list[Move] = []
    stayed: list[Move] = []
    for stage in stages:
        known = sorted(stage.moves, key=move_order)
        moves += [move for move in known if move[0] != move[1]]
        stayed += [move for move in known if move[0] == move[1]]
        if stage.rolled:
            moves += zip(sorted(stage.origins, key=faces_first), stage.rolled, strict=True)
    return tuple(moves or stayed[:1])


class _Told(NamedTuple):
    """Moves as they may be told: known ones, and dice whose roll can be paired in any way."""

    known: tuple[Move, ...] = ()
    origins: tuple[int | None, ...] = ()
    ends: tuple[int | None, ...] = ()


def account(stages: Iterable[Stage], change: Iterable[Move]) -> bool:
    """Tell whether a change is a way to write down these stages."""
    wanted = Counter(change)
    stages = tuple(stages)
    plain = _Told(
        tuple(move for stage in stages for move in stage.moves),
        tuple(origin for stage in stages for origin in stage.origins),
        tuple(face for stage in stages for face in stage.rolled),
    )
    if _fits(plain, wanted):
        return True
    tellings = {_Told()}
    for stage in stages:
        for move in stage.moves:
            tellings = {longer for told in tellings for longer in _with_move(told, move)}
        for origin in stage.origins:
            tellings = {longer for told in tellings for longer in _with_roll(told, origin)}
        tellings = {told._replace(ends=_sorted((*told.ends, *stage.rolled))) for told in tellings}
    return any(_fits(told, wanted) for told in tellings)


def _with_move(told: _Told, move: Move) -> Iterator[_Told]:
    """Tell one more known move: by itself, or as the way on of a die that has moved already."""
    before, after = move
    yield told._replace(known=_moves((*told.known, move)))
    if before is None:
        return
    if before in told.ends:
        yield told._replace(ends=_sorted((*_without(told.ends, before), after)))
    for first in {first for first in told.known if first[1] == before}:
        if first[0] is not None or after is not None:
            rest = _without(told.known, first)
            yield told._replace(known=_moves((*rest, (first[0], after))))


def _with_roll(told: _Told, origin: int | None) -> Iterator[_Told]:
    """Tell one more die that is rolled; where it lands is added with the roll."""
    yield told._replace(origins=_sorted((*told.origins, origin)))
    if origin is None:
        return
    if origin in told.ends:
        yield told._replace(ends=_without(told.ends, origin))
    for first in {first for first in told.known if first[1] == origin}:
        origins = _sorted((*told.origins, first[0]))
        yield told._replace(known=_without(told.known, first), origins=origins)


def _fits(told: _Told, wanted: Counter[Move]) -> bool:
    left = wanted.copy()
    origins, ends = Counter(told.origins), Counter(told.ends)
    for move in told.known:
        before, after = move
        if left[move]:
            left[move] -= 1
        elif after is None and origins[None]:  # a replaced die, paired with a new one
            origins[None] -= 1
            origins[before] += 1
        elif before != after:
            return False
    for (before, after), number in left.items():
        origins[before] -= number
        ends[after] -= number
    return min(origins.values(), default=0) >= 0 and min(ends.values(), default=0) >= 0 and +origins == +ends


def _moves(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return tuple(sorted(moves, key=move_order))


def _sorted(faces: tuple[int | None, ...]) -> tuple[int | None, ...]:
    return tuple(sorted(faces, key=faces_first))


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]
