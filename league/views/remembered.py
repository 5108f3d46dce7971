"""What a process remembers of pages it has made: the expensive parts, by everything that decides them.

A run never changes once it is published, and every change of a fact raises its club's revision: what is remembered
under both can't be out of date. The oldest entries make way; nothing here is ever needed, only quicker.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")
MOST_ENTRIES = 64

_kept: OrderedDict[Hashable, object] = OrderedDict()
_lock = Lock()


def remembered(key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
    """Return what was made for this key before, else make it; None is not remembered."""
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]  # type: ignore[return-value]
    made = make()
    if made is not None:
        with _lock:
            _kept[key] = made
            while len(_kept) > MOST_ENTRIES:
                _kept.popitem(last=False)
    return made


def forget_all() -> None:
    """Forget everything: for tests, whose databases begin anew under the same numbers."""
    with _lock:
        _kept.clear()
