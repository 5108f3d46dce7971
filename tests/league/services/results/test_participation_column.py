"""The optional column `participation` of a results file, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import translation

from league.models import Line, Submission
from league.services.results.exporting import results_export
from league.services.results.importing import ImportOptions, ImportOutcome, results_import
from tests import builders as build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.models import Club

pytestmark = pytest.mark.django_db

HEADER = "table,club_day,round,number,game,seat,player,total"
ROW = "A,2026-10-03,1,1,generic"
WORDS = f"""{HEADER},participation
{ROW},1,みずき,10,full
{ROW},2,そら,7,left
{ROW},3,れん,,forfeited
{ROW},4,小夜,1,
"""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def bring(data: str, *, slug: str = "aoba", **options: Any) -> ImportOutcome:  # noqa: ANN401 - options of any type
    return results_import(
        actor=build.ROOT,
        club_slug=slug,
        data=data.encode(),
        options=ImportOptions(**options),
        progress=lambda _stage, _done, _total: None,
    )


def lines() -> list[tuple[Any, ...]]:
    return list(
        Line.objects.order_by("position").values_list("player__display_name", "participation", "placement")
    )


def test_words_are_stored_and_an_empty_cell_means_to_the_end() -> None:
    assert bring(WORDS).created == 1
    assert lines() == [
        ("みずき", "full", 1),
        ("そら", "left", 2),
        ("れん", "forfeited", 4),
        ("小夜", "full", 3),
    ]


def test_a_file_without_the_column_means_to_the_end() -> None:
    bring(f"{HEADER}\n{ROW},1,みずき,10\n{ROW},2,そら,7\n")
    assert [word for _name, word, _place in lines()] == ["full", "full"]


def test_full_and_empty_are_the_same_content() -> None:
    bring(WORDS)
    outcome = bring(WORDS.replace(",full", ","))
    assert (outcome.skipped, outcome.errors) == (1, [])


def test_another_word_for_a_known_table_is_other_content() -> None:
    bring(WORDS)
    outcome = bring(WORDS.replace(",left", ",replaced"))
    assert [(error.line, error.column) for error in outcome.errors] == [(2, "table")]


@pytest.mark.parametrize("word", ["gone", "LEFT", "途中退席", "=left", "left;full", "0"])
def test_an_unknown_word_is_told_by_line_and_column(word: str) -> None:
    outcome = bring(WORDS.replace(",left", f",{word}"))
    assert [(error.line, error.column) for error in outcome.errors] == [(3, "participation")]
    assert str(outcome.errors[0].message) == (
        f"Unknown participation {word}. Known are full, left, replaced, forfeited; empty means full."
    )
    assert not Submission.objects.exists()


def test_an_unknown_word_is_told_in_japanese() -> None:
    with translation.override("ja"):
        outcome = bring(WORDS.replace(",left", ",gone"))
        assert str(outcome.errors[0].message) == (
            "参加のしかた gone は使えません。使えるのは full, left, replaced, forfeited で、空欄は full です。"
        )


@pytest.mark.parametrize("word", ["", "full", "replaced"])
def test_a_seat_that_was_played_to_the_end_needs_a_total(word: str) -> None:
    outcome = bring(WORDS.replace(",forfeited", f",{word}"))
    assert [(error.line, error.column) for error in outcome.errors] == [(4, "total")]


def test_a_column_of_another_name_can_be_mapped() -> None:
    data = WORDS.replace("participation", "参加")
    assert bring(data, column_map={"参加": "participation"}).created == 1
    assert lines()[1][1] == "left"


def test_export_tells_it_only_where_it_was_not_to_the_end_and_reads_back() -> None:
    club: Club | None = bring(WORDS).club
    assert club is not None
    exported = "".join(results_export(club=club))
    header, *rows = exported.splitlines()
    assert header.endswith(",placement,participation")
    assert [row.rpartition(",")[2] for row in rows[:-1]] == ["", "left", "forfeited", ""]
    assert bring(exported).skipped == 1
    elsewhere = bring(exported, slug="midori")
    assert elsewhere.created == 1
    digests = Submission.objects.values_list("club__slug", "lines__participation").order_by(
        "pk", "lines__position"
    )
    assert [word for slug, word in digests if slug == "midori"] == ["full", "left", "forfeited", "full"]
