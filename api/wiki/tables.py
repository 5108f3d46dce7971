"""Builds the neutral tables from selectors, each from one run or one consistent look, in the active language."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext, ngettext, pgettext

from api.wiki.model import Cell, Column, Footer, Integer, Kind, Link, Number, Places, Table, Text
from api.wiki.permalink import page_url
from games.core.registry import get_game
from league.selectors.players import people_of
from league.selectors.result_rows import player_results, season_results
from league.selectors.standings import standings_of_run
from league.services.canonical import digest as digest_of
from league.services.canonical import format_decimal
from league.views.participation import participation_mark

if TYPE_CHECKING:
    from league.models import Season
    from league.selectors.leaderboard import Pointer
    from league.selectors.players import PersonRecords
    from league.selectors.result_rows import PlayerRow, SeatRow
    from league.selectors.standings import StandingRow

SEPARATORS = {"ja": "・"}  # the middle dot of Japanese, which EUC-JP has


@dataclass(frozen=True, slots=True)
class Source:
    """What is current in a club, and the address of the site that says so."""

    pointer: Pointer
    site: str

    @property
    def slug(self) -> str:
        """The club's name in addresses."""
        return self.pointer.club.slug

    def table_link(self, row: SeatRow | PlayerRow) -> Link:
        """Return the round and number of a table, leading to its page; a spreadsheet would take "1-3" for a day."""
        return Link(f"R{row.round}-{row.number}", page_url(self.site, self.slug, "tables", row.table_id, ""))


def leaderboard_table(source: Source) -> Table:
    """Return the standings of the chosen ladder's current run: all that may be seen, in order."""
    ladder = source.pointer.ladder
    columns = (
        Column("rank", gettext("Rank"), Kind.RANK),
        Column("name", gettext("Name"), Kind.TEXT),
        Column("rating", gettext("Rating"), Kind.NUMBER),
        Column("change", gettext("Last change"), Kind.NUMBER),
        Column("tables", gettext("Tables"), Kind.NUMBER),
        Column("mean_place", gettext("Mean place"), Kind.NUMBER),
        Column("places", gettext("Last places"), Kind.PLACES),
        Column("marks", gettext("Marks"), Kind.TEXT),
    )
    people = people_of(club_id=source.pointer.club.pk)
    rows = tuple(map(_standing, standings_of_run(source.pointer.run, people=people)))
    query = {"ladder": ladder.public_id} if ladder else {}
    return Table(
        title=_title(source, ladder.name if ladder else ""),
        language=get_language() or "",
        columns=columns,
        rows=rows,
        footer=_run_footer(source, len(rows), page_url(source.site, source.slug, "", **query)),
    )


def _standing(row: StandingRow) -> tuple[Cell, ...]:
    marks = [gettext("provisional")] * row.provisional + [gettext("idle")] * row.idle
    mean = Decimal(f"{row.placement_sum / row.tables:.2f}") if row.tables else None
    return (
        Integer(row.rank),
        Text(row.name),
        Number(_points(row.rating)),
        Number(_points(row.last_change), signed=True),
        Integer(row.tables),
        Number(mean),
        Places(row.recent_placements),
        Text(_separator().join(marks)),
    )


def season_table(source: Source, season: Season) -> Table:
    """Return the confirmed results of a season, a row a seat, in the order of tables."""
    columns = (
        *_where(),
        Column("name", gettext("Name"), Kind.TEXT),
        Column("total", gettext("Total"), Kind.NUMBER),
        Column("placement", gettext("Place"), Kind.RANK),
        Column("marks", gettext("Marks"), Kind.TEXT),
    )
    rows = tuple(_seat(source, row) for row in season_results(season=season))
    sealed = digest_of([[cell.plain for cell in cells] for cells in rows])
    address = page_url(source.site, source.slug, "seasons", season.public_id, "")
    revision = source.pointer.revision
    return Table(
        title=_title(source, season.name),
        language=get_language() or "",
        columns=columns,
        rows=rows,
        footer=_footer(revision=revision, digest=sealed, computed_at=None, rows=len(rows), permalink=address),
    )


def _seat(source: Source, row: SeatRow) -> tuple[Cell, ...]:
    return (
        Text(row.club_day.isoformat()),
        source.table_link(row),
        Text(_game(row.game)),
        Integer(row.seat),
        Text(row.name or gettext("former member")),
        _total(row.total),
        Integer(row.placement),
        Text(gettext(", ").join(_marks(row))),
    )


def _marks(row: SeatRow) -> list[str]:
    marks = [gettext("guest")] if row.guest else []
    mark = participation_mark(row.participation)
    return [*marks, mark] if mark else marks


def player_table(source: Source, player: PersonRecords) -> Table:
    """Return a player's results in the chosen ladder, in the order of tables."""
    columns = (
        *_where(),
        Column("total", gettext("Total"), Kind.NUMBER),
        Column("placement", gettext("Place"), Kind.RANK),
        Column("change", gettext("Change"), Kind.NUMBER),
        Column("rating", gettext("Rating"), Kind.NUMBER),
    )
    rows = tuple(_result(source, row) for row in player_results(player=player, run=source.pointer.run))
    name = player.person.name or gettext("former member")
    ladder = source.pointer.ladder
    query = {"ladder": ladder.public_id} if ladder else {}
    address = page_url(source.site, source.slug, "players", player.person.public_id, "", **query)
    return Table(
        title=_title(source, ladder.name if ladder else "", name),
        language=get_language() or "",
        columns=columns,
        rows=rows,
        footer=_run_footer(source, len(rows), address),
    )


def _result(source: Source, row: PlayerRow) -> tuple[Cell, ...]:
    return (
        Text(row.club_day),
        source.table_link(row),
        Text(_game(row.game)),
        Integer(row.seat),
        _total(row.total),
        Integer(row.placement),
        Number(_points(row.after - row.before), signed=True),
        Number(_points(row.after)),
    )


def _where() -> tuple[Column, ...]:
    return (
        Column("club_day", gettext("Date"), Kind.TEXT),
        Column("table", gettext("Table"), Kind.LINK),
        Column("game", gettext("Game"), Kind.TEXT),
        Column("seat", gettext("Seat"), Kind.NUMBER),
    )


def _title(source: Source, *names: str) -> str:
    return _separator().join(filter(None, (source.pointer.club.name, *names)))


def _separator() -> str:
    return SEPARATORS.get(get_language() or "", " · ")


def _points(thousandths: int) -> Decimal:
    return Decimal(thousandths).scaleb(-3)


def _total(total: Decimal | None) -> Number:
    return Number(None if total is None else Decimal(format_decimal(total)))


def _game(key: str) -> str:
    return get_game(key).names[get_language() or "ja"]


def _run_footer(source: Source, rows: int, permalink: str) -> Footer:
    """Return the footer of what a run says: up to its revision, sealed by its digest."""
    run, ladder = source.pointer.run, source.pointer.ladder
    if run is None or ladder is None:
        revision = source.pointer.revision
        return _footer(revision=revision, digest="", computed_at=None, rows=rows, permalink=permalink)
    moment = (run.published_at or run.started_at).astimezone(ZoneInfo(source.pointer.club.timezone))
    return _footer(
        revision=ladder.computed_revision,
        digest=run.digest,
        computed_at=moment.isoformat(timespec="seconds"),
        rows=rows,
        permalink=permalink,
    )


def _footer(*, revision: int, digest: str, computed_at: str | None, rows: int, permalink: str) -> Footer:
    said = [
        gettext("Revision {revision}").format(revision=revision),
        ngettext("{count} row", "{count} rows", rows).format(count=rows),
    ]
    if computed_at is not None:
        said.append(computed_at[:16].replace("T", " "))
    lines = [_separator().join(said)]
    if digest:
        lines.append(pgettext("in front of a digest", "Digest {digest}").format(digest=digest))
    return Footer(
        revision=revision, digest=digest, computed_at=computed_at, permalink=permalink, lines=tuple(lines)
    )
