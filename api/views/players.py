"""Players of a club: those who may be seen, each person once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404

from api.pagination import id_after
from api.queries import CURSOR, LIMIT
from api.serializers.people import (
    PlayerDetailSerializer,
    PlayerPageSerializer,
    player_body,
    player_detail_body,
)
from api.views.base import Asked, ClubView
from league.selectors.ladders import ladders_of_club
from league.selectors.players import person_find, persons_page
from league.selectors.standings import standings_of_player

if TYPE_CHECKING:
    from api.queries import Parameter


class PlayerListView(ClubView):
    """The players, by id."""

    summary = "Players, by id"
    operation = "players_list"
    parameters: ClassVar[tuple[Parameter, ...]] = (LIMIT, CURSOR)
    shape = PlayerPageSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = persons_page(club_id=asked.club.pk, after=id_after(asked.query), limit=asked.rows)
        return asked.page(rows, row=player_body, place=lambda person: person.public_id)


class PlayerDetailView(ClubView):
    """A player; the id of a merged record answers with the person it counts as."""

    summary = "One player, with current standings"
    operation = "players_read"
    path_parameters: ClassVar[tuple[str, ...]] = ("slug", "id")
    shape = PlayerDetailSerializer

    def prepare(self, asked: Asked) -> object:
        """Return the runs that the standings come from."""
        ladders = ladders_of_club(asked.club).order_by("pk")
        return tuple(ladders.values_list("pk", "name", "current_run_id"))

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return the player."""
        found = person_find(club_id=asked.club.pk, public_id=asked.path["id"])
        if found is None:
            raise Http404
        standings = standings_of_player(club_id=asked.club.pk, records=found.records)
        return player_detail_body(found.person, standings, revision=asked.revision)
