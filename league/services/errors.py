"""Expected refusals of services. A refusal is an answer for a person: it names the field and what would be right.

Anything else that a service raises is a bug.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.utils.functional import _StrOrPromise

    from games.core.findings import Finding
    from league.models import Table


class Refused(Exception):  # noqa: N818  (a refusal is an answer, not a failure)
    """Base of all expected refusals: `code` for machines, `message` for people, `field` where one is to blame."""

    status = 400
    code = "refused"

    def __init__(self, message: _StrOrPromise, *, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class NotAllowed(Refused):
    """The actor's role does not include this verb."""

    status = 403
    code = "not_allowed"


class Invalid(Refused):
    """An argument can't be accepted; nothing was written."""

    status = 400
    code = "invalid"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a report that only the league can know, such as an unknown name. `path` as in findings."""

    path: str
    code: str
    message: _StrOrPromise


class ReportRefused(Refused):
    """The report can't be stored or confirmed as it is; findings and problems say why, field by field."""

    status = 422
    code = "report_refused"

    def __init__(
        self, message: _StrOrPromise, *, findings: Sequence[Finding] = (), problems: Sequence[Problem] = ()
    ) -> None:
        super().__init__(message)
        self.findings = tuple(findings)
        self.problems = tuple(problems)


class WrongState(Refused):
    """The verb doesn't fit the state that the object is in now."""

    status = 409
    code = "wrong_state"


class Stale(Refused):
    """Somebody changed the table since the actor looked at it (G3)."""

    status = 409
    code = "stale"

    def __init__(self, message: _StrOrPromise, *, lock_version: int) -> None:
        super().__init__(message)
        self.lock_version = lock_version


class Changed(Refused):
    """Somebody else changed the same fields since the actor looked at them (G3). `now` is what they hold."""

    status = 409
    code = "changed"

    def __init__(self, message: _StrOrPromise, *, now: Mapping[str, object]) -> None:
        super().__init__(message, field=next(iter(now), ""))
        self.now = now


class NumberTaken(Refused):
    """The table number is in use at that meeting: a second report of that table, or another number?"""

    status = 409
    code = "number_taken"

    def __init__(self, message: _StrOrPromise, *, table: Table, next_free: int) -> None:
        super().__init__(message, field="number")
        self.table = table
        self.next_free = next_free


class NameTaken(Refused):
    """The name already means somebody in this club."""

    status = 409
    code = "name_taken"


class KeyReused(Refused):
    """The idempotency key was used for something else (G2); `submission` is the report that was stored then."""

    status = 422
    code = "key_reused"

    def __init__(self, message: _StrOrPromise, *, field: str = "", submission: str = "") -> None:
        super().__init__(message, field=field)
        self.submission = submission
