"""The tables of the public pages as rows of a file, by the names in their addresses.

A table is added by one value here, its section in docs/data.md, and `{% files %}` on its page. Names go
through the selectors of the pages, as everybody may see them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.lists import cup_lines
from league.cups.selectors.pairs_nights import NightOnPage, night_on_page
from league.cups.selectors.tie_matches import match_ids_of_ties
from league.exchange.lists.export import (
    STANDINGS_COLUMNS,
    cup_result_rows,
    fixture_rows,
    points_of,
    result_rows,
    standings_rows,
)
from league.honours.award_pages import season_awards
from league.honours.pages.all_time import all_time_players, all_time_teams
from league.honours.pages.records import league_records
from league.honours.selectors import honours_by_year, roll_of_honour
from league.models import Cup, CupEntry, League, Player, Season
from league.people.names import KeptBack
from league.people.pages.lines import PlayerLine
from league.people.pages.players import players_of_league

Row = Sequence[object]
DATA_FORMS = ("xlsx", "csv", "json")
BETWEEN = "; "
"""Between the parts of one cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTable:
    """A table of a league, or of one of its seasons, as a file: its title, and its rows.

    `columns` are the heads, each with what stands below it; empty where the rows begin with their own, which
    another page of docs/ explains. `document` is what it is called on paper.
    """

    title: str
    rows: Callable[..., Iterable[Row]]
    columns: Mapping[str, str] = field(default_factory=dict)
    document: str = ""

    @property
    def forms(self) -> Sequence[str]:
        """The forms it comes in; what is printed can be read as text too."""
        return ("pdf", *DATA_FORMS, "txt") if self.document else DATA_FORMS

    def lines(self, *of: League | Season) -> Iterator[Row]:
        """Yield the heads, and the rows of a league or a season."""
        yield from ([list(self.columns)] if self.columns else [])
        yield from self.rows(*of)


# --- Players, pairs and awards ----------------------------------------------------------------


def _players(league: League, season: Season) -> Iterator[Row]:
    for listed in players_of_league(league, season=season, to_secretary=False):
        hung = listed.line.hung
        teams, slugs = (
            BETWEEN.join(getattr(team, name) for team in listed.line.teams) for name in ("name", "slug")
        )
        tally = listed.tally
        yield (
            *(listed.line.public_id, listed.line.name, teams, tally.played, tally.won),
            *((hung.caught, hung.suffered) if hung else (None, None)),
            *(slugs, tally.points_for, tally.points_against),
        )


def _pairs(league: League, season: Season) -> Iterator[Row]:
    page = season_awards(league, season.slug, to_secretary=False)
    for pair in page.pairs if page else ():
        figures, team = pair.figures, pair.team.name if pair.team else None
        yield (
            *_named(pair.who),
            team,
            figures.played,
            figures.won,
            figures.points_for,
            figures.points_against,
            pair.team and pair.team.slug,
        )


def _awards(league: League, season: Season) -> Iterator[Row]:
    page = season_awards(league, season.slug, to_secretary=False)
    for award in page.awards if page else ():
        for line in award.lines:
            place, team = int(line.place.rstrip("=")), line.team.name if line.team else None
            yield award.title, place, *_named(line.who), team, line.summary, line.team and line.team.slug


def _named(players: Iterable[PlayerLine]) -> tuple[str, str]:
    """Return names and ids; who is not shown leaves an empty place in both."""
    shown = [(player.name, player.public_id) if player.public_id else ("", "") for player in players]
    return BETWEEN.join(name for name, _ in shown), BETWEEN.join(key for _, key in shown)


# --- Cups and the roll of honour --------------------------------------------------------------
TIES_COLUMNS = {
    "round": "Round, from 1.",
    "title": "What the round is called.",
    "tie": "Tie of the round, or table of a pairs night, from 1; null for a bye.",
    "home": "Drawn first; null while it is not known who it is.",
    "away": "Drawn second; null for a bye.",
    "date": "Day of the tie; null where none is named.",
    "time": "Time of day where the league plays.",
    "pub": "Pub, by its name.",
    "home_score": "Score of home.",
    "away_score": "Score of away.",
    "winner": "Who went through: h home, a away; null while nobody has.",
    "note": "Words beside the score: bye, or why a tie was given.",
    "matches": "Public ids of its matches, legs before replays; empty for pairs, and until it has a night.",
    "home_slug": "Team of `home`, by its slug; null for a pair.",
    "away_slug": "Team of `away`, by its slug.",
    "home_player_ids": "Public ids of the two of `home`, if it is a pair that is known; empty for a team.",
    "away_player_ids": "The same of `away`.",
    "pub_slug": "Pub, by its slug.",
    "group": "Group, by its letter; null in a knock-out.",
}
GROUPS_COLUMNS = {
    "group": "Group, by its letter.",
    "place": "Place in the group, from 1; those level in everything are in the order of their lots.",
    "entry": "Team or pair.",
    "played": "Matches played.",
    "won": "Matches won.",
    "drawn": "Matches that ended level.",
    "lost": "Matches lost.",
    "score_for": "Score of its matches together.",
    "score_against": "Score of the others in them.",
    "points": "Points: 2 for a win, 1 for a level match.",
    "through": "1 if it goes through, 0 if not; null as long as that can still change.",
    "reason": "Why it stands there, in a sentence; empty before the first match.",
    "team_slug": "Its team, by its slug; null for a pair.",
    "player_ids": "Public ids of the two of a pair that is known; empty for a team.",
}
_WINNERS = {0: "h", 1: "a", None: None}


def _cups(league: League) -> Iterator[Row]:
    for line in cup_lines(league):
        yield line.season.slug, line.cup.name, line.cup.slug, line.standing


def cup_rows(cup: Cup) -> Iterator[Row]:
    """Yield the draw of a knock-out, or the tables of a pairs night, round by round, byes among them."""
    yield list(TIES_COLUMNS)
    yield from _night(night_on_page(cup)) if cup.kind == Cup.Kind.PAIRS_NIGHT else _knock_out(cup)


def _knock_out(cup: Cup) -> Iterator[Row]:
    matches = match_ids_of_ties(cup)
    page = cup_on_page(cup)
    ids = _ids(page.entries)
    for cup_round in page.rounds:
        place = cup_round.round.number, cup_round.round.title
        for each in cup_round.ties:
            tie, pub = each.tie, each.venue
            sides = [seat.entrant for seat in (tie.home, tie.away)]
            yield (
                *(*place, tie.number, *(side and side.name for side in sides)),
                *(each.date, each.starts_at and each.starts_at.isoformat("minutes"), pub and pub.name),
                *(*(tie.verdict.score or (None, None)), _WINNERS[tie.verdict.winner]),
                each.note if cup_round.round.is_drawn else "to be drawn",
                BETWEEN.join(matches.get((tie.round, tie.number), ())),
                *_of_both(ids, *(side.key if side else None for side in sides)),
                *(pub and pub.slug, tie.group or None),
            )
        for entrant in cup_round.round.byes:
            yield *place, None, entrant.name, *[None] * 7, "bye", "", *_of_both(ids, entrant.key), None, None


def cup_group_rows(cup: Cup) -> Iterator[Row]:
    """Yield the tables of a cup's groups; no line before their draw, or where it has none."""
    yield list(GROUPS_COLUMNS)
    if cup.kind != Cup.Kind.KNOCK_OUT:
        return
    page = cup_on_page(cup)
    ids = _ids(page.entries)
    for group in page.bracket.groups:
        for row in group.rows:
            record = row.row.record
            yield (
                *(group.letter, row.place, row.entrant.name),
                *(record.played, record.won, record.drawn, record.lost),
                *(record.score_for, record.score_against, record.match_points // 2),
                *(None if row.goes_through is None else int(row.goes_through), row.reason),
                *ids[row.entrant.key],
            )


def _night(page: NightOnPage) -> Iterator[Row]:
    pub, ids = page.cup.finals_at, _ids(page.entries)
    on = page.cup.finals_on, None, pub and pub.name
    for tables, drawn in zip(page.rounds, page.night.drawn, strict=True):
        place = tables.number, f"Round {tables.number}"
        for table, keys in zip(tables.tables, drawn.tables, strict=True):
            score = *(table.score or (None, None)), _WINNERS[table.winner]
            both = *_of_both(ids, *keys), pub and pub.slug, None
            yield *place, table.number, *table.names, *on, *score, "", "", *both
        if tables.free:
            yield *place, None, tables.free, *[None] * 7, "bye", "", *_of_both(ids, drawn.free), None, None


def _ids(entries: Iterable[CupEntry]) -> Mapping[int | None, tuple[str | None, str]]:
    """Return the slug of a team, and the ids of a pair's players who are shown, by number."""
    return {
        entry.number: (
            entry.team.slug if entry.team else None,
            BETWEEN.join(player.public_id if player in shown else "" for player in players)
            if any(players)
            else "",
        )
        for entry in entries
        for players in ([entry.first_player, entry.second_player],)
        for shown in ([player for player in players if player and player.shown != Player.Shown.HIDDEN],)
    }


def _of_both(
    ids: Mapping[int | None, tuple[str | None, str]], home: int | None = None, away: int | None = None
) -> Iterator[str | None]:
    """Return the slugs of both sides, then the ids of their players."""
    return chain.from_iterable(zip(*(ids.get(key, (None, "")) for key in (home, away)), strict=True))


def _honours(league: League) -> Iterator[Row]:
    kept_back = KeptBack.of(league)
    for year, competition, place, holder in honours_by_year(roll_of_honour(league)):
        words = kept_back.hide(holder.name), kept_back.hide(holder.remarks)
        ids = holder.team and holder.team.slug, holder.player_id, year.season and year.season.slug
        yield year.year, year.season_name, competition, place, *words, *ids


# --- Records and all-time tables --------------------------------------------------------------


def _records(league: League) -> Iterator[Row]:
    for _, _, of_kind in league_records(league, to_secretary=False).groups:
        for record in of_kind:
            for holder in record.holders:
                first, last = (holder.matches[0], holder.matches[-1]) if holder.matches else (None, None)
                home, away = (
                    (first.home, first.away) if first and holder.is_match else (holder.team, holder.against)
                )
                season = holder.season or (last and last.division.season)
                yield (
                    record.title,
                    record.figure,
                    record.counted,
                    *_named(holder.who),
                    *(home and home.name, away and away.name),
                    *(season and season.slug, first and first.date),
                    *(last and last.date if last is not first else None, holder.summary),
                    *(home and home.slug, away and away.slug),
                    BETWEEN.join(match.public_id for match in holder.matches),
                )


# --- Which there are --------------------------------------------------------------------------
LEAGUE_TABLES = {
    "cups": PublicTable(
        title="Cups",
        rows=_cups,
        columns={
            "season": "Season, by its slug.",
            "cup": "Cup or pairs night, by its name.",
            "slug": "Its slug: the draw is the file `cups/<slug>`.",
            "standing": "How it stands, in a sentence.",
        },
    ),
    "honours": PublicTable(
        title="Roll of honour",
        rows=_honours,
        columns={
            "year": "In which the season began.",
            "season": "As people say it: 1974/75.",
            "competition": "What was won.",
            "place": "1 for the winner, 2 for who came after.",
            "holder": "Team, player or pair, as the roll has them.",
            "remarks": "What the roll says besides.",
            "team_slug": "The team, by its slug; null where it is a player, or none of this league's.",
            "player_id": "The player, by public id; empty where it is a team, a pair or nobody on record.",
            "season_slug": "Season, by its slug; null while it is not over, or where it was not played here.",
        },
    ),
    "records": PublicTable(
        title="Records",
        rows=_records,
        columns={
            "record": "Record, such as Biggest win.",
            "figure": "The record, in figures.",
            "counted": "What is counted.",
            "players": "Who holds it; empty for one of a team or of a match.",
            "player_ids": "Their public ids, in the same order.",
            "team": "Their team; of a match, home.",
            "against": "The other side; of a match, away.",
            "season": "Season, by its slug.",
            "date": "Day of the match, or of the first match of a run; null for a whole season.",
            "until": "Day of the last match of a run; null where there is none.",
            "details": "Figures behind it, in words.",
            "team_slug": "`team`, by its slug.",
            "against_slug": "`against`, by its slug.",
            "matches": "Public id of its match, or of the first and the last of a run; empty for a whole "
            "season.",
        },
    ),
    "all-time-teams": PublicTable(
        title="Teams of all time",
        rows=lambda league: (
            (
                *(each.place, each.team.slug, each.team.name, each.seasons, each.played),
                *(each.won, each.drawn, each.lost, points_of(each.half_points), each.titles),
            )
            for each in all_time_teams(league)
        ),
        columns={
            "place": "Place by match points, then by matches won.",
            "team": "Team, by its slug.",
            "name": "Its name.",
            "seasons": "Seasons it has played in.",
            "played": "Matches that count in a table.",
            "won": "Matches won.",
            "drawn": "Matches drawn.",
            "lost": "Matches lost.",
            "match_points": "Match points, with those given and taken; halves as .5.",
            "titles": "First places on the roll of honour.",
        },
    ),
    "all-time-players": PublicTable(
        title="Players of all time",
        rows=lambda league: (
            (each.place, each.line.public_id, each.line.name, each.seasons, each.played, each.won)
            for each in all_time_players(league, to_secretary=False)
        ),
        columns={
            "place": "Place by games won, then by the fewest played.",
            "id": "Player, by their public id.",
            "name": "Name as the player wants to be shown: whole, or initials.",
            "seasons": "Seasons they have played in.",
            "played": "Games played.",
            "won": "Games won.",
        },
    ),
}
SEASON_TABLES = {
    "standings": PublicTable(
        title="Standings",
        rows=lambda _, season: standings_rows(season),
        columns=STANDINGS_COLUMNS,
        document="league-tables",
    ),
    "fixtures": PublicTable(
        title="Fixtures",
        rows=lambda _, season: fixture_rows(season),
        document="fixture-lists",
    ),
    "results": PublicTable(
        title="Results",
        rows=lambda _, season: result_rows(season),
        document="fixtures-and-results",
    ),
    "cup-results": PublicTable(title="Cup results", rows=lambda _, season: cup_result_rows(season)),
    "players": PublicTable(
        title="Players",
        rows=_players,
        columns={
            "id": "Player, by their public id.",
            "name": "Name as the player wants to be shown: whole, or initials.",
            "teams": "Teams they are registered for in the season, by name.",
            "played": "Games of the season.",
            "won": "Games won.",
            "jacks_hung": "Jacks the player's side hung in the season; null where the game does not count "
            "them.",
            "jacks_lost": "Jacks of their own side that were hung.",
            "team_slugs": "The slugs of `teams`, in the same order.",
            "points_for": "Points they pegged in their games.",
            "points_against": "Points pegged against them.",
        },
    ),
    "pairs": PublicTable(
        title="Pairs",
        rows=_pairs,
        columns={
            "players": "The two players.",
            "player_ids": "Their public ids, in the same order.",
            "team": "Team they played for, by name.",
            "played": "Games they played together.",
            "won": "Games won.",
            "points_for": "Points they pegged in them.",
            "points_against": "Points pegged against them.",
            "team_slug": "Their team, by its slug.",
        },
    ),
    "awards": PublicTable(
        title="Awards",
        rows=_awards,
        columns={
            "award": "Award, such as Best pair.",
            "place": "Place, of the first ten; those who are level share one.",
            "players": "Who holds it.",
            "player_ids": "Their public ids, in the same order.",
            "team": "Team they played for, by name.",
            "figures": "What it was won with, in words.",
            "team_slug": "Their team, by its slug.",
        },
    ),
}
