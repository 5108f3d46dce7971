"""A club with a ladder, and the ladder's forms as a browser sends them."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

from league.models import Ladder
from league.ratings.parameters import PointsParameters
from tests.league.views.entry_world import World, world_make
from tests.league.views.page_world import body_of, danmaku, refreshed, report

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

    from tests.league.views.entry_world import Answer

LIST, ADD = "/aoba/ladders/", "/aoba/ladders/add/"
IN_ENGLISH = {"Accept-Language": "en"}
POINTS = PointsParameters(((4, (10_000, 6000, 3000, 500)),), best=8, min_tables=5)


def ladder_world() -> tuple[World, Ladder]:
    """Return a club with one computed ladder."""
    world = world_make()
    report(world, danmaku())
    refreshed(world.club)
    return world, Ladder.objects.get()


def change_of(ladder: Ladder) -> str:
    return f"/aoba/ladders/{ladder.public_id}/change/"


def form_of(text: str) -> dict[str, Any]:
    """Return the last form of a page as a browser would send it untouched."""
    form = text.rsplit("<form", maxsplit=1)[1].split("</form>", maxsplit=1)[0]
    fields: dict[str, Any] = {}
    for tag in re.findall(r"<input [^>]*>", form):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        assert name is not None
        if "checkbox" in tag or "radio" in tag:
            if re.search(r"\bchecked\b", tag) and value:
                fields.setdefault(name[1], []).append(unescape(value[1]))
        else:
            fields[name[1]] = unescape(value[1]) if value else ""
    fields |= {
        name: unescape(value)
        for name, value in re.findall(r'<textarea name="(\w+)"[^>]*>([^<]*)</textarea>', form)
    }
    return fields


def send(browser: Client, url: str, /, **changes: object) -> HttpResponse:
    fields = form_of(body_of(browser.get(url))) | changes
    return browser.post(url, fields, headers=IN_ENGLISH)  # type: ignore[return-value]


def said_under(response: Answer, field: str) -> str:
    """Return what stands under a field."""
    found = re.search(rf'id="say-{field}" role="alert">([^<]*)<', body_of(response))
    return unescape(found[1]) if found else ""


def parameters_of(ladder: Ladder) -> dict[str, Any]:
    version = Ladder.objects.select_related("current_version").get(pk=ladder.pk).current_version
    assert version is not None
    return dict(version.parameters)
