"""Registers the league with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeagueConfig(AppConfig):
    """The league app."""

    name = "league"
    verbose_name = _("League")
    default_auto_field = "django.db.models.BigAutoField"
