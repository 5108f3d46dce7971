"""Clubs, members and seasons: who belongs where, and what a club's settings are."""

from __future__ import annotations

import re
import zoneinfo
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import Club, ClubCounter, Meeting, Membership, Season, Table
from league.models.club import RESERVED_SLUGS
from league.models.ids import order_key_of_day
from league.services.archives import archive_seal, season_archive
from league.services.audit import Entry, actions_append
from league.services.changes import club_change
from league.services.errors import Invalid, NameTaken, WrongState
from league.services.names import clean_name
from league.services.policy import Verb, authorise, authorise_closed
from league.services.seen import seen_check

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.contrib.auth.models import User

    from league.services.actors import Actor

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_SLUG_LENGTH = 50
TITLE_LENGTH = 40
MOST_TITLES = 10


def club_create(  # noqa: PLR0913  (one argument a column)
    *,
    actor: Actor,
    slug: str,
    name: str,
    owner: User | None = None,
    timezone_name: str = "Asia/Tokyo",
    day_rollover: time = time(5, 0),
    language: str = "ja",
    public: bool = True,
    confirmation_mode: str = Club.ConfirmationMode.DIRECT,
    is_demo: bool = False,
) -> Club:
    """Create a club with its counter; `owner` becomes its owner.

    Raises:
        Invalid: slug not of the form abc-1 or reserved, unknown time zone, language or mode, no visible name.
        NameTaken: the slug is in use.
    """
    _check_slug(slug)
    _check_choices(timezone_name=timezone_name, language=language, confirmation_mode=confirmation_mode)
    with transaction.atomic():
        if Club.objects.filter(slug=slug).exists():
            raise NameTaken(_("This address is already used by another club."), field="slug")
        club = Club.objects.create(
            slug=slug,
            name=clean_name(name, field="name", longest=80),
            timezone=timezone_name,
            day_rollover=day_rollover,
            language=language,
            public=public,
            confirmation_mode=confirmation_mode,
            is_demo=is_demo,
        )
        ClubCounter.objects.create(club=club)
        entries = [Entry("create", "club", slug, new=_settings(club))]
        if owner is not None:
            Membership.objects.create(club=club, user=owner, role=Membership.Role.OWNER)
            entries.append(
                Entry("grant", "membership", f"user:{owner.pk}", new={"club": slug, "role": "owner"})
            )
        actions_append(actor=actor, club=None, entries=entries)
    return club


def club_settings_change(
    *,
    actor: Actor,
    club: Club,
    name: str | None = None,
    timezone_name: str | None = None,
    day_rollover: time | None = None,
    language: str | None = None,
    public: bool | None = None,
    confirmation_mode: str | None = None,
) -> Club:
    """Change the settings that are given. Past meetings keep their days: a club day is stored, not computed."""
    authorise(actor=actor, verb=Verb.SETTINGS, club=club)
    _check_choices(timezone_name=timezone_name, language=language, confirmation_mode=confirmation_mode)
    wanted = {
        "name": None if name is None else clean_name(name, field="name", longest=80),
        "timezone": timezone_name,
        "day_rollover": day_rollover,
        "language": language,
        "public": public,
        "confirmation_mode": confirmation_mode,
    }
    with club_change(actor=actor, club=club, what="club.settings") as change:
        club.refresh_from_db()
        given = {field: value for field, value in wanted.items() if value is not None}
        before = _settings(club)
        for field, value in given.items():
            setattr(club, field, value)
        after = _settings(club)
        if after != before:
            club.save(update_fields=list(given))
            old = {field: before[field] for field in given}
            change.log("settings", "club", club.slug, old=old, new={field: after[field] for field in given})
    return club


def membership_set(*, actor: Actor, club: Club, user: User, role: str | None) -> Membership | None:
    """Give a user a role, or take it away with `role` None. A club keeps at least one owner.

    Raises:
        WrongState: the last owner would be gone.
    """
    authorise(actor=actor, verb=Verb.ROLES, club=club)
    if role is not None and role not in Membership.Role.values:
        raise Invalid(_("The role must be owner, admin, scorer or player."), field="role")
    with club_change(actor=actor, club=club, what="membership.set") as change:
        current = Membership.objects.filter(club=club, user=user).first()
        old = current.role if current else None
        if old == role:
            return current
        owners = Membership.objects.filter(club=club, role=Membership.Role.OWNER).exclude(user=user)
        if old == Membership.Role.OWNER and not owners.exists():
            raise WrongState(_("A club needs at least one owner."), field="role")
        change.log("grant", "membership", f"user:{user.pk}", old={"role": old}, new={"role": role})
        if role is None:
            Membership.objects.filter(club=club, user=user).delete()
            return None
        membership, _created = Membership.objects.update_or_create(
            club=club, user=user, defaults={"role": role}
        )
    return membership


def season_create(*, actor: Actor, club: Club, name: str) -> Season:
    """Create a season; meetings join it one by one.

    Raises:
        NameTaken: the club has a season of that name.
    """
    authorise(actor=actor, verb=Verb.MANAGE_MEETINGS, club=club)
    cleaned = clean_name(name, field="name", longest=80)
    with club_change(actor=actor, club=club, what="season.create") as change:
        _refuse_season(club=club, name=cleaned)
        season = Season.objects.create(club=club, name=cleaned)
        change.log("create", "season", season.public_id, new={}, text={"name": cleaned})
    return season


def season_rename(
    *, actor: Actor, season: Season, name: str, seen: Mapping[str, object] | None = None
) -> Season:
    """Give a season another name. `seen` is the name that the actor had before them.

    Raises:
        NameTaken: the club has another season of that name.
        Changed: somebody else renamed it meanwhile.
    """
    authorise(actor=actor, verb=Verb.MANAGE_MEETINGS, club=season.club, season=season)
    cleaned = clean_name(name, field="name", longest=80)
    with club_change(actor=actor, club=season.club, what="season.rename") as change:
        season.refresh_from_db()
        authorise_closed(actor=actor, verb=Verb.MANAGE_MEETINGS, club=season.club, season=season)
        seen_check(seen=seen, now={"name": season.name})
        if season.name == cleaned:
            return season
        _refuse_season(club=season.club, name=cleaned)
        season.name = cleaned
        season.save(update_fields=["name"])
        change.log("rename", "season", season.public_id, new={}, text={"name": cleaned})
    return season


def season_titles_set(
    *, actor: Actor, season: Season, titles: Sequence[str], seen: Mapping[str, object] | None = None
) -> Season:
    """Say what the first ranks of a season are called, the winner's title first. Empty ones are left out.

    `seen` is what the actor had before them.

    Raises:
        Invalid: more than ten, or one that is too long or can't be shown.
        Changed: somebody else changed them meanwhile.
    """
    authorise(actor=actor, verb=Verb.MANAGE_MEETINGS, club=season.club, season=season)
    cleaned = [clean_name(title, field="titles", longest=TITLE_LENGTH, optional=True) for title in titles]
    wanted = [title for title in cleaned if title]
    if len(wanted) > MOST_TITLES:
        raise Invalid(_("At most %(most)d titles.") % {"most": MOST_TITLES}, field="titles")
    with club_change(actor=actor, club=season.club, what="season.titles") as change:
        season.refresh_from_db()
        authorise_closed(actor=actor, verb=Verb.MANAGE_MEETINGS, club=season.club, season=season)
        old = list(season.titles)
        seen_check(seen=seen, now={"titles": old})
        if wanted != old:
            season.titles = wanted
            season.save(update_fields=["titles"])
            change.log("titles", "season", season.public_id, old={"titles": old}, new={"titles": wanted})
    return season


def season_close(*, actor: Actor, season: Season, closed: bool) -> Season:
    """Close a season, or open it again: in a closed one only owners may change results.

    Closing puts the standings of its ladders away; what was put away stays when it is opened again.

    Raises:
        WrongState: its standings are still being computed.
    """
    authorise(actor=actor, verb=Verb.CLOSE_SEASON, club=season.club)
    with club_change(actor=actor, club=season.club, what="season.close") as change:
        season.refresh_from_db()
        was_closed = season.closed_at is not None
        if was_closed != closed:
            archives = season_archive(change=change, season=season) if closed else []
            season.closed_at = timezone.now() if closed else None
            season.save(update_fields=["closed_at"])
            change.log(
                "close" if closed else "reopen",
                "season",
                season.public_id,
                old={"closed": was_closed},
                new={"closed": closed, "archives": [archive_seal(archive) for archive in archives]},
            )
    return season


def season_assign(
    *, actor: Actor, meeting: Meeting, season: Season | None, seen: Mapping[str, object] | None = None
) -> Meeting:
    """Put a meeting into a season, or into none. Ladders that filter by season are computed anew from that day.

    `seen` is the public id of the season that the actor had before them, None for none.

    Raises:
        Invalid: the season belongs to another club.
        Changed: somebody else put the meeting into another season meanwhile.
    """
    club = meeting.club
    if season is not None and season.club_id != club.pk:
        raise Invalid(_("This season belongs to another club."), field="season")
    authorise(actor=actor, verb=Verb.MANAGE_MEETINGS, club=club, season=meeting.season)
    authorise(actor=actor, verb=Verb.MANAGE_MEETINGS, club=club, season=season)
    with club_change(actor=actor, club=club, what="meeting.season") as change:
        meeting.refresh_from_db()
        if season is not None:
            season.refresh_from_db()
        for concerned in (meeting.season, season):
            authorise_closed(actor=actor, verb=Verb.MANAGE_MEETINGS, club=club, season=concerned)
        old = meeting.season.public_id if meeting.season else None
        new = season.public_id if season else None
        seen_check(seen=seen, now={"season": old})
        if old != new:
            meeting.season = season
            meeting.save(update_fields=["season"])
            change.log("assign", "meeting", meeting.public_id, old={"season": old}, new={"season": new})
            if Table.objects.filter(meeting=meeting).exists():
                change.touch(order_key_of_day(meeting.club_day))
    return meeting


def _refuse_season(*, club: Club, name: str) -> None:
    if Season.objects.filter(club=club, name=name).exists():
        raise NameTaken(_("There is already a season of this name."), field="name")


def club_day_of(*, club: Club, moment: datetime) -> date:
    """Return the club day of a moment: the local day, which lasts until the rollover hour of the next (G9).

    Where clocks go back over the rollover hour, the day that has begun stays: it doesn't begin twice.
    """
    zone = zoneinfo.ZoneInfo(club.timezone)
    local = moment.astimezone(zone)
    early = local.time() < club.day_rollover
    if early and local.fold:
        begun = datetime.combine(local.date(), club.day_rollover, tzinfo=zone)
        early = moment.astimezone(UTC) < begun.astimezone(UTC)
    return local.date() - timedelta(days=1) if early else local.date()


def _settings(club: Club) -> dict[str, str | bool]:
    """Return the settings as the trail keeps them."""
    return {
        "name": club.name,
        "timezone": club.timezone,
        "day_rollover": club.day_rollover.isoformat(),
        "language": club.language,
        "public": club.public,
        "confirmation_mode": str(club.confirmation_mode),
    }


def _check_slug(slug: str) -> None:
    if len(slug) > _SLUG_LENGTH or not _SLUG.fullmatch(slug):
        raise Invalid(
            _("The address may hold small letters a-z, digits and single hyphens, at most 50."), field="slug"
        )
    if slug in RESERVED_SLUGS:
        raise Invalid(_("This address is reserved for the site itself."), field="slug")


def _check_choices(*, timezone_name: str | None, language: str | None, confirmation_mode: str | None) -> None:
    """Refuse what is given and is none of the known values."""
    if timezone_name is not None and timezone_name not in zoneinfo.available_timezones():
        raise Invalid(_("Unknown time zone. Example: Asia/Tokyo."), field="timezone")
    if language is not None and language not in {"ja", "en"}:
        raise Invalid(_("The language must be ja or en."), field="language")
    if confirmation_mode is not None and confirmation_mode not in Club.ConfirmationMode.values:
        raise Invalid(_("The confirmation mode must be direct or review."), field="confirmation_mode")
