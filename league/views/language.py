"""The language switch. It sets one cookie, the reader's own language, and changes nothing else."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

if TYPE_CHECKING:
    from django.http import HttpRequest

A_YEAR_S = 365 * 24 * 60 * 60


# A CSRF token would put a cookie on every page and a secret into every body, and no page could be answered by 304.
# The browser's own word about where the request comes from is checked instead.
@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember a language for a year and go back to where the reader was."""
    language = request.POST.get("language", "")
    if from_elsewhere(request):
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    if language not in dict(settings.LANGUAGES):
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    response = HttpResponseRedirect(_back(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=A_YEAR_S,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def from_elsewhere(request: HttpRequest) -> bool:
    """Say whether a browser sent this request for another site's page."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site not in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != request.get_host()
    except ValueError:  # no address at all
        return True


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    local = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None, require_https=request.is_secure())
    return wanted if local and wanted.startswith("/") else "/"
