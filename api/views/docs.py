"""The OpenAPI and the page that shows it. Swagger UI from the sidecar package, without a line of inline script."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2

from api.caching import conditional
from api.problems import KINDS
from api.queries import read_query
from api.renderers import PageRenderer
from api.views.base import SafeView

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request


class SchemaView(SafeView):
    """The OpenAPI as JSON: the same for everybody until the next release, so it is built once a process."""

    schema = None
    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer)

    def get(self, request: Request) -> HttpResponseBase:
        """Answer the document."""
        read_query(request.query_params, ())
        media_type = getattr(request, "accepted_media_type", "")
        return conditional(request, seen=("openapi", media_type), public=True, body=openapi)


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI of all public addresses."""
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document


class DocsView(SafeView):
    """A page with the OpenAPI, and every kind of problem in the reader's language."""

    schema = None
    renderer_classes = (PageRenderer,)

    def get(self, request: Request) -> HttpResponse:
        """Answer the page."""
        return render(cast("HttpRequest", request), "api/docs.html", {"kinds": KINDS})
