"""PUBLIC_URL goes into wiki pages: only plain addresses are let in."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.public_url import public_url


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        ("https://club.example", "https://club.example"),
        (" https://club.example/ ", "https://club.example"),
        ("http://127.0.0.1:8000/league/", "http://127.0.0.1:8000/league"),
    ],
)
def test_plain_addresses_are_kept(given: str, kept: str) -> None:
    assert public_url(given) == kept


@pytest.mark.parametrize(
    "given",
    [
        "club.example",
        "ftp://club.example",
        "https://",
        "https://-a",
        "https://user@club.example",
        "https://club.example/?a=1",
        "https://club.example/#a",
        "https://club.example/a__b",
        "https://club.example/]]x",
        "https://club.example//a",
        "javascript:alert(1)",
    ],
)
def test_others_are_refused(given: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        public_url(given)
