"""Logging in and out, and the first account of an installation. Passwords are Django's business and the throttle's."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from league.services.errors import Refused
from league.services.installation import Claim, installation_claim, installation_unclaimed
from league.views.language import from_elsewhere

if TYPE_CHECKING:
    from django.http import HttpRequest

FIELDS = ("username", "club_name", "club_slug")
CLUB_FIELDS = {"name": "club_name", "slug": "club_slug"}
LONGEST = 200  # of what is shown again; nothing that long is accepted


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class Login(LoginView):
    """Django's own login in our look; it renews the session and leads only to addresses of this site."""

    template_name = "registration/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Say whether nobody can log in yet, because there is no account."""
        return {**super().get_context_data(**kwargs), "unclaimed": installation_unclaimed()}


@method_decorator(never_cache, name="dispatch")
class Password(PasswordChangeView):
    """Django's own change of one's password in our look; it ends every other session of the account."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("league:password", query={"done": "yes"})

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Say whether it has just been done."""
        return {**super().get_context_data(**kwargs), "done": "done" in self.request.GET}


# As for the language switch: a token in the masthead would give every page a cookie and a body of its own.
@csrf_exempt
@require_POST
@never_cache
def log_out(request: HttpRequest) -> HttpResponse:
    """End the session, when this site's own page asks for it."""
    if from_elsewhere(request):
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


@sensitive_post_parameters("password", "again")
@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_owner(request: HttpRequest) -> HttpResponse:
    """Let the first visitor of a new installation become its owner; afterwards there is no such page.

    Raises:
        Http404: somebody has an account.
    """
    if not installation_unclaimed():
        raise Http404
    if request.method != "POST":
        return render(request, "registration/first.html", {"typed": {}, "says": {}})
    typed = {name: request.POST.get(name, "")[:LONGEST] for name in FIELDS}
    password = request.POST.get("password", "")
    if password != request.POST.get("again", ""):
        return _ask_again(request, typed, "again", gettext("The two passwords differ."))
    claim = Claim(**typed, password=password, language=get_language() or "ja")
    try:
        user, club = installation_claim(claim=claim)
    except Refused as refusal:
        field = CLUB_FIELDS.get(refusal.field, refusal.field) or "general"
        return _ask_again(request, typed, field, str(refusal.message))
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("league:entry", club.slug)


def _ask_again(request: HttpRequest, typed: dict[str, str], field: str, message: str) -> HttpResponse:
    context = {"typed": typed, "says": {field: message}}
    return render(request, "registration/first.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
