"""The end of a match on the phone it was scored on: the result, who has signed, and whom to ask next."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.accounts.services.pins import pin_of, tries_left
from league.matches.sheet.values import Sheet, SheetTable, completed, match_score
from league.models import Enrolment, Match, Side, Signature
from league.results.logged_match import LoggedMatch
from league.results.pages.agreement import obstacles
from league.results.pages.before_confirming import nobody_named
from league.results.pages.script_words import MARKS
from league.results.selectors.agreement import ToAgree
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import points
from scoring import AWAY, HOME
from scoring.matches import MatchFormat, MatchScore

WINNER_OF_FAULT: dict[str, int] = {Side.HOME: AWAY, Side.AWAY: HOME}


def is_over(logged: LoggedMatch) -> bool:
    """Return whether nothing more is to be played according to the log."""
    if not logged.entries or not logged.checked.faults:
        return bool(logged.entries)
    over = {(game.table, game.game) for game in logged.games() if game.is_over}
    return all(
        not table.is_played
        or table.number in logged.walkover_tables
        or all((table.number, game) in over for game in logged.layout.games_at(table.number))
        for table in logged.sheet.tables
    )


def match_end(agree: ToAgree, words: Sequence[str]) -> dict[str, Any]:
    """Return the result of a match, or what the log says so far. `words` are the teams' names on buttons.

    `figures` is the result in match points, `sides` its two lines, home first; `given` are the tables that a
    ruling gave to a side.
    """
    logged, confirmed = agree.logged, agree.reports.confirmed
    match, rules = logged.match, logged.checked.rules
    form = match.division.season.rule_book.match_format()
    sheet = agree.sheet_of(confirmed) if confirmed else completed(logged.sheet, rules)
    faults = sorted(logged.walkover_tables.items())
    walkovers = {table: WINNER_OF_FAULT.get(at_fault) for table, at_fault in faults}
    given, score = tables_given(walkovers, form), match_score(sheet, rules, form, walkovers)
    shown = replace(sheet, tables=tuple(table for table in sheet.tables if table.number in logged.numbers))
    return {
        "agree": agree,
        "reports": agree.reports,
        "logged": logged,
        "confirmed": confirmed,
        "is_over": confirmed is not None or is_over(logged),
        "sheet": sheet,
        "given": given,
        "figures": "–".join(map(points, score.match_points)),
        "sides": tuple(result_side(side, match, shown, score, words, given) for side in (HOME, AWAY)),
    }


def match_signing(
    end: Mapping[str, Any], *, us: str, words: Sequence[str], first: str, address: str
) -> dict[str, Any]:
    """Return who has signed the end of a match, and whom to ask next. Up to five queries.

    `us` is the side the reader came for, empty by the code; `first` the side that shall sign first, if
    chosen; `address` that of the match's public page. `needs_the_secretary` says that something is objected
    to or disputed, which is settled on the captains' own pages; `stands_from` is when the signed result
    stands if nobody objects. `asked` is our own side, the chosen one, or one that has a PIN; `other` signs
    after it. `link_text` asks the other captain to sign, without a link by which anybody could.
    """
    agree, logged, confirmed = end["agree"], end["logged"], end["confirmed"]
    match, reports = logged.match, agree.reports
    signing = tuple(_signing(side, end, us, words) for side in (HOME, AWAY))
    signed = tuple(side for side in signing if side["signature"])
    needs_the_secretary = bool(match.disputed_because or reports.objections)
    wrong = () if confirmed else obstacles(logged)
    is_settled = confirmed or agree.match_ruling or needs_the_secretary or wrong
    to_sign = sorted(
        (side for side in signing if not side["signature"] and not is_settled),
        key=lambda side: (not side["is_own"], side["letter"] != first, not side["can_use_pin"]),
    )
    asked, other = (*to_sign, None, None)[:2]
    waits = reports.of(signed[0]["letter"]) if len(signed) == 1 else None
    return {
        "signing": signing,
        "signed": signed,
        "unnamed": nobody_named(end["sheet"], match.home.name, match.away.name, logged.layout.table_word),
        "needs_the_secretary": needs_the_secretary,
        "obstacles": wrong,
        "asked": asked,
        "other": other,
        "stands_from": None if confirmed or needs_the_secretary or waits is None else waits.waits_until,
        "link_text": f"{match.home} {end['figures']} {match.away}. Please sign it on your captain’s page. "
        f"The match: {address}",
    }


def _signing(side: int, end: Mapping[str, Any], us: str, words: Sequence[str]) -> dict[str, Any]:
    """Return a side and its signature. `name` is the captain's where this reader may see it.

    `captain` is how a sentence names them: "Łukasz", or "the captain of Crowther Fold". `is_outdated`
    says that they signed before something was corrected.
    """
    match = end["logged"].match
    letter, team, word = LETTERS[side], (match.home, match.away)[side], words[side]
    enrolment = enrolment_of(match, letter)
    pin = pin_of(enrolment) if enrolment else None
    is_own = us == letter
    signature, is_outdated = _signature(letter, end)
    # A captain who sets a PIN agrees that phones at the table show their name.
    is_known = enrolment is not None and enrolment.contact_for != Enrolment.ContactFor.OFFICERS
    may_be_named = is_own or pin is not None or is_known
    name = enrolment.captain_name if enrolment and may_be_named else ""
    return {
        "letter": letter,
        "team": team.name,
        "word": word,
        "name": name,
        "captain": name.split()[0] if name else f"the captain of {word}",
        "full_captain": name or f"the captain of {team.name}",
        "signature": signature,
        "is_own": is_own,
        "is_outdated": is_outdated,
        "has_pin": pin is not None,
        "can_use_pin": pin is not None and tries_left(match, letter) > 0,
    }


def _signature(side: Side, end: Mapping[str, Any]) -> tuple[Signature | None, bool]:
    """Return a side's signature under the sheet that is shown, and whether it signed another before."""
    for card in filter(None, (end["confirmed"], *end["reports"].waiting)):
        signature = next((one for one in card.signatures.all() if one.side == side), None)
        if signature:
            is_outdated = end["agree"].sheet_of(card) != end["sheet"]
            return (None, True) if is_outdated else (signature, False)
    return None, False


def enrolment_of(match: Match, side: Side) -> Enrolment | None:
    """Return the place of a side's team in the season of the match. One query."""
    team = match.home_id if side == Side.HOME else match.away_id
    return Enrolment.objects.filter(season=match.division.season_id, team=team).first()


LETTERS = (Side.HOME, Side.AWAY)
NOT_PLAYED = "–"
WALKOVER = "w/o"


def tables_given(walkovers: Mapping[int, int | None], form: MatchFormat) -> dict[int, dict[str, Any]]:
    """Return the tables given to a side; `walkovers` names the side of each, None for neither.

    Each with how it counts, and each side's figure, home first. `score` is that of each of its `games`: a
    race needs no more of them than are missing.
    """
    return {table: _given(table, side, form) for table, side in walkovers.items() if side is not None}


def _given(table: int, side: int, form: MatchFormat) -> dict[str, Any]:
    winner, loser = form.walkover_award or (1, 0)
    is_score = form.walkover_in_aggregate and form.games_at(table - 1) == 1
    own, others = (str(winner), str(loser)) if is_score else (WALKOVER, NOT_PLAYED)
    return {
        "side": side,
        "games": form.games_given(table - 1),
        "score": (winner, loser) if side == HOME else (loser, winner),
        "in_aggregate": form.walkover_in_aggregate,
        "figures": (own, others) if side == HOME else (others, own),
    }


def result_side(
    side: int,
    match: Match,
    sheet: Sheet,
    result: MatchScore,
    words: Sequence[str],
    given: Mapping[int, Mapping[str, Any]],
) -> dict[str, Any]:
    """Return a side's line of the result; `words` are the teams' short names."""
    team, for_total = (match.home, match.away)[side], result.aggregate_points[side]
    rest = points(result.match_points[side] - for_total)
    return {
        "letter": LETTERS[side],
        "mark": MARKS[LETTERS[side]],
        "team": team.name,
        "word": words[side],
        "points": points(result.match_points[side]),
        "makes_up": f"{rest} + {points(for_total)}" if for_total else rest,
        "cells": tuple(_cell(table, side, given.get(table.number)) for table in sheet.tables),
        "total": result.aggregate[side],
        "is_winner": result.winner == side,
        "has_higher_total": result.aggregate[side] > result.aggregate[1 - side],
    }


def _cell(table: SheetTable, side: int, given: Mapping[str, Any] | None) -> dict[str, Any]:
    if given:
        return {"table": table.number, "figure": given["figures"][side], "is_winner": given["side"] == side}
    games = [game.score for game in table.games if game.score]
    if not (table.is_played and games):
        return {"table": table.number, "figure": NOT_PLAYED, "is_winner": False}
    own, others = (sum(game[at] > game[1 - at] for game in games) for at in (side, 1 - side))
    figure = games[0][side] if len(games) == 1 else own
    return {"table": table.number, "figure": str(figure), "is_winner": own > others}


def end_words(
    match: Match, given: Mapping[int, Mapping[str, Any]], *, address: str, table_address: str
) -> Mapping[str, Any]:
    """Return what the script needs to count a match without signal and to share it, as plain data."""
    form = match.division.season.rule_book.match_format()
    season = match.division.season
    return {
        "format": {
            "table_won": form.table_won,
            "table_drawn": form.table_drawn,
            "game_won": form.game_won,
            "aggregate": form.aggregate,
            "aggregate_tie": form.aggregate_tie.value,
            "match_win": form.match_win,
            "match_win_away": form.match_win_of(AWAY),
            "match_draw": form.match_draw,
            "match_loss": form.match_loss,
            "close_loss": form.close_loss,
            "close_loss_by": form.close_loss_by,
            "decided_by": form.decided_by.value,
        },
        "given": given,
        "league": season.league.name,
        "division": match.division.name,
        "date": pub_date_year(match.date),
        "venue": match.venue.name if match.venue_id else "",
        "match": match.public_id,
        "address": address,
        "table_address": table_address,
    }
