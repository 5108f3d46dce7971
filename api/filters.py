"""Filters that name another thing of the club. What doesn't exist there, or can't be seen, is refused at its field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from django.utils.translation import gettext_lazy as _

from api.problems import invalid
from league.selectors.meetings import meeting_key
from league.selectors.players import person_find
from league.selectors.seasons import season_key

if TYPE_CHECKING:
    from api.problems import ProblemError
    from api.views.base import Asked


class _Finder(Protocol):
    def __call__(self, *, club_id: int, public_id: str) -> int | None: ...


def season_wanted(asked: Asked) -> int | None:
    """Return the row of the season that is asked for.

    Raises:
        ProblemError: the club has no such season.
    """
    return _row(asked, "season", season_key)


def meeting_wanted(asked: Asked) -> int | None:
    """Return the row of the meeting that is asked for.

    Raises:
        ProblemError: the club has no such meeting.
    """
    return _row(asked, "meeting", meeting_key)


def records_wanted(asked: Asked) -> frozenset[int] | None:
    """Return the rows of the person that is asked for.

    Raises:
        ProblemError: nobody of that id can be seen in the club.
    """
    public_id = asked.query.get("player")
    if public_id is None:
        return None
    found = person_find(club_id=asked.club.pk, public_id=public_id)
    if found is None:
        raise _unknown("player")
    return found.records


def _row(asked: Asked, name: str, find: _Finder) -> int | None:
    public_id = asked.query.get(name)
    if public_id is None:
        return None
    key = find(club_id=asked.club.pk, public_id=public_id)
    if key is None:
        raise _unknown(name)
    return key


def _unknown(field: str) -> ProblemError:
    return invalid(field, _("There is nothing of this id in the club."))
