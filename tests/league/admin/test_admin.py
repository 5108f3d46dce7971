"""Django's admin is for looking: every model is there, and none can be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from league.models import (
    ActionLog,
    ActionText,
    Adjustment,
    Alias,
    CardSet,
    ChainHead,
    Club,
    DealSimulation,
    FairnessReport,
    Finding,
    HelpDeal,
    HelpDraw,
    IdempotencyKey,
    LadderCheck,
    Lease,
    Line,
    Membership,
    NameKey,
    Outbox,
    Player,
    PlayerMerge,
    Preview,
    RatingPoint,
    RatingSegment,
    Revision,
    Season,
    SeasonArchive,
    Standing,
    Submission,
    Table,
)
from tests.league.invented import PUBLISHED, Invented, invented_league

if TYPE_CHECKING:
    from django.db.models import Model
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db

MODELS = sorted(apps.get_app_config("league").get_models(), key=lambda model: model.__name__)
PERSONAL = (ActionText, Adjustment, IdempotencyKey, Preview)


@pytest.fixture
def superuser(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.fixture
def looker() -> Client:
    """A member of the staff with every view permission there is."""
    user = User.objects.create_user("mina", is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    client = Client()
    client.force_login(user)
    return client


def one_of_each(league: Invented, number: int = 0) -> None:
    """Write a row of every model that the invented league doesn't have."""
    club, run = league.club, league.run
    player, other = league.players[2 * number : 2 * number + 2]
    table = Table.objects.filter(meeting__club=club)[number]
    user = User.objects.create_user(f"user{number}")
    Membership.objects.create(club=club, user=user, role="scorer")
    _season(league, player, user, number)
    alias = Alias.objects.create(club=club, player=player, name=f"別名{number}")
    NameKey.objects.create(club=club, key=f"別名{number}", player=player, alias=alias)
    PlayerMerge.objects.create(club=club, source=other, target=player)
    CardSet.objects.create(game="danmaku", key=f"k{number}", version=1, payload={}, content_hash="0")
    submission = Submission.objects.create(
        club=club, table=table, version=1, author=user, channel="web", raw={}, state="submitted"
    )
    Line.objects.create(submission=submission, position=1, player=player)
    Finding.objects.create(submission=submission, position=1, rule="DG-17", severity="info", code="x")
    segment = RatingSegment.objects.create(
        ladder=league.ladder,
        position=number,
        first_order_key="a",
        last_order_key="b",
        tables=1,
        digest="0",
        created_by=run,
    )
    RatingPoint.objects.create(
        segment=segment,
        table=table,
        order_key="a",
        player=player,
        before=0,
        after=1,
        tables_before=0,
        placement=1,
        expected=0.5,
        actual=1,
    )
    LadderCheck.objects.create(ladder=league.ladder, revision=1, tables=1, digest="0" * 64)
    FairnessReport.objects.create(
        club=club, game="danmaku", ruleset_hash=str(number), revision=1, tables=1, payload={}
    )
    DealSimulation.objects.create(
        game="danmaku", ruleset_hash=str(number), players=2, deal="2/0 2/0", bot="greedy", code_version="1", seed=1,
        games=9,
    )  # fmt: skip
    draw = HelpDraw.objects.create(meeting=table.meeting, ruleset=table.ruleset, seed=number, players=4)
    HelpDeal.objects.create(
        draw=draw, meeting=table.meeting, number=number + 1, seat=1, change=1, cards=[[3, 0], [2, 0]]
    )
    _trail(club, number)


def _season(league: Invented, player: Player, user: User, number: int) -> None:
    season = Season.objects.create(club=league.club, name=f"期{number}")
    Adjustment.objects.create(
        season=season, player=player, points=-500, reason="ひみつの わけ", author=user, revoked_by=user
    )
    SeasonArchive.objects.create(
        season=season,
        ladder=league.ladder,
        version=league.run.version,
        number=1,
        revision=1,
        tables=1,
        standings=[],
        content_hash="0",
        closed_by=user,
    )
    Preview.objects.create(club=league.club, author=user, verb="merge", arguments={"source": "x"})
    LadderCheck.objects.create(ladder=league.ladder, revision=number + 1, tables=1)


def _trail(club: Club, number: int) -> None:
    Revision.objects.create(club=club, number=number, what="table.confirm")
    Outbox.objects.create(club=club, revision=number, topic="ratings")
    IdempotencyKey.objects.create(
        club=club, actor="user:1", key=f"k{number}", operation="x", body_digest="0", status=200, answer={}
    )
    action = ActionLog.objects.create(
        club=club,
        sequence=number,
        at=PUBLISHED,
        actor="user:1",
        channel="web",
        verb="player.rename",
        object_type="player",
        object_id="x",
        previous_digest="0",
        digest="0",
    )
    ActionText.objects.create(action=action, salt="0", text={"name": "ひみつの なまえ"})
    ChainHead.objects.create(club=club if number == 0 else None, digest="0") if number < 2 else None
    Lease.objects.create(name=f"ladder:{number}", holder="worker", until=PUBLISHED)


def address(model: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:league_{model._meta.model_name}_{page}", args=args)  # noqa: SLF001 - Django's own way


def test_every_model_can_be_looked_at() -> None:
    assert {model for model in admin.site._registry if model._meta.app_label == "league"} == set(MODELS)  # noqa: SLF001


def test_invented_rows_leave_no_model_out() -> None:
    one_of_each(invented_league(people=4))
    assert [model.__name__ for model in MODELS if not model._default_manager.exists()] == []  # noqa: SLF001


@pytest.mark.parametrize("model", MODELS)
def test_superuser_sees_and_changes_nothing(superuser: Client, model: type[Model]) -> None:
    one_of_each(invented_league(people=4))
    row = model._default_manager.all()[0]  # noqa: SLF001
    change = address(model, "change", row.pk)
    assert superuser.get(address(model, "changelist")).status_code == 200
    assert superuser.get(address(model, "changelist"), {"q": "x"}).status_code == 200
    assert superuser.get(change).status_code == 200
    assert superuser.post(change, {}).status_code == 403
    assert superuser.get(address(model, "add")).status_code == 403
    assert superuser.post(address(model, "add"), {}).status_code == 403
    assert superuser.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [str(row.pk)], "post": "yes"}
    superuser.post(address(model, "changelist"), action)
    assert model._default_manager.filter(pk=row.pk).exists()  # noqa: SLF001


@pytest.mark.parametrize("model", MODELS)
def test_lists_take_the_same_queries_for_one_row_and_three(
    superuser: Client, model: type[Model], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    league = invented_league(people=6)
    Standing.objects.filter(rank__gt=1).delete()
    one_of_each(league)
    superuser.get(address(model, "changelist"))
    with CaptureQueriesContext(connection) as few:
        superuser.get(address(model, "changelist"))
    one_of_each(league, 1)
    one_of_each(league, 2)
    invented_league("sora", people=2)
    with django_assert_num_queries(len(few)):
        superuser.get(address(model, "changelist"))


@pytest.mark.parametrize("model", PERSONAL)
def test_personal_text_is_for_superusers(looker: Client, superuser: Client, model: type[Model]) -> None:
    one_of_each(invented_league(people=4))
    row = model._default_manager.all()[0]  # noqa: SLF001
    for page in (address(model, "changelist"), address(model, "change", row.pk)):
        assert looker.get(page).status_code == 403
        assert superuser.get(page).status_code == 200


def test_staff_with_view_permissions_sees_no_personal_text_of_the_trail(looker: Client) -> None:
    one_of_each(invented_league(people=4))
    log = ActionLog.objects.get()
    for page in (
        reverse("admin:index"),
        address(ActionLog, "changelist"),
        address(ActionLog, "change", log.pk),
    ):
        text = looker.get(page).content.decode()
        assert "ひみつ" not in text
        assert "actiontext" not in text


def test_staff_without_permissions_and_others_see_nothing(client: Client) -> None:
    page = address(Club, "changelist")
    assert client.get(page).status_code == 302
    client.force_login(User.objects.create_user("mina", is_staff=True))
    assert client.get(page).status_code == 403


def test_accounts_are_switched_off_never_deleted(superuser: Client) -> None:
    user = User.objects.create_user("leaver")
    assert (
        superuser.post(reverse("admin:auth_user_delete", args=[user.pk]), {"post": "yes"}).status_code == 403
    )
    assert superuser.get(reverse("admin:auth_user_change", args=[user.pk])).status_code == 200
