"""The catalogues are complete, in step with the sources, and compiled.

After changing a text: manage.py makemessages -l ja -l en --no-obsolete --add-location file; translate; compilemessages.
"""

from __future__ import annotations

import ast
import gettext
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.utils.translation import templatize

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("ja", "en")
SOURCES = ("api", "config", "league")
NAMES = {
    "_": 0,
    "gettext": 0,
    "gettext_lazy": 0,
    "gettext_noop": 0,
    "ngettext": 0,
    "ngettext_lazy": 0,
    "pgettext": 1,
    "pgettext_lazy": 1,
    "npgettext": 1,
}
CONTEXT = "\x04"
PLACEHOLDER = re.compile(r"%\([a-z0-9_]+\)[sd]|%[sd]|\{[a-z0-9_]*\}")
Key = str


@dataclass
class Entry:
    """One message of a .po file."""

    context: str | None = None
    msgid: str = ""
    plural: str = ""
    texts: dict[int, str] = field(default_factory=dict)
    fuzzy: bool = False

    @property
    def key(self) -> Key:
        """Context and msgid as .mo files join them."""
        return self.msgid if self.context is None else self.context + CONTEXT + self.msgid


def po_entries(language: str) -> list[Entry]:
    """Parse a .po file: the blocks between blank lines, each keyword with its quoted lines."""
    text = (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    return [entry for entry in map(_entry, text.strip().split("\n\n")) if entry.msgid]


def _entry(block: str) -> Entry:
    entry = Entry(fuzzy=bool(re.search(r"^#,.*fuzzy", block, re.MULTILINE)))
    quoted = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    for keyword, number, lines in re.findall(rf"^(msg[a-z_]+)(?:\[(\d)\])? {quoted}", block, re.MULTILINE):
        value = "".join(ast.literal_eval(line) for line in lines.strip().split("\n"))
        match keyword:
            case "msgctxt":
                entry.context = value
            case "msgid":
                entry.msgid = value
            case "msgid_plural":
                entry.plural = value
            case "msgstr":
                entry.texts[int(number or 0)] = value
    return entry


def used() -> set[Key]:
    """Return every msgid that the sources and templates ask for."""
    found: set[Key] = set()
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.py"):
            found.update(_calls(path.read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        source = templatize(path.read_text(encoding="utf-8"), origin=path.name)
        # templatize keeps the line breaks of the template, which aren't Python: each call is parsed for itself.
        for call in re.findall(r"\b(n?p?gettext\(.*?\)) ", source + " ", re.DOTALL):
            found.update(_calls(call.replace("\n", " ")))
    return found


def _calls(source: str) -> Iterator[Key]:
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES):
            continue
        skip = NAMES[node.func.id]
        words = [
            arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
        if len(words) > skip:
            yield words[0] + CONTEXT + words[1] if skip else words[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_exactly_the_messages_that_are_used(language: str) -> None:
    assert {entry.key for entry in po_entries(language)} == used()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    plurals = {"ja": 1, "en": 2}[language]
    for entry in po_entries(language):
        assert not entry.fuzzy, entry.key
        assert len(entry.texts) == (plurals if entry.plural else 1), entry.key
        assert all(entry.texts.values()), entry.key


def test_english_says_what_the_sources_say() -> None:
    for entry in po_entries("en"):
        assert entry.texts == ({0: entry.msgid, 1: entry.plural} if entry.plural else {0: entry.msgid})


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_their_placeholders(language: str) -> None:
    for entry in po_entries(language):
        wanted = sorted(PLACEHOLDER.findall(entry.plural or entry.msgid))
        for text in entry.texts.values():
            assert sorted(PLACEHOLDER.findall(text)) == wanted, entry.key


def test_japanese_is_written_as_the_house_writes() -> None:
    for entry in po_entries("ja"):
        text = entry.texts[0]
        assert not re.search(r"[!！]|エンティティ|サブミッション|投稿", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogue_equals_its_source(language: str) -> None:
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # noqa: SLF001 - no public way
    source: dict[object, str] = {}
    for entry in po_entries(language):
        for number, text in entry.texts.items():
            source[(entry.key, number) if entry.plural else entry.key] = text
    assert {key: text for key, text in compiled.items() if key != ""} == source
