"""Opaque public ids and the packed order key: the two kinds of identifier that leave the database."""

import secrets
from datetime import date

BEHIND_ALL_TABLES = "9999-12-31/99999/99999"
"""The order key of a change that moves no table but what ladders add to them: it sorts behind every table."""

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 16
MAX_ROUND_OR_NUMBER = 99_999


def new_public_id() -> str:
    """Return a random id of 16 characters (79 bits) without look-alike characters, for URLs and the API."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def order_key(club_day: date, round_: int, number: int) -> str:
    """Pack (club_day, round, number), the total order of tables, into text that sorts the same (DESIGN §6)."""
    return order_key_at(club_day.isoformat(), round_, number)


def order_key_at(day: str, round_: int, number: int) -> str:
    """Return the order key of a place whose day is ISO text already."""
    return f"{day}/{round_:05d}/{number:05d}"


def order_key_of_day(club_day: date) -> str:
    """Return the lower bound of the order keys of a day: it sorts before every table of that day."""
    return club_day.isoformat()
