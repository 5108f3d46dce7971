"""Addresses of the pages. Words of our own come before club names, and no club can take them (RESERVED_SLUGS)."""

from django.urls import include, path

from league.views.accounts import Login, Password, first_owner, log_out
from league.views.clubs import club_list
from league.views.entry import entry
from league.views.entry_check import entry_check
from league.views.entry_drafts import draft_discard_view
from league.views.entry_names import entry_names
from league.views.entry_receipt import entry_sent
from league.views.language import choose_language
from league.views.leaderboard import leaderboard
from league.views.members import members

app_name = "league"

urlpatterns = [
    path("", club_list, name="clubs"),
    path("i18n/language/", choose_language, name="language"),
    path("accounts/login/", Login.as_view(), name="login"),
    path("accounts/logout/", log_out, name="logout"),
    path("accounts/password/", Password.as_view(), name="password"),
    path("accounts/first/", first_owner, name="first-owner"),
    path("<slug:slug>/enter/", entry, name="entry"),
    path("<slug:slug>/enter/check/", entry_check, name="entry-check"),
    path("<slug:slug>/enter/names/", entry_names, name="entry-names"),
    path("<slug:slug>/enter/sent/<slug:submission>/", entry_sent, name="entry-sent"),
    path("<slug:slug>/enter/drafts/<slug:draft>/discard/", draft_discard_view, name="draft-discard"),
    path("<slug:slug>/members/", members, name="members"),
    path("<slug:slug>/", leaderboard, name="leaderboard"),
    path("<slug:slug>/", include("league.page_urls")),
]
