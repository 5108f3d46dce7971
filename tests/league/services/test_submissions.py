"""Reports coming in: which table they become part of, and whether they are confirmed at once."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from league.models import Finding, Ladder, Meeting, Player, Submission, Table
from league.services.decisions import submission_confirm, submission_reject
from league.services.drafts import draft_save
from league.services.errors import Invalid, NumberTaken, ReportRefused, WrongState
from league.services.people import alias_add, player_create
from league.services.submissions import submission_submit
from league.services.tables import table_create, table_void
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db


def test_report_without_errors_is_confirmed_at_once_in_direct_mode(club: Club, bob: Actor) -> None:
    answer = build.submit(bob, club, build.danmaku())

    table, report = build.table_of(answer), build.report_of(answer)
    assert (answer.state, answer.table_state, answer.version, answer.conflict) == (
        "confirmed",
        "confirmed",
        1,
        False,
    )
    assert (table.round, table.number, table.lock_version, table.ruleset.game) == (1, 1, 1, "danmaku")
    assert table.meeting.club_day == build.DAY
    assert build.seats_of(report) == [(1, "みずき", 2), (2, "そら", 1)]
    assert report.decided_by == bob.user
    assert report.author == bob.user
    assert report.evidence == "parts"
    assert report.raw == {"club_day": "2026-11-28", "round": 1, "number": 1, "report": build.danmaku()}
    first = report.lines.get(seat=1)
    assert (first.help_untapped, first.help_tapped, first.edit_order, first.total) == (2, 0, 2, Decimal(9))
    assert first.parts["pages"][0]["dice"] == [1, 2, 3, 3, 3, 3, 3, 5]


def test_report_waits_in_review_mode_until_an_admin_confirms(review_cast: build.Cast) -> None:
    answer = build.submit(review_cast.bob, review_cast.club)
    assert (answer.state, answer.table_state) == ("submitted", "open")

    submission_confirm(actor=review_cast.amy, submission=build.report_of(answer), lock_version=1)

    assert build.states_of(build.table_of(answer)) == [(1, "confirmed")]
    assert build.table_of(answer).state == "confirmed"


def test_report_of_an_admin_waits_in_review_mode_too(review_cast: build.Cast) -> None:
    assert build.submit(review_cast.amy, review_cast.club).state == "submitted"


def test_doujin_report_keeps_hand_and_shared_place(club: Club, bob: Actor) -> None:
    report = build.report_of(build.submit(bob, club, build.doujin()))

    assert build.seats_of(report) == [(1, "みずき", 1), (2, "そら", 2), (3, "れん", 2)]
    assert report.lines.get(seat=1).parts["early_bird"] is True


def _broken(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of any type
    report = build.danmaku()
    report["seats"][0] |= changes
    return report


ERRORS = [
    pytest.param(_broken(total=10), "DG-20", "/seats/0/total", id="wrong sum"),
    pytest.param(
        _broken(pages=[{"dice": [1] * 4 + [2] * 4, "score": 8}, {"score": 4}], total=12),
        "DG-18",
        "/seats/0/pages/0/score",
        id="8 points beside eight dice",
    ),
    pytest.param(_broken(placement=1), "DG-20", "/seats/0/placement", id="a tie in the wrong order"),
    pytest.param(
        _broken(help={"untapped": 18, "tapped": 0}),
        "DG-3",
        "/seats",
        id="more than 18 help cards at the table",
    ),
    pytest.param(_broken(weather="rain"), "FMT-4", "/seats/0/weather", id="unknown field"),
    pytest.param(
        _broken(edit_order=70_000), "DG-17", "/seats/0/edit_order", id="edit order beyond the seats"
    ),
    pytest.param(_broken(edit_order=-1), "DG-17", "/seats/0/edit_order", id="negative edit order"),
    pytest.param(
        _broken(help={"untapped": 999_999_999}), "DG-3", "/seats", id="more help cards than a column holds"
    ),
    pytest.param(_broken(seat=9), "DG-2", "/seats/0/seat", id="seat beyond the number of players"),
    pytest.param(build.danmaku(finished="yes"), "FMT-2", "/finished", id="flag that is text"),
]


@pytest.mark.parametrize(("report", "rule", "path"), ERRORS)
def test_report_with_an_error_is_kept_and_names_rule_and_field(
    club: Club, bob: Actor, amy: Actor, report: dict[str, Any], rule: str, path: str
) -> None:
    answer = build.submit(bob, club, report)

    assert (answer.state, answer.table_state) == ("submitted", "open")
    errors = Finding.objects.filter(submission__public_id=answer.submission, severity="error")
    assert (rule, path) in set(errors.values_list("rule", "path"))
    with pytest.raises(ReportRefused):
        submission_confirm(
            actor=amy, submission=build.report_of(answer), lock_version=1, warnings_reason="it was so"
        )
    assert not Ladder.objects.exists()


def test_ranks_1_1_2_are_kept_with_what_would_be_right(club: Club, bob: Actor) -> None:
    report = build.ranks("A", "B", "C")
    report["seats"] = [{"seat": n + 1, "player": "ABC"[n], "placement": (1, 1, 2)[n]} for n in range(3)]

    answer = build.submit(bob, club, report)

    finding = Finding.objects.get(submission__public_id=answer.submission, severity="error")
    assert (finding.rule, finding.params["given"], finding.params["right"]) == ("GN-4", [1, 1, 2], [1, 1, 3])


def test_bonus_with_an_adult_card_standing_in_is_an_error(club: Club, bob: Actor) -> None:
    report = build.doujin()
    report["seats"][0]["hand"] = [
        {"colour": colour, "side": "light", "points": 1} for colour in ("cover", "genre", "element")
    ] + [{"colour": "adult", "side": "light", "points": 8}]
    report["seats"][0] |= {"bonus": True, "total": 15}

    answer = build.submit(bob, club, report)

    errors = Finding.objects.filter(submission__public_id=answer.submission, severity="error")
    assert ("KD-17", "/seats/0/bonus") in set(errors.values_list("rule", "path"))


def test_six_players_of_a_game_for_five_are_an_error(club: Club, bob: Actor) -> None:
    seats = [{"seat": n, "player": f"P{n}", "total": 20 - n} for n in range(1, 7)]

    answer = build.submit(bob, club, build.danmaku(seats=seats))

    errors = Finding.objects.filter(submission__public_id=answer.submission, severity="error")
    assert list(errors.values_list("rule", "path")) == [("DG-2", "/seats")]


def test_placements_that_no_column_holds_stay_in_the_raw_input_only(club: Club, bob: Actor) -> None:
    report = build.ranks("A", "B")
    report["seats"] = [
        {"seat": 1, "player": "A", "placement": 0},
        {"seat": 2, "player": "B", "placement": 99_999},
    ]

    answer = build.submit(bob, club, report)

    stored = build.report_of(answer)
    assert stored.state == "submitted"
    assert build.seats_of(stored) == [(1, "A", None), (2, "B", None)]
    assert stored.raw["report"] == report


UNSTORABLE = [
    pytest.param("no object", id="text"),
    pytest.param(None, id="nothing"),
    pytest.param([], id="list"),
    pytest.param({}, id="empty object"),
    pytest.param(build.ranks("A", "B", game="chess"), id="unknown game"),
    pytest.param(build.ranks("A", "B", game="chess\x00"), id="game with NUL"),
    pytest.param(build.ranks("A", "B", ruleset="house"), id="unknown ruleset"),
    pytest.param(build.ranks("A", "B", ruleset="\x00"), id="ruleset NUL"),
    pytest.param(build.ranks("A", "B", ruleset=7), id="ruleset a number"),
    pytest.param(build.ranks("A", "B", seats=None), id="no seats"),
    pytest.param(build.ranks("A", "B", seats=[]), id="empty seats"),
    pytest.param(build.ranks("A", "B", seats=[1, 2]), id="seats that are numbers"),
    pytest.param(build.ranks(*(f"P{n}" for n in range(101))), id="101 seats"),
    pytest.param(build.ranks("A", "A"), id="a player twice"),
    pytest.param(build.ranks("ａｌｅｘ", "ALEX"), id="a player twice in another width"),
    pytest.param(build.ranks("A", "a\u202eb"), id="name with a direction mark"),
    pytest.param(build.ranks("A", "\u200b"), id="name that can't be seen"),
    pytest.param(build.ranks("A", "x" * 41), id="name too long"),
    pytest.param(build.ranks("A", "\ufdfa" * 30), id="name whose key is too long"),
    pytest.param(
        build.ranks("A", "B", seats=[{"seat": 1, "player": "A"}, {"seat": 1, "player": "B"}]), id="seat twice"
    ),
    pytest.param(
        build.ranks("A", "B", seats=[{"seat": 0, "player": "A"}, {"seat": 1, "player": "B"}]), id="seat 0"
    ),
    pytest.param(
        build.ranks("A", "B", seats=[{"seat": 70_000, "player": "A"}, {"seat": 1, "player": "B"}]),
        id="seat beyond any column",
    ),
    pytest.param(build.ranks("A", "B", seats=[{"seat": 1}, {"seat": 2, "player": "B"}]), id="no name"),
]


@pytest.mark.parametrize("report", UNSTORABLE)
def test_report_that_can_not_be_stored_is_refused_and_writes_nothing(
    club: Club, bob: Actor, report: object
) -> None:
    before = build.everything()

    with pytest.raises(ReportRefused) as refusal:
        submission_submit(actor=bob, club=club, place=build.at(), report=report, create_missing_players=True)

    assert refusal.value.findings or refusal.value.problems
    assert build.first_difference(before, build.everything()) == []


def test_refusal_over_a_missing_name_says_which_seat(club: Club, bob: Actor) -> None:
    report = build.ranks("A", "B", seats=[{"seat": 1, "player": "A", "total": 1}, {"seat": 2, "total": 0}])

    with pytest.raises(ReportRefused) as refusal:
        build.submit(bob, club, report)

    assert [(problem.path, problem.code) for problem in refusal.value.problems] == [
        ("/seats/1/player", "player_missing")
    ]


def test_unknown_people_are_named_seat_by_seat_and_nothing_is_written(club: Club, bob: Actor) -> None:
    player_create(actor=bob, club=club, name="みずき")
    before = build.everything()

    with pytest.raises(ReportRefused) as refusal:
        build.submit(bob, club, build.ranks("そら", "みずき", "れん"), create_missing_players=False)

    assert [(problem.path, problem.code) for problem in refusal.value.problems] == [
        ("/seats/0/player", "unknown_player"),
        ("/seats/2/player", "unknown_player"),
    ]
    assert "そら" in str(refusal.value.problems[0].message)
    assert build.first_difference(before, build.everything()) == []


def test_unknown_people_are_created_when_asked_with_the_guest_flag(club: Club, bob: Actor) -> None:
    report = build.ranks("みずき", "旅の人")
    report["seats"][1]["guest"] = True

    build.submit(bob, club, report)

    assert list(Player.objects.order_by("pk").values_list("display_name", "guest")) == [
        ("みずき", False),
        ("旅の人", True),
    ]


@pytest.mark.parametrize(
    "typed", ["Ａｌｅｘ", "ALEX", " alex ", "al\u200dex", "ｱﾚｸｽ", "アレクス", "alex\ufe0f"]
)
def test_spellings_and_aliases_find_the_same_person(club: Club, bob: Actor, amy: Actor, typed: str) -> None:
    alex = player_create(actor=bob, club=club, name="Alex")
    alias_add(actor=amy, player=alex, name="アレクス")

    answer = build.submit(bob, club, build.ranks(typed, "そら"))

    assert build.report_of(answer).lines.get(seat=1).player == alex


def test_taken_number_is_refused_with_its_table_and_the_next_free_number(club: Club, bob: Actor) -> None:
    first = build.submit(bob, club)
    build.submit(bob, club, place=build.at(4))
    before = build.everything()

    with pytest.raises(NumberTaken) as refusal:
        build.submit(bob, club, build.ranks("れん", "そら"))

    assert (refusal.value.table, refusal.value.next_free) == (build.table_of(first), 5)
    assert refusal.value.field == "number"
    assert build.first_difference(before, build.everything()) == []


def test_number_of_another_meeting_or_of_a_void_table_is_free(club: Club, bob: Actor, amy: Actor) -> None:
    first = build.submit(bob, club)
    build.submit(bob, club, place=build.at(1, day=build.NEXT_DAY))
    table_void(actor=amy, table=build.table_of(first), lock_version=1, reason="typed twice")

    answer = build.submit(bob, club, place=build.at(1, round_=2))

    assert answer.state == "confirmed"
    assert Meeting.objects.count() == 2
    assert Table.objects.filter(number=1).count() == 3


def test_highest_number_leaves_the_lowest_gap_as_the_next_free_one(club: Club, bob: Actor) -> None:
    build.submit(bob, club, place=build.at(99_999))
    build.submit(bob, club, place=build.at(1))

    with pytest.raises(NumberTaken) as refusal:
        build.submit(bob, club, place=build.at(99_999))

    assert refusal.value.next_free == 2


@pytest.mark.parametrize(
    ("round_", "number", "field"), [(0, 1, "round"), (1, 0, "number"), (100_000, 1, "round")]
)
def test_place_beyond_what_a_sheet_shows_is_refused(
    club: Club, bob: Actor, round_: int, number: int, field: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        build.submit(bob, club, place=build.at(number, round_=round_))

    assert refusal.value.field == field


def test_report_onto_a_planned_table_takes_its_place(club: Club, bob: Actor) -> None:
    planned = table_create(actor=bob, club=club, place=build.at(3), game="generic")

    answer = build.submit(bob, club, onto=planned)

    assert (answer.table, answer.version, answer.table_state) == (planned.public_id, 1, "confirmed")
    assert Table.objects.count() == 1


def test_report_onto_a_void_table_or_of_another_game_is_refused(club: Club, bob: Actor, amy: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    with pytest.raises(Invalid) as refusal:
        build.submit(bob, club, build.danmaku(), onto=table)
    assert refusal.value.field == "ruleset"

    table_void(actor=amy, table=table, lock_version=1, reason="typed twice")
    with pytest.raises(WrongState):
        build.submit(bob, club, build.ranks("そら", "みずき"), onto=table)


def test_report_onto_a_table_of_another_club_is_refused(club: Club, bob: Actor) -> None:
    elsewhere = build.club_with("other")
    table = build.table_of(build.submit(build.ROOT, elsewhere))

    with pytest.raises(Invalid) as refusal:
        build.submit(bob, club, onto=table)

    assert refusal.value.field == "onto"


def test_default_ladder_of_a_game_comes_with_its_first_confirmed_table(club: Club, bob: Actor) -> None:
    build.submit(bob, club, build.danmaku())
    build.submit(bob, club, place=build.at(2))
    build.submit(bob, club, build.danmaku(), place=build.at(3))

    ladders = Ladder.objects.filter(club=club).order_by("pk")
    assert list(ladders.values_list("name", flat=True)) == ["東方弾幕画報", "その他のゲーム"]


def test_draft_becomes_the_report_it_was_for_and_is_sent_only_once(
    club: Club, bob: Actor, amy: Actor
) -> None:
    draft = draft_save(actor=bob, club=club, raw={"seats": "half"})

    answer = build.submit(bob, club, draft=draft)

    assert answer.submission == draft.public_id
    assert Submission.objects.count() == 1
    with pytest.raises(WrongState):
        build.submit(bob, club, draft=draft, place=build.at(2))
    assert Table.objects.count() == 1


def test_first_report_that_waited_can_replace_a_later_confirmed_one(
    club: Club, bob: Actor, amy: Actor
) -> None:
    club.confirmation_mode = "review"
    club.save()
    first = build.submit(bob, club)
    table = build.table_of(first)
    second = build.submit(bob, club, build.ranks("そら", "みずき"), onto=table)
    submission_confirm(actor=amy, submission=build.report_of(second), lock_version=2)

    submission_confirm(actor=amy, submission=build.report_of(first), lock_version=3)

    assert build.states_of(table) == [(1, "confirmed"), (2, "superseded")]
    assert build.again(table).conflict is False


def test_version_after_a_rejected_report_goes_on(review_cast: build.Cast) -> None:
    first = build.submit(review_cast.bob, review_cast.club)
    table = build.table_of(first)
    submission_reject(
        actor=review_cast.amy, submission=build.report_of(first), lock_version=1, reason="wrong table"
    )

    second = build.submit(review_cast.bob, review_cast.club, onto=table)

    assert second.version == 2
    assert build.states_of(table) == [(1, "rejected"), (2, "submitted")]
