"""Bad input at the entry page: a clear 4xx at the field, never a 5xx, and nothing typed lost."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import Submission, Table
from tests.league.views import entry_world as make
from tests.league.views.entry_world import text

pytestmark = pytest.mark.django_db

# Field and value, where the finding must stand.
BAD = {
    "eight with eight dice": ({"seat_1_front_dice": "12345655", "seat_1_front": "8"}, "seat-1-front"),
    "nine equal dice": ({"seat_1_front_dice": "555555555", "seat_1_front": "9"}, "seat-1-front"),
    "a die with a seven": ({"seat_1_front_dice": "12345678"}, "seat-1-front-dice"),
    "a die that is a letter": ({"seat_1_back_dice": "1234a566"}, "seat-1-back-dice"),
    "too few dice": ({"seat_1_front_dice": "123"}, "seat-1-front-dice"),
    "a page of fifteen": ({"seat_1_front": "15"}, "seat-1-front"),
    "a negative page": ({"seat_1_back": "-1"}, "seat-1-back"),
    "a page in words": ({"seat_1_front": "five"}, "seat-1-front"),
    "a page in scientific notation": ({"seat_1_front": "1e3"}, "seat-1-front"),
    "half a point": ({"seat_1_front": "½"}, "seat-1-front"),
    "a page and a half": ({"seat_1_front": "5.5"}, "seat-1-front"),
    "twenty digits": ({"seat_1_front": "9" * 20}, "seat-1-front"),
    "four hundred digits": ({"seat_1_front": "9" * 400}, "seat-1-front"),
    "a wrong sum": ({"seat_1_total": "10"}, "seat-1-total"),
    "an impossible total": (
        {"seat_1_front": "", "seat_1_back": "", "seat_1_total": "24"}, "seat-1-total"),
    "an order twice": ({"seat_1_order": "1"}, "seat-2-order"),
    "an order out of range": ({"seat_1_order": "3"}, "seat-1-order"),
    "negative help": ({"seat_1_untapped": "-1"}, "seat-1-untapped"),
    "help in words": ({"seat_1_tapped": "none"}, "seat-1-tapped"),
    "a trigger seat that isn't there": ({"trigger": "4"}, "trigger"),
    "a name of white space": ({"seat_1_player": " \u3000 "}, "seat-1-player"),
    "a zero-width name": ({"seat_1_player": "\u200b\u200b", "seat_1_new": "on"}, "seat-1-player"),
    "a right-to-left override": ({"seat_1_player": "\u202eevil", "seat_1_new": "on"}, "seat-1-player"),
    "a NUL in a name": ({"seat_1_player": "a\x00b", "seat_1_new": "on"}, "seat-1-player"),
    "a long name": ({"seat_1_player": "あ" * 101, "seat_1_new": "on"}, "seat-1-player"),
    "an unknown game": ({"game": "mahjong/base"}, "game"),
    "an unknown ruleset": ({"game": "danmaku/none"}, "game"),
    "a hostile game": ({"game": "../../etc\x00/x"}, "game"),
    "a NUL in the round": ({"round": "1\x00"}, "round"),
    "a huge number": ({"number": "9" * 20}, "number"),
    "a year zero": ({"day": "0000-01-01"}, "day"),
    "a hostile day": ({"day": "%00%0a<svg>"}, "day"),
}  # fmt: skip


@pytest.fixture
def world() -> make.World:
    return make.world_make()


def marked(page: str) -> set[str]:
    """Return the names of the fields that are marked as wrong."""
    return {
        name
        for tag in re.findall(r'<(?:input|select)[^>]*aria-invalid="true"[^>]*>', page)
        for name in re.findall(r'name="([^"]+)"', tag)
    }


@pytest.mark.parametrize("case", BAD)
def test_bad_reports_are_refused_at_their_field(world: make.World, case: str) -> None:
    changes, where = BAD[case]
    fields = make.danmaku(**changes)
    response = world.scorer.post(world.url, fields)
    assert response.status_code == 422
    assert where in marked(text(response))
    assert not Table.objects.exists()
    for name, value in fields.items():
        if name.startswith("seat-") and "\x00" not in value:
            assert html.escape(value) in text(response), name


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"seat_1_total": "x"}, "seat-1-total"),
        ({"laps": "9"}, "laps"),
        ({"seat_1_card_1_colour": "red", "seat_1_card_1_points": "3"}, "seat-1-card-1-colour"),
        ({"seat_1_card_1_colour": "cover", "seat_1_card_1_points": "5"}, "seat-1-card-1-points"),
        ({"seat_1_card_2_colour": "adult", "seat_1_card_2_points": "9"}, "seat-1-card-2-points"),
        ({"seat_1_total": ""}, "seat-1-total"),
    ],
)
def test_bad_doujin_reports(world: make.World, changes: dict[str, str], where: str) -> None:
    response = world.scorer.post(world.url, make.doujin(**changes))
    assert response.status_code == 422
    assert where in marked(text(response))


def test_the_adult_card_does_not_complete_the_colours(world: make.World) -> None:
    cards = {
        f"seat_1_card_{number}_{part}": value
        for number, colour in enumerate(("cover", "genre", "element", "adult"), start=1)
        for part, value in (("colour", colour), ("points", "8" if colour == "adult" else "1"))
    }
    response = world.scorer.post(world.url, make.doujin(**cards, seat_1_total="15"))
    assert response.status_code == 422
    assert "18禁は名誉の4色に数えません。" in text(response)
    assert "KD-17" in text(response)


@pytest.mark.parametrize(
    ("dice", "words"),
    [("1" * 61, "60"), ("00000000", "1個目のダイスは1から6まで"), ("abcdefgh", "1番目は整数で")],
)
def test_many_wrong_dice_are_one_mistake(world: make.World, dice: str, words: str) -> None:
    page = text(world.scorer.post(world.url, make.danmaku(seat_1_front="", seat_1_front_dice=dice)))
    said = page.split('id="says-1"')[1].split("</div>")[0]
    assert said.count("<p ") == 1
    assert words in said


@pytest.mark.parametrize("early_bird", ["4", "0", "９", "<svg>"])
def test_an_early_bird_who_did_not_play_is_refused(world: make.World, early_bird: str) -> None:
    response = world.scorer.post(world.url, make.doujin(seats="4", early_bird=early_bird))
    assert response.status_code == 422
    assert "早割は、遊んだ席の中から選んでください。" in text(response)
    assert not Table.objects.exists()


def test_a_score_that_is_no_number_is_the_only_thing_said(world: make.World) -> None:
    page = text(world.scorer.post(world.url, make.danmaku(seat_1_front="1e3")))
    assert "評価点は整数で書いてください" in page
    assert "合計がありません" not in page


@pytest.mark.parametrize("seats", ["0", "1", "-1", "٣"])
def test_a_wrong_number_of_seats_loses_none(world: make.World, seats: str) -> None:
    page = text(world.scorer.post(world.url, make.danmaku(seats=seats, do="check")))
    assert html.escape("北川 そら") in page.split('name="seat-2-player"')[1][:200]


UNREADABLE = {
    "bytes that are no UTF-8": b"%ff%fe",
    "half a surrogate pair": b"%ed%a0%80",
    "a replacement character": b"%ef%bf%bd",
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_could_not_be_read_is_no_name(world: make.World, case: str) -> None:
    fields = urlencode(make.danmaku(seat_1_player="ODD", seat_1_new="on")).encode()
    form = "application/x-www-form-urlencoded"
    for do in (b"do=send", b"do=send-unconfirmed"):
        body = fields.replace(b"ODD", b"a" + UNREADABLE[case]).replace(b"do=send", do)
        response = world.scorer.generic("POST", world.url, body, content_type=form)
        assert response.status_code == 422
        assert "seat-1-player" in marked(response.content.decode())


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data", b"--x\r\n", 400),
        ("multipart/form-data; boundary=x", b"--x\r\nhalf", 422),
        ("application/x-www-form-urlencoded; charset=shift_jis", "名".encode("cp932"), 400),
        ("application/x-www-form-urlencoded; charset=klingon", b"do=send", 422),
        ("text/plain", b"do=send", 422),
    ],
)
def test_odd_kinds_of_bodies_are_refused(world: make.World, kind: str, body: bytes, status: int) -> None:
    assert world.scorer.generic("POST", world.url, body, content_type=kind).status_code == status


def test_a_file_is_no_name(world: make.World) -> None:
    upload = SimpleUploadedFile("name.txt", "みずき".encode())
    fields = make.danmaku(seat_1_player=None)
    response = world.scorer.post(world.url, {**fields, "seat-1-player": upload})
    assert response.status_code == 422
    assert "seat-1-player" in marked(text(response))


@pytest.mark.parametrize("value", ["1e5", "NaN", "Infinity", "12,5", "1_000", "0.12345", "9" * 13])
def test_bad_generic_totals(world: make.World, value: str) -> None:
    response = world.scorer.post(world.url, make.generic(seat_1_total=value))
    assert response.status_code == 422
    assert "seat-1-total" in marked(text(response))


def test_a_nul_in_a_newcomers_name_is_refused_even_without_confirming(world: make.World) -> None:
    fields = make.danmaku(seat_1_player="a\x00b", seat_1_new="on", do="send-unconfirmed")
    response = world.scorer.post(world.url, fields)
    assert response.status_code == 422
    assert "seat-1-player" in marked(text(response))


@pytest.mark.parametrize(
    "name",
    [
        "<svg/onload=alert(1)>",
        '"><script>alert(1)</script>',
        "{{ 7*7 }}",
        "{% debug %}",
        "🀄👨‍👩‍👧‍👦",
        "か\u3099ん",
    ],
)
def test_odd_names_are_text(world: make.World, name: str) -> None:
    refused = text(world.scorer.post(world.url, make.danmaku(seat_1_player=name)))
    assert html.escape(name) in refused
    assert "<svg/onload" not in refused
    taken = text(world.scorer.post(world.url, make.danmaku(seat_1_player=name, seat_1_new="on"), follow=True))
    assert make.only_report(world.club).state == "confirmed"
    assert "<svg/onload" not in taken
    assert "<script>alert" not in taken


def test_decomposed_kana_are_the_same_person(world: make.World) -> None:
    world.scorer.post(world.url, make.danmaku(seat_1_player="がん", seat_1_new="on"))
    response = world.scorer.post(
        world.url, make.danmaku(key="44444444-4444", number="2", seat_1_player="か\u3099ん")
    )
    assert response.status_code == 303


ODD_IDS = ("9" * 20, "\x00", "%00", "../", "a" * 300, "' OR 1=1 --", "𝟏", "aaaaaaaaaaaaaaaa")


@pytest.mark.parametrize("odd", ODD_IDS)
def test_odd_ids_are_nobodys(world: make.World, odd: str) -> None:
    assert world.scorer.get(world.url, {"draft": odd, "day": odd, "game": odd}).status_code == 200
    assert world.scorer.get(f"{world.url}names/", {"q": odd, "day": odd}).status_code == 200
    assert world.scorer.post(world.url, make.danmaku(do="onto", onto=odd)).status_code == 422
    assert world.scorer.post(world.url, make.danmaku(do="check", draft=odd, seats=odd)).status_code == 200
    assert world.scorer.post(f"{world.url}check/", make.danmaku(draft=odd, save="1")).status_code == 200


def test_another_clubs_draft_is_nobodys(world: make.World) -> None:
    other = make.world_make("midori")
    other.scorer.post(other.url, make.danmaku(do="draft"))
    draft = Submission.objects.get()
    response = world.scorer.post(world.url, make.danmaku(draft=draft.public_id))
    assert response.status_code == 303
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_a_name_of_ten_megabytes_is_refused_as_too_much(world: make.World) -> None:
    response = world.scorer.post(world.url, make.danmaku(seat_1_player="a" * 10_000_000))
    assert response.status_code == 400


def test_a_name_of_one_megabyte_is_refused_at_its_field(world: make.World) -> None:
    response = world.scorer.post(world.url, make.danmaku(seat_1_player="a" * 1_000_000))
    assert response.status_code == 422
    assert "seat-1-player" in marked(text(response))


def test_a_draft_beyond_any_size_is_refused_and_shown(world: make.World) -> None:
    response = world.scorer.post(world.url, make.danmaku(do="draft", seat_1_reading="a" * 300_000))
    assert response.status_code == 413
    assert not Submission.objects.exists()


def test_json_nested_deep_is_no_sheet(world: make.World) -> None:
    body = "[" * 5000 + "]" * 5000
    response = world.scorer.post(world.url, body, content_type="application/json")
    assert response.status_code == 422


def test_three_thousand_fields_are_refused(world: make.World) -> None:
    assert world.scorer.post(world.url, {f"seat-{n}-front": "1" for n in range(3000)}).status_code == 400


VALUES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["", "0", "5", "-1", "9" * 25, "8", "\x00", "٣", "５", "1e9", "on", "adult", "dark", "none"]
    ),
)
NAMES = st.sampled_from(
    ["key", "draft", "day", "other-day", "game", "round", "number", "number-preset", "seats", "unfinished",
     "trigger", "laps", "early-bird", "no-seats", "new-people", "onto", "accept", "reason", "do", "save", "typing"]
    + [f"seat-{n}-{name}" for n in (1, 2, 3) for name in
       ("player", "new", "reading", "guest", "front", "back", "front-dice", "back-dice", "total", "order",
        "participation", "untapped", "tapped", "placement", "card-1-colour", "card-1-side", "card-1-points",
        "card-99-points")]
)  # fmt: skip
GAMES = st.sampled_from([make.danmaku, make.doujin, make.generic])
BUTTONS = st.sampled_from(
    ["send", "send-unconfirmed", "onto", "number:2", "check", "draft", "swap:1", "add-card:2", "x"]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sheet=GAMES, changes=st.dictionaries(NAMES, VALUES, max_size=6), do=BUTTONS)
def test_no_sheet_is_a_server_error(
    world: make.World, sheet: object, changes: dict[str, str], do: str
) -> None:
    assert callable(sheet)
    fields = sheet() | {"do": do} | changes
    assert world.scorer.post(world.url, fields).status_code in {200, 303, 409, 413, 422}
    assert world.scorer.post(f"{world.url}check/", fields).status_code == 200
