"""Rulesets: frozen values, content hash, validation of a club's own."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from games.core.registry import (
    UnknownGame,
    UnknownRuleset,
    all_games,
    builtin_ruleset,
    builtin_rulesets,
    get_game,
)
from games.core.ruleset import Ruleset, RulesetError

if TYPE_CHECKING:
    from tests.games.reports import Json

BUILT_IN = [(ruleset.game, ruleset.key) for ruleset in builtin_rulesets()]


def payload_of(game: str, key: str = "base") -> dict[str, Json]:
    plain = json.loads(json.dumps(builtin_ruleset(game, key).payload))
    assert isinstance(plain, dict)
    return plain


def test_games_and_rulesets_that_ship() -> None:
    assert [game.key for game in all_games()] == ["danmaku", "doujin", "generic"]
    assert BUILT_IN == [
        ("danmaku", "base"), ("doujin", "base"), ("doujin", "invented"), ("generic", "base"), ("generic", "lower"),
        ("generic", "mahjong"),
    ]  # fmt: skip
    assert builtin_rulesets("generic") == get_game("generic").rulesets


@pytest.mark.parametrize(("game", "key"), [one for one in BUILT_IN if one[1] != "base"])
def test_every_variant_of_a_game_has_a_name_in_both_languages(game: str, key: str) -> None:
    names = get_game(game).ruleset_names[key]
    assert set(names) == {"ja", "en"}
    assert all(names.values())
    assert names["ja"] != names["en"]


def test_unknown_game_and_ruleset_are_told() -> None:
    with pytest.raises(UnknownGame):
        get_game("chess")
    with pytest.raises(UnknownGame):
        builtin_rulesets("chess")
    with pytest.raises(UnknownRuleset):
        builtin_ruleset("doujin", "real")


@pytest.mark.parametrize(("game", "key"), BUILT_IN)
def test_built_in_payload_validates_and_hashes_the_same(game: str, key: str) -> None:
    shipped = builtin_ruleset(game, key)
    loaded = Ruleset.from_payload(game=game, key=key, version=1, payload=payload_of(game, key))
    assert loaded.content_hash == shipped.content_hash
    assert json.loads(json.dumps(loaded.payload)) == payload_of(game, key)


def test_hash_is_sha256_of_canonical_json() -> None:
    text = '{"game":"generic","key":"base","payload":{"higher_wins":true,"players":{"max":100,"min":2}}}'
    assert builtin_ruleset("generic", "base").content_hash == hashlib.sha256(text.encode()).hexdigest()


def test_hash_depends_on_content_not_on_version_or_order() -> None:
    payload = payload_of("danmaku")
    turned = dict(reversed(payload.items()))
    one = Ruleset.from_payload(game="danmaku", key="club", version=1, payload=payload)
    two = Ruleset.from_payload(game="danmaku", key="club", version=2, payload=turned)
    other = Ruleset.from_payload(
        game="danmaku", key="club", version=1, payload=payload | {"edit_order": "seat"}
    )
    assert one.content_hash == two.content_hash
    assert one.content_hash != other.content_hash
    assert one.content_hash != builtin_ruleset("danmaku", "base").content_hash


def test_ruleset_never_changes() -> None:
    source = payload_of("danmaku")
    ruleset = Ruleset.from_payload(game="danmaku", key="club", version=1, payload=source)
    before = ruleset.content_hash
    source["players"]["max"] = 4
    payload: Json = ruleset.payload
    with pytest.raises(TypeError):
        payload["page_dice"] = 9
    with pytest.raises(TypeError):
        payload["players"].update(max=3)
    with pytest.raises(AttributeError):
        ruleset.key = "other"  # type: ignore[misc]
    assert ruleset.payload["players"] == {"min": 2, "max": 5}
    assert ruleset.content_hash == before


def test_ruleset_can_be_copied_pickled_and_hashed() -> None:
    ruleset = builtin_ruleset("danmaku", "base")
    for twin in (copy.deepcopy(ruleset), pickle.loads(pickle.dumps(ruleset))):  # noqa: S301
        assert twin == ruleset
        assert hash(twin) == hash(ruleset)


def test_danmaku_base_holds_every_named_ruling() -> None:
    assert payload_of("danmaku") == {
        "players": {"min": 2, "max": 5},
        "card_set": "base",
        "help_supply": 18,
        "help_deal": "even",
        "help_discard": "supply",
        "level7_extra_turn": {"enabled": False, "max_level": 7, "predeclare": False, "chain": False},
        "edit_order": "reported",
        "simulation_edit_order": "seat",
        "all_equal_basis": "final",
        "page_dice": 8,
        "dice_change": {"most_added": 5, "most_removed": 2},
    }


def test_doujin_base_names_no_deck() -> None:
    assert payload_of("doujin") == {
        "players": {"min": 3, "max": 5},
        "laps": {"3": 4, "4": 3, "5": 3},
        "completion_bonus": 4,
        "tiebreak": "shared",
        "adult_points": 8,
        "light_max": 4,
        "deck": "none",
    }


def test_all_problems_are_listed_at_once() -> None:
    payload = payload_of("danmaku") | {
        "players": {"min": 5, "max": 2}, "edit_order": "alphabet", "page_dice": True, "speed": 3,
    }  # fmt: skip
    del payload["help_supply"]
    payload["level7_extra_turn"]["max_level"] = 9
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_payload(game="danmaku", key="My Club", version=0, payload=payload)
    assert sorted((p.code, p.path) for p in caught.value.problems) == [
        ("core.bad_key", ""),
        ("core.bad_version", ""),
        ("core.payload_choice", "/edit_order"),
        ("core.payload_missing", ""),
        ("core.payload_range", "/level7_extra_turn/max_level"),
        ("core.payload_range", "/players/max"),
        ("core.payload_type", "/page_dice"),
        ("core.payload_unknown", "/speed"),
    ]
    assert len(caught.value.render("ja").splitlines()) == 8


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("danmaku", {"players": {"min": 2, "max": 6}}),
        ("danmaku", {"players": [2, 5]}),
        ("danmaku", {"help_supply": -1}),
        pytest.param("danmaku", {"help_supply": 10**5000}, id="huge"),
        ("danmaku", {"help_deal": "random"}),
        ("danmaku", {"help_deal": {"2": [{"untapped": 1, "tapped": 0}]}}),
        ("danmaku", {"simulation_edit_order": "reported"}),
        ("danmaku", {"level7_extra_turn": {"enabled": "yes"}}),
        ("danmaku", {"all_equal_basis": None}),
        ("doujin", {"tiebreak": "draw"}),
        ("doujin", {"deck": "real"}),
        ("doujin", {"laps": {"3": 4}}),
        ("doujin", {"completion_bonus": 4.0}),
        ("generic", {"higher_wins": 1}),
        ("generic", {"players": {"min": 1, "max": 100}}),
    ],
)
def test_impossible_value_is_refused(game: str, change: dict[str, Json]) -> None:
    with pytest.raises(RulesetError):
        Ruleset.from_payload(game=game, key="x", version=1, payload=payload_of(game) | change)


@pytest.mark.parametrize("payload", [None, [], "text", {1: 2}, {"players": {1: {}}}])
def test_rubbish_is_refused_without_raising_anything_else(payload: Json) -> None:
    for game in ("danmaku", "doujin", "generic", "chess", None):
        with pytest.raises(RulesetError):
            Ruleset.from_payload(game=game, key="x", version=1, payload=payload)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({"adult_points": 7}, [("KD-19", "/adult_points")]),
        ({"light_max": 3}, [("KD-19", "/light_max")]),
        ({"light_max": 0, "adult_points": 9}, [("KD-19", "/adult_points"), ("KD-19", "/light_max")]),
        ({"light_max": 9}, []),
        ({"light_max": -1, "adult_points": 10**30}, [("FMT-6", "/adult_points"), ("FMT-6", "/light_max")]),
        ({"light_max": "3"}, [("FMT-6", "/light_max")]),
    ],
)
def test_kd_19_the_points_of_hands_fit_the_cards_of_the_deck(
    change: dict[str, Json], problems: list[tuple[str, str]]
) -> None:
    invented = tomllib.loads(files("games.cardsets").joinpath("doujin-invented.toml").read_text("utf-8"))
    for deck in ("invented", invented):
        payload = payload_of("doujin") | {"deck": deck} | change
        if not problems:
            accepted = Ruleset.from_payload(game="doujin", key="x", version=1, payload=payload)
            assert accepted.payload["light_max"] == change["light_max"]
            continue
        with pytest.raises(RulesetError) as caught:
            Ruleset.from_payload(game="doujin", key="x", version=1, payload=payload)
        assert sorted((problem.rule, problem.path) for problem in caught.value.problems) == problems
        assert caught.value.render("ja") != caught.value.render("en")


def test_kd_19_without_a_deck_the_points_of_hands_are_up_to_the_ruleset() -> None:
    payload = payload_of("doujin") | {"adult_points": 7, "light_max": 3}
    assert Ruleset.from_payload(game="doujin", key="x", version=1, payload=payload).payload["light_max"] == 3


def own_deal(*dealt: int) -> dict[str, Json]:
    """Return a help deal in which every seat of n players gets the n-th number of cards."""
    counts = zip(range(2, 6), dealt, strict=True)
    return {str(n): [{"untapped": cards, "tapped": 0}] * n for n, cards in counts}


def test_own_help_deal_is_accepted_up_to_the_supply() -> None:
    payload = payload_of("danmaku")
    fits = payload | {"help_deal": own_deal(9, 6, 4, 3)}
    Ruleset.from_payload(game="danmaku", key="x", version=1, payload=fits)
    over = payload | {"help_deal": own_deal(9, 6, 5, 3)}
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_payload(game="danmaku", key="x", version=1, payload=over)
    assert [(p.rule, p.path) for p in caught.value.problems] == [("DG-3", "/help_deal/4")]
