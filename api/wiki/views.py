"""Answers the addresses of exports: who may read, which language, and 304 before any table is built.

A wiki page has one language, so the club's counts, not the browser's. What isn't there is answered in plain text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from api.wiki.dialects import DIALECTS, UTF_8, Dialect
from api.wiki.permalink import site_url
from api.wiki.tables import Source, leaderboard_table, player_table, season_table
from league.selectors.leaderboard import leaderboard_pointer
from league.selectors.players import person_find
from league.selectors.season_page import season_of_club
from league.services.snapshots import snapshot
from league.views.access import Visit, visit
from league.views.caching import conditional_page
from league.views.paging import is_public_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from api.wiki.model import Table
    from league.selectors.leaderboard import Pointer


@dataclass(frozen=True, slots=True)
class Subject:
    """What is exported: the name of its file, what decides its text besides the pointer, and how it is built."""

    name: str
    seen: tuple[object, ...]
    build: Callable[[Source], Table]


@require_safe
def leaderboard(request: HttpRequest, slug: str, dialect: str) -> HttpResponse:
    """Answer with the standings of a ladder."""
    return _answer(request, slug, dialect, lambda _: Subject("leaderboard", (), leaderboard_table))


@require_safe
def season(request: HttpRequest, slug: str, public_id: str, dialect: str) -> HttpResponse:
    """Answer with the confirmed results of a season."""

    def find(pointer: Pointer) -> Subject:
        found = season_of_club(club_id=pointer.club.pk, public_id=_asked(public_id))
        if found is None:
            raise Http404
        return Subject(
            f"season-{found.public_id}", (found.pk, found.name), partial(season_table, season=found)
        )

    return _answer(request, slug, dialect, find)


@require_safe
def player(request: HttpRequest, slug: str, public_id: str, dialect: str) -> HttpResponse:
    """Answer with a player's results in a ladder."""

    def find(pointer: Pointer) -> Subject:
        found = person_find(club_id=pointer.club.pk, public_id=_asked(public_id))
        if found is None:
            raise Http404
        name = f"player-{found.person.public_id}"
        return Subject(name, (found.shown, found.person), partial(player_table, player=found))

    return _answer(request, slug, dialect, find)


def _answer(
    request: HttpRequest, slug: str, dialect: str, find: Callable[[Pointer], Subject]
) -> HttpResponse:
    """Answer from one look at the database; a club that may not be read is answered like none."""
    language = request.GET.get("lang", "")
    if language and language not in dict(settings.LANGUAGES):
        return _nothing(settings.LANGUAGE_CODE)
    try:
        with snapshot():
            seen_by = visit(request, slug)
            language = language or seen_by.club.language
            with translation.override(language):
                response = _export(request, seen_by, dialect, find)
    except Http404:
        return _nothing(language or settings.LANGUAGE_CODE)
    response["Content-Language"] = language
    return response


def _export(
    request: HttpRequest, seen_by: Visit, name: str, find: Callable[[Pointer], Subject]
) -> HttpResponse:
    """Return the export, or 304.

    Raises:
        Http404: a part of the address names nothing of this club.
    """
    dialect, club = DIALECTS.get(name), seen_by.club
    pointer = leaderboard_pointer(club=club, wanted=request.GET.get("ladder", ""))
    if dialect is None or pointer is None:
        raise Http404
    charset, subject, site = _charset(request, dialect), find(pointer), site_url(request)
    if dialect.leaderboard_only and subject.build is not leaderboard_table:
        raise Http404
    ladder = pointer.ladder
    return conditional_page(
        request,
        seen=(
            (name, charset, site, subject.name, *subject.seen),
            (club.pk, club.slug, club.name, club.timezone, pointer.revision, seen_by.role),
            ladder and (ladder.public_id, ladder.name, ladder.current_run_id, ladder.computed_revision),
        ),
        public=club.public,
        render=lambda: _response(
            subject.build(Source(pointer, site)), dialect, charset, f"{club.slug}-{subject.name}"
        ),
    )


def _asked(public_id: str) -> str:
    """Return what can be an id: not every text can be asked for in every database.

    Raises:
        Http404: it can't be one.
    """
    if not is_public_id(public_id):
        raise Http404
    return public_id


def _charset(request: HttpRequest, dialect: Dialect) -> str:
    """Return the character set that is asked for: the dialect's own, or UTF-8."""
    charset = request.GET.get("charset", dialect.charset)
    if charset not in {dialect.charset, UTF_8}:
        raise Http404
    return charset


def _response(table: Table, dialect: Dialect, charset: str, name: str) -> HttpResponse:
    disposition = "attachment" if dialect.attachment else "inline"
    response = HttpResponse(
        dialect.render(table).encode(charset),
        content_type=f"{dialect.media_type}; charset={charset}",
        headers={"Content-Disposition": f'{disposition}; filename="{name}.{dialect.extension}"'},
    )
    if dialect.policy:
        response["Content-Security-Policy"] = dialect.policy
    return response


def _nothing(language: str) -> HttpResponse:
    with translation.override(language):
        text = gettext("There is no export at this address.")
    return HttpResponse(
        f"{text}\n",
        status=HTTPStatus.NOT_FOUND,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Language": language, "Cache-Control": "private, no-store"},
    )
