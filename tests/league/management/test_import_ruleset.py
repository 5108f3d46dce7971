"""`manage.py import_ruleset`: a file becomes a version of a club's own ruleset, and results are imported under it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.doujin.rules import rules_of
from league.models import Line, Ruleset
from league.services.rulesets import game_ruleset
from tests import builders as build

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.django_db(transaction=True)

SANMA = {
    "game": "generic",
    "key": "sanma",
    "payload": {
        "players": {"min": 3, "max": 3},
        "total_step": 100,
        "total_sum": 105_000,
        "tiebreak": "seat",
        "final": {"return": 40_000, "unit": 1_000, "uma": [35, 0, -20]},
    },
}
RESULTS = """table,club_day,round,number,game,seat,player,total
A,2026-11-28,1,1,generic,1,みずき,52000
A,2026-11-28,1,1,generic,2,そら,31000
A,2026-11-28,1,1,generic,3,れん,22000
"""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def run(path: Path, content: object, club: str = "aoba") -> str:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    out = StringIO()
    call_command("import_ruleset", str(path), "--club", club, stdout=out)
    return out.getvalue().strip()


def test_the_same_file_is_one_version_and_another_one_the_next(tmp_path: Path) -> None:
    club = build.club_with()
    path = tmp_path / "sanma.json"
    assert run(path, SANMA) == "aoba: ruleset sanma of generic, version 1"
    assert run(path, SANMA) == "aoba: ruleset sanma of generic, version 1"
    changed = SANMA | {"payload": {"players": {"min": 3, "max": 3}}}
    assert run(path, changed) == "aoba: ruleset sanma of generic, version 2"
    first, second = Ruleset.objects.filter(club=club).order_by("version")
    assert first.payload["higher_wins"] is True
    assert first.payload["final"] == {"return": 40_000, "unit": 1_000, "uma": [35, 0, -20]}
    assert second.payload == {"higher_wins": True, "players": {"min": 3, "max": 3}}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "isn't readable JSON"),
        ("[]", "must be an object"),
        ({"payload": {}}, "There is no game"),
        ({"game": "chess"}, 'There is no game "chess"'),
        ({"game": "generic", "rules": {}}, "holds game, key, version and payload only"),
        ({"game": "generic", "payload": []}, "the payload is an object"),
        ({"game": "generic", "key": "A B"}, "A ruleset key has 1 to 64"),
        (
            {"game": "generic", "key": "x", "payload": {"total_sum": "many"}},
            "The ruleset's total_sum must be a number, not text.",
        ),
        (
            {"game": "generic", "key": "x", "payload": {"total_step": 0, "tiebreak": "dice"}},
            "The ruleset's total_step must be from 0.0001",
        ),
    ],
)
def test_what_is_no_ruleset_is_one_line_and_exit_two(tmp_path: Path, content: object, said: str) -> None:
    build.club_with()
    with pytest.raises(CommandError) as refused:
        run(tmp_path / "x.json", content)
    assert refused.value.returncode == 2
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not Ruleset.objects.filter(club__isnull=False).exists()


def test_unknown_club_and_missing_file(tmp_path: Path) -> None:
    build.club_with()
    for path, club in ((tmp_path / "none.json", "aoba"), (tmp_path / "x.json", "nowhere")):
        with pytest.raises(CommandError) as refused:
            call_command("import_ruleset", str(path), "--club", club, stdout=StringIO())
        assert refused.value.returncode == 2


def test_results_are_imported_under_it(tmp_path: Path) -> None:
    build.club_with()
    run(tmp_path / "sanma.json", SANMA)
    path = tmp_path / "results.csv"
    path.write_text(RESULTS, encoding="utf-8")
    call_command("import_results", str(path), "--club", "aoba", "--ruleset", "sanma", stdout=StringIO())
    lines = Line.objects.order_by("seat")
    assert [(int(line.total or 0), line.placement, line.parts) for line in lines] == [
        (52_000, 1, {"final": "47"}), (31_000, 2, {"final": "-9"}), (22_000, 3, {"final": "-38"}),
    ]  # fmt: skip


def test_results_that_do_not_fit_are_told_at_the_row_of_the_table(tmp_path: Path) -> None:
    build.club_with()
    path = tmp_path / "results.csv"
    path.write_text(RESULTS.replace("22000", "21050"), encoding="utf-8")
    run(tmp_path / "sanma.json", SANMA)
    err = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(
            "import_results", str(path), "--club", "aoba", "--ruleset", "sanma", stdout=StringIO(), stderr=err
        )
    assert refused.value.returncode == 1
    assert (
        "line 4 total: The total of seat 3 must be a multiple of 100 (entered: 21050). [GN-2]"
        in err.getvalue()
    )
    path.write_text(RESULTS.replace("22000", "21000"), encoding="utf-8")
    err = StringIO()
    with pytest.raises(CommandError):
        call_command(
            "import_results", str(path), "--club", "aoba", "--ruleset", "sanma", stdout=StringIO(), stderr=err
        )
    said = "line 2: All totals together must be 105000; 1000 is missing (entered: 104000). [GN-5]"
    assert said in err.getvalue()


DECK = (
    (ROOT / "games/cardsets/doujin-invented.toml")
    .read_text(encoding="utf-8")
    .replace('"invented"', '"ours"', 1)
)


@pytest.mark.parametrize("form", ["cards", "ruleset"])
def test_a_clubs_own_cards_become_a_ruleset_that_holds_them(tmp_path: Path, form: str) -> None:
    club = build.club_with()
    (tmp_path / "ours.toml").write_text(DECK, encoding="utf-8")
    if form == "cards":
        told = run(tmp_path / "ours.toml", DECK)
    else:
        told = run(tmp_path / "own.json", {"game": "doujin", "key": "ours", "payload": {"deck": "ours.toml"}})
    assert told == "aoba: ruleset ours of doujin, version 1"
    (tmp_path / "ours.toml").unlink()
    row = Ruleset.objects.get(club=club)
    deck = rules_of(game_ruleset(row)).deck
    assert deck is not None
    assert len(deck.cards) == 52
    assert row.payload["deck"]["key"] == "ours"


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("x.toml", "game = ", "x.toml: "),
        ("x.toml", 'game = "generic"\n', "hold no cards"),
        ("x.toml", 'game = "chess"\n', "hold no cards"),
        ("x.toml", DECK.replace("light = ", "lihgt = ", 1), "lihgt"),
        ("x.json", {"game": "doujin", "payload": {"deck": "nowhere.toml"}}, "x.json"),
    ],
)
def test_cards_that_cannot_be_used_change_nothing(
    tmp_path: Path, file: str, content: object, said: str
) -> None:
    build.club_with()
    with pytest.raises(CommandError) as caught:
        run(tmp_path / file, content)
    assert said in str(caught.value)
    assert caught.value.returncode == 2
    assert not Ruleset.objects.filter(club__slug="aoba").exists()
