"""How the web server of `manage.py up` runs; gunicorn reads this module by name."""

import signal

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from league.runtime.parent import die_with_parent

worker_class = "gthread"
graceful_timeout = 5
timeout = 60
keepalive = 5
control_socket_disable = True
errorlog = "-"
loglevel = "warning"


def post_fork(_server: Arbiter, _worker: Worker) -> None:
    """Let a worker process die with its master, even when that one is killed."""
    die_with_parent(signal.SIGKILL)
