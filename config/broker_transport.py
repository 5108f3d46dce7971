"""The broker transport: Kombu's Redis transport whose workers go on after an acknowledgement that was lost.

Kombu frees the place of a message in the worker's prefetch window only once the broker has answered. If the
connection breaks at that moment, or the broker refuses, Celery logs the error and the place stays taken for good: a
worker with as many places as processes takes no work any more, and notices nothing, because it doesn't read either.
Here the place is freed and the error goes its way. The message stays unacknowledged, and the broker hands it out again
after the visibility timeout: tasks may run twice (DESIGN §3).
"""

from typing import Any

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """The messages a channel has handed out, of which a lost one doesn't keep its place."""

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a message; raise what stands in the way, with the place free."""
        try:
            super().ack(delivery_tag)
        except Exception:  # a full disk refuses as well, and isn't an error of the connection
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002 - Kombu's signature
        """Refuse a message; raise what stands in the way, with the place free."""
        try:
            super().reject(delivery_tag, requeue=requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    """A channel that counts its messages so."""

    QoS: Any = QoS


class Transport(redis.Transport):
    """Where Celery finds it: the setting `CELERY_BROKER_TRANSPORT`."""

    Channel: Any = Channel
