"""A league opened: itself, its first season with rule book and divisions, its pubs and teams, its owner."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from league.accounts.services.people import NAME_TAKEN
from league.accounts.services.roles import make_owner
from league.competition.models.leagues import TAKEN_SEASON_ADDRESSES
from league.demo.services import remove_demo
from league.models import Division, Enrolment, League, Pub, RuleBook, Season, Team, User
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.identifiers import unique_slug
from league.shared.text import bare

ADDRESS_TAKEN = "Another league here has this address; take another."


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSaid:
    """A league as it is opened; without an address it gets one made of its name."""

    name: str
    address: str = ""
    time_zone: str = "Europe/London"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstSeason:
    """Its first season. `moving` is how many go up and down between divisions that are large enough."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    moving: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTeam:
    """A team, its pub, and where that is if it was said."""

    name: str
    pub: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDivision:
    """A division and its teams, the top one first."""

    name: str
    teams: Sequence[FirstTeam]


@dataclass(frozen=True, slots=True, kw_only=True)
class Founder:
    """A new account that will own the league: for somebody who came in with the demo's."""

    name: str
    password: str


def open_league(
    *,
    said: LeagueSaid,
    season: FirstSeason,
    rule_book: RuleBook,
    divisions: Sequence[FirstDivision],
    by: User,
    founder: Founder | None = None,
    clear_demo: bool = False,
) -> tuple[League, User]:
    """Make a league as a whole, or nothing of it; its owner is `by`, or the founder's new account.

    With `clear_demo` the demonstration goes in the same step. Raises Refused for an address or a name to sign
    in with that is taken, and for what cannot be.
    """
    with written_whole():
        league = _league(said)
        first = _season(league, season, rule_book)
        _enrol(first, divisions, season.moving)
        owner = _account(founder) if founder else by
        make_owner(league=league, user=owner)
        if clear_demo:
            remove_demo()
    return league, owner


def _league(said: LeagueSaid) -> League:
    slug = said.address or slugify(said.name)[:60] or "league"
    league = League(name=said.name, slug=slug, time_zone=said.time_zone)
    if League.objects.filter(slug=slug).exists():
        raise Refused(ADDRESS_TAKEN)
    verify(league)
    with refused_by(league_league=ADDRESS_TAKEN):
        league.save(force_insert=True)
    return league


def _season(league: League, said: FirstSeason, rule_book: RuleBook) -> Season:
    slug = slugify(said.name)[:40] or "season"
    if slug in TAKEN_SEASON_ADDRESSES:
        slug = f"season-{slug}"[:40]
    rule_book.save(force_insert=True)
    season = Season(
        league=league,
        name=said.name,
        slug=slug,
        starts_on=said.starts_on,
        ends_on=said.ends_on,
        rule_book=rule_book,
    )
    verify(season)
    season.save(force_insert=True)
    return season


def _enrol(season: Season, divisions: Sequence[FirstDivision], moving: int) -> None:
    if not any(division.teams for division in divisions):
        raise Refused("A league needs a team: paste its pubs, one a line.")
    made = _divisions(season, divisions, moving)
    pubs = _pubs(season.league, divisions)
    taken: set[str] = set()
    teams = [
        (
            division,
            Team(
                league=season.league,
                pub=pubs[bare(first_team.pub)],
                name=first_team.name,
                slug=unique_slug(first_team.name, taken),
            ),
        )
        for division, first_division in zip(made, divisions, strict=True)
        for first_team in first_division.teams
    ]
    for _, team in teams:
        verify(team)
    Team.objects.bulk_create(team for _, team in teams)
    Enrolment.objects.bulk_create(
        Enrolment(season=season, division=division, team=team) for division, team in teams
    )


def _divisions(season: Season, said: Sequence[FirstDivision], moving: int) -> list[Division]:
    taken: set[str] = set()
    made = []
    for position, first_division in enumerate(said, start=1):
        moves = moving if 2 * moving <= len(first_division.teams) else 0
        division = Division(
            season=season,
            name=first_division.name,
            slug=unique_slug(first_division.name, taken),
            position=position,
            promoted=moves if position > 1 else 0,
            relegated=moves if position < len(said) else 0,
        )
        verify(division)
        made.append(division)
    return Division.objects.bulk_create(made)


def _pubs(league: League, divisions: Sequence[FirstDivision]) -> dict[str, Pub]:
    taken: set[str] = set()
    pubs_by_key: dict[str, Pub] = {}
    for first_team in (team for division in divisions for team in division.teams):
        known = pubs_by_key.get(bare(first_team.pub))
        if known is None:
            pubs_by_key[bare(first_team.pub)] = Pub(
                league=league,
                name=first_team.pub,
                address=first_team.place,
                slug=unique_slug(first_team.pub, taken),
            )
        elif first_team.place and not known.address:
            known.address = first_team.place
    for pub in pubs_by_key.values():
        verify(pub)
    Pub.objects.bulk_create(pubs_by_key.values())
    return pubs_by_key


def _account(founder: Founder) -> User:
    user = User(username=founder.name)
    user.set_password(founder.password)
    verify(user)
    with refused_by(league_user=NAME_TAKEN):
        user.save(force_insert=True)
    return user
