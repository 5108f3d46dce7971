"""Who is the same person as whom: the links of PlayerMerge, resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.models import PlayerMerge

if TYPE_CHECKING:
    from collections.abc import Mapping


def merge_roots(*, club_id: int, without: int | None = None) -> dict[int, int]:
    """Return the player that each merged player counts as, following chains. Unmerged players are not listed.

    `without` leaves one link out, to see what undoing it gives.
    """
    merges = PlayerMerge.objects.filter(club_id=club_id, undone_at__isnull=True)
    if without is not None:
        merges = merges.exclude(pk=without)
    links = dict(merges.values_list("source_id", "target_id"))
    roots = {}
    for source in links:
        root = source
        while root in links:
            root = links[root]
        roots[source] = root
    return roots


def merge_groups(roots: Mapping[int, int]) -> dict[int, set[int]]:
    """Return for each root all players that count as it, itself included."""
    groups: dict[int, set[int]] = {}
    for source, root in roots.items():
        groups.setdefault(root, {root}).add(source)
    return groups
