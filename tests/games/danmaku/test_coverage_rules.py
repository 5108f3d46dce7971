"""DG-1..DG-16, rule by rule, in games written as at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.danmaku.state import Phase, bits
from tests.games.plays import BASE, events_of, played, refused, table, variant

if TYPE_CHECKING:
    from games.danmaku.engine import Danmaku
    from tests.games.reports import Json

# Seat 1 captures チルノ (sum 9), seat 2 fails.
OPENING = "turn 1 1; shot 3; roll 333; name チルノ; turn 2 1; shot 3; roll 666; name レティ"
CAPTURE_3 = "turn 1 1; shot 3; roll 333; name チルノ"
FAIL_2 = "turn 2 1; shot 3; roll 666; name レティ"
# One capture of each level by seat 1; seat 2 fails in between.
CLIMB = f"""{CAPTURE_3}
{FAIL_2}
turn 1 1; shot 4; roll 1234; name アリス
{FAIL_2}
turn 1 1; shot 5; roll 11333; name イナバ
{FAIL_2}
turn 1 1; shot 6; roll 112233; name レミリア
{FAIL_2}
"""
TO_SEVEN = f"{CLIMB}turn 1 1; shot 7; roll 1112233; name 小町"
TO_EIGHT = f"{TO_SEVEN}; {FAIL_2}; turn 1 1; shot 8; roll 11111112; name 四季映姫"


def names(engine: Danmaku, cards: int) -> list[str]:
    return [engine.table.deck.names[number] for number in bits(cards)]


# DG-1: components and start


def test_dg_1_all_36_subjects_start_in_the_common_area() -> None:
    state = table().start()
    assert state.free.bit_count() == 36
    assert state.owned == (0, 0)


# DG-2: players and seats


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_dg_2_seat_1_starts_and_turns_go_around(players: int) -> None:
    engine = table(players)
    state = engine.start()
    seats = []
    for _ in range(players + 1):
        seats.append(state.seat)
        for line in (f"turn {state.seat} 1", "shot 3", "roll 112", "name チルノ"):
            state = engine.apply(state, events(line))
    assert seats == [*range(1, players + 1), 1]


def events(line: str) -> Json:
    return events_of(line)[0]


def test_dg_2_a_turn_out_of_order_is_refused() -> None:
    assert refused("turn 2 1") == [(0, "DG-2", "turn_order")]
    assert refused(f"{OPENING}; turn 2 1") == [(8, "DG-2", "turn_order")]


# DG-3: dealing help cards


@pytest.mark.parametrize(
    ("deal", "untapped"),
    [("even", (2, 2, 2, 2)), ("rising", (0, 1, 2, 3)), ("front", (2, 1, 1, 1))],
)
def test_dg_3_presets_deal_untapped_cards(deal: str, untapped: tuple[int, ...]) -> None:
    state = table(4, variant(help_deal=deal)).start()
    assert state.untapped == untapped
    assert state.tapped == (0, 0, 0, 0)
    assert state.supply == 18 - sum(untapped)


# DG-4: extra cards


def test_dg_4_an_unknown_subject_is_refused() -> None:
    assert refused("turn 1 1; shot 3; roll 333; name だれか") == [(3, "DG-4", "subject_unknown")]


# DG-5: number of shots and boost


def test_dg_5_boost_gives_up_two_untapped_cards_at_once() -> None:
    state = played("turn 1 2")
    assert (state.shots, state.untapped, state.supply, state.removed) == (2, (0, 2), 16, 0)


def test_dg_5_given_up_cards_can_leave_the_game() -> None:
    state = played("turn 1 2", table(2, variant(help_discard="removed")))
    assert (state.supply, state.removed) == (14, 2)


@pytest.mark.parametrize("shots", [0, 3, -1])
def test_dg_5_a_turn_has_one_or_two_shots(shots: int) -> None:
    assert refused(f"turn 1 {shots}") == [(0, "DG-5", "shots_range")]


def test_dg_5_boost_needs_two_untapped_cards() -> None:
    lines = "turn 1 1; shot 3; roll 112; help 1 3"
    assert refused(f"{lines}; name チルノ") == []
    boosted = "turn 1 2; shot 3; roll 333; name チルノ; shot 3; roll 345; name ミスティア"
    assert refused(f"{boosted}; {FAIL_2}; turn 1 2") == [(11, "DG-5", "boost_cards")]


# DG-6: levels to choose from


def test_dg_6_only_level_3_is_open_at_first() -> None:
    assert refused("turn 1 1; shot 4") == [(1, "DG-6", "level_locked")]
    assert refused(f"{CAPTURE_3}; turn 2 1; shot 4") == []
    assert refused(f"{CAPTURE_3}; turn 2 1; shot 5") == [(5, "DG-6", "level_locked")]


@pytest.mark.parametrize("level", [2, 9, 0, -3])
def test_dg_6_levels_go_from_3_to_8(level: int) -> None:
    assert refused(f"turn 1 1; shot {level}") == [(1, "DG-6", "level_range")]


def test_dg_6_an_empty_level_cant_be_chosen() -> None:
    engine = table()
    state = engine.start()._replace(phase=Phase.SHOT, shots=1)
    empty = state._replace(free=state.free & ~engine.table.deck.levels[3], top=3)
    levels = [move.event.level for move in engine.moves(empty) if move.event is not None]
    assert levels == [4]


def test_dg_6_a_shot_without_any_level_is_skipped_and_no_failure() -> None:
    engine = table()
    state = engine.start()._replace(free=engine.table.deck.levels[8])
    after = engine.apply(state, events("turn 1 1"))
    assert (after.phase, after.seat, after.turns) == (Phase.TURN, 2, 1)
    assert after.untapped == state.untapped


# DG-7: how many dice to roll


@pytest.mark.parametrize("dice", ["33", "3333", ""])
def test_dg_7_as_many_dice_as_the_level(dice: str) -> None:
    assert refused(f"turn 1 1; shot 3; roll {dice}")[0] == (2, "DG-7", "roll_number")


def test_dg_7_a_die_shows_1_to_6() -> None:
    assert refused("turn 1 1; shot 3; roll 137") == [(2, "DG-7", "roll_face")]


# DG-8: changing the dice


def test_dg_8_a_help_card_taps_and_rerolls_one_die() -> None:
    state = played("turn 1 1; shot 3; roll 112; help 1 6; help 1 2")
    assert state.dice == (0, 2, 0, 0, 0, 1)
    assert (state.untapped, state.tapped) == ((0, 2), (2, 0))
    assert refused("turn 1 1; shot 3; roll 112; help 1 6; help 1 2; help 2 2") == [(5, "DG-8", "help_none")]
    assert refused("turn 1 1; shot 3; roll 112; help 4 6") == [(3, "DG-8", "help_die")]
    assert refused("turn 1 1; shot 3; roll 112; help 1 7") == [(3, "DG-8", "roll_face")]


def test_dg_8_tapped_cards_stay_tapped_until_a_failure() -> None:
    state = played("turn 1 1; shot 3; roll 113; help 1 5; name チルノ")
    assert (state.untapped, state.tapped) == ((1, 2), (1, 0))


def test_dg_8_an_ability_works_once_a_shot_and_again_in_the_next() -> None:
    own = f"{CAPTURE_3}; {FAIL_2}; turn 1 1; shot 4; roll 4566"
    assert refused(f"{own}; ability チルノ 4>3 5>4; ability チルノ 6>5 6>5") == [(12, "DG-8", "used_in_shot")]
    again = f"{own}; ability チルノ 4>3 5>4; name アリス; {FAIL_2}; turn 1 1; shot 4; roll 4566"
    assert refused(f"{again}; ability チルノ 4>3 5>4") == []


def test_dg_8_a_subject_of_shot_1_can_be_used_in_shot_2() -> None:
    assert refused("turn 1 2; shot 3; roll 333; name チルノ; shot 3; roll 446; ability チルノ 4>3 4>3") == []


def test_dg_8_only_own_abilities_and_only_what_they_do() -> None:
    other = f"{CAPTURE_3}; turn 2 1; shot 4; roll 4566; ability チルノ 4>3 5>4"
    assert refused(other) == [(7, "DG-8", "not_owned")]
    own = f"{CAPTURE_3}; {FAIL_2}; turn 1 1; shot 4; roll 4566"
    assert refused(f"{own}; ability チルノ 4>3") == [(11, "DG-8", "change_wrong")]
    assert refused(f"{own}; ability チルノ 4>3 4>3") == [(11, "DG-8", "change_wrong")]


# DG-9: success of a shot


def test_dg_9_final_dice_decide_about_the_named_subject() -> None:
    engine = table()
    state = played("turn 1 1; shot 3; roll 234; name チルノ", engine)
    assert names(engine, state.owned[0]) == ["チルノ"]
    assert played("turn 1 1; shot 3; roll 235; name チルノ").owned == (0, 0)


def test_dg_9_a_subject_that_isnt_met_can_be_named_on_purpose() -> None:
    state = played("turn 1 1; shot 3; roll 333; name ルーミア")
    assert state.owned == (0, 0)
    assert state.untapped == (3, 2)


def test_dg_9_the_subject_has_the_chosen_level() -> None:
    assert refused("turn 1 1; shot 3; roll 333; name アリス") == [(3, "DG-9", "subject_level")]


def test_dg_9_a_written_success_must_be_one() -> None:
    assert refused("turn 1 1; shot 3; roll 333; name チルノ success=yes") == []
    assert refused("turn 1 1; shot 3; roll 334; name チルノ success=yes") == [(3, "DG-9", "not_met")]
    assert refused("turn 1 1; shot 3; roll 333; name チルノ success=no") == [(3, "DG-9", "was_met")]


def test_dg_9_a_shot_ends_with_a_name() -> None:
    assert refused("turn 1 1; shot 3; roll 333; settle") == [(3, "DG-9", "settle_unnamed")]
    assert refused("turn 1 1; shot 3; roll 333; turn 2 1") == [(3, "DG-9", "due_stop")]


# DG-10: one owner a subject


def test_dg_10_a_subject_has_one_owner() -> None:
    lines = f"{CAPTURE_3}; turn 2 1; shot 3; roll 333; name チルノ"
    assert refused(lines) == [(7, "DG-10", "subject_taken")]


def test_dg_10_a_capture_unlocks_at_once() -> None:
    assert refused("turn 1 2; shot 3; roll 333; name チルノ; shot 4") == []


# DG-11: after a failed shot


def test_dg_11_a_failure_gives_a_card_and_untaps_at_once() -> None:
    state = played("turn 1 2; shot 3; roll 112; name チルノ; shot 3")
    assert (state.untapped, state.tapped, state.supply) == ((1, 2), (0, 0), 15)
    state = played("turn 1 1; shot 3; roll 112; help 1 1; help 1 1; name チルノ")
    assert (state.untapped, state.tapped) == ((3, 2), (0, 0))


def test_dg_11_with_an_empty_supply_only_the_untapping_is_left() -> None:
    deal = {str(n): [{"untapped": 1, "tapped": 8}] * 2 if n == 2 else [{"untapped": 2, "tapped": 0}] * n
            for n in range(2, 6)}  # fmt: skip
    state = played("turn 1 1; shot 3; roll 112; name チルノ", table(2, variant(help_deal=deal)))
    assert (state.untapped, state.tapped, state.supply) == ((9, 1), (0, 8), 0)


# DG-12: end of a turn


def test_dg_12_a_turn_ends_after_its_shots() -> None:
    assert refused("turn 1 2; shot 3; roll 333; name チルノ; turn 2 1") == [(4, "DG-12", "shot_left")]
    assert refused("turn 1 1; shot 3; roll 333; name チルノ; shot 3") == [(4, "DG-5", "due_turn")]


# DG-13: the last round


def test_dg_13_a_level_8_capture_starts_the_last_round_and_the_phase_ends_with_the_next_own_turn() -> None:
    last = f"{TO_EIGHT}; turn 2 1; shot 3 レティ; roll 666; settle"
    state = played(last)
    assert (state.trigger, state.phase, state.seat) == (1, Phase.TURN, 1)
    state = played(f"{last}; turn 1 2; shot 3 レティ; roll 112; settle; shot 4 てゐ; roll 1111; settle")
    assert state.phase is Phase.PAGE


def test_dg_13_later_level_8_captures_change_nothing() -> None:
    lines = f"{TO_EIGHT}; turn 2 1; shot 8 萃香; roll 55555552; settle"
    state = played(lines)
    assert (state.trigger, state.seat, state.phase) == (1, 1, Phase.TURN)


def test_dg_13_pages_wait_for_the_end_of_the_phase_and_turns_end_with_it() -> None:
    assert refused("page 1 front") == [(0, "DG-13", "phase_open")]
    last = f"{TO_EIGHT}; turn 2 1; shot 3 レティ; roll 666; settle; turn 1 1; shot 3 レティ; roll 666; settle"
    assert refused(f"{last}; turn 2 1")[0][1:] == ("DG-13", "phase_over")


# DG-14: shots of the last round


def test_dg_14_the_last_round_names_the_subject_first() -> None:
    assert refused(f"{TO_EIGHT}; turn 2 1; shot 3")[-1][1:] == ("DG-14", "subject_first")
    named = f"{TO_EIGHT}; turn 2 1; shot 3 レティ; roll 666"
    assert refused(f"{named}; name レティ")[-1][1:] == ("DG-14", "named_before")
    assert refused(f"{TO_EIGHT}; turn 2 1; shot 3 てゐ")[-1][1:] == ("DG-14", "subject_level")
    assert refused("turn 1 1; shot 3 チルノ") == [(1, "DG-9", "subject_early")]


def test_dg_14_holds_for_the_second_shot_of_the_turn_that_starts_it() -> None:
    boosted = TO_EIGHT.replace("turn 1 1; shot 8", "turn 1 2; shot 8")
    assert refused(f"{boosted}; shot 3")[-1][1:] == ("DG-14", "subject_first")
    state = played(f"{boosted}; shot 3 レティ; roll 112; settle")
    assert len(bits(state.owned[0])) == 7
    assert state.seat == 2


def test_dg_14_help_and_failure_bonus_stay() -> None:
    state = played(f"{TO_EIGHT}; turn 2 1; shot 3 レティ; roll 366; help 3 6; settle success=no")
    before = played(TO_EIGHT)
    assert state.untapped[1] == before.untapped[1] + 1
    assert state.tapped[1] == 0


# DG-15: extra turn (variant)


def test_dg_15_is_off_by_default() -> None:
    assert played(TO_SEVEN).phase is Phase.TURN
    assert played(TO_SEVEN).seat == 2


def test_dg_15_a_level_7_capture_offers_a_turn_that_can_be_declined() -> None:
    engine = table(2, variant(extra={}))
    state = played(TO_SEVEN, engine)
    assert (state.phase, state.seat) == (Phase.OFFER, 1)
    shots = [engine.hint(move) for move in engine.moves(state)]
    assert shots == ["turn 1 0", "turn 1 1", "turn 1 2"]
    assert played(f"{TO_SEVEN}; turn 1 0", engine).seat == 2
    assert refused(f"{TO_SEVEN}; turn 2 1", engine)[-1][1:] == ("DG-15", "extra_offer")
    assert refused(f"{TO_SEVEN}; shot 3", engine)[-1][1:] == ("DG-15", "due_offer")


def test_dg_15_max_level_bounds_the_extra_turn() -> None:
    engine = table(2, variant(extra={}))
    assert refused(f"{TO_SEVEN}; turn 1 1; shot 8", engine)[-1][1:] == ("DG-15", "extra_level")
    assert refused(f"{TO_SEVEN}; turn 1 1; shot 8", table(2, variant(extra={"max_level": 8}))) == []


def test_dg_15_predeclare_names_the_subject_first() -> None:
    engine = table(2, variant(extra={"predeclare": True}))
    assert refused(f"{TO_SEVEN}; turn 1 1; shot 3", engine)[-1][1:] == ("DG-15", "subject_first")
    assert refused(f"{TO_SEVEN}; turn 1 1; shot 3 レティ; roll 112; settle", engine) == []


@pytest.mark.parametrize(("chain", "phase"), [(False, Phase.TURN), (True, Phase.OFFER)])
def test_dg_15_chain_lets_an_extra_turn_earn_another(chain: bool, phase: Phase) -> None:
    engine = table(2, variant(extra={"chain": chain}))
    assert played(f"{TO_SEVEN}; turn 1 1; shot 7; roll 1111111; name 輝夜", engine).phase is phase


def test_dg_15_the_extra_turn_belongs_to_the_turn_that_earned_it() -> None:
    engine = table(2, variant(extra={"max_level": 8}))
    lines = f"{TO_SEVEN}; turn 1 1; shot 8; roll 11111112; name 四季映姫"
    state = played(lines, engine)
    assert (state.trigger, state.phase, state.seat) == (1, Phase.TURN, 2)
    last = f"{lines}; turn 2 1; shot 3 レティ; roll 666; settle; turn 1 1; shot 7 輝夜; roll 1111111; settle"
    state = played(last, engine)
    assert (state.phase, state.seat) == (Phase.OFFER, 1)
    assert played(f"{last}; turn 1 0", engine).phase is Phase.PAGE


# DG-16: help cards go back


def test_dg_16_help_cards_go_back_and_cant_be_used_while_editing() -> None:
    last = f"{TO_EIGHT}; turn 2 1; shot 3 レティ; roll 666; settle; turn 1 1; shot 3 レティ; roll 666; settle"
    state = played(last)
    assert (state.untapped, state.tapped, state.supply) == ((0, 0), (0, 0), 18)
    found = refused(f"{last}; page 1 front; roll 12345666; help 1 6")
    assert found[-1][1:] == ("DG-16", "help_editing")


def test_max_turns_gives_a_hopeless_game_up() -> None:
    engine = table(2, BASE, max_turns=2)
    state = played(OPENING, engine)
    assert state.phase is Phase.GIVEN_UP
    assert engine.finished(state)
    assert engine.result(state) is None
    assert engine.moves(state) == ()
    assert played(OPENING, table(2, variant(max_turns=2))).phase is Phase.GIVEN_UP
