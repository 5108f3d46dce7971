"""`manage.py fairness`: what the seats of a club's games are worth, as text to read or as JSON for programs."""

import json
from argparse import ArgumentParser
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.registry import game_keys
from league.fairness.report import Stratum
from league.management.command import UNUSABLE, LeagueCommand
from league.management.lookup import club_or_error
from league.models import Club, FairnessReport, Season
from league.selectors.deal_simulations import BotGames, bot_figures, bot_games
from league.selectors.entry import ruleset_name
from league.selectors.fairness import content_of, lower_wins, ruleset_named, ruleset_names, whole_reports
from league.selectors.fairness_figures import strata_told, stratum_figures
from league.selectors.fairness_scope import Scope
from league.selectors.ladders import rating_ladder
from league.services.fairness import fairness_ensure, fairness_refresh
from league.services.runs import ladder_refresh
from league.views.fairness_text import stratum_text
from league.views.fairness_words import sentence


@dataclass(frozen=True)
class Told:
    """A player count with what its ruleset is called."""

    game: str
    ruleset: str
    version: int
    ruleset_hash: str
    stratum: Stratum
    sentence: str
    bots: list[BotGames]


class Command(LeagueCommand):
    """Brings the reports up to date first; needs neither broker nor worker.

    Exit 1: a game couldn't be computed, the others are told; 2: unknown club, ruleset or season.
    """

    help = "Print what seats are worth: counted, among equals, and whether that may be said at all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the tables and the format."""
        parser.add_argument("--club", required=True, help="address (slug) of the club")
        parser.add_argument("--game", choices=game_keys(), help="default: all games")
        parser.add_argument("--ruleset", help="key or content hash (or its beginning); default: all rulesets")
        parser.add_argument("--season", help="name or public id; default: all meetings")
        parser.add_argument("--from", dest="first", type=date.fromisoformat, metavar="DAY", help="YYYY-MM-DD")
        parser.add_argument("--to", dest="last", type=date.fromisoformat, metavar="DAY", help="YYYY-MM-DD")
        parser.add_argument(
            "--min-tables", type=int, default=0, metavar="K", help="only tables of players with so many"
        )
        parser.add_argument("--format", choices=("table", "json"), default="table")

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Print the report."""
        club = club_or_error(options["club"])
        first, last = options["first"], options["last"]
        if first and last and last < first:
            raise CommandError(_("The last day comes before the first one."), returncode=UNUSABLE)
        if options["min_tables"] < 0:
            raise CommandError(_("Please give a whole number from 0 on."), returncode=UNUSABLE)
        season = _season(club, options["season"])
        scope = Scope(season=season, first=first, last=last, min_tables=options["min_tables"])
        outcomes = [(row.game, _told(club, row, scope)) for row in _rows(club, options)]
        failed = [game for game, strata in outcomes if strata is None]
        told = [stratum for _game, strata in outcomes for stratum in strata or ()]
        if options["format"] == "json":
            body = {"club": club.slug, "filters": scope.stored(), "strata": [_figures(one) for one in told]}
            self.stdout.write(json.dumps(body, ensure_ascii=False, indent=1))
        elif told:
            self.stdout.write("\n\n".join(_text(one) for one in told))
        elif not failed:
            self.stdout.write(_nothing(scope))
        if failed:
            names = ", ".join(dict.fromkeys(failed))
            raise CommandError(_("The seats of %s couldn't be computed; the log says why.") % names)


def _nothing(scope: Scope) -> str:
    if scope.key:
        return _("None of these tables is in that part.")
    return _("There are no confirmed tables whose seats are known.")


def _rows(club: Club, options: dict[str, Any]) -> list[FairnessReport]:
    """Return the games and rulesets that are meant, the newest version of a key last."""
    fairness_ensure(club_id=club.pk)
    rows = list(whole_reports(club.pk).order_by("game", "pk"))
    names = ruleset_names({row.ruleset_hash for row in rows})
    if options["game"]:
        rows = [row for row in rows if row.game == options["game"]]
    wanted = options["ruleset"]
    if wanted is None:
        return rows
    known = {names[row.ruleset_hash][1] for row in rows if row.ruleset_hash in names}
    rows = [
        row
        for row in rows
        if names.get(row.ruleset_hash, ("", ""))[1] == wanted
        or (len(wanted) >= 8 and row.ruleset_hash.startswith(wanted))  # noqa: PLR2004 - shorter is no hash
    ]
    if not rows:
        message = _("No table was played by the ruleset %(ruleset)r; there are: %(known)s")
        known_text = ", ".join(sorted(known)) or "-"
        raise CommandError(message % {"ruleset": wanted, "known": known_text}, returncode=UNUSABLE)
    return rows


def _told(club: Club, row: FairnessReport, scope: Scope) -> list[Told] | None:
    """Bring one report up to date, its ratings first; None if it can't be computed."""
    ladder = rating_ladder(club, row.game)
    if ladder is not None:
        ladder_refresh(ladder_id=ladder.pk)
    fresh = fairness_refresh(club=club, game=row.game, ruleset_hash=row.ruleset_hash, scope=scope)
    report = content_of(fresh)
    if report is None:
        return None
    names = ruleset_names({row.ruleset_hash})
    _game, key, version = ruleset_named(names, row)
    lower = lower_wins(ruleset_hash=row.ruleset_hash)
    strata = strata_told(report, narrowed=bool(scope.key))
    bots = bot_games(ruleset_hash=row.ruleset_hash, strata=strata)
    return [
        Told(
            game=row.game,
            ruleset=key,
            version=version,
            ruleset_hash=row.ruleset_hash,
            stratum=stratum,
            sentence=sentence(stratum, lower_wins=lower),
            bots=bots.get(stratum.players, []),
        )
        for stratum in strata
    ]


def _figures(told: Told) -> dict[str, Any]:
    return {
        "game": told.game,
        "ruleset": told.ruleset,
        "ruleset_version": told.version,
        "ruleset_hash": told.ruleset_hash,
        **stratum_figures(told.stratum),
        "sentence": told.sentence,
        "bots": bot_figures(told.bots),
    }


def _text(told: Told) -> str:
    name = ruleset_name(told.game, told.ruleset, get_language() or "ja")
    return stratum_text(told.stratum, name=name, said=told.sentence, bots=told.bots)


def _season(club: Club, wanted: str | None) -> str:
    if wanted is None:
        return ""
    seasons = Season.objects.filter(club=club)
    found = seasons.filter(name=wanted).first() or seasons.filter(public_id=wanted).first()
    if found is None:
        known = ", ".join(seasons.values_list("name", flat=True)) or "-"
        message = _("%(club)s has no season %(season)r; there are: %(known)s")
        raise CommandError(
            message % {"club": club.slug, "season": wanted, "known": known}, returncode=UNUSABLE
        )
    return found.public_id
