"""Vocabularies: how events (and seats) are written as JSON and as one line of text.

Owns both directions for any game; a game only lists its words with their fields. Shape only:
whether an event is allowed is up to the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from games.core.kinds import BadWord, Kind
from games.core.node import Node

if TYPE_CHECKING:
    from games.core.findings import Findings

_WORD: Final = re.compile(
    r"""\s*(?: (?P<comment>\#.*) | (?P<key>[a-z_]+)=(?P<value>"(?:[^"\\]|\\.)*+"|[^\s"\#]*)
        | (?P<quoted>"(?:[^"\\]|\\.)*+") | (?P<plain>[^\s"\#]+) )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an event: a bare word of the line when required, `name=value` when optional.

    A `bare` one is an optional last word.
    """

    name: str
    kind: Kind[Any]
    optional: bool = False
    bare: bool = False


@dataclass(frozen=True)
class Shape:
    """One kind of event: its word, what it is built with, and its fields in order."""

    word: str
    build: Callable[..., Any]
    fields: tuple[Field, ...]


_Plan: TypeAlias = tuple[
    Callable[..., Any], frozenset[str], tuple[tuple[str, Callable[[object], object | None], bool], ...]
]


class Vocabulary:
    """All words of a game; `tag` is the JSON key that holds the word ('' when there is only one)."""

    def __init__(self, tag: str, shapes: Sequence[Shape]) -> None:
        """Take the shapes of all events."""
        self.tag = tag
        self.shapes: Mapping[str, Shape] = {shape.word: shape for shape in shapes}
        self._words = {shape.build: shape.word for shape in shapes}
        self._only = shapes[0].word
        self._known = {
            shape.word: frozenset({field.name for field in shape.fields} | ({tag} if tag else set()))
            for shape in shapes
        }
        self._plans = {shape.word: self._plan(shape) for shape in shapes}

    def _plan(self, shape: Shape) -> _Plan:
        """Return what `from_json` needs of a shape, without a look-up a field."""
        readers = tuple((field.name, field.kind.convert, field.optional) for field in shape.fields)
        return shape.build, self._known[shape.word], readers

    def from_json(self, data: object) -> Any | None:  # noqa: ANN401 - an event of whatever game
        """Return the event of a piece of JSON, None when it has the wrong shape."""
        if not isinstance(data, dict):
            return None
        word = data.get(self.tag) if self.tag else self._only
        plan = self._plans.get(word) if isinstance(word, str) else None
        if plan is None:
            return None
        build, known, readers = plan
        if not data.keys() <= known:
            return None
        values: list[object] = []
        for name, convert, optional in readers:
            given = data.get(name)
            value = None if given is None else convert(given)
            if value is None and (given is not None or not optional):
                return None
            values.append(value)
        return build(*values)

    def explain(self, data: object, findings: Findings, path: str, where: str) -> None:
        """Say as findings why `from_json` gave None (FMT-2..FMT-5, FMT-7, FMT-9)."""
        assert isinstance(data, Mapping)  # noqa: S101 - lists of objects are read before
        node = Node(data, findings, path, where)
        word = node.choice(self.tag, tuple(self.shapes)) if self.tag else self._only
        if word is None:
            return
        node.only(self._known[word])
        for field in self.shapes[word].fields:
            given = data.get(field.name)
            missing = given is None and not field.optional
            if missing or (given is not None and field.kind.convert(given) is None):
                field.kind.explain(node, field.name, given)

    def to_json(self, event: object) -> dict[str, object]:
        """Return the JSON of an event."""
        shape = self.shapes[self._words[type(event)]]
        data: dict[str, object] = {self.tag: shape.word} if self.tag else {}
        for field in shape.fields:
            value = getattr(event, field.name)
            if value is not None:
                data[field.name] = field.kind.to_json(value)
        return data

    def to_line(self, event: object) -> str:
        """Return the line of an event."""
        shape = self.shapes[self._words[type(event)]]
        words = [shape.word]
        options: list[str] = []
        for field in shape.fields:
            value = getattr(event, field.name)
            if not field.optional or (field.bare and value is not None):
                words.append(field.kind.to_text(value))
            elif value is not None:
                options.append(f"{field.name}={field.kind.to_text(value)}")
        return " ".join(filter(None, [*words, *options]))

    def from_words(self, word: str, plain: Sequence[str], options: Mapping[str, str]) -> Any:  # noqa: ANN401
        """Read a line that `split` cut up; raises `BadWord`."""
        shape = self.shapes.get(word)
        if shape is None:
            raise BadWord(word)
        left, rest = list(plain), dict(options)
        values: list[object] = []
        for field in shape.fields:
            if field.bare and left:
                values.append(field.kind.from_words([left.pop(0)]))
            elif field.optional:
                given = rest.pop(field.name, None)
                values.append(None if given is None else field.kind.from_words([given]))
            elif field.kind.open_ended:
                values.append(field.kind.from_words(left))
                left = []
            elif left:
                values.append(field.kind.from_words([left.pop(0)]))
            else:
                raise BadWord(word)
        if left or rest:
            raise BadWord(left[0] if left else next(iter(rest)))
        return shape.build(*values)


def split(line: str) -> tuple[list[str], dict[str, str]]:
    """Cut a line into words and options, without its comment; raises `BadWord`."""
    words: list[str] = []
    options: dict[str, str] = {}
    text = line.rstrip()
    at = 0
    while at < len(text):
        found = _WORD.match(text, at)
        if found is None:
            raise BadWord(text[at:].strip())
        at = found.end()
        if found["key"]:
            if found["key"] in options:
                raise BadWord(found["key"])
            options[found["key"]] = _unquoted(found["value"])
        elif not found["comment"]:
            words.append(_unquoted(found["quoted"] or found["plain"]))
    return words, options


def _unquoted(word: str) -> str:
    if not word.startswith('"'):
        return word
    try:
        text = json.loads(word)
    except ValueError:
        raise BadWord(word) from None
    return str(text)
