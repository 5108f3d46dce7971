"""Records as JSON: every move of a table, in order (`sekijun.record/1`).

Owns the envelope and reading its events. What the events mean is up to the engine of the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from games.core.node import kind_of
from games.core.wording import event_token

if TYPE_CHECKING:
    from games.core.events import Vocabulary
    from games.core.findings import Findings

RECORD_FORMAT: Final = "sekijun.record/1"
RECORD_BYTES: Final = 6_000_000
RECORD_KEYS: Final = frozenset({"format", "game", "ruleset", "finished", "seats", "events"})


def is_record(data: object) -> bool:
    """Tell whether a piece of JSON calls itself a record."""
    return isinstance(data, Mapping) and data.get("format") == RECORD_FORMAT


def record_json(
    *,
    game: str,
    ruleset: str,
    finished: bool,
    seats: Sequence[Mapping[str, object]],
    events: Sequence[object],
    vocabulary: Vocabulary,
) -> dict[str, object]:
    """Return a record as JSON."""
    return {
        "format": RECORD_FORMAT,
        "game": game,
        "ruleset": ruleset,
        "finished": finished,
        "seats": [dict(seat) for seat in seats],
        "events": [vocabulary.to_json(event) for event in events],
    }


def read_events(items: Sequence[object], vocabulary: Vocabulary, findings: Findings) -> list[Any]:
    """Read all events; what is none is None, and findings say why (FMT-2..FMT-5, FMT-7, FMT-9)."""
    events = list(map(vocabulary.from_json, items))
    if any(event is None for event in events):  # `in` would compare every event
        for index, event in enumerate(events):
            if event is None and findings.full:
                findings.more(1)
            elif event is None:
                _explain(items[index], index, vocabulary, findings)
    return events


def _explain(item: object, index: int, vocabulary: Vocabulary, findings: Findings) -> None:
    path = f"/events/{index}"
    if isinstance(item, Mapping):
        vocabulary.explain(item, findings, path, event_token(index))
    else:
        findings.error(
            "FMT-2", path, "core.wrong_item",
            where="", field="events", number=index + 1, expected="object", found=kind_of(item),
        )  # fmt: skip


def record_text(record: Mapping[str, object]) -> str:
    """Return a record as a JSON file: one line for each seat and each event."""
    lines = []
    for key, value in record.items():
        if isinstance(value, list):
            rows = ",\n".join(f"  {_compact(row)}" for row in value)
            lines.append(f' "{key}": [\n{rows}\n ]' if value else f' "{key}": []')
        else:
            lines.append(f" {_compact(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
