"""Who acts, and through which door. Every service takes an Actor; the audit trail stores its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.models import Submission

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class Actor:
    """A user at a channel, or the system itself (`user` None) doing a named job."""

    user: User | None
    channel: str
    job: str = ""

    @classmethod
    def of(cls, user: User, channel: str = Submission.Channel.WEB) -> Actor:
        """Return the actor for a logged-in user."""
        return cls(user=user, channel=channel)

    @classmethod
    def system(cls, job: str, channel: str = Submission.Channel.IMPORT) -> Actor:
        """Return the actor for a command that runs on the server itself, where the operating system gave the right."""
        return cls(user=None, channel=channel, job=job)

    @property
    def key(self) -> str:
        """Stable text for keys and the audit trail: an id, never a name."""
        return f"user:{self.user.pk}" if self.user is not None else f"system:{self.job}"
