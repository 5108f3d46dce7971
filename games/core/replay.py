"""Replaying a record: every event in order, and a finding for each that the rules refuse.

Owns going through the events. What is allowed, and how to go on after a slip, is up to the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.core.engine import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core.engine import Engine
    from games.core.findings import Findings

MOST_LEGAL: Final = 12
_MORE: Final = "…"


def replay(engine: Engine[Any, Any], events: Iterable[Any], findings: Findings) -> Any:  # noqa: ANN401
    """Return the state after all events (None = an unreadable one); refused ones become findings.

    After an event that leaves the state unknown, what doesn't fit is passed over without a word until
    something fits again: one slip should be one finding.
    """
    state = engine.start()
    apply = engine.apply
    astray = False
    for index, event in enumerate(events):
        if event is None:
            astray = True
            continue
        try:
            state = apply(state, event)
        except Refusal as refusal:
            if not astray:
                _tell(engine, state, refusal, index, findings)
            mended = engine.mend(state, event)
            astray = mended is None
            state = state if mended is None else mended
    return state


def _tell(engine: Engine[Any, Any], state: Any, refusal: Refusal, index: int, findings: Findings) -> None:  # noqa: ANN401
    if findings.full:
        findings.more(1)
        return
    legal = legal_lines(engine, state)
    findings.error(refusal.rule, f"/events/{index}", refusal.code, **refusal.params, legal=legal)


def legal_lines(engine: Engine[Any, Any], state: Any) -> list[str]:  # noqa: ANN401
    """Return what would have been legal, as lines of the text notation without their dice."""
    hints = dict.fromkeys(engine.hint(move) for move in engine.moves(state))
    lines = list(hints)
    return lines if len(lines) <= MOST_LEGAL else [*lines[:MOST_LEGAL], _MORE]
