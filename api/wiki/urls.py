"""Addresses of the exports, below a club's own."""

from django.urls import path

from api.wiki.views import leaderboard, player, season

app_name = "wiki"

urlpatterns = [
    path("<slug:slug>/export/leaderboard.<str:dialect>", leaderboard, name="leaderboard"),
    path("<slug:slug>/export/season/<str:public_id>.<str:dialect>", season, name="season"),
    path("<slug:slug>/export/players/<str:public_id>.<str:dialect>", player, name="player"),
]
