"""Says whether this installation works: for the launcher, load balancers and people."""

from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from drf_spectacular.utils import extend_schema
from redis.backoff import NoBackoff
from redis.retry import Retry
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import league
from api.views.base import SafeView

BROKER_PATIENCE_S = 0.4


class HealthSerializer(serializers.Serializer[Any]):
    """What works."""

    status = serializers.ChoiceField(["ok", "down"])
    version = serializers.CharField()
    database = serializers.ChoiceField(["ok", "down"])
    broker = serializers.ChoiceField(["ok", "down", "none"])


class HealthView(SafeView):
    """Answer 200 when results can be stored, else 503; a broker that is down is named, but no error."""

    authentication_classes = ()
    throttle_classes = ()

    @extend_schema(
        operation_id="health_read",
        summary="Whether this installation works",
        responses={200: HealthSerializer, 503: HealthSerializer},
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002 - the signature is DRF's
        """Return the state of database and broker, and the version."""
        database = database_state()
        code = status.HTTP_200_OK if database == "ok" else status.HTTP_503_SERVICE_UNAVAILABLE
        body = {
            "status": database,
            "version": league.__version__,
            "database": database,
            "broker": broker_state(),
        }
        return Response(body, status=code, headers={"Cache-Control": "no-store"})


def database_state() -> str:
    """Return "ok" or "down"."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "down"
    return "ok"


def broker_state() -> str:
    """Return "ok", "down", or "none" when no broker is configured."""
    if not settings.BROKER_URL:
        return "none"
    client = redis.Redis.from_url(
        settings.BROKER_URL,
        socket_connect_timeout=BROKER_PATIENCE_S,
        socket_timeout=BROKER_PATIENCE_S,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        client.ping()
    except (redis.RedisError, OSError):
        return "down"
    finally:
        client.close()
    return "ok"
