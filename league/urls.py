"""Addresses of the pages. Words of our own come before club names, and no club can take them (RESERVED_SLUGS)."""

from django.urls import path

from league.views.clubs import club_list
from league.views.language import choose_language
from league.views.leaderboard import leaderboard

app_name = "league"

urlpatterns = [
    path("", club_list, name="clubs"),
    path("i18n/language/", choose_language, name="language"),
    path("<slug:slug>/", leaderboard, name="leaderboard"),
]
