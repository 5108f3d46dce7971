"""Files of cards: every problem is found, at once, with its line and its card."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.cardfile import CardFileError, read_cards
from games.core.findings import Severity
from games.danmaku.card_language import Draft, read_set
from games.danmaku.cards import CardSetError, load
from games.danmaku.dice import counts_of, faces_of

HEAD = 'format = "sekijun.cards/1"\ngame = "danmaku"\nkey = "club"\ntitle = "写し"\n'
COURT = Path(__file__).with_name("court.toml")


def written(
    condition: str = "{ sum = 9 }", ability: str = "{ dice = 1, reroll = true }", **other: str
) -> str:
    """Return a file with one card."""
    keys = {"id": '"a"', "level": "3", "name": '"あ"', "romanised": '"A"'} | other
    lines = [f"{key} = {value}" for key, value in keys.items() if value]
    return HEAD + "\n".join(["[[card]]", *lines, f"condition = {condition}", f"ability = {ability}"])


def drafted(text: str) -> Draft:
    return read_set(read_cards(text.encode()))


def problems(text: str) -> list[tuple[int, str]]:
    """Return line and code of every error."""
    return [
        (problem.line, problem.finding.code)
        for problem in drafted(text).problems
        if problem.finding.severity is Severity.ERROR
    ]


def test_card_alone_is_fine_but_not_the_whole_game() -> None:
    """DG-1: a set that isn't complete is only warned of."""
    draft = drafted(written())
    (warning,) = draft.problems
    assert (warning.finding.code, warning.finding.severity) == ("danmaku.card_count", Severity.WARNING)
    assert warning.render("ja") == "カードが1枚です。ゲームのカードは36枚です。"
    assert not draft.errors
    assert load(read_cards(written().encode())).cards[0].name == "あ"


def test_all_problems_are_told_at_once_with_line_and_card() -> None:
    text = (
        HEAD
        + "extra = 1\n"
        + '[[card]]\nid = "a"\nlevel = 9\nname = "あ"\nromanised = "A"\ncondition = { sun = 9 }\n'
        + '[[card]]\nid = "a"\nlevel = 3\nname = "い"\nromanised = "B"\ncondition = { sum = 19 }\n'
        + "ability = { dice = 1, faces = 7, reroll = true }\n"
    )
    found = [(p.line, p.card, p.finding.rule, p.finding.code) for p in drafted(text).problems if p.card]
    assert found == [
        (8, "a", "DG-1", "cards.out_of_range"),
        (11, "a", "DG-9", "cards.unknown_key_hint"),
        (13, "a", "DG-4", "cards.twice"),
        (17, "a", "DG-9", "danmaku.card_impossible"),
        (18, "a", "DG-8", "danmaku.card_faces"),
    ]
    assert (5, "cards.unknown_key") in problems(text)
    with pytest.raises(CardSetError) as error:
        load(read_cards(text.encode()))
    assert len(error.value.problems) == 7
    assert "「sun」という項目は使えません。「sum」のことでしょうか。" in error.value.render("ja")


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("{}", "danmaku.card_condition_empty"),
        ("9", "cards.wrong_type"),
        ("{ sum = true }", "cards.wrong_type"),
        ("{ sum = -1 }", "cards.out_of_range"),
        ("{ sum = 2.5 }", "cards.wrong_type"),
        ("{ sum = 19 }", "danmaku.card_impossible"),
        ("{ sum = { min = 3 } }", "danmaku.card_certain"),
        ("{ sum = { min = 9, max = 8 } }", "danmaku.card_bounds"),
        ("{ sum = {} }", "danmaku.card_bounds"),
        ("{ sum = { least = 9 } }", "cards.unknown_key"),
        ("{ all = 7 }", "danmaku.card_faces"),
        ("{ all = [] }", "danmaku.card_faces"),
        ("{ all = [1, 7] }", "danmaku.card_faces"),
        ('{ all = "5-4" }', "danmaku.card_faces"),
        ('{ all = "red" }', "danmaku.card_faces"),
        ('{ all = "any" }', "danmaku.card_certain"),
        ("{ all = 2030-01-01 }", "danmaku.card_faces"),
        ("{ none = [1, 2, 3, 4, 5, 6] }", "danmaku.card_impossible"),
        ("{ count = { min = 2 } }", "cards.missing_key"),
        ("{ count = { faces = 1, min = 4 } }", "danmaku.card_impossible"),
        ("{ distinct = 7 }", "cards.out_of_range"),
        ("{ distinct = { min = 4 } }", "danmaku.card_impossible"),
        ("{ of_a_kind = 1 }", "danmaku.card_certain"),
        ("{ of_a_kind = 0 }", "cards.out_of_range"),
        ("{ all_different = false }", "danmaku.card_only_true"),
        ("{ groups = [] }", "danmaku.card_groups"),
        ("{ groups = [2, 2] }", "danmaku.card_impossible"),
        ("{ groups = [1, 1, 1, 1, 1, 1, 1] }", "danmaku.card_impossible"),
        ("{ straight = 7 }", "cards.out_of_range"),
        ("{ any_of = [] }", "danmaku.card_parts"),
        ("{ any_of = [1] }", "cards.wrong_type"),
        ("{ any_of = [{ sum = 9 }, { sim = 9 }] }", "cards.unknown_key_hint"),
        ("{ all_of = [{ sum = 9 }, { sum = 10 }] }", "danmaku.card_impossible"),
        ("{ sum = 9, all = 2 }", "danmaku.card_impossible"),
        ("{ not = 3 }", "cards.wrong_type"),
        ("{ not = {} }", "danmaku.card_condition_empty"),
    ],
)
def test_condition_that_cannot_be_used(condition: str, code: str) -> None:
    """DG-9."""
    assert (10, code) in problems(written(condition))


@pytest.mark.parametrize(
    ("condition", "ways"),
    [
        ("{ sum = 9 }", 25),
        ("{ sum = { min = 9, max = 10 } }", 52),
        ("{ not = { sum = 9 } }", 191),
        ("{ all = 6 }", 1),
        ('{ all = "odd" }', 27),
        ("{ none = [6] }", 125),
        ("{ count = { faces = 6, min = 1 } }", 91),
        ("{ count = { faces = 6, min = 1, max = 1 } }", 75),
        ("{ count = { faces = 6, max = 0 } }", 125),
        ("{ distinct = 2 }", 90),
        ("{ distinct = { max = 2 } }", 96),
        ("{ all_different = true }", 120),
        ("{ of_a_kind = 3 }", 6),
        ("{ groups = [2, 1] }", 90),
        ("{ groups = [1, 1, 1] }", 120),
        ("{ straight = 3 }", 24),
        ("{ straight = 2 }", 126),
        ("{ any_of = [{ sum = 9 }, { sum = 10 }] }", 52),
        ("{ all_of = [{ sum = 9 }, { all = [3] }] }", 1),
        ("{ sum = 9, all = 3 }", 1),
    ],
)
def test_condition_means_what_it_says(condition: str, ways: int) -> None:
    """Outcomes of three dice, counted by hand or by the closed form."""
    draft = drafted(written(condition))
    assert not draft.errors
    assert draft.cards[0].condition.ways(3) == ways


@pytest.mark.parametrize(
    ("ability", "code"),
    [
        ("3", "cards.wrong_type"),
        ("{}", "danmaku.card_operation_missing"),
        ("{ dice = 1 }", "danmaku.card_operation_missing"),
        ("{ dice = 1, reroll = true, flip = true }", "danmaku.card_operations"),
        ("{ dice = 1, reroll = 1 }", "danmaku.card_only_true"),
        ("{ dice = 1, rerol = true }", "cards.unknown_key_hint"),
        ("{ reroll = true }", "cards.missing_key"),
        ("{ dice = 0, reroll = true }", "danmaku.card_dice"),
        ("{ dice = 21, reroll = true }", "cards.out_of_range"),
        ('{ dice = "some", reroll = true }', "danmaku.card_dice"),
        ("{ dice = { max = 0 }, reroll = true }", "danmaku.card_dice"),
        ("{ dice = 2, equal = true, different = true, reroll = true }", "danmaku.card_selector"),
        ('{ dice = "all", equal = true, reroll = true }', "danmaku.card_selector"),
        ("{ dice = 2, equal = false, reroll = true }", "danmaku.card_only_true"),
        ("{ dice = 1, faces = [0], reroll = true }", "danmaku.card_faces"),
        ('{ dice = 1, set = "best" }', "danmaku.card_faces"),
        ("{ dice = 1, set = 0 }", "danmaku.card_faces"),
        ('{ dice = 1, set = "chosen" }', "danmaku.card_chosen"),
        ("{ dice = 1, shift = 0 }", "danmaku.card_shift"),
        ("{ dice = 1, shift = 6 }", "danmaku.card_shift"),
        ("{ dice = 1, shift = [1, 1.5] }", "danmaku.card_shift"),
        ('{ dice = 1, shift = 1, stops = "yes" }', "cards.wrong_type"),
        ("{ dice = 1, flip = true, stops = true }", "cards.unknown_key"),
        ("{ dice = 1, replace = 0 }", "cards.out_of_range"),
        ("{ add = 7 }", "cards.out_of_range"),
        ("{ dice = 1, add = 1 }", "cards.unknown_key"),
        ("{ add_showing = 9 }", "danmaku.card_faces"),
        ("{ move_pips = 6 }", "cards.out_of_range"),
        ("{ dice = 2, move_pips = 1 }", "cards.unknown_key"),
        ("{ then = [{ dice = 1, reroll = true }] }", "danmaku.card_parts"),
        ("{ then = 1 }", "cards.wrong_type"),
        ("{ either = [{ add = 1 }, { ad = 1 }] }", "cards.unknown_key_hint"),
        ("{ either = [{ add = 1 }, {}] }", "danmaku.card_operation_missing"),
        ("{ together = [{ add = 1 }, { then = [{ add = 1 }, { add = 1 }] }] }", "danmaku.card_together"),
        ("{ if = {}, dice = 1, reroll = true }", "danmaku.card_condition_empty"),
        ("{ start_dice = 0 }", "cards.out_of_range"),
        ("{ start_dice = 1, add = 1 }", "cards.unknown_key"),
        ("{ if = { sum = 1 }, dice = 2, reroll = true }", "danmaku.card_never"),
        ("{ dice = 1, faces = 6, shift = 1 }", "danmaku.card_never"),
        ('{ dice = 1, faces = 1, set = "lower" }', "danmaku.card_never"),
        ("{ dice = 7, different = true, reroll = true }", "danmaku.card_never"),
        ('{ dice = "any", set = "any" }', "danmaku.card_choices"),
        (
            '{ then = [{ dice = "all", reroll = true }, { dice = "any", set = "any" }] }',
            "danmaku.card_choices",
        ),
        ("{ then = [" + ", ".join(["{ dice = 1, reroll = true }"] * 4) + "] }", "danmaku.card_choices"),
        ('{ then = [{ dice = "any", reroll = true }, { dice = 1, shift = 1 }] }', "danmaku.card_choices"),
    ],
)
def test_ability_that_cannot_be_used(ability: str, code: str) -> None:
    """DG-8."""
    assert (11, code) in problems(written(ability=ability))


@pytest.mark.parametrize(
    ("ability", "dice", "after"),
    [
        ("{ dice = 1, shift = 1 }", "156", {"256", "166"}),
        ("{ dice = 2, shift = 1 }", "156", {"266"}),
        ("{ dice = 1, shift = 1, stops = true }", "156", {"256", "166", "156"}),
        ("{ dice = 1, shift = [-1, 1] }", "15", {"25", "14", "16"}),
        ('{ dice = "all", shift = 1 }', "124", {"235"}),
        ('{ dice = "all", shift = 1 }', "126", set()),
        ('{ dice = "any", shift = 1 }', "12", {"22", "13", "23"}),
        ("{ dice = { max = 2 }, faces = 1, set = 6 }", "111", {"116", "166"}),
        ("{ dice = { min = 2, max = 3 }, set = 6 }", "111", {"166", "666"}),
        ("{ dice = 1, flip = true }", "13", {"36", "14"}),
        ('{ dice = 1, set = "lower" }', "13", {"11", "12"}),
        ('{ dice = 1, set = "higher" }', "56", {"66"}),
        ('{ dice = 1, set = "showing" }', "12", {"11", "22", "12"}),
        ('{ dice = 1, set = "lowest" }', "123", {"113", "112", "123"}),
        ('{ dice = 1, set = "highest" }', "123", {"233", "133", "123"}),
        ('{ dice = 1, set = "most" }', "1123", {"1113", "1112", "1123"}),
        ('{ dice = 1, set = "unique" }', "112", {"122", "112"}),
        ('{ dice = 2, set = "same" }', "12", {"11", "22", "33", "44", "55", "66"}),
        ("{ dice = 1, set = [1, 2] }", "3", {"1", "2"}),
        (
            '{ dice = "all", faces = "chosen", set = "most" }',
            "11223",
            {"11113", "22223", "11222", "11122", "11223"},
        ),
        ('{ dice = "all", faces = "near chosen", set = "chosen" }', "16", {"16", "26", "15"}),
        ('{ dice = "all", faces = "chosen parity", flip = true }', "1356", {"2466", "1135"}),
        ("{ dice = 2, equal = true, set = 4 }", "1123", {"2344"}),
        ("{ dice = 2, different = true, set = 4 }", "112", {"144"}),
        ("{ dice = 1, halve = true }", "146", {"46", "126", "134"}),
        ("{ dice = 1, remove = true }", "12", {"1", "2"}),
        ("{ dice = 1, remove = true }", "1", set()),
        ("{ move_pips = 2 }", "25", {"16", "34", "43"}),
        ("{ move_pips = 1 }", "33", {"24"}),
        ("{ add_showing = 5 }", "1", {"15"}),
        ('{ add_showing = "showing" }', "12", {"112", "122"}),
        ("{ together = [{ dice = 1, set = 1 }, { dice = 1, set = 6 }] }", "34", {"16"}),
        ("{ together = [{ dice = 1, set = 1 }, { dice = 1, set = 6 }] }", "3", set()),
        ("{ then = [{ dice = 1, shift = 1 }, { dice = 1, shift = 1 }] }", "12", {"32", "23", "14"}),
        ("{ then = [{ dice = 1, set = 6 }, { dice = 2, faces = 6, set = 1 }] }", "12", set()),
        ("{ then = [{ dice = 1, set = 6 }, { dice = 2, faces = 6, set = 1 }] }", "16", {"11"}),
        ("{ either = [{ dice = 1, set = 1 }, { dice = 1, set = 2 }] }", "5", {"1", "2"}),
        ("{ if = { sum = { min = 9 } }, dice = 1, set = 1 }", "36", {"16", "13"}),
        ("{ if = { sum = { min = 9 } }, dice = 1, set = 1 }", "35", set()),
        ("{ either = [{ if = { all = 1 }, dice = 1, set = 2 }, { dice = 1, set = 3 }] }", "15", {"35", "13"}),
    ],
)
def test_ability_does_what_it_says(ability: str, dice: str, after: set[str]) -> None:
    draft = drafted(written(ability=ability))
    assert not draft.errors, draft.problems
    card = draft.cards[0]
    assert card.ability is not None
    found = card.ability.start(counts_of(map(int, dice)))
    assert {"".join(map(str, faces_of(choice.dice))) for choice in found} == {
        "".join(sorted(text)) for text in after
    }
    assert all(choice.fresh == 0 for choice in found)


def test_part_after_a_roll_is_passed_over_when_it_finds_nothing() -> None:
    ability = "{ then = [{ dice = 1, reroll = true }, { dice = 1, faces = 6, set = 1 }] }"
    card = drafted(written(ability=ability)).cards[0]
    assert card.ability is not None
    (choice,) = card.ability.start(counts_of([2]))
    assert [faces_of(after.dice) for after in choice.then((6,))] == [(1,)]
    assert [faces_of(after.dice) for after in choice.then((3,))] == [(3,)]


@pytest.mark.parametrize(
    ("ability", "change"),
    [
        ("{ dice = 1, reroll = true }", {0}),
        ("{ dice = 2, remove = true }", {-2}),
        ("{ dice = { max = 2 }, remove = true }", {-1, -2}),
        ("{ dice = 1, halve = true }", {-1, 0}),
        ("{ dice = 1, faces = 1, halve = true }", {-1}),
        ('{ dice = 1, faces = "2-6", halve = true }', {0}),
        ("{ dice = 2, replace = 3 }", {1}),
        ("{ add = 2 }", {2}),
        ("{ add_showing = 6 }", {1}),
        ("{ then = [{ add = 2 }, { dice = 1, remove = true }] }", {1, 2}),
        ("{ then = [{ dice = 1, set = 1 }, { dice = 1, remove = true }] }", {-1}),
        ("{ together = [{ dice = 1, remove = true }, { dice = 1, replace = 2 }] }", {0}),
        ("{ either = [{ add = 1 }, { dice = 1, flip = true }] }", {0, 1}),
        ("{ start_dice = 2 }", {0}),
    ],
)
def test_change_of_the_number_of_dice_is_known(ability: str, change: set[int]) -> None:
    """DG-21."""
    card = drafted(written(ability=ability)).cards[0]
    assert card.ability is not None
    assert card.ability.dice_change == change


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"id": '"A b"'}, "cards.bad_id"),
        ({"id": ""}, "cards.missing_key"),
        ({"name": '""'}, "core.text_blank"),
        ({"name": '"\\u202e"'}, "core.text_control"),
        ({"name": '"' + "あ" * 101 + '"'}, "core.text_long"),
        ({"name": "3"}, "cards.wrong_type"),
        ({"romanised": ""}, "cards.missing_key"),
        ({"level": ""}, "cards.missing_key"),
        ({"level": "2"}, "cards.out_of_range"),
        ({"level": "9"}, "cards.out_of_range"),
        ({"level": "99999999999999999999"}, "cards.out_of_range"),
        ({"level": '"3"'}, "cards.wrong_type"),
        ({"note": "1"}, "cards.wrong_type"),
        ({"colour": "1"}, "cards.unknown_key"),
    ],
)
def test_card_that_cannot_be_used(changed: dict[str, str], code: str) -> None:
    assert code in [found for _, found in problems(written(**changed))]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('format = "sekijun.cards/2"', "cards.not_a_choice"),
        ('game = "doujin"', "cards.not_a_choice"),
        ("game = 1", "cards.wrong_type"),
        ('key = "Club"', "cards.bad_id"),
        ("title = 3", "cards.wrong_type"),
        ('title = { ja = "あ" }', "cards.missing_key"),
        ('title = { ja = "あ", en = "a", fr = "a" }', "cards.unknown_key"),
        ("unofficial = 1", "cards.wrong_type"),
    ],
)
def test_head_that_cannot_be_used(line: str, code: str) -> None:
    key = line.split(" ", maxsplit=1)[0]
    kept = [text for text in written().split("\n") if not text.startswith(f"{key} ")]
    assert code in [found for _, found in problems("\n".join([line, *kept]))]


@pytest.mark.parametrize("names", [("あ", "あ"), ("あ", " あ"), ("ｱ", "ア"), ("x", "A")])
def test_names_are_taken_only_once_in_whatever_spelling(names: tuple[str, str]) -> None:
    one = written(id='"one"', name=f'"{names[0]}"', romanised='"One"')
    two = written(id='"two"', name=f'"{names[1]}"', romanised='"x"').removeprefix(HEAD)
    line = 16 if names[0] == "x" else 15
    assert problems(one + "\n" + two) == [(line, "cards.twice")]


@pytest.mark.parametrize("cards", ["", "card = []", "card = 3", "[card]\nid = 1"])
def test_file_without_cards(cards: str) -> None:
    assert "cards.no_cards" in [code for _, code in problems(HEAD + cards)]


def test_more_cards_than_anybody_owns() -> None:
    assert [code for _, code in problems(HEAD + "[[card]]\n" * 201)] == ["cards.too_many"]


def test_every_power_of_a_game_about_a_court_can_be_said() -> None:
    """The published cousin: its conditions and its powers have words here."""
    cards = load(read_cards(COURT.read_bytes()))
    assert len(cards.cards) == 22
    assert [card.ability.start_dice for card in cards.cards[:3] if card.ability] == [1, 2, 0]
    ways = {card.id: card.condition.ways(card.level) for card in cards.cards}
    # two pairs of 4, full house, straights of 3 in 4 / 4 in 5 / 5 in 5 / 6 in 6, three pairs, two triplets
    assert ways["reroll-many"] == 90
    assert ways["pips-across"] == 300
    assert ways["all-up"] == 360
    assert ways["flip-one"] == 1200
    assert ways["add-fresh"] == 240
    assert ways["set-up-to-three-alike"] == 720
    assert ways["trade-one"] == 1800
    assert ways["split-and-set"] == 300


def test_unreadable_file_is_no_set() -> None:
    with pytest.raises(CardFileError):
        read_cards(b"\xff")
