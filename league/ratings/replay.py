"""Recomputes a ladder from its proof: `python -m league.ratings.replay proof.json`, without Django and database.

A proof (`GET /api/v1/ladders/<id>/proof/`) holds the ladder's parameters and every table that counts; players are
tokens.
Exit 0: everything is as the proof says. Exit 1: something differs, and it is told what. Exit 2: this is no proof.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from league.ratings.columns import NOBODY, StateColumns, TableColumns
from league.ratings.digests import adjusted_digest, rows_digest, version_hash
from league.ratings.fold import fold_columns
from league.ratings.formulas import FORMULAS
from league.ratings.parameters import BadParametersError, Parameters
from league.ratings.tallies import Tally, standings_of, tallies_extend

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FORMAT: Final = "sekijun.proof/1"
FINE, DIFFERS, UNUSABLE = range(3)


class NoProofError(ValueError):
    """The file isn't a proof that this can read; the message says why."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What comes out of a proof: the run's digest, and rows of token, rank, rating (thousandths) and tables."""

    version_hash: str
    digest: str
    standings: tuple[tuple[str, int, int, int], ...]


def replay(proof: Mapping[str, Any]) -> Replayed:
    """Compute a ladder from the tables of its proof.

    Raises:
        NoProofError: something is missing or of another kind than it has to be.
    """
    try:
        if proof["format"] != FORMAT:
            raise NoProofError(f"format is {proof['format']!r}, not {FORMAT!r}")
        return _replay(proof)
    except KeyError as error:
        raise NoProofError(f"{error} is missing") from error
    except BadParametersError as error:
        raise NoProofError(f"parameters: {error}") from error
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise NoProofError(str(error)) from error


def differences(proof: Mapping[str, Any], found: Replayed) -> Iterator[str]:
    """Yield what a proof says otherwise than what was computed from its tables."""
    told = proof["version"]["hash"], proof["digest"]
    if told[0] != found.version_hash:
        yield f"version: {told[0]} is told, {found.version_hash} comes out"
    if told[1] != found.digest:
        yield f"digest: {told[1]} is told, {found.digest} comes out"
    stands: dict[str, tuple[int, int, int]] = {}
    for row in proof["standings"]:
        if row["player"] in stands:
            yield f"standings of {row['player']}: told twice"
        stands[row["player"]] = row["rank"], row["rating"], row["tables"]
    for player, *figures in found.standings:
        if stands.pop(player, None) != tuple(figures):
            yield f"standings of {player}: rank, rating, tables come out as {figures}"
    for player in stands:
        yield f"standings of {player}: no table of theirs counts"


def _replay(proof: Mapping[str, Any]) -> Replayed:
    version = proof["version"]
    formula = FORMULAS[version["formula"]]
    parameters = formula.parse(version["parameters"])
    names, columns = _columns(proof["tables"])
    states = StateColumns.fresh(len(names), parameters.start)
    # Without numba: whoever checks from outside needs a Python and nothing else, however long the history is.
    if isinstance(parameters, Parameters):
        points = fold_columns(columns, states, parameters)
    else:
        points = formula.run(columns, states, parameters)
    tallies: dict[str, Tally] = {}
    days = [row[0][:10] for row in proof["tables"]]
    tallies_extend(tallies, players=names, tables=columns, points=points, days=days)
    hashed = version_hash(
        games=version["games"],
        rulesets=version["rulesets"],
        seasons=version["seasons"],
        formula=version["formula"],
        parameters=version["parameters"],
    )
    last = ""
    for start in range(0, len(proof["tables"]), proof["segment_tables"]):
        last = rows_digest(last, hashed, proof["tables"][start : start + proof["segment_tables"]])
    ranks = standings_of(tallies, {}, parameters, proof["adjustments"])
    return Replayed(
        hashed,
        adjusted_digest(last, proof["adjustments"]),
        tuple((row.player, row.rank, row.rating, row.tally.tables) for row in ranks),
    )


def _columns(rows: Sequence[Sequence[Any]]) -> tuple[list[str], TableColumns]:
    """Return the players, numbered by their tokens, and the tables; rows are as their digest sees them."""
    names = sorted({player for row in rows for player, _ in row[2]})
    number = {name: at for at, name in enumerate(names)}
    columns = TableColumns()
    for _key, _table, placements, *whole in rows:
        others, forfeits = whole or ((), ())
        lines = [(NOBODY, place, 1) for place in others]
        lines += [(number[player], place, int(player not in forfeits)) for player, place in placements]
        columns.add(sorted(lines))
    return names, columns


def main(arguments: Sequence[str]) -> int:
    """Replay the proof in a file and print its digest."""
    if len(arguments) != 1:
        return _complain("usage: python -m league.ratings.replay PROOF.json", UNUSABLE)
    try:
        proof = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        found = replay(proof)
        wrong = list(differences(proof, found))
    except ImportError as error:
        return _complain(f"This formula needs a library that isn't installed: {error.name}", UNUSABLE)
    except OSError as error:
        return _complain(f"{arguments[0]}: {error.strerror}", UNUSABLE)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        return _complain(f"{arguments[0]}: no proof of a ladder: {error}", UNUSABLE)
    sys.stdout.write(f"{found.digest or '-'}\n")
    return _complain("\n".join(wrong), DIFFERS) if wrong else FINE


def _complain(text: str, code: int) -> int:
    sys.stderr.write(f"{text}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
