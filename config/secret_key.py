"""The secret key of a development installation: made once, kept beside its database."""

import os
from contextlib import suppress
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def development_key(path: Path) -> str:
    """Return the key kept at `path`, made when missing; for this process only where nothing can be kept."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            keep(path, get_random_secret_key())
        if key := path.read_text(encoding="ascii").strip():
            return key
    return get_random_secret_key()


def keep(path: Path, key: str) -> None:
    """Write a complete key or nothing: processes that start together must agree on one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key)
    try:
        os.link(draft, path)
    finally:
        draft.unlink()
