"""Read a list of any kind, say what is in doubt, and preview or import it: one way for pages and commands."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from league.exchange.lists.checked_list import CheckedList, ListQuestion, numbered
from league.exchange.lists.checking import checked_list, parsed_team_list
from league.exchange.lists.days import SeasonDates
from league.exchange.lists.headings import LEAVE_OUT, PUBS
from league.exchange.lists.layout import OF_TEAMS
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.teams import read_team_list
from league.exchange.selectors import column_choices, known_league, names_of_teams
from league.exchange.services.lists import ImportReport, read_rows
from league.exchange.spreadsheets import read_text
from league.models import League, Season
from league.shared.text import listed, plural

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
