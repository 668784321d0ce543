"""What was understood of a list, row by row, for its check; and of pubs and teams, the lines to import."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from league.exchange.lists.checked_list import CheckedList, ListQuestion, TeamList, list_rows, numbered
from league.exchange.lists.columns import ImportedRow, ListLine, What
from league.exchange.lists.days import SeasonDates, is_date, read_date
from league.exchange.lists.headings import LEAVE_OUT
from league.exchange.lists.parsing import ParsedList
from league.exchange.result_lines import SCORE, without_play
from league.shared.text import bare

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
