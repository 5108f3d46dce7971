"""Sentences about the cards of a deck, in Japanese and English."""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

MESSAGES: Final[dict[str, Message]] = {
    "doujin.step_same": Message(
        "「{name}」が渡す本人({given})です。別の人にしてください。",
        '"{name}" is the one who gives ({given}); please name somebody else.',
    ),
    "doujin.cancel_nothing": Message(
        'cancel を使えるのは window = "event-revealed" の切札だけです。',
        'Only a trump with window = "event-revealed" can cancel.',
    ),
    "doujin.deck_colour": Message(
        "{colour}の同人カードがありません。", "There is no doujin card of the colour {colour}."
    ),
    "doujin.deck_trumps": Message(
        "切札が{given}枚です。5人で遊べるように{low}枚以上にしてください。",
        "There are {given} trumps; five players need at least {low}.",
    ),
    "doujin.deck_censorship": Message(
        "18禁カードを闇にするイベントはちょうど1種類です(このファイルでは{given}種類)。",
        "Exactly one kind of event turns adult cards dark (here: {given}).",
    ),
    "doujin.deck_blackens": Message(
        '「{name}」は18禁カードを闇にするだけです。side = "light" を書いてください。',
        '"{name}" only turns adult cards dark; please add side = "light".',
    ),
}
