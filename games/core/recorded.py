"""What judging a record has in common for every game: its seats, its events, and the answer.

Owns the frame around the replay. The rules of play, and what a seat carries besides, are up to each game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.core.events import Field, Shape, Vocabulary
from games.core.game import Judgement
from games.core.kinds import FLAG, TEXT, WHOLE
from games.core.notation import SEAT
from games.core.record import RECORD_KEYS, read_events
from games.core.replay import legal_lines
from games.core.seating import SEAT_KEYS, SeatLine, Table, check_seating, read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from games.core.engine import Engine, SeatScore
    from games.core.game import SeatResult


@dataclass(frozen=True, slots=True)
class Seated:
    """One seat of a record: its line, its place at the table from 0, its total as written."""

    line: SeatLine
    index: int
    total: int | None


def read_record(
    record: Mapping[str, object],
    *,
    own_keys: AbstractSet[str],
    bounds: tuple[int, int],
    count_rule: str,
    seat_rule: str,
) -> tuple[Table, tuple[Seated, ...]]:
    """Read the head and the seats; where their numbers can't be, they sit as they are listed."""
    report = read_table(record, top_keys=RECORD_KEYS, seat_keys=SEAT_KEYS | own_keys, seat_required=True)
    check_seating(report, bounds=bounds, count_rule=count_rule, seat_rule=seat_rule)
    numbered = {line.seat for line in report.lines} == set(range(1, report.count + 1))
    seats = []
    for position, line in enumerate(report.lines):
        index = line.seat - 1 if numbered and line.seat is not None else position
        seats.append(Seated(line, index, line.node.integer("total")))
    return report, tuple(seats)


def read_log(report: Table, vocabulary: Vocabulary) -> list[Any] | None:
    """Read the events of a record; what is none is None. None when there is no list of events to be replayed."""
    items = report.top.items("events", required=True)
    return None if items is None else read_events(items, vocabulary, report.findings)


def can_be_played(report: Table, bounds: tuple[int, int]) -> bool:
    """Tell whether that many could have sat at the table, and all of them could be read."""
    low, high = bounds
    return low <= report.count <= high and report.whole


def check_stop(report: Table, engine: Engine[Any, Any], state: object, rule: str, code: str) -> None:
    """A record that calls itself finished goes on to the end; another one may stop early."""
    if not engine.finished(state):
        say = report.findings.error if report.top.data.get("finished") is True else report.findings.info
        say(rule, top_path(report, "events"), code, legal=legal_lines(engine, state))


def top_path(report: Table, key: str) -> str:
    """Return where a key of the head stands, '' when it was left out."""
    return f"/{key}" if key in report.top.data else ""


def check_total(report: Table, seat: Seated, total: int | None, rule: str, code: str) -> None:
    """A total that was written down is the one that the events come to."""
    if total is not None and seat.total not in (None, total):
        path = f"{seat.line.node.path}/total"
        report.findings.error(rule, path, code, who=seat.line.who, right=total, given=seat.total)


def record_judgement(report: Table, seats: Iterable[SeatResult], *, replayed: bool = True) -> Judgement:
    """Return the answer for a record; one that couldn't be replayed was looked at as far as its seats."""
    return Judgement(
        valid=not report.findings.has_error,
        evidence="record" if replayed else "scores",
        findings=report.findings.result(),
        seats=tuple(seats),
    )


def played_seat(seat: int, result: Sequence[SeatScore] | None, **own: object) -> dict[str, object]:
    """Return a seat of a played game as a record has it; `own` fields are those of the game."""
    written: dict[str, object] = {"seat": seat, **own}
    if result is not None:
        written |= {"total": result[seat - 1].total, "placement": result[seat - 1].placement}
    return written


def seat_vocabulary(build: Callable[..., Any], own: Sequence[Field]) -> Vocabulary:
    """Return how the seats of a record are written; `own` fields are those of the game."""
    head = (Field("seat", WHOLE), Field("player", TEXT, optional=True), Field("guest", FLAG, optional=True))
    tail = (Field("total", WHOLE, optional=True), Field("placement", WHOLE, optional=True))
    return Vocabulary("", (Shape(SEAT, build, (*head, *own, *tail)),))
