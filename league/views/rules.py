"""What the rule ids mean: a page for each rule, and all of them by game. The words are the engine's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.core.chapters import chapters, rule_entry
from games.core.registry import get_game
from games.core.rulebook import BASIS_WORDS
from league.views.access import visit_page
from league.views.caching import conditional_page
from league.views.frame import frame

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from games.core.chapters import Entry
    from league.views.access import Visit


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all rules by game."""
    seen_by = visit_page(request, slug)
    return conditional_page(
        request, seen=_seen(seen_by, ""), public=seen_by.club.public, render=lambda: _index(request, seen_by)
    )


@require_safe
def rule(request: HttpRequest, slug: str, rule_id: str) -> HttpResponse:
    """Explain one rule; an id in small letters leads to it."""
    seen_by = visit_page(request, slug)
    entry = rule_entry(rule_id.upper())
    if entry is None:
        raise Http404
    if entry.id != rule_id:
        return redirect("league:rule", slug, entry.id)
    return conditional_page(
        request,
        seen=_seen(seen_by, entry.id),
        public=seen_by.club.public,
        render=lambda: _explained(request, seen_by, entry),
    )


def _seen(seen_by: Visit, rule_id: str) -> tuple[object, ...]:
    club = seen_by.club
    return ("rule", rule_id, club.pk, club.name, club.language, seen_by.role)


def _index(request: HttpRequest, seen_by: Visit) -> HttpResponse:
    language = get_language() or "ja"
    listed = [
        {
            "key": chapter.key,
            "name": chapter.names[language],
            "rules": [(rule_id, one.name.in_language(language)) for rule_id, one in chapter.rules.items()],
        }
        for chapter in chapters()
    ]
    return render(request, "league/rules.html", frame(request, seen_by, "rules") | {"chapters": listed})


def _explained(request: HttpRequest, seen_by: Visit, entry: Entry) -> HttpResponse:
    language = get_language() or "ja"
    context = frame(request, seen_by, "rules") | {
        "rule_id": entry.id,
        "name": entry.rule.name.in_language(language),
        "text": entry.rule.text.in_language(language),
        "chapter": entry.chapter.key,
        "chapter_name": entry.chapter.names[language],
        "basis": [BASIS_WORDS[basis].in_language(language) for basis in entry.rule.basis],
        "settings": _settings(entry, language),
        "sentences": entry.sentences(language),
        "previous": _named(entry.previous, language),
        "next": _named(entry.next, language),
    }
    return render(request, "league/rule.html", context)


def _settings(entry: Entry, language: str) -> list[dict[str, Any]]:
    """Return the keys behind a rule: the first ruleset's value, and other built-in rulesets with another one."""
    first = entry.settings()
    if not first:
        return []
    game = get_game(entry.chapter.key)
    others = [
        (game.ruleset_names[ruleset.key][language], entry.settings(ruleset)) for ruleset in game.rulesets[1:]
    ]
    return [
        {
            "key": key,
            "value": _written(value),
            "others": [(name, _written(own[key])) for name, own in others if own[key] != value],
        }
        for key, value in first.items()
    ]


def _written(value: object) -> str:
    return "–" if value is None else json.dumps(value, ensure_ascii=False)


def _named(rule_id: str, language: str) -> tuple[str, str] | None:
    entry = rule_entry(rule_id)
    return (rule_id, entry.rule.name.in_language(language)) if entry else None
