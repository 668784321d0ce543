"""The sheets captains signed and that wait, of several matches at once, with the scores they differ in."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max

from league.matches.outcomes import Pair, TableOutcome, outcomes_of
from league.matches.sheet.values import Sheet, completed, match_score
from league.models import Match, Scorecard, Side
from league.results.selectors.reports import WAITS, score_words
from league.results.selectors.scorecards import sheets_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedSheet:
    """A signed sheet that waits: its version, whose it is, its result in figures, the score of each game.

    `scores` are by table and game.
    """

    version: int
    side: Side
    words: str
    scores: dict[tuple[int, int], Pair]
    tables: tuple[TableOutcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """A game with its score on each sheet; None where a sheet has none."""

    table: int
    game: int
    scores: tuple[Pair | None, ...]

    @property
    def differs(self) -> bool:
        return len(set(self.scores)) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedSheets:
    """The sheets that wait in a match, home first, and the newest version there is."""

    sheets: tuple[SignedSheet, ...]
    latest_version: int

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        """Every game with its score on each sheet."""
        places = sorted({place for sheet in self.sheets for place in sheet.scores})
        return tuple(
            ScoreRow(table=table, game=game, scores=tuple(s.scores.get((table, game)) for s in self.sheets))
            for table, game in places
        )

    @property
    def has_several_games(self) -> bool:
        """Whether tables play more than one game."""
        return any(game > 1 for sheet in self.sheets for _, game in sheet.scores)

    @property
    def differing(self) -> tuple[ScoreRow, ...]:
        return tuple(row for row in self.rows if row.differs)


def signed_sheets(matches: Iterable[Match]) -> dict[int, SignedSheets]:
    """Return the sheets that wait in some matches, by match. Eight queries, however many; none for none.

    The matches come with their season's rule book.
    """
    by_key = {match.pk: match for match in matches}
    if not by_key:
        return {}
    cards = list(Scorecard.objects.filter(WAITS, match__in=by_key).order_by("-reported_for"))
    sheets = sheets_of(cards)
    latest = dict(
        Scorecard.objects.filter(match__in=by_key)
        .order_by("match")
        .values_list("match")
        .annotate(latest=Max("version"))
    )
    of_match: dict[int, list[SignedSheet]] = defaultdict(list)
    for card in cards:
        of_match[card.match_id].append(_signed(card, sheets[card.pk], by_key[card.match_id]))
    return {
        key: SignedSheets(sheets=tuple(signed), latest_version=latest[key])
        for key, signed in of_match.items()
    }


def _signed(card: Scorecard, sheet: Sheet, match: Match) -> SignedSheet:
    book = match.division.season.rule_book
    rules = book.rules()
    whole = completed(sheet, rules)
    scores = {
        (table.number, game.number): game.score
        for table in whole.tables
        if table.is_played
        for game in table.games
        if game.score
    }
    return SignedSheet(
        version=card.version,
        side=Side(card.reported_for),
        words=score_words(match_score(whole, rules, book.match_format())),
        scores=scores,
        tables=outcomes_of(whole),
    )
