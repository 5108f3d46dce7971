"""Players and their names. Merging two records of one person is in merges.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import ActionText, Adjustment, Alias, NameKey, Player, Preview, Submission, Table
from league.selectors.merges import merge_groups, merge_roots
from league.selectors.players import people_of
from league.services.adjustments import adjusted_from
from league.services.changes import club_change
from league.services.closed_seasons import closed_seasons_check
from league.services.errors import Invalid, NameTaken, WrongState
from league.services.facts import player_facts, player_text
from league.services.names import Mentions, clean_name, name_key
from league.services.policy import Verb, authorise
from league.services.seen import seen_check

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from league.models import Club
    from league.services.actors import Actor
    from league.services.changes import Change

NAME_LENGTH = 40
READING_LENGTH = 60
_REASON_LENGTH = 400


def player_create(
    *, actor: Actor, club: Club, name: str, reading: str = "", romanised: str = "", guest: bool = False
) -> Player:
    """Create a player.

    Raises:
        Invalid: the name, reading or romanised form can't be shown.
        NameTaken: the name already means somebody in this club.
    """
    authorise(actor=actor, verb=Verb.ADD_PEOPLE, club=club)
    with club_change(actor=actor, club=club, what="player.create") as change:
        return player_add(change=change, name=name, reading=reading, romanised=romanised, guest=guest)


def player_add(
    *, change: Change, name: str, reading: str = "", romanised: str = "", guest: bool = False
) -> Player:
    """Create a player inside a running change, such as a report that names somebody new."""
    player = Player(
        club=change.club,
        display_name=clean_name(name, field="name", longest=NAME_LENGTH),
        reading=clean_name(reading, field="reading", longest=READING_LENGTH, optional=True),
        romanised=clean_name(romanised, field="romanised", longest=READING_LENGTH, optional=True),
        guest=guest,
    )
    _refuse_taken(club=change.club, name=player.display_name)
    player.save()
    NameKey.objects.create(club=change.club, key=name_key(player.display_name), player=player)
    change.log("create", "player", player.public_id, new=player_facts(player), text=player_text(player))
    return player


def player_change(
    *,
    actor: Actor,
    player: Player,
    name: str | None = None,
    reading: str | None = None,
    romanised: str | None = None,
    guest: bool | None = None,
    hidden: bool | None = None,
    seen: Mapping[str, object] | None = None,
) -> Player:
    """Change what is given. Guest status changes ratings from the player's first table on; names change none.

    Whoever isn't hidden any more isn't so by any record that counts as them. `seen` is what the actor had before
    them, by the names of the arguments.

    Raises:
        NameTaken: the new name already means somebody else.
        WrongState: the player was anonymised.
        Changed: somebody else changed one of the fields seen.
        NotAllowed: the role does not include it, or guest status changes and they count in a closed season.
    """
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=player.club)
    with club_change(actor=actor, club=player.club, what="player.change") as change:
        player.refresh_from_db()
        if player.anonymised_at:
            raise WrongState(_("This person's data has been erased and can't be changed."))
        seen_check(seen=seen, now=_as_given(player))
        old, old_text, was_guest = player_facts(player), player_text(player), player.guest
        if name is not None:
            _rename(player, clean_name(name, field="name", longest=NAME_LENGTH))
        if reading is not None:
            player.reading = clean_name(reading, field="reading", longest=READING_LENGTH, optional=True)
        if romanised is not None:
            player.romanised = clean_name(romanised, field="romanised", longest=READING_LENGTH, optional=True)
        player.guest = was_guest if guest is None else guest
        if player.guest != was_guest:
            counted = [record.pk for record in _counted_as(player)]
            closed_seasons_check(change=change, verb=Verb.MANAGE_PEOPLE, players=counted)
        player.hidden = player.hidden if hidden is None else hidden
        if (old, old_text) != (player_facts(player), player_text(player)):
            player.save()
            change.log(
                "change",
                "player",
                player.public_id,
                old=old,
                new=player_facts(player),
                text=player_text(player),
            )
        if hidden is False:
            _show(change, player)
        if player.guest != was_guest:
            change.touch(*order_keys_of(_counted_as(player)), *adjusted_from(counted))
    return player


def player_anonymise(*, actor: Actor, player: Player) -> Player:
    """Erase who a player was. Results stay, so ratings do; the names are free for somebody else.

    What goes: names, aliases and account link of every record that is merged with this one, the names in
    reports and drafts, and the texts of the trail that name the person. Reasons keep all but the name.
    """
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=player.club)
    with club_change(actor=actor, club=player.club, what="player.anonymise") as change:
        player.refresh_from_db()
        if player.anonymised_at:
            return player
        Preview.objects.filter(club=player.club).delete()  # they hold reports as they were typed
        for record in [player, *_merged_with(player)]:
            mentions = Mentions(_names_ever(record), mark=record.public_id)
            _scrub_reports(record)
            _scrub_mentions(record.club, mentions)
            _erase(change, record)
    return player


def alias_add(*, actor: Actor, player: Player, name: str) -> Alias:
    """Give a player another name that finds them.

    Raises:
        NameTaken: the name already means somebody in this club.
    """
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=player.club)
    cleaned = clean_name(name, field="name", longest=NAME_LENGTH)
    with club_change(actor=actor, club=player.club, what="alias.add") as change:
        player.refresh_from_db()
        if player.anonymised_at:
            raise WrongState(_("This person's data has been erased and can't be changed."))
        _refuse_taken(club=player.club, name=cleaned)
        alias = Alias.objects.create(club=player.club, player=player, name=cleaned)
        NameKey.objects.create(club=player.club, key=name_key(cleaned), player=player, alias=alias)
        change.log("create", "alias", f"{player.public_id}:{alias.pk}", new={}, text={"name": cleaned})
    return alias


def alias_remove(*, actor: Actor, alias: Alias) -> None:
    """Take a name away from a player; the display name can only be changed, not removed."""
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=alias.club)
    with club_change(actor=actor, club=alias.club, what="alias.remove") as change:
        if not Alias.objects.filter(pk=alias.pk).exists():
            return  # somebody else was faster
        change.log(
            "remove", "alias", f"{alias.player.public_id}:{alias.pk}", old={}, text={"name": alias.name}
        )
        alias.delete()


def players_by_name(*, club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return the players that names mean in a club, by the name as given; unknown names are left out."""
    wanted = {name: name_key(name) for name in names}
    found = {
        row.key: row.player
        for row in NameKey.objects.filter(club=club, key__in=set(wanted.values())).select_related("player")
    }
    return {name: found[key] for name, key in wanted.items() if key in found}


def order_keys_of(players: Iterable[Player]) -> list[str]:
    """Return the place of the first table of each of these players, counting every report that is in force."""
    keys = []
    for player in players:
        line = (
            player.lines.filter(submission__state="confirmed")
            .select_related("submission__table__meeting")
            .order_by(
                "submission__table__meeting__club_day",
                "submission__table__round",
                "submission__table__number",
            )
            .first()
        )
        if line is not None and line.submission.table is not None:
            keys.append(line.submission.table.order_key)
    return keys


def _scrub_reports(player: Player) -> None:
    """Put the public id where the raw reports hold the typed name."""
    for line in player.lines.select_related("submission").only("position", "submission__raw"):
        submission = line.submission
        submission.raw["report"]["seats"][line.position]["player"] = player.public_id
        submission.save(update_fields=["raw"])


def _texts_about(player: Player) -> QuerySet[ActionText]:
    """Return the texts of the trail whose object is the player or one of their aliases, removed ones too."""
    own = Q(action__object_type="player", action__object_id=player.public_id)
    aliases = Q(action__object_type="alias", action__object_id__startswith=f"{player.public_id}:")
    return ActionText.objects.filter(own | aliases, action__club=player.club)


def _names_ever(player: Player) -> set[str]:
    """Return every name under which the player was known, former ones too."""
    names = {player.display_name, player.reading, player.romanised}
    names.update(Alias.objects.filter(player=player).values_list("name", flat=True))
    for text in _texts_about(player).values_list("text", flat=True):
        names.update(text.values())
    return names


def _scrub_mentions(club: Club, mentions: Mentions) -> None:
    """Take the names out of drafts and of the reasons that people typed; a text of the trail goes as a whole."""
    for draft in Submission.objects.filter(club=club, state=Submission.State.DRAFT).only("raw"):
        if (raw := mentions.replaced_within(draft.raw)) != draft.raw:
            Submission.objects.filter(pk=draft.pk, state=Submission.State.DRAFT).update(raw=raw)
    reports = Submission.objects.filter(club=club)
    _scrub_column(reports, "reason", mentions)
    _scrub_column(reports, "decision_reason", mentions)
    adjustments = Adjustment.objects.filter(season__club=club)
    _scrub_column(adjustments, "reason", mentions)
    _scrub_column(adjustments, "revoke_reason", mentions)
    _scrub_column(Table.objects.filter(meeting__club=club), "state_reason", mentions)
    about_others = ActionText.objects.filter(action__club=club).exclude(
        action__object_type__in=["player", "alias"]
    )
    named = [
        pk
        for pk, text in about_others.values_list("pk", "text").iterator()
        if any(mentions.replaced(part) != part for part in text.values())
    ]
    ActionText.objects.filter(pk__in=named).delete()


def _scrub_column(rows: QuerySet[Any], column: str, mentions: Mentions) -> None:
    for pk, reason in list(rows.exclude(**{column: ""}).values_list("pk", column)):
        if (kept := mentions.replaced(reason)) != reason:
            rows.filter(pk=pk).update(**{column: kept[:_REASON_LENGTH]})


def _erase(change: Change, player: Player) -> None:
    old = player_facts(player)
    _texts_about(player).delete()
    NameKey.objects.filter(player=player).delete()
    Alias.objects.filter(player=player).delete()
    player.display_name = player.reading = player.romanised = ""
    player.user = None
    player.anonymised_at = timezone.now()
    player.save()
    change.log("anonymise", "player", player.public_id, old=old, new=player_facts(player))


def _merged_with(player: Player) -> list[Player]:
    """Return the other records of the same person that still bear a name."""
    roots = merge_roots(club_id=player.club_id)
    root = roots.get(player.pk, player.pk)
    group = merge_groups(roots).get(root, {root}) - {player.pk}
    return list(Player.objects.filter(pk__in=group, anonymised_at__isnull=True).order_by("pk"))


def _show(change: Change, player: Player) -> None:
    """Take the mark from every record that hides the person."""
    for record in _counted_as(player):
        if record.hidden:
            old = player_facts(record)
            record.hidden = False
            record.save(update_fields=["hidden"])
            change.log("change", "player", record.public_id, old=old, new=player_facts(record))


def _counted_as(player: Player) -> list[Player]:
    """Return the records whose tables count for this player: none when it is itself merged into another."""
    roots = merge_roots(club_id=player.club_id)
    if player.pk in roots:
        return []
    return list(Player.objects.filter(pk__in=merge_groups(roots).get(player.pk, {player.pk})))


def _as_given(player: Player) -> dict[str, object]:
    """Return what `player_change` can change, by the names of its arguments."""
    return {
        "name": player.display_name,
        "reading": player.reading,
        "romanised": player.romanised,
        "guest": player.guest,
        "hidden": player.pk in people_of(club_id=player.club_id).hidden,
    }


def _rename(player: Player, name: str) -> None:
    """Move the display name; the old one is free again."""
    key = name_key(name)
    owner = NameKey.objects.filter(club=player.club, key=key).first()
    if owner is not None and owner.player_id != player.pk:
        raise NameTaken(_("This name already means somebody in the club."), field="name")
    if owner is not None and owner.alias_id is not None:
        raise Invalid(
            _("This name is already an alias of the same person: remove the alias first."), field="name"
        )
    NameKey.objects.filter(player=player, alias__isnull=True).update(key=key)
    player.display_name = name


def _refuse_taken(*, club: Club, name: str) -> None:
    if NameKey.objects.filter(club=club, key=name_key(name)).exists():
        raise NameTaken(_("This name already means somebody in the club."), field="name")
