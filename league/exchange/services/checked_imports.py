"""Read a list of any kind, say what is in doubt, and preview or import it: one way for pages and commands."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from league.exchange.lists.checked_list import (
    CheckedList,
    ImportedRow,
    ListLine,
    ListQuestion,
    TeamList,
    list_rows,
    numbered,
)
from league.exchange.lists.days import SeasonDates, is_date, read_date
from league.exchange.lists.headings import LEAVE_OUT, PUBS, What
from league.exchange.lists.layout import OF_TEAMS
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.teams import read_team_list
from league.exchange.result_lines import SCORE, without_play
from league.exchange.selectors import column_choices, known_league, names_of_teams
from league.exchange.services.lists import ImportReport, read_rows
from league.exchange.spreadsheets import read_text
from league.models import League, Season
from league.shared.text import bare, listed, plural

UNREADABLE = "unreadable"
# A question names so many of its rows; the list shows them all.
MOST_NAMED = 10
ReportOf = Callable[[ParsedList], ImportReport]


def checked_import(
    *,
    league: League,
    season: Season | None,
    what: str,
    text: str,
    answers: Mapping[str, str],
    report_of: ReportOf,
    is_enough: Callable[[CheckedList], bool] = lambda checked: False,
    skips_unanswered: bool = False,
) -> tuple[CheckedList, ImportReport | None]:
    """Return what was understood of a list, and what `report_of` says of importing it once it is understood.

    Rows that cannot be read are a question: whether to import the rest without them. With
    `skips_unanswered` that is so, and rows that are asked about are left out too; of each the list says why.
    Where what was understood `is_enough`, a list of pubs and teams is not tried.
    """

    def read(left_out: Mapping[int, str]) -> tuple[CheckedList, ImportReport | None]:
        if what not in OF_TEAMS:
            parsed = read_rows(
                league=league,
                season=season,
                what=what,
                rows=read_text(text),
                answers=answers,
                left_out=left_out,
            )
            report = None if parsed.refusal else report_of(parsed)
            lines, teams = report.lines if report else (), names_of_teams(league)
            checked = checked_list(what, parsed, lines, teams=teams, span=SeasonDates.of(season))
            return checked, report
        team_list = read_team_list(
            read_text(text, is_prose=True),
            answers=answers,
            remembered=column_choices(league, what),
            known=known_league(league, season),
            of_pubs=what == PUBS,
            left_out=left_out,
        )
        if not team_list.is_ready or is_enough(team_list):
            return team_list, None
        report = report_of(parsed_team_list(team_list, what))
        faults = {line.number: line.problems for line in report.faults}
        rows = (replace(row, problems=faults.get(row.number, ())) for row in team_list.rows)
        return replace(team_list, rows=tuple(rows)), report

    is_without = skips_unanswered or answers.get(UNREADABLE) == LEAVE_OUT
    left_out: dict[int, str] = {}
    unreadable: dict[int, None] = {}
    while True:
        checked, report = read(left_out)
        unreadable |= dict.fromkeys(number for number, _ in checked.problems)
        more = {number: " ".join(problems) for number, problems in checked.problems if is_without}
        if skips_unanswered:
            asked = checked.open_questions
            more |= {number: question.sentence for question in asked for number in question.rows}
        if not more.keys() - left_out.keys():
            break
        left_out |= more
    if unreadable:
        rows = tuple(unreadable)
        question = ListQuestion(
            key=UNREADABLE,
            heading="Import the rest of the list?",
            sentence=f"{plural(len(rows), 'row')} cannot be read: {listed(map(str, rows[:MOST_NAMED]))}.",
            choices=((LEAVE_OUT, "Import the rest without them"),),
            rows=rows,
            answer=LEAVE_OUT if is_without else "",
        )
        checked = replace(checked, questions=numbered((*checked.questions, question)))
    return checked, report


MOST_QUESTIONS = 100


def checked_list(
    what: str,
    parsed_list: ParsedList,
    lines: Sequence[ImportedRow],
    *,
    teams: Sequence[str],
    span: SeasonDates | None,
) -> CheckedList:
    """Return a list with everything that is guessed, asked and wrong.

    `lines` are the outcomes of importing it, `teams` the names that may be meant.
    """
    questions = numbered(_questions(parsed_list, lines, teams))
    problems: dict[int, dict[str, None]] = {}
    for line in lines:
        problems.setdefault(line.number, {}).update(dict.fromkeys(line.faults))
    rows = tuple(
        list_rows(
            parsed_list.rows,
            parsed_list.layout,
            parsed_list.head,
            understood=dict(_understood(parsed_list, span)),
            passed=parsed_list.passed,
            problems=problems,
            questions=questions,
        )
    )
    return CheckedList(
        columns=parsed_list.layout,
        rows=rows,
        guesses=tuple(parsed_list.asked.guesses.values()),
        questions=questions,
        counts=_counts(what, parsed_list.lines),
        refusal=parsed_list.refusal,
    )


def _questions(
    parsed_list: ParsedList, lines: Sequence[ImportedRow], teams: Sequence[str]
) -> Iterator[ListQuestion]:
    """Yield what is asked, the names that no team has first. Answered questions stay among them."""
    unknown = {name: like for line in lines for name, like in line.unknown.items()}
    open_names = [name for name in parsed_list.named if name in unknown][:MOST_QUESTIONS]
    for name, question in parsed_list.named.items():
        if question.answer or name in open_names:
            choices = dict.fromkeys([*unknown.get(name, ()), *teams])
            yield replace(question, choices=tuple((team, team) for team in choices))
    yield from list(parsed_list.asked.questions.values())[:MOST_QUESTIONS]


def _understood(parsed_list: ParsedList, span: SeasonDates | None) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield what cells were taken for, by their rows and places."""
    for line in parsed_list.lines:
        for column in parsed_list.layout if not line.place else ():
            words = line[column.meaning]
            if column.meaning in ("date", "registered") and is_date(words, span):
                words = f"{read_date(words, span):%a %d %b %Y}"
            elif column.meaning.startswith((SCORE, "home_", "away_")):
                words = without_play(words)
            yield (line.number, column.number - 1), words


def _counts(what: str, lines: Sequence[ListLine]) -> dict[str, tuple[int, int]]:
    names = ("team",) if what == What.PLAYERS else ("home", "away")
    teams = len({line[name].casefold() for line in lines for name in names if line[name]})
    noun = "player" if what == What.PLAYERS else "match"
    return {noun: (len(lines), len(lines)), "team": (teams, teams)}


def parsed_team_list(team_list: TeamList, what: str) -> ParsedList:
    """Return the lines of a list of pubs or of teams, each under the number of its row."""
    pubs = {
        bare(pub.label): {
            "pub name": pub.name,
            "address": pub.address,
            "postcode": pub.postcode,
            "pub phone": pub.phone,
            "tables": pub.tables,
        }
        for pub in team_list.pubs
    }
    rows = [(pub.rows[0], {"pub": pub.label, **pubs[bare(pub.label)]}) for pub in team_list.pubs]
    if what == What.TEAMS:
        rows = [
            (
                team.row,
                {
                    "team": team.name,
                    "pub" if team.has_named_pub else "likely pub": team.pub,
                    "short name": team.short_name,
                    "division": team.division,
                    "captain": team.captain,
                    "e-mail": team.email,
                    "phone": team.phone,
                    **pubs[bare(team.pub)],
                },
            )
            for team in team_list.teams
        ]
    return ParsedList(
        columns={},
        unknown=tuple(
            column.heading for column in team_list.columns if column.heading and column.meaning == LEAVE_OUT
        ),
        lines=tuple(
            ListLine(number=number, cells={name: text for name, text in cells.items() if text})
            for number, cells in rows
        ),
        passed={row.number: row.skipped for row in team_list.rows if row.skipped},
    )
