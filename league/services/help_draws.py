"""Draws deals of help cards that differ by one card at one seat a table, so that a card's worth can be learnt.

A table is drawn for once. Drawing again needs a reason, and what was drawn before is kept, withdrawn: nobody can draw
until it suits them without everybody seeing it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.fairness.deal import deal_draw
from league.models import HelpDeal, HelpDraw
from league.models.ids import MAX_ROUND_OR_NUMBER
from league.selectors.help_deals import GAME, base_deal, deal_changed, numbers_reported, usual_bounds
from league.services.changes import club_change
from league.services.decisions import reason_check
from league.services.errors import Invalid, WrongState
from league.services.meetings import meeting_ensure
from league.services.policy import Verb, authorise, authorise_closed
from league.services.rulesets import ruleset_find

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from league.fairness.deal import Deal
    from league.models import Club, Ruleset
    from league.services.actors import Actor
    from league.services.changes import Change

MOST_TABLES = 30
_SEED_BITS = 48


def help_draw(
    *,
    actor: Actor,
    club: Club,
    club_day: date,
    ruleset_key: str,
    players: int,
    numbers: Sequence[int],
    reason: str = "",
) -> HelpDraw:
    """Draw for tables of a day, one seat each; `reason` is needed where something was drawn for one of them before.

    Raises:
        NotAllowed: the role doesn't include reporting, or the season is closed.
        Invalid: no such ruleset, a number of players it isn't for, no tables or too many of them.
        WrongState: a table is reported already, or was drawn for and no reason is given.
    """
    authorise(actor=actor, verb=Verb.REPORT, club=club)
    ruleset = _ruleset(club, ruleset_key)
    base = _base(club, ruleset_key, players)
    wanted = _numbers(numbers)
    reason = reason_check(reason, needed=False)
    seed = secrets.randbits(_SEED_BITS)
    counts = [sum(cards) for cards in base]
    drawn = deal_draw(seed, [counts] * len(wanted), supply=ruleset.payload["help_supply"])
    with club_change(actor=actor, club=club, what="help.draw") as change:
        meeting = meeting_ensure(change=change, club_day=club_day)
        authorise_closed(actor=actor, verb=Verb.REPORT, club=club, season=meeting.season)
        _refuse_reported(meeting.pk, wanted)
        _withdraw(change, meeting.pk, wanted, reason)
        draw = HelpDraw.objects.create(
            meeting=meeting, ruleset=ruleset, seed=seed, players=players, author=actor.user
        )
        deals = _deals_store(draw, base, dict(zip(wanted, drawn, strict=True)))
        change.log("draw", "help_draw", draw.public_id, new=_facts(draw, deals))
    return draw


def _ruleset(club: Club, key: str) -> Ruleset:
    found = ruleset_find(club=club, game=GAME, key=key)
    if found is None:
        raise Invalid(_("Please choose a ruleset from the list."), field="ruleset")
    if not found.payload["help_supply"]:
        raise Invalid(_("This ruleset has no help cards."), field="ruleset")
    return found


def _base(club: Club, key: str, players: int) -> list[tuple[int, int]]:
    base = base_deal(club, key, players)
    if not base:
        least, most = usual_bounds()
        raise Invalid(
            _("Please give a number of players from %(least)d to %(most)d.") % {"least": least, "most": most},
            field="players",
        )
    return base


def _numbers(numbers: Sequence[int]) -> list[int]:
    wanted = sorted(set(numbers))
    if not wanted or wanted[0] < 1 or wanted[-1] > MAX_ROUND_OR_NUMBER:
        raise Invalid(_("Please give table numbers from 1 on."), field="first")
    if len(wanted) > MOST_TABLES:
        raise Invalid(
            _("At most %(most)d tables can be drawn for at once.") % {"most": MOST_TABLES}, field="last"
        )
    return wanted


def _refuse_reported(meeting_id: int, numbers: Sequence[int]) -> None:
    """Refuse to draw for what has been played: the deal would be of no use, and the lot no lot."""
    reported = numbers_reported(meeting_id=meeting_id, numbers=numbers)
    if reported:
        raise WrongState(
            _("These tables are reported already: %(numbers)s.") % {"numbers": _listed(reported)},
            field="first",
        )


def _withdraw(change: Change, meeting_id: int, numbers: Sequence[int], reason: str) -> None:
    """Withdraw what was drawn for these tables before."""
    standing = HelpDeal.objects.filter(meeting=meeting_id, number__in=numbers, withdrawn_at=None)
    before: dict[str, list[int]] = {}
    for public_id, number in standing.order_by("draw", "number").values_list("draw__public_id", "number"):
        before.setdefault(public_id, []).append(number)
    if not before:
        return
    if not reason:
        listed = _listed(sorted(number for drawn in before.values() for number in drawn))
        raise WrongState(
            _("Something was drawn for these tables before: %(numbers)s. To draw again, say why.")
            % {"numbers": listed},
            field="reason",
        )
    standing.update(withdrawn_at=timezone.now(), withdrawn_by=change.actor.user, withdraw_reason=reason)
    for public_id, drawn in before.items():
        change.log("withdraw", "help_draw", public_id, new={"withdrawn": drawn}, text={"reason": reason})


def _deals_store(
    draw: HelpDraw, base: Sequence[tuple[int, int]], drawn: Mapping[int, Deal]
) -> list[HelpDeal]:
    """Store what each table is to deal, by its number."""
    deals = [
        HelpDeal(
            draw=draw,
            meeting=draw.meeting,
            number=number,
            seat=deal.seat,
            change=deal.change,
            cards=[list(seat) for seat in deal_changed(base, {deal.seat: deal.change})],
        )
        for number, deal in drawn.items()
    ]
    return HelpDeal.objects.bulk_create(deals)


def _facts(draw: HelpDraw, deals: Sequence[HelpDeal]) -> dict[str, object]:
    return {
        "meeting": draw.meeting.public_id,
        "ruleset": draw.ruleset.content_hash,
        "seed": str(draw.seed),
        "players": draw.players,
        "deals": [[deal.number, deal.seat, deal.change] for deal in deals],
    }


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
