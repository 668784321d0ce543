"""What programs write: results, hands while a match is played, fixtures; by the services of the pages."""

import json
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from ninja import Router

from league.accounts.services.api_tokens import TokenWrite
from league.api.answers import ApiProblem, ApiRequest, Page, received
from league.api.input_shapes import (
    FixtureInput,
    FixturesAnswer,
    FixturesInput,
    GameInput,
    HandInput,
    HandsAnswer,
    HandsInput,
    LogHandInput,
    PenaltyInput,
    PlayerInput,
    ResultAnswer,
    ResultInput,
    TableInput,
)
from league.api.reading import matches
from league.api.reading.leagues import season_at
from league.api.tokens import BearerToken, IdempotencyKey, Scope, written_by_program
from league.exchange.lists.checked_list import ImportAction
from league.exchange.lists.headings import What
from league.exchange.lists.seasons import THIS
from league.exchange.services.lists import import_parsed, read_rows
from league.matches.sheet.values import HandNotes, SeatName, Sheet, SheetGame, SheetTable
from league.models import HandResult, League, Match, Season
from league.results.logged_match import LoggedMatch
from league.results.parsing.phone_messages import WIRE, read_message
from league.results.selectors.entry import match_in
from league.results.selectors.scorecards import hand_value
from league.results.services.entries import record_entries
from league.results.services.scorecards import confirm_scorecard
from scoring import AWAY, HOME
from scoring.hands import HandPenalty

router = Router(tags=["writing"])
SIDES = {"h": HOME, "a": AWAY}
COLUMNS = ("date", "home", "away", "division", "time", "pub", "week")


@router.put(
    "/leagues/{slug:league}/matches/{public_id:match}/result",
    response=ResultAnswer,
    auth=BearerToken(Scope.RESULTS),
)
def write_result(
    request: ApiRequest, league: str, match: str, body: ResultInput, key: IdempotencyKey = ""
) -> Page:
    """Confirm the result of a match, or correct it with a reason. Needs a token for results."""
    the_match = _match(request.league, match)
    sheet = _sheet(request.league, body, the_match)

    def write() -> TokenWrite:
        card = confirm_scorecard(
            match=the_match,
            sheet=sheet,
            by=request.auth.created_by,
            began_from=body.version,
            now=timezone.now(),
            reason=body.reason,
            played_on=body.played_on,
        )
        path = reverse("match", args=[request.league.slug, the_match.public_id])
        answer = {
            "match": the_match.public_id,
            "version": card.version,
            "url": request.build_absolute_uri(path),
        }
        return TokenWrite(about=f"Result of {the_match.home} v {the_match.away}", answer=answer)

    return written_by_program(request, Scope.RESULTS, key, write)


@router.post(
    "/leagues/{slug:league}/matches/{public_id:match}/hands",
    response=HandsAnswer,
    auth=BearerToken(Scope.HANDS),
)
def write_hands(
    request: ApiRequest, league: str, match: str, body: HandsInput, key: IdempotencyKey = ""
) -> Page:
    """Add hands to the log of a match while it is played, as a phone does. Needs a token for hands.

    Two entries about one hand that do not follow each other are both shown until somebody decides.
    """
    the_match = _match(request.league, match)
    # Every program is one phone of the log: the secretary sees it there, and can set it aside.
    phone = uuid.uuid5(uuid.NAMESPACE_OID, f"token {request.auth.public_id}")
    message = {"v": WIRE, "phone": str(phone), "entries": [_entry(hand) for hand in body.hands]}
    parsed = read_message(json.dumps(message).encode(), LoggedMatch(the_match, ()).layout)

    def write() -> TokenWrite:
        done = record_entries(match=the_match, sent=parsed.sent, phone=phone, received_at=timezone.now())
        unreadable = dict.fromkeys(parsed.unreadable, "This match has no such table, game or hand.")
        refused = {str(client_id): sentence for client_id, sentence in done.refused.items()}
        answer = {
            "recorded": [str(client_id) for client_id in done.stored],
            "refused": {**unreadable, **refused},
            "is_late": done.is_late,
        }
        return TokenWrite(about=f"Hands of {the_match.home} v {the_match.away}", answer=answer)

    return written_by_program(request, Scope.HANDS, key, write)


@matches.router.post(  # of the router that reads them: an address belongs to one
    "/leagues/{slug:league}/seasons/{slug:season}/fixtures",
    response=FixturesAnswer,
    tags=["writing"],
    auth=BearerToken(Scope.FIXTURES),
)
def write_fixtures(
    request: ApiRequest, league: str, season: str, body: FixturesInput, key: IdempotencyKey = ""
) -> Page:
    """Create the matches that are missing and move the others to their date. Needs a token for fixtures.

    All of them or none. The secretary can undo it as the import of a list.
    """
    the_season = season_at(request.league, season)
    rows = _rows(request.league, the_season, body.fixtures)

    def write() -> TokenWrite:
        parsed = read_rows(
            league=request.league,
            season=the_season,
            what=What.FIXTURES,
            rows=(COLUMNS, *rows),
            answers={"season": THIS, "season-later": THIS},
        )
        report = import_parsed(
            league=request.league,
            season=the_season,
            what=What.FIXTURES,
            parsed_list=parsed,
            named=f"Program {request.auth.name}",
            by=request.auth.created_by,
            now=timezone.now(),
            needs_room=True,
        )
        if faults := [
            {"where": f"body.fixtures.{line.number - 2}", "message": line.words} for line in report.faults
        ]:
            raise ApiProblem(422, faults[0]["message"], faults)
        if report.no_room:
            crowded = [{"where": "body.fixtures", "message": sentence} for sentence in report.no_room]
            raise ApiProblem(422, report.no_room[0], crowded)
        counts = {
            "created": report.count(ImportAction.NEW),
            "changed": report.count(ImportAction.CHANGED),
            "unchanged": report.count(ImportAction.KNOWN),
        }
        return TokenWrite(about=f"Fixtures of {the_season}", answer=counts)

    return written_by_program(request, Scope.FIXTURES, key, write)


def _match(league: League, public_id: str) -> Match:
    try:
        return match_in(league, public_id)
    except Match.DoesNotExist as fault:
        raise Http404(f"{league} has no match “{public_id}”.") from fault


# --- A result ---------------------------------------------------------------------------------
def _sheet(league: League, body: ResultInput, match: Match) -> Sheet:
    """Return the sheet that was sent. Raises ApiProblem where its parts do not fit together."""
    numbers = [table.table for table in body.tables]
    if len(set(numbers)) < len(numbers):
        raise ApiProblem(422, f"A table was sent twice. Received: tables {', '.join(map(str, numbers))}.")
    games = [game for table in body.tables for game in table.games]
    seats = [player for game in games for player in (*game.home_players, *game.away_players)]
    most = match.division.season.rule_book.players_a_side
    if any(len(pair) > most for game in games for pair in (game.home_players, game.away_players)):
        raise ApiProblem(422, f"At most {most} play on a side.")
    ids = {player.id for player in seats if player.id}
    known = dict(league.players.not_merged().filter(public_id__in=ids).values_list("public_id", "pk"))
    if strangers := ids - known.keys():
        raise ApiProblem(422, f"{league} has no player {received(min(strangers))}.")
    return Sheet(tables=tuple(_table(table, known) for table in body.tables), remarks=body.remarks)


def _table(table: TableInput, known: Mapping[str, int]) -> SheetTable:
    return SheetTable(
        number=table.table,
        is_played=table.is_played,
        games=tuple(_game(number, game, known) for number, game in enumerate(table.games, start=1)),
        remarks=table.remarks,
    )


def _game(number: int, game: GameInput, known: Mapping[str, int]) -> SheetGame:
    for place, hand in enumerate(game.hands, start=1):
        if hand.hand not in (None, place):
            raise ApiProblem(
                422,
                f"Hand {hand.hand} stands in place {place} of game {number}: send hands in order, from 1.",
            )
    notes = tuple(
        HandNotes(turned=hand.turned or "", call=hand.call or "", record=hand.record or "")
        for hand in game.hands
    )
    return SheetGame(
        number=number,
        home_score=game.home_score,
        away_score=game.away_score,
        hands=tuple(hand_value(_row(hand), _penalties(hand.penalties)) for hand in game.hands),
        penalties=_penalties(game.penalties),
        contradiction=game.contradiction,
        notes=notes if any(note != HandNotes() for note in notes) else (),
        home_pair=_pair(game.home_players, known),
        away_pair=_pair(game.away_players, known),
        first_pitch=SIDES[game.first_pitch] if game.first_pitch else None,
    )


def _penalties(given: Iterable[PenaltyInput]) -> tuple[HandPenalty, ...]:
    return tuple(HandPenalty(SIDES[penalty.side], penalty.points, penalty.reason) for penalty in given)


def _row(hand: HandInput) -> HandResult:
    """Return a hand as its row would be, which the rules engine reads."""
    texts = ("high", "low", "jack", "game_point", "no_game_for", "trump", "pitched", "high_card", "low_card")
    return HandResult(
        **{name: getattr(hand, name) or "" for name in texts},
        hung=hand.hung,
        before=[[pegged.what, pegged.side, pegged.points] for pegged in hand.before],
        home_card_points=hand.home_card_points,
        away_card_points=hand.away_card_points,
    )


def _pair(players: Iterable[PlayerInput], known: Mapping[str, int]) -> tuple[SeatName, ...]:
    return tuple(
        SeatName(player=known[player.id]) if player.id else SeatName(written=" ".join(player.name.split()))
        for player in players
    )


# --- Hands and fixtures -----------------------------------------------------------------------
def _entry(hand: LogHandInput) -> dict[str, Any]:
    """Return a hand as a phone would send it."""
    awards = {"high": hand.high, "low": hand.low, "jack": hand.jack, "game": hand.game_point}
    body = {**awards, "trump": hand.trump}
    return {
        "id": str(hand.id),
        "table": hand.table,
        "game": hand.game,
        "place": f"h{hand.hand}",
        "body": {name: value for name, value in body.items() if value},
        "follows": [str(entry) for entry in hand.follows],
        "at": (hand.at or timezone.now()).isoformat(),
    }


def _rows(league: League, season: Season, fixtures: Iterable[FixtureInput]) -> list[tuple[str, ...]]:
    """Return fixtures as lines of a list. Raises ApiProblem for slugs that the season does not have."""
    placed = season.enrolments.select_related("team", "division")
    teams = {enrolment.team.slug: enrolment for enrolment in placed}
    pubs = {pub.slug: pub.name for pub in league.pubs.all()}
    faults: list[dict[str, Any]] = []
    rows: list[tuple[str, ...]] = []
    for number, fixture in enumerate(fixtures):
        for name in ("home", "away"):
            if (slug := getattr(fixture, name)) not in teams:
                faults.append({"where": f"body.fixtures.{number}.{name}", "message": f"no team “{slug}”"})
        if fixture.venue and fixture.venue not in pubs:
            faults.append({"where": f"body.fixtures.{number}.venue", "message": f"no pub “{fixture.venue}”"})
        if not faults:
            home, away = teams[fixture.home], teams[fixture.away]
            rows.append(
                (
                    *(fixture.date.isoformat(), home.team.name, away.team.name, home.division.name),
                    *(fixture.starts_at or "", pubs[fixture.venue] if fixture.venue else ""),
                    str(fixture.week or ""),
                )
            )
    if faults:
        first = faults[0]
        raise ApiProblem(422, f"{first['where']}: {season} has {first['message']}.", faults)
    return rows
