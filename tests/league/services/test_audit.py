"""The audit trail: what is removed, altered or cut off is noticed; what is erased beside it is not missed (G14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection

from league.models import ActionLog, ActionText
from league.services.audit import chain_faults
from league.services.tables import table_restore, table_void
from tests import builders as build

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def busy(cast: build.Cast) -> Club:
    table = build.table_of(build.submit(cast.bob, cast.club))
    table_void(actor=cast.amy, table=table, lock_version=1, reason="typed twice")
    table_restore(actor=cast.amy, table=table, lock_version=2)
    return cast.club


def faults(club: Club | None) -> list[str]:
    return [fault.fault for fault in chain_faults(club=club)]


def test_chain_of_ordinary_work_holds(busy: Club) -> None:
    assert faults(busy) == []
    assert faults(None) == []
    verbs = list(ActionLog.objects.filter(club=busy).order_by("sequence").values_list("verb", flat=True))
    assert verbs[-2:] == ["void", "restore"]
    void = ActionLog.objects.get(club=busy, verb="void")
    assert void.old is not None
    assert void.new is not None
    assert (void.old["state"], void.new["state"]) == ("confirmed", "void")
    assert ActionText.objects.get(action=void).text == {"reason": "typed twice"}


def _middle(club: Club) -> ActionLog:
    return ActionLog.objects.filter(club=club).order_by("sequence")[3]


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda row: ActionText.objects.filter(action=row).delete() and row.delete(), "missing"),
        (lambda row: ActionLog.objects.filter(pk=row.pk).update(verb="confirm"), "altered"),
        (lambda row: ActionLog.objects.filter(pk=row.pk).update(actor="user:1"), "altered"),
        (lambda row: ActionLog.objects.filter(pk=row.pk).update(new={"state": "open"}), "altered"),
        (lambda row: ActionLog.objects.filter(pk=row.pk).update(digest="0" * 64), "altered"),
    ],
)
def test_damage_in_the_middle_is_noticed(
    busy: Club, damage: Callable[[ActionLog], object], fault: str
) -> None:
    damage(_middle(busy))

    assert fault in faults(busy)


def test_cut_end_is_noticed(busy: Club) -> None:
    last = ActionLog.objects.filter(club=busy).order_by("-sequence").first()
    assert last is not None
    ActionText.objects.filter(action=last).delete()
    last.delete()

    assert faults(busy) == ["cut off"]


def test_altered_text_is_noticed_and_an_erased_one_is_not_missed(busy: Club) -> None:
    text = ActionText.objects.get(action__verb="void")
    ActionText.objects.filter(pk=text.pk).update(text={"reason": "something else"})
    assert faults(busy) == ["text altered"]

    text.delete()
    assert faults(busy) == []


def test_chain_holds_no_names(busy: Club) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM league_actionlog")
        stored = str(cursor.fetchall())
    assert "みずき" not in stored
    assert "typed twice" not in stored
