"""What the entry page presets: meetings, rulesets, the next free place, help cards; and the reporter's own drafts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Max

from games.core.registry import UnknownGame, UnknownRuleset, builtin_ruleset, builtin_rulesets, get_game
from games.core.ruleset import Ruleset as GameRuleset
from games.danmaku.rules import preset_deal
from league.models import Meeting, Ruleset, Submission, Table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from django.db.models import QuerySet

    from league.models import Club

RECENT_MEETINGS = 12
MOST_DRAFTS = 5
_ID_LENGTH = 16


@dataclass(frozen=True, slots=True)
class PlacePreset:
    """The next table of a day as it will most likely be."""

    round: int
    number: int
    game: str


@dataclass(frozen=True, slots=True)
class SentReport:
    """A stored report with what its receipt shows."""

    submission: Submission
    table: Table
    lines: tuple[tuple[int | None, str, Any, int | None], ...]


def recent_days(club: Club) -> list[date]:
    """Return the days of the last meetings, the newest first."""
    days = Meeting.objects.filter(club=club).order_by("-club_day").values_list("club_day", flat=True)
    return list(days[:RECENT_MEETINGS])


def place_preset(*, club: Club, day: date | None) -> PlacePreset:
    """Return the round, the next free number and the game of the day's last table, else of the club's last one."""
    tables = Table.objects.filter(meeting__club=club).exclude(state=Table.State.VOID)
    newest = tables.select_related("ruleset").order_by("-meeting__club_day", "-round", "-number")
    of_day = newest.filter(meeting__club_day=day) if day else newest.none()
    last = of_day.first()
    highest = of_day.order_by().aggregate(highest=Max("number"))["highest"] or 0
    model = last or newest.first()
    game = f"{model.ruleset.game}/{model.ruleset.key}" if model else "danmaku/base"
    return PlacePreset(
        round=last.round if last else 1,
        number=highest + 1,
        game=game if game in dict(ruleset_choices(club, "en")) else "danmaku/base",
    )


def ruleset_choices(club: Club, language: str) -> list[tuple[str, str]]:
    """Return "game/ruleset" and its words for every ruleset that the club can use; `base` needs no word of its own."""
    own = Ruleset.objects.filter(club=club).order_by("game", "key").values_list("game", "key").distinct()
    keys = dict.fromkeys((ruleset.game, ruleset.key) for ruleset in builtin_rulesets())
    keys |= dict.fromkeys(own)
    return [(f"{game}/{key}", ruleset_name(game, key, language)) for game, key in keys]


def ruleset_name(game: str, key: str, language: str) -> str:
    """Return what a ruleset is called: its game and, unless it is the `base` one, which variant of it."""
    column = "en" if language == "en" else "ja"
    name = get_game(game).names[column]
    if key == "base":
        return name
    return f"{name} – {get_game(game).ruleset_names.get(key, {}).get(column, key)}"


def ruleset_value(club: Club, game: str, key: str) -> GameRuleset | None:
    """Return the rules that a new report of this name is judged under, without storing anything."""
    row = Ruleset.objects.filter(club=club, game=game[:20], key=key[:50]).order_by("-version").first()
    if row is not None:
        return GameRuleset.from_payload(game=row.game, key=row.key, version=row.version, payload=row.payload)
    try:
        return builtin_ruleset(game, key)
    except (UnknownGame, UnknownRuleset):
        return None


def player_bounds(rules: GameRuleset) -> tuple[int, int]:
    """Return the least and the greatest number of players."""
    return get_game(rules.game).player_bounds(rules)


def help_deal(rules: GameRuleset, count: int) -> list[tuple[int, int]]:
    """Return (untapped, tapped) help cards of each seat as the ruleset deals them; nothing where it doesn't say."""
    deal: Any = rules.payload.get("help_deal")
    if isinstance(deal, str):
        return list(preset_deal(deal, count))
    cards: list[Mapping[str, int]] = (deal or {}).get(str(count), [])
    return [(seat["untapped"], seat["tapped"]) for seat in cards]


def drafts_of(*, club: Club, user_id: int) -> QuerySet[Submission]:
    """Return a reporter's own drafts, the newest first."""
    drafts = Submission.objects.filter(club=club, author=user_id, state=Submission.State.DRAFT)
    return drafts.order_by("-pk")


def draft_named(*, club: Club, user_id: int, public_id: str) -> Submission | None:
    """Return one of the reporter's own drafts."""
    if not _is_id(public_id):
        return None
    return drafts_of(club=club, user_id=user_id).filter(public_id=public_id).first()


def table_named(*, club: Club, public_id: str) -> Table | None:
    """Return a table of the club."""
    if not _is_id(public_id):
        return None
    tables = Table.objects.filter(meeting__club=club, public_id=public_id)
    return tables.select_related("meeting__season", "ruleset").first()


def sent_report(*, club: Club, public_id: str) -> SentReport | None:
    """Return a report of the club that has been sent, with its lines in the order of places."""
    if not _is_id(public_id):
        return None
    found = (
        Submission.objects.filter(club=club, public_id=public_id)
        .exclude(state=Submission.State.DRAFT)
        .select_related("table__meeting", "table__ruleset")
        .first()
    )
    if found is None or found.table is None:
        return None
    lines = found.lines.order_by("placement", "position").values_list(
        "seat", "player__display_name", "total", "placement"
    )
    return SentReport(found, found.table, tuple(lines))


def _is_id(text: str) -> bool:
    return len(text) == _ID_LENGTH and text.isascii() and text.isalnum()
