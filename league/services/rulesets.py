"""Stored rulesets: finding the one that a report names, and adding a club's own versions."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.core.registry import UnknownGame, UnknownRuleset, builtin_ruleset, game_keys
from games.core.ruleset import Ruleset as GameRuleset
from games.core.ruleset import RulesetError
from league.models import Ruleset
from league.services.changes import club_change
from league.services.errors import Invalid
from league.services.policy import Verb, authorise
from league.services.raw import text_storable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.models import Club
    from league.services.actors import Actor


_KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,49}", re.ASCII)


def ruleset_find(*, club: Club | None, game: str, key: str) -> Ruleset | None:
    """Return the club's newest ruleset of that key, else the built-in one, else None (DESIGN §3)."""
    if game not in game_keys() or not text_storable(key):
        return None
    named = Q(game=game, key=key)
    stored = Ruleset.objects.filter(named & (Q(club=club) | Q(club__isnull=True)))
    newest = stored.order_by(F("club").asc(nulls_last=True), "-version").first()
    if newest is not None and newest.club_id is not None:
        return newest
    return _built_in(game, key, stored=newest)


def ruleset_create(*, actor: Actor, club: Club, game: str, key: str, payload: Mapping[str, Any]) -> Ruleset:
    """Add a version of a club's own ruleset; the same content as the newest version is that version.

    Raises:
        Invalid: an unknown game, a key that can't be used, or a payload with unknown keys or values.
    """
    authorise(actor=actor, verb=Verb.MANAGE_RULESETS, club=club)
    if game not in game_keys():
        raise Invalid(_("There is no such game."), field="game")
    if not _KEY.fullmatch(key):
        raise Invalid(
            _("The key may hold small letters a-z, digits, - and _, at most 50, a letter or digit first."),
            field="key",
        )
    with club_change(actor=actor, club=club, what="ruleset.create") as change:
        newest = Ruleset.objects.filter(club=club, game=game, key=key).order_by("-version").first()
        version = newest.version + 1 if newest else 1
        try:
            value = GameRuleset.from_payload(game=game, key=key, version=version, payload=payload)
        except RulesetError as error:
            said = error.render(get_language() or "ja")
            raise Invalid(
                _("This ruleset can't be used: %(problems)s") % {"problems": said}, field="payload"
            ) from error
        if newest and newest.content_hash == value.content_hash:
            return newest
        row = Ruleset.objects.create(club=club, content_hash=value.content_hash, **_columns(value))
        change.log("create", "ruleset", f"{game}/{key}/{version}", new={"content_hash": value.content_hash})
    return row


def game_ruleset(row: Ruleset) -> GameRuleset:
    """Return the value that games/ works with. Rows never change, so each is built once per process."""
    return _game_ruleset(row.pk, row.content_hash)


@lru_cache(maxsize=512)
def _game_ruleset(pk: int, content_hash: str) -> GameRuleset:
    row = Ruleset.objects.get(pk=pk, content_hash=content_hash)
    return GameRuleset.from_payload(game=row.game, key=row.key, version=row.version, payload=row.payload)


def _built_in(game: str, key: str, *, stored: Ruleset | None) -> Ruleset | None:
    """Return the row of a built-in ruleset, storing it the first time it is asked for."""
    try:
        value = builtin_ruleset(game, key)
    except (UnknownGame, UnknownRuleset):
        return None
    if stored is not None and stored.content_hash == value.content_hash:
        return stored
    columns = _columns(value)
    row, _created = Ruleset.objects.get_or_create(
        club=None,
        game=value.game,
        key=value.key,
        version=value.version,
        defaults={"payload": columns["payload"], "content_hash": value.content_hash},
    )
    if row.content_hash != value.content_hash:
        message = f"built-in ruleset {row} was changed without a new version"
        raise RuntimeError(message)
    return row


def _columns(value: GameRuleset) -> dict[str, Any]:
    return {
        "game": value.game,
        "key": value.key,
        "version": value.version,
        "payload": json.loads(json.dumps(value.payload)),
    }
