"""What programs write: results, hands while a match is played, fixtures; by the services of the pages."""

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import chain, repeat, starmap
from typing import Any

from django.http import Http404
from django.utils import timezone
from ninja import Router

from league.accounts.services.api_tokens import TokenWrite
from league.api.answers import ApiProblem, ApiRequest, Page, page_address, received
from league.api.input_shapes import (
    FixtureInput,
    FixturesAnswer,
    FixturesInput,
    GameInput,
    HandsAnswer,
    HandsInput,
    InputShape,
    LogHandInput,
    PenaltyInput,
    PlayedHand,
    PlayerInput,
    ResultAnswer,
    ResultInput,
    SideLetter,
    TableInput,
)
from league.api.reading import matches
from league.api.reading.leagues import season_at
from league.api.schemas import GameShape, MatchDetail, MatchStatus, TableShape
from league.api.tokens import BearerToken, IdempotencyKey, Scope, written_by_program
from league.exchange.lists.checked_list import ImportAction
from league.exchange.lists.fixtures import THIS
from league.exchange.lists.headings import What
from league.exchange.services.lists import import_parsed, read_rows
from league.matches.sheet.openings import opening_pegs, parse_turned
from league.matches.sheet.values import (
    HANDS,
    HandNotes,
    SeatName,
    Sheet,
    SheetGame,
    SheetTable,
    completed,
    known_running,
)
from league.models import HandResult, League, Match, RuleBook, Season
from league.results.log import CARDS, Sent, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.parsing.comparison import typed_from
from league.results.parsing.fields import Layout
from league.results.parsing.phone_messages import WIRE, read_message
from league.results.proposals import body_at
from league.results.selectors.entry import match_in
from league.results.selectors.scorecards import confirmed_card, hand_value, sheet_of
from league.results.selectors.season_hands import PenaltyGiven, PublicPlayer, RecordedHand
from league.results.services.entries import receive_entries
from league.results.services.scorecards import confirm_scorecard
from scoring import AWAY, HOME
from scoring.errors import NotationError
from scoring.games import score_game
from scoring.hands import HandPenalty
from scoring.rules import Rules

NO_ROOM = (
    "The log of a match keeps no pitched card and no record: send them with the result. "
    "High and Low are trumps; points for cards turned up and gifts follow from `turned` and `call`."
)
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
    sheet = _sheet(request, body, the_match)

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
        return TokenWrite(
            about=f"Result of {the_match.home} v {the_match.away}",
            answer={
                "match": the_match.public_id,
                "version": card.version,
                "url": page_address(request, "match", the_match.public_id),
            },
        )

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
    rule_book, layout = the_match.division.season.rule_book, LoggedMatch(the_match, ()).layout
    rules = rule_book.rules()
    no_room = {str(hand.id): said for hand in body.hands if (said := _without_room(hand, rules))}
    entries = [_entry(hand, layout, rule_book) for hand in body.hands if str(hand.id) not in no_room]
    parsed = read_message(json.dumps({"v": WIRE, "phone": str(phone), "entries": entries}).encode(), layout)
    led = {hand.id: hand.first_pitch for hand in body.hands if hand.first_pitch}
    sent = [*parsed.sent, *(_who_led(hand, led) for hand in parsed.sent if hand.client_id in led)]

    def write() -> TokenWrite:
        done = receive_entries(match=the_match, sent=sent, phone=phone, received_at=timezone.now())
        return TokenWrite(
            about=f"Hands of {the_match.home} v {the_match.away}",
            answer={
                "recorded": [str(hand.id) for hand in body.hands if hand.id in done.stored],
                "refused": {
                    **no_room,
                    **dict.fromkeys(parsed.unreadable, "This match has no such table, game or hand."),
                    **{str(client_id): sentence for client_id, sentence in done.refused.items()},
                },
                "is_late": done.is_late,
            },
        )

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
            raise ApiProblem(
                422,
                report.no_room[0],
                [{"where": "body.fixtures", "message": sentence} for sentence in report.no_room],
            )
        return TokenWrite(
            about=f"Fixtures of {the_season}",
            answer={
                "created": report.count(ImportAction.NEW),
                "changed": report.count(ImportAction.CHANGED),
                "unchanged": report.count(ImportAction.KNOWN),
            },
        )

    return written_by_program(request, Scope.FIXTURES, key, write)


def _match(league: League, public_id: str) -> Match:
    try:
        return match_in(league, public_id)
    except Match.DoesNotExist as fault:
        raise Http404(f"{league} has no match “{public_id}”.") from fault


# --- A result ---------------------------------------------------------------------------------
UNNAMED = SeatName(written="\0")
"""A player as the public reads one who is hidden: no name that can be sent."""


def _sheet(request: ApiRequest, body: ResultInput, match: Match) -> Sheet:
    """Return the sheet that was sent. Raises ApiProblem where its parts do not fit together."""
    league, rule_book = request.league, match.division.season.rule_book
    games = [game for table in body.tables for game in table.games]
    seats = [player for game in games for player in (*game.home_players, *game.away_players)]
    most = rule_book.players_a_side
    if any(len(pair) > most for game in games for pair in (game.home_players, game.away_players)):
        raise ApiProblem(422, f"At most {most} play on a side.")
    known = dict(league.players.not_merged().values_list("public_id", "pk"))
    if strangers := {player.id for player in seats if player.id} - known.keys():
        raise ApiProblem(422, f"{league} has no player {received(min(strangers))}.")
    _verify_once(f"A {rule_book.table_word}", [table.table for table in body.tables])
    sheet = Sheet(tables=_tables(body.tables, known), remarks=body.remarks)
    read = matches.read_match(request, league.slug, match.public_id)
    if card := confirmed_card(match):
        as_read = Sheet(tables=_tables(read.tables, known), remarks=read.remarks)
        sheet = _as_stored(sheet, as_read, sheet_of(card))
    if any(UNNAMED in game.home_pair + game.away_pair for table in sheet.tables for game in table.games):
        raise ApiProblem(422, "A player without a public name was moved or added: send an id or a name.")
    _verify_figures(body, completed(sheet, rule_book.rules()), read, rule_book)
    return sheet


def _as_stored(sent: Any, read: Any, stored: Any) -> Any:
    """Return what was sent; what is as it was read stays as it is stored, names kept from the public too."""
    if sent == read:
        return stored
    if len({(type(part), getattr(part, "number", 0)) for part in (sent, read, stored)}) > 1:
        return sent
    if type(sent) is tuple:
        return tuple(map(_as_stored, sent, chain(read, repeat(None)), chain(stored, repeat(None))))
    names = [field.name for field in fields(sent)] if is_dataclass(sent) else []
    of_each = [[getattr(part, name) for part in (sent, read, stored)] for name in names]
    return replace(sent, **dict(zip(names, starmap(_as_stored, of_each), strict=True))) if names else sent


def _verify_figures(body: ResultInput, sheet: Sheet, read: MatchDetail, book: RuleBook) -> None:
    """Raise ApiProblem where what follows from hands, games and rulings was sent as something else."""
    before, rules = {table.table: table for table in read.tables}, book.rules()
    for table, made in zip(body.tables, sheet.tables, strict=True):
        was, status = before.get(table.table), MatchStatus.PLAYED if table.is_played else MatchStatus.TO_PLAY
        scores = [(game.home_score or 0, game.away_score or 0) for game in made.games]
        right: dict[str, Any] = {
            "status": was.status
            if was and was.status in (MatchStatus.WALKOVER, MatchStatus.VOID)
            else status,
            "reason": was.reason if was else "",
            "home_games": sum(home > away for home, away in scores),
            "away_games": sum(away > home for home, away in scores),
        }
        _verify(book.place(table.table), table, right)
        kept = {game.number: game for game in made.games}
        for number, game in _numbered(table.games):
            _verify_game(book.place(table.table, number), game, kept.get(number, SheetGame()), rules)


def _verify_game(at: str, game: GameInput, kept: SheetGame, rules: Rules) -> None:
    home_foot, away_foot = kept.foot or (None, None)
    scores = {"home_score": kept.home_score, "away_score": kept.away_score} if kept.foot else {}
    _verify(at, game, {"home_foot": home_foot, "away_foot": away_foot, **(scores if game.home_foot else {})})
    running = known_running(score_game(kept.hands, rules), kept.penalties)
    for place, (hand, score) in enumerate(zip(game.hands, running, strict=False), start=1):
        home, away = score or (None, None)
        _verify(f"{at}, hand {place}", hand, {"hand": place, "home_score": home, "away_score": away})


def _verify(where: str, sent: InputShape, right: Mapping[str, Any]) -> None:
    for name, value in right.items():
        if (given := getattr(sent, name)) not in (None, "", value):
            says = "nothing" if value in (None, "") else value
            raise ApiProblem(
                422,
                f"{where}: {name} is {says} by the rest of what was sent. Received: {received(given)}. "
                "Send it as it is, or leave it out.",
            )


def _numbered(games: Sequence[Any]) -> list[tuple[int, Any]]:
    """Return games with their numbers: those sent, or their places."""
    numbers = [game.game or place for place, game in enumerate(games, start=1)]
    _verify_once("A game", numbers)
    return list(zip(numbers, games, strict=True))


def _verify_once(what: str, numbers: Sequence[int]) -> None:
    if len(set(numbers)) < len(numbers):
        raise ApiProblem(422, f"{what} was sent twice. Received: {', '.join(map(str, numbers))}.")


def _tables(
    tables: Sequence[TableInput] | Sequence[TableShape], known: Mapping[str, int]
) -> tuple[SheetTable, ...]:
    return tuple(
        SheetTable(
            number=table.table,
            is_played=table.is_played,
            games=tuple(_game(number, game, known) for number, game in _numbered(table.games)),
            remarks=table.remarks,
        )
        for table in tables
    )


def _game(number: int, game: GameInput | GameShape, known: Mapping[str, int]) -> SheetGame:
    notes = tuple(map(_notes, game.hands))
    is_foot_apart = game.contradiction == HANDS and None not in (game.home_foot, game.away_foot)
    return SheetGame(
        number=number,
        home_score=game.home_score,
        away_score=game.away_score,
        hands=tuple(hand_value(_row(hand), _penalties(hand.penalties)) for hand in game.hands),
        penalties=_penalties(game.penalties),
        contradiction=game.contradiction or "",
        foot=(game.home_foot or 0, game.away_foot or 0) if is_foot_apart else None,
        notes=notes if any(note != HandNotes() for note in notes) else (),
        home_pair=_pair(game.home_players, known),
        away_pair=_pair(game.away_players, known),
        first_pitch=SIDES[game.first_pitch] if game.first_pitch else None,
    )


def _notes(hand: PlayedHand | RecordedHand) -> HandNotes:
    return HandNotes(turned=hand.turned or "", call=hand.call or "", record=hand.record or "")


def _penalties(given: Iterable[PenaltyInput | PenaltyGiven]) -> tuple[HandPenalty, ...]:
    return tuple(HandPenalty(SIDES[penalty.side], penalty.points, penalty.reason) for penalty in given)


def _row(hand: PlayedHand | RecordedHand) -> HandResult:
    """Return a hand as its row would be, which the rules engine reads."""
    texts = ("high", "low", "jack", "game_point", "no_game_for", "trump", "pitched", "high_card", "low_card")
    return HandResult(
        **{name: getattr(hand, name) or "" for name in texts},
        hung=hand.hung,
        before=[[pegged.what, pegged.side, pegged.points] for pegged in hand.before],
        home_card_points=hand.home_card_points,
        away_card_points=hand.away_card_points,
    )


def _pair(players: Iterable[PlayerInput | PublicPlayer], known: Mapping[str, int]) -> tuple[SeatName, ...]:
    return tuple(
        SeatName(player=known.get(player.id))
        if player.id
        else UNNAMED
        if player.name is None
        else SeatName(written=" ".join(player.name.split()))
        for player in players
    )


# --- Hands and fixtures -----------------------------------------------------------------------
def _without_room(hand: LogHandInput, rules: Rules) -> str:
    """Return why a hand has no room in the log; empty if all of it has."""
    given = tuple(peg for peg in hand_value(_row(hand)).before if peg.what in ("turnup", "gift"))
    try:
        turned = parse_turned(hand.turned or "")
    except NotationError as refusal:
        return str(refusal)
    follow = [opening_pegs(turned, hand.call or "", (), eldest, rules) for eldest in (HOME, AWAY)]
    is_kept = not given or given in follow
    return NO_ROOM if hand.pitched or hand.record or not is_kept or len(_suits(hand)) > 1 else ""


def _who_led(hand: Sent, led: Mapping[uuid.UUID, SideLetter]) -> Sent:
    """Return the entry that says who led first, sent with a hand: it follows those of its hands."""
    return Sent(
        client_id=uuid.uuid5(hand.client_id, "first-pitch"),
        place=replace(hand.place, name="pitch"),
        body={"first-pitch": led[hand.client_id]},
        follows=tuple(uuid.uuid5(entry, "first-pitch") for entry in hand.follows),
        entered_at=hand.entered_at,
    )


def _suits(hand: LogHandInput) -> set[str]:
    return {text[-1] for text in (hand.trump, hand.high_card, hand.low_card) if text}


def _entry(hand: LogHandInput, layout: Layout, rule_book: RuleBook) -> dict[str, Any]:
    """Return a hand as a phone would send it."""
    value = hand_value(_row(hand), _penalties(hand.penalties))
    game = SheetGame(number=hand.game, hands=(value,), notes=(_notes(hand),))
    sheet = Sheet(tables=(SheetTable(number=hand.table, games=(game,)),))
    fields = typed_from(sheet, rule_book)
    cards = ("".join(_suits(hand)), (hand.high_card or "")[:1], (hand.low_card or "")[:1])
    body = body_at(SheetPlace(hand.table, hand.game, "h1"), fields, layout)
    return {
        "id": str(hand.id),
        "table": hand.table,
        "game": hand.game,
        "place": f"h{hand.hand}",
        "body": {**body, **dict(zip(CARDS, (*cards, *map(str, value.card_points or ())), strict=False))},
        "follows": [str(entry) for entry in hand.follows],
        "at": (hand.at or timezone.now()).isoformat(),
    }


def _rows(league: League, season: Season, fixtures: Sequence[FixtureInput]) -> list[tuple[str, ...]]:
    """Return fixtures as lines of a list. Raises ApiProblem for slugs that the season does not have."""
    placed = season.enrolments.select_related("team", "division")
    teams = {enrolment.team.slug: enrolment for enrolment in placed}
    pubs = {pub.slug: pub.name for pub in league.pubs.all()}
    if faults := [
        {"where": f"body.fixtures.{number}.{name}", "message": f"no {what} “{slug}”"}
        for number, fixture in enumerate(fixtures)
        for name, what, known in (("home", "team", teams), ("away", "team", teams), ("venue", "pub", pubs))
        if (slug := getattr(fixture, name)) is not None and slug not in known
    ]:
        raise ApiProblem(422, f"{faults[0]['where']}: {season} has {faults[0]['message']}.", faults)
    return [
        (
            *(fixture.date.isoformat(), teams[fixture.home].team.name, teams[fixture.away].team.name),
            *(teams[fixture.home].division.name, fixture.starts_at or ""),
            *(pubs[fixture.venue] if fixture.venue else "", str(fixture.week or "")),
        )
        for fixture in fixtures
    ]
