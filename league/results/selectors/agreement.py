"""Selectors of a match as its captains agree on it: log, signed sheets, objections, disputes."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Max

from league.matches.outcomes import Pair, TableOutcome, outcomes_of
from league.matches.sheet.values import Sheet, completed, match_score
from league.models import Match, Objection, Photograph, Player, Ruling, Scorecard, Side, Team
from league.people.names import shown_name
from league.results.log import AWARDS, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.proposals import SheetVersion, changes_from_json
from league.results.selectors.entry import players_on
from league.results.selectors.log import log_of
from league.results.selectors.names import Roster, roster_of
from league.results.selectors.reports import (
    OTHER_SIDE,
    UNSETTLED,
    WAITS,
    Reports,
    answer_due,
    place_words,
    reports_of,
    score_words,
)
from league.results.selectors.scorecards import SIDE_OF_LETTER, sheets_of
from league.shared.text import full_stop, in_halves, listed, uncapitalised


@dataclass(frozen=True, slots=True, kw_only=True)
class ToAgree:
    """A match with all that its agreement needs. `sheets` are those of the cards that count or wait.

    `match_ruling` is the ruling by which the whole match was given or is void; None if there is none.
    """

    logged: LoggedMatch
    reports: Reports
    sheets: Mapping[int, Sheet]
    match_ruling: Ruling | None
    photographs: tuple[Photograph, ...]

    def sheet_of(self, card: Scorecard) -> Sheet:
        return self.sheets[card.pk]


def walkover_tables_of(rulings: Iterable[Ruling]) -> dict[int, str]:
    """Return the tables that these rulings give without play, each with the side at fault."""
    walkovers = (ruling for ruling in rulings if ruling.kind == Ruling.Kind.WALKOVER)
    return {ruling.table: ruling.at_fault for ruling in walkovers if ruling.table is not None}


def nothing_signed(logged: LoggedMatch) -> ToAgree:
    """Return a match with its log and nothing else, as it is while it is played. No query."""
    nothing = Reports(confirmed=None, waiting=(), objections=(), latest_version=0)
    return ToAgree(logged=logged, reports=nothing, sheets={}, match_ruling=None, photographs=())


def to_agree(match: Match) -> ToAgree:
    """Return the match, its reports, log, rulings and photographs.

    Thirteen queries at most, whatever was played.
    """
    reports = reports_of(match)
    cards = [*reports.waiting, *([reports.confirmed] if reports.confirmed else [])]
    sheets = sheets_of(cards) if cards else {}
    named = {player for sheet in sheets.values() for player in players_on(sheet)}
    rulings = tuple(match.rulings.in_force())
    roster = roster_of(match, besides=named)
    return ToAgree(
        logged=LoggedMatch(match, log_of(match), roster, walkover_tables_of(rulings)),
        reports=reports,
        sheets=sheets,
        match_ruling=next((ruling for ruling in rulings if ruling.table is None), None),
        photographs=photographs_of(match),
    )


def as_seen_by(side: Side, roster: Roster, *sheets: Sheet) -> Roster:
    """Return the roster with the names a captain may read: their own squad in full, others as they chose.

    One query.
    """
    own = SIDE_OF_LETTER[side]
    named = {player for sheet in sheets for player in players_on(sheet)}
    others = named - {roster_player.player for roster_player in roster.players if roster_player.side == own}
    shown = {player.pk: shown_name(player) for player in Player.objects.filter(pk__in=others)}
    return Roster(
        replace(
            player, name=shown.get(player.player, player.name), label=shown.get(player.player, player.label)
        )
        for player in roster.players
    )


def photographs_of(match: Match) -> tuple[Photograph, ...]:
    """Return the photographs of a match without the pictures themselves, the first first. One query."""
    return tuple(Photograph.objects.filter(match=match).defer("jpeg"))


# --- What they do not agree on ----------------------------------------------------------------------
SECRETARY_DECIDES = "The secretary decides."


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """What the sides of a match do not agree on.

    `side` objects, "" where nobody did: both signed, or the secretary opened a dispute. `answerer` is the
    side that must answer by `until`; "" says that the secretary decides. `sentence` tells what it is about:
    "Crowther Fold A claim Game of hand 3 at table 4. It would be 14–9, not finished."
    """

    match: int
    side: str
    answerer: str
    until: datetime.datetime | None
    sentence: str

    @property
    def is_for_secretary(self) -> bool:
        return not self.answerer


def disagreements(matches: Iterable[int]) -> dict[int, Disagreement]:
    """Return the objections and disputes that run in some matches, by the key of the match.

    Two queries; six more where there is an objection, however many.
    """
    keys = list(matches)
    known = Objection.objects.filter(scorecard__match__in=keys, state__in=UNSETTLED).select_related(
        "scorecard__match__home", "scorecard__match__away", "scorecard__match__division__season__rule_book"
    )
    objections = list(known.select_related("scorecard__match__division__season__league").order_by("-id"))
    sheets = sheets_of([objection.scorecard for objection in objections]) if objections else {}
    found = {
        match.pk: Disagreement(
            match=match.pk,
            side="",
            answerer="",
            until=None,
            sentence=f"{full_stop(match.disputed_because)} {SECRETARY_DECIDES}",
        )
        for match in Match.with_ties.filter(pk__in=keys).exclude(disputed_because="")
    }
    for objection in objections:
        match = objection.scorecard.match
        is_open = objection.state == Objection.State.OPEN
        recorded = SheetVersion(match, sheets[objection.scorecard_id])
        found[match.pk] = Disagreement(
            match=match.pk,
            side=objection.side,
            answerer=OTHER_SIDE[Side(objection.side)] if is_open else "",
            until=answer_due(match.division.season, objection.made_at) if is_open else None,
            sentence=claim_words(objection, recorded),
        )
    return found


def proposed_version(objection: Objection, recorded: SheetVersion) -> SheetVersion:
    """Return the sheet as an objection proposes it; without a proposal as it was recorded."""
    changes = changes_from_json(objection.proposed, recorded.layout)
    return SheetVersion(recorded.match, recorded.recorded, changes)


def claim_words(objection: Objection, recorded: SheetVersion) -> str:
    """Return what an objection says: who claims what, and what would follow."""
    match = recorded.match
    team = teams_of(match)[Side(objection.side)]
    where = place_words(objection, match.division.season.rule_book)
    if not objection.proposed:
        return f"{team} say {where} is wrong: {full_stop(objection.because)}"
    proposed = proposed_version(objection, recorded)
    words = game_words(proposed, objection.table, objection.game)
    return f"{team} {_claim(objection, recorded, proposed)}. It would be {words}."


def objection_words(objection: Objection, recorded: SheetVersion) -> str:
    """Return what an objection says, with the note of the captain who made it."""
    claim, note = claim_words(objection, recorded), objection.because if objection.proposed else ""
    return f"{claim} Note: {full_stop(note)}" if note else claim


def _claim(objection: Objection, recorded: SheetVersion, proposed: SheetVersion) -> str:
    """Return “claim Game of hand 3 at table 4” for one point, or which hands are said to be wrong."""
    at = f"at {uncapitalised(recorded.layout.where(objection.table, objection.game))}"
    hands = proposed.hands_changed
    if not hands:
        return f"say the final score {at} is wrong"
    if len(hands) > 1:
        return f"say hands {listed(map(str, hands))} {at} are wrong"
    place = SheetPlace(objection.table, objection.game, f"h{hands[0]}")
    before, after = recorded.body(place), proposed.body(place)
    taken = [name for name in AWARDS if before.get(name) != after.get(name)]
    if len(taken) == 1 and after.get(taken[0]) == objection.side:
        return f"claim {taken[0].capitalize()} of hand {hands[0]} {at}"
    return f"say hand {hands[0]} {at} is wrong"


def teams_of(match: Match) -> dict[Side, Team]:
    """Return the teams of a match by side."""
    return {Side.HOME: match.home, Side.AWAY: match.away}


def game_words(version: SheetVersion, table: int, game: int) -> str:
    """Return the score of a game in words: “14–9, not finished”."""
    score = version.score(table, game)
    if score is None:
        return "not played"
    figures = "–".join(map(str, score))
    return figures if version.is_finished(table, game) else f"{figures}, not finished"


def match_words(recorded: SheetVersion, proposed: SheetVersion) -> str:
    """Return what becomes of the match: “Match 6–4 becomes 2–4, with 4 points still open.”"""
    before, after = recorded.so_far, proposed.so_far
    if after.is_complete:
        stays = before.points == after.points
        return f"The match stays {after.words}." if stays else f"Match {before.words} becomes {after.words}."
    still_open = sum(before.points) - sum(after.points)
    if still_open <= 0:
        return f"Match {before.words} becomes {after.words} so far."
    points = "point" if still_open == 2 else "points"
    count = in_halves(still_open)
    return f"Match {before.words} becomes {after.words}, with {count} {points} still open."


# --- The signed sheets of several matches -----------------------------------------------------------
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
    """A game with its score on each sheet, None where a sheet has none, and whether they differ."""

    table: int
    game: int
    scores: tuple[Pair | None, ...]
    differs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedSheets:
    """The sheets that wait in a match, home first, every game of them, and the newest version there is."""

    sheets: tuple[SignedSheet, ...]
    rows: tuple[ScoreRow, ...]
    has_several_games: bool
    latest_version: int


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
    return {key: _side_by_side(signed, latest[key]) for key, signed in of_match.items()}


def _side_by_side(signed: list[SignedSheet], latest_version: int) -> SignedSheets:
    rows = score_rows([sheet.scores for sheet in signed])
    return SignedSheets(
        sheets=tuple(signed),
        rows=rows,
        has_several_games=any(row.game > 1 for row in rows),
        latest_version=latest_version,
    )


def scores_of(sheet: Sheet) -> dict[tuple[int, int], Pair | None]:
    """Return the score of each game that was begun, by table and game; None where it is not known."""
    tables = (table for table in sheet.tables if table.is_played)
    return {(table.number, game.number): game.score for table in tables for game in table.games}


def score_rows(versions: Sequence[Mapping[tuple[int, int], Pair | None]]) -> tuple[ScoreRow, ...]:
    """Return every game of some versions of a match, which have their scores by table and game."""
    places = sorted({place for scores in versions for place in scores})
    scores = {place: tuple(scores.get(place) for scores in versions) for place in places}
    return tuple(
        ScoreRow(table=table, game=game, scores=each, differs=len(set(each)) > 1)
        for (table, game), each in scores.items()
    )


def _signed(card: Scorecard, sheet: Sheet, match: Match) -> SignedSheet:
    book = match.division.season.rule_book
    rules = book.rules()
    whole = completed(sheet, rules)
    return SignedSheet(
        version=card.version,
        side=Side(card.reported_for),
        words=score_words(match_score(whole, rules, book.match_format())),
        scores={place: score for place, score in scores_of(whole).items() if score},
        tables=outcomes_of(whole),
    )
