"""A league in three lines, with the same cast in every test: The Fleece at home, The Shears away.

    division = a_division(teams=4)
    match = a_match(division, "The Fleece", "The Shears")
    a_card(match, (15, 11), (9, 15), (15, 2), (13, 15))

Every builder makes what it stands on if that is not given. Places and dates are fixed, never today's.
"""

import datetime
from collections.abc import Sequence

from django.urls import reverse
from django.utils.text import slugify

from league.accounts.links import PUB, token_of
from league.cups.rules import CupRules, DrawnBy
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.cups import changed, draw_round, enter_teams, make_cup
from league.models import (
    CaptainLink,
    Cup,
    Division,
    Enrolment,
    Game,
    League,
    LeagueRole,
    Match,
    MatchTable,
    Offence,
    Player,
    Postponement,
    Pub,
    PubLink,
    Registration,
    RuleBook,
    Ruling,
    Scorecard,
    Season,
    Seat,
    Side,
    Team,
    User,
)
from league.records.kinds import PUBS, raw_values
from league.records.services.records import save_record

CAST = (
    "The Fleece",
    "The Shears",
    "Packhorse & Drover",
    "The Tup and Bell",
    "Station Tap",
    "The Weavers’ Rest",
    "Hanging Royd Liberal Club A",
    "Old Bank Working Men’s Club B",
    "The Whistling Ginnel",
    "The Black Labrador",
    "The Cropper’s Arms",
    "Mill Lane Bowling Club",
    "The Spotted Heifer",
    "The Drystone",
    "Moorside Reading Room",
    "The Never Turns Up",
)
NIGHT = datetime.date(2027, 1, 14)
"""A Thursday in the middle of the season."""
WEEK = datetime.timedelta(weeks=1)
FRIDAY = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)
"""The morning after, when the cards are entered."""

Score = tuple[int, int]


def a_league(name: str = "Three Valleys All Fours League", **fields: object) -> League:
    return League.objects.create(**{"name": name, "slug": slugify(name)[:60], **fields})


def a_season(league: League | None = None, name: str = "2026-27", **fields: object) -> Season:
    """A season under a Heckmondwike rule book, unless `rule_book` is given."""
    return Season.objects.create(
        **{
            "league": league or a_league(),
            "name": name,
            "slug": slugify(name),
            "starts_on": datetime.date(2026, 9, 3),
            "ends_on": datetime.date(2027, 4, 29),
            "rule_book": fields.pop("rule_book", None) or RuleBook.objects.create(),
            **fields,
        }
    )


def a_division(
    season: Season | None = None, name: str = "Division One", *, teams: int = 2, **fields: object
) -> Division:
    """A division with the first so many of the cast enrolled."""
    division = Division.objects.create(
        **{"season": season or a_season(), "name": name, "slug": slugify(name), **fields}
    )
    _enrol(division, CAST[:teams])
    return division


def _enrol(division: Division, names: Sequence[str]) -> None:
    """Enrol teams of those names from pubs of those names in few queries: many tests begin with it."""
    if not names:
        return
    league = division.season.league
    teams = {team.slug: team for team in Team.objects.filter(league=league, slug__in=map(slugify, names))}
    new = {slugify(name): name for name in names if slugify(name) not in teams}
    pubs = {pub.slug: pub for pub in Pub.objects.filter(league=league, slug__in=new)}
    new_pubs = [Pub(league=league, slug=slug, name=name) for slug, name in new.items() if slug not in pubs]
    pubs |= {pub.slug: pub for pub in Pub.objects.bulk_create(new_pubs)}
    new_teams = [Team(league=league, slug=slug, name=name, pub=pubs[slug]) for slug, name in new.items()]
    teams |= {team.slug: team for team in Team.objects.bulk_create(new_teams)}
    Enrolment.objects.bulk_create(
        Enrolment(season=division.season, division=division, team=teams[slugify(name)]) for name in names
    )


def a_pub(league: League, name: str = "The Fleece", **fields: object) -> Pub:
    slug = slugify(name)
    found = Pub.objects.filter(league=league, slug=slug).first()
    return found or Pub.objects.create(league=league, slug=slug, **{"name": name, **fields})


def renamed(pub: Pub, name: str, *, teams_too: bool = False) -> None:
    """Give a pub another name, as its secretary does."""
    by, _ = User.objects.get_or_create(username="renamer")
    opened = raw_values(PUBS, pub)
    save_record(
        kind=PUBS, row=pub, values={"name": name}, opened=opened, by=by, now=FRIDAY, teams_too=teams_too
    )


def a_team(league: League, name: str = "The Fleece", *, pub: Pub | None = None, **fields: object) -> Team:
    """The team of that name, from the pub of that name unless `pub` is given."""
    team = Team.objects.filter(league=league, slug=slugify(name)).first()
    return team or Team.objects.create(
        **{"league": league, "name": name, "slug": slugify(name), "pub": pub or a_pub(league, name), **fields}
    )


def a_captain(division: Division, team: str, **contact: str) -> Enrolment:
    """A team's captain: `name`, `email`, `phone`, as far as they are known."""
    enrolment = an_enrolment(division, team)
    for what, said in contact.items():
        setattr(enrolment, f"captain_{what}", said)
    enrolment.save()
    return enrolment


def an_enrolment(division: Division, team: str | Team) -> Enrolment:
    if isinstance(team, str):
        team = a_team(division.season.league, team)
    place = {"season": division.season, "division": division, "team": team}
    return Enrolment.objects.filter(**place).first() or Enrolment.objects.create(**place)


def a_player(team: Team, name: str = "Jack Hirst", season: Season | None = None, **fields: object) -> Player:
    """A player; registered for the team if a season is given."""
    player = Player.objects.create(**{"league": team.league, "name": name, **fields})
    if season is not None:
        Registration.objects.create(season=season, team=team, player=player, registered_on=season.starts_on)
    return player


def a_match(
    division: Division | None = None,
    home: str | Team = "The Fleece",
    away: str | Team = "The Shears",
    *,
    date: datetime.date | None = NIGHT,
    week: int = 1,
    **fields: object,
) -> Match:
    """A match of two teams, enrolled if they are not yet, at the home team's pub."""
    division = division or a_division()
    host, guest = (an_enrolment(division, team).team for team in (home, away))
    return Match.objects.create(
        **{
            "division": division,
            "week": week,
            "home": host,
            "away": guest,
            "venue": host.pub,
            "date": date,
            "starts_at": datetime.time(20, 30),
            **fields,
        }
    )


def a_card(match: Match, *scores: Score | Sequence[Score] | None, **fields: object) -> Scorecard:
    """A confirmed card: a score a table, a list of scores for several games, None for a table not played."""
    card = Scorecard.objects.create(
        **{
            "match": match,
            "version": match.scorecards.count() + 1,
            "entered_at": FRIDAY,
            **fields,
        }
    )
    for number, score in enumerate(scores, start=1):
        table = MatchTable.objects.create(scorecard=card, number=number, is_played=score is not None)
        games = [score] if score and isinstance(score[0], int) else score or []
        Game.objects.bulk_create(
            Game(table=table, number=game, home_score=home, away_score=away)
            for game, (home, away) in enumerate(games, start=1)
        )
    return card


def a_seat(game: Game, player: Player, side: str = Side.HOME, place: int = 1) -> Seat:
    return Seat.objects.create(game=game, side=side, place=place, player=player)


def a_walkover(
    match: Match, at_fault: str = Ruling.AtFault.AWAY, *, table: int | None = None, **fields: object
) -> Ruling:
    """The match, or a table of it, given against a side."""
    return Ruling.objects.create(
        **{
            "kind": Ruling.Kind.WALKOVER,
            "division": match.division,
            "match": match,
            "table": table,
            "at_fault": at_fault,
            "reason": "nobody turned up",
            "decided_on": match.date or NIGHT,
            **fields,
        }
    )


def an_adjustment(division: Division, team: str, halves: int = -4, **fields: object) -> Ruling:
    """Halves given to a team, or (as by default) two whole points taken."""
    return Ruling.objects.create(
        **{
            "kind": Ruling.Kind.ADJUSTMENT,
            "division": division,
            "team": an_enrolment(division, team).team,
            "halves": halves,
            "reason": "result sent a day late",
            "decided_on": NIGHT,
            **fields,
        }
    )


def a_withdrawal(division: Division, team: str, **fields: object) -> Ruling:
    return Ruling.objects.create(
        **{
            "kind": Ruling.Kind.WITHDRAWAL,
            "division": division,
            "team": an_enrolment(division, team).team,
            "reason": "the pub has closed",
            "decided_on": NIGHT,
            **fields,
        }
    )


def an_offence(match: Match, *, team: Team | None = None, **fields: object) -> Offence:
    """The home team, or the one given, was late with its result; a warning unless it costs something."""
    return Offence.objects.create(
        **{
            "season": match.division.season,
            "match": match,
            "team": team or match.home,
            "kind": "late_result-1",
            "number": 1,
            "fell_at": FRIDAY,
            "reason": f"The result of {match.home} v {match.away} was not in by noon on Friday.",
            **fields,
        }
    )


def a_postponement(match: Match, asked_by: str = Side.AWAY, **fields: object) -> Postponement:
    """The away side asks to play on the Monday after instead; nobody has answered yet."""
    return Postponement.objects.create(
        **{
            "match": match,
            "asked_by": asked_by,
            "asked_at": FRIDAY - WEEK,
            "reason": "a darts final is on in the same room",
            "offered": [str(NIGHT + datetime.timedelta(days=4))],
            **fields,
        }
    )


def a_captains_link(division: Division, team: str | Team = "The Fleece", *, kind: str = "captain") -> str:
    """The address of a captain's page by his link, or with `kind="players"` of his players'."""
    enrolment = an_enrolment(division, team)
    link = CaptainLink.objects.filter(enrolment=enrolment, revoked_at=None).first()
    link = link or CaptainLink.objects.create(enrolment=enrolment, issued_at=FRIDAY - WEEK)
    return reverse(kind, kwargs={"token": token_of(link, kind)})


def a_pub_link(pub: Pub, **fields: object) -> str:
    """The address of a pub's own page by its link."""
    link = PubLink.objects.live().filter(pub=pub).first()
    link = link or PubLink.objects.create(pub=pub, **{"issued_at": FRIDAY - WEEK, **fields})
    return reverse("pub-nights", kwargs={"token": token_of(link, PUB)})


def a_square(pub: Pub) -> str:
    """The address of the square on a pub's tables."""
    square = pub.squares.live().last() or pub.squares.create(issued_at=FRIDAY - WEEK)
    return reverse("pub-square", args=[square.code])


def a_drawn_cup(
    season: Season,
    *teams: str,
    on: datetime.date | None = None,
    at: str = "",
    name: str = "",
    **rules: object,
) -> Cup:
    """A cup of these teams with its first round drawn and, if a night is given, its ties on it, at a pub.

    The pubs need not have room: a match may have been planned there since.
    """
    drawn_once = CupRules(drawn_by=DrawnBy.BRACKET, **rules)
    cup = make_cup(season=season, name=name or f"Cup of {teams[0]}", rules=drawn_once)
    enter_teams(cup=cup, teams=[a_team(season.league, team) for team in teams])
    draw_round(cup=cup, round_number=1, lot="a wet Thursday", now=FRIDAY)
    if on:
        when = {"date": on, "starts_at": datetime.time(20, 0)}
        if at:
            when["venue"] = a_pub(season.league, at)
        with changed(cup) as held:
            for each in cup_on_page(held).rounds[0].ties:
                held.ties.update_or_create(round=1, number=each.tie.number, defaults=when)
    return cup


def a_secretary(league: League, username: str = "secretary") -> User:
    return an_account(league, "secretary", username)


def an_account(league: League, role: str, username: str = "", *, team: Team | None = None) -> User:
    """Somebody who signs in with "password" and has this role in the league."""
    user = User.objects.create_user(username=username or role, password="password")
    LeagueRole.objects.create(league=league, user=user, role=role, team=team)
    return user


SATURDAY_NOON = {"weekday": "saturday", "at": "12:00"}


def regulated(division: Division, **regulations: object) -> Division:
    """The division's season asks for what is said, as its rule book keeps it."""
    book = division.season.rule_book
    book.regulations = regulations
    book.full_clean()
    book.save()
    return division


def a_link(division: Division, team: str) -> CaptainLink:
    """The link of a team's captain for the season."""
    return CaptainLink.objects.create(enrolment=an_enrolment(division, team), issued_at=FRIDAY - WEEK)
