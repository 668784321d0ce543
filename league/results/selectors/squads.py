"""Selector of a team's squad before a match, with full names: who can play, who has played lately."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from league.models import Availability, Enrolment, Match, Player, Registration, Seat, Side
from league.shared.text import folded

Answer = Availability.Answer

# Those who can play come first, those who cannot last.
_ANSWERED = {Answer.YES: 0, Answer.PERHAPS: 1, "": 2, Answer.NO: 3}
_CARD, _MATCH = "game__table__scorecard", "game__table__scorecard__match"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A player of the squad: when and how often they sat down for the team, and their answer for a match.

    `answer` is empty while they have not answered; `by_captain` says that their captain answered for them.
    """

    player: Player
    last_played: datetime.date | None = None
    games: int = 0
    answer: str = ""
    by_captain: bool = False

    @property
    def name(self) -> str:
        """The full name, for their own team."""
        return str(self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Squad:
    """Everybody registered for a team: those who can play first, then those who have played lately."""

    members: tuple[Member, ...]

    @property
    def by_name(self) -> tuple[Member, ...]:
        """The members in the order of names, in which everybody can find themselves."""
        return tuple(sorted(self.members, key=lambda member: (folded(member.name), member.player.public_id)))

    @property
    def can_play(self) -> tuple[Member, ...]:
        return self._answered(Answer.YES)

    @property
    def perhaps(self) -> tuple[Member, ...]:
        return self._answered(Answer.PERHAPS)

    @property
    def cannot(self) -> tuple[Member, ...]:
        return self._answered(Answer.NO)

    @property
    def silent(self) -> tuple[Member, ...]:
        """Those who have not answered."""
        return self._answered("")

    def _answered(self, answer: str) -> tuple[Member, ...]:
        return tuple(member for member in self.by_name if member.answer == answer)


def squad_of(enrolment: Enrolment, match: Match | int | None = None) -> Squad:
    """Return the squad of a team in its season, with its answers for a match if one is named.

    Three queries, two without a match.
    """
    registered = (
        Registration.objects.current()
        .filter(season=enrolment.season_id, team=enrolment.team_id)
        .select_related("player")
    )
    played = _played(enrolment.team_id)
    answers = _answers(enrolment.team_id, match) if match is not None else {}
    members = []
    for player in {registration.player for registration in registered}:
        last_played, games = played.get(player.pk, (None, 0))
        answer, by_captain = answers.get(player.pk, ("", False))
        members.append(
            Member(player=player, last_played=last_played, games=games, answer=answer, by_captain=by_captain)
        )
    return Squad(members=tuple(sorted(members, key=_available_first)))


def _available_first(member: Member) -> tuple[int, int, str, str]:
    lately = member.last_played.toordinal() if member.last_played else 0
    return _ANSWERED[member.answer], -lately, folded(member.name), member.player.public_id


def _played(team: int) -> dict[int, tuple[datetime.date | None, int]]:
    """Return when each player last sat down for a team, and how often, of confirmed cards in all seasons."""
    seats = Seat.objects.filter(sat_for(team), player__isnull=False, **{f"{_CARD}__is_confirmed": True})
    counted = seats.order_by().values_list("player").annotate(Max(f"{_MATCH}__date"), Count("pk"))
    return {player: (last, games) for player, last, games in counted if player is not None}


def _answers(team: int, match: Match | int) -> dict[int, tuple[str, bool]]:
    availabilities = Availability.objects.filter(match=match, team=team)
    return {
        availability.player_id: (availability.answer, availability.by_captain)
        for availability in availabilities
    }


def sat_for(team: int) -> Q:
    """Return the condition of the seats of a team, at home or away."""
    return Q(side=Side.HOME, **{f"{_MATCH}__home": team}) | Q(side=Side.AWAY, **{f"{_MATCH}__away": team})
