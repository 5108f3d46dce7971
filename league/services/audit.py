"""The audit trail: one hash chain per club and one for the installation (G14).

The chain holds ids, values and salted digests. Personal text (names, reasons, raw input) lies beside it
and can be erased without breaking the chain.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from league.models import ActionLog, ActionText, ChainHead, Club
from league.services.canonical import canonical_json, digest, format_decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from league.services.actors import Actor

GENESIS = "0" * 64
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done to one object. `text` is personal and therefore erasable."""

    verb: str
    object_type: str
    object_id: str
    old: dict[str, Any] | None = None
    new: dict[str, Any] | None = None
    text: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ChainFault:
    """A place where a chain does not hold, and why."""

    sequence: int
    fault: str


def entry_digest(action: ActionLog) -> str:
    """Return the digest that seals an entry to the one before it."""
    return digest(
        [
            action.previous_digest,
            action.sequence,
            action.at.isoformat(),
            action.actor,
            action.channel,
            action.verb,
            action.object_type,
            action.object_id,
            action.old,
            action.new,
            action.text_digest,
        ]
    )


def text_digest(*, salt: str, text: dict[str, str]) -> str:
    """Return the salted digest of personal text; useless without the salt, which is erased with the text."""
    return hashlib.sha256(f"{salt}{canonical_json(text)}".encode()).hexdigest()


def actions_append(*, actor: Actor, club: Club | None, entries: Sequence[Entry]) -> None:
    """Append entries to the club's chain (club None: the installation's). The chain head is the last lock taken."""
    head = chain_head_lock(club)
    now = timezone.now()
    actions: list[ActionLog] = []
    texts: list[ActionText] = []
    for entry in entries:
        action = ActionLog(
            club=club,
            sequence=head.sequence + 1,
            at=now,
            actor=actor.key,
            channel=actor.channel,
            verb=entry.verb,
            object_type=entry.object_type,
            object_id=entry.object_id,
            old=_stored(entry.old),
            new=_stored(entry.new),
            previous_digest=head.digest,
        )
        if entry.text:
            salt = secrets.token_hex(16)
            action.text_digest = text_digest(salt=salt, text=entry.text)
            texts.append(ActionText(action=action, salt=salt, text=entry.text))
        action.digest = entry_digest(action)
        head.sequence, head.digest = action.sequence, action.digest
        actions.append(action)
    ActionLog.objects.bulk_create(actions, batch_size=_BATCH)
    ActionText.objects.bulk_create(texts, batch_size=_BATCH)
    head.save(update_fields=["sequence", "digest"])


def chain_faults(*, club: Club | None) -> Iterator[ChainFault]:
    """Walk a chain and yield every place where an entry is missing, altered, or no longer fits its text."""
    previous, expected = GENESIS, 1
    actions = ActionLog.objects.filter(club=club).order_by("sequence").select_related("text")
    for action in actions.iterator(chunk_size=_BATCH):
        if action.sequence != expected:
            yield ChainFault(expected, "missing")
        if action.previous_digest != previous or entry_digest(action) != action.digest:
            yield ChainFault(action.sequence, "altered")
        text = getattr(action, "text", None)
        if text is not None and text_digest(salt=text.salt, text=text.text) != action.text_digest:
            yield ChainFault(action.sequence, "text altered")
        previous, expected = action.digest, action.sequence + 1
    head = ChainHead.objects.filter(club=club).first()
    if (head.sequence if head else 0) != expected - 1 or (head.digest if head else GENESIS) != previous:
        yield ChainFault(expected, "cut off")


def chain_head_lock(club: Club | None) -> ChainHead:
    """Take the last lock of every writing service: the end of the club's chain (None: of the installation's)."""
    locked = ChainHead.objects.select_for_update().filter(club=club)
    head = locked.first()
    if head is None:
        ChainHead.objects.get_or_create(club=club, defaults={"digest": GENESIS})
        head = locked.get()
    return head


def _stored(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the value as the database will give it back, so that the digest survives the round trip."""
    if value is None:
        return None
    return {key: _json_value(item) for key, item in value.items()}


def _json_value(value: object) -> object:
    if isinstance(value, Decimal):
        return format_decimal(value)
    if isinstance(value, dict):
        return {key: _json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    return value
