"""docs/cards.md: every example is read, and every word of the language is explained there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.core.cardfile import read_cards
from games.danmaku.ability_language import WORDS as ABILITY_WORDS
from games.danmaku.card_language import read_set
from games.danmaku.condition_language import FACE_WORDS
from games.danmaku.condition_language import WORDS as CONDITION_WORDS
from games.danmaku.operations import WORDS as TARGETS
from games.danmaku.selectors import Chosen

PAGE = (Path(__file__).parents[3] / "docs" / "cards.md").read_text(encoding="utf-8")
HEAD, CARD = PAGE.partition("```toml\n")[2].partition("```")[0].split("[[card]]")
EXAMPLES = re.findall(r"^\|.*\| `(\{ .+ \})` \|$", PAGE.partition("## Examples")[2], re.MULTILINE)


def test_file_of_the_page_is_a_set() -> None:
    draft = read_set(read_cards(f"{HEAD}[[card]]{CARD}".encode()))
    assert not draft.errors
    assert [card.name for card in draft.cards] == ["チルノ"]
    assert draft.head.title == {"ja": "うちの写し", "en": "Our transcription"}


@pytest.mark.parametrize("ability", EXAMPLES)
def test_example_of_an_ability_is_read(ability: str) -> None:
    card = re.sub(r"ability = \{.*\}", f"ability = {ability}", CARD)
    draft = read_set(read_cards(f"{HEAD}[[card]]{card}".encode()))
    assert not draft.errors
    assert draft.cards[0].ability is not None


def test_examples_were_found() -> None:
    assert len(EXAMPLES) == 8


@pytest.mark.parametrize("word", [*CONDITION_WORDS, *ABILITY_WORDS])
def test_every_key_is_explained(word: str) -> None:
    assert re.search(rf"`{word} = ", PAGE)


@pytest.mark.parametrize("word", [*FACE_WORDS, *TARGETS, *Chosen, "same", "all"])
def test_every_word_is_explained(word: str) -> None:
    assert f'"{word}"' in PAGE
