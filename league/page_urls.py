"""Addresses of a club's pages, below the club's own."""

from django.urls import path

from league.views.fairness import fairness
from league.views.help_deals import help_deals
from league.views.ladder_acts import ladder_add, ladder_edit
from league.views.ladders import ladders
from league.views.meeting import meeting, meetings
from league.views.meeting_acts import meeting_add, meeting_change
from league.views.people import people, person_add
from league.views.people_acts import person
from league.views.player import player
from league.views.previews import preview
from league.views.rules import rule, rules
from league.views.season import season
from league.views.season_acts import season_add, season_change
from league.views.season_adjustments import season_adjustments
from league.views.table import table
from league.views.table_correct import table_correction
from league.views.table_verbs import table_verb

urlpatterns = [
    path("tables/<slug:public_id>/", table, name="table"),
    path("tables/<slug:public_id>/correct/", table_correction, name="table-correct"),
    path("tables/<slug:public_id>/<slug:verb>/", table_verb, name="table-verb"),
    path("players/<slug:public_id>/", player, name="player"),
    path("previews/<slug:public_id>/", preview, name="preview"),
    path("meetings/", meetings, name="meetings"),
    path("meetings/add/", meeting_add, name="meeting-add"),
    path("meetings/<slug:public_id>/", meeting, name="meeting"),
    path("meetings/<slug:public_id>/change/", meeting_change, name="meeting-change"),
    path("seasons/add/", season_add, name="season-add"),
    path("seasons/<slug:public_id>/", season, name="season"),
    path("seasons/<slug:public_id>/change/", season_change, name="season-change"),
    path("seasons/<slug:public_id>/adjustments/", season_adjustments, name="season-adjustments"),
    path("fairness/", fairness, name="fairness"),
    path("fairness/draw/", help_deals, name="help-deals"),
    path("ladders/", ladders, name="ladders"),
    path("ladders/add/", ladder_add, name="ladder-add"),
    path("ladders/<slug:public_id>/change/", ladder_edit, name="ladder-change"),
    path("rules/", rules, name="rules"),
    path("rules/<slug:rule_id>/", rule, name="rule"),
    path("people/", people, name="people"),
    path("people/add/", person_add, name="person-add"),
    path("people/<slug:public_id>/", person, name="person"),
]
