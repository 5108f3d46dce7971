"""Wiring only: settings, URLs, Celery, WSGI. Knows every app and no business rule."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
