"""Addresses below /api/. Whatever isn't listed is answered as a problem, so the last pattern takes everything."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from api.views.clubs import ClubDetailView, ClubListView
from api.views.docs import DocsView, SchemaView
from api.views.errors import UnknownView
from api.views.fairness import FairnessDetailView, FairnessListView
from api.views.health import HealthView
from api.views.ladders import LadderDetailView, LadderListView, PointListView, StandingListView
from api.views.meetings import MeetingDetailView, MeetingListView, SeasonListView
from api.views.players import PlayerDetailView, PlayerListView
from api.views.proofs import ProofView
from api.views.seasons import AdjustmentListView, ArchiveListView
from api.views.tables import TableDetailView, TableListView

app_name = "api"

club_patterns: list[URLPattern] = [
    path("", ClubDetailView.as_view(), name="club"),
    path("players/", PlayerListView.as_view(), name="players"),
    path("players/<slug:id>/", PlayerDetailView.as_view(), name="player"),
    path("seasons/", SeasonListView.as_view(), name="seasons"),
    path("seasons/<slug:id>/archives/", ArchiveListView.as_view(), name="archives"),
    path("seasons/<slug:id>/adjustments/", AdjustmentListView.as_view(), name="adjustments"),
    path("meetings/", MeetingListView.as_view(), name="meetings"),
    path("meetings/<slug:id>/", MeetingDetailView.as_view(), name="meeting"),
    path("tables/", TableListView.as_view(), name="tables"),
    path("tables/<slug:id>/", TableDetailView.as_view(), name="table"),
    path("ladders/", LadderListView.as_view(), name="ladders"),
    path("ladders/<slug:id>/", LadderDetailView.as_view(), name="ladder"),
    path("ladders/<slug:id>/standings/", StandingListView.as_view(), name="standings"),
    path("ladders/<slug:id>/points/", PointListView.as_view(), name="points"),
]

v1_patterns: list[URLPattern | URLResolver] = [
    path("health/", HealthView.as_view(), name="health"),
    path("ladders/<slug:id>/proof/", ProofView.as_view(), name="proof"),
    path("fairness/<slug:slug>/", FairnessListView.as_view(), name="fairness"),
    path("fairness/<slug:slug>/<slug:id>/", FairnessDetailView.as_view(), name="fairness-report"),
    path("clubs/", ClubListView.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", include(club_patterns)),
]

urlpatterns = [
    path("v1/", include(v1_patterns)),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(), name="docs"),
    re_path("", UnknownView.as_view(), name="unknown"),
]
