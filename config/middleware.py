"""Headers that every answer carries, and the request id that ties an answer to its log lines."""

import logging
import uuid
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

PERMISSIONS_POLICY = (
    "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()"
)

request_id: ContextVar[str] = ContextVar("request_id", default="-")

Answer = Callable[[HttpRequest], HttpResponse]


def request_context(get_response: Answer) -> Answer:
    """Give every request an id, and every answer that id and a Permissions-Policy."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = request_id.set(uuid.uuid4().hex)
        request.META["REQUEST_ID"] = request_id.get()
        try:
            response = get_response(request)
            response["X-Request-ID"] = request_id.get()
            response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
            return response
        finally:
            request_id.reset(token)

    return middleware


class RequestIdFilter(logging.Filter):
    """Adds the request id to log records, and keeps each record on one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete the record; nothing is left out."""
        record.request_id = request_id.get()
        record.msg = record.getMessage().replace("\r", "\\r").replace("\n", "\\n")
        record.args = ()
        return True
