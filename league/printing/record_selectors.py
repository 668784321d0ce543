"""Reads a season's record book: database to plain values, in the same number of queries for every season."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from django.utils.html import strip_tags

from league.competition.selectors import divisions_of
from league.cups.selectors.cup_pages import RoundOnPage
from league.cups.selectors.seasons import CupOfSeason, cups_played_in
from league.cups.selectors.tie_pages import TieOnPage
from league.honours.award_pages import Placed, SeasonAward, season_awards
from league.honours.figures import Figures, tallied
from league.honours.games import season_games
from league.matches.outcomes import Adjustment, RulingInForce, TableOutcome, Withdrawal
from league.models import League, Match, Player, Season
from league.people.names import KeptBack, shown_name
from league.printing.brackets import group_tables
from league.printing.documents import Shown
from league.printing.record_books import grid_cells, record_grid
from league.shared.text import bare, listed
from league.standings.prospects import Fate
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.selectors.standings import DivisionTable, tables_of
from league.standings.tables import figure_columns
from league.templatetags.dates import pub_date, pub_date_year
from league.templatetags.formatting import full_stop, points, score
from league.templatetags.standings import withdrawn_words

# With more games at a table than this only the games won are printed.
MOST_GAMES_SHOWN = 3
A_POINT = 2  # in halves
FATE_WORDS = {Fate.UP: "up", Fate.DOWN: "down"}


def record_book_of(season: Season, *, today: datetime.date) -> Shown | None:
    """Return what the record book of a season says, with names as the public sees them. None before the
    first result.

    At most 24 queries, however large the league.
    """
    league = season.league
    divisions = divisions_of(season)
    lines = match_lines(Match.objects.filter(division__season=season))
    if not any(line.is_over for line in lines):
        return None
    tables = tables_of(divisions)
    players = _players(season)
    awards = season_awards(league, season.slug, to_secretary=False)
    dates = sorted(line.date for line in lines if line.date)
    return {
        "league": league.name,
        "season": season.name,
        "season_slug": season.slug,
        "is_final": season.is_finished,
        "span": f"{pub_date_year(dates[0])} to {pub_date_year(dates[-1])}" if dates else "",
        "printed_on": today,
        "champions": tuple(_champions(tables)),
        "divisions": tuple(
            _division(league, table, number, lines, players) for number, table in enumerate(tables, start=1)
        ),
        "cups": tuple(map(_cup, cups_played_in(season))),
        "awards": tuple(map(_award, awards.awards)) if awards else (),
        "has_players": bool(players),
    }


def _champions(tables: Iterable[DivisionTable]) -> Iterator[tuple[str, str]]:
    for table in tables:
        first = [row.record.name for row in table.rows if row.place == 1 and row.record.played]
        if first:
            yield table.division.name, listed(first)


# --- A division -----------------------------------------------------------------------------------
def _division(
    league: League,
    table: DivisionTable,
    number: int,
    lines: list[MatchLine],
    players: dict[int, list[Shown]],
) -> Shown:
    """Return a division's season: `moves` say who goes up and down, `rulings` what was decided of teams."""
    kept_back = KeptBack.of(league)
    rows = standings_lines(table)
    own = [line for line in lines if line.division.pk == table.division.pk]
    heads, cells = _figures(table, rows)
    shown = [line for line in own if line.is_over or table.division.season.is_finished]
    in_order = sorted(table.entrants.values(), key=lambda team: (bare(team.name), team.slug))
    met = [[_met(own, home.key, away.key) for away in in_order] for home in in_order]
    return {
        "name": table.division.name,
        "anchor": f"d{number}",
        "heads": heads,
        "table": tuple(_line(line, row) for line, row in zip(rows, cells, strict=True)),
        "moves": tuple(_moves(table, rows)),
        "rulings": tuple(kept_back.hide(words) for words in _rulings(table, own)),
        "grid": record_grid(len(in_order)),
        "met": tuple(zip((home.name for home in in_order), grid_cells(met), strict=True)),
        "nights": tuple(
            _night(date, list(on_date), kept_back)
            for date, on_date in groupby(shown, key=lambda line: line.date)
        ),
        "teams": tuple((team.name, tuple(players[team.key])) for team in in_order if players.get(team.key)),
    }


def _figures(
    table: DivisionTable, rows: Sequence[StandingsLine]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the heads of the figures the season's rules ask for, and those of each row."""
    columns = [
        column
        for _, column in figure_columns([line.record for line in rows], table.scheme)
        if "phone-only" not in column.attrs["td"]["class"]
    ]
    # Parts for ears only are left out: what stays is the abbreviation.
    heads = tuple(
        strip_tags(str(column.verbose_name).partition('<span class="visually-hidden">')[0])
        for column in columns
    )
    return heads, [tuple(column.write(line.record) or "–" for column in columns) for line in rows]


def _line(line: StandingsLine, cells: tuple[str, ...]) -> Shown:
    record = line.record
    shared = "=" if line.row.is_shared else ""
    return {
        "place": "out" if record.is_withdrawn else f"{line.row.place}{shared}",
        "team": record.name,
        "cells": (str(record.played), str(record.won), str(record.drawn), str(record.lost), *cells),
        "points": points(record.match_points),
        "fate": FATE_WORDS.get(line.fate, ""),
    }


def _moves(table: DivisionTable, rows: Sequence[StandingsLine]) -> Iterator[str]:
    is_final = table.division.season.is_finished
    words = {
        Fate.UP: "Promoted" if is_final else "Going up as the table stands",
        Fate.DOWN: "Relegated" if is_final else "Going down as the table stands",
        Fate.UNDECIDED: "Level across the line",
    }
    for fate, what in words.items():
        names = [line.record.name for line in rows if line.fate is fate]
        if names:
            yield f"{what}: {listed(names)}."


def _rulings(table: DivisionTable, lines: Iterable[MatchLine]) -> Iterator[str]:
    """Yield what was decided about teams and matches, as the standings and the matches' pages say it."""
    for ruling in table.rulings:
        if ruling.is_in_force(None):
            yield _decision(ruling, f"{table.names[ruling.team]}{_about_team(ruling)}")
    for line in lines:
        match = f"{line.home.name} v {line.away.name}"
        for walkover in line.walkovers:
            yield _decision(walkover, f"{match}{_at_table(walkover.table)} given by walkover")
        for void in line.voids:
            yield _decision(void, f"{match}{_at_table(void.table)} declared void")


def _decision(ruling: RulingInForce, words: str) -> str:
    """Return a decision with its day and its reason."""
    because = f": {ruling.reason}" if ruling.reason else ""
    return full_stop(f"{pub_date_year(ruling.on)}. {words}{because}")


def _about_team(ruling: Adjustment | Withdrawal) -> str:
    if isinstance(ruling, Adjustment):
        amount = f"{points(abs(ruling.halves))} point{'' if abs(ruling.halves) <= A_POINT else 's'}"
        return f": {amount} {'given' if ruling.halves > 0 else 'deducted'}"
    return f" withdrew, {withdrawn_words(ruling.effect)}"


def _at_table(number: int | None) -> str:
    return f", table {number}," if number else ""


def _met(lines: Iterable[MatchLine], home: int, away: int) -> tuple[tuple[str, str], ...]:
    """Return the points of every match of these two at the home of the first."""
    return tuple(
        (points(line.home_share.shown_halves), points(line.away_share.shown_halves))
        for line in lines
        if line.home.key == home and line.away.key == away and not line.outcome.is_play_off
        if line.home_share and line.away_share
    )


def _night(date: datetime.date | None, lines: list[MatchLine], kept_back: KeptBack) -> Shown:
    weeks = sorted({line.outcome.week for line in lines if not line.outcome.is_play_off})
    return {
        "date": pub_date_year(date) or "No date",
        "week": f"week {listed(map(str, weeks))}" if weeks else "play-off",
        "results": tuple(_result(line, kept_back) for line in lines),
    }


def _result(line: MatchLine, kept_back: KeptBack) -> Shown:
    home, away = line.home_share, line.away_share
    given = {walkover.table for walkover in line.tables_given}
    return {
        "home": line.home.name,
        "away": line.away.name,
        "score": f"{points(home.shown_halves)}–{points(away.shown_halves)}" if home and away else "",
        "tables": " ".join(
            table_words(table, is_given=table.number in given) for table in line.outcome.tables or ()
        ),
        "total": score(home.score_for, away.score_for) if home and away and not line.given else "",
        "note": ", ".join(kept_back.hide(words) for words in _notes(line)),
    }


def table_words(table: TableOutcome, *, is_given: bool = False, most: int = MOST_GAMES_SHOWN) -> str:
    """Return a table's score: "15–13", of a few games "15–3/9–15/15–1", of more than `most` the games won."""
    if is_given:
        return "w/o"
    if table.games and len(table.games) <= most:
        return "/".join(score(*game) for game in table.games)
    if table.games:
        won = [sum(game[side] > game[1 - side] for game in table.games) for side in (0, 1)]
        return score(won[0], won[1])
    return score(*table.won) if table.won else "–"


def _notes(line: MatchLine) -> Iterator[str]:
    if line.void:
        yield "void"
    elif line.given:
        yield "walkover"
    elif not line.is_played:
        yield "not played"
    if line.outcome.is_play_off:
        yield "play-off"
    if line.postponed_from and line.postponed_from != line.date:
        yield f"postponed from {pub_date(line.postponed_from)}" if line.date else "no new date"
    if line.tables_void:
        yield f"{line.division.season.rule_book.table_word} {listed(map(str, line.tables_void))} void"


# --- Players, cups, awards ------------------------------------------------------------------------
def _players(season: Season) -> dict[int, list[Shown]]:
    """Return the players of each team, the most games first; nobody who is not shown to the public."""
    figures = tallied(season_games(season), target=season.rule_book.target).players
    people = Player.objects.in_bulk({each.who[0] for each in figures})
    lines: dict[int, list[Shown]] = defaultdict(list)
    for each in figures:
        player = people[each.who[0]]
        if player.shown != Player.Shown.HIDDEN:
            lines[each.team].append(_player(player, each))
    for own in lines.values():
        own.sort(key=lambda line: (-line["played"], -line["won"], bare(line["name"])))
    return lines


def _player(player: Player, figures: Figures) -> Shown:
    return {
        "name": shown_name(player),
        "matches": figures.matches,
        "played": figures.played,
        "won": figures.won,
        "share": f"{round(100 * figures.share_won)} %",
        "points_for": figures.points_for,
        "points_against": figures.points_against,
    }


def _cup(each: CupOfSeason) -> Shown:
    return {
        "name": each.cup.name,
        "standing": each.standing,
        "groups": group_tables(each.groups),
        "rounds": tuple(_round(page) for page in each.rounds if page.is_known),
        "rows": tuple(
            (f"{row.place}{'=' if row.is_shared else ''}", row.entrant.name, points(row.half_points))
            for row in each.rows
        ),
    }


def _round(page: RoundOnPage) -> Shown:
    when = f", {pub_date_year(page.date)}" if page.date else ""
    return {"title": f"{page.round.title}{when}", "ties": tuple(map(_tie, page.ties))}


def _tie(each: TieOnPage) -> tuple[str, str, str, str]:
    """Return the two sides of a tie, its score, and what is to be said of it."""
    verdict = each.tie.verdict
    return each.tie.home.words, score(*verdict.score) if verdict.score else "", each.tie.away.words, each.note


def _award(award: SeasonAward) -> Shown:
    return {
        "title": award.title,
        "lines": tuple((placed.place, _winner(placed), placed.summary) for placed in award.lines),
        "explained": " ".join(award.explained),
    }


def _winner(placed: Placed) -> str:
    """Return who won: "Zoë Hirst & Jean Ormondroyd, The Fleece"."""
    who = " & ".join(player.name for player in placed.who)
    return ", ".join(filter(None, (who, placed.team.name if placed.team else "")))
