"""Open a league: its first season with rule book and divisions, its pubs and teams, its owner."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from league.accounts.services.people import NAME_TAKEN
from league.accounts.services.roles import make_owner
from league.competition.models.leagues import TAKEN_SEASON_ADDRESSES
from league.demo.services import remove_demo
from league.models import ColumnChoice, Division, Enrolment, League, Pub, RuleBook, Season, Team, User
from league.records.services.league_deletion import delete_hidden
from league.shared.directory import LEAGUE, claim
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.identifiers import unique_slug
from league.shared.text import bare

NO_OWNER = "A league needs an owner: choose a name to sign in with."
UNNAMED = "Division One"
NOT_FIRST = "Somebody has created the first account meanwhile. Sign in with it."
ADDRESS_TAKEN = "Another league has this address. Choose another."


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueInput:
    """A new league; without an address it gets one from its name."""

    name: str
    address: str = ""
    time_zone: str = "Europe/London"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstSeason:
    """The first season. `moving` is how many teams go up and down between divisions that are large enough;
    `night` is the weekday of most matches, Monday 1.
    """

    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    moving: int = 0
    night: int | None = None
    starts_at: datetime.time | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPub:
    """A pub and what is known of it."""

    name: str
    address: str = ""
    postcode: str = ""
    phone: str = ""
    tables: int | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells it from other pubs: pubs of one name differ in their places."""
        return bare(self.name), bare(self.address), bare(self.postcode)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTeam:
    """A team, its pub, and its captain if known."""

    name: str
    pub: FirstPub
    short_name: str = ""
    captain: str = ""
    phone: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDivision:
    """A division and its teams, the top one first."""

    name: str
    teams: Sequence[FirstTeam]


@dataclass(frozen=True, slots=True, kw_only=True)
class Founder:
    """A new account that will own the league, for a visitor or a user of the demo's account.

    `is_first`: the installation has no account yet, so this one administers it.
    """

    name: str
    password: str
    is_first: bool = False


def open_league(
    *,
    league_input: LeagueInput,
    season: FirstSeason,
    rule_book: RuleBook,
    divisions: Sequence[FirstDivision],
    by: User | None,
    founder: Founder | None = None,
    clear_demo: bool = False,
    columns: Mapping[str, str] | None = None,
) -> tuple[League, User]:
    """Create a league, all of it or nothing. Return it and its owner: `by`, or the founder's new account.

    `clear_demo` hides the demo league in the same transaction, and deletes it; `columns` are choices to
    remember, by heading. Raises Refused for an address or a sign-in name that is in use, and for invalid
    values.
    """
    with written_whole():
        league = new_league(league_input)
        _enrol(new_season(league, season, rule_book), divisions, season.moving)
        ColumnChoice.objects.bulk_create(
            ColumnChoice(league=league, heading=heading, meaning=meaning)
            for heading, meaning in (columns or {}).items()
        )
        owner = make_account(founder) if founder else by
        if owner is None:
            raise Refused(NO_OWNER)
        make_owner(league=league, user=owner)
        if clear_demo:
            remove_demo(at_once=False)
    delete_hidden()
    return league, owner


def new_league(league_input: LeagueInput) -> League:
    """Create a league at an address of its own. Raises Refused where the address is taken."""
    slug = league_input.address or slugify(league_input.name)[:60] or "league"
    league = League(name=league_input.name, slug=slug, time_zone=league_input.time_zone)
    if League.objects.filter(slug=slug).exists():
        raise Refused(ADDRESS_TAKEN)
    verify(league)
    with refused_by(league_league=ADDRESS_TAKEN):
        league.save(force_insert=True)
    if claim(LEAGUE, [slug], league=league.pk):
        raise Refused(ADDRESS_TAKEN)
    return league


def new_season(league: League, season_input: FirstSeason, rule_book: RuleBook) -> Season:
    """Create a season of a league, with a rule book that is not saved yet, at an address of its own."""
    slug = slugify(season_input.name)[:40] or "season"
    if slug in TAKEN_SEASON_ADDRESSES:
        slug = f"season-{slug}"[:40]
    rule_book.save(force_insert=True)
    season = Season(
        league=league,
        name=season_input.name,
        slug=unique_slug(slug, set(league.seasons.values_list("slug", flat=True))),
        starts_on=season_input.starts_on,
        ends_on=season_input.ends_on,
        night=season_input.night,
        starts_at=season_input.starts_at,
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
    slugs: set[str] = set()
    teams = [
        (
            division,
            Team(
                league=season.league,
                pub=pubs[first_team.pub.key],
                name=first_team.name,
                short_name=first_team.short_name,
                slug=unique_slug(first_team.name, slugs),
            ),
            first_team,
        )
        for division, first_division in zip(made, divisions, strict=True)
        for first_team in first_division.teams
    ]
    for _, team, _ in teams:
        verify(team)
    Team.objects.bulk_create(team for _, team, _ in teams)
    enrolments = [
        Enrolment(
            season=season,
            division=division,
            team=team,
            captain_name=first_team.captain,
            captain_email=first_team.email,
            captain_phone=first_team.phone,
        )
        for division, team, first_team in teams
    ]
    for enrolment in enrolments:
        verify(enrolment)
    Enrolment.objects.bulk_create(enrolments)


def _divisions(season: Season, divisions: Sequence[FirstDivision], moving: int) -> list[Division]:
    slugs: set[str] = set()
    made = []
    for position, first_division in enumerate(divisions, start=1):
        moves = moving if 2 * moving <= len(first_division.teams) else 0
        division = Division(
            season=season,
            name=first_division.name,
            slug=unique_slug(first_division.name, slugs),
            position=position,
            promoted=moves if position > 1 else 0,
            relegated=moves if position < len(divisions) else 0,
        )
        verify(division)
        made.append(division)
    return Division.objects.bulk_create(made)


def _pubs(league: League, divisions: Sequence[FirstDivision]) -> dict[tuple[str, str, str], Pub]:
    slugs: set[str] = set()
    pubs_by_key: dict[tuple[str, str, str], Pub] = {}
    for first_pub in (team.pub for division in divisions for team in division.teams):
        if first_pub.key in pubs_by_key:
            continue
        pub = Pub(
            league=league,
            name=first_pub.name,
            address=first_pub.address,
            postcode=first_pub.postcode,
            phone=first_pub.phone,
            slug=unique_slug(first_pub.name, slugs),
        )
        if first_pub.tables:
            pub.tables = first_pub.tables
        pubs_by_key[first_pub.key] = pub
    for pub in pubs_by_key.values():
        verify(pub)
    Pub.objects.bulk_create(pubs_by_key.values())
    return pubs_by_key


def make_account(founder: Founder) -> User:
    """Create a founder's account. Raises Refused for a name that is in use."""
    if founder.is_first and User.objects.exists():
        raise Refused(NOT_FIRST)
    user = User(username=founder.name, is_staff=founder.is_first, is_superuser=founder.is_first)
    user.set_password(founder.password)
    verify(user)
    with refused_by(league_user=NAME_TAKEN):
        user.save(force_insert=True)
    return user
