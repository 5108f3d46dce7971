"""Creates ladders and changes what they count. Computing them is services.runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from games.core.registry import game_keys, get_game
from league import wake
from league.models import Ladder, LadderVersion, Season
from league.ratings.digests import version_hash
from league.ratings.formulas import FORMULAS, formula_of
from league.ratings.parameters import PRESETS, AnyParameters, BadParametersError, Parameters
from league.selectors.ladder_choices import rulesets_countable
from league.selectors.ladders import ladder_covering
from league.services.changes import club_change
from league.services.errors import Invalid, NameTaken
from league.services.names import clean_name
from league.services.policy import Verb, authorise, authorise_closed
from league.services.seen import seen_check

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from league.models import Club
    from league.services.actors import Actor
    from league.services.changes import Change

_NAME_LENGTH = 60
_STANDARD, _STEADY = "standard", "steady"
_DICE_HEAVY = frozenset({"danmaku", "doujin"})  # a large k predicts worse than chance there


@dataclass(frozen=True, slots=True)
class LadderSpec:
    """What a ladder counts and how. Empty filters mean "all"; rulesets by content hash, seasons by public id."""

    parameters: AnyParameters = PRESETS[_STANDARD]
    games: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()

    def as_columns(self) -> dict[str, Any]:
        """Return the values of the columns of a ladder version."""
        content: dict[str, Any] = {
            "games": sorted(set(self.games)),
            "rulesets": sorted(set(self.rulesets)),
            "seasons": sorted(set(self.seasons)),
            "formula": formula_of(self.parameters),
            "parameters": self.parameters.as_json(),
        }
        return {**content, "content_hash": version_hash(**content)}


def preset(name: str) -> Parameters:
    """Return the parameters of a built-in preset.

    Raises:
        Invalid: no preset has this name.
    """
    if name not in PRESETS:
        raise Invalid(_("There is no such preset. Known are: standard, steady."), field="preset")
    return PRESETS[name]


def ladder_create(*, actor: Actor, club: Club, name: str, spec: LadderSpec) -> Ladder:
    """Create a ladder; it is computed as soon as a worker gets to it.

    It may count closed seasons: another way of reading them takes nothing from what was put away.

    Raises:
        Invalid: a name without visible characters, what the club doesn't have, or a parameter out of its bounds.
        NameTaken: the club has a ladder of this name.
        NotAllowed: the role does not include it.
    """
    authorise(actor=actor, verb=Verb.MANAGE_LADDERS, club=club)
    name = clean_name(name, field="name", longest=_NAME_LENGTH)
    with club_change(actor=actor, club=club, what="ladder.create") as change:
        _refuse_name(club=club, name=name)
        spec_check(club=club, spec=spec)
        return _ladder_add(change=change, name=name, spec=spec)


def ladder_rename(
    *, actor: Actor, ladder: Ladder, name: str, seen: Mapping[str, object] | None = None
) -> Ladder:
    """Give a ladder another name. `seen` is the name that the actor had before them.

    Raises:
        Invalid: a name without visible characters.
        NameTaken: the club has another ladder of this name.
        Changed: somebody else renamed it meanwhile.
        NotAllowed: the role does not include it.
    """
    authorise(actor=actor, verb=Verb.MANAGE_LADDERS, club=ladder.club)
    name = clean_name(name, field="name", longest=_NAME_LENGTH)
    with club_change(actor=actor, club=ladder.club, what="ladder.rename") as change:
        locked = Ladder.objects.select_for_update(of=("self",)).select_related("club").get(pk=ladder.pk)
        seen_check(seen=seen, now={"name": locked.name})
        if locked.name != name:
            _refuse_name(club=locked.club, name=name)
            change.log("rename", "ladder", locked.public_id, old={"name": locked.name}, new={"name": name})
            locked.name = name
            locked.save(update_fields=["name"])
        return locked


def ladder_change(
    *, actor: Actor, ladder: Ladder, spec: LadderSpec, seen: Mapping[str, object] | None = None
) -> Ladder:
    """Give a ladder a new version; with the same content nothing happens.

    `seen` is the number of the version that the actor had before them.

    Raises:
        Invalid: a game, ruleset or season that the club doesn't have, or a parameter out of its bounds.
        Changed: somebody else gave it a version meanwhile.
        NotAllowed: the role does not include it, or a closed season would be counted in another way or join the ladder,
            and the actor is no owner.
    """
    authorise(actor=actor, verb=Verb.MANAGE_LADDERS, club=ladder.club)
    columns = spec.as_columns()
    with club_change(actor=actor, club=ladder.club, what="ladder.change") as change:
        locked = Ladder.objects.select_for_update().get(pk=ladder.pk)
        old = locked.current_version
        seen_check(seen=seen, now={"version": old.number if old else 0})
        spec_check(club=ladder.club, spec=spec, kept=old)
        if old is not None and old.content_hash == columns["content_hash"]:
            return locked
        _closed_check(change=change, old=old, new=columns["seasons"])
        _version_set(locked, columns)
        change.log(
            "change",
            "ladder",
            locked.public_id,
            old={"version": old.content_hash if old else None},
            new={"version": columns["content_hash"]},
        )
        _wake_after(change)
        return locked


def ladder_ensure(*, change: Change, name: str, preset_name: str, games: Iterable[str] = ()) -> Ladder:
    """Return the club's ladder of this name; create it inside the caller's change when it is missing.

    Raises:
        Invalid: no preset has this name, or a name without visible characters.
    """
    name = clean_name(name, field="ladder", longest=_NAME_LENGTH)
    found = Ladder.objects.filter(club=change.club, name=name).first()
    if found is not None:
        return found
    spec = LadderSpec(parameters=preset(preset_name), games=tuple(games))
    return _ladder_add(change=change, name=name, spec=spec)


def ladder_ensure_default(*, change: Change, game: str) -> Ladder:
    """Return a ladder that counts every table of a game; create the game's default one when there is none."""
    found = ladder_covering(change.club, game)
    if found is not None:
        return found
    preset_name = _STEADY if game in _DICE_HEAVY else _STANDARD
    spec = LadderSpec(parameters=preset(preset_name), games=(game,))
    wanted = get_game(game).names[change.club.language]
    return _ladder_add(change=change, name=_free_name(change.club, wanted), spec=spec)


def _closed_check(*, change: Change, old: LadderVersion | None, new: Collection[str]) -> None:
    """Ask for the right to a closed season that the ladder ranks alone, or that the new version names.

    Asked inside the change: a season can't be closed meanwhile.
    """
    alone = old.seasons if old is not None and len(old.seasons) == 1 else []
    closed = Season.objects.filter(club=change.club, public_id__in={*alone, *new}, closed_at__isnull=False)
    authorise_closed(actor=change.actor, verb=Verb.MANAGE_LADDERS, club=change.club, season=closed.first())


def spec_check(*, club: Club, spec: LadderSpec, kept: LadderVersion | None = None) -> None:
    """Refuse what no ladder of the club can count. What its version holds already (`kept`) may stay.

    Raises:
        Invalid: the first thing that is wrong.
    """
    rulesets = {choice.content_hash: choice.game for choice in rulesets_countable(club)}
    seasons = set(Season.objects.filter(club=club).values_list("public_id", flat=True))
    for field, wanted, known, message in (
        ("games", spec.games, game_keys(), _("There is no such game.")),
        ("rulesets", spec.rulesets, rulesets, _("This club has no such ruleset.")),
        ("seasons", spec.seasons, seasons, _("This club has no such season.")),
    ):
        if not {*wanted} <= {*known, *(getattr(kept, field) if kept else ())}:
            raise Invalid(message, field=field)
    of_games = {rulesets.get(ruleset) for ruleset in spec.rulesets} - {None, *spec.games}
    if spec.games and of_games:
        raise Invalid(_("A chosen ruleset belongs to a game that isn't chosen."), field="rulesets")
    try:
        FORMULAS[formula_of(spec.parameters)].parse(spec.parameters.as_json())
    except BadParametersError as error:
        raise Invalid(_("This value is out of its bounds."), field=error.name) from error


def _refuse_name(*, club: Club, name: str) -> None:
    if Ladder.objects.filter(club=club, name=name).exists():
        raise NameTaken(_("This club already has a ladder of this name."), field="name")


def _free_name(club: Club, wanted: str) -> str:
    """Return the name, with a number behind it when another ladder has it."""
    taken = set(Ladder.objects.filter(club=club).values_list("name", flat=True))
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name


def _ladder_add(*, change: Change, name: str, spec: LadderSpec) -> Ladder:
    ladder = Ladder.objects.create(club=change.club, name=name)
    columns = spec.as_columns()
    _version_set(ladder, columns)
    change.log("create", "ladder", ladder.public_id, new={"name": name, "version": columns["content_hash"]})
    _wake_after(change)
    return ladder


def _version_set(ladder: Ladder, columns: dict[str, Any]) -> None:
    last = ladder.versions.aggregate(last=Max("number"))["last"] or 0
    ladder.current_version = LadderVersion.objects.create(ladder=ladder, number=last + 1, **columns)
    ladder.save(update_fields=["current_version"])


def _wake_after(change: Change) -> None:
    """Wake a worker after the commit: a ladder's own change touches no table, so its revision owes nothing."""
    club_id, revision = change.club.pk, change.revision
    transaction.on_commit(lambda: wake.wake_ladders(club_id, revision), robust=True)
