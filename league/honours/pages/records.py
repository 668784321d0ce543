"""The records of a league over all its seasons."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from league.history.former_names import TEAM, names_of_times
from league.honours.counted import kept_of, without
from league.honours.games import games_of_seasons, hand_counts
from league.honours.pages.match_records import (
    PLAYER,
    Runs,
    longest_runs,
    match_records,
    runs_of,
    runs_together,
)
from league.honours.pages.record_values import (
    MOST_NAMED,
    Best,
    Holder,
    LeagueRecord,
    Played,
    RecordHolder,
    day_of,
    iso_day,
    together,
)
from league.honours.pages.season_records import LEAST_HANDS, season_records
from league.models import CountedSeasons, League, Match, Scorecard, Season
from league.people.pages.lines import player_line
from league.standings.selectors.match_lists import MatchLine, match_lines, named_link

# What each record is called, and what is counted in it; by kind.
AS_AWARDS = "League matches, as the awards count them."
TITLES: dict[str, tuple[str, dict[str, tuple[str, str]]]] = {
    "matches": (
        "Matches and tables",
        {
            "win": ("Biggest win", "By match points, then by the difference in game points."),
            "points": ("Most points in a match", "Game points of both sides together."),
            "closest": ("Closest match", "The smallest difference in game points, then the most points."),
            "game": ("Highest win {at}", "The greatest difference of one finished game."),
        },
    ),
    "runs": (
        "Runs",
        {
            "won": ("Longest winning run", "Matches won in a row."),
            "unbeaten": ("Longest unbeaten run", "Matches in a row won or drawn."),
            PLAYER: ("Longest winning run of a player", "{Nouns} won in a row, with any partner."),
        },
    ),
    "seasons": (
        "In one season",
        {
            "team_won": ("Most matches won by a team", "Walkovers do not count."),
            "team_points": (
                "Most game points by a team",
                "Where the points of all its matches are recorded.",
            ),
            "pair_won": ("Most {nouns} won by a pair", AS_AWARDS),
            "player_won": ("Most {nouns} won by a player", AS_AWARDS),
            "player_points": ("Most game points by a player", AS_AWARDS),
            "player_nil": ("Most {nouns} won to nil by a player", AS_AWARDS),
            "jacks": (
                "Highest share of Jacks",
                f"Taken by the player’s side, of at least {LEAST_HANDS} recorded hands.",
            ),
            "hung": ("Most Jacks hung", "Hung by the player’s side."),
            "all_fours": ("Most all fours", "High, Low, Jack and Game of one hand, by the player’s side."),
        },
    ),
}


class Counted(NamedTuple):
    """What some seasons contribute: those played in, the earliest first; matches; are there several games."""

    seasons: Sequence[int]
    matches: int
    has_several_games: bool
    records: Mapping[str, Best | None]
    runs: Mapping[str, Runs]


Days = tuple[str, str, tuple[int, ...]]
"""The first day and the last of seasons that are counted together, and their keys."""


RecordGroup = tuple[str, str, tuple[LeagueRecord, ...]]
"""A kind of records: its key in addresses, its title, and the records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRecords:
    """The page: records by kind, without those that nothing is known for; the seasons and matches counted.

    `span` is the first season played in and the last.
    """

    groups: tuple[RecordGroup, ...]
    seasons: int
    span: tuple[Season, ...]
    matches: int


def league_records(league: League, *, to_secretary: bool) -> LeagueRecords:
    """Return a league's records, by the names this reader may see.

    Fourteen queries, however many seasons: two for what is kept, five for what is not, and seven for who
    holds a record. One more where withdrawals void second halves of seasons, and one where a walkover counts
    as an average.
    """
    kept, played, days = counted_beside(kept_of(league, "records"), league.seasons.all())
    parts = [
        ("", count(part_of(played, ()))),
        *((row.first_day, Counted(*row.records)) for row in kept),
        *((first, count(part_of(played, keys))) for first, _, keys in days),
    ]
    counted = joined([part for _, part in sorted(parts, key=itemgetter(0))])
    return _page(league, counted, played.lines, to_secretary=to_secretary)


# --- Counting -------------------------------------------------------------------------------------
def counted_beside(
    kept: Collection[CountedSeasons], seasons: QuerySet[Season]
) -> tuple[Collection[CountedSeasons], Played, list[Days]]:
    """Return what is kept, and everything else of the seasons, by the days of those that go together.

    A run goes through seasons whose days overlap: nothing kept stays beside such a one, but its parts.
    """
    played = everything_played(without(kept, seasons))
    days = stretches(played)
    meets = [row for row in kept if any(a <= row.last_day and row.first_day <= z for a, z, _ in days)]
    if meets:
        parts = CountedSeasons.objects.filter(whole__in=meets)
        return counted_beside([*(row for row in kept if row not in meets), *parts], seasons)
    return kept, played, days


def everything_played(seasons: Iterable[Season]) -> Played:
    """Return the matches, games and hands of seasons of a league. Five queries; none without seasons."""
    by_key = {season.pk: season for season in seasons}
    card = Scorecard.objects.confirmed().filter(match=OuterRef("pk"))
    lines = match_lines(Match.objects.filter(Exists(card), division__season__in=by_key))
    return Played(
        matches=tuple(sorted(filter(_is_counted, lines), key=day_of)),
        lines={line.outcome.match: line for line in lines},
        seasons=by_key,
        games=games_of_seasons(by_key),
        hands=hand_counts(by_key),
    )


def _is_counted(line: MatchLine) -> bool:
    """Return whether a match was played and nothing of it was decided by a ruling."""
    return line.is_played and not (line.walkovers or line.voids or line.outcome.is_play_off)


def part_of(played: Played, seasons: Iterable[int]) -> Played:
    """Return what was played in some of the seasons."""
    return replace(
        played,
        matches=tuple(line for line in played.matches if line.division.season_id in seasons),
        lines={key: line for key, line in played.lines.items() if line.division.season_id in seasons},
        games={key: games for key, games in played.games.items() if key in seasons},
    )


def count(played: Played) -> Counted:
    """Return what is kept of seasons that are closed."""
    return Counted(
        list(dict.fromkeys(line.division.season_id for line in sorted(played.lines.values(), key=day_of))),
        len(played.matches),
        any(len(table.games) > 1 for line in played.matches for table in line.outcome.tables or ()),
        match_records(played) | season_records(played),
        runs_of(played),
    )


def joined(parts: Sequence[Counted]) -> Counted:
    """Return what some seasons and then later ones contribute together."""
    seasons, matches, has_several_games, records, runs = zip(*parts, strict=True)
    return Counted(
        list(chain(*seasons)),
        sum(matches),
        any(has_several_games),
        {kind: together(of[kind] for of in records) for kind in records[0]},
        {kind: runs_together([of[kind] for of in runs], kind) for kind in runs[0]},
    )


def stretches(played: Played) -> list[Days]:
    """Return the seasons by their days, the earliest first; those without a result come before all days."""
    by_season: dict[int, list[str]] = {key: [] for key in played.seasons}
    for line in played.lines.values():
        by_season[line.division.season_id].append(iso_day(line))
    found: list[Days] = []
    for key, days in sorted(by_season.items(), key=lambda each: min(each[1], default="")):
        first, last = min(days, default=""), max(days, default="")
        if found and first <= found[-1][1]:
            start, end, keys = found.pop()
            found.append((start, max(last, end), (*keys, key)))
        else:
            found.append((first, last, (key,)))
    return found


# --- Showing --------------------------------------------------------------------------------------
def _page(
    league: League,
    counted: Counted,
    lines: Mapping[int, MatchLine],
    *,
    to_secretary: bool,
) -> LeagueRecords:
    runs = {kind: longest_runs(of_kind, kind) for kind, of_kind in counted.runs.items()}
    known = {kind: each for kind, each in {**counted.records, **runs}.items() if each}
    holders = [holder for each in known.values() for holder in each.holders]
    span = counted.seasons[:1], counted.seasons[-1:]
    seasons = league.seasons.in_bulk({holder.season for holder in holders}.union(*span))
    shown = _shown(league, seasons, holders, lines, to_secretary)
    noun = "game" if counted.has_several_games else "table"
    at = "at a table" if noun == "table" else "in a game"
    words = {"nouns": f"{noun}s", "Nouns": f"{noun.capitalize()}s", "at": at}

    def record(kind: str, title: str, is_counted: str) -> LeagueRecord:
        found = known[kind]
        return LeagueRecord(
            title=title.format(**words),
            figure=found.figure or f"{found.rank[0]} {words['nouns'] if kind == PLAYER else 'matches'}",
            counted=is_counted.format(**words),
            holders=tuple(map(shown, found.holders)),
            beyond=max(0, found.number - MOST_NAMED),
        )

    groups = (
        (key, title, tuple(record(kind, *of[kind]) for kind in of if kind in known))
        for key, (title, of) in TITLES.items()
    )
    return LeagueRecords(
        groups=tuple(group for group in groups if group[-1]),
        seasons=len(counted.seasons),
        span=tuple(seasons[key] for keys in span for key in keys),
        matches=counted.matches,
    )


def _shown(
    league: League,
    seasons: Mapping[int, Season],
    holders: Sequence[Holder],
    known: Mapping[int, MatchLine],
    to_secretary: bool,
) -> Callable[[Holder], RecordHolder]:
    """Return what shows one of the holders, by the names of the time. Six queries: matches three."""
    matches = {key for holder in holders for key in holder.matches}.difference(known)
    lines = {line.outcome.match: line for line in match_lines(Match.objects.filter(pk__in=matches))}
    lines = {**known, **lines}
    players = league.players.filter(pk__in={key for holder in holders for key in holder.who})
    people = {player.pk: player_line(player, to_secretary) for player in players}
    in_season = [holder for holder in holders if holder.season]
    teams = league.teams.in_bulk({holder.team for holder in in_season})
    names = names_of_times(seasons[holder.season] for holder in in_season)

    def shown(holder: Holder) -> RecordHolder:
        own = tuple(lines[key] for key in holder.matches)
        links = {link.key: link for line in own for link in (line.home, line.away)}
        if holder.season:
            team = teams[holder.team]
            was = names[holder.season]
            links = {team.pk: named_link(was, TEAM, team.pk, team.name, team.short_name, team.slug)}
        return RecordHolder(
            who=tuple(people[key] for key in holder.who),
            team=links.get(holder.team),
            against=links.get(holder.against),
            matches=own,
            season=seasons.get(holder.season),
            summary=holder.summary,
            goes_on=holder.goes_on,
        )

    return shown
