"""Registers the API with Django."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The API app."""

    name = "api"
