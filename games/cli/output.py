"""What a command gives back, and how it reaches the terminal.

Owns streams only: UTF-8 whatever the locale, and a closed pipe is no error.
"""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import dataclass
from typing import Final, TextIO

FINE: Final = 0
BREAKS_A_RULE: Final = 1
UNUSABLE: Final = 2
INTERRUPTED: Final = 130  # what shells give for an interrupt


@dataclass(frozen=True, slots=True)
class Output:
    """An exit code, the text for stdout and the text for stderr."""

    code: int
    out: str = ""
    err: str = ""


def as_json(value: object) -> str:
    """Return machine output."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def emit(output: Output) -> int:
    """Print and return the exit code."""
    _print(sys.stderr, output.err)
    _print(sys.stdout, output.out)
    return output.code


def _print(stream: TextIO, text: str) -> None:
    if not text:
        return
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        stream.write(text if text.endswith("\n") else text + "\n")
        stream.flush()
    except BrokenPipeError:
        # The reader left; without this Python would complain once more while shutting down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
