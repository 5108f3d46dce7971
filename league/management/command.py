"""What all our commands share: the terminal's language, refusals as one clear line, and a closed pipe is no fault."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from league.management.language import spoken
from league.services.errors import Refused

if TYPE_CHECKING:
    from pathlib import Path

UNUSABLE = 2


class LeagueCommand(BaseCommand):
    """A command that speaks to people. Subclasses write `run`; exit 2 means unusable input or options."""

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Run in the terminal's language; whoever reads our output may stop reading."""
        try:
            with spoken():
                self._run_and_explain(options)
            sys.stdout.flush()
        except BrokenPipeError:
            # Python would complain again when it flushes standard output at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _run_and_explain(self, options: dict[str, Any]) -> None:
        """Run on a database that is there; a refusal is put into words while the language is still set."""
        if not connection.introspection.table_names():
            call_command("migrate", interactive=False, verbosity=0)
        try:
            self.run(**options)
        except Refused as refusal:
            raise CommandError(str(refusal.message), returncode=UNUSABLE) from refusal

    def run(self, **options: Any) -> None:  # noqa: ANN401 - one keyword an option, as Django gives them
        """Do the work."""
        raise NotImplementedError


def unreadable(path: Path, error: OSError, message: str) -> CommandError:
    """Return the one line that says which file can't be used, and why."""
    return CommandError(message % {"file": path, "why": error.strerror}, returncode=UNUSABLE)
