"""A progress line for long commands: redrawn in place on a terminal, silent anywhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from typing import TextIO

_WIDTH = 30


class Progress:
    """Draws how far each stage of a command has come."""

    STAGES: ClassVar = {"judge": "Judging", "write": "Writing"}

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._drawn = stream.isatty()

    def tell(self, stage: str, done: int, total: int) -> None:
        """Draw `done` of `total`; the last call of a stage ends its line."""
        if not self._drawn or not total:
            return
        filled = _WIDTH * done // total
        bar = "█" * filled + "░" * (_WIDTH - filled)
        end = "\n" if done >= total else ""
        self._stream.write(f"\r{_(self.STAGES[stage])} {bar} {done}/{total}{end}")
        self._stream.flush()
