"""A season's rule book in sentences: match, points, walkovers, level teams and game; and its rules page."""

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from league.competition.season_rules.rules import SECTIONS
from league.competition.selectors import current_season, seasons_of
from league.competition.tie_breaks import CRITERIA
from league.models import League, RuleBook, Season
from league.regulations.sentences import in_words
from league.shared.text import count, counted, in_halves, points
from league.standings.scheme import Scheme
from scoring import variants
from scoring.customs import RulesPart
from scoring.prose import HOUSE, Section, Sentence, rules_in_words
from scoring.rules import Rules, Variant

DASH = "\N{EN DASH}"


def game_in_words(book: RuleBook) -> tuple[Section, ...]:
    """Return the rules of the game as this season plays it; what a house rule has changed is marked and
    listed. How others play it is left to the pages of the games.

    Nothing where only final scores are entered of a game of High, Low, Jack and Game: what is played at the
    table is not known.
    """
    variant, rules, players = variants.get(book.variant), book.rules(), 2 * book.players_a_side
    if not book.has_hands and len(rules.awards) > 1:
        return ()
    if players in rules.players and players in variant.rules.players:
        variant, rules = seated(variant, players), rules.for_players(players)
    sections = rules_in_words(variant, rules, beside=variant)
    return tuple(section for section in sections if section.title != RulesPart.OTHERWISE)


def seated(variant: Variant, players: int) -> Variant:
    """Return the variant as that many play it."""
    return replace(variant, rules=variant.rules.for_players(players))


def match_in_words(book: RuleBook) -> tuple[Section, ...]:
    """Return what a match consists of and gives, and what separates teams, section by section."""
    return tuple(
        Section(title, tuple(Sentence(text) for text in sentences(book)))
        for title, sentences in _PARTS.items()
    )


def regulations_in_words(book: RuleBook) -> tuple[Section, ...]:
    """Return the season's regulations, section by section; empty without any."""
    regulations = book.season_regulations()
    return tuple(
        Section(title, tuple(Sentence(text) for text in texts))
        for title, names in SECTIONS.items()
        if (texts := in_words(regulations, names))
    )


def _match(book: RuleBook) -> Iterator[str]:
    word = book.table_word
    play, each = (f"The {word}s play", " at each") if book.tables > 1 else (f"The {word} plays", "")
    tables, players = counted(book.tables, word), counted(book.players_a_side, "player")
    yield f"A match is {tables}, {players} a side{each}."
    yield f"{play} {book.games_in_words}, {_length(book.rules())}."
    if book.entered == RuleBook.Entered.SCORES:
        yield "Only final scores are entered, no hands."
    if book.has_several_games:
        yield f"Whoever wins more of its {book.game_word}s wins the table."
        race = f"Play ends when one side has won {book.race_to} {book.game_word}s."
        yield race if book.race_to else _STOPS[book.stops_when_decided]
    if book.line_up_order in _LINE_UPS:
        yield _LINE_UPS[book.line_up_order]


def _length(rules: Rules) -> str:
    hands = f"of {count(rules.fixed_hands)} hands" if rules.fixed_hands else "without a target"
    return f"to {rules.target}" if rules.target else hands


_LINE_UPS: Mapping[str, str] = {
    RuleBook.LineUpOrder.HOME_FIRST: "The home side names its players first, then the away side.",
    RuleBook.LineUpOrder.AWAY_FIRST: "The away side names its players first, then the home side.",
    RuleBook.LineUpOrder.BLIND: "Both sides name their players without seeing the other’s.",
    RuleBook.LineUpOrder.DRAWN: "Both sides name their pairs, and it is drawn by lot who meets whom.",
}
"""Empty where the sides name their players as they please."""
_STOPS = {
    True: "A table stops as soon as it is decided.",
    False: "All games of a table are played, even if it is decided before.",
}


def _points(book: RuleBook) -> Iterator[str]:
    """Yield each thing that gives points, with how many."""
    yield from _given(
        (book.table_won, f"A {book.table_word} won gives"),
        (book.table_drawn, f"A {book.table_word} drawn gives each side"),
        (book.game_won, f"A {book.game_word} won gives"),
    )
    if book.aggregate:
        level = _LEVEL_TOTALS[RuleBook.AggregateTie(book.aggregate_tie)](book)
        more = f"The side that pegged more at all {book.table_word}s together"
        yield f"{more} gets {worth(book.aggregate)}; if they are level, {level}."
    yield f"The match is won by the side with {_MORE[RuleBook.Decider(book.decided_by)]}."
    yield from _given(
        (book.match_won, f"Winning the match{' at home' if book.won_away is not None else ''} gives"),
        (book.won_away or 0, "Winning it away gives"),
        (book.match_drawn, "A drawn match gives each side"),
        (book.match_lost, "Losing the match gives"),
    )
    if book.close_loss and book.close_loss_by:
        yield f"A side beaten by no more than {book.close_loss_by} gets {worth(book.close_loss)}."


def _given(*parts: tuple[int, str]) -> Iterator[str]:
    return (f"{what} {worth(halves)}." for halves, what in parts if halves)


def worth(halves: int) -> str:
    """Return points kept in halves, in words: two points, half a point, 1½ points."""
    if halves % 2:
        return f"{in_halves(halves)} points" if halves > 1 else "half a point"
    return points(halves // 2)


_LEVEL_TOTALS: Mapping[str, Callable[[RuleBook], str]] = {
    RuleBook.AggregateTie.ONE_EACH: lambda book: f"each side gets {worth(book.aggregate // 2)}",
    RuleBook.AggregateTie.NONE: lambda book: "neither does",
    RuleBook.AggregateTie.TWO_EACH: lambda book: "both do",
}
_MORE: Mapping[str, str] = {
    RuleBook.Decider.MATCH_POINTS: "more of these points",
    RuleBook.Decider.TABLES: "more tables",
    RuleBook.Decider.GAMES: "more games",
    RuleBook.Decider.AGGREGATE: "the higher total of game points",
}


def _walkovers(book: RuleBook) -> Iterator[str]:
    yield from _TABLE_WALKOVERS[RuleBook.WalkoverAward(book.walkover_award)](book)
    if book.walkover_points is not None:
        yield f"A walkover for a whole match gives {worth(book.walkover_points)}."


def _scored(book: RuleBook) -> Iterator[str]:
    won, lost = book.walkover_score()
    game = f"Each {book.game_word} of a table" if book.has_several_games else f"A {book.table_word}"
    yield f"{game} won by walkover counts as {won}{DASH}{lost}."
    yield _in_the_total(book)


def _averaged(book: RuleBook) -> Iterator[str]:
    yield "A walkover at a table counts as a table won, with the division’s average score for both sides."
    yield _in_the_total(book)


def _won_only(book: RuleBook) -> Iterator[str]:
    yield "A walkover at a table counts as a table won, without game points."


def _in_the_total(book: RuleBook) -> str:
    counts = "counts" if book.walkover_in_aggregate else "does not count"
    return f"That score {counts} in the total of game points."


_TABLE_WALKOVERS: Mapping[str, Callable[[RuleBook], Iterator[str]]] = {
    RuleBook.WalkoverAward.TARGET_TO_NIL: _scored,
    RuleBook.WalkoverAward.FIXED: _scored,
    RuleBook.WalkoverAward.AVERAGE: _averaged,
    RuleBook.WalkoverAward.TABLE_ONLY: _won_only,
}


def _withdrawals(book: RuleBook) -> Iterator[str]:
    yield f"When a team withdraws, {RuleBook.WithdrawalEffect(book.withdrawal).label}."


def _level_teams(book: RuleBook) -> Iterator[str]:
    keys = Scheme.of(book.match_format(), book.tie_breaks).tie_breaks
    text = ", then by ".join(CRITERIA[key].name.lower() for key in keys)
    yield f"Teams level on points are separated by {text}."
    yield "Teams still level share the place."


_PARTS: Mapping[str, Callable[[RuleBook], Iterator[str]]] = {
    "A match": _match,
    "Points": _points,
    "Walkovers": _walkovers,
    "Withdrawals": _withdrawals,
    "Level teams": _level_teams,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """The rules of a season: its match format, the game it plays and what it asks of its teams, in words."""

    season: Season
    variant: Variant
    match: tuple[Section, ...]
    game: tuple[Section, ...]
    regulations: tuple[Section, ...]

    @property
    def has_house_rules(self) -> bool:
        """Return whether house rules change the game from its sources."""
        return any(section.title == HOUSE for section in self.game)


def league_rules(league: League, today: datetime.date, season_slug: str = "") -> LeagueRules | None:
    """Return the rules of the season of that address, or of the current one.

    None if there is none. Two queries.
    """
    seasons = seasons_of(league)
    if season_slug:
        season = next((season for season in seasons if season.slug == season_slug), None)
    else:
        season = current_season(seasons, today)
    if season is None:
        return None
    book = season.rule_book
    return LeagueRules(
        season=season,
        variant=variants.get(book.variant),
        match=match_in_words(book),
        game=game_in_words(book),
        regulations=regulations_in_words(book),
    )
