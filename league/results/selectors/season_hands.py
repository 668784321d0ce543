"""Hands of confirmed cards as other programs read them, game by game, with the names that are public.

Rows are read as they are needed: a season of twelve divisions has 60,000 hands.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import groupby, islice
from operator import attrgetter

from django.db.models import Count, QuerySet

from league.matches.sheet.values import known_running
from league.models import Game, HandResult, League, Match, Penalty, Player, Season, Seat, Side
from league.people.names import HIDDEN_NAME, KeptBack, shown_name
from league.results.selectors.scorecards import LETTER_OF_SIDE, hand_value
from scoring import AWAY, HOME, games
from scoring.hands import HandPenalty
from scoring.rules import Rules

CHUNK = 2000
"""Hands that are in memory at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPlayer:
    """A player at a table. The id is null for a name nobody is registered under; both for somebody hidden."""

    id: str | None
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PeggedBefore:
    """Points pegged before High: for a turn-up, a gift or a misdeal."""

    what: str
    side: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    """Points given to a side in a hand, and why."""

    side: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedHand:
    """One hand: who took what, the cards where the sheet has them, and the score after it."""

    hand: int
    turned: str | None
    call: str | None
    before: tuple[PeggedBefore, ...]
    high: str | None
    low: str | None
    jack: str | None
    hung: bool | None
    game_point: str | None
    no_game_for: str | None
    trump: str | None
    pitched: str | None
    high_card: str | None
    low_card: str | None
    home_card_points: int | None
    away_card_points: int | None
    penalties: tuple[PenaltyGiven, ...]
    record: str | None
    home_score: int | None
    away_score: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGame:
    """One game of a table with its hands, as far as they are recorded. `match_key` is the database key."""

    match_key: int
    table: int
    game: int
    home_score: int
    away_score: int
    first_pitch: str | None
    home_players: tuple[PublicPlayer, ...]
    away_players: tuple[PublicPlayer, ...]
    hands: tuple[RecordedHand, ...]
    contradiction: str | None
    home_foot: int | None
    away_foot: int | None
    penalties: tuple[PenaltyGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonHand(RecordedHand):
    """One hand of a season with where it was played and by whom: a row of the season's hands."""

    division: str
    match: str
    week: int
    date: datetime.date | None
    home: str
    away: str
    table: int
    game: int
    home_players: tuple[PublicPlayer, ...]
    away_players: tuple[PublicPlayer, ...]


MEANINGS = {
    "division": "Division, by its slug; of a cup, cup- and its public id.",
    "match": "Match, by its public id.",
    "week": "Round of the fixture list, or of the cup, from 1.",
    "date": "Day of the match; null while a postponed match has no new date.",
    "home": "Home team, by its slug.",
    "away": "Away team, by its slug.",
    "table": "Table of the match, from 1.",
    "game": "Game of the table, from 1.",
    "home_players": "Who sat down for home, in the order of the sheet.",
    "away_players": "Who sat down for away, in the order of the sheet.",
    "hand": "Hand of the game, from 1.",
    "turned": "Cards turned up, or their ranks alone, in order; null where nothing was noted.",
    "call": "Call on the card turned up: - stood, g begged and given a point, r begged and the pack was run.",
    "before": "Points pegged before High, in order.",
    "high": "Who took High: h home, a away, - nobody; null where it was not recorded.",
    "low": "Who took Low, as for high.",
    "jack": "Who took the Jack, as for high.",
    "hung": "Whether the jack was caught from the other side; null where that does not count apart.",
    "game_point": "Who took the point for Game, as for high.",
    "no_game_for": "Sides that could not win Game, for a renege: h, a or both.",
    "trump": "Trump suit: S, H, D or C.",
    "pitched": "First card led, such as JH.",
    "high_card": "Card that won High.",
    "low_card": "Card that won Low.",
    "home_card_points": "Card points of home toward Game.",
    "away_card_points": "Card points of away toward Game.",
    "penalties": "Points given during the hand, pegged before High.",
    "record": "Play card by card in the notation of `python3 -m scoring`, players lettered from who led.",
    "home_score": "Score of home after the hand; null after a hand that is not recorded whole.",
    "away_score": "Score of away after the hand, likewise.",
}
"""What each column of a season's hands holds, in the order in which they are written."""


def season_hands(league: League, season: Season, matches: QuerySet[Match]) -> Iterator[SeasonHand]:
    """Yield the hands of the confirmed cards of these matches of a season.

    In the order of matches as they were made, tables, games, hands: it stays when a match is moved. `season`
    comes with its rule book. Six queries, however many there are; one more if a name was written by hand.
    """
    known = matches.select_related("division", "home", "away").in_bulk()
    for game in recorded_games(league, matches, season.rule_book.rules()):
        match = known[game.match_key]
        for hand in game.hands:
            yield SeasonHand(
                division=match.division.slug,
                match=match.public_id,
                week=match.week,
                date=match.date,
                home=match.home.slug,
                away=match.away.slug,
                table=game.table,
                game=game.game,
                home_players=game.home_players,
                away_players=game.away_players,
                **{name: getattr(hand, name) for name in _HAND},
            )


def hands_on_page(
    league: League, season: Season, matches: QuerySet[Match], *, limit: int | None, offset: int
) -> tuple[Iterator[SeasonHand], int]:
    """Return a page of those hands, and how many there are in all.

    Only the matches of the page are read, however deep it lies. One query, and those of `season_hands`.
    """
    by_match = HandResult.objects.filter(
        game__table__scorecard__is_confirmed=True, game__table__scorecard__match__in=matches
    ).order_by(_MATCH)
    end, passed, count = None if limit is None else offset + limit, 0, 0
    on_page: list[int] = []
    for match, hands in by_match.values_list(_MATCH).annotate(Count("pk")):
        if count + hands <= offset:
            passed += hands
        elif end is None or count < end:
            on_page.append(match)
        count += hands
    if not on_page:
        return iter(()), count
    of_page = matches.filter(pk__gte=on_page[0], pk__lte=on_page[-1])
    hands_of_page = season_hands(league, season, of_page)
    return islice(hands_of_page, offset - passed, None if end is None else end - passed), count


def recorded_games(league: League, matches: QuerySet[Match], rules: Rules) -> Iterator[RecordedGame]:
    """Yield the games of the matches' confirmed cards, with their hands.

    Four queries, however many there are; one more if a name or a reason was written by hand.
    """
    of_cards = {"table__scorecard__is_confirmed": True, "table__scorecard__match__in": matches}
    in_game = {f"game__{path}": value for path, value in of_cards.items()}
    kept_back = KeptBack.of(league)
    seats = _seats(in_game, kept_back)
    penalties = _penalties(in_game, kept_back)
    hands = HandResult.objects.filter(**in_game).order_by(
        _MATCH, "game__table__number", "game__number", "number"
    )
    hands_by_game = groupby(hands.iterator(chunk_size=CHUNK), key=attrgetter("game_id"))
    next_game, rows = next(hands_by_game, _END)
    ordered = Game.objects.filter(**of_cards).order_by(
        "table__scorecard__match_id", "table__number", "number"
    )
    for key, match_key, table, number, home, away, first_pitch, *contradiction in ordered.values_list(*_GAME):
        recorded: tuple[RecordedHand, ...] = ()
        counts, home_foot, away_foot = contradiction
        if key == next_game:
            recorded = tuple(_hands(list(rows), penalties.get(key, {}), rules))
            next_game, rows = next(hands_by_game, _END)
        yield RecordedGame(
            match_key=match_key,
            table=table,
            game=number,
            home_score=home,
            away_score=away,
            first_pitch=first_pitch or None,
            home_players=tuple(seats[key, Side.HOME.value]),
            away_players=tuple(seats[key, Side.AWAY.value]),
            hands=recorded,
            contradiction=counts or None,
            home_foot=home_foot,
            away_foot=away_foot,
            penalties=_given(penalties.get(key, {}).get(0, ())),
        )


_MATCH = "game__table__scorecard__match_id"
_HAND = tuple(field.name for field in fields(RecordedHand))
_GAME = (
    "id",
    "table__scorecard__match_id",
    "table__number",
    "number",
    "home_score",
    "away_score",
    "first_pitch",
    "contradiction",
    "home_foot",
    "away_foot",
)
_END: tuple[int, Iterator[HandResult]] = (0, iter(()))


def public_player(player: Player) -> PublicPlayer:
    """Return a player as everybody may see them."""
    if player.shown == Player.Shown.HIDDEN:
        return PublicPlayer(id=None, name=None)
    return PublicPlayer(id=player.public_id, name=shown_name(player))


def _seats(of_cards: dict[str, object], kept_back: KeptBack) -> dict[tuple[int, str], list[PublicPlayer]]:
    seats: dict[tuple[int, str], list[PublicPlayer]] = defaultdict(list)
    for seat in Seat.objects.filter(**of_cards).select_related("player").order_by("game_id", "side", "place"):
        if seat.player is not None:
            shown = public_player(seat.player)
        else:
            name = kept_back.hide(seat.written)
            shown = PublicPlayer(id=None, name=None if name == HIDDEN_NAME else name)
        seats[seat.game_id, seat.side].append(shown)
    return seats


def _penalties(of_cards: dict[str, object], kept_back: KeptBack) -> dict[int, dict[int, list[HandPenalty]]]:
    """Return the penalties by game and number of the hand, their reasons as the public may read them."""
    penalties: dict[int, dict[int, list[HandPenalty]]] = defaultdict(lambda: defaultdict(list))
    for penalty in Penalty.objects.filter(**of_cards).order_by("id"):
        side = HOME if penalty.side == Side.HOME else AWAY
        given = HandPenalty(side, penalty.points, kept_back.hide(penalty.reason))
        penalties[penalty.game_id][penalty.hand_number].append(given)
    return penalties


def _hands(
    rows: list[HandResult], penalties: dict[int, list[HandPenalty]], rules: Rules
) -> Iterator[RecordedHand]:
    values = [hand_value(row, tuple(penalties.get(row.number, ()))) for row in rows]
    running = known_running(games.score_game(values, rules), penalties.get(0, ()))
    for row, value, score in zip(rows, values, running, strict=True):
        yield RecordedHand(
            hand=row.number,
            turned=row.turned or None,
            call=row.said or None,
            before=tuple(
                PeggedBefore(what=what, side=side, points=points) for what, side, points in row.before
            ),
            high=row.high or None,
            low=row.low or None,
            jack=row.jack or None,
            hung=row.hung,
            game_point=row.game_point or None,
            no_game_for=row.no_game_for or None,
            trump=row.trump or None,
            pitched=row.pitched or None,
            high_card=row.high_card or None,
            low_card=row.low_card or None,
            home_card_points=row.home_card_points,
            away_card_points=row.away_card_points,
            penalties=_given(value.penalties),
            record=row.record or None,
            home_score=score[HOME] if score else None,
            away_score=score[AWAY] if score else None,
        )


def _given(penalties: Iterable[HandPenalty]) -> tuple[PenaltyGiven, ...]:
    return tuple(
        PenaltyGiven(side=LETTER_OF_SIDE[given.side], points=given.points, reason=given.reason)
        for given in penalties
    )
