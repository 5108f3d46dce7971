"""The Celery application: how work is published, and what a worker does when it starts.

Owns what settings can't say: publishing is short-tempered while a worker's blocking read is patient, and pool
processes die with their worker. It knows tasks by name only.
"""

import logging
import os
import signal
from typing import Any

from celery import Celery, signals
from kombu import Connection

from league.runtime.parent import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

logger = logging.getLogger(__name__)


class SekijunCelery(Celery):
    """A Celery whose publishing connections give up quickly: a stopped broker must not hold up a request."""

    def connection_for_write(self, url: str | None = None, **options: Any) -> Connection:  # noqa: ANN401
        """Return the connection that messages are published on."""
        options["transport_options"] = {
            **self.conf.publish_transport_options,
            **(options.get("transport_options") or {}),
        }
        return super().connection_for_write(url, **options)


app = SekijunCelery("config")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.worker_process_init.connect
def bind_to_worker(**_: object) -> None:
    """Let a pool process die with its worker, even when that one is killed."""
    die_with_parent(signal.SIGKILL)


@signals.worker_ready.connect
def sweep_once(**_: object) -> None:
    """Look for work that was left over while no worker was there."""
    try:
        app.send_task("league.sweep", retry=False, ignore_result=True)
    except app.connection_for_write().connection_errors as error:
        logger.warning("The first sweep couldn't be published (%s): beat sends the next one.", error)
