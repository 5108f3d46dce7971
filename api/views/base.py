"""What all addresses of the read API share: checked questions, one snapshot, 304 before work, pages by key.

A view says what it answers (`prepare` and `body`) and how that is documented (the class attributes).
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView

from api.caching import conditional
from api.pagination import next_link, page_cut, page_size
from api.queries import read_query
from league.services.snapshots import snapshot
from league.views.access import visit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request
    from rest_framework.serializers import BaseSerializer

    from api.queries import Parameter
    from league.models import Club

    Row = TypeVar("Row")


class SafeView(APIView):
    """An address that can only be read. Who may see what is decided by the policy, club by club."""

    permission_classes = (AllowAny,)
    http_method_names = ("get", "head", "options")

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse other methods before looking at sessions: a CSRF answer to a PUT would mislead."""
        if (request.method or "").lower() not in self.http_method_names:
            raise MethodNotAllowed(request.method or "")
        super().initial(request, *args, **kwargs)

    def options(self, request: Request, *args: object, **kwargs: object) -> Response:  # type: ignore[override]  # noqa: ARG002 - the framework's request
        """Answer with the Allow header alone."""
        return Response(status=HTTPStatus.NO_CONTENT)


class ReadView(SafeView):
    """An address of the read API, described by its attributes; the OpenAPI is made of them."""

    parameters: ClassVar[tuple[Parameter, ...]] = ()
    path_parameters: ClassVar[tuple[str, ...]] = ()
    shape: ClassVar[type[BaseSerializer[Any]]]
    later: ClassVar[type[BaseSerializer[Any]] | None] = None
    summary: ClassVar[str] = ""
    operation: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a club that the visitor may read."""

    request: Request
    club: Club
    query: Mapping[str, Any]
    path: Mapping[str, str]

    @property
    def revision(self) -> int:
        """The club's last change."""
        return self.club.counter.revision

    @property
    def rows(self) -> int:
        """How many rows to read: one more than shown tells whether there is a next page."""
        return page_size(self.query) + 1

    @property
    def newest_first(self) -> bool:
        """Which way to walk the club's order."""
        return self.query.get("order") == "newest"

    def page(
        self,
        rows: Sequence[Row],
        *,
        row: Callable[[Row], Mapping[str, Any]],
        place: Callable[[Row], str],
        **pinned: object,
    ) -> dict[str, Any]:
        """Return the members of a page of rows that was read with one row too many."""
        shown, more = page_cut(rows, page_size(self.query))
        link = None
        if more:
            link = next_link(self.request.path, self.request.query_params, place(shown[-1]), **pinned)
        return {"revision": self.revision, "next": link, "results": [row(one) for one in shown]}


class ClubView(ReadView):
    """An address below a club: read in one snapshot, for those who may read the club."""

    path_parameters: ClassVar[tuple[str, ...]] = ("slug",)

    def get(self, request: Request, slug: str, **path: str) -> HttpResponseBase:
        """Answer the question, or 304."""
        query = read_query(request.query_params, self.parameters)
        with snapshot():
            seen_by = visit(cast("HttpRequest", request), slug)
            club = seen_by.club
            asked = Asked(request=request, club=club, query=query, path=path)
            about = (club.pk, club.slug, club.name, club.language, club.timezone, club.public, club.is_demo)
            seen = (about, asked.revision, seen_by.role, request.get_full_path(), self.prepare(asked))
            return conditional(request, seen=seen, public=club.public, body=lambda: self.body(asked))

    def prepare(self, asked: Asked) -> object:  # noqa: ARG002 - for the classes below
        """Read, cheaply, what the answer hangs on; return what decides it besides club, revision and reader."""
        return ()

    def body(self, asked: Asked) -> Mapping[str, Any]:
        """Return the answer."""
        raise NotImplementedError
