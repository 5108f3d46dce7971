"""One look at the database: others go on writing, we don't see it, and we can't write ourselves."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, connection, transaction

from league.models import Club
from league.services.long_reads import long_reads
from league.services.snapshots import snapshot
from tests import factories as make

if TYPE_CHECKING:
    from collections.abc import Callable


def _elsewhere(action: Callable[[], object]) -> None:
    """Do something on another connection and wait for it."""

    def run() -> None:
        try:
            action()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.django_db(transaction=True)
def test_snapshot_doesnt_see_what_is_written_meanwhile() -> None:
    make.club_make()
    with snapshot():
        before = Club.objects.count()
        _elsewhere(make.club_make)
        assert Club.objects.count() == before == 1

    assert Club.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_snapshot_in_a_snapshot_is_the_same_one() -> None:
    with snapshot():
        assert Club.objects.count() == 0
        _elsewhere(make.club_make)
        with snapshot():
            assert Club.objects.count() == 0
        assert Club.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_writing_in_a_snapshot_is_refused_and_harms_nothing() -> None:
    with pytest.raises(DatabaseError), snapshot():
        Club.objects.create(slug="late", name="late")

    make.club_make()
    assert Club.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_writing_is_possible_after_an_error_in_a_snapshot() -> None:
    with pytest.raises(ZeroDivisionError), snapshot():
        raise ZeroDivisionError

    with transaction.atomic():
        make.club_make()
    assert Club.objects.count() == 1


@pytest.mark.django_db
def test_snapshot_joins_a_transaction() -> None:
    make.club_make()
    with snapshot():
        assert Club.objects.count() == 1


@pytest.mark.django_db
def test_long_reads_join_by_hashing_and_nothing_after_them_does() -> None:
    if connection.vendor != "postgresql":
        with snapshot(), long_reads():
            assert Club.objects.count() == 0
        return
    with connection.cursor() as cursor:
        with snapshot(), long_reads():
            cursor.execute("SHOW enable_nestloop")
            assert cursor.fetchone() == ("off",)
        cursor.execute("SHOW enable_nestloop")
        assert cursor.fetchone() == ("on",)
