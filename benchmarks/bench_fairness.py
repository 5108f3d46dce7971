"""The seat fit and the whole report beside peers, on the same tables, in one run.

Usage: python -m benchmarks.bench_fairness. Absolute figures depend on the machine; the ratios count.
The peers get fewer tables and people, since each holds a column for every person: statsmodels' Cox regression is the
same model (ours equals it to four digits with flat priors), its conditional logit looks at winners only, and choix
knows strengths but no seats. Ours is timed on those very tables as well.
"""

from __future__ import annotations

import sys
import warnings
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import choix
import numpy as np
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.duration.hazard_regression import PHReg

from benchmarks.work import megabytes, seconds
from league.fairness.design import design_make
from league.fairness.make import report_make
from league.fairness.plackett_luce import fit
from tools.seat_tables import club_make, disadvantage, tables_make

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from league.fairness.tables import Tables

SEATS = 4
FEW = (500, 20)


class Size(NamedTuple):
    """Tables and people, and the most seconds and megabytes that the fit may take (None: only shown)."""

    tables: int
    people: int
    seconds: float
    megabytes: float | None = None


SIZES = (Size(200, 20, 0.04), Size(10_000, 2_000, 0.6), Size(100_000, 2_000, 4.0, 400.0))


def tables_of(number: int, people: int) -> Tables:
    """Return tables of four on which the first seat wins a fifth less often."""
    random = np.random.default_rng(1)
    return tables_make(
        random, club_make(random, {SEATS: disadvantage(SEATS, 0.2).tolist()}, people=people), number
    )


def ours(tables: Tables) -> None:
    """Fit strengths and seats, with the seats' covariance."""
    fit(design_make(tables))


def columns_of(tables: Tables) -> NDArray[np.float64]:
    """Return a column for each person and each seat but the first."""
    people = [tables.players == player for player in range(1, tables.players.max() + 1)]
    seats = [tables.seats == seat for seat in range(2, SEATS + 1)]
    return np.column_stack(people + seats).astype(np.float64)


def with_cox(tables: Tables) -> None:
    """Fit the same model."""
    numbers = np.repeat(np.arange(len(tables)), SEATS)
    PHReg(tables.placements, columns_of(tables), strata=numbers, ties="breslow").fit()


def with_conditional_logit(tables: Tables) -> None:
    """Fit strengths and seats from winners."""
    numbers = np.repeat(np.arange(len(tables)), SEATS)
    ConditionalLogit(tables.placements == 1, columns_of(tables), groups=numbers).fit(disp=False)


def with_choix(tables: Tables) -> None:
    """Fit strengths from orders."""
    order = np.argsort(tables.placements.reshape(-1, SEATS), axis=1)
    rankings = np.take_along_axis(tables.players.reshape(-1, SEATS), order, axis=1)
    choix.ilsr_rankings(int(tables.players.max()) + 1, rankings.tolist(), alpha=0.01)


def beside_peers() -> None:
    """Print how long each takes on the same tables."""
    tables = tables_of(*FEW)
    print(f"{FEW[0]:,} tables of {SEATS}, {FEW[1]} people")
    own = seconds(partial(ours, tables))
    peers = {
        "ours": ours,
        "PHReg": with_cox,
        "ConditionalLogit": with_conditional_logit,
        "choix": with_choix,
    }
    for name, work in peers.items():
        spent, held = seconds(partial(work, tables), 1), megabytes(partial(work, tables))
        print(f"  {name:17} {spent:9.3f} s   {spent / own:8.1f} x ours   {held:7.1f} MB")


def by_size() -> list[str]:
    """Print how long fit and report take; return what is over its budget."""
    over = []
    for size in SIZES:
        tables = tables_of(size.tables, size.people)
        spent, held = seconds(partial(ours, tables)), megabytes(partial(ours, tables))
        whole, most = seconds(partial(report_make, tables), 1), megabytes(partial(report_make, tables))
        name = f"{size.tables:,} tables, {size.people:,} people"
        print(f"{name:30} fit    {spent:7.3f} s (at most {size.seconds:g})   {held:6.1f} MB")
        print(f"{'':30} report {whole:7.3f} s                 {most:6.1f} MB")
        if spent > size.seconds or (size.megabytes is not None and most > size.megabytes):
            over.append(name)
    return over


def main() -> int:
    """Print all figures; return 1 when one is over its budget."""
    warnings.simplefilter("ignore")  # peers warn of each other's coming changes
    ours(tables_of(200, 20))  # scipy is imported when it is first needed
    beside_peers()
    over = by_size()
    if over:
        print(f"over the budget: {', '.join(over)}", file=sys.stderr)
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
