"""Two records of one person: a reversible link. Lines keep the player that was typed; reads resolve the link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import Line, Player, PlayerMerge, Submission
from league.selectors.merges import merge_groups, merge_roots
from league.services.adjustments import adjusted_from
from league.services.changes import club_change
from league.services.closed_seasons import closed_seasons_check
from league.services.errors import Invalid, WrongState
from league.services.people import order_keys_of
from league.services.policy import Verb, authorise

if TYPE_CHECKING:
    from collections.abc import Collection

    from league.services.actors import Actor

_LIVE = (Submission.State.SUBMITTED, Submission.State.CONFIRMED)


def player_merge(*, actor: Actor, source: Player, target: Player) -> PlayerMerge:
    """Declare that `source` is the same person as `target`.

    Raises:
        Invalid: another club's player, or the two are already one person.
        WrongState: they sat at one table, so they are two people.
        NotAllowed: the role does not include it, or `source` counts in a closed season.
    """
    club = source.club
    if target.club_id != club.pk:
        raise Invalid(_("This person belongs to another club."), field="target")
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=club)
    with club_change(actor=actor, club=club, what="player.merge") as change:
        roots = merge_roots(club_id=club.pk)
        if roots.get(source.pk, source.pk) == roots.get(target.pk, target.pk):
            raise Invalid(_("These two are already the same person."), field="target")
        if source.pk in roots:
            raise WrongState(_("This person is already merged with somebody else: undo that first."))
        groups = merge_groups(roots)
        ours, theirs = groups.get(source.pk, {source.pk}), _group_of(target.pk, roots, groups)
        if _sat_together(ours, theirs):
            raise WrongState(_("These two sat at one table, so they are two people."))
        closed_seasons_check(change=change, verb=Verb.MANAGE_PEOPLE, players=ours)
        merge = PlayerMerge.objects.create(club=club, source=source, target=target)
        change.log("merge", "player", source.public_id, old={}, new={"target": target.public_id})
        change.touch(*order_keys_of(Player.objects.filter(pk__in=ours)), *adjusted_from(ours))
    return merge


def player_unmerge(*, actor: Actor, merge: PlayerMerge) -> PlayerMerge:
    """Undo a merge: each table goes back to the player that was typed.

    Raises:
        NotAllowed: the role does not include it, or `source` counts in a closed season.
    """
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=merge.club)
    with club_change(actor=actor, club=merge.club, what="player.unmerge") as change:
        merge.refresh_from_db()
        if merge.undone_at:
            return merge
        groups = merge_groups(merge_roots(club_id=merge.club_id, without=merge.pk))
        ours = groups.get(merge.source_id, {merge.source_id})
        closed_seasons_check(change=change, verb=Verb.MANAGE_PEOPLE, players=ours)
        merge.undone_at = timezone.now()
        merge.save(update_fields=["undone_at"])
        change.log(
            "unmerge", "player", merge.source.public_id, old={"target": merge.target.public_id}, new={}
        )
        change.touch(*order_keys_of(Player.objects.filter(pk__in=ours)), *adjusted_from(ours))
    return merge


def _group_of(player_id: int, roots: dict[int, int], groups: dict[int, set[int]]) -> set[int]:
    root = roots.get(player_id, player_id)
    return groups.get(root, {root})


def _sat_together(ours: Collection[int], theirs: Collection[int]) -> bool:
    tables = Line.objects.filter(player_id__in=ours, submission__state__in=_LIVE).values("submission_id")
    return Line.objects.filter(player_id__in=theirs, submission_id__in=tables).exists()
