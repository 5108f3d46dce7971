"""Idempotency keys: the same request sent again is answered from memory, never done twice (G2).

The key is written in the transaction of its effect, under the club's lock. So a concurrent twin waits for
the first one and then finds its answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from league.models import IdempotencyKey
from league.services.errors import Invalid, KeyReused

if TYPE_CHECKING:
    from league.services.changes import Change

KEY_LENGTH = 100
IMPORT_OPERATION = "import"


def answer_find(*, change: Change, key: str, operation: str, body_digest: str) -> dict[str, Any] | None:
    """Return the stored answer of an earlier request with this key, or None when it is new.

    Raises:
        Invalid: the key is too long or not printable ASCII.
        KeyReused: the key was used for another operation or another body.
    """
    if not key or len(key) > KEY_LENGTH or not key.isascii() or not key.isprintable():
        raise Invalid(
            _("The idempotency key must be 1 to 100 printable ASCII characters."), field="idempotency_key"
        )
    stored = IdempotencyKey.objects.filter(club=change.club, actor=change.actor.key, key=key).first()
    if stored is None:
        return None
    answer: dict[str, Any] = stored.answer
    if stored.operation != operation or stored.body_digest != body_digest:
        raise KeyReused(
            _("This key was already used for another report."),
            field="idempotency_key",
            submission=str(answer.get("submission", "")),
        )
    return answer


def answer_store(
    *, change: Change, key: str, operation: str, body_digest: str, status: int, answer: dict[str, Any]
) -> IdempotencyKey:
    """Remember the answer of a request that has just been carried out."""
    return IdempotencyKey.objects.create(
        club=change.club,
        actor=change.actor.key,
        key=key,
        operation=operation,
        body_digest=body_digest,
        status=status,
        answer=answer,
    )
