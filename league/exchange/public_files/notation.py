"""A match in the notation of All Fours (docs/afn.md): its tables, and every hand that was written down.

A hand is written with all that is known of it and the notation can hold: its cards, else what was turned up,
else the points alone. Each way is followed as a reader would, and the first that makes the score is taken.
"""

import copy
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from league.matches.outcomes import AtFault
from league.matches.sheet.openings import parse_turned
from league.matches.sheet.records import parse_record
from league.matches.sheet.values import GAVE, RAN, STOOD
from league.models import HandResult, Match, MatchTable, RuleBook, Scorecard
from league.people.names import HIDDEN_NAME
from league.results.selectors.scorecards import hand_value
from league.results.selectors.season_hands import PublicPlayer, RecordedGame, RecordedHand, recorded_games
from league.standings.selectors.match_lists import MatchLine, match_lines
from scoring import AWAY, HOME, notation
from scoring.cards import Card
from scoring.errors import ScoringError
from scoring.hands import Hand, HandPenalty, Peg
from scoring.notation import Following, ParsedHand, ParsedMatch, ParsedSheet, ParsedTable, Tag
from scoring.notation.sheets import format_score
from scoring.notation.terms import SEATS, UNKNOWN
from scoring.records import Say

SIDES = {"h": HOME, "a": AWAY}
GIVEN_TO = {AtFault.HOME: AWAY, AtFault.AWAY: HOME, AtFault.BOTH: None}
SAID = {None: (), STOOD: (Say.STAND,), GAVE: (Say.BEG, Say.GIVE), RAN: (Say.BEG, Say.RUN)}
IN_THE_DEAL = ("turnup", "gift")
"""What was pegged before High that follows from the cards turned up and the call."""


def match_notation(match: Match) -> str | None:
    """Return a match as text in the notation; None while it has no confirmed card. Ten queries.

    None as well where no hands can be entered: of pool, bowls or a quiz the notation would name another game.
    """
    card, book = Scorecard.objects.confirmed().filter(match=match).first(), match.division.season.rule_book
    if card is None or not book.has_hands:
        return None
    matches = Match.with_ties.filter(pk=match.pk)
    (line,) = match_lines(matches)
    games = list(recorded_games(line.division.season.league, matches, book.rules()))
    tables = list(MatchTable.objects.filter(scorecard=card))
    tags = [
        Tag("Event", f"{line.division.season.league}, {line.division}"),
        *_rules_tags(book),
        *_match_tags(line),
    ]
    sheets = [*_tables(tags, line, tables, games, book), *_games(tags, games, book)]
    return "".join(f"{text}\n" for text in notation.write(sheets))


def _rules_tags(book: RuleBook) -> Iterator[Tag]:
    yield Tag("Game", book.variant)
    if book.target is not None:
        yield Tag("Target", str(book.target))
    for name, value in book.options.items():
        yield Tag("Option", f"{name}={_option(value)}")


def _option(value: object) -> str:
    """Return the value of a house option as the notation spells it."""
    if isinstance(value, Mapping):
        return " ".join(f"{rank}:{points}" for rank, points in value.items())
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value or "none")


def _match_tags(line: MatchLine) -> Iterator[Tag]:
    yield Tag("Home", line.home.name)
    yield Tag("Away", line.away.name)
    if line.date:
        yield Tag("Date", f"{line.date:%Y.%m.%d}")


# --- The tables -------------------------------------------------------------------------------
def _tables(
    tags: Sequence[Tag],
    line: MatchLine,
    tables: Iterable[MatchTable],
    games: Iterable[RecordedGame],
    book: RuleBook,
) -> Iterator[ParsedSheet]:
    """Yield the final scores: one sheet with what the match gave or, of several games, a sheet for each."""
    by_number: defaultdict[int, dict[int, RecordedGame]] = defaultdict(dict)
    for game in games:
        by_number[game.game][game.table] = game
    if not book.has_several_games:
        lines = [_table(table, by_number[1].get(table.number), line) for table in tables]
        yield _with_points(ParsedSheet(tags=(*tags, *_points_tags(book)), tables=tuple(lines)), line)
        return
    for number, of_tables in sorted(by_number.items()):
        lines = [_table(table, of_tables.get(table.number), line) for table in tables]
        yield ParsedSheet(tags=(*tags, Tag("Round", str(number))), tables=tuple(lines))


def _table(table: MatchTable, game: RecordedGame | None, line: MatchLine) -> ParsedTable:
    given = next((ruling for ruling in line.tables_given if ruling.table == table.number), None)
    if given:
        return ParsedTable(number=table.number, walkover=GIVEN_TO[given.at_fault])
    if game is None or not table.is_played or table.number in line.tables_void:
        return ParsedTable(number=table.number)
    return ParsedTable(
        number=table.number,
        scores=(game.home_score, game.away_score),
        names=tuple(
            (side, _names(players))
            for side, players in {HOME: game.home_players, AWAY: game.away_players}.items()
            if players
        ),
    )


def _names(players: Iterable[PublicPlayer]) -> str:
    return ", ".join(player.name or HIDDEN_NAME for player in players)


def _points_tags(book: RuleBook) -> Iterator[Tag]:
    """Yield how the league counts a match, as far as the notation can say it."""
    form = book.match_format()
    options = {
        "tables_expected": form.tables,
        "table_points": form.table_won // 2,
        "aggregate_points": form.aggregate // 2,
        "aggregate_tie": form.aggregate_tie.value,
        "walkover_award": "none" if form.walkover_award is None else format_score(form.walkover_award),
        "walkover_in_aggregate": "yes" if form.walkover_in_aggregate else "no",
    }
    yield from (Tag("Option", f"{name}={value}") for name, value in options.items())


def _with_points(sheet: ParsedSheet, line: MatchLine) -> ParsedSheet:
    """Return the sheet with match points and aggregate, unless a reader would reckon others from its tables.

    That is so where a league counts in a way the notation has no words for, and after a ruling.
    """
    shares = line.home_share, line.away_share
    points = [share.half_points for share in shares if share]
    if len(points) < len(shares) or any(half % 2 for half in points):
        return sheet
    totals = [share.score_for for share in shares if share and share.score_for is not None]
    for aggregate in (tuple(totals) if len(totals) == len(shares) else None, None):
        match = ParsedMatch(scores=tuple(half // 2 for half in points), aggregate=aggregate)
        counted = replace(sheet, match=match)
        if not notation.check(counted):
            return counted
    return sheet


# --- The hands --------------------------------------------------------------------------------
def _games(tags: Sequence[Tag], games: Iterable[RecordedGame], book: RuleBook) -> Iterator[ParsedSheet]:
    """Yield a sheet for each game of which hands are recorded."""
    seats = SEATS[: 2 * book.players_a_side]
    for game in filter(lambda game: game.hands, games):
        of_game = [
            *tags,
            Tag("Table", str(game.table)),
            *([Tag("Round", str(game.game))] if book.has_several_games else []),
            Tag("Sides", f"{seats[::2]}=h {seats[1::2]}=a"),
            Tag("FirstPitch", {"h": "A", "a": "B"}.get(game.first_pitch or "", UNKNOWN)),
        ]
        following = Following(notation.terms(tuple(of_game), hands=True))
        hands = list(_written(game, following))
        if following.scores == (game.home_score, game.away_score):
            of_game.append(Tag("Result", format_score(following.scores)))
        yield ParsedSheet(tags=tuple(of_game), hands=tuple(hands))


def _written(game: RecordedGame, following: Following) -> Iterator[ParsedHand]:
    """Yield each hand in the fullest way that a reader follows to the score the hand has."""
    for hand in game.hands:
        for written in _ways(hand, following):
            trial = copy.copy(following)
            if not trial.add(written).faults and trial.scores == written.scores:
                break
        following.add(written)
        yield written


def _ways(recorded: RecordedHand, following: Following) -> Iterator[ParsedHand]:
    """Yield a hand with all its cards, with what was turned up, with its points, and with its score alone."""
    value = _value(recorded)
    home, away = recorded.home_score, recorded.away_score
    scores = None if home is None or away is None else (home, away)
    bare = ParsedHand(number=recorded.hand, eldest=following.eldest, scores=scores)
    others = tuple(peg for peg in value.before if peg.what not in IN_THE_DEAL)
    opened = replace(bare, hand=_as_written(value, others))
    try:
        if recorded.record:
            yield replace(
                parse_record(recorded.record, following.terms.rules),
                number=bare.number,
                eldest=bare.eldest,
                scores=bare.scores,
                hand=replace(opened.hand, pitched=None, trump=None),
            )
        turned = parse_turned(recorded.turned or "")
        if turned and all(card.suit for card in turned):
            cards = tuple(Card.of(card.rank, card.suit) for card in turned if card.suit)
            yield replace(opened, turnups=cards, words=SAID[recorded.call])
    except ScoringError:  # what was noted is no play: its points are all there is
        pass
    yield replace(bare, hand=_as_written(value, value.before))
    yield bare


def _as_written(value: Hand, before: Iterable[Peg]) -> Hand:
    """Return the hand as its line has it: points before High stand as points given."""
    given = tuple(HandPenalty(peg.side, peg.points, peg.what) for peg in before)
    return replace(
        value, penalties=given + value.penalties, before=(), no_game_for=(), hung=value.hung or None
    )


def _value(recorded: RecordedHand) -> Hand:
    """Return a hand as the rules engine knows it."""
    texts = ("high", "low", "jack", "game_point", "no_game_for", "trump", "pitched", "high_card", "low_card")
    row = HandResult(
        **{name: getattr(recorded, name) or "" for name in texts},
        hung=recorded.hung,
        before=[[peg.what, peg.side, peg.points] for peg in recorded.before],
        home_card_points=recorded.home_card_points,
        away_card_points=recorded.away_card_points,
    )
    penalties = (HandPenalty(SIDES[each.side], each.points, each.reason) for each in recorded.penalties)
    return hand_value(row, tuple(penalties))
