"""Files of decks: every problem is found, at once, with its line and its card."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cardfile import CardFileError, read_cards
from games.core.cardset import CardSetError
from games.core.findings import Severity
from games.doujin.card_language import Draft, read_deck
from games.doujin.decks import load
from games.doujin.effects import ALL, COLOUR_BITS, Op, Picker, Step, Who, Window
from tests.games.doujin.tables import CLUB

BAN = 'colour = "adult", side = "light"'
TEXT = CLUB.read_text(encoding="utf-8")


def drafted(text: str) -> Draft:
    return read_deck(read_cards(text.encode()))


def problems(text: str) -> list[tuple[str, str, str]]:
    """Return (card, rule, code) of every error."""
    return [
        (problem.card, problem.finding.rule, problem.finding.code)
        for problem in drafted(text).problems
        if problem.finding.severity is Severity.ERROR
    ]


def with_step(step: str) -> str:
    """Return the small deck in which the event `swap` has another step."""
    return re.sub(r'(id = "swap"\n(?:.*\n){3}steps = ).*', lambda found: f"{found[1]}[{step}]", TEXT)


def steps_of(step: str) -> tuple[Step, ...]:
    return next(event.steps for event in drafted(with_step(step)).events if event.id == "swap")


def test_the_small_deck_is_fine() -> None:
    draft = drafted(TEXT)
    assert draft.problems == ()
    assert (len(draft.cards), len(draft.events), len(draft.trumps)) == (11, 6, 4)
    assert draft.trumps[0].window is Window.OWN_TURN
    deck = load(read_cards(TEXT.encode()))
    assert (deck.key, deck.marked, len(deck.content_hash)) == ("club", True, 64)


@pytest.mark.parametrize(
    ("written", "step"),
    [
        ('{ op = "flip", who = "self" }', Step(Op.FLIP, Who.SELF)),
        (
            '{ op = "flip", who = "each", colour = "cover", side = "dark", count = "all" }',
            Step(Op.FLIP, Who.EACH, None, COLOUR_BITS["cover"], "dark", ALL),
        ),
        (
            '{ op = "give", who = "richest", to = "poorest", colour = ["any", "adult"], count = 2, pick = "random" }',
            Step(Op.GIVE, Who.RICHEST, Who.POOREST, 0b11111, "any", 2, Picker.RANDOM),
        ),
        (
            '{ op = "exchange", who = "chosen", with = "self", pick = "actor" }',
            Step(Op.EXCHANGE, Who.CHOSEN, Who.SELF, COLOUR_BITS["any"], "any", 1, Picker.ACTOR),
        ),
        ('{ op = "draw", who = "left", count = 3 }', Step(Op.DRAW, Who.LEFT, count=3)),
        ('{ op = "discard", who = "right", side = "light" }', Step(Op.DISCARD, Who.RIGHT, side="light")),
        ('{ op = "score", who = "self", count = -2 }', Step(Op.SCORE, Who.SELF, count=-2)),
    ],
)
def test_a_step_reads_as_it_is_written(written: str, step: Step) -> None:
    assert problems(with_step(written)) == []
    assert steps_of(written) == (step,)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "cards.out_of_range"),
        ("1", "cards.wrong_type"),
        ('{ who = "self" }', "cards.missing_key"),
        ('{ op = "steal", who = "self" }', "cards.not_a_choice"),
        ('{ op = "flip" }', "cards.missing_key"),
        ('{ op = "flip", who = "everyone" }', "cards.not_a_choice"),
        ('{ op = "flip", who = "self", to = "left" }', "cards.unknown_key"),
        ('{ op = "flip", who = "self", colur = "cover" }', "cards.unknown_key_hint"),
        ('{ op = "flip", who = "self", colour = "red" }', "cards.not_a_choice"),
        ('{ op = "flip", who = "self", colour = 1 }', "cards.wrong_type"),
        ('{ op = "flip", who = "self", colour = [] }', "cards.wrong_type"),
        ('{ op = "flip", who = "self", side = "up" }', "cards.not_a_choice"),
        ('{ op = "flip", who = "self", count = 0 }', "cards.out_of_range"),
        ('{ op = "flip", who = "self", count = "two" }', "cards.wrong_type"),
        ('{ op = "flip", who = "self", pick = "nobody" }', "cards.not_a_choice"),
        ('{ op = "give", who = "self" }', "cards.missing_key"),
        ('{ op = "give", who = "self", to = "each" }', "cards.not_a_choice"),
        ('{ op = "give", who = "self", to = "self" }', "doujin.step_same"),
        ('{ op = "draw", who = "self", count = "all" }', "cards.wrong_type"),
        ('{ op = "draw", who = "self", pick = "owner" }', "cards.unknown_key"),
        ('{ op = "score", who = "self" }', "cards.missing_key"),
        ('{ op = "score", who = "self", count = 21 }', "cards.out_of_range"),
        ('{ op = "cancel", who = "each" }', "doujin.cancel_nothing"),
    ],
)
def test_a_step_that_means_nothing_is_refused_with_its_card(written: str, code: str) -> None:
    assert problems(with_step(written))[0] == ("swap", "KD-20", code)


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (changed("light = 4\n", "light = 5\n"), ("c1", "KD-19", "cards.out_of_range")),
        (changed("light = 8\n", "light = 7\n"), ("a1", "KD-19", "cards.out_of_range")),
        (changed("dark = -8\n", "dark = 8\n"), ("a1", "KD-19", "cards.out_of_range")),
        (changed('colour = "cover"', 'colour = "blue"'), ("c1", "KD-20", "cards.not_a_choice")),
        (changed('id = "c2"', 'id = "c1"'), ("c1", "KD-20", "cards.twice")),
        (changed('name = "Ban"', 'name = "C1"'), ("ban", "KD-20", "cards.twice")),
        (changed('window = "end"', 'window = "later"'), ("last", "KD-20", "cards.not_a_choice")),
        (changed('window = "event-revealed"', 'window = "end"'), ("stop", "KD-20", "doujin.cancel_nothing")),
        (changed("copies = 2", "copies = 0"), ("pass-left", "KD-20", "cards.out_of_range")),
        (changed('game = "doujin"', 'game = "danmaku"'), ("", "KD-20", "cards.not_a_choice")),
        (changed("invented = true", "unofficial = true"), ("", "KD-20", "cards.unknown_key")),
        (TEXT.replace('colour = "name"', 'colour = "genre"'), ("", "KD-6", "doujin.deck_colour")),
        (TEXT.replace("copies = 2\n", ""), ("", "KD-1", "doujin.deck_trumps")),
        (changed(BAN, 'colour = "cover"'), ("", "KD-19", "doujin.deck_censorship")),
        (changed(BAN, 'colour = "adult"'), ("", "KD-19", "doujin.deck_blackens")),
        (with_step(f'{{ op = "flip", who = "self", {BAN} }}'), ("", "KD-19", "doujin.deck_censorship")),
        (TEXT.partition("[[event]]")[0], ("", "KD-20", "cards.no_cards")),
    ],
)  # fmt: skip
def test_what_makes_no_deck_is_refused(text: str, problem: tuple[str, str, str]) -> None:
    assert problem in problems(text)
    with pytest.raises(CardSetError):
        load(read_cards(text.encode()))


def test_all_problems_are_told_at_once_with_their_lines() -> None:
    text = changed("light = 4\n", "light = 5\n").replace('window = "end"', 'window = "later"')
    found = drafted(text).problems
    assert [(problem.line, problem.card) for problem in found] == [
        (text.split("\n").index("light = 5") + 1, "c1"),
        (text.split("\n").index('window = "later"') + 1, "last"),
    ]
    assert "「light」は-50から4までです(入力は5)。" in found[0].render("ja")


def test_kd_4_any_colour_leaves_adult_cards_out() -> None:
    assert not COLOUR_BITS["any"] & COLOUR_BITS["adult"]
    assert not steps_of('{ op = "flip", who = "each", count = "all" }')[0].blackens_adults


WORDS = [
    "each",
    "any",
    "adult",
    "all",
    "cancel",
    "end",
    "",
    "-1",
    "9",
    "true",
    "[]",
    "{}",
    '"x"',
    "[1]",
    "=",
    "[[card]]",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(WORDS)), min_size=1, max_size=6))
def test_a_bent_file_is_read_or_refused_in_sentences(bends: list[tuple[int, str]]) -> None:
    pieces = re.split(r"(\W+)", TEXT)
    for place, word in bends:
        pieces[place % len(pieces)] = word
    try:
        draft = drafted("".join(pieces))
    except CardFileError:
        return  # no TOML any more
    for problem in draft.problems:
        assert problem.line >= 1
        assert problem.render("ja") != problem.render("en")
