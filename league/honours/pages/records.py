"""The records of a league over all its seasons."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from league.honours.games import games_of_league, hand_counts
from league.honours.pages.match_records import match_records, run_records
from league.honours.pages.record_values import LeagueRecord, Played, day_of
from league.honours.pages.season_records import season_records
from league.models import League, Match, Scorecard, Season
from league.people.pages.lines import player_line
from league.standings.selectors.match_lists import MatchLine, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGroup:
    """Records of one kind."""

    key: str
    title: str
    records: tuple[LeagueRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRecords:
    """The page: records by kind, without those that nothing is known for; the seasons and matches counted."""

    groups: tuple[RecordGroup, ...]
    seasons: tuple[Season, ...]
    matches: int

    @property
    def latest(self) -> Season | None:
        return self.seasons[-1] if self.seasons else None


def league_records(league: League, *, to_secretary: bool) -> LeagueRecords:
    """Return a league's records, by the names this reader may see.

    Six queries, however many seasons: matches, divisions, games, seats, hands, players. One more where
    withdrawals void second halves of seasons, and one where a walkover counts as an average.
    """
    played = everything_played(league, to_secretary=to_secretary)
    groups = (
        ("matches", "Matches and tables", match_records(played)),
        ("runs", "Runs", run_records(played)),
        ("seasons", "In one season", season_records(played)),
    )
    known = ((key, title, _known(records)) for key, title, records in groups)
    return LeagueRecords(
        groups=tuple(
            RecordGroup(key=key, title=title, records=records) for key, title, records in known if records
        ),
        seasons=tuple(sorted(played.seasons.values(), key=lambda season: season.starts_on)),
        matches=len(played.matches),
    )


def _known(records: Iterable[LeagueRecord | None]) -> tuple[LeagueRecord, ...]:
    return tuple(record for record in records if record)


def everything_played(league: League, *, to_secretary: bool) -> Played:
    """Return the matches, games and hands of all seasons. Six queries, as `league_records` says."""
    card = Scorecard.objects.confirmed().filter(match=OuterRef("pk"))
    lines = match_lines(Match.objects.filter(Exists(card), division__season__league=league))
    games = games_of_league(league)
    counted = tuple(sorted(filter(_is_counted, lines), key=day_of))
    return Played(
        matches=counted,
        lines={line.outcome.match: line for line in lines},
        seasons={line.division.season_id: line.division.season for line in lines},
        games=games,
        hands=hand_counts(league),
        people={player.pk: player_line(player, to_secretary) for player in league.players.all()},
        teams={team.key: team for line in lines for team in (line.home, line.away)},
        noun="game" if any(_has_several_games(line) for line in counted) else "table",
    )


def _is_counted(line: MatchLine) -> bool:
    """Return whether a match was played and nothing of it was decided by a ruling."""
    return line.is_played and not (line.walkovers or line.voids or line.outcome.is_play_off)


def _has_several_games(line: MatchLine) -> bool:
    return any(len(table.games) > 1 for table in line.outcome.tables or ())
