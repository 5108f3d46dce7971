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


def emit(output: Output, lost: str) -> int:
    """Print and return the exit code; `lost` says that stdout can't be written to, which is unusable."""
    _print(sys.stderr, output.err)
    if _print(sys.stdout, output.out):
        return output.code
    _print(sys.stderr, lost)
    return UNUSABLE


def _print(stream: TextIO | None, text: str) -> bool:
    """Print a text; return whether it could be."""
    if not text:
        return True
    if stream is None:  # closed before the program began
        return False
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        stream.write(text if text.endswith("\n") else text + "\n")
        stream.flush()
    except BrokenPipeError:
        _silence(stream)  # the reader has seen enough
    except OSError:
        _silence(stream)
        return False
    return True


def _silence(stream: TextIO) -> None:
    """Send what is left nowhere; without this Python would complain once more while shutting down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
