"""Create next season from this one, or delete it while it is empty."""

import datetime
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.utils.text import slugify

from league.competition.models.leagues import TAKEN_SEASON_ADDRESSES
from league.competition.pub_names import pub_labels
from league.competition.services import bump_revision, hold_season
from league.models import Division, Enrolment, Match, Pub, Registration, RuleBook, Season, Team
from league.season_rollover.selectors import joined_with, pubs_before
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.identifiers import unique_slug
from league.shared.text import bare

STILL_OPEN = (
    "This season is still open. Close it first: the next one begins from its final tables, and a team that "
    "moves pub would move in the middle of it."
)
BEGUN = "Next season has been begun already. Throw that one away first, while it has no match."
NAME_IN_USE = "The league has a season of that name already: choose another."
WITH_MATCHES = "The season has matches, so it cannot be deleted. Delete its matches first."
IN_USE = "Something was decided or paid in the season already, or it has a cup, so it stays."

Made = TypeVar("Made", Pub, Team)
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTeam:
    """A team of next season, known or new: its pub by name, its division, 1 the top."""

    division: int
    name: str
    pub: str
    team: Team | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionInput:
    """A division of next season, and how many teams go up and down."""

    name: str
    promoted: int = 0
    relegated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonInput:
    """Next season as the secretary decided.

    Registrations are keys of player and team: `signs_again` are those that end, `goes_up` maps those that
    continue for a higher team to that team.
    """

    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    divisions: Sequence[DivisionInput]
    teams: Sequence[NextTeam]
    signs_again: Collection[tuple[int, int]] = ()
    goes_up: Mapping[tuple[int, int], int] = field(default_factory=dict)


def begin_next_season(*, season: Season, season_input: SeasonInput) -> Season:
    """Create next season: a copy of the rule book, divisions, teams with their captains, registrations.

    All of it or nothing. Teams that move get their new pub; new teams and pubs are created. Raises Refused
    while this season is open, if the next exists already, and for invalid values.
    """
    with written_whole():
        held = hold_season(season)
        if not held.is_finished:
            raise Refused(STILL_OPEN)
        if held.copies.exists():
            raise Refused(BEGUN)
        made = _season(held, season_input)
        divisions = _divisions(made, season_input.divisions)
        teams = _teams(held, season_input.teams)
        _enrol(held, made, divisions, teams)
        _sign_on(held, made, {team.pk for team, _ in teams}, season_input)
        bump_revision(league_id=held.league_id)
    return made


def delete_new_season(*, season: Season) -> None:
    """Delete a season in which nothing is planned, with everything that was created for it.

    Teams that moved get their earlier pub back, and teams that joined with the season are deleted. Pubs stay.
    Raises Refused if it has a match, a cup, a ruling, a penalty or a charge.
    """
    with written_whole():
        held = hold_season(season)
        # A transaction that plans a match in one of them is waited for, or finds it gone.
        list(Division.objects.select_for_update(of=("self",)).filter(season=held).order_by("pk"))
        if Match.with_ties.filter(division__season=held).exists():
            raise Refused(WITH_MATCHES)
        ruled = Division.objects.filter(season=held, rulings__isnull=False)
        in_use = (ruled, held.offences, held.charges, held.cups)
        if any(rows.exists() for rows in in_use):
            raise Refused(IN_USE)
        joined = joined_with(held)
        _move_back(held)
        book = held.rule_book
        held.delete()
        book.delete()
        Team.objects.filter(pk__in=[team.pk for team in joined]).delete()
        bump_revision(league_id=held.league_id)


def _season(before: Season, season_input: SeasonInput) -> Season:
    if not season_input.divisions or not season_input.teams:
        raise Refused("A season needs a division and a team.")
    book = RuleBook.objects.get(pk=before.rule_book_id)
    book.pk, book._state.adding = None, True
    book.regulations = _a_year_on(book.regulations, season_input.starts_on.year - before.starts_on.year)
    slug = slugify(season_input.name)[:40] or "season"
    made = Season(
        league=before.league,
        name=season_input.name,
        slug=f"season-{slug}"[:40] if slug in TAKEN_SEASON_ADDRESSES else slug,
        starts_on=season_input.starts_on,
        ends_on=season_input.ends_on,
        night=before.night,
        starts_at=before.starts_at,
        copied_from=before,
    )
    if season_input.ends_on < season_input.starts_on:
        raise Refused("The season ends before it starts.")
    book.save(force_insert=True)
    made.rule_book = book
    verify(made)
    with refused_by(season_address_once=NAME_IN_USE, league_season=NAME_IN_USE):
        made.save(force_insert=True)
    return made


def _a_year_on(rules: Any, years: int) -> Any:
    """Return regulations with every date moved by years: 31 December stays 31 December."""
    if isinstance(rules, Mapping):
        return {key: _a_year_on(value, years) for key, value in rules.items()}
    if isinstance(rules, list):
        return [_a_year_on(item, years) for item in rules]
    if isinstance(rules, str) and _ISO_DATE.fullmatch(rules):
        year, rest = int(rules[:4]) + years, rules[4:]
        return f"{year:04}{'-02-28' if rest == '-02-29' else rest}"
    return rules


def _divisions(season: Season, divisions: Sequence[DivisionInput]) -> list[Division]:
    if len({bare(division.name) for division in divisions}) < len(divisions):
        raise Refused("Two divisions have the same name.")
    slugs: set[str] = set()
    made = [
        Division(
            season=season,
            name=division.name,
            slug=unique_slug(division.name, slugs),
            position=position,
            promoted=division.promoted,
            relegated=division.relegated,
        )
        for position, division in enumerate(divisions, start=1)
    ]
    for division in made:
        verify(division)
    return Division.objects.bulk_create(made)


def _teams(season: Season, next_teams: Sequence[NextTeam]) -> list[tuple[Team, int]]:
    """Create new teams and pubs, set each team's pub, and return the teams with their division's number."""
    league = season.league
    labels = pub_labels(known_pubs := league.pubs.all())
    pubs = {bare(labels[pub.pk]): pub for pub in known_pubs}
    pub_slugs = set(league.pubs.values_list("slug", flat=True))
    team_slugs = set(league.teams.values_list("slug", flat=True))
    known = {team.pk: team for team in league.teams.select_related("pub")}
    placed: list[tuple[Team, int]] = []
    for next_team in next_teams:
        known_team = known.get(next_team.team.pk) if next_team.team else None
        own = known_team and known_team.pub
        pub = own if own and bare(own.name) == bare(next_team.pub) else pubs.get(bare(next_team.pub))
        if pub is None and any(bare(each.name) == bare(next_team.pub) for each in known_pubs):
            raise Refused(f"Several pubs are called {next_team.pub}. Type its place behind a comma.")
        if pub is None:
            pub = _saved(Pub(league=league, name=next_team.pub, slug=unique_slug(next_team.pub, pub_slugs)))
            pubs[bare(pub.name)] = pub
        _verify_open_pub(pub, next_team.name)
        team = known_team
        if next_team.team and team is None:
            raise Refused(f"{next_team.name} is no longer a team of the league. Check the preview again.")
        if team is None:
            team = Team(
                league=league, pub=pub, name=next_team.name, slug=unique_slug(next_team.name, team_slugs)
            )
            _saved(team)
        elif team.pub_id != pub.pk:
            team.pub = pub
            team.save(update_fields=["pub"])
        placed.append((team, next_team.division))
    names = [bare(team.name) for team, _ in placed]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Refused(f"Two teams would be called “{twice}”: tell them apart, as A and B.")
    return placed


def _verify_open_pub(pub: Pub, team: str) -> None:
    if pub.closed_on is not None:
        raise Refused(f"{pub} closed on {pub.closed_on:%d/%m/%Y}: say where {team} play next season.")


def _saved(row: Made) -> Made:
    verify(row)
    row.save(force_insert=True)
    return row


def _enrol(
    before: Season, made: Season, divisions: Sequence[Division], teams: Sequence[tuple[Team, int]]
) -> None:
    """Enter each team in its division, with the captain of the season before."""
    had = {enrolment.team_id: enrolment for enrolment in before.enrolments.all()}
    enrolments = []
    for team, number in teams:
        if not 1 <= number <= len(divisions):
            raise Refused(f"{team} is to play in division {number}; there are {len(divisions)}.")
        last = had.get(team.pk, Enrolment())
        enrolments.append(
            Enrolment(
                season=made,
                division=divisions[number - 1],
                team=team,
                captain_name=last.captain_name,
                captain_email=last.captain_email,
                captain_phone=last.captain_phone,
                contact_for=last.contact_for,
                declined_letters=last.declined_letters,
            )
        )
    Enrolment.objects.bulk_create(enrolments)


def _sign_on(before: Season, made: Season, teams: set[int], season_input: SeasonInput) -> None:
    """Register the players of the season before whose registrations continue, from the first day.

    A player who goes up is registered for the higher team once, even if they were before.
    """
    registrations = Registration.objects.current().filter(season=before)
    signed = set(registrations.values_list("player", "team")) - set(season_input.signs_again)
    goes_on = {(player, season_input.goes_up.get((player, team), team)) for player, team in signed}
    Registration.objects.bulk_create(
        Registration(season=made, team_id=team, player_id=player, registered_on=made.starts_on)
        for player, team in sorted(goes_on)
        if team in teams
    )


def _move_back(season: Season) -> None:
    teams = [enrolment.team for enrolment in season.enrolments.select_related("team")]
    pubs = pubs_before(season, teams)
    for team in teams:
        if team.pk in pubs and pubs[team.pk].pk != team.pub_id:
            team.pub = pubs[team.pk]
            team.save(update_fields=["pub"])


def save_proposals(*, season: Season, words: str) -> Season:
    """Save the proposals to the general meeting; a closed season still takes them. Raises Refused."""
    season.proposals = words.strip()
    with written_whole():
        verify(season)
        season.save(update_fields=["proposals"])
    return season
