"""Previews: what a change would do to the ladders is asked by a page and worked out by a worker (G19).

A preview is a question with its answer, not a fact: it may be lost, asked twice or thrown away.
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING

from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, transaction
from django.utils import timezone, translation

from league import wake
from league.models import Preview
from league.services.actors import Actor
from league.services.calls import Call, call_perform
from league.services.effects import effect_of, rehearse
from league.services.errors import Refused
from league.services.leases import lease_held

if TYPE_CHECKING:
    from league.models import Club

logger = logging.getLogger(__name__)

KEPT = timedelta(hours=12)
WAKE_AGAIN_AFTER = timedelta(seconds=30)
GIVE_UP_AFTER = timedelta(minutes=15)


def preview_ask(*, actor: Actor, club: Club, call: Call) -> Preview:
    """Ask what a change would do; what would refuse the change itself is raised at once, and nothing is asked.

    Raises:
        Refused: whatever the change's own service raises.
    """
    rehearse(lambda: call_perform(actor=actor, club=club, call=call))
    with transaction.atomic():
        preview = Preview.objects.create(
            club=club,
            author=actor.user,
            verb=call.verb,
            arguments={**call.arguments, "language": translation.get_language() or "ja"},
        )
        transaction.on_commit(lambda: wake.wake_preview(preview.pk), robust=True)
    return preview


def preview_answer(*, preview_id: int) -> None:
    """Work out a waiting preview, unless somebody else is at it. Doing so twice gives the same answer."""
    with lease_held(name=f"preview:{preview_id}") as holder:
        if holder is not None:
            _answer(preview_id)


def _answer(preview_id: int) -> None:
    preview = (
        Preview.objects.select_related("club", "author")
        .filter(pk=preview_id, state=Preview.State.WAITING)
        .first()
    )
    if preview is None:
        return
    state, result = Preview.State.READY, {}
    try:
        effect = effect_of(club=preview.club, act=lambda: _perform(preview))
    except Refused as refusal:
        state, result = Preview.State.REFUSED, {"message": _said(refusal, preview)}
    except (OperationalError, SoftTimeLimitExceeded):
        raise  # it stays to be answered
    except Exception:
        logger.exception("Preview %s couldn't be worked out", preview.pk)
        state = Preview.State.FAILED
    else:
        result = asdict(effect)
    Preview.objects.filter(pk=preview.pk, state=Preview.State.WAITING).update(
        state=state, result=result, revision=result.get("revision")
    )


def previews_answer_waiting() -> None:
    """See to what was asked a while ago and isn't answered, such as after a lost wake-up.

    Wakes a worker once more, or works it out here where none can be woken; gives up what nobody could answer.
    """
    now = timezone.now()
    waiting = Preview.objects.filter(state=Preview.State.WAITING)
    waiting.filter(created_at__lt=now - GIVE_UP_AFTER).update(state=Preview.State.FAILED)
    overdue = waiting.filter(created_at__lt=now - WAKE_AGAIN_AFTER).order_by("pk")
    for pk in list(overdue.values_list("pk", flat=True)):
        if not wake.wake_preview(pk):
            preview_answer(preview_id=pk)


def previews_prune() -> None:
    """Throw away what was asked long ago."""
    Preview.objects.filter(created_at__lt=timezone.now() - KEPT).delete()


def _perform(preview: Preview) -> object:
    actor = Actor.of(preview.author) if preview.author else Actor.system("preview")
    return call_perform(actor=actor, club=preview.club, call=Call(preview.verb, preview.arguments))


def _said(refusal: Refused, preview: Preview) -> str:
    with translation.override(preview.arguments.get("language", "ja")):
        return str(refusal.message)
