"""One look at a sheet: what the referee and the list of people say about it. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext

from league.forms.place import place_of
from league.forms.report import number_of, report_of
from league.selectors.help_deals import GAME as HELP_CARDS_GAME
from league.selectors.help_deals import deal_of_table
from league.selectors.name_search import people_meant
from league.services.errors import Refused, ReportRefused
from league.services.people import players_by_name
from league.services.reports import report_judge
from league.views.entry_page import Say, Verdict, verdict_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.game import Judgement
    from league.forms.sheet import Sheet
    from league.models import Club, Table
    from league.selectors.name_search import Found
    from league.services.errors import NumberTaken

SUGGESTED = 3


@dataclass(slots=True)
class Look:
    """A sheet with everything that is said about it, and why it was not taken in, if it was sent.

    `earlier` is the report that was stored from this sheet before it was changed; `way` is how it was sent when its
    number turned out to be taken.
    """

    sheet: Sheet
    judgement: Judgement | None = None
    verdict: Verdict = field(default_factory=Verdict)
    unknown: frozenset[int] = frozenset()
    taken: NumberTaken | None = None
    notice: str = ""
    good: bool = True
    status: int = HTTPStatus.OK
    focus: str = ""
    earlier: str = ""
    way: str = ""

    def refuse(self, message: str, *, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> None:
        """Note that the sheet was not taken in, and why in general."""
        self.notice, self.status, self.good = message, status, False


def look(
    club: Club, sheet: Sheet, *, live: bool = False, typing: str = "", onto: Table | None = None
) -> Look:
    """Judge a sheet once. `live` holds back what isn't typed yet; the name in the field `typing` isn't looked up."""
    found = Look(sheet)
    try:
        judged = report_judge(club=club, report=report_of(sheet), table=onto)
    except ReportRefused as refusal:
        found.verdict.says.append(Say("error", gettext("Please choose a game from the list."), "game"))
        found.verdict.state = "error"
        if not refusal.findings:
            found.verdict.says.append(Say("error", str(refusal.message)))
        return found
    except Refused as refusal:
        found.verdict.says.append(Say("error", str(refusal.message), "game"))
        found.verdict.state = "error"
        return found
    found.judgement = judged.judgement
    found.verdict = verdict_of(
        sheet,
        judged.judgement,
        language=get_language() or "ja",
        tiebreak=str(judged.ruleset.payload.get("tiebreak", "")),
        live=live,
    )
    _look_at_names(club, found, typing)
    _look_at_place(found)
    _look_at_cards(club, found, judged.ruleset.content_hash)
    return found


def _look_at_names(club: Club, found: Look, typing: str) -> None:
    """Ask about every name that nobody has yet, unless it is on purpose."""
    names = {
        number: seat.player.strip()
        for number, seat in enumerate(found.sheet.played, start=1)
        if seat.player.strip() and f"seat-{number}-player" != typing
    }
    known = players_by_name(club=club, names=[name for name in names.values() if "\x00" not in name])
    unknown = {number for number, name in names.items() if name not in known}
    asked = {n for n in unknown if not (found.sheet.new_people or found.sheet.seats[n - 1].new)}
    found.unknown = frozenset(unknown)
    if asked and found.verdict.state == "fine":
        found.verdict.state, found.verdict.missing = "missing", sorted(asked)
    if not asked:
        return
    likely = people_meant(club_id=club.pk, names={names[number] for number in asked}, limit=SUGGESTED)
    found.verdict.says += [
        Say("question", _who_is_that(likely[names[number]]), f"seat-{number}-player")
        for number in sorted(asked)
    ]


def _who_is_that(likely: Sequence[Found]) -> str:
    """Ask who is meant, and name those whom the words can mean: without scripts there are no suggestions."""
    question = gettext("Nobody here has this name yet. Choose a suggestion, or tick: a new person.")
    if not likely:
        return question
    return question + " " + gettext("Is it {names}?").format(names="、".join(one.name for one in likely))


def _look_at_place(found: Look) -> None:
    wrong = {
        "day": gettext("Please choose a day of the calendar for the meeting."),
        "round": gettext("The round is a whole number from 1."),
        "number": gettext("The table is a whole number from 1."),
    }
    for name in place_of(found.sheet).wrong:
        field = "other-day" if name == "day" and found.sheet.other_day_counts else name
        found.verdict.says.append(Say("error", wrong[name], field))
        found.verdict.state = "error"
    if found.sheet.early_bird_astray:
        message = gettext("The early bird must be one of the seats that played.")
        found.verdict.says.append(Say("error", message, "early-bird"))
        found.verdict.state = "error"


def _look_at_cards(club: Club, found: Look, ruleset_hash: str) -> None:
    """Say where a sheet has other help cards than were drawn for its table; what was dealt counts, so it's no error."""
    sheet, place = found.sheet, place_of(found.sheet)
    if sheet.game_key != HELP_CARDS_GAME or place.club_day is None or place.number is None:
        return
    drawn = deal_of_table(
        club_id=club.pk,
        day=place.club_day,
        number=place.number,
        players=len(sheet.seats),
        ruleset_hash=ruleset_hash,
    )
    if drawn is None:
        return
    for number, (seat, cards) in enumerate(zip(sheet.seats, drawn.cards, strict=True), start=1):
        typed = (number_of(seat.untapped or "0"), number_of(seat.tapped or "0"))
        if typed != cards:
            words = gettext(
                "By lot this seat was to get {cards} help cards. If it got others, leave it as typed."
            )
            said = words.format(cards=sum(cards))
            found.verdict.says.append(Say("info", said, f"seat-{number}-untapped"))
