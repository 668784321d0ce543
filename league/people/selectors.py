"""Reads of people: a player by address, and how captains are reached, for those they agreed to."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from league.accounts.powers import Power, own_role, powers_of
from league.models import Enrolment, League, Match, Player, Season, User


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainContact:
    """A team, and how its captain is reached this season. What is not known is empty."""

    team: str
    name: str
    email: str
    phone: str
    declined: frozenset[str] = frozenset()

    @property
    def called(self) -> str:
        """Whom a letter begins with: by name where it is known, else by the team."""
        return self.name or f"captain of {self.team}"

    def wants(self, letter: Enrolment.LetterKind) -> bool:
        """Return whether a letter of that kind reaches them: an address is known, and they want it."""
        return bool(self.email) and letter not in self.declined


Captains = dict[tuple[int, int], CaptainContact]
"""Captains by division, or season, and team."""


def captains_of(matches: Collection[tuple[int, int, int]]) -> Captains:
    """Return the captains of matches given as (division, home, away), by division.

    One query, however many.
    """
    # By the season: the matches of a cup have a division in which nobody is enrolled.
    return {
        (row.of_match, row.team_id): captain_in(row)
        for row in Enrolment.objects.filter(
            season__divisions__in={division for division, _, _ in matches},
            team__in={team for _, *sides in matches for team in sides},
        )
        .select_related("team")
        .annotate(of_match=F("season__divisions"))
    }


def captains_of_seasons(seasons: Collection[int]) -> Captains:
    """Return the captains of every team of some seasons, by season. One query."""
    return {
        (row.season_id, row.team_id): captain_in(row)
        for row in Enrolment.objects.filter(season__in=seasons).select_related("team")
    }


def sides_of(match: Match) -> tuple[int, int, int]:
    """Return division, home and away of a match, as `captains_of` asks for them."""
    return match.division_id, match.home_id, match.away_id


def captain_in(enrolment: Enrolment) -> CaptainContact:
    """Return how the captain of an enrolment, which comes with its team, is reached."""
    return CaptainContact(
        team=enrolment.team.name,
        name=enrolment.captain_name,
        email=enrolment.captain_email,
        phone=enrolment.captain_phone,
        declined=frozenset(enrolment.declined_letters),
    )


def find_player(league: League, public_id: str, *, to_secretary: bool) -> Player | None:
    """Return the player of that id, or of the record theirs was merged into.

    None if there is none, or none that this reader may know of. One query.
    """
    if not (public_id.isascii() and public_id.isalnum()):
        return None  # what somebody typed into the address need not be text a database takes
    player = league.players.select_related("merged_into").filter(public_id=public_id).first()
    bearer = player and (player.merged_into or player)
    return bearer if bearer and (to_secretary or bearer.shown != Player.Shown.HIDDEN) else None


READERS: dict[str, frozenset[Enrolment.ContactFor]] = {
    Enrolment.ContactFor.OFFICERS: frozenset(Enrolment.ContactFor),
    Enrolment.ContactFor.MEMBERS: frozenset({Enrolment.ContactFor.MEMBERS, Enrolment.ContactFor.EVERYBODY}),
    Enrolment.ContactFor.EVERYBODY: frozenset({Enrolment.ContactFor.EVERYBODY}),
}
"""Whose contacts are shown to whom: each as its captain agreed."""


def paper_is_for(powers: Collection[Power]) -> Enrolment.ContactFor:
    """Return whom paper made with these powers is for: members where an officer makes it, else everybody."""
    return Enrolment.ContactFor.MEMBERS if Power.DESK in powers else Enrolment.ContactFor.EVERYBODY


def contacts_shown_to(user: User | AnonymousUser, league: League) -> Enrolment.ContactFor:
    """Return whom a page made for this account is for: officers, members or everybody. Two queries."""
    if Power.DESK in powers_of(user, league):
        return Enrolment.ContactFor.OFFICERS
    return Enrolment.ContactFor.MEMBERS if own_role(user, league) else Enrolment.ContactFor.EVERYBODY


def captains_on_paper(season: Season, *, readers: Enrolment.ContactFor) -> dict[int, CaptainContact]:
    """Return the captains of a season who agreed to stand on paper for these readers, by team. One query.

    E-mail addresses never do.
    """
    return {
        enrolment.team_id: CaptainContact(
            team=enrolment.team.name, name=enrolment.captain_name, email="", phone=enrolment.captain_phone
        )
        for enrolment in season.enrolments.filter(contact_for__in=READERS[readers]).select_related("team")
        if enrolment.captain_name
    }
