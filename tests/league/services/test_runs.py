"""Bringing a ladder up to a revision: what is rated, what is shared, and what publishes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from league.models import Ladder, Player, RatingRun, RatingSegment, Season, Table
from league.selectors.ladders import segments_visible
from league.selectors.standings import standings_current
from league.services.ladders import LadderSpec, ladder_change, preset
from league.services.run_verify import ladder_compare
from league.services.runs import club_refresh, ladder_refresh, ladder_refresh_alone
from tests import factories as make
from tests.league.services.ladder_state import from_scratch, shown

if TYPE_CHECKING:
    from league.models import Club

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_runs"),
]


@pytest.fixture
def club() -> Club:
    return make.club_make()


@pytest.fixture
def ladder(club: Club) -> Ladder:
    return make.ladder_make(club)


@pytest.fixture
def cast(club: Club) -> list[Player]:
    return make.players_make(club, 4)


def _evening(club: Club, cast: list[Player], ordinal: int, tables: int = 2) -> list[Table]:
    """Play some tables of four on one day."""
    return [
        make.table_make(
            club,
            [(player, (place + ordinal + number) % 4 + 1) for place, player in enumerate(cast)],
            day=make.day_of(ordinal),
            number=number,
        )
        for number in range(1, tables + 1)
    ]


def _ratings(ladder: Ladder) -> dict[str, int]:
    return {row.name: row.rating for row in standings_current(ladder)}


def _runs(ladder: Ladder) -> int:
    return RatingRun.objects.filter(ladder=ladder).count()


def test_first_table_gives_first_run(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    alice, bob, *_ = cast
    make.table_make(club, [(alice, 1), (bob, 2)])

    fresh = ladder_refresh(ladder_id=ladder.pk)

    assert _ratings(fresh) == {alice.display_name: 1_524_000, bob.display_name: 1_476_000}
    assert fresh.computed_revision == 2


def test_club_without_tables_gets_no_run(ladder: Ladder) -> None:
    fresh = ladder_refresh(ladder_id=ladder.pk)

    assert (fresh.current_run, fresh.computed_revision) == (None, 1)


def test_running_twice_publishes_nothing(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    _evening(club, cast, 0, tables=5)
    ladder_refresh(ladder_id=ladder.pk)
    before = shown(ladder)

    ladder_refresh(ladder_id=ladder.pk)
    ladder_refresh(ladder_id=ladder.pk, revision=1)

    assert (_runs(ladder), shown(ladder)) == (1, before)


def test_change_without_rated_tables_only_raises_the_revision(
    club: Club, ladder: Ladder, cast: list[Player]
) -> None:
    _evening(club, cast, 0)
    ladder_refresh(ladder_id=ladder.pk)
    make.unrated_change(club)

    fresh = ladder_refresh(ladder_id=ladder.pk)

    assert (_runs(ladder), fresh.computed_revision) == (1, 4)


def test_correction_with_the_same_content_publishes_nothing(
    club: Club, ladder: Ladder, cast: list[Player]
) -> None:
    table, *_ = _evening(club, cast, 0, tables=7)
    ladder_refresh(ladder_id=ladder.pk)
    make.table_correct(table, [(player, (place + 1) % 4 + 1) for place, player in enumerate(cast)])

    fresh = ladder_refresh(ladder_id=ladder.pk)

    assert (_runs(ladder), fresh.computed_revision) == (1, 9)


def test_correct_and_correct_back_is_the_old_state(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    table, *_ = _evening(club, cast, 0, tables=7)
    ladder_refresh(ladder_id=ladder.pk)
    before = shown(ladder)
    old = [(line.player, line.placement) for line in table.submissions.get().lines.select_related("player")]

    make.table_correct(table, [(player, place) for place, player in enumerate(cast, start=1)])
    ladder_refresh(ladder_id=ladder.pk)
    between = shown(ladder)
    make.table_correct(table, old)
    ladder_refresh(ladder_id=ladder.pk)

    assert between.digest != before.digest
    assert shown(ladder) == before


def test_segments_before_a_change_are_shared(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    tables = [table for ordinal in range(5) for table in _evening(club, cast, ordinal)]
    first = ladder_refresh(ladder_id=ladder.pk).current_run
    make.table_void(tables[7])

    second = ladder_refresh(ladder_id=ladder.pk).current_run

    kept = set(segments_visible(first)) & set(segments_visible(second))
    assert sorted(segment.position for segment in kept) == [0, 1]
    assert [segment.tables for segment in segments_visible(second)] == [3, 3, 3]
    assert [segment.tables for segment in segments_visible(first)] == [3, 3, 3, 1]
    assert shown(ladder) == from_scratch(ladder)


@pytest.mark.parametrize("existing", range(8))
def test_table_behind_the_last_one_is_appended(
    club: Club, ladder: Ladder, cast: list[Player], existing: int
) -> None:
    _evening(club, cast, 0, tables=existing)
    ladder_refresh(ladder_id=ladder.pk)
    _evening(club, cast, 1, tables=1)

    ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder) == from_scratch(ladder)
    assert RatingSegment.objects.filter(ladder=ladder, to_run__isnull=False).count() == (
        1 if existing % 3 else 0
    )


@pytest.mark.parametrize("gap", range(1, 9))
def test_table_between_others_is_inserted(club: Club, ladder: Ladder, cast: list[Player], gap: int) -> None:
    for number in (1, 2, 3, 4, 5, 6, 7, 8):
        if number != gap:
            make.table_make(club, [(cast[number % 4], 1), (cast[(number + 1) % 4], 2)], number=number)
    ladder_refresh(ladder_id=ladder.pk)
    make.table_make(club, [(cast[0], 2), (cast[1], 1)], number=gap)

    ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder) == from_scratch(ladder)


def test_voiding_everything_leaves_an_empty_run(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    tables = _evening(club, cast, 0, tables=4)
    ladder_refresh(ladder_id=ladder.pk)
    for table in tables:
        make.table_void(table)

    run = ladder_refresh(ladder_id=ladder.pk).current_run

    assert run is not None
    assert (run.number, run.tables, run.digest, run.standings.count()) == (2, 0, "", 0)


def test_voided_table_is_as_if_it_never_was(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    _evening(club, cast, 0, tables=4)
    ladder_refresh(ladder_id=ladder.pk)
    before = shown(ladder)
    extra = make.table_make(club, [(cast[0], 1), (make.player_make(club), 2)], number=99, day=make.FIRST_DAY)
    ladder_refresh(ladder_id=ladder.pk)
    make.table_void(extra)

    ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder) == before


def test_guests_count_for_nothing(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    alice, bob, visitor, _ = cast
    make.guest_set(visitor, guest=True)
    tonight = make.player_make(club)
    make.table_make(club, [(visitor, 1), (alice, 2), (tonight, 3), (bob, 4)], guests=[tonight])

    fresh = ladder_refresh(ladder_id=ladder.pk)

    assert _ratings(fresh) == {alice.display_name: 1_524_000, bob.display_name: 1_476_000}


def test_table_with_one_member_is_unrated(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    make.table_make(club, [(cast[0], 1), (cast[1], 2)], guests=[cast[1]])

    assert ladder_refresh(ladder_id=ladder.pk).current_run is None


@pytest.mark.parametrize("state", [Table.State.OPEN, Table.State.UNFINISHED, Table.State.VOID])
def test_only_confirmed_tables_are_rated(club: Club, ladder: Ladder, cast: list[Player], state: str) -> None:
    table, _ = _evening(club, cast, 0)
    Table.objects.filter(pk=table.pk).update(state=state)

    run = ladder_refresh(ladder_id=ladder.pk).current_run

    assert run is not None
    assert run.tables == 1


def test_result_with_a_gap_is_unrated(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    make.table_make(club, [(cast[0], 1), (cast[1], None)])

    assert ladder_refresh(ladder_id=ladder.pk).current_run is None


def test_merged_player_brings_his_tables_along_and_takes_them_away(
    club: Club, ladder: Ladder, cast: list[Player]
) -> None:
    alice, bob, ally, allie = cast
    make.table_make(club, [(alice, 1), (bob, 2)], number=1)
    make.table_make(club, [(ally, 1), (bob, 2)], number=2)
    make.table_make(club, [(allie, 2), (bob, 1)], number=3)
    ladder_refresh(ladder_id=ladder.pk)
    before = shown(ladder)

    make.players_merge(allie, ally)
    merge = make.players_merge(ally, alice)
    merged = {row.name: row.tables for row in standings_current(ladder_refresh(ladder_id=ladder.pk))}
    make.merge_undo(merge)
    halfway = {row.name: row.tables for row in standings_current(ladder_refresh(ladder_id=ladder.pk))}
    make.merge_undo(club.merges.get(source=allie))
    ladder_refresh(ladder_id=ladder.pk)

    assert merged == {alice.display_name: 3, bob.display_name: 3}
    assert halfway == {alice.display_name: 1, ally.display_name: 2, bob.display_name: 3}
    assert shown(ladder) == before


def test_ladder_counts_only_its_games_rulesets_and_seasons(club: Club, cast: list[Player]) -> None:
    spring = Season.objects.create(club=club, name="spring")
    dice = make.ruleset_make("danmaku")
    for day, (game, season) in enumerate(
        [("danmaku", None), ("generic", None), ("danmaku", spring), ("generic", spring)]
    ):
        make.table_make(club, [(cast[0], 1), (cast[1], 2)], day=make.day_of(day), game=game, season=season)
    ladders = {
        "all": make.ladder_make(club, "all"),
        "danmaku": make.ladder_make(club, "danmaku", games=("danmaku",)),
        "ruleset": make.ladder_make(club, "ruleset", rulesets=(dice.content_hash,)),
        "spring": make.ladder_make(club, "spring", seasons=(spring.public_id,)),
        "both": make.ladder_make(club, "both", games=("danmaku",), seasons=(spring.public_id,)),
    }

    runs = {name: ladder_refresh(ladder_id=ladder.pk).current_run for name, ladder in ladders.items()}

    assert {name: run.tables for name, run in runs.items() if run} == {
        "all": 4,
        "danmaku": 2,
        "ruleset": 2,
        "spring": 2,
        "both": 1,
    }


def test_other_clubs_dont_count(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    _evening(club, cast, 0)
    other = make.club_make()
    _evening(other, make.players_make(other, 4), 0)

    run = ladder_refresh(ladder_id=ladder.pk).current_run

    assert run is not None
    assert run.tables == 2


def test_new_parameters_recompute_everything(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    _evening(club, cast, 0, tables=4)
    ladder_refresh(ladder_id=ladder.pk)
    before = shown(ladder)

    ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(parameters=preset("steady")))
    ladder_refresh(ladder_id=ladder.pk)
    changed = shown(ladder)
    assert changed == from_scratch(ladder)
    ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(parameters=preset("standard")))
    ladder_refresh(ladder_id=ladder.pk)

    assert changed.digest != before.digest
    assert shown(ladder) == before


def test_standings_compare_with_the_day_before(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    alice, bob, carol, newcomer = cast
    make.table_make(club, [(alice, 1), (bob, 2), (carol, 3)], day=make.day_of(0))
    make.table_make(club, [(carol, 1), (alice, 2)], day=make.day_of(1), number=1)
    make.table_make(club, [(newcomer, 1), (alice, 2)], day=make.day_of(1), number=2)

    rows = standings_current(ladder_refresh(ladder_id=ladder.pk))

    assert [(row.name, row.rank, row.previous_rank, row.recent_placements) for row in rows] == [
        (newcomer.display_name, 1, None, (1,)),
        (carol.display_name, 2, 3, (3, 1)),
        (bob.display_name, 3, 2, (2,)),
        (alice.display_name, 4, 1, (1, 2, 2)),
    ]


def test_last_ten_placements_survive_a_correction_of_the_last_table(
    club: Club, ladder: Ladder, cast: list[Player]
) -> None:
    alice, bob, rare, other = cast
    make.table_make(club, [(rare, 1), (other, 2)], number=1)
    tables = [make.table_make(club, [(alice, 1 + n % 2), (bob, 2 - n % 2)], number=n + 2) for n in range(25)]
    last = make.table_make(club, [(alice, 1), (rare, 2)], number=99)
    ladder_refresh(ladder_id=ladder.pk)
    make.table_void(last)
    make.table_void(tables[-1])

    ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder) == from_scratch(ladder)


def test_last_day_may_span_segments_and_go_away(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    _evening(club, cast, 0, tables=4)
    last = _evening(club, cast, 1, tables=7)
    ladder_refresh(ladder_id=ladder.pk)
    make.table_void(last[-1])
    ladder_refresh(ladder_id=ladder.pk)
    assert shown(ladder) == from_scratch(ladder)
    for table in last[:-1]:
        make.table_void(table)

    ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder) == from_scratch(ladder)


def test_club_refresh_brings_up_every_ladder(club: Club, cast: list[Player]) -> None:
    ladders = [make.ladder_make(club, "one"), make.ladder_make(club, "two", "steady")]
    _evening(club, cast, 0)

    club_refresh(club_id=club.pk, revision=4)

    assert [ladder.computed_revision for ladder in Ladder.objects.filter(club=club)] == [4, 4]
    assert all(ladder_compare(ladder_id=ladder.pk).difference == "" for ladder in ladders)


def test_message_about_a_reached_revision_does_nothing(
    club: Club, ladder: Ladder, cast: list[Player]
) -> None:
    _evening(club, cast, 0)
    ladder_refresh(ladder_id=ladder.pk)
    _evening(club, cast, 1)

    assert ladder_refresh_alone(ladder_id=ladder.pk, revision=3)

    assert Ladder.objects.get(pk=ladder.pk).computed_revision == 3


def test_move_to_another_day_changes_the_order(club: Club, ladder: Ladder, cast: list[Player]) -> None:
    tables = [table for ordinal in range(4) for table in _evening(club, cast, ordinal)]
    ladder_refresh(ladder_id=ladder.pk)
    make.table_move(tables[6], day=make.FIRST_DAY - timedelta(days=1), round_=1, number=1)

    ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder).points[0][0] == "2025-01-03/00001/00001"
    assert shown(ladder) == from_scratch(ladder)
