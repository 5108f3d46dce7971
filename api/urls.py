"""Addresses below /api/v1/."""

from django.urls import path

from api.views.health import HealthView

app_name = "api"

urlpatterns = [
    path("health/", HealthView.as_view(), name="health"),
]
