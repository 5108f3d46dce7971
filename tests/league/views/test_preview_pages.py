"""Previews on pages: asked for instead of acting, shown to whoever asked, and only what everybody may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Preview, Table
from league.services.people import player_change
from league.services.previews import preview_answer
from tests.league.views.page_world import actor, body_of, generic, named, played, refreshed

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

    from tests.league.views.page_world import Played

pytestmark = pytest.mark.django_db

NAMES = ("みずき", "北川 そら", "小夜")
PART = {"HX-Request": "true"}


def _asked(found: Played, verb: str = "void", **fields: str) -> HttpResponse:
    sent = {"lock_version": found.lock, "preview": "1", **fields}
    return found.alice.post(f"{found.url}{verb}/", sent)  # type: ignore[return-value]


def _answered(found: Played) -> str:
    """Let the worker answer the only preview and return the address where it is shown."""
    preview = Preview.objects.get(club=found.club)
    preview_answer(preview_id=preview.pk)
    return f"/{found.club.slug}/previews/{preview.public_id}/"


def _words(browser: Client, url: str, language: str = "ja") -> str:
    answer = browser.get(url, headers={**PART, "accept-language": language})
    assert answer.status_code == 200
    return body_of(answer)


def test_asking_changes_nothing_and_keeps_what_was_typed() -> None:
    found = played(generic(*NAMES))
    refreshed(found.club)

    answer = _asked(found, reason="二重の入力")

    assert answer.status_code == 200
    text = body_of(answer)
    assert "二重の入力" in text
    assert 'aria-busy="true"' in text
    assert found.again().state == Table.State.CONFIRMED


def test_answer_names_ranks_and_changes_in_both_languages() -> None:
    found = played(generic(*NAMES))
    refreshed(found.club)
    _asked(found)  # a reason isn't needed for looking
    url = _answered(found)

    text = _words(found.alice, url)
    for name in NAMES:
        assert name in text
    assert "変わるところ" in text
    assert "hx-get" not in text  # it has been answered: nobody has to ask again
    assert "What would change" in _words(found.alice, url, "en")
    assert "<html" in body_of(found.alice.get(url))  # without scripts it is a page of its own


def test_refusals_come_at_once_and_nothing_is_asked() -> None:
    found = played(generic(*NAMES))
    answer = found.alice.post(f"{found.url}void/", {"lock_version": "0", "preview": "1", "reason": "x"})
    assert answer.status_code == 409
    assert not Preview.objects.exists()


def test_preview_is_for_whoever_asked() -> None:
    found = played(generic(*NAMES))
    refreshed(found.club)
    _asked(found)
    url = _answered(found)
    for role in ("admin", "scorer", "nobody"):
        assert found.world.browsers[role].get(url, headers=PART).status_code == 404


def test_hidden_people_are_in_no_preview() -> None:
    found = played(generic(*NAMES))
    player_change(actor=actor(found.world, "owner"), player=named(found.club, "小夜"), hidden=True)
    refreshed(found.club)
    _asked(found)
    text = _words(found.alice, _answered(found))
    assert "みずき" in text
    assert "小夜" not in text


def test_evening_on_another_day_is_previewed_against_what_was_seen() -> None:
    found = played(generic(*NAMES))
    refreshed(found.club)
    url = f"/{found.club.slug}/meetings/{found.table.meeting.public_id}/change/"
    day = found.table.meeting.club_day.isoformat()
    fields = {"act": "day", "club_day": "2026-12-24", "preview": "1"}

    assert found.alice.post(url, {**fields, "was": "2001-01-01"}).status_code == 409
    assert found.alice.post(url, fields).status_code == 428
    assert found.alice.post(url, {**fields, "was": day}).status_code == 200
    assert found.again().meeting.club_day.isoformat() == day
