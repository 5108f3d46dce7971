"""Schemathesis over the OpenAPI: generated requests, good and bad, against the WSGI application itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from api.views.docs import openapi

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.api.world import World

EXAMPLES = 25
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
CASES = [(address, mode) for address in sorted(openapi()["paths"]) for mode in (POSITIVE, NEGATIVE)]
CASES.remove(("/api/v1/health/", NEGATIVE))  # it takes nothing that could be wrong


@pytest.fixture(autouse=True)
def kept_connection() -> Iterator[None]:
    """Keep the test's connection open between requests, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operation_of(address: str) -> Any:  # noqa: ANN401 - schemathesis's own class
    schema = schemathesis.openapi.from_dict(openapi())
    schema.app = get_wsgi_application()
    return schema[address]["GET"]


@pytest.mark.parametrize(("address", "mode"), CASES)
def test_any_request_gets_a_described_answer(world: World, address: str, mode: GenerationMode) -> None:
    operation = operation_of(address)

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def requested(case: Any) -> None:  # noqa: ANN401 - schemathesis's own class
        real_places(case, world)
        case.call_and_validate(checks=CHECKS)

    requested()


def real_places(case: Any, world: World) -> None:  # noqa: ANN401 - schemathesis's own class
    """Lead every other request to things that exist: nobody guesses an id of 16 characters."""
    if not case.path_parameters or sum(map(ord, str(case.query))) % 2:
        return
    things = {
        "players": world.yui.public_id,
        "meetings": world.meeting.public_id,
        "tables": world.first.public_id,
        "ladders": world.ladder.public_id,
    }
    case.path_parameters["slug"] = world.club.slug
    for part, key in things.items():
        if f"/{part}/{{id}}/" in case.path:
            case.path_parameters["id"] = key
