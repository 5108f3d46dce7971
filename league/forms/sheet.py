"""A posted result sheet as text, field by field. Whatever was typed stays as it was typed.

A sheet is read from flat fields (`seat-1-player`, `seat-1-front`, …), so the same form works with and without
scripts, and a draft is nothing but those fields.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from games.core.participation import FULL

MOST_SEATS: Final = 100
MOST_CARDS: Final = 40
USUAL_SEATS: Final = 4
NOT_KEPT: Final = frozenset({"csrfmiddlewaretoken", "do", "save"})
_SEAT_FIELD: Final = re.compile(r"seat-([1-9][0-9]{0,2})-", re.ASCII)
_CARD_FIELD: Final = re.compile(r"seat-[0-9]+-card-([1-9][0-9]?)-", re.ASCII)
_KEY: Final = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)

Fields: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardText:
    """One card of a final hand."""

    colour: str = ""
    side: str = ""
    points: str = ""

    @property
    def blank(self) -> bool:
        """Whether nothing was typed; a side alone says nothing."""
        return not (self.colour or self.points)


@dataclass(frozen=True, slots=True)
class SeatText:
    """One seat as typed."""

    player: str = ""
    new: bool = False
    reading: str = ""
    guest: bool = False
    participation: str = FULL
    front: str = ""
    back: str = ""
    front_dice: str = ""
    back_dice: str = ""
    total: str = ""
    order: str = ""
    untapped: str = ""
    tapped: str = ""
    placement: str = ""
    cards: tuple[CardText, ...] = ()

    @property
    def played_on(self) -> bool:
        """Whether nothing else is said than that somebody played to the end."""
        return self.participation == FULL

    @property
    def blank(self) -> bool:
        """Whether nobody sat here as far as the sheet tells; help cards are preset and say nothing."""
        numbers = (self.front, self.back, self.front_dice, self.back_dice, self.total, self.order)
        return not (
            self.player.strip()
            or self.placement
            or not self.played_on
            or any(numbers)
            or any(not card.blank for card in self.cards)
        )


TEXTS: Final = (
    "player", "reading", "front", "back", "front_dice", "back_dice",
    "total", "order", "untapped", "tapped", "placement",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet as typed. `game` is "game/ruleset"; `key` makes sending twice the same as sending once."""

    key: str
    draft: str = ""
    day: str = ""
    other_day: str = ""
    game: str = ""
    round: str = ""
    number: str = ""
    number_preset: str = ""
    unfinished: bool = False
    trigger: str = ""
    laps: str = ""
    early_bird: str = ""
    no_seats: bool = False
    new_people: bool = False
    onto: str = ""
    accept: bool = False
    reason: str = ""
    seats: tuple[SeatText, ...] = field(default=())

    @property
    def game_key(self) -> str:
        """The game alone."""
        return self.game.partition("/")[0]

    @property
    def ruleset_key(self) -> str:
        """The ruleset alone."""
        return self.game.partition("/")[2] or "base"

    @property
    def club_day(self) -> str:
        """The day of the meeting: the chosen one, or the one typed beside it."""
        return self.other_day if self.other_day_counts else self.day

    @property
    def other_day_counts(self) -> bool:
        """Whether the day is the one typed beside the list."""
        return self.day in {"", "other"}

    @property
    def played(self) -> tuple[SeatText, ...]:
        """The seats up to the last one at which something was typed."""
        last = max((index for index, seat in enumerate(self.seats) if not seat.blank), default=-1)
        return self.seats[: last + 1]

    @property
    def early_bird_astray(self) -> bool:
        """Whether the early bird is somebody who isn't on the sheet."""
        if self.game_key != "doujin" or self.early_bird in {"", "none"}:
            return False
        return self.early_bird not in {str(number) for number in range(1, len(self.played) + 1)}

    @property
    def blank(self) -> bool:
        """Whether nothing but presets is on it."""
        return not self.played


def sheet_of(fields: Fields) -> Sheet:
    """Read a sheet from posted fields; unknown ones are left alone."""
    text = fields.get
    key = text("key", "")
    return Sheet(
        key=key if _KEY.fullmatch(key) else str(uuid.uuid4()),
        draft=text("draft", ""),
        day=text("day", ""),
        other_day=text("other-day", ""),
        game=text("game", "").replace("\x00", "\ufffd") or "danmaku/base",
        round=text("round", ""),
        number=text("number", ""),
        number_preset=text("number-preset", ""),
        unfinished="unfinished" in fields,
        trigger=text("trigger", ""),
        laps=text("laps", ""),
        early_bird=text("early-bird", ""),
        no_seats="no-seats" in fields,
        new_people="new-people" in fields,
        onto=text("onto", ""),
        accept="accept" in fields,
        reason=text("reason", ""),
        seats=tuple(_seat(fields, number) for number in range(1, _seat_count(fields) + 1)),
    )


def kept_fields(fields: Fields) -> dict[str, str]:
    """Return what a draft keeps: everything typed, without tokens and buttons."""
    return {name: value for name, value in fields.items() if name not in NOT_KEPT}


def seats_resized(sheet: Sheet, count: int) -> Sheet:
    """Return the sheet with this many seats; new ones are empty, and only empty ones can go."""
    kept = max(count, len(sheet.played))
    seats = (*sheet.seats[:kept], *(SeatText() for _ in range(kept - len(sheet.seats))))
    return replace(sheet, seats=seats[:MOST_SEATS])


def seats_swapped(sheet: Sheet, number: int) -> Sheet:
    """Return the sheet with a seat and the next one changed; help cards belong to the seat and stay."""
    if not 1 <= number < len(sheet.seats):
        return sheet
    seats = list(sheet.seats)
    one, other = seats[number - 1], seats[number]
    seats[number - 1] = replace(other, untapped=one.untapped, tapped=one.tapped)
    seats[number] = replace(one, untapped=other.untapped, tapped=other.tapped)
    return replace(sheet, seats=tuple(seats))


def card_added(sheet: Sheet, number: int) -> Sheet:
    """Return the sheet with one more empty card in a seat's hand."""
    if not 1 <= number <= len(sheet.seats):
        return sheet
    seats = list(sheet.seats)
    seat = seats[number - 1]
    seats[number - 1] = replace(seat, cards=(*seat.cards, CardText())[:MOST_CARDS])
    return replace(sheet, seats=tuple(seats))


def _seat_count(fields: Fields) -> int:
    """Return how many seats the sheet says it has, but never fewer than it holds fields of."""
    found = max((int(match[1]) for match in map(_SEAT_FIELD.match, fields) if match), default=0)
    stated = fields.get("seats", "")
    if stated.isascii() and stated.isdigit() and len(stated) <= 3:  # noqa: PLR2004 - up to MOST_SEATS
        return max(1, min(max(int(stated), found), MOST_SEATS))
    return min(found or USUAL_SEATS, MOST_SEATS)


def _seat(fields: Fields, number: int) -> SeatText:
    start = f"seat-{number}-"
    texts = {name: fields.get(start + name.replace("_", "-"), "") for name in TEXTS}
    return SeatText(
        **texts,
        new=start + "new" in fields,
        guest=start + "guest" in fields,
        participation=fields.get(start + "participation", "") or FULL,
        cards=_cards(fields, start),
    )


def _cards(fields: Fields, start: str) -> tuple[CardText, ...]:
    numbers = [
        int(match[1]) for name in fields if name.startswith(start) and (match := _CARD_FIELD.match(name))
    ]
    return tuple(
        CardText(
            colour=fields.get(f"{start}card-{card}-colour", ""),
            side=fields.get(f"{start}card-{card}-side", ""),
            points=fields.get(f"{start}card-{card}-points", ""),
        )
        for card in range(1, min(max(numbers, default=0), MOST_CARDS) + 1)
    )
