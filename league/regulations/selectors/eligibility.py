"""Facts for the rules about people: registrations and appearances, in matches and cups."""

import datetime
import zoneinfo
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from league.competition.season_rules.people import (
    Appearance,
    LineUpFacts,
    People,
    PeopleRule,
    PlayerFacts,
    Remark,
    SignedOn,
    TeamFacts,
)
from league.competition.season_rules.rules import Regulations
from league.matches.sheet.values import Sheet
from league.models import Cup, CupSeat, CupTie, Enrolment, Match, Player, Registration, Season, Seat, Side
from league.people.models import full_name
from league.regulations.line_ups import line_up_remarks
from league.regulations.selectors.match_facts import LAST_MINUTE, start_of, zone_of
from league.shared.text import folded

DAY = datetime.timedelta(days=1)
_MATCH = "game__table__scorecard__match"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTeams:
    """The teams of a season as the rules see them, by key, and how many each pub has."""

    by_key: Mapping[int, TeamFacts]
    of_pub: Mapping[int, int]

    def has_several(self, team: TeamFacts) -> bool:
        """Return whether the team's pub has more than one in the season."""
        return self.of_pub.get(team.pub, 0) > 1


def regulations_of(season: Season) -> Regulations:
    """Return the regulations of a season; its rule book must be loaded."""
    return season.rule_book.season_regulations()


def season_teams(season: Season) -> SeasonTeams:
    """Return the teams of a season with their matches. Two queries.

    The highest team of a pub is the one in the highest division; in the same, the first by name: A before B.
    """
    columns = ("division__position", "team", "team__name", "team__pub")
    order = sorted(
        Enrolment.objects.filter(season=season).values_list(*columns),
        key=lambda row: (row[0], folded(row[2]), row[1]),
    )
    days: defaultdict[int, list[datetime.date]] = defaultdict(list)
    matches = Match.objects.filter(division__season=season, date__isnull=False).order_by("date", "id")
    for home, away, date in matches.values_list("home", "away", "date"):
        if date is not None:
            days[home].append(date)
            days[away].append(date)
    ranks: defaultdict[int, int] = defaultdict(int)
    facts_by_key = {}
    for _, team, name, pub in order:
        ranks[pub] += 1
        facts_by_key[team] = TeamFacts(team=team, name=name, pub=pub, rank=ranks[pub], days=tuple(days[team]))
    return SeasonTeams(by_key=facts_by_key, of_pub=ranks)


def player_facts(
    season: Season, players: Iterable[int], teams: SeasonTeams, *, besides: int | None = None
) -> dict[int, PlayerFacts]:
    """Return the facts of some players in a season, by key: registrations and appearances.

    A match that is being entered is left out with `besides`. Three queries, however many; two and no
    appearances where no rule goes by them.
    """
    numbers = set(players)
    signed = _signed(season, numbers, teams)
    appeared = (
        _appearances(season, numbers, teams, besides) if regulations_of(season).people.counts_matches else {}
    )
    known = Player.objects.filter(pk__in=numbers, league=season.league_id)
    return {
        player: PlayerFacts(
            player=player,
            name=full_name(*names),
            signed=tuple(signed[player]),
            appearances=tuple(appeared.get(player, ())),
            born=born,
        )
        for player, born, *names in known.values_list("pk", "born_on", "name", "told_apart_by")
    }


def match_remarks(match: Match, sides: Mapping[Side, Iterable[int]]) -> dict[Side, tuple[Remark, ...]]:
    """Return the remarks of the season's rules on the players of a match, by side.

    The match comes with its season, league and rule book. Five queries, and one for the cups where nobody
    plays for two pubs; none where the season has no rule about people in the league, or in cups if it is a
    tie. A tie takes one more.
    """
    season = match.division.season
    regulations = regulations_of(season)
    players = {side: tuple(dict.fromkeys(numbers)) for side, numbers in sides.items()}
    in_league = replace(regulations.people, cup_tied=None, cup_matches=None, blocked=())
    has_rules = regulations.people != People() if match.tie_id else in_league != People()
    if not has_rules or not any(players.values()):
        return dict.fromkeys(sides, ())
    teams = season_teams(season)
    known = player_facts(
        season, {number for player in players.values() for number in player}, teams, besides=match.pk
    )
    if regulations.people.one_pub or match.tie:
        known = with_cup_ties(known, season, teams.by_key, tie=match.tie)
    line_ups = {side: line_up_facts(match, side, keys, teams, known) for side, keys in players.items()}
    zone = zone_of(season)
    return {
        side: line_up_remarks(line_up, regulations, zone)
        for side, line_up in line_ups.items()
        if line_up is not None
    }


def line_up_facts(
    match: Match,
    side: str,
    players: Iterable[int],
    teams: SeasonTeams,
    known: Mapping[int, PlayerFacts],
) -> LineUpFacts | None:
    """Return one side of a match as the rules see it; None if its team is not entered in the season.

    The match comes with its season and league. No query.
    """
    team = teams.by_key.get(match.home_id if side == Side.HOME else match.away_id)
    if team is None:
        return None
    season = match.division.season
    day = match.date or match.postponed_from or season.starts_on
    return LineUpFacts(
        match=match.tie_id or match.pk,
        cup=match.division.cup_id,
        round=match.tie.round if match.tie else 1,
        team=team,
        starts_at=start_of(day, match.starts_at, zone_of(season)),
        players=tuple(known[player] for player in players if player in known),
        several_teams=teams.has_several(team),
    )


def own_warnings(match: Match, sheet: Sheet, side: Side) -> tuple[str, ...]:
    """Return the remarks that a captain reads on their own side before signing.

    Five queries; none without rules about people.

    Not what follows from a birthday: that is between the player and the secretary.
    """
    remarks = match_remarks(match, {side: sides_of(sheet)[side]}).get(side, ())
    return tuple(remark.sentence for remark in remarks if remark.rule is not PeopleRule.YOUNGEST)


def sides_of(sheet: Sheet) -> dict[Side, tuple[int, ...]]:
    """Return the players on a sheet by side, each once, in the order of the tables."""
    games = [game for table in sheet.tables for game in table.games]
    pairs = {
        Side.HOME: [sheet_game.home_pair for sheet_game in games],
        Side.AWAY: [game.away_pair for game in games],
    }
    return {
        side: tuple(
            dict.fromkeys(seat.player for pair in nameses for seat in pair if seat.player is not None)
        )
        for side, nameses in pairs.items()
    }


def has_blocks(match: Match) -> bool:
    """Return whether any rule about people in the match's season blocks. No query."""
    return bool(regulations_of(match.division.season).people.blocked)


def blocking(match: Match, sheet: Sheet, *, side: Side | None = None) -> tuple[str, ...]:
    """Return the sentences of the rules that keep a sheet from being signed or confirmed, for one side or for
    both.

    No query where the season blocks nothing.
    """
    if not has_blocks(match):
        return ()
    sides = {of_side: numbers for of_side, numbers in sides_of(sheet).items() if side in (None, of_side)}
    remarks = match_remarks(match, sides)
    return tuple(remark.sentence for of_side in remarks.values() for remark in of_side if remark.blocks)


def _signed(season: Season, players: set[int], teams: SeasonTeams) -> defaultdict[int, list[SignedOn]]:
    """Return registrations by player, earliest first.

    One left behind with a merged record says no more than that they were signed on for that team earlier.
    """
    zone = zone_of(season)
    rows = Registration.objects.filter(
        Q(player__in=players) | Q(player__merged_into__in=players),
        season=season,
        # Says nothing new, but the database can find players by their league alone.
        player__league=season.league_id,
    )
    columns = ("player", "player__merged_into", "team", "team__name", "team__pub")
    signed_onses_by_key: defaultdict[int, list[SignedOn]] = defaultdict(list)
    earlier: dict[tuple[int, int], datetime.date] = {}
    # Rows, no models: of 288 registrations those would be three times as many, and half of the time.
    for player, kept, team, name, pub, on, on_the_night, left_on in rows.order_by(
        "registered_on", "id"
    ).values_list(*columns, "registered_on", "on_the_night", "left_on"):
        if kept:
            earlier.setdefault((kept, team), on)
            continue
        time = LAST_MINUTE if on_the_night else datetime.time.min
        signed_onses_by_key[player].append(
            SignedOn(
                team=teams.by_key.get(team) or TeamFacts(team=team, name=name, pub=pub),
                at=datetime.datetime.combine(earlier.pop((player, team), on), time, tzinfo=zone),
                until=_end_of(left_on, zone),
            )
        )
    return signed_onses_by_key


def _end_of(day: datetime.date | None, zone: zoneinfo.ZoneInfo) -> datetime.datetime | None:
    return datetime.datetime.combine(day + DAY, datetime.time.min, tzinfo=zone) if day else None


def _appearances(
    season: Season, players: set[int], teams: SeasonTeams, besides: int | None
) -> defaultdict[int, list[Appearance]]:
    """Return the league appearances of players on confirmed cards, each match once, earliest first."""
    seats = Seat.objects.filter(
        player__in=players,
        game__table__scorecard__is_confirmed=True,
        **{f"{_MATCH}__division__season": season, f"{_MATCH}__tie": None},
    ).exclude(**{_MATCH: besides})
    match_fields = [f"{_MATCH}{field}" for field in ("", "__home", "__away", "__date", "__postponed_from")]
    rows = seats.order_by(f"{_MATCH}__date", _MATCH).values_list("player", "side", *match_fields).distinct()
    appearances_by_key: defaultdict[int, list[Appearance]] = defaultdict(list)
    for player, side, match, home, away, date, was_on in rows:
        team = teams.by_key.get(home if side == Side.HOME else away)
        if player is not None and team is not None:
            on = date or was_on or season.starts_on
            appearances_by_key[player].append(Appearance(match=match, team=team, on=on))
    return appearances_by_key


_OF_A_SEAT = ("player", "tie", "tie__cup", "tie__round", "tie__date", "entry", "entry__name", "entry__team")


def with_cup_ties(
    known: Mapping[int, PlayerFacts],
    season: Season,
    teams: Mapping[int, TeamFacts],
    *,
    tie: CupTie | None = None,
) -> dict[int, PlayerFacts]:
    """Return what is known of players, with the ties they sat down in for teams. One query.

    Asked for a tie, what they did for pairs in its cup is there too; what is to come after it is not.
    """
    sat = _sat_down(known, season, teams, tie)
    return {
        key: replace(facts, appearances=tuple(sorted((*facts.appearances, *sat[key]), key=_when)))
        for key, facts in known.items()
    }


def entrant_facts(entry: int, name: str, team: int | None, teams: Mapping[int, TeamFacts]) -> TeamFacts:
    """Return an entry as the rules about people see it: its team, or a pair, which is nobody's and of no
    pub.
    """
    if team is None:
        return TeamFacts(team=-entry, name=name, pub=0)
    return teams.get(team) or TeamFacts(team=team, name=name, pub=0)


def _sat_down(
    players: Iterable[int], season: Season, teams: Mapping[int, TeamFacts], tie: CupTie | None
) -> defaultdict[int, list[Appearance]]:
    seats = CupSeat.objects.filter(
        Q(entry__team__isnull=False) | Q(tie__cup=tie.cup_id if tie else None),
        player__in=list(players),
        tie__cup__season=season,
        tie__cup__kind=Cup.Kind.KNOCK_OUT,
    )
    appearances_by_key: defaultdict[int, list[Appearance]] = defaultdict(list)
    for player, key, cup, round_number, date, entry, name, team in seats.values_list(*_OF_A_SEAT):
        if tie is not None and date is None and (cup, round_number > tie.round) == (tie.cup_id, True):
            continue
        appearances_by_key[player].append(
            Appearance(
                match=key,
                team=entrant_facts(entry, name, team, teams),
                on=date or season.starts_on,
                cup=cup,
                round=round_number,
            )
        )
    return appearances_by_key


def _when(appearance: Appearance) -> tuple[datetime.date, int]:
    return appearance.on, appearance.round or 0
