"""Reading a club's whole history: more rows than the ORM and PostgreSQL's planner are made for."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

_CHUNK: Final = 20_000


@contextmanager
def long_reads() -> Iterator[None]:
    """Have PostgreSQL join by hashing while the body reads. Call it in a snapshot.

    Right after a large import its statistics may still be those of empty tables, and loops within loops, planned for
    them, took minutes.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_nestloop = off")
        yield
        cursor.execute("SET LOCAL enable_nestloop = on")


def rows_as_stored(rows: QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield a query's values as the database sends them: converting each takes longer than reading."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(*rows.query.sql_with_params())
        while chunk := cursor.fetchmany(_CHUNK):
            yield from chunk
