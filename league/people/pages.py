"""Players: the list with its search, and what one player has done at the tables."""

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from league.matches.hung_jacks import HungJacks, counts_hung_jacks, hung_jacks
from league.models import HandResult, League, Player, Registration, Season, Seat, Side, Team
from league.people.names import shown_name
from league.shared.text import folded

AWARDS = (("high", "High"), ("low", "Low"), ("jack", "Jack"), ("game_point", "Game"))
HUNG_A_JACK, JACK_WAS_HUNG = "Hung a jack", "Had its jack hung"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player as a list shows them: the name this reader may see, and the teams they are registered for.

    The public id is empty for one who is not shown to this reader: their page is not linked. `hung` are the
    jacks of the season's games they sat down for, where a list has them.
    """

    public_id: str
    name: str
    teams: tuple[Team, ...]
    hung: HungJacks | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTally:
    """Games played and won, and the game points of both sides in them."""

    played: int
    won: int
    points_for: int
    points_against: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlayed:
    """One game of a player: when, in which match, with whom, and how it ended for their side."""

    date: datetime.date | None
    match_id: str
    season: Season
    team: Team
    opponents: Team
    partners: tuple[PlayerLine, ...]
    own_score: int
    other_score: int

    @property
    def is_won(self) -> bool:
        return self.own_score > self.other_score


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardShare:
    """How often a player's side took one of the four points, of the hands in which it was recorded.

    Or how often it hung a jack, or lost its own so, where that counts apart.
    """

    award: str
    taken: int
    recorded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Partnership:
    """Two who sat on one side, and how it went."""

    partner: PlayerLine
    tally: PlayerTally


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTally:
    """A player's season."""

    season: Season
    tally: PlayerTally


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord:
    """All that a player's page shows."""

    line: PlayerLine
    total: PlayerTally
    seasons: tuple[SeasonTally, ...]
    shares: tuple[AwardShare, ...]
    recorded_hands: int
    partners: tuple[Partnership, ...]
    games: tuple[GamePlayed, ...]


def players_of_league(
    league: League, *, season: Season | None, search: str, to_secretary: bool
) -> tuple[PlayerLine, ...]:
    """Return the players whose names hold every word of the search, whatever its accents and capitals.

    Searched and sorted in Python: SQLite folds only ASCII, and the two databases sort names differently.
    Somebody who is not shown by any name is left out for the public. Where the season's game counts hung
    jacks everybody stands with theirs.
    """
    words = folded(search).split()
    registrations = Registration.objects.not_left().filter(season=season).select_related("team")
    players = league.players.not_merged().prefetch_related(
        Prefetch("registrations", registrations, to_attr="current")
    )
    hung = hung_jacks(season) if season and counts_hung_jacks(season) else None
    lines = [
        player_line(
            player,
            to_secretary,
            teams=tuple(each.team for each in player.current),  # type: ignore[attr-defined]  # prefetched above
            hung=hung.of_player(player.pk) if hung else None,
        )
        for player in players
        if to_secretary or player.shown != Player.Shown.HIDDEN
    ]
    matching = (line for line in lines if all(word in folded(line.name) for word in words))
    return tuple(sorted(matching, key=lambda line: (folded(line.name), line.public_id)))


def everybody(league: League) -> list[str]:
    """Everybody's name, to choose from while typing. For the secretary. One query."""
    known = league.players.not_merged()
    return sorted({str(player) for player in known}, key=folded)


def player_line(
    player: Player, to_secretary: bool, *, teams: tuple[Team, ...] = (), hung: HungJacks | None = None
) -> PlayerLine:
    """Return the player as this reader may see them.

    Somebody not shown at all has no page for the public either.
    """
    is_shown = to_secretary or player.shown != Player.Shown.HIDDEN
    return PlayerLine(
        public_id=player.public_id if is_shown else "",
        name=shown_name(player, to_secretary=to_secretary),
        teams=teams,
        hung=hung,
    )


def player_record(player: Player, *, season: Season | None, to_secretary: bool) -> PlayerRecord:
    """Return what a player has done in every confirmed match, the latest first."""
    games = tuple(_game_played(seat, to_secretary) for seat in _seats_of(player))
    shares, recorded = _award_shares(player)
    registrations = player.registrations.not_left().filter(season=season).select_related("team")
    return PlayerRecord(
        line=player_line(player, to_secretary, teams=tuple(each.team for each in registrations)),
        total=tally_of(games),
        seasons=_by_season(games),
        shares=shares,
        recorded_hands=recorded,
        partners=_partnerships(games),
        games=games,
    )


def tally_of(games: Iterable[GamePlayed]) -> PlayerTally:
    """Return the sum of games."""
    games = tuple(games)
    return PlayerTally(
        played=len(games),
        won=sum(game.is_won for game in games),
        points_for=sum(game.own_score for game in games),
        points_against=sum(game.other_score for game in games),
    )


def _seats_of(player: Player) -> list[Seat]:
    """Return the player's seats at games that count, the latest first."""
    seats = player.seats.filter(game__table__scorecard__is_confirmed=True)
    known = seats.select_related(
        "game__table__scorecard__match__division__season",
        "game__table__scorecard__match__home",
        "game__table__scorecard__match__away",
    ).prefetch_related(Prefetch("game__seats", Seat.objects.select_related("player")))
    return sorted(known, key=_when_played, reverse=True)


def _when_played(seat: Seat) -> tuple[datetime.date, int, int]:
    match = seat.game.table.scorecard.match
    day = match.date or match.postponed_from or match.division.season.starts_on
    return day, -seat.game.table.number, seat.game.number


def _game_played(seat: Seat, to_secretary: bool) -> GamePlayed:
    game, match = seat.game, seat.game.table.scorecard.match
    sides = ((match.home, game.home_score), (match.away, game.away_score))
    (team, own), (opponents, other) = sides if seat.side == Side.HOME else reversed(sides)
    partners = (
        each.player
        for each in game.seats.all()
        if each.player is not None and each.side == seat.side and each.player_id != seat.player_id
    )
    return GamePlayed(
        date=match.date,
        match_id=match.public_id,
        season=match.division.season,
        team=team,
        opponents=opponents,
        partners=tuple(player_line(partner, to_secretary) for partner in partners),
        own_score=own,
        other_score=other,
    )


def _by_season(games: Sequence[GamePlayed]) -> tuple[SeasonTally, ...]:
    seasons = sorted({game.season for game in games}, key=lambda season: season.starts_on, reverse=True)
    return tuple(
        SeasonTally(season=season, tally=tally_of(game for game in games if game.season == season))
        for season in seasons
    )


def _partnerships(games: Sequence[GamePlayed]) -> tuple[Partnership, ...]:
    """Partners, the most frequent first."""
    partners = {partner for game in games for partner in game.partners}
    pairs = (
        Partnership(partner=partner, tally=tally_of(game for game in games if partner in game.partners))
        for partner in partners
    )
    return tuple(
        sorted(
            pairs, key=lambda pair: (-pair.tally.played, folded(pair.partner.name), pair.partner.public_id)
        )
    )


def _award_shares(player: Player) -> tuple[tuple[AwardShare, ...], int]:
    """Return a hand cut short by the winning point leaves awards unrecorded: each has its own number of
    hands.
    """
    hands = HandResult.objects.filter(
        game__seats__player=player, game__table__scorecard__is_confirmed=True
    ).values_list("game__seats__side", "hung", *(field for field, _ in AWARDS))
    taken: Counter[str] = Counter()
    recorded: Counter[str] = Counter()
    for side, hung, *takers in hands:
        for (_, award), taker in zip(AWARDS, takers, strict=True):
            recorded[award] += taker != ""
            taken[award] += taker == side
        if hung is not None:
            jack = takers[_JACK]
            recorded[HUNG_A_JACK] += 1
            recorded[JACK_WAS_HUNG] += 1
            taken[HUNG_A_JACK if jack == side else JACK_WAS_HUNG] += hung
    counted = [award for _, award in AWARDS] + [HUNG_A_JACK, JACK_WAS_HUNG] * (HUNG_A_JACK in recorded)
    shares = (AwardShare(award=award, taken=taken[award], recorded=recorded[award]) for award in counted)
    return tuple(shares), len(hands)


_JACK = [field for field, _ in AWARDS].index("jack")
