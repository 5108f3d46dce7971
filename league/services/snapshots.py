"""One consistent look at the database over several queries. Owns the transaction of readers; writes nothing.

PostgreSQL: REPEATABLE READ, READ ONLY. SQLite: a deferred transaction on the same connection, since Django's own
`atomic()` begins IMMEDIATE there and would make every reader a writer.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def snapshot() -> Iterator[None]:
    """Let every query of the body see the database as it was at the first of them.

    Inside a transaction or another snapshot it joins that one.
    """
    connection.ensure_connection()
    if connection.in_atomic_block or _in_raw_transaction():
        yield
    elif connection.vendor == "sqlite":
        with _sqlite_snapshot():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _in_raw_transaction() -> bool:
    return connection.vendor == "sqlite" and connection.connection.in_transaction


@contextmanager
def _sqlite_snapshot() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")  # a stray write would vanish with the rollback: refuse it
        try:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        finally:
            cursor.execute("PRAGMA query_only = OFF")
