"""Who sat where: reads what every report has in common and checks seats and players.

Owns the head of a report, seat numbers, names (FMT-8) and the number of players; the rule ids
of seats and numbers come from the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from games.core.findings import Findings
from games.core.game import SeatResult
from games.core.names import name_key
from games.core.node import Json, Node, kind_of
from games.core.participation import FULL, PARTICIPATIONS, STOPPED
from games.core.wording import entry_token, seat_token

TOP_KEYS: Final = frozenset({"format", "game", "ruleset", "finished", "seats"})
SEAT_KEYS: Final = frozenset({"seat", "player", "guest", "total", "placement"})
# A record tells by its events how far everybody played.
REPORT_SEAT_KEYS: Final = SEAT_KEYS | {"participation"}


MOST_READ: Final = 200


@dataclass(slots=True)
class SeatLine:
    """The common part of one seat; `who` names it in messages."""

    node: Node
    position: int
    seat: int | None
    player: str
    guest: bool
    participation: str
    placement: int | None
    who: str

    @property
    def stopped(self) -> bool:
        """Whether this person stopped before the end, so that the seat may lack what others need."""
        return self.participation in STOPPED


@dataclass(slots=True)
class Table:
    """The common part of a report; `count` includes entries that couldn't be read."""

    top: Node
    findings: Findings
    lines: list[SeatLine]
    count: int
    finished: bool

    @property
    def whole(self) -> bool:
        """Whether every entry could be read."""
        return len(self.lines) == self.count

    def expects(self, line: SeatLine) -> bool:
        """Whether a seat needs its result: the table was finished, and this person played on to the end."""
        return self.finished and not line.stopped


def read_table(
    report: Json,
    *,
    top_keys: AbstractSet[str],
    seat_keys: AbstractSet[str],
    seat_required: bool,
) -> Table:
    """Read the common part, with findings for what has the wrong shape.

    No game seats more than `MOST_READ`: what lies behind is counted, so the player count is refused, but not read.
    """
    findings = Findings()
    top = Node(report, findings)
    top.only(top_keys)
    finished = top.flag("finished") is not False
    entries = top.items("seats", required=True)
    lines: list[SeatLine] = []
    named: set[int] = set()
    for position, entry in enumerate((entries or ())[:MOST_READ]):
        if type(entry) is dict or isinstance(entry, Mapping):
            lines.append(_read_line(entry, findings, position, seat_keys, named, seat_required=seat_required))
        else:
            findings.error(
                "FMT-2", f"/seats/{position}", "core.wrong_item",
                where="", field="seats", number=position + 1, expected="object",
                found=kind_of(entry),
            )  # fmt: skip
    return Table(top, findings, lines, len(entries or ()), finished)


def _read_line(
    entry: Json,
    findings: Findings,
    position: int,
    keys: AbstractSet[str],
    named: set[int],
    *,
    seat_required: bool,
) -> SeatLine:
    node = Node(entry, findings, f"/seats/{position}", entry_token(position))
    seat = node.integer("seat", required=seat_required)
    who = node.where
    if seat is not None and seat not in named:  # a number given twice names nobody
        named.add(seat)
        who = node.where = seat_token(seat)
    node.only(keys)
    player = node.text("player")
    if entry.get("player") is None:
        findings.info("FMT-3", node.path, "core.player_missing", who=who)
    return SeatLine(
        node=node,
        position=position,
        seat=seat,
        player=player or "",
        guest=node.flag("guest") is True,
        participation=node.choice("participation", PARTICIPATIONS, required=False) or FULL,
        placement=node.integer("placement"),
        who=who,
    )


def tell_stopped(line: SeatLine) -> bool:
    """Say that a seat without a result comes last because its player stopped; False when nobody did (FMT-3)."""
    if line.stopped:
        line.node.findings.info("FMT-3", line.node.path, "core.result_absent", who=line.who)
    return line.stopped


def seat_result(
    line: SeatLine,
    total: Decimal | int | None,
    placement: int | None,
    parts: Mapping[str, object],
    *,
    edit_order: int | None = None,
    help_cards: tuple[int | None, int | None] = (None, None),
) -> SeatResult:
    """Return what one seat comes to."""
    exact = total if total is None else Decimal(total)
    return SeatResult(
        line.position, line.seat, line.player, exact, placement, edit_order, line.guest, *help_cards, parts,
        line.participation,
    )  # fmt: skip


def check_seating(table: Table, *, bounds: tuple[int, int], count_rule: str, seat_rule: str) -> None:
    """Check the number of players, the seat numbers 1..n, and that nobody sits twice."""
    low, high = bounds
    if not low <= table.count <= high and isinstance(table.top.data.get("seats"), list | tuple):
        code = "core.player_count" if low < high else "core.player_count_exact"
        params = {"low": low, "high": high} if low < high else {"low": low}
        table.findings.error(count_rule, "/seats", code, given=table.count, **params)
    _check_seat_numbers(table, seat_rule)
    _check_players(table)


def _check_seat_numbers(table: Table, rule: str) -> None:
    seen: set[int] = set()
    for line in table.lines:
        seat = line.seat
        if seat is None:
            continue
        path = f"{line.node.path}/seat"
        if not 1 <= seat <= table.count:
            table.findings.error(rule, path, "core.seat_range", high=table.count, given=seat)
        elif seat in seen:
            table.findings.error(rule, path, "core.seat_twice", given=seat)
        seen.add(seat)


def _check_players(table: Table) -> None:
    seen: dict[str, SeatLine] = {}
    for line in table.lines:
        if not line.player:
            continue
        first = seen.setdefault(name_key(line.player), line)
        if first is not line:
            who = [first.who, line.who]
            table.findings.error("FMT-8", f"{line.node.path}/player", "core.same_player", who=who)
