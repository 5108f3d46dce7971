"""Players and their names. Merging two records of one person is in merges.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import ActionLog, ActionText, Alias, NameKey, Player
from league.services.changes import club_change
from league.services.errors import Invalid, NameTaken, WrongState
from league.services.facts import player_facts, player_text
from league.services.names import clean_name, name_key
from league.services.policy import Verb, authorise

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.models import Club
    from league.services.actors import Actor
    from league.services.changes import Change

NAME_LENGTH = 40
READING_LENGTH = 60


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
) -> Player:
    """Change what is given. Guest status changes ratings from the player's first table on; names change none.

    Raises:
        NameTaken: the new name already means somebody else.
        WrongState: the player was anonymised.
    """
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=player.club)
    with club_change(actor=actor, club=player.club, what="player.change") as change:
        player.refresh_from_db()
        if player.anonymised_at:
            raise WrongState(_("This person's data has been erased and can't be changed."))
        old, old_text, was_guest = player_facts(player), player_text(player), player.guest
        if name is not None:
            _rename(player, clean_name(name, field="name", longest=NAME_LENGTH))
        if reading is not None:
            player.reading = clean_name(reading, field="reading", longest=READING_LENGTH, optional=True)
        if romanised is not None:
            player.romanised = clean_name(romanised, field="romanised", longest=READING_LENGTH, optional=True)
        player.guest = was_guest if guest is None else guest
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
        if player.guest != was_guest:
            change.touch(*order_keys_of([player]))
    return player


def player_anonymise(*, actor: Actor, player: Player) -> Player:
    """Erase who a player was: names, aliases, account link and the texts of the trail. Results stay, so ratings do.

    The name keys are freed, so somebody else may take the name later.
    """
    authorise(actor=actor, verb=Verb.MANAGE_PEOPLE, club=player.club)
    with club_change(actor=actor, club=player.club, what="player.anonymise") as change:
        player.refresh_from_db()
        if player.anonymised_at:
            return player
        old = player_facts(player)
        aliases = list(Alias.objects.filter(player=player))
        erased = [player.public_id, *(f"{player.public_id}:{alias.pk}" for alias in aliases)]
        actions = ActionLog.objects.filter(
            club=player.club, object_type__in=["player", "alias"], object_id__in=erased
        )
        ActionText.objects.filter(action__in=actions).delete()
        NameKey.objects.filter(player=player).delete()
        Alias.objects.filter(player=player).delete()
        _scrub_reports(player)
        player.display_name = player.reading = player.romanised = ""
        player.user = None
        player.anonymised_at = timezone.now()
        player.save()
        change.log("anonymise", "player", player.public_id, old=old, new=player_facts(player))
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
