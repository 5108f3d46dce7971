"""JSON Schemas of the written formats: shape and known keys, no rules.

Owns the files and reading them. Nothing is validated with them at run time; the referee finds
more and says it better.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

NAMES: Final = ("report", "record")


def schema_text(name: str) -> str:
    """Return the text of the schema of 'report' or 'record'."""
    if name not in NAMES:
        raise LookupError(name)
    return files(__name__).joinpath(f"{name}.schema.json").read_text(encoding="utf-8")
