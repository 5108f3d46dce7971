"""What a ladder of a club can count. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from games.core.registry import builtin_rulesets
from league.models import Ruleset

if TYPE_CHECKING:
    from league.models import Club


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """A version of a ruleset. `versions` is how many of its key there are to choose from."""

    content_hash: str
    game: str
    key: str
    version: int
    versions: int


def rulesets_countable(club: Club) -> list[RulesetChoice]:
    """Return every version of the built-in rulesets, stored or not yet, and of the club's own. One query."""
    stored = Ruleset.objects.filter(Q(club=club) | Q(club__isnull=True)).order_by(
        "game", "key", "version", "pk"
    )
    found = {one.content_hash: (one.game, one.key, one.version) for one in builtin_rulesets()}
    for content_hash, game, key, version in stored.values_list("content_hash", "game", "key", "version"):
        found.setdefault(content_hash, (game, key, version))
    keys = [(game, key) for game, key, _version in found.values()]
    return [
        RulesetChoice(content_hash, game, key, version, keys.count((game, key)))
        for content_hash, (game, key, version) in found.items()
    ]
