"""What is said about the seats of one game and ruleset: the values of a report, one stratum a player count.

Figures only; the words belong to whoever shows them. Everything is whole numbers, floats, text and None, so that
`dataclasses.asdict` of a report is JSON; None means "can't be told", never zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

CODE: Final = "seats-2"
"""Changes whenever the same tables give another report. It stands here, where whoever looks pays for no numerics."""

FEWEST_TABLES: Final = 30
"""Below, only raw numbers are shown (DESIGN §7)."""

EVIDENCE: Final = 20.0
LEANING: Final = 5.0

NAMED_SEAT: Final = 1
"""The seat whose disadvantage was asked about before anybody looked."""


class Verdict(StrEnum):
    """What may be said about the named seat, by rule (DESIGN §7)."""

    RAW_ONLY = "raw_only"
    """Fewer than FEWEST_TABLES tables: only raw numbers."""
    CANNOT_TELL = "cannot_tell"
    """The figures don't identify it, for example because one person always had the seat; see `Stratum.obstacle`."""
    NO_EVIDENCE = "no_evidence"
    LEANING = "leaning"
    EVIDENCE = "evidence"
    NARROWED = "narrowed"
    """Never stored: the tables are a part that was chosen after looking, so thresholds don't hold for it."""


class Obstacle(StrEnum):
    """Why nothing can be told of a stratum."""

    NONE = ""
    ALL_TIED = "all_tied"
    SEATS_NEVER_CHANGED = "seats_never_changed"
    """Those who had the named seat hardly ever had another: strength and seat can't be told apart."""
    NO_FIT = "no_fit"


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval; None at an end that lies nowhere."""

    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat, or a place in the order of editing, of one player count.

    Raw: `win_share` (a shared first place counts 1/k), `mean_placement` (shared places count their mean), `mean_total`.
    Fitted, among equals: `beta` (log-odds, the mean of all is 0) with `se`, `win_among_equals` with its interval
    `win_interval`, `odds` (against the mean slot; `odds_interval`), `expected_placement`, `shrunk` (the win share among
    equals after shrinking towards fair, for the eye), and `p` (this slot against the mean of the others; Holm-corrected
    but for the slot that was named).
    """

    slot: int
    tables: int
    win_share: float
    mean_placement: float
    mean_total: float | None
    beta: float | None
    se: float | None
    win_among_equals: float | None
    win_interval: Interval
    odds: float | None
    odds_interval: Interval
    expected_placement: float | None
    shrunk: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Contrast:
    """The named slot against the mean of the others, in log-odds; below 0 is a disadvantage. `p` is two-sided.

    `win_ratio` is its win share among equals over the fair one: 0.8 wins a fifth less often than fair.
    """

    slot: int
    estimate: float
    se: float
    interval: Interval
    p: float
    win_ratio: float


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The e-value after so many tables; `day` is the ordinal of the last one's club day."""

    tables: int
    day: int
    e_value: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """The always-valid e-value of the named contrast now, the highest it ever was, and its way there.

    The curve has points at numbers of tables fixed in advance, and one for now; 1e12 stands for anything higher.
    """

    e_value: float
    highest: float
    curve: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Need:
    """How many tables this very test needs to see a seat that wins `less` (0.2: a fifth) less often, 4 times in 5."""

    less: float
    tables: int


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """A permutation of placements within tables that knows nothing of strengths: p of the named slot, and of all.

    `permutations` is how many were drawn; 0 in large clubs, where the moments of all of them are used instead.
    `disagrees`: one of both tests says 5 % and the other is far from it; `because` says why, where that is known:
    "seating" (stronger people sat in some seats more often).
    """

    p: float
    p_omnibus: float
    permutations: int
    disagrees: bool
    because: str


@dataclass(frozen=True, slots=True)
class Seating:
    """Were seats random? `p` of the ratings before the tables against the seat, and the mean rating a seat had."""

    p: float | None
    tables: int
    mean_ratings: tuple[float | None, ...]
    random: bool | None


@dataclass(frozen=True, slots=True)
class Without:
    """What the named contrast is when one person is left out: the lowest and the highest of all."""

    low: float
    high: float
    low_player: int
    high_player: int


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """What a careful reader asks next; every contrast is that of the named slot, in log-odds.

    `decided`: tables whose first place, and tables of which any place, the order of editing decided. `with_ties`: the
    contrast when those stay ties. `halves`: of the first and the second half of the tables. `few_tables`: people with
    fewer than ten. `turns`: the contrast when the seat that brought on the last round is held fixed, where it is known.
    `components`: groups of people who never met; strengths of different groups can't be compared. `expected_wins`: the
    win share of each seat that the fit expects of these very people in these very seats; `misfit`: those counted are
    far from it. Then a seat isn't simply better or worse (it wins often and comes last often, say), and what the fit
    says of win shares is no good: believe the counted ones.
    """

    seating: Seating
    decided_first: int
    decided_any: int
    with_ties: Contrast | None
    halves: tuple[Contrast | None, Contrast | None]
    without: Without | None
    turns: Contrast | None
    people: int
    few_tables: int
    components: int
    converged: bool
    iterations: int
    expected_wins: tuple[float, ...] = ()
    misfit: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """Help cards that bring a seat to the others' expected place: `cards` estimated, `step` to take (-1, 0, 1).

    A seat that has no card to lose is left as it is, whatever the estimate.
    """

    seat: int
    cards: float
    interval: Interval
    step: int


@dataclass(frozen=True, slots=True)
class Handicap:
    """What a help card is worth, and what deal would even the seats out.

    `status`: "told", "unsure" (the intervals have no end: the worth isn't known to differ from nothing), "cannot_tell"
    (nothing is told of the seats either), "never_varied" (cards always followed the seat), "no_cards" (none were
    recorded) or "raw_only". `gamma` is the worth of one card in log-odds. `deal` is the mean number of cards a seat
    had.
    """

    status: str
    gamma: float | None
    se: float | None
    tables: int
    deal: tuple[float | None, ...]
    advice: tuple[Advice, ...]


@dataclass(frozen=True, slots=True)
class EditOrder:
    """What an early place in the order of editing is worth: `slots` as for seats, over tables where it is known."""

    tables: int
    slots: tuple[Slot, ...]
    p_omnibus: float | None


@dataclass(frozen=True, slots=True)
class Stratum:
    """Everything said about one player count."""

    players: int
    tables: int
    first_day: int
    last_day: int
    verdict: Verdict
    obstacle: Obstacle
    seats: tuple[Slot, ...]
    p_omnibus: float | None
    named: Contrast | None
    evidence: Evidence | None
    needs: tuple[Need, ...]
    second_opinion: SecondOpinion | None
    diagnostics: Diagnostics | None
    handicap: Handicap
    edit_order: EditOrder | None


@dataclass(frozen=True, slots=True)
class Report:
    """The seat statistics of one game and ruleset; `code` names formula and version, so that stored reports outdate."""

    code: str
    tables: int
    people: int
    strata: tuple[Stratum, ...]


def narrowed_of(stratum: Stratum) -> Stratum:
    """Return what may be told of tables that a filter left: all figures but those that evidence is read from.

    "At most 5 % ever" is true of one question. Whoever tries seasons and days until one of them reaches the threshold
    has asked many.
    """
    read = stratum.verdict in {Verdict.NO_EVIDENCE, Verdict.LEANING, Verdict.EVIDENCE}
    return replace(stratum, verdict=Verdict.NARROWED if read else stratum.verdict, evidence=None)
