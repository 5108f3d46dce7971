"""Importing results files: all or nothing, told line by line, and known again."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import translation

from league.models import Club, Ladder, Line, Player, Revision, Submission, Table
from league.services.audit import chain_faults
from league.services.errors import Invalid, NotAllowed
from league.services.merges import player_merge
from league.services.people import alias_add
from league.services.results.exporting import results_export
from league.services.results.importing import ImportOptions, ImportOutcome, results_import
from tests import builders as build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.django_db

HEADER = "table,club_day,round,number,game,seat,player,total"
GOOD = f"""{HEADER}
A,2026-10-03,1,1,generic,1,みずき,10
A,2026-10-03,1,1,generic,2,そら,7
B,2026-10-03,1,2,generic,1,れん,3
B,2026-10-03,1,2,generic,2,みずき,3
"""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def bring(data: str | bytes, *, slug: str = "aoba", actor: Any = build.ROOT, **options: Any) -> ImportOutcome:  # noqa: ANN401
    return results_import(
        actor=actor,
        club_slug=slug,
        data=data.encode() if isinstance(data, str) else data,
        options=ImportOptions(**options),
        progress=lambda _stage, _done, _total: None,
    )


def told(outcome: ImportOutcome) -> list[tuple[int, str, str]]:
    return [(error.line, error.column, error.rule) for error in outcome.errors]


def test_file_makes_club_people_ladder_and_confirmed_tables_in_one_revision() -> None:
    outcome = bring(GOOD, ladder="steady")

    assert (outcome.rows, outcome.tables, outcome.created, outcome.skipped) == (4, 2, 2, 0)
    assert (outcome.club_created, outcome.ladder_created) == (True, "steady")
    assert outcome.new_players == ["みずき", "そら", "れん"]
    club = Club.objects.get(slug="aoba")
    assert list(Revision.objects.filter(club=club).values_list("number", "what", "lowest_order_key")) == [
        (1, "results.import", "2026-10-03/00001/00001")
    ]
    assert list(Table.objects.values_list("number", "state")) == [(1, "confirmed"), (2, "confirmed")]
    placements = Line.objects.order_by("submission__table__number", "position")
    assert list(placements.values_list("player__display_name", "placement")) == [
        ("みずき", 1),
        ("そら", 2),
        ("れん", 1),
        ("みずき", 1),
    ]
    assert list(Ladder.objects.values_list("name", flat=True)) == ["steady"]
    assert list(chain_faults(club=club)) == []


def test_import_makes_no_ladder_that_it_was_not_told() -> None:
    bring(GOOD)

    assert not Ladder.objects.exists()


def test_same_content_again_is_skipped_whatever_the_order_of_rows() -> None:
    bring(GOOD)
    before = build.everything()
    header, *rows = GOOD.strip().split("\n")

    outcome = bring("\n".join([header, *reversed(rows)]))

    assert (outcome.created, outcome.skipped, outcome.errors) == (0, 2, [])
    assert build.first_difference(before, build.everything()) == []


def test_new_tables_of_a_longer_file_are_added() -> None:
    bring(GOOD)

    outcome = bring(GOOD + "C,2026-10-10,1,1,generic,1,そら,1\nC,2026-10-10,1,1,generic,2,れん,2\n")

    assert (outcome.created, outcome.skipped) == (1, 2)


def test_other_content_under_a_known_id_is_refused_and_nothing_is_written() -> None:
    bring(GOOD)
    before = build.everything()

    outcome = bring(GOOD.replace("そら,7", "そら,8") + "C,2026-10-10,1,1,generic,1,そら,1\n")
    changed = bring(GOOD.replace("そら,7", "そら,8"))

    assert [error[0] for error in told(outcome)]
    assert told(changed) == [(2, "table", "")]
    assert build.first_difference(before, build.everything()) == []


def test_dry_run_tells_all_and_writes_nothing() -> None:
    before = build.everything()

    outcome = bring(GOOD, ladder="steady", dry_run=True)

    assert (outcome.created, outcome.ladder_created, len(outcome.new_players)) == (2, "steady", 3)
    changed = build.first_difference(before, build.everything())
    assert set(changed) <= {"Ruleset"}  # a built-in ruleset is stored when it is first asked for


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("A,2026-10-03,1,1,generic,3,れん", (4, "", "")),
        ("A,2026-10-03,1,1,generic,3,れん,5,6", (4, "", "")),
        ("A,2026-02-30,1,1,generic,3,れん,5", (4, "club_day", "")),
        ("A,03.10.2026,1,1,generic,3,れん,5", (4, "club_day", "")),
        ("A,0000-00-00,1,1,generic,3,れん,5", (4, "club_day", "")),
        ("A,2026-10-03,0,1,generic,3,れん,5", (4, "round", "")),
        ("A,2026-10-03,1,100000,generic,3,れん,5", (4, "number", "")),
        ("A,2026-10-03,1,１,generic,3,れん,5", (4, "number", "")),
        ("A,2026-10-03,1,1,generic,٣,れん,5", (4, "seat", "")),
        ("A,2026-10-03,1,1,generic,3,れん,1_000", (4, "total", "")),
        ("A,2026-10-03,1,1,generic,3,れん,1e3", (4, "total", "")),
        ("A,2026-10-03,1,1,generic,3,れん,nan", (4, "total", "")),
        ("A,2026-10-03,1,1,generic,3,れん,", (4, "total", "")),
        ("A,2026-10-03,1,1,chess,3,れん,5", (4, "game", "")),
        ("A,2026-10-03,1,1,generic,3,,5", (4, "player", "")),
        (",2026-10-03,1,1,generic,3,れん,5", (4, "table", "")),
        ("A,2026-10-04,1,1,generic,3,れん,5", (4, "table", "")),
        ("B,2026-10-03,2,1,generic,3,れん,5", (4, "number", "")),
    ],
)
def test_row_that_cannot_be_read_is_told_by_line_and_column(row: str, expected: tuple[int, str, str]) -> None:
    start = "\n".join(GOOD.split("\n")[:3])
    before = build.everything()

    outcome = bring(f"{start}\n{row}\n")

    assert told(outcome) == [expected]
    assert set(build.first_difference(before, build.everything())) <= {"Ruleset"}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # 8 + 4 isn't 13
        (["danmaku,1,みずき,2,8,4,13", "danmaku,2,そら,1,6,3,9"], (2, "total", "DG-20")),
        (["danmaku,1,みずき,,,,24", "danmaku,2,そら,,6,3,9"], (2, "total", "DG-21")),
        (["danmaku,1,みずき,3,5,4,9", "danmaku,2,そら,1,6,3,9"], (2, "edit_order", "DG-17")),
        (["danmaku,1,みずき,,5,4,9", "danmaku,1,そら,,6,3,9"], (2, "seat", "DG-2")),
        (["danmaku,1,みずき,,5,4,9", "danmaku,2,みずき,,6,3,9"], (3, "player", "FMT-8")),
        (["danmaku,1,みずき,,5,4,9"], (2, "", "DG-2")),
    ],
)
def test_rule_broken_in_a_file_names_line_column_and_rule(
    rows: list[str], expected: tuple[int, str, str]
) -> None:
    header = "table,club_day,round,number,game,seat,player,edit_order,front,back,total"
    lines = [f"A,2026-10-03,1,1,{row}" for row in rows]

    outcome = bring("\n".join([header, *lines]))

    assert expected in told(outcome)
    assert not Club.objects.exists()


def test_broken_row_5017_of_ten_thousand_is_found_and_nothing_is_written() -> None:
    rows = [
        f"T{table},2026-01-01,1,{table},generic,{seat},P{seat},{seat}"
        for table in range(1, 5001)
        for seat in (1, 2)
    ]
    rows[5015] = rows[5015].replace(",2,P2,2", ",2,P2,two")  # the header is line 1

    outcome = bring("\n".join([HEADER, *rows]))

    assert told(outcome) == [(5017, "total", "")]
    assert "two" in str(outcome.errors[0].message)
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"PK\x03\x04zip", "spreadsheet"),
        (GOOD.encode("utf-16"), "UTF-16"),
        (GOOD.replace("そら", "そ\x00ら").encode(), "Line 3: the file holds the control character U+0000"),
        (GOOD.replace("B,", "B\x1b[2J,", 1).encode(), "Line 4: the file holds the control character U+001B"),
        (GOOD.replace("game", "ga\x9bme").encode(), "Line 1: the file holds the control character U+009B"),
        (GOOD.encode().replace("そ".encode(), b"\xe3\x81"), "Line 3: the file is UTF-8, but"),
        (b"\xef\xbb\xbf" + GOOD.encode().replace("れ".encode(), b"\x82"), "Line 4: the file is UTF-8, but"),
        ((HEADER + '\nA,2026-10-03,1,1,generic,1,"みずき,10\n').encode(), "quote"),
        (b"\xff\xfe\xfa\x81", "UTF-16"),
        (GOOD.encode() + b"\x80\x81\xff\n", "neither"),
        (GOOD.replace("total", "points").encode(), "points"),
        (GOOD.replace(",total", ",seat").encode(), "twice"),
        (GOOD.replace("game,", "").encode(), "missing"),
    ],
)
def test_file_that_is_none_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(Invalid) as refusal:
        bring(data)

    assert words in str(refusal.value.message)
    assert not Club.objects.exists()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp"])
def test_japanese_names_are_read_in_every_encoding(encoding: str) -> None:
    bring(GOOD.encode(encoding))

    assert sorted(Player.objects.values_list("display_name", flat=True)) == ["そら", "みずき", "れん"]


@pytest.mark.parametrize("mark", ["\u202e", "\u200b" * 3, "\ue000"])
def test_table_id_that_can_not_be_shown_is_refused_at_its_row(mark: str) -> None:
    outcome = bring(GOOD.replace("\nB,", f"\n{mark},"))

    assert told(outcome) == [(4, "table", ""), (5, "table", "")]
    assert not Club.objects.exists()


def test_wrong_encoding_named_is_told_by_line() -> None:
    with pytest.raises(Invalid) as refusal:
        bring(GOOD.encode("cp932"), encoding="utf-8")

    assert "2" in str(refusal.value.message)


def test_columns_can_be_mapped_or_left_out() -> None:
    data = GOOD.replace("player", "名前").replace("total", "total,備考").replace(",10\n", ",10,よい\n")
    data = "\n".join(line if line.count(",") == 8 else f"{line}," for line in data.strip().split("\n"))

    outcome = bring(data, column_map={"名前": "player", "備考": ""})

    assert (outcome.errors, outcome.created) == ([], 2)


def test_names_that_look_like_formulas_come_back_as_they_were() -> None:
    names = ["=1+2", "'=x", "-", "@home", "'quoted"]
    escaped = ["'=1+2", "''=x", "'-", "'@home", "'quoted"]
    rows = [f"A,2026-10-03,1,1,generic,{seat},{name},{seat}" for seat, name in enumerate(escaped, 1)]

    bring("\n".join([HEADER, *rows]))

    assert sorted(Player.objects.values_list("display_name", flat=True)) == sorted(names)
    club = Club.objects.get(slug="aoba")
    exported = list(csv.reader(io.StringIO("".join(results_export(club=club)))))
    assert [row[6] for row in exported[1:-1]] == escaped


def test_export_is_known_again_and_makes_the_same_club_elsewhere() -> None:
    bring(GOOD)
    exported = "".join(results_export(club=Club.objects.get(slug="aoba")))

    assert (bring(exported).skipped, bring(exported, slug="midori").created) == (2, 2)
    copied = "".join(results_export(club=Club.objects.get(slug="midori")))
    assert copied == exported


@pytest.mark.parametrize(
    "damage", [lambda text: text.replace(",7,", ",8,"), lambda text: text.replace("A,", "Z,", 1)]
)
def test_damaged_export_is_refused(damage: Callable[[str], str]) -> None:
    bring(GOOD)
    exported = "".join(results_export(club=Club.objects.get(slug="aoba")))
    damaged = damage(exported)
    assert damaged != exported

    with pytest.raises(Invalid):
        bring(damaged, slug="midori")
    with pytest.raises(Invalid):
        bring("\n".join(exported.split("\n")[:2] + exported.split("\n")[-2:]), slug="midori")


def test_number_of_another_table_is_refused() -> None:
    club = build.club_with()
    build.submit(build.ROOT, club, place=build.at(1, day=build.DAY))

    outcome = bring(GOOD.replace("2026-10-03", build.DAY.isoformat()))

    assert told(outcome) == [(2, "number", "")]


def test_alias_and_merge_find_the_same_person_and_nobody_sits_twice() -> None:
    club = build.club_with()
    build.submit(build.ROOT, club, build.ranks("みずき", "そら"))
    build.submit(build.ROOT, club, build.ranks("ミズキ本人", "そら"), place=build.at(2))
    mizuki = build.player_named(club, "みずき")
    alias_add(actor=build.ROOT, player=mizuki, name="みっちゃん")
    player_merge(actor=build.ROOT, source=build.player_named(club, "ミズキ本人"), target=mizuki)
    rows = ["A,2026-10-03,1,1,generic,1,みっちゃん,3", "A,2026-10-03,1,1,generic,2,ミズキ本人,2"]

    outcome = bring("\n".join([HEADER, *rows]))
    alone = bring("\n".join([HEADER, rows[0], "A,2026-10-03,1,1,generic,2,そら,2"]))

    assert told(outcome) == [(2, "player", "")]
    assert (alone.errors, alone.new_players) == ([], [])
    assert Line.objects.filter(player=mizuki).count() == 2


def test_unknown_ladder_or_ruleset_is_refused_before_anything_is_read() -> None:
    with pytest.raises(Invalid, match="no ladder"):
        bring(GOOD, ladder="autumn")
    with pytest.raises(Invalid, match="no ruleset"):
        bring(GOOD, ruleset="house")
    assert not Club.objects.exists()


def test_scorer_may_not_import() -> None:
    cast = build.cast_make()

    with pytest.raises(NotAllowed):
        bring(GOOD, actor=cast.bob)
    assert bring(GOOD, actor=cast.amy).created == 2
    assert set(Submission.objects.values_list("channel", flat=True)) == {"import"}


@pytest.mark.parametrize(
    "identity", ["1", "1.50", "1e2", "true", "null", "NaN", "[1]", "{}", '"x"', "007", "1" * 23]
)
def test_table_ids_come_back_whatever_json_would_make_of_them(identity: str) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [
            HEADER.split(","),
            [identity, "2026-10-03", "1", "1", "generic", "1", "みずき", "2"],
            [identity, "2026-10-03", "1", "1", "generic", "2", "そら", "1"],
        ]
    )
    bring(out.getvalue())

    exported = "".join(results_export(club=Club.objects.get(slug="aoba")))

    assert [row[0] for row in csv.reader(io.StringIO(exported))][1:3] == [identity, identity]
    assert bring(exported).skipped == 1
