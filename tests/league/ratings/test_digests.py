"""Digests change exactly when a rating input changes."""

from dataclasses import replace

from league.ratings.digests import DigestTable, segment_digest, version_hash
from league.ratings.parameters import PRESETS

TABLE = DigestTable("2025-01-04/00001/00001", "t1", (("p1", 1), ("p2", 2)))
OTHER = DigestTable("2025-01-04/00001/00002", "t2", (("p1", 2), ("p2", 1)))


def _version(**changes: object) -> str:
    content = {
        "games": [],
        "rulesets": [],
        "seasons": [],
        "formula": "elo",
        "parameters": PRESETS["steady"].as_json(),
    }
    return version_hash(**{**content, **changes})  # type: ignore[arg-type]


def test_digest_is_stable_across_releases() -> None:
    assert segment_digest("", "v", [TABLE, OTHER]) == (
        "4edd7dae4f4e01cac6a630635581653b260595fe7e955e2a7dc7a8811cbd6aca"
    )


def test_listing_order_of_players_means_nothing() -> None:
    turned = replace(TABLE, placements=tuple(reversed(TABLE.placements)))

    assert segment_digest("", "v", [turned]) == segment_digest("", "v", [TABLE])


def test_everything_that_is_rated_is_sealed() -> None:
    variants = [
        segment_digest("", "v", [TABLE, OTHER]),
        segment_digest("x", "v", [TABLE, OTHER]),
        segment_digest("", "w", [TABLE, OTHER]),
        segment_digest("", "v", [OTHER, TABLE]),
        segment_digest("", "v", [TABLE]),
        segment_digest("", "v", []),
        segment_digest("", "v", [replace(TABLE, order_key="2025-01-05/00001/00001"), OTHER]),
        segment_digest("", "v", [replace(TABLE, public_id="t3"), OTHER]),
        segment_digest("", "v", [replace(TABLE, placements=(("p1", 1), ("p2", 1))), OTHER]),
        segment_digest("", "v", [replace(TABLE, placements=(("p1", 1), ("p3", 2))), OTHER]),
    ]

    assert len(set(variants)) == len(variants)


def test_version_hash_ignores_the_order_of_filters() -> None:
    assert _version(games=["doujin", "danmaku"]) == _version(games=["danmaku", "doujin"])


def test_version_hash_knows_every_part() -> None:
    variants = [
        _version(),
        _version(games=["danmaku"]),
        _version(rulesets=["danmaku"]),
        _version(seasons=["danmaku"]),
        _version(formula="other"),
        _version(parameters=PRESETS["standard"].as_json()),
    ]

    assert len(set(variants)) == len(variants)
