"""An invented club with a published run, written straight into the tables: what pages are tested with.

Services aren't called on purpose: a page must show what is stored, however it came to be.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from league.models import (
    Club,
    ClubCounter,
    Ladder,
    LadderVersion,
    Meeting,
    Player,
    RatingRun,
    Ruleset,
    Standing,
    Table,
)

PEOPLE = (
    ("朝霧 ゆい", "あさぎり ゆい"),
    ("北川 そら", "きたがわ そら"),
    ("みずき", "みずき"),
    ("白石 れん", "しらいし れん"),
    ("東 あおい", "ひがし あおい"),
    ("Kazu", "かず"),
    ("小夜", "さよ"),
    ("高千穂 なぎ", "たかちほ なぎ"),
    ("早瀬 みお", "はやせ みお"),
    ("九条 とわ", "くじょう とわ"),
    ("ののか", ""),
    ("若葉 りく", "わかば りく"),
    ("Mori", "もり"),
    ("月島 いおり", "つきしま いおり"),
    ("鳴海 かなで", "なるみ かなで"),
    ("五十嵐 つむぎ", "いがらし つむぎ"),
    ("宵待 はる", "よいまち はる"),
    ("ひなた", ""),
)
LAST_DAY = date(2026, 11, 28)
PUBLISHED = datetime(2026, 11, 28, 14, 52, tzinfo=UTC)
DIGEST = "9f2c" + "0" * 58 + "41"


@dataclass(frozen=True, slots=True)
class Invented:
    """What was written: the club with its one ladder, the current run, and the players in order of rank."""

    club: Club
    ladder: Ladder
    run: RatingRun
    players: list[Player]


def invented_club(
    slug: str = "aoba", *, public: bool = True, is_demo: bool = False, revision: int = 214
) -> Club:
    """Write a club without ladders."""
    club = Club.objects.create(slug=slug, name="青葉卓会", public=public, is_demo=is_demo)
    ClubCounter.objects.create(club=club, revision=revision)
    return club


def invented_ladder(
    club: Club, name: str = "東方弾幕画報 秋季リーグ", *, tables: int = 32
) -> tuple[Ladder, RatingRun]:
    """Write a ladder with a published, empty run."""
    ladder = Ladder.objects.create(club=club, name=name)
    version = LadderVersion.objects.create(
        ladder=ladder, number=1, formula="elo", parameters={}, content_hash="0" * 64
    )
    run = RatingRun.objects.create(
        ladder=ladder,
        number=1,
        version=version,
        revision=club.counter.revision,
        digest=DIGEST,
        code_version="1",
        status=RatingRun.Status.PUBLISHED,
        tables=tables,
        published_at=PUBLISHED,
    )
    ladder.current_version, ladder.current_run = version, run
    ladder.computed_revision = club.counter.revision
    ladder.save()
    return ladder, run


def invented_meetings(club: Club, count: int = 14) -> None:
    """Write weekly meetings up to LAST_DAY with one open table each."""
    ruleset = Ruleset.objects.create(
        club=club, game="danmaku", key="base", version=1, payload={}, content_hash="0" * 64
    )
    for weeks_ago in range(count):
        meeting = Meeting.objects.create(club=club, club_day=LAST_DAY - timedelta(weeks=weeks_ago))
        Table.objects.create(meeting=meeting, round=1, number=1, ruleset=ruleset)


def invented_league(
    slug: str = "aoba", *, people: int = 18, public: bool = True, is_demo: bool = False
) -> Invented:
    """Write a club with meetings, a ladder, and `people` standings that look like a season's."""
    club = invented_club(slug, public=public, is_demo=is_demo)
    invented_meetings(club)
    ladder, run = invented_ladder(club)
    players = [invented_player(club, index) for index in range(people)]
    Standing.objects.bulk_create(invented_standings(run, players))
    return Invented(club=club, ladder=ladder, run=run, players=players)


def invented_player(club: Club, index: int) -> Player:
    """Write the index-th invented person; beyond the list they are numbered."""
    name, reading = PEOPLE[index % len(PEOPLE)]
    suffix = f" {index // len(PEOPLE) + 1}" if index >= len(PEOPLE) else ""
    return Player.objects.create(club=club, display_name=name + suffix, reading=reading)


def invented_standings(run: RatingRun, players: list[Player]) -> list[Standing]:
    """Return a standing a player, in order of rank, always the same ones."""
    chance = random.Random(41)
    moves = (2, -1, -1, 0, 3, -1, 0)
    standings = []
    for index, player in enumerate(players):
        rank, tables = index + 1, (6 if index % 6 == 4 else 12 + (index * 7) % 33)
        places = [min(4, max(1, round(chance.gauss(1.9 + index / 20, 1)))) for _ in range(min(10, tables))]
        previous = None if index == len(players) - 1 and index > 3 else rank + moves[index % len(moves)]
        standings.append(
            Standing(
                run=run,
                player=player,
                rank=rank,
                previous_rank=previous,
                rating=1_548_230 - index * 9_771,
                tables=tables,
                last_change=chance.randrange(-14_000, 14_000),
                last_club_day=LAST_DAY - timedelta(days=7 * (index % 3)),
                placement_sum=int(tables * (2.06 + index / 18)),
                recent_placements=places,
            )
        )
    return standings
