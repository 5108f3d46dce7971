"""How answers are written: compact JSON, characters as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.renderers import JSONRenderer

if TYPE_CHECKING:
    from collections.abc import Mapping


class PlainJSONRenderer(JSONRenderer):
    """JSON in one form only: an `indent` in the Accept header would give one ETag to two texts."""

    def get_indent(self, accepted_media_type: str, renderer_context: Mapping[str, object]) -> int | None:  # noqa: ARG002
        """Never indent."""
        return None


class PageRenderer(PlainJSONRenderer):
    """Lets an address offer a page, which comes ready made; what this writes are problems, JSON as everywhere."""

    media_type = "text/html"
