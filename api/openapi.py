"""What the OpenAPI says about a view, read from the view's own attributes; nothing is written down twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from api.problems import MEDIA_TYPE
from api.queries import ID_PATTERN, RUN
from api.serializers.problems import ProblemSerializer
from api.views.base import ReadView

if TYPE_CHECKING:
    from drf_spectacular.utils import _ParameterLocationType

PATH_PARAMETERS = {
    "slug": (
        {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,50}$"},
        "The club's short name, as in its pages.",
    ),
    "id": ({"type": "string", "pattern": f"^{ID_PATTERN}$"}, "The id that lists give."),
}
REFUSALS = {
    400: "A parameter can't be used; `errors` names each.",
    403: "Not allowed.",
    404: "Nothing here, or nothing that you may see.",
    406: "Not in the formats that Accept names: application/json is offered.",
    410: "The run isn't kept any more: start again from the first page.",
    412: "The version that If-Match names isn't the current one.",
    429: "Too many requests: see Retry-After.",
    500: "Something broke on the server; `request_id` helps to find it.",
    503: "The database doesn't answer right now, or new results are being counted: see Retry-After.",
}


class ReadSchema(AutoSchema):
    """Describes ReadViews by their attributes; other views in the framework's usual way."""

    def get_operation_id(self) -> str:
        """Return the view's own name for what it does."""
        return getattr(self.view, "operation", "") or super().get_operation_id()

    def get_description(self) -> str:  # type: ignore[override]  # the framework below it takes arguments
        """Return what the view's docstring says; the methods' speak to programmers of this project."""
        if not isinstance(self.view, ReadView):
            return super().get_description()
        return (type(self.view).__doc__ or "").strip()

    def get_summary(self) -> str | None:
        """Return the view's one line."""
        return getattr(self.view, "summary", "") or super().get_summary()

    def get_tags(self) -> list[str]:
        """Group operations by resource."""
        return [self.get_operation_id().partition("_")[0]]

    def get_override_parameters(self) -> list[Any]:
        """Return path, query and answer headers."""
        if not isinstance(self.view, ReadView):
            return list(super().get_override_parameters())
        path = [
            _parameter(name, PATH_PARAMETERS[name][0], OpenApiParameter.PATH, PATH_PARAMETERS[name][1])
            for name in self.view.path_parameters
        ]
        query = [parameter.documented() for parameter in self.view.parameters]
        etag = OpenApiParameter(
            "ETag", str, OpenApiParameter.HEADER, description="Send it as If-None-Match.", response=[200, 304]
        )
        return [*path, *query, etag]

    def get_response_serializers(self) -> Any:  # noqa: ANN401 - the framework's signature
        """Return the answer and every refusal that this address can give."""
        if not isinstance(self.view, ReadView):
            return super().get_response_serializers()
        impossible = set() if RUN in self.view.parameters else {410}
        answers: dict[Any, Any] = {
            200: self.view.shape,
            304: OpenApiResponse(description="You have it already."),
        }
        if self.view.later is not None:
            words = "It is being computed: ask again after Retry-After."
            answers[202] = OpenApiResponse(self.view.later, description=words)
        for status, words in REFUSALS.items():
            if status not in impossible:
                answers[status, MEDIA_TYPE] = OpenApiResponse(ProblemSerializer, description=words)
        return answers


def _parameter(
    name: str, schema: dict[str, Any], where: _ParameterLocationType, words: str
) -> OpenApiParameter:
    return OpenApiParameter(name, schema, where, required=True, description=words)
