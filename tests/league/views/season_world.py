"""A season with everything its pages can show, made through services as people make it. Names are invented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.models import Meeting, Season
from league.ratings.parameters import PointsParameters
from league.services.adjustments import adjustment_add, adjustment_revoke
from league.services.clubs import season_assign, season_close, season_create, season_titles_set
from league.services.ladders import LadderSpec, ladder_create
from league.services.tables import table_void
from tests.league.views.entry_world import World, world_make
from tests.league.views.page_world import actor, danmaku, generic, named, refreshed, report

if TYPE_CHECKING:
    from league.models import Adjustment, Table

NAMES = ("みずき", "北川 そら", "朝霧 ゆい", "カズ")


@dataclass(slots=True)
class InSeason:
    """A world with a season of points; `quit` is the table at which people left and forfeited."""

    world: World
    season: Season
    tables: list[Table]
    quit: Table

    @property
    def url(self) -> str:
        """The page of the season."""
        return f"/aoba/seasons/{self.season.public_id}/"

    def close(self) -> None:
        """Put its standings away."""
        refreshed(self.world.club)
        season_close(actor=actor(self.world, "owner"), season=self.season, closed=True)

    def correct(self, number: int = 0) -> None:
        """Take a table away, whether the season is closed or not."""
        table = self.tables[number]
        table.refresh_from_db()
        owner = actor(self.world, "owner")
        table_void(actor=owner, table=table, lock_version=table.lock_version, reason="数えない卓でした")
        refreshed(self.world.club)


def season_played(
    titles: tuple[str, ...] = ("優勝", "準優勝"), parameters: PointsParameters | None = None
) -> InSeason:
    """Return an open season: four tables, three titles at most, a penalty, a bonus, and a bonus that was revoked."""
    world = world_make()
    owner = actor(world, "owner")
    sheets = (
        generic(*NAMES),
        generic(*reversed(NAMES)),
        generic("みずき", "北川 そら", "小夜"),
    )
    tables = [report(world, sheet, number=number) for number, sheet in enumerate(sheets, start=1)]
    left: dict[str, Any] = {"participation": "left", "pages": [], "total": None, "edit_order": None}
    quit_table = report(
        world, danmaku(seat2={"participation": "replaced"}, seat3=left, seat4=left | {"participation": "forfeited"}),
        number=4,
    )  # fmt: skip
    season = season_create(actor=owner, club=world.club, name="2026年度 秋季")
    season_assign(actor=owner, meeting=Meeting.objects.get(), season=season)
    season_titles_set(actor=owner, season=season, titles=titles)
    spec = LadderSpec(
        parameters=parameters or PointsParameters(best=2, min_tables=2), seasons=(season.public_id,)
    )
    ladder_create(actor=owner, club=world.club, name="秋季ポイント", spec=spec)
    adjust(world, season, "カズ", -12_500, "無断欠席")
    adjust(world, season, "朝霧 ゆい", 1_000, "運営の手伝い")
    mistake = adjust(world, season, "北川 そら", 2_000, "運営の手伝い")
    adjustment_revoke(actor=owner, adjustment=mistake, reason="別の人でした")
    refreshed(world.club)
    return InSeason(world, season, tables, quit_table)


def adjust(world: World, season: Season, name: str, points: int, reason: str) -> Adjustment:
    """Give or take points."""
    return adjustment_add(
        actor=actor(world, "owner"),
        season=season,
        player=named(world.club, name),
        points=points,
        reason=reason,
    )
