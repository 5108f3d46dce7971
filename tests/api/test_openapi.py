"""The OpenAPI is valid, tells the truth about every answer, and has a page that works under the strict CSP."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from api.problems import KINDS
from api.views.docs import openapi
from tests.api.world import FIRST, get, refused

if TYPE_CHECKING:
    from django.test import Client

    from tests.api.world import World

ANSWERS = {
    "/api/v1/clubs/": "ClubEntryPage",
    "": "Club",
    "players/": "PlayerPage",
    "players/{world.yui.public_id}/": "PlayerDetail",
    "seasons/": "SeasonPage",
    "meetings/": "MeetingPage",
    "meetings/{world.meeting.public_id}/": "MeetingDetail",
    "tables/": "TablePage",
    "tables/{world.first.public_id}/": "TableDetail",
    "tables/{world.open.public_id}/": "TableDetail",
    "ladders/": "LadderPage",
    "ladders/{world.ladder.public_id}/": "LadderDetail",
    "ladders/{world.ladder.public_id}/standings/": "StandingPage",
    f"ladders/{{world.ladder.public_id}}/standings/?as_of={FIRST}": "StandingPage",
    "ladders/{world.ladder.public_id}/points/": "PointPage",
}


def closed(schema: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return an OpenAPI 3.0 schema as JSON Schema where every object has exactly the members that are named."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: closed(value) for name, value in schema.items() if name not in {"nullable", "allOf"}}
    if "allOf" in schema:
        made |= closed(schema["allOf"][0])
    if "properties" in schema:
        made |= {"additionalProperties": False, "required": list(schema["properties"])}
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") else made


@pytest.mark.parametrize("path", ANSWERS)
def test_answers_have_exactly_the_members_that_are_described(client: Client, world: World, path: str) -> None:
    url = path if path.startswith("/") else world.url + path.format(world=world)
    components = closed(openapi()["components"]["schemas"])
    schema = {"$ref": f"#/components/schemas/{ANSWERS[path]}", "components": {"schemas": components}}
    jsonschema.validate(get(client, url), schema, format_checker=jsonschema.FormatChecker())


def test_problems_have_exactly_the_members_that_are_described(client: Client, world: World) -> None:
    components = closed(openapi()["components"]["schemas"])
    schema = {"$ref": "#/components/schemas/Problem", "components": {"schemas": components}}
    jsonschema.validate(refused(client, world.url + "?x=1"), schema)


def test_document_is_valid_and_complete() -> None:
    written = StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=written)
    assert set(openapi()["paths"]) == {
        "/api/v1/health/",
        "/api/v1/clubs/",
        "/api/v1/clubs/{slug}/",
        "/api/v1/clubs/{slug}/players/",
        "/api/v1/clubs/{slug}/players/{id}/",
        "/api/v1/clubs/{slug}/seasons/",
        "/api/v1/clubs/{slug}/seasons/{id}/archives/",
        "/api/v1/clubs/{slug}/seasons/{id}/adjustments/",
        "/api/v1/clubs/{slug}/meetings/",
        "/api/v1/clubs/{slug}/meetings/{id}/",
        "/api/v1/clubs/{slug}/tables/",
        "/api/v1/clubs/{slug}/tables/{id}/",
        "/api/v1/clubs/{slug}/ladders/",
        "/api/v1/clubs/{slug}/ladders/{id}/",
        "/api/v1/clubs/{slug}/ladders/{id}/standings/",
        "/api/v1/clubs/{slug}/ladders/{id}/points/",
        "/api/v1/ladders/{id}/proof/",
        "/api/v1/fairness/{slug}/",
        "/api/v1/fairness/{slug}/{id}/",
    }


def test_nothing_but_reading_is_described() -> None:
    assert {method for path in openapi()["paths"].values() for method in path} == {"get"}


def test_document_is_json_for_everybody(client: Client, db: None) -> None:
    for accept, kind in (("*/*", "application/json"), ("application/vnd.oai.openapi+json",) * 2):
        answer = client.get("/api/schema/", headers={"accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (200, kind)
        assert answer.json()["info"]["title"] == "Sekijun"
    refused(client, "/api/schema/?format=yaml")


@pytest.mark.parametrize(
    ("language", "words"), [("ja", "順位は新しくなっています"), ("en", "have been replaced")]
)
def test_page_explains_every_problem(client: Client, db: None, language: str, words: str) -> None:
    text = client.get("/api/docs/", headers={"accept-language": language}).content.decode()
    assert words in text
    assert set(re.findall(r'<dt id="([a-z-]+)">', text)) == {kind.code for kind in KINDS}


def test_page_has_no_inline_script_and_its_files_exist(client: Client, db: None) -> None:
    answer = client.get("/api/docs/")
    text = answer.content.decode()
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert not re.search(r"<style|\son[a-z]+=|\sstyle=|javascript:", text)
    scripts = re.findall(r"<script([^>]*)>([^<]*)</script>", text)
    assert scripts
    assert all('src="/static/' in attributes and not inside.strip() for attributes, inside in scripts)
    for url in re.findall(r'(?:src|href)="/static/([^"]+)"', text):
        assert finders.find(url), url
