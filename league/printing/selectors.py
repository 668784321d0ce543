"""What is written on score sheets and table slips, read from the database as plain values."""

import datetime
from base64 import b32encode
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import get_script_prefix
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.competition.selectors import season_at_hand, seasons_of
from league.cups.selectors.tie_matches import ties_in_words
from league.matches.sheet.openings import MISDEAL
from league.matches.sheet.values import (
    HandNotes,
    SeatName,
    Sheet,
    SheetGame,
    known_running,
    match_score,
)
from league.models import League, Match, Player, Registration, RuleBook, Ruling, Scorecard, Season, Side
from league.people.names import KeptBack, shown_name, surname_first
from league.printing.card_selectors import secretary_of
from league.printing.forms_on_paper import (
    BlankSheet,
    CodeOnPaper,
    GameOnPaper,
    HandOnPaper,
    MatchOnPaper,
    Parts,
    SheetMatch,
    SideTotals,
    rewards,
    sheet_form,
)
from league.regulations.selectors.match_facts import start_of, zone_of
from league.results.selectors.scorecards import sheets_of
from league.shared.moments import falls, moment_in_words
from league.standings.selectors.match_lists import MatchLine, match_lines
from scoring import games
from scoring.rules import Rules
from scoring.seats import AWAY, HOME

SIDES = {HOME: "home", AWAY: "away"}
EVERY_MATCH = Q()


def blank_on_paper(league: League, today: datetime.date) -> MatchOnPaper | None:
    """Return a sheet of the current season for a match nobody knows yet.

    None for a league without a season.
    """
    season = season_at_hand(seasons_of(league), today)
    return blank_of_season(season) if season else None


def blank_of_season(season: Season) -> MatchOnPaper:
    """Return a sheet of the season for a match nobody knows yet."""
    return MatchOnPaper(
        form=sheet_form(season.rule_book),
        league=season.league.name,
        season=season.name,
        sheets_to=season.league.sheets_to,
        secretary=secretary_of(season.league),
    )


def match_on_paper(league: League, public_id: str, *, to_secretary: bool = False) -> MatchOnPaper | None:
    """Return the match of that address as this reader may see it. None if the league has none."""
    return next(
        iter(matches_on_paper(_matches(league).filter(public_id=public_id), to_secretary=to_secretary)), None
    )


def night_on_paper(league: League, date: datetime.date, *, to_secretary: bool = True) -> list[MatchOnPaper]:
    """Return the matches of a night, by division and home team, as this reader may see them."""
    return matches_on_paper(_without_walkovers(_matches(league).filter(date=date)), to_secretary=to_secretary)


def season_on_paper(
    season: Season, chosen: Q = EVERY_MATCH, *, to_secretary: bool = True
) -> list[MatchOnPaper]:
    """Return the matches of a season, or those chosen of it, by date, as this reader may see them."""
    matches = Match.with_ties.filter(chosen, division__season=season)
    return matches_on_paper(_without_walkovers(matches), to_secretary=to_secretary)


def _without_walkovers(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Without those given or void before anything was played: nobody will write on their paper."""
    rulings = Ruling.objects.of_whole_matches().filter(match=OuterRef("pk"))
    played = Scorecard.objects.confirmed().filter(match=OuterRef("pk"))
    return matches.exclude(Exists(rulings) & ~Exists(played))


def _matches(league: League) -> QuerySet[Match]:
    return Match.with_ties.filter(division__season__league=league)


def matches_on_paper(matches: QuerySet[Match], *, to_secretary: bool) -> list[MatchOnPaper]:
    """Return the matches with all that is known of them.

    Ten queries, however many matches, players, tables and hands; four more where there are cup ties.
    """
    lines = match_lines(matches)
    occasions = ties_in_words(lines)
    cards = Scorecard.objects.confirmed().filter(match__in=[line.outcome.match for line in lines])
    sheets = sheets_of(cards)
    league = lines[0].division.season.league if lines else None
    secretary = secretary_of(league) if league else ""
    names = _Names(sheets.values(), None if to_secretary else league)
    seasons = {line.division.season.pk: line.division.season for line in lines}
    squads = squads_of(
        seasons.keys(),
        {team.key for line in lines for team in (line.home, line.away)},
    )
    by_match = {card.match_id: sheets[card.pk] for card in cards}
    forms = {key: sheet_form(season.rule_book) for key, season in seasons.items()}
    on_paper = []
    for line in lines:
        season = line.division.season
        home, away = (squads.get((season.pk, team.key), Numbered()) for team in (line.home, line.away))
        occasion = occasions.get(line.public_id, "")
        written = _on_paper(line, forms[season.pk], by_match.get(line.outcome.match), names, occasion)
        on_paper.append(
            replace(
                written,
                squads=(home.names(to_secretary=to_secretary), away.names(to_secretary=to_secretary)),
                squads_of=max(filter(None, (home.since, away.since)), default=None),
                seals=home.seal + away.seal,
                due=_due(line),
                sheets_to=league.sheets_to if league else "",
                secretary=secretary,
            )
        )
    return on_paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A squad in the order of its numbers, the day on which somebody last came or went, and whether two
    records in it were found to be one player.
    """

    players: tuple[Player, ...] = ()
    since: datetime.date | None = None
    has_merged: bool = False

    @property
    def seal(self) -> str:
        """Three letters that are others when the numbers mean others: they go into the code of the sheet."""
        ids = " ".join(player.public_id for player in self.players)
        return b32encode(sha256(ids.encode()).digest())[:SEAL].decode().lower()

    def names(self, *, to_secretary: bool) -> tuple[str, ...]:
        """Return the names as this reader may see them."""
        return tuple(shown_name(player, to_secretary=to_secretary) for player in self.players)


def squads_of(seasons: Collection[int], teams: Collection[int]) -> dict[tuple[int, int], Numbered]:
    """Return the players of teams by season and team, numbered by surname. One query."""
    by_team: defaultdict[tuple[int, int], list[Registration]] = defaultdict(list)
    rows = Registration.objects.filter(season__in=seasons, team__in=teams)
    for row in rows.select_related("player"):
        by_team[row.season_id, row.team_id].append(row)
    return {
        key: Numbered(
            players=tuple(
                sorted(
                    (row.player for row in rows if row.left_on is None and not row.player.merged_into_id),
                    key=lambda player: (surname_first(player.name), player.public_id),
                )
            ),
            since=max((day for row in rows for day in (row.registered_on, row.left_on) if day), default=None),
            has_merged=any(row.player.merged_into_id for row in rows),
        )
        for key, rows in by_team.items()
    }


SEAL = 3
CHANGED_LATELY = datetime.timedelta(weeks=4)
"""Sheets lie in drawers for so long: whoever has come or gone since may have moved the numbers on them."""


def numbered_squad(match: Match, side: Side, seal: str) -> tuple[str, ...] | None:
    """Return the public ids of a side's players in the order of their numbers on the match's sheet.

    `seal` is what the sheet says of the squad it was printed with. None where the squad has changed since; of
    a sheet that says nothing, where it has changed lately. One query.
    """
    season = match.division.season
    team = match.home_id if side == Side.HOME else match.away_id
    squad = squads_of({season.pk}, {team}).get((season.pk, team), Numbered())
    lately = max((match.date or datetime.date.max) - CHANGED_LATELY, season.starts_on + datetime.timedelta(1))
    may_differ = squad.has_merged or (squad.since is not None and squad.since >= lately)
    has_changed = squad.seal != seal if seal else may_differ
    return None if has_changed else tuple(player.public_id for player in squad.players)


def _due(line: MatchLine) -> str:
    """Return when the sheet must be in, or else the result; empty without such a rule or a date."""
    season = line.division.season
    regulations = season.rule_book.season_regulations()
    rules = regulations.missing_card or regulations.late_result
    if not rules or line.date is None or line.is_over:
        return ""
    zone = zone_of(season)
    return moment_in_words(falls(rules[0].due, start_of(line.date, line.starts_at, zone), zone))


def with_codes(matches: Sequence[MatchOnPaper], site: str = "") -> list[MatchOnPaper]:
    """Return the matches, each that is to be scored with the code for phones, which is issued if need be."""
    to_score = [match.to_score for match in matches if match.to_score is not None]
    codes = codes_for(matches=to_score, now=timezone.now()) if to_score else {}
    if site:
        site = f"{site}{get_script_prefix()}".rstrip("/")
    return [
        replace(match, code=CodeOnPaper(code=codes[match.to_score], site=site))
        if match.to_score is not None and match.to_score in codes
        else match
        for match in matches
    ]


def _on_paper(
    line: MatchLine, form: BlankSheet, sheet: Sheet | None, names: "_Names", occasion: str
) -> MatchOnPaper:
    season = line.division.season
    rules = season.rule_book.rules()
    return MatchOnPaper(
        form=form,
        league=season.league.name,
        season=season.name,
        meeting=SheetMatch(
            home=line.home.name,
            away=line.away.name,
            home_slug=line.home.slug,
            away_slug=line.away.slug,
            venue=line.venue.name,
            division=line.division.name,
            week=line.outcome.week,
            occasion=occasion,
            date=line.date,
            starts_at=line.starts_at,
        ),
        to_score=None if sheet or line.is_over else line.outcome.match,
        games=tuple(_games(sheet, rules, names)) if sheet else (),
        totals=_totals(line, form, sheet, season.rule_book),
        remarks=names.within(" ".join(_remarks(line, sheet))),
    )


class _Names:
    """The names of everybody on the sheets, and what was remarked. Two queries at most.

    Whole, or with a league given as the public of that league may see them.
    """

    def __init__(self, sheets: Iterable[Sheet], public_of: League | None) -> None:
        seated = (
            name.player
            for sheet in sheets
            for table in sheet.tables
            for game in table.games
            for name in (*game.home_pair, *game.away_pair)
        )
        players = Player.objects.in_bulk({player for player in seated if player})
        whole = public_of is None
        self._shown = {key: shown_name(player, to_secretary=whole) for key, player in players.items()}
        self._kept_back = KeptBack.of(public_of) if public_of else None

    def of(self, pair: Sequence[SeatName]) -> str:
        return " & ".join(
            self._shown[sitter.player] if sitter.player else self.within(sitter.written) for sitter in pair
        )

    def within(self, words: str) -> str:
        return self._kept_back.hide(words) if self._kept_back else words


def _games(sheet: Sheet, rules: Rules, names: _Names) -> Iterable[GameOnPaper]:
    for table in sheet.tables:
        for game in table.games:
            yield GameOnPaper(
                table=table.number,
                game=game.number,
                home_pair=names.of(game.home_pair),
                away_pair=names.of(game.away_pair),
                hands=_hands(game, rules),
                score=()
                if game.home_score is None or game.away_score is None
                else (game.home_score, game.away_score),
                first_pitch=game.first_pitch,
                penalties="; ".join(_penalties(game)),
            )


def _hands(game: SheetGame, rules: Rules) -> tuple[HandOnPaper, ...]:
    running = known_running(games.score_game(game.hands, rules), game.penalties)
    notes = game.notes or (HandNotes(),) * len(game.hands)
    return tuple(
        HandOnPaper(
            takers=tuple(hand.taker(award) for award in rules.awards),
            score=score or (),
            turned=noted.turned,
            said=noted.call,
            is_hung=bool(hand.hung),
        )
        for hand, noted, score in zip(game.hands, notes, running, strict=True)
    )


def _penalties(game: SheetGame) -> Iterable[str]:
    for penalty in game.penalties:
        yield f"hand not recorded: {penalty.points} to {SIDES[penalty.side]}"
    for number, hand in enumerate(game.hands, start=1):
        number_pairs = [(pegged.side, pegged.points) for pegged in hand.before if pegged.what == MISDEAL]
        number_pairs += [(penalty.side, penalty.points) for penalty in hand.penalties]
        for side, points in number_pairs:
            yield f"hand {number}: {points} to {SIDES[side]}"


def _totals(
    line: MatchLine, form: BlankSheet, sheet: Sheet | None, book: RuleBook
) -> tuple[SideTotals, SideTotals] | None:
    if line.home_share is None or line.away_share is None:
        return None
    unknown: Parts = (None,) * len(rewards(form))
    parts = (unknown, unknown)
    if sheet and not line.walkovers and not line.voids:
        parts = _parts(sheet, form, book)
    at_tables = _at_tables(line, form)
    home, away = (
        SideTotals(
            tables=at_tables[side], total=share.score_for, parts=parts[side], match_points=share.half_points
        )
        for side, share in ((HOME, line.home_share), (AWAY, line.away_share))
    )
    return home, away


def _parts(sheet: Sheet, form: BlankSheet, book: RuleBook) -> tuple[Parts, Parts]:
    """Return what each side got for each reward; what is left of the match points is for the match itself."""
    score = match_score(sheet, book.rules(), book.match_format())
    both: list[Parts] = []
    for side in (HOME, AWAY):
        for_games = form.game_won * score.games_won[side]
        for_tables = form.table_won * score.tables_won[side] + book.table_drawn * score.tables_drawn
        for_total = score.aggregate_points[side]
        rest = score.match_points[side] - for_games - for_tables - for_total
        every = zip(
            (form.game_won, form.table_won, form.aggregate, form.match_won),
            (for_games, for_tables, for_total, rest),
            strict=True,
        )
        both.append(tuple(number for worth, number in every if worth))
    return both[HOME], both[AWAY]


def _at_tables(line: MatchLine, form: BlankSheet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Game points of each table, or games won where it plays several; a dash where nothing was played."""
    played: Mapping[int, Sequence[tuple[int, int]]] = {
        table.number: table.games for table in line.outcome.tables or ()
    }
    columns = []
    for number in range(1, form.tables + 1):
        scores = played.get(number, ())
        if not scores:
            columns.append(("–", "–"))
        elif form.has_several_games:
            home = sum(home > away for home, away in scores)
            away = sum(away > home for home, away in scores)
            columns.append((str(home), str(away)))
        else:
            columns.append((str(scores[0][HOME]), str(scores[0][AWAY])))
    home_column, away_column = zip(*columns, strict=True)
    return home_column, away_column


def _remarks(line: MatchLine, sheet: Sheet | None) -> Iterable[str]:
    at_fault = {"h": line.home.name, "a": line.away.name, "b": "both sides"}
    place = line.division.season.rule_book.place
    for walkover in line.walkovers:
        where = f"{place(walkover.table)}: walkover" if walkover.table else "Walkover"
        yield f"{where} against {at_fault[walkover.at_fault]}: {walkover.reason.rstrip('.')}."
    for void in line.voids:
        yield f"{place(void.table) if void.table else 'The match'} is void: {void.reason.rstrip('.')}."
    if sheet is None:
        return
    explained = {table.number: table.remarks for table in sheet.tables if table.remarks}
    for number in sorted({*explained, *line.tables_not_played}):
        yield f"{place(number)}: {explained.get(number, 'not played.')}"
    if sheet.remarks:
        yield sheet.remarks
