"""`manage.py import_results`: what it prints, with which exit code, and the ratings afterwards."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from league.models import Club, Player
from league.selectors.standings import standings_current

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db(transaction=True)

FILE = """table,club_day,round,number,game,seat,player,total
A,2026-11-28,1,1,generic,1,みずき,10
A,2026-11-28,1,1,generic,2,そら,7
B,2026-11-28,1,2,generic,1,れん,3
B,2026-11-28,1,2,generic,2,あおい,2
"""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "results.csv"
    path.write_text(FILE)
    return path


def run(*args: object) -> str:
    out = StringIO()
    call_command("import_results", *map(str, args), stdout=out)
    return out.getvalue()


def refused(*args: object) -> tuple[int, str, str]:
    err = StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("import_results", *map(str, args), stdout=StringIO(), stderr=err)
    return refusal.value.returncode, str(refusal.value), err.getvalue()


def test_new_club_people_and_ladder_are_listed_and_rated(file: Path) -> None:
    assert run(file, "--club", "aoba", "--ladder", "standard").splitlines() == [
        "4 rows, 2 tables (utf-8): 2 new, 0 known already.",
        "New club: aoba",
        "New ladder: standard",
        "4 new people: みずき, そら, れん, あおい",
    ]

    ladder = Club.objects.get(slug="aoba").ladders.get()
    assert {row.name: row.rating for row in standings_current(ladder)} == {
        "みずき": 1_524_000,
        "れん": 1_524_000,
        "そら": 1_476_000,
        "あおい": 1_476_000,
    }


def test_same_file_again_is_fine_and_changes_nothing(file: Path) -> None:
    run(file, "--club", "aoba", "--ladder", "standard")

    assert run(file, "--club", "aoba", "--ladder", "standard").splitlines() == [
        "4 rows, 2 tables (utf-8): 0 new, 2 known already."
    ]


def test_dry_run_says_so_and_leaves_no_club(file: Path) -> None:
    lines = run(file, "--club", "aoba", "--dry-run").splitlines()

    assert lines[-1] == "This was a dry run: nothing was written."
    assert "New club: aoba" in lines
    assert not Club.objects.exists()
    assert not Player.objects.exists()


def test_row_errors_go_to_stderr_with_exit_code_1(file: Path) -> None:
    file.write_text(FILE.replace(",7", ",seven"))

    code, message, rows = refused(file, "--club", "aoba")

    assert (code, message) == (1, "1 error; nothing was written.")
    assert rows.splitlines() == ["line 3 total: seven is no number. Right is e.g. 12 or -3.5 (digits 0-9)."]


def test_broken_rule_is_named_behind_the_sentence(file: Path) -> None:
    file.write_text(FILE.replace("generic,2,そら", "generic,1,そら"))

    code, _message, rows = refused(file, "--club", "aoba")

    assert code == 1
    assert rows.startswith("line 2 seat: ")
    assert rows.splitlines()[0].endswith("[GN-1]")


def test_many_errors_are_cut_after_twenty(file: Path) -> None:
    file.write_text(FILE + "A,x,1,1,generic,3,れん,1\n" * 25)

    code, message, rows = refused(file, "--club", "aoba")

    assert (code, message) == (1, "25 errors; nothing was written.")
    assert len(rows.splitlines()) == 21
    assert rows.splitlines()[-1] == "… and 5 more"


@pytest.mark.parametrize(
    "options",
    [
        ("--club", "Not A Slug"),
        ("--club", "admin"),
        ("--club", "aoba", "--ladder", "mine"),
        ("--club", "aoba", "--ruleset", "house"),
        ("--club", "aoba", "--encoding", "ebcdic"),
        ("--club", "aoba", "--map", "player"),
        ("--club", "aoba", "--map", "nowhere=player"),
        ("--club", "aoba", "--accept-warnings", "x" * 401),
    ],
)
def test_unusable_option_ends_with_exit_code_2_and_writes_nothing(
    file: Path, options: tuple[str, ...]
) -> None:
    code, message, rows = refused(file, *options)

    assert code == 2
    assert message
    assert rows == ""
    assert not Club.objects.exists()


def test_missing_file_or_folder_ends_with_exit_code_2(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.csv", tmp_path):
        code, message, _rows = refused(path, "--club", "aoba")
        assert code == 2
        assert str(path) in message


def test_japanese_is_spoken_where_the_terminal_says_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANG")
    file.write_text(FILE.replace(",7", ",seven"))

    code, message, rows = refused(file, "--club", "aoba")

    assert code == 1
    assert "件" in message
    assert "seven" in rows
    assert "line" not in rows


def test_columns_are_mapped_by_option(file: Path) -> None:
    lines = FILE.replace("player", "名前").splitlines()
    file.write_text("\n".join(f"{line},memo" for line in lines))

    run(file, "--club", "aoba", "--map", "名前=player", "--map", "memo=")

    assert set(Player.objects.values_list("display_name", flat=True)) == {"みずき", "そら", "れん", "あおい"}


def test_refusal_is_told_in_the_terminals_language(tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_text("")

    with pytest.raises(CommandError, match="The file is empty") as refusal:
        call_command("import_results", str(empty), club="aoba")

    assert refusal.value.returncode == 2
