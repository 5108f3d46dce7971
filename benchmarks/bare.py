"""Addresses of the bare view that pages are measured beside."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def bare(_request: HttpRequest) -> HttpResponse:
    """Return two bytes."""
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare)]
