"""A real Redis-protocol server for tests: the one `manage.py up` would start."""

from pathlib import Path

from league.runtime.broker import BrokerServer, find_program
from league.runtime.ports import free_port
from tests.services.process import ServiceProcess

DATABASES = 64


class Broker(ServiceProcess):
    """A broker of a test's own; its data survives `kill` and `start`."""

    def __init__(self, directory: Path) -> None:
        self.server = BrokerServer(program=find_program(), port=free_port(), directory=directory)
        super().__init__("broker", [*self.server.argv(), "--databases", str(DATABASES)], directory=directory)

    @property
    def url(self) -> str:
        """The address of its first database."""
        return self.server.url

    def start(self) -> None:
        """Start it and wait until it answers."""
        super().start()
        self.wait_ready(self.server.answers)
