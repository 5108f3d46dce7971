"""Placements: from totals and tie rules, and against what was reported.

Owns the 1, 2, 2, 4 law. Which order decides ties, and what to say then, comes from the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from games.core.findings import Findings, Scalar
    from games.core.seating import SeatLine


_strength = attrgetter("strength")


@dataclass(frozen=True, slots=True)
class TieRules:
    """How a game treats equal totals.

    `open_ties`: players whose tie no order decides may report an order of their own;
    otherwise they share. `implied_code`: the info given when they do.
    """

    rule: str
    tie_rule: str
    open_ties: bool
    decided_code: str = ""
    implied_code: str = ""


@dataclass(slots=True)
class Entrant:
    """One seat in the ranking: a greater strength is better, a smaller order wins a tie."""

    line: SeatLine
    strength: int | Decimal | None
    total: int | Decimal | None
    order: int | None = None

    @property
    def path(self) -> str:
        """The pointer of the reported placement."""
        return f"{self.line.node.path}/placement"


def shared_places(values: Sequence[int | Decimal]) -> list[int]:
    """Return the places of values, the greatest first, equal ones sharing (1, 2, 2, 4)."""
    place: dict[int | Decimal, int] = {}
    for position, value in enumerate(sorted(values, reverse=True), start=1):
        place.setdefault(value, position)
    return [place[value] for value in values]


def settle(findings: Findings, entrants: Sequence[Entrant], rules: TieRules) -> dict[int, int | None]:
    """Check reported placements and return the placement of each position in the report.

    A tie is decided by order only when all tied players have one. Whoever stopped before the end and has no total
    comes last.
    """
    ranked = [entrant for entrant in entrants if entrant.strength is not None or not entrant.line.stopped]
    if not ranked or None in [entrant.strength for entrant in ranked]:
        return _without_totals(findings, entrants, rules)
    result: dict[int, int | None] = {}
    start = 1
    ranked.sort(key=_strength, reverse=True)
    for _, members in groupby(ranked, key=_strength):
        group = list(members)
        result |= _settle_group(findings, group, start, rules)
        start += len(group)
    for entrant in entrants:
        if entrant.line.position not in result:
            result[entrant.line.position] = _last(findings, entrant, start, rules)
    return result


def _settle_group(
    findings: Findings, group: list[Entrant], start: int, rules: TieRules
) -> dict[int, int | None]:
    if len(group) == 1:
        return {group[0].line.position: _alone(findings, group[0], start, rules)}
    orders = [entrant.order for entrant in group]
    if None not in orders and len(set(orders)) == len(orders):
        return _decided(findings, group, start, rules)
    if rules.open_ties:
        return _open(findings, group, start, rules)
    return _shared(findings, group, start, rules)


def _alone(findings: Findings, entrant: Entrant, right: int, rules: TieRules) -> int:
    given = entrant.line.placement
    if given is not None and given != right:
        findings.error(
            rules.rule, entrant.path, "core.placement_total",
            who=entrant.line.who, total=str(entrant.total), right=right, given=given,
        )  # fmt: skip
    return right


def _last(findings: Findings, entrant: Entrant, right: int, rules: TieRules) -> int:
    given = entrant.line.placement
    if given is not None and given != right:
        findings.error(
            rules.rule, entrant.path, "core.placement_last", who=entrant.line.who, right=right, given=given
        )
    return right


def _decided(findings: Findings, group: list[Entrant], start: int, rules: TieRules) -> dict[int, int | None]:
    ordered = sorted(group, key=lambda entrant: entrant.order or 0)
    right = {entrant.line.position: start + i for i, entrant in enumerate(ordered)}
    wrong = [e for e in ordered if e.line.placement not in (None, right[e.line.position])]
    if wrong:
        findings.error(
            rules.tie_rule, wrong[0].path, rules.decided_code,
            who=[entrant.line.who for entrant in ordered],
            right=list(range(start, start + len(group))), given=_given(ordered),
        )  # fmt: skip
    return dict(right)


def _shared(findings: Findings, group: list[Entrant], start: int, rules: TieRules) -> dict[int, int | None]:
    wrong = [entrant for entrant in group if entrant.line.placement not in (None, start)]
    if wrong:
        findings.error(
            rules.tie_rule, wrong[0].path, "core.tie_shared",
            who=_names(group), right=start, given=_given(group),
        )  # fmt: skip
    return {entrant.line.position: start for entrant in group}


def _open(findings: Findings, group: list[Entrant], start: int, rules: TieRules) -> dict[int, int | None]:
    shared: dict[int, int | None] = {entrant.line.position: start for entrant in group}
    odd = next((e for e in group if e.line.placement not in (None, start)), None)
    if odd is None:
        return shared
    given = [e.line.placement for e in group if e.line.placement is not None]
    if len(given) < len(group):
        findings.error(rules.tie_rule, odd.path, "core.tie_partial", who=_names(group))
        return shared
    right = [start - 1 + place for place in shared_places([-place for place in given])]
    if right != given:
        findings.error(
            rules.tie_rule, odd.path, "core.tie_pattern", who=_names(group),
            low=start, high=start + len(group) - 1, given=_given(group), right=right,
        )  # fmt: skip
        return shared
    if not _follows_known_order(findings, group, rules):
        return shared
    if rules.implied_code:
        findings.info(rules.tie_rule, odd.path, rules.implied_code, who=_names(group))
    return {entrant.line.position: entrant.line.placement for entrant in group}


def _follows_known_order(findings: Findings, group: list[Entrant], rules: TieRules) -> bool:
    known = sorted((e for e in group if e.order is not None), key=lambda e: e.order or 0)
    given = [e.line.placement or 0 for e in known]
    if given == sorted(given):
        return True
    findings.error(
        rules.tie_rule, known[0].path, rules.decided_code,
        who=_names(known), right=sorted(given), given=_given(known),
    )  # fmt: skip
    return False


def _without_totals(
    findings: Findings, entrants: Sequence[Entrant], rules: TieRules
) -> dict[int, int | None]:
    """Check placements alone, and against those totals that are known."""
    given = [entrant.line.placement for entrant in entrants if entrant.line.placement is not None]
    unplaced = [entrant.line for entrant in entrants if entrant.line.placement is None]
    last = len(given) + 1 if given and all(line.stopped for line in unplaced) else None
    if unplaced and last is None:
        _check_range(findings, entrants, rules)
    else:
        right = shared_places([-place for place in given])
        if right != given:
            findings.error(
                rules.rule, "/seats", "core.placement_pattern",
                given=sorted(given), right=sorted(right),
            )  # fmt: skip
    _check_pairs(findings, entrants, rules)
    return {
        entrant.line.position: last if entrant.line.placement is None else entrant.line.placement
        for entrant in entrants
    }


def _check_range(findings: Findings, entrants: Sequence[Entrant], rules: TieRules) -> None:
    for entrant in entrants:
        place = entrant.line.placement
        if place is not None and not 1 <= place <= len(entrants):
            findings.error(
                rules.rule, entrant.path, "core.placement_range",
                who=entrant.line.who, high=len(entrants), given=place,
            )  # fmt: skip


def _check_pairs(findings: Findings, entrants: Sequence[Entrant], rules: TieRules) -> None:
    known = [e for e in entrants if e.strength is not None and e.line.placement is not None]
    known.sort(key=lambda e: (-(e.strength or 0), e.line.placement))
    for better, worse in pairwise(known):
        places = better.line.placement or 0, worse.line.placement or 0
        if better.strength != worse.strength and places[0] >= places[1]:
            findings.error(
                rules.rule, worse.path, "core.placement_pair",
                winner=better.line.who, who=worse.line.who,
            )  # fmt: skip
        elif better.strength == worse.strength and not rules.open_ties and places[0] != places[1]:
            findings.error(
                rules.tie_rule, worse.path, "core.tie_shared",
                who=[better.line.who, worse.line.who], right=places[0], given=[*places],
            )  # fmt: skip
    if rules.decided_code:
        _check_order(findings, [e for e in entrants if e.line.placement is not None], rules)


def _check_order(findings: Findings, placed: Sequence[Entrant], rules: TieRules) -> None:
    """Equal totals follow the order that decides them; who has an order shares no place with another who has one."""
    for one, other in combinations(placed, 2):
        if None in (one.order, other.order) or one.order == other.order:
            continue
        first, second = (one, other) if (one.order or 0) < (other.order or 0) else (other, one)
        places = first.line.placement or 0, second.line.placement or 0
        turned = places[0] > places[1] and one.strength is not None and one.strength == other.strength
        if turned or (places[0] == places[1] and _all_ordered(placed, places[0])):
            low = min(places)
            findings.error(
                rules.tie_rule, second.path, rules.decided_code,
                who=[first.line.who, second.line.who], right=[low, max(*places, low + 1)], given=[*places],
            )  # fmt: skip
            return


def _all_ordered(placed: Sequence[Entrant], place: int) -> bool:
    """Whether everybody at a place has an order: then it would have told them apart."""
    return None not in [entrant.order for entrant in placed if entrant.line.placement == place]


def _names(group: Sequence[Entrant]) -> list[str]:
    return [entrant.line.who for entrant in group]


def _given(group: Sequence[Entrant]) -> list[Scalar]:
    return [e.line.placement if e.line.placement is not None else "-" for e in group]
