"""The page of a match: its result, how it is made up, its tables, a game hand by hand; or what is to come."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from league.cups.selectors.tie_matches import tie_of_match
from league.matches.outcomes import Pair, outcomes_of, pair_of
from league.matches.sheet.values import (
    SeatName,
    Sheet,
    SheetGame,
    SheetTable,
    beside_result,
    ends_by_hands,
)
from league.models import Division, League, Match, Player, Scorecard, Side, Signature
from league.people.names import KeptBack, shown_name
from league.results.pages.replay import before_last, replay_of, swing_of
from league.results.selectors.entry import match_in, players_on
from league.results.selectors.reports import is_waiting
from league.results.selectors.scorecards import sheet_of
from league.standings.records import Result, TeamMatchResult
from league.standings.selectors.lines import division_odds, standings_lines
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.selectors.standings import division_table
from league.standings.selectors.team_matches import Meetings, meetings_of, team_match
from league.standings.shares import shares_of
from scoring import AWAY, HOME, games
from scoring.matches import DecidedBy
from scoring.rules import Rules

GameShown = dict[str, Any]
"""One game of a table: who sat down, its score, and where the pegs stood at the end."""
GAMES_WON = ("home_games", "away_games")


def _games_won_alone(line: MatchLine, card: Scorecard | None, *, is_old: bool) -> dict[int, Pair]:
    """Return the games each side won by table, where only those are known.

    One query more for an old version.
    """
    if card is None or not is_old:
        return {table.number: table.won for table in line.outcome.tables or () if table.won}
    known = card.tables.filter(home_games__isnull=False, away_games__isnull=False, games=None)
    return {number: (home, away) for number, home, away in known.values_list("number", *GAMES_WON)}


def _shares(
    line: MatchLine, card: Scorecard | None, sheet: Sheet, won: dict[int, Pair], *, is_old: bool
) -> tuple[TeamMatchResult, TeamMatchResult] | None:
    """Return what the match gave; for an old version, what it would have given as it was played."""
    if not is_old:
        return (line.home_share, line.away_share) if line.home_share and line.away_share else None
    total = (card.home_total, card.away_total) if card else (None, None)
    form = line.division.season.rule_book.match_format()
    played = replace(
        line.outcome, tables=outcomes_of(sheet, won), total=pair_of(*total), walkovers=(), voids=()
    )
    return shares_of(played, form)


def _parts(
    line: MatchLine, sheet: Sheet, shares: tuple[TeamMatchResult, TeamMatchResult]
) -> tuple[dict[str, Any], ...]:
    """Return tables and what they gave, games where they give something, and game points with the rest."""
    book, form = line.division.season.rule_book, line.division.season.rule_book.match_format()
    tables = [(share.tables_won, share.tables_drawn or 0) for share in shares if share.tables_won is not None]
    pegged = [share.score_for for share in shares if share.score_for is not None]
    if len(tables) + len(pegged) < 4:  # known by its total
        return ()
    for_tables = [form.table_won * won + form.table_drawn * drawn for won, drawn in tables]
    parts = [_part(f"{book.table_word.capitalize()}s", [won for won, _ in tables], for_tables)]
    scores = [score for table in outcomes_of(sheet) for score in table.games]
    games = [sum(home > away for home, away in scores), sum(away > home for home, away in scores)]
    for_games = [0, 0]
    if form.game_won:
        for_games = [form.game_won * won for won in games]
        parts.append(_part(f"{book.game_word.capitalize()}s", games, for_games))
    on_top = [
        share.half_points - from_tables - from_games
        for share, from_tables, from_games in zip(shares, for_tables, for_games, strict=True)
    ]
    if not form.aggregate and form.decided_by in (DecidedBy.TABLES, DecidedBy.GAMES):
        # What is on top is for the match then, not for the total.
        by = parts[0]["score"] if form.decided_by is DecidedBy.TABLES else games
        parts.append(_part(f"Match by {form.decided_by}", by, on_top, is_on_top=any(on_top)))
        on_top = [0, 0]
    parts.append(_part("Game points", pegged, on_top, is_on_top=True))
    return tuple(part for part in parts if part["is_on_top"] or any(part["halves"]))


def _part(
    what: str, score: Sequence[int], halves: Sequence[int], *, is_on_top: bool = False
) -> dict[str, Any]:
    """Return a part of the result: what was counted, how it stood, and what it gave in halves.

    `kind` says which sentence describes it: the points it made, or who was given something on top.
    """
    home, away = halves
    kind = "made"
    if is_on_top and home == away:
        kind = "shared" if home else "nothing"
    elif is_on_top and not (home and away):
        kind = "home" if home else "away"
    return {"what": what, "score": score, "halves": halves, "is_on_top": is_on_top, "kind": kind}


class NameShown(NamedTuple):
    """A name at a table as this reader sees it, with an id to link to where the player is shown."""

    name: str
    player_id: str = ""


def match_page(
    league: League,
    public_id: str,
    *,
    table: str = "",
    game: str = "",
    hand: str = "",
    cards: str = "",
    version: int | None = None,
    to_secretary: bool = False,
) -> dict[str, Any] | None:
    """Return the page of a match, with the replay of the chosen table, game, hand and card.

    The version shown is the confirmed one unless another is chosen; `card` is None while nothing has been
    confirmed. `as_played` is what it would have given by its card alone, where a ruling overrides it. None if
    there is no such match or version. Twelve queries, whatever was played; four where there is no card.
    """
    try:
        match = match_in(league, public_id)
    except Match.DoesNotExist:
        return None
    line = match_lines(Match.with_ties.filter(pk=match.pk))[0]
    # Those of its time, in a closed season.
    match.home.name, match.away.name, match.venue.name = line.home.name, line.away.name, line.venue.name
    versions = tuple(match.scorecards.select_related("entered_by").prefetch_related("signatures"))
    fitting = (
        each for each in versions if (each.is_confirmed if version is None else each.version == version)
    )
    card = next(fitting, None)
    if card is None and version is not None:
        return None
    sheet, book = sheet_of(card) if card else Sheet(tables=()), match.division.season.rule_book
    won = _games_won_alone(line, card, is_old=version is not None)
    shares = _shares(line, card, sheet, won, is_old=version is not None)
    is_overruled = card is not None and version is None and (line.walkovers or line.voids)
    teams = (match.home.name, match.away.name)
    return {
        "match": match,
        "line": line,
        "target": book.rules().target,
        "card": card,
        "shares": shares,
        "as_played": _shares(line, card, sheet, won, is_old=True) if is_overruled else None,
        "parts": _parts(line, sheet, shares) if shares and not (line.given or match.tie_id) else (),
        "tables": _tables(sheet, book.rules(), line, won, to_secretary=to_secretary),
        "replay": replay_of(sheet, book, teams, table=table, game=game, hand=hand, card=cards),
        "swing": swing_of(sheet, book.rules()),
        "tie": tie_of_match(match, to_secretary=to_secretary),
        **_history(card, versions),
    }


def _history(card: Scorecard | None, versions: Sequence[Scorecard]) -> dict[str, Any]:
    """Return the versions of a card, the newest first, and what became of the one that is shown.

    `waiting` are the signed sheets that are not agreed yet, the first first; `next_version` replaced the one
    shown. `is_correction` says that it replaced one that counted, `is_silent` that one side's silence agreed.
    """
    shown = card.version if card else 0
    earlier = [each for each in versions if each.version < shown]
    later = [each for each in versions if card and each.version > shown]
    signatures = list(card.signatures.all()) if card else []
    return {
        "versions": versions,
        "has_history": len(versions) > 1 or (card is None and bool(versions)),
        "waiting": tuple(reversed([each for each in versions if is_waiting(each)])),
        "was_signed": any(each.reported_for for each in versions),
        # A report counted if both sides have put their names to it.
        "is_correction": any(
            not each.reported_for or len(each.signatures.all()) == len(Side) for each in earlier
        ),
        "is_silent": any(signature.how == Signature.How.SILENCE for signature in signatures),
        "next_version": later[-1] if later else None,
    }


def _tables(
    sheet: Sheet, rules: Rules, line: MatchLine, won: dict[int, Pair], *, to_secretary: bool
) -> tuple[dict[str, Any], ...]:
    """Return the tables as one reader may see them. One query, and one for names that are kept back.

    `walkover` is the ruling by which a table was given, whatever was played, `void` the one by which it
    counts for nobody. `only_won` are the games each side won, where only those are known.
    """
    book = line.division.season.rule_book
    players = Player.objects.in_bulk(players_on(sheet))
    written = str if to_secretary else KeptBack.of(line.division.season.league).hide

    def name_shown(seat: SeatName) -> NameShown:
        player = None if seat.player is None else players.get(seat.player)
        if player is None:
            return NameShown(written(seat.written))
        is_linked = to_secretary or player.shown != Player.Shown.HIDDEN
        name = shown_name(player, to_secretary=to_secretary)
        return NameShown(name, player.public_id if is_linked else "")

    def game_shown(table: SheetTable, game: SheetGame) -> GameShown:
        played = games.score_game(game.hands, rules)
        running = played.running if ends_by_hands(game, played) and not game.contradiction else ()
        home, away = game.home_score or 0, game.away_score or 0
        return {
            "number": game.number,
            "label": book.place(table.number, game.number if len(table.games) > 1 else 0),
            "home_pair": tuple(map(name_shown, game.home_pair)),
            "away_pair": tuple(map(name_shown, game.away_pair)),
            "home_score": home,
            "away_score": away,
            "is_won_at_home": home > away,
            "is_won_away": away > home,
            "home_before": before_last(running, HOME),
            "away_before": before_last(running, AWAY),
            "has_hands": bool(game.hands),
            "notes": tuple(map(written, beside_result(game, rules))),
        }

    def table_shown(table: SheetTable) -> dict[str, Any]:
        shown = tuple(game_shown(table, game) for game in table.games)
        return {
            "number": table.number,
            "is_played": table.is_played,
            "games": shown,
            "games_won": _games_won_in(shown),
            "sittings": tuple(_sittings(shown)),
            "notes": tuple(sentence for game in shown for sentence in game["notes"]),
            "remarks": table.remarks,
            "private_remarks": table.private_remarks if to_secretary else "",
            "walkover": next((given for given in line.tables_given if given.table == table.number), None),
            "void": next((void for void in line.voids if void.table == table.number), None),
            "only_won": won.get(table.number),
        }

    return tuple(map(table_shown, sheet.tables))


def _sittings(shown: Sequence[GameShown]) -> Iterator[dict[str, Any]]:
    """Yield the games of a table by who sat down: a new sitting wherever somebody changed places."""
    for (home, away), together in groupby(shown, key=itemgetter("home_pair", "away_pair")):
        of_pairs = tuple(together)
        yield {
            "games": of_pairs,
            "home_pair": home,
            "away_pair": away,
            "games_won": _games_won_in(of_pairs),
        }


def _games_won_in(shown: Sequence[GameShown]) -> tuple[int, int]:
    return sum(game["is_won_at_home"] for game in shown), sum(game["is_won_away"] for game in shown)


# --- A match to come --------------------------------------------------------------------------------
def coming_match(line: MatchLine, division: Division, *, league: League) -> dict[str, Any]:
    """Return what a match's page says before it is played; `chances` is None where no odds are offered.

    Of each side its row of the table (if it has one) and its last matches, latest first; of the last five
    meetings what came of them. Four queries, two if the table is known.
    """
    table = division_table(division, league=league)
    standings = {row.team.key: row for row in standings_lines(table)}
    meetings = meetings_of(line.home, line.away, division=division.pk)
    sides: list[dict[str, Any]] = [
        {
            "team": team,
            "short_name": team.short_name or team.name,
            "standing": standings.get(team.key),
            "form": form,
            # The latest last, as the marks of form are drawn.
            "results": tuple(match.own.result for match in reversed(form) if match.own),
        }
        for team, form in zip((line.home, line.away), meetings.forms, strict=True)
    ]
    home, away = sides
    odds = division_odds(table)
    return {
        "home": home,
        "away": away,
        "weeks": table.weeks,
        "meetings": meetings,
        "chances": odds.matches.get((line.home.key, line.away.key)) if odds else None,
        "has_form": home["form"] or away["form"],
        "lately": _lately(meetings, line.home.key, home["short_name"], away["short_name"]),
    }


def _lately(meetings: Meetings, key: int, home: str, away: str) -> dict[str, Any]:
    """Return the last meetings as the side that won more of them saw them, nobody ahead if level."""
    as_home_saw_them = (team_match(line, key) for line in meetings.latest)
    results = [match.own.result for match in as_home_saw_them if match.own]
    won, drawn, lost = (results.count(result) for result in (Result.WON, Result.DRAWN, Result.LOST))
    ahead = "" if won == lost else home if won > lost else away
    return {"ahead": ahead, "won": max(won, lost), "drawn": drawn, "lost": min(won, lost)}
