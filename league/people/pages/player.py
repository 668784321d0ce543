"""A player's page: the season in a sentence, form, shares of the four points, partners, best nights."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.competition.selectors import seasons_beside
from league.models import Division, HandResult, Player, Season, Seat, Side, Team
from league.people.pages.games import IN_LEAGUE, GamePlayed, games_of, tallies_by, tally_of
from league.people.pages.lines import PlayerLine, PlayerTally, player_line, sum_of
from league.people.pages.shares import AwardShare, award_shares
from league.results.pages.replay import before_last
from league.results.selectors.scorecards import awards_of
from league.shared.text import folded
from scoring import AWAY, HOME
from scoring.games import score_game
from scoring.hands import Hand

BEST_NIGHTS = 3
_CARD = "game__table__scorecard"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOfPlayer:
    """A night of the team as a bar: the score of the player's game, of several the games won and lost.

    Without a score they did not sit down.
    """

    date: datetime.date
    own: int = 0
    other: int = 0
    is_played: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BestNight:
    """A game won by much, and where the back pegs stood at its end, as far as its hands are recorded."""

    game: GamePlayed
    home_before: int | None
    away_before: int | None

    @property
    def target(self) -> int:
        return self.game.season.rule_book.rules().target or max(self.game.own_score, self.game.other_score)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTally:
    """What a player did in one season, added up: in which divisions, the one they played in most first."""

    season: Season
    divisions: tuple[Division, ...]
    tally: PlayerTally


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeason(SeasonTally):
    """A season with every game of it, the latest first."""

    games: tuple[GamePlayed, ...]

    @property
    def has_several_games(self) -> bool:
        """Whether they played more than one game on a night: nights are counted in games won then."""
        return len({game.match_id for game in self.games}) < len(self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonsRecord:
    """What the page of a player or of two partners shows: one season at length, and the sums of all, the
    latest first.

    `shown` is the season at length: the one asked for, or the latest they played in.
    """

    seasons: tuple[SeasonTally, ...] = ()
    shown: PlayerSeason | None = None
    shares: tuple[AwardShare, ...] = ()
    recorded_hands: int = 0
    best: tuple[BestNight, ...] = ()

    @property
    def total(self) -> PlayerTally:
        return sum_of(each.tally for each in self.seasons)

    @property
    def seasons_listed(self) -> tuple[SeasonTally, ...]:
        """Return the other seasons either side of the one shown; their pages lead to those further away."""
        season = self.shown.season if self.shown else None
        beside = {*seasons_beside(tuple(each.season for each in self.seasons), season)} - {season}
        return tuple(each for each in self.seasons if season and each.season in beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord(SeasonsRecord):
    """All that a player's page shows.

    `place` is by games won among `players` of the division. `team` is whom they played for most; its shares
    stand beside theirs.
    """

    line: PlayerLine
    place: int = 0
    players: int = 0
    team: Team | None = None
    form: tuple[NightOfPlayer, ...] = ()
    partners: tuple[tuple[PlayerLine, PlayerTally], ...] = ()


def player_record(
    player: Player, *, season: Season | None, to_secretary: bool, shown: str = ""
) -> PlayerRecord:
    """Return what a player has done in confirmed matches: at length in the season of the slug `shown`.

    In their latest where they played in none of that slug.

    Eleven queries, two without a game: the sums of their seasons, registrations; then divisions, the seats
    of the season shown and those beside them, the nights of the team, who has won how many in the division,
    the hands of the player and of the team, and those of the best nights.
    """
    seasons = season_tallies(player.seats.all())
    registrations = player.registrations.not_left().filter(season=season).select_related("team")
    line = player_line(player, to_secretary, teams=tuple(each.team for each in registrations))
    played_in = [each.season for each in seasons]
    chosen = next((each for each in played_in if each.slug == shown), next(iter(played_in), None))
    if chosen is None:
        return PlayerRecord(line=line)
    seats = player.seats.filter(**{f"{_CARD}__match__division__season": chosen})
    latest = season_with_games(games_of(seats, to_secretary=to_secretary))
    team = Counter(game.team for game in latest.games).most_common(1)[0][0]
    place, players = _place(player, latest.divisions[0])
    shares, recorded = award_shares(latest.games, team)
    return PlayerRecord(
        line=line,
        seasons=seasons,
        shown=latest,
        place=place,
        players=players,
        team=team,
        form=_form(latest, _nights(team, latest.season)),
        shares=shares,
        recorded_hands=recorded,
        partners=partnerships(latest.games),
        best=best_nights(latest.games),
    )


def season_tallies(seats: QuerySet[Seat]) -> tuple[SeasonTally, ...]:
    """Return the sums of these seats by season, the latest first. Two queries, which read no game."""
    counted = tallies_by(f"{_CARD}__match__division", seats.filter(**IN_LEAGUE))
    if not counted:
        return ()
    by_season: defaultdict[Season, list[Division]] = defaultdict(list)
    for division in Division.with_cups.filter(pk__in=counted).select_related("season"):
        by_season[division.season].append(division)
    return tuple(
        SeasonTally(
            season=season,
            divisions=tuple(sorted(divisions, key=lambda division: -counted[division.pk].played)),
            tally=sum_of(counted[division.pk] for division in divisions),
        )
        for season, divisions in sorted(by_season.items(), key=lambda each: each[0].starts_on, reverse=True)
    )


def season_with_games(games: tuple[GamePlayed, ...]) -> PlayerSeason:
    """Return the season all these games are of."""
    return PlayerSeason(
        season=games[0].season,
        divisions=tuple(division for division, _ in Counter(game.division for game in games).most_common()),
        tally=tally_of(games),
        games=games,
    )


def _place(player: Player, division: Division) -> tuple[int, int]:
    """Return the player's place by games won among all who played in the division, and how many did."""
    seats = Seat.objects.filter(**IN_LEAGUE, **{f"{_CARD}__match__division": division}, player__isnull=False)
    won = {key: tally.won for key, tally in tallies_by("player", seats).items()}
    return 1 + sum(other > won[player.pk] for other in won.values()), len(won)


def _nights(team: Team, season: Season) -> dict[str, datetime.date]:
    """Return the dates of the team's matches in which it is known who sat down, by public id."""
    match = f"{_CARD}__match"
    seats = Seat.objects.filter(
        Q(side=Side.HOME, **{f"{match}__home": team}) | Q(side=Side.AWAY, **{f"{match}__away": team}),
        player__isnull=False,
        **{f"{_CARD}__is_confirmed": True, f"{match}__division__season": season, f"{match}__tie": None},
    )
    rows = seats.order_by().values_list(f"{match}__public_id", f"{match}__date").distinct()
    return {match_id: date for match_id, date in rows if date}


def _form(latest: PlayerSeason, nights: dict[str, datetime.date]) -> tuple[NightOfPlayer, ...]:
    """Return every night of the season, the earliest first."""
    games_by_match: defaultdict[str, list[GamePlayed]] = defaultdict(list)
    for game in latest.games:
        games_by_match[game.match_id].append(game)
    played = [
        _night(games[0].date, games, latest.has_several_games)
        for games in games_by_match.values()
        if games[0].date
    ]
    missed = [
        NightOfPlayer(date=date, is_played=False)
        for match_id, date in nights.items()
        if match_id not in games_by_match
    ]
    return tuple(sorted(played + missed, key=lambda night: night.date))


def _night(date: datetime.date, games: Sequence[GamePlayed], in_games: bool) -> NightOfPlayer:
    tally, first = tally_of(games), games[0]
    own, other = (tally.won, len(games) - tally.won) if in_games else (first.own_score, first.other_score)
    return NightOfPlayer(date=date, own=own, other=other)


def partnerships(games: Sequence[GamePlayed]) -> tuple[tuple[PlayerLine, PlayerTally], ...]:
    """Return the partners in these games and how it went with each, the most frequent first."""
    partners = {partner for game in games for partner in game.partners}
    tallies = ((each, tally_of(game for game in games if each in game.partners)) for each in partners)
    return tuple(sorted(tallies, key=lambda pair: (-pair[1].played, folded(pair[0].name), pair[0].public_id)))


def best_nights(games: Sequence[GamePlayed]) -> tuple[BestNight, ...]:
    """Return the games won by most, one a night, the latest first among equals. One query."""
    best: dict[str, GamePlayed] = {}
    won_games = (game for game in games if game.is_won)
    for game in sorted(won_games, key=lambda game: game.other_score - game.own_score):
        best.setdefault(game.match_id, game)
    won = list(best.values())[:BEST_NIGHTS]
    hands: defaultdict[int, list[Hand]] = defaultdict(list)
    rows: QuerySet[HandResult] = HandResult.objects.filter(game__in=[game.key for game in won])
    for hand in rows.order_by("game", "number"):
        hands[hand.game_id].append(awards_of(hand))
    return tuple(_best_night(game, hands[game.key]) for game in won)


def _best_night(game: GamePlayed, hands: Iterable[Hand]) -> BestNight:
    running = score_game(hands, game.season.rule_book.rules()).running
    is_whole = bool(running) and running[-1] == (game.home_score, game.away_score)
    return BestNight(
        game=game,
        home_before=before_last(running, HOME) if is_whole else None,
        away_before=before_last(running, AWAY) if is_whole else None,
    )
