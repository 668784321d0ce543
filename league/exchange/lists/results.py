"""Results out of a list, in the form of docs/results-csv.md, with names and dates as people write them; ties
of cups, their nights and results, and the draws of rounds that are not drawn yet.
"""

import csv
import datetime
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, permutations
from typing import Any

from django.db import transaction
from django.utils import timezone

from league.cups.brackets import bracket_of, bracket_size, byes, next_round
from league.cups.entries import RoundDraw
from league.cups.progress import through
from league.cups.rules import CupRefused, DrawnBy
from league.cups.selectors.cups import played_cup
from league.cups.services.cups import changed, enter_teams, make_cup, save_draw
from league.cups.services.nights import FIRST_LEG, SECOND_LEG
from league.cups.services.ties import follow_match, tie_row
from league.cups.ties import Round, Tie
from league.exchange.lists.checked_list import (
    NO,
    Asking,
    ImportAction,
    ImportedRow,
    ListLine,
    OpenQuestion,
    Problems,
    WrongList,
    faulty_row,
    imported_row,
)
from league.exchange.lists.fixtures import ImportLines
from league.exchange.lists.headings import LEAVE_OUT, What
from league.exchange.lists.layout import columns_of
from league.exchange.lists.parsing import NOTHING_BELOW, ParsedList, read_list
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.lists.text import is_to_come, read_date, read_time, round_name, slugify
from league.exchange.result_lines import LineFault, ParsedResult, ResultColumns, ResultFigures
from league.exchange.services.result_rows import clashes, entered, write_results
from league.exchange.services.results import ImportRefused, import_season_results
from league.exchange.spreadsheets import plain, text_and_separator
from league.matches.outcomes import AtFault
from league.models import Cup, Division, League, Match, Pub, RuleBook, Season, Team
from league.shared.errors import Refused
from league.shared.grouping import grouped
from league.shared.text import bare, listed, uncapitalised
from league.standings.selectors.matches import outcome_of, rows_by_match

# What 0–0 may mean, and one score at a table.
NOT_PLAYED, VOID, DRAWN, MISSING = "not-played", "void", "drawn", "missing"
NOT_PLANNED = ", a match that was not planned"


def read_results(text: str, beside_loser: int | None = None) -> list[ParsedResult]:
    """Return the lines of a file, each as far as it can be parsed and with all its faults.

    It is read as every list of results, but nothing is guessed: a line names the columns, and no other
    columns are there. With `beside_loser`, what the other side has, a score alone at a table is the loser's.
    Raises WrongList where the columns are not those of results.
    """
    text, separator = text_and_separator(text)
    try:
        rows = tuple(
            tuple(map(plain, row)) for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        )
    except csv.Error as wrong:
        raise WrongList(f"this is not a table ({wrong}).") from wrong
    parsed_list = read_list(What.RESULTS, rows, answers={"grid": NO})
    if parsed_list.head is None or (parsed_list.unknown and not parsed_list.refusal):
        raise WrongList(
            "The columns are division, date, home, away, then home_1, away_1, home_2, away_2 and so on, "
            "perhaps games_1, games_2, or home_total and away_total; "
            f"they are called {', '.join(rows[0] if rows else ())}."
        )
    if parsed_list.refusal != NOTHING_BELOW:
        parsed_list.verify()
    columns, width = columns_of(parsed_list.meanings), len(rows[parsed_list.head])
    return [
        _parsed(line, columns, rows[line.number - 1], width, beside_loser)
        for line in parsed_list.lines
        if not line["cup"]
    ]


def _parsed(
    line: ListLine, columns: ResultColumns, row: Sequence[str], width: int, beside_loser: int | None
) -> ParsedResult:
    problems = Problems(line.problems)
    winners = dict.fromkeys(_beside_one_score(line, columns) if beside_loser else (), str(beside_loser))
    if any(row[width:]):
        problems.add(f"{len(row)} cells where there are {width} columns.")
    if not line["division"]:
        problems.add("there is no division.")
    if line["home"] and line["home"].casefold() == line["away"].casefold():
        problems.add(f"{line['home']} cannot play itself.")
    figures = columns.figures({**line.cells, **winners}, problems)
    if figures.is_walkover:
        problems.add("a walkover is w beside x, won and given.")
    return ParsedResult(
        line=line.number,
        division=line["division"],
        date=problems.cell(read_date, line["date"]),
        home=line["home"],
        away=line["away"],
        figures=figures,
        faults=problems.sentences,
    )


def result_lines(league: League, season: Season, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Write the results of the list under the season's rules, and yield the outcome of each line."""
    book = _Book(league, season, parsed_list.asked)
    columns = columns_of(parsed_list.meanings)
    problems = {line.key: Problems(line.problems) for line in parsed_list.lines}
    lines = [(line, book.parsed(line, columns, problems[line.key])) for line in parsed_list.lines]
    new: frozenset[int] = frozenset()
    faults: Sequence[LineFault] = ()
    try:
        # Wrong lines go along, so that whatever else is wrong is reported at once.
        with transaction.atomic():
            new = import_season_results(
                season=season, lines=[result for _, result in lines], now=timezone.now()
            ).fresh
    except ImportRefused as refusal:
        faults = refusal.faults
    except Refused as refusal:
        raise WrongList(refusal.sentence) from refusal
    for number, sentence in faults:
        if sentence not in problems[number].sentences:
            problems[number].add(sentence)
    for line, result in lines:
        if problems[line.key]:
            yield faulty_row(line, problems[line.key])
        else:
            kind = ImportAction.NEW if line.key in new or faults else ImportAction.KNOWN
            yield ImportedRow(number=line.number, kind=kind, words=_words(book, result, kind))


class _Book:
    """The season's teams, and its matches by who meets whom."""

    def __init__(self, league: League, season: Season, asked: Asking) -> None:
        self.asked, self.teams = asked, Teams(league, season)
        self._form, self._winner_has = season.rule_book.match_format(), winner_has(season.rule_book)
        matches = Match.objects.filter(division__season=season).select_related("home", "away")
        self.by_pair = grouped(((match.home.name, match.away.name), match) for match in matches)
        self._played = set(matches.filter(scorecards__is_confirmed=True).values_list("pk", flat=True))

    def parsed(self, line: ListLine, columns: ResultColumns, problems: Problems) -> ParsedResult:
        """Return the line with its division, day and teams as the league has them; note what is wrong."""
        home, away = self.teams.sides(line, problems)
        day = problems.cell(self.teams.day, line["date"])
        if line.place and home and away:
            day = problems.take(self._day_of, line, home, away)
        division = problems.take(self._division, home, line["division"]) if home else None
        if home and away and day:
            problems.take(self._verify_day, home, away, day)
        figures = problems.take(
            settled_figures,
            self.asked,
            line,
            columns,
            columns.figures(with_winners(self.asked, line, columns, self._winner_has, problems), problems),
            home,
            away,
            can_draw=self._form.can_draw,
        )
        return ParsedResult(
            line=line.key,
            row=line.number,
            division=division.name if division else "",
            date=day,
            home=home.name if home else "",
            away=away.name if away else "",
            figures=figures or ResultFigures(),
            faults=problems.sentences,
        )

    def _day_of(self, line: ListLine, home: Team, away: Team) -> datetime.date:
        """Return the day of a match whose result has none: that of the fixture. Raises ValueError."""
        days = sorted({match.date for match in self.by_pair[home.name, away.name] if match.date})
        if not days:
            raise ValueError(
                f"No fixture says when {home} v {away} was played: import the fixtures first, or a list with "
                "dates."
            )
        if len(days) == 1:
            return days[0]
        return datetime.date.fromisoformat(
            self.asked.settled(
                f"day-{home.slug}-{away.slug}",
                "When was it played?",
                f"{home} v {away} stands in the fixtures {len(days)} times.",
                {str(day): f"{day:%d/%m/%Y}" for day in days},
                [line.number],
                about="score",
            )
        )

    def _division(self, home: Team, name: str) -> Division:
        division = self.teams.division_of(home)
        if name and self.teams.division_known(name) != division:
            raise ValueError(f"{home} plays in {division}, not in {name}.")
        return division

    def _verify_day(self, home: Team, away: Team, day: datetime.date) -> None:
        known = self.by_pair.get((home.name, away.name), [])
        open_matches = [match for match in known if match.pk not in self._played]
        if open_matches and all(match.date != day for match in known):
            listed = " and ".join(
                f"{match.date:%d/%m/%Y}" if match.date else "no date" for match in open_matches
            )
            raise ValueError(
                f"{home} v {away} is planned for {listed}, not on {day:%d/%m/%Y}: correct the "
                f"date, or move the match first."
            )


def winner_has(book: RuleBook) -> int | None:
    """Return what the winner of a table always has; None where that does not follow from the rules."""
    rules = book.rules()
    return rules.target if rules.cap_at_target and book.match_format().games_at(0) == 1 else None


def with_winners(
    asked: Asking, line: ListLine, columns: ResultColumns, winner: int | None, problems: Problems
) -> Mapping[str, str]:
    """Return the cells of a line, with the winner's score where a loser's stands alone at a table."""
    alone = _beside_one_score(line, columns)
    if not alone or winner is None:
        return line.cells
    meant = problems.take(
        asked.settled,
        "one-score",
        "What does one score at a table mean?",
        f"Row {line.number} has the score of one side at a table, and nothing beside it.",
        {"loser": f"It is the loser’s: the other side has {winner}", MISSING: "One is missing"},
        [line.number],
        about=alone[0],
    )
    return line.cells if meant == MISSING else {**line.cells, **dict.fromkeys(alone, str(winner))}


def _beside_one_score(line: ListLine, columns: ResultColumns) -> list[str]:
    """Return the columns that are empty beside the score of one side alone."""
    return [
        empty
        for table in range(1, columns.tables + 1)
        for empty, other in permutations((f"home_{table}", f"away_{table}"))
        if not line[empty] and line[other].isdigit()
    ]


def settled_figures(
    asked: Asking,
    line: ListLine,
    columns: ResultColumns | None,
    figures: ResultFigures,
    home: object,
    away: object,
    *,
    can_draw: bool,
) -> ResultFigures:
    """Return the figures, home first, nil-nil by what it means. OpenQuestion while that is not said."""
    if columns and columns.is_away_first and figures.is_played and line["score"] and not line["match"]:
        first = asked.settled(
            "score-order",
            "Whose figure comes first in a score?",
            "The visitors stand before the home side.",
            {"visitors": "That of the visitors", "hosts": "That of the home side"},
            [line.number],
            about="score",
        )
        figures = figures.turned if first == "visitors" else figures
    if figures.is_walkover:
        at_fault = asked.settled(
            f"walkover-{slugify(f'{home} {away}')}-{line.key}",
            "Who gave this match?",
            f"{home} v {away} is a walkover.",
            {"home": f"{home}", "away": f"{away}", "both": "Both"},
            [line.number],
            about="score",
        )
        return ResultFigures(total=AtFault[at_fault.upper()])
    if not figures.is_nil_nil or figures.is_void:
        return figures
    answer = asked.settled(
        "nil-nil",
        "What does 0–0 mean?",
        f"{home} v {away} is 0–0 in row {line.number}.",
        {NOT_PLAYED: "Not played yet", VOID: "Void: it counts for nobody"}
        | ({DRAWN: "Drawn"} if can_draw else {}),
        [line.number],
        about="score",
        own=f"nil-nil-{line.number}",
    )
    return figures if answer == DRAWN else ResultFigures(is_void=answer == VOID)


def _words(book: _Book, line: ParsedResult, kind: ImportAction) -> str:
    is_planned = any(match.date == line.date for match in book.by_pair.get((line.home, line.away), []))
    played = ", void" if line.figures.is_void else "" if line.figures.is_played else ", not played yet"
    added = ", no change" if kind is ImportAction.KNOWN else played + ("" if is_planned else NOT_PLANNED)
    match = f"{line.home} v {line.away} on {line.date:%d/%m/%Y}, {line.division}"
    return f"{match}{score_in_words(line.figures, line.home, line.away)}{added}"


def score_in_words(figures: ResultFigures, home: object, away: object) -> str:
    """Return the figures of a result after a colon: its tables', else its total; and who gave a walkover."""
    cells, unit = (figures.tables, 1) if figures.tables is not None else ((figures.total, figures.score), 2)
    givers = {AtFault.HOME: home, AtFault.AWAY: away, AtFault.BOTH: "both"}
    texts = [
        f"{cell[0] / unit:g}–{cell[1] / unit:g}"
        if isinstance(cell, tuple)
        else f"a walkover given by {givers[cell]}"
        if isinstance(cell, AtFault)
        else str(cell)
        for cell in cells
        if cell is not None
    ]
    is_given = all(isinstance(cell, AtFault) for cell in cells if cell is not None)
    return f": {', '.join(dict.fromkeys(texts) if is_given else texts)}" if texts else ""


def lines_with_cups(
    league: League, season: Season, parsed_list: ParsedList, import_lines: ImportLines, *, has_results: bool
) -> Iterator[ImportedRow]:
    """Import the matches of the league, then the ties of each cup, and yield the outcome of each line."""
    of_cups = grouped((bare(line["cup"]), line) for line in parsed_list.lines)
    if lines := of_cups.pop("", []):
        yield from import_lines(league, season, replace(parsed_list, lines=tuple(lines)))
    for lines in of_cups.values():
        yield from _CupLines(league, season, parsed_list, lines, has_results=has_results).rows()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What a line says of a tie. A side that is nobody is None; so is a round that is not named."""

    line: ListLine
    sides: tuple[Team | None, Team | None]
    date: datetime.date | None
    starts_at: datetime.time | None
    venue: Pub | None
    round: tuple[int, int] | None
    figures: ResultFigures

    @property
    def teams(self) -> list[Team]:
        return list(filter(None, self.sides))

    def __str__(self) -> str:
        return " v ".join(str(team or "nobody") for team in self.sides)


class _CupLines:
    """The lines of one cup. Where one of them is in doubt, nothing is tried."""

    def __init__(
        self,
        league: League,
        season: Season,
        parsed_list: ParsedList,
        lines: Sequence[ListLine],
        *,
        has_results: bool,
    ) -> None:
        self.season, self.asked, self.lines = season, parsed_list.asked, lines
        self.name = lines[0]["cup"]
        self.columns = columns_of(parsed_list.meanings) if has_results else None
        self.teams = Teams(league, season)
        self.problems = {line.key: Problems(line.problems) for line in lines}
        self.done: dict[int, ImportedRow] = {}
        self.is_new = False

    def rows(self) -> Iterator[ImportedRow]:
        """Write the ties, and yield the outcome of each line."""
        try:
            self._import()
        except (OpenQuestion, Refused, CupRefused) as fault:
            error = fault if isinstance(fault, OpenQuestion) else ValueError(str(fault))
            for line in self.lines:
                if line.key not in self.done:
                    self.problems[line.key].append(error)
        for line in self.lines:
            if problems := self.problems[line.key]:
                yield faulty_row(line, problems)
            else:
                words = f"{line['home']} v {line['away']}, {self.name}"
                yield self.done.get(line.key) or imported_row(line, words, ImportAction.NEW)

    def _import(self) -> None:
        cups = {cup.slug: cup for cup in self.season.cups.filter(kind=Cup.Kind.KNOCK_OUT)}
        cup = next((cup for cup in cups.values() if bare(cup.name) == bare(self.name)), None)
        if cup is None:
            choices = {**{slug: cup.name for slug, cup in cups.items()}, "new": f"A new cup, {self.name}"}
            answer = self._answer(
                "cup", "Which cup is this?", f"{self.season} has no cup {self.name}.", choices, self.lines
            )
            if answer == LEAVE_OUT:
                return
            cup = cups.get(answer)
        said = list(map(self._said, self.lines))
        if any(self.problems.values()):
            return
        if cup is None:
            self.is_new = True
            cup = make_cup(season=self.season, name=self.name)
            enter_teams(cup=cup, teams=list(dict.fromkeys(team for each in said for team in each.teams)))
        by_round = sorted(said, key=lambda each: each.round or (0, 0))
        for _, of_round in groupby(by_round, key=lambda each: each.round):
            self._import_round(cup, list(of_round))

    def _answer(
        self, key: str, heading: str, sentence: str, choices: dict[str, str], lines: Sequence[ListLine]
    ) -> str:
        """Return the answer to a question about lines, which may be left out. Raises OpenQuestion."""
        answer = self.asked.settled(
            f"{key}-{slugify(self.name)}",
            heading,
            sentence,
            {**choices, LEAVE_OUT: "Leave them out" if len(lines) > 1 else "Leave it out"},
            [line.number for line in lines],
            about="cup",
        )
        if answer == LEAVE_OUT:
            self.done |= {
                line.key: imported_row(line, f"left out: of a cup, {self.name}", ImportAction.PASSED)
                for line in lines
            }
        return answer

    def _said(self, line: ListLine) -> _Said:
        problems = self.problems[line.key]
        home, away = self.teams.sides(line, problems)
        named = round_name(line["round"])
        if line["round"] and named is None:
            problems.add(f"“{line['round']}” is no round such as Round 2 or Semi-final.")
        figures = self.columns.figures(line.cells, problems) if self.columns else ResultFigures()
        return _Said(
            line=line,
            sides=(home, away),
            date=None if is_to_come(line["date"]) else problems.cell(self.teams.day, line["date"]),
            starts_at=problems.cell(read_time, line["time"]),
            venue=problems.cell(self.teams.pubs.known, line["pub"]),
            round=named,
            figures=problems.take(
                settled_figures,
                self.asked,
                line,
                self.columns,
                figures,
                home,
                away,
                can_draw=self.season.rule_book.match_format().can_draw,
            )
            or figures,
        )

    def _import_round(self, cup: Cup, said: Sequence[_Said]) -> None:
        """Import the lines of a round; what is not drawn yet is drawn as it stands in the list."""
        while waiting := [each for each in said if each.line.key not in self.done]:
            for each in sorted(waiting, key=lambda each: each.date or datetime.date.max):
                numbers = set(self._numbers(cup, each))
                ties = [
                    (of, tie)
                    for of in bracket_of(played_cup(cup)).rounds
                    for tie in of.lines
                    if set(_keys(tie)) == numbers and (tie.is_ready or tie.is_bye)
                ]
                if ties:
                    self._import_tie(cup, *ties[0], each)
            if waiting := [each for each in waiting if each.line.key not in self.done]:
                self._draw(cup, waiting)

    def _numbers(self, cup: Cup, *said: _Said) -> list[int]:
        """Return the numbers of the entries of lines. Raises Refused for a team that has not entered."""
        numbers = dict(cup.entries.exclude(team=None).values_list("team", "number"))
        teams = list(dict.fromkeys(team for each in said for team in each.teams))
        if strangers := sorted(str(team) for team in teams if team.pk not in numbers):
            raise Refused(f"{listed(strangers)} did not enter {cup}: enter them there, or leave the row out.")
        return [numbers[team.pk] for team in teams]

    def _draw(self, cup: Cup, said: Sequence[_Said]) -> None:
        """Draw the next round as these lines have it, those that nobody meets free.

        Raises Refused if they make no round, and OpenQuestion about a round of a cup that was there before.
        """
        lines = [each.line for each in said]
        played = played_cup(cup)
        numbers = set(self._numbers(cup, *said))
        meetings = [
            f"{tie.home.words} v {tie.away.words}"
            for of in bracket_of(played).rounds
            for tie in of.ties
            if tie.is_open and numbers & set(_keys(tie))
        ]
        if meetings:
            self._answer(
                "drawn",
                "Is another tie meant?",
                f"{listed(map(str, said))}: drawn is {listed(meetings)}.",
                {},
                lines,
            )
            return
        if played.rules.groups or played.rules.drawn_by is DrawnBy.BRACKET:
            raise Refused(f"{cup} is drawn at once: make the draw there, then import its ties.")
        pairs: list[_Said] = []
        for each in said:
            if not any({*each.teams} & {*other.teams} for other in pairs):
                pairs.append(each)
        if len(pairs) < len(said) and said[0].round is None:
            sentence, choices = "No column says it.", {"in-turn": "Who plays again is in the next round"}
            if self._answer("rounds", "Which rounds are these of?", sentence, choices, lines) == LEAVE_OUT:
                return
        meeting = self._numbers(cup, *(each for each in pairs if all(each.sides)))
        going = [entrant.key for entrant in through(played)]
        free = [key for key in going if key not in meeting]
        draw = RoundDraw(round=next_round(played), lot="As in an imported list", order=(*meeting, *free))
        places = said[0].round[1] if said[0].round else 0
        is_whole = set(meeting) <= set(going) and len(free) == byes(played, draw)
        if not (meeting and is_whole and places in (0, bracket_size(len(draw.order)))):
            of_places = f" of {places}" * bool(places)
            raise Refused(
                f"{listed(map(str, pairs))} are no whole round{of_places} of {cup}, where {len(going)} are "
                "still in: name all its ties, or draw it under Cups."
            )
        if not self.is_new:
            sentence = f"Round {draw.round} of {cup} is not drawn yet."
            choices, key = {"draw": "Draw it as in the list"}, f"draw-{draw.round}"
            if self._answer(key, "Was this the draw?", sentence, choices, lines) == LEAVE_OUT:
                return
        with changed(cup) as held:
            save_draw(held, draw, timezone.now())

    def _import_tie(self, cup: Cup, of: Round, tie: Tie, said: _Said) -> None:
        """Write the night of a tie, and what was played of it."""
        key, words, problems = (
            said.line.key,
            f"{cup}, {uncapitalised(of.title)}",
            self.problems[said.line.key],
        )
        if tie.is_bye:
            self.done[key] = imported_row(said.line, f"{said}, {words}", ImportAction.KNOWN)
            return
        matches = Match.with_ties.filter(tie__cup=cup, tie__round=of.number, tie__number=tie.number)
        legs = {match.date: match.leg for match in matches.order_by("-leg")}
        leg = legs.get(said.date) or tie.verdict.next_leg
        host = tie.host(leg or 1)
        is_turned = self._numbers(cup, said)[0] != _keys(tie)[host]
        order, places = said.round or (of.number, 0)
        is_other = places != 2 * len(of.lines) if places else not self.is_new and order != of.number
        if is_other or (is_turned and not tie.is_neutral):
            drawn = f"{(tie.home, tie.away)[host].words} v {(tie.home, tie.away)[1 - host].words}"
            sentence = f"The row says {said}, {said.line['round'] or 'no round'}; drawn is {drawn}, {words}."
            choices, tie_key = {"same": "It is that tie"}, f"tie-{key}"
            if self._answer(tie_key, "Is this that tie?", sentence, choices, [said.line]) == LEAVE_OUT:
                return
        figures = said.figures.turned if is_turned else said.figures
        when = f" on {said.date:%d/%m/%Y}" if said.date else ""
        words = f"{said}{when}, {words}{score_in_words(said.figures, *said.sides)}"
        if leg is None:
            if tie.result is None or figures.total not in [(2 * a, 2 * b) for a, b in tie.result.legs]:
                problems.add(f"{said} has a result already: correct it under Cups, or leave the row out.")
            self.done[key] = imported_row(said.line, f"{words}, no change", ImportAction.KNOWN)
            return
        moved = self._set_night(cup, of, tie, leg, said)
        is_written = not problems and figures.is_played and self._write(matches, leg, said, figures)
        kind = ImportAction.NEW if is_written or moved else ImportAction.KNOWN
        no_change = "" if kind is ImportAction.NEW else ", no change"
        self.done[key] = imported_row(said.line, words + no_change, kind)

    def _set_night(self, cup: Cup, of: Round, tie: Tie, leg: int, said: _Said) -> bool:
        """Set when and where a match of a tie is played, and return whether that is new."""
        fields, row = SECOND_LEG if leg == 2 <= tie.legs else FIRST_LEG, tie_row(cup, of.number, tie.number)
        date, starts_at, venue = (getattr(row, name) for name in fields)
        now = said.date or date, said.starts_at or starts_at or self.season.starts_at, said.venue or venue
        if said.date and date and date != said.date and self.columns:
            self.problems[said.line.key].add(
                f"{said} is planned for {date:%d/%m/%Y}, not on {said.date:%d/%m/%Y}: correct the date, or "
                "move the match first."
            )
        elif (date, starts_at, venue) != now and not (date == said.date and said.figures.is_played):
            with changed(cup):
                for name, value in zip(fields, now, strict=True):
                    setattr(row, name, value)
                row.save()
            return True
        return False

    def _write(self, matches: Any, leg: int, said: _Said, figures: ResultFigures) -> bool:
        """Write the result of a match of a tie, and return whether it is new."""
        key, book = said.line.key, self.season.rule_book
        form = book.match_format()
        problems = self.problems[key]
        match = matches.filter(leg=leg).select_related("tie__cup", "home", "away", "division__season").first()
        if match is None or not said.date:
            problems.add(f"{said} has no date or no pub yet: set them under Cups first.")
            return False
        home, away = match.home.name, match.away.name
        result = ParsedResult(
            line=key, division=self.name, date=said.date, home=home, away=away, figures=figures
        )
        made = entered(figures, form, problems, home=home, away=away, word=book.table_word)
        played = (match, result, made)
        outcomes = {rows[0][1]: outcome_of(rows) for rows in rows_by_match(matches.filter(leg=leg))}
        problems += Problems(fault for _, fault in clashes([played], outcomes, form))
        if problems or not write_results([played], outcomes, timezone.now()):
            return False
        follow_match(match)
        return True


def _keys(tie: Tie) -> tuple[int, ...]:
    """Return the numbers of the entries of a tie that are known, the home side first."""
    return tuple(seat.entrant.key for seat in (tie.home, tie.away) if seat.entrant)
