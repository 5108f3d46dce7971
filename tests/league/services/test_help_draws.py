"""Deals of help cards drawn by lot: recorded with their seed, once a table, by those who may enter results."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from games.core.registry import builtin_ruleset
from league.fairness.deal import deal_draw
from league.models import ActionLog, HelpDeal, HelpDraw, Meeting, Season
from league.selectors.help_deals import deal_of_table, deals_of_meeting, drawn_tables
from league.services.audit import chain_faults
from league.services.clubs import season_close
from league.services.errors import Invalid, NotAllowed, WrongState
from league.services.help_draws import MOST_TABLES, help_draw
from league.services.meetings import meeting_create
from league.services.rulesets import ruleset_create
from league.services.tables import table_create
from tests import builders as build

if TYPE_CHECKING:
    from league.selectors.help_deals import DrawnDeal
    from league.services.actors import Actor


def draw(actor: Actor, club: Any, **changes: Any) -> HelpDraw:  # noqa: ANN401 - arguments of any type
    asked: dict[str, Any] = {
        "club_day": build.DAY,
        "ruleset_key": "base",
        "players": 4,
        "numbers": range(1, 4),
    }
    return help_draw(actor=actor, club=club, **(asked | changes))


def test_each_table_gets_one_card_more_or_fewer_at_one_seat(cast: build.Cast) -> None:
    drawn = draw(cast.bob, cast.club)
    deals = list(HelpDeal.objects.filter(draw=drawn).order_by("number"))
    assert [deal.number for deal in deals] == [1, 2, 3]
    for deal in deals:
        sums = [sum(cards) for cards in deal.cards]
        assert sums[deal.seat - 1] == 2 + deal.change
        assert sum(sums) == 8 + deal.change
    assert drawn.author == build.user_of(cast.bob)


def test_whoever_has_the_seed_can_draw_again(cast: build.Cast) -> None:
    drawn = draw(cast.bob, cast.club)
    again = deal_draw(drawn.seed, [[2, 2, 2, 2]] * 3)
    stored = HelpDeal.objects.filter(draw=drawn).order_by("number").values_list("seat", "change")
    assert list(stored) == [(deal.seat, deal.change) for deal in again]


def test_the_evening_is_added_where_it_isnt_there(cast: build.Cast) -> None:
    drawn = draw(cast.bob, cast.club)
    assert Meeting.objects.get(club=cast.club) == drawn.meeting
    assert draw(cast.bob, cast.club, numbers=[9]).meeting == drawn.meeting


def test_a_table_is_drawn_for_once_and_again_only_with_a_reason(cast: build.Cast) -> None:
    first = draw(cast.bob, cast.club)
    with pytest.raises(WrongState) as refused:
        draw(cast.bob, cast.club, numbers=[3, 4])
    assert refused.value.field == "reason"
    assert HelpDraw.objects.count() == 1
    draw(cast.amy, cast.club, numbers=[3, 4], reason="五人になった", players=5)
    kept = deals_of_meeting(meeting_id=first.meeting_id, withdrawn=True)
    assert [(deal.number, deal.withdrawn, len(deal.cards)) for deal in kept] == [
        (1, False, 4), (2, False, 4), (3, True, 4), (3, False, 5), (4, False, 5),
    ]  # fmt: skip
    assert kept[2].reason == "五人になった"
    assert [deal.number for deal in deals_of_meeting(meeting_id=first.meeting_id)] == [1, 2, 3, 4]


def test_every_draw_is_in_the_trail(cast: build.Cast) -> None:
    drawn = draw(cast.bob, cast.club)
    draw(cast.bob, cast.club, numbers=[1], reason="間違えた")
    trail = ActionLog.objects.filter(club=cast.club, object_type="help_draw").order_by("sequence")
    assert list(trail.values_list("verb", flat=True)) == ["draw", "withdraw", "draw"]
    first = trail[0].new
    assert first is not None
    assert (first["seed"], first["meeting"]) == (str(drawn.seed), drawn.meeting.public_id)
    assert len(first["deals"]) == 3
    assert "間違えた" not in str(list(trail.values("old", "new")))
    assert list(chain_faults(club=cast.club)) == []


def test_who_may_not_report_may_not_draw(cast: build.Cast) -> None:
    for actor in (cast.paul, cast.charlie):
        with pytest.raises(NotAllowed):
            draw(actor, cast.club)
    assert not HelpDraw.objects.exists()


def test_evenings_of_a_closed_season_are_left_alone(cast: build.Cast) -> None:
    season = Season.objects.create(club=cast.club, name="秋季")
    meeting_create(actor=cast.alice, club=cast.club, club_day=build.DAY, season=season)
    season_close(actor=cast.alice, season=season, closed=True)
    with pytest.raises(NotAllowed):
        draw(cast.bob, cast.club)
    assert not HelpDraw.objects.exists()


def test_what_is_reported_is_not_drawn_for(cast: build.Cast) -> None:
    build.submit(cast.bob, cast.club, build.danmaku(), place=build.at(2))
    with pytest.raises(WrongState) as refused:
        draw(cast.bob, cast.club)
    assert (refused.value.field, "2" in str(refused.value.message)) == ("first", True)


def test_planned_tables_are_drawn_for(cast: build.Cast) -> None:
    build.submit(cast.bob, cast.club, build.danmaku(), place=build.at(9))
    table_create(
        actor=cast.bob,
        club=cast.club,
        place=build.at(2),
        game="danmaku",
        planned_seats=[build.player_named(cast.club, name) for name in ("みずき", "そら")],
    )
    draw(cast.bob, cast.club)
    assert HelpDeal.objects.count() == 3


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ruleset_key": "nothing"}, "ruleset"),
        ({"players": 1}, "players"),
        ({"players": 6}, "players"),
        ({"numbers": []}, "first"),
        ({"numbers": [0]}, "first"),
        ({"numbers": [100_000]}, "first"),
        ({"numbers": range(1, MOST_TABLES + 2)}, "last"),
        ({"reason": "x" * 401}, "reason"),
    ],
)
def test_what_cant_be_drawn_is_refused_at_its_field(
    cast: build.Cast, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        draw(cast.bob, cast.club, **changes)
    assert refused.value.field == field
    assert not HelpDraw.objects.exists()
    assert not Meeting.objects.exists()


def test_the_deal_of_a_table_is_found_by_day_number_players_and_rules(cast: build.Cast) -> None:
    drawn = draw(cast.bob, cast.club)

    def deal_at(number: int, players: int, rules: str = drawn.ruleset.content_hash) -> DrawnDeal | None:
        return deal_of_table(
            club_id=cast.club.pk, day=build.DAY, number=number, players=players, ruleset_hash=rules
        )

    found = deal_at(2, 4)
    assert found is not None
    assert (found.number, len(found.cards)) == (2, 4)
    assert deal_at(2, 5) is None
    assert deal_at(7, 4) is None
    assert deal_at(2, 4, "0" * 64) is None
    assert drawn_tables(club_id=cast.club.pk, ruleset_hash=drawn.ruleset.content_hash) == 3


def test_a_seat_without_a_card_only_gets_one(cast: build.Cast) -> None:
    payload = dict(builtin_ruleset("danmaku", "base").payload) | {"help_deal": "rising"}
    ruleset_create(
        actor=cast.amy, club=cast.club, game="danmaku", key="rising", payload=json.loads(json.dumps(payload))
    )
    draw(cast.bob, cast.club, ruleset_key="rising", numbers=range(1, 31))
    deals = list(HelpDeal.objects.all())
    assert {deal.change for deal in deals} == {-1, 1}
    assert {deal.change for deal in deals if deal.seat == 1} == {1}
    assert min(cards for deal in deals for seat in deal.cards for cards in seat) == 0


def test_no_more_cards_are_dealt_than_there_are(cast: build.Cast) -> None:
    for key, supply in (("tight", 8), ("none", 0)):
        payload = dict(builtin_ruleset("danmaku", "base").payload) | {"help_supply": supply}
        payload["help_deal"] = {
            str(seats): [{"untapped": supply // seats, "tapped": 0}] * seats for seats in range(2, 6)
        }
        ruleset_create(
            actor=cast.amy, club=cast.club, game="danmaku", key=key, payload=json.loads(json.dumps(payload))
        )
    draw(cast.bob, cast.club, ruleset_key="tight", numbers=range(1, 31))
    assert set(HelpDeal.objects.values_list("change", flat=True)) == {-1}
    with pytest.raises(Invalid) as refusal:
        draw(cast.bob, cast.club, ruleset_key="none", numbers=range(41, 42))
    assert refusal.value.field == "ruleset"
