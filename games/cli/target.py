"""Writing what a command made to where the user wants it.

Owns the way onto the disk: a file is written as a whole or not at all; what is no file is written to, not replaced.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(file: str, text: str) -> None:
    """Write a text; raises `OSError`, and `ValueError` for a name that can't be one.

    A link is followed. An existing file keeps its mode. A device or a pipe is written to as it is.
    """
    target = Path(os.path.realpath(file))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mode = stat.S_IFREG | 0o666 & ~_umask()
    if stat.S_ISREG(mode):
        _replace(target, text, stat.S_IMODE(mode))
    else:
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)


def _replace(target: Path, text: str, mode: int) -> None:
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=target.parent, prefix=".sekijun-", delete=False
    ) as draft:
        try:
            draft.write(text)
            draft.close()
            Path(draft.name).chmod(mode)
            Path(draft.name).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(draft.name).unlink()
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
