"""The shape of an error (RFC 9457); api.problems writes it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class FieldErrorSerializer(serializers.Serializer[Any]):
    """What is wrong with one parameter."""

    field = serializers.CharField()
    message = serializers.CharField(help_text="In the language of the request.")


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem; title, detail and messages are in the language of the request."""

    type = serializers.CharField(help_text="What kind it is, as an address of the documentation.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    instance = serializers.CharField(help_text="The path that was asked for.")
    request_id = serializers.CharField(help_text="As in the X-Request-ID header.")
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]  # as above
