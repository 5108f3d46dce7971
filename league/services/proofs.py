"""What a ladder was computed from, in full, so that anybody can compute it again (league.ratings.replay)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from league.models import Player
from league.models.ladders import SEGMENT_TABLES
from league.ratings.digests import player_token
from league.ratings.replay import FORMAT
from league.selectors.season_ladders import ladder_owes
from league.selectors.standings import ranks_stored
from league.services.run_gather import Seen, ladder_look
from league.services.run_inputs import adjustments_read, inputs_read

if TYPE_CHECKING:
    from league.models import Ladder
    from league.selectors.players import People


def proof_of(*, ladder: Ladder, people: People) -> dict[str, Any] | None:
    """Return the proof of a ladder's current run, None while the ladder is behind its club. Call it in a snapshot.

    Players are tokens; standings name the ids of those who may be seen beside them.
    """
    if ladder.current_version is None:
        return None
    if ladder_owes(ladder):
        return None
    seen = ladder_look(ladder.pk)
    inputs = inputs_read(seen.version)
    tokens = dict(zip(inputs.roster.rows, inputs.roster.tokens, strict=True))
    whole = seen.formula.whole_tables
    return {
        "format": FORMAT,
        "ladder": {"id": ladder.public_id, "name": ladder.name},
        "revision": seen.revision,
        **_run(seen),
        "version": {
            "number": seen.version.number,
            "games": seen.version.games,
            "rulesets": seen.version.rulesets,
            "seasons": seen.version.seasons,
            "formula": seen.version.formula,
            "parameters": seen.version.parameters,
            "hash": seen.version.content_hash,
        },
        "segment_tables": SEGMENT_TABLES,
        "tables": [table.as_json() for table in inputs.digest_tables(0, len(inputs), whole=whole)],
        "adjustments": {tokens[row]: points for row, points in adjustments_read(seen.version).items()},
        "standings": _standings(seen, people),
    }


def _run(seen: Seen) -> dict[str, Any]:
    if seen.run is None:
        return {"run": None, "digest": "", "computed_at": None}
    return {"run": seen.run.number, "digest": seen.run.digest, "computed_at": seen.run.published_at}


def _standings(seen: Seen, people: People) -> list[dict[str, Any]]:
    ranks = sorted(ranks_stored(seen.run), key=lambda row: (row.rank, row.player)) if seen.run else []
    ids = dict(Player.objects.filter(club=seen.club_id).values_list("pk", "public_id"))
    return [
        {
            "player": player_token(ids[row.player]),
            "id": None if row.player in people.hidden else ids[row.player],
            "rank": row.rank,
            "rating": row.rating,
            "tables": row.tally.tables,
        }
        for row in ranks
    ]
