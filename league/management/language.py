"""The language in which commands speak: the terminal's, Japanese where it says nothing else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from django.utils import translation

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


def spoken() -> AbstractContextManager[None]:
    """Activate the terminal's language for the length of a command."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return translation.override("en" if said.startswith(("en", "C.", "POSIX")) and said != "C" else "ja")
