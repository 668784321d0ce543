"""A list of pubs and teams, once every question is answered, as lines that can be imported."""

from league.exchange.lists.checked_list import TeamList
from league.exchange.lists.columns import ListLine, What
from league.exchange.lists.headings import LEAVE_OUT, label_of
from league.exchange.lists.parsing import ParsedList
from league.shared.text import bare


def parsed_team_list(team_list: TeamList, what: str) -> ParsedList:
    """Return the lines of a list of pubs or of teams, each under the number of its row."""
    lines = _pub_lines(team_list) if what == What.PUBS else _team_lines(team_list)
    return ParsedList(
        columns={
            column.heading: label_of(column.meaning)
            for column in team_list.columns
            if column.heading and column.meaning != LEAVE_OUT
        },
        unknown=tuple(
            column.heading for column in team_list.columns if column.heading and column.meaning == LEAVE_OUT
        ),
        lines=lines,
        passed={row.number: row.skipped for row in team_list.rows if row.skipped},
    )


def _pub_lines(team_list: TeamList) -> tuple[ListLine, ...]:
    return tuple(
        _line(
            pub.rows[0],
            pub=pub.label,
            **{"pub name": pub.name},
            address=pub.address,
            postcode=pub.postcode,
            phone=pub.phone,
            tables=pub.tables,
        )
        for pub in team_list.pubs
    )


def _team_lines(team_list: TeamList) -> tuple[ListLine, ...]:
    pubs = {bare(pub.label): pub for pub in team_list.pubs}
    lines = []
    for team in team_list.teams:
        pub = pubs[bare(team.pub)]
        cells = {
            "team": team.name,
            "pub" if team.has_named_pub else "likely pub": pub.label,
            "pub name": pub.name,
            "short name": team.short_name,
            "division": team.division,
            "captain": team.captain,
            "e-mail": team.email,
            "phone": team.phone,
            "address": pub.address,
            "postcode": pub.postcode,
            "pub phone": pub.phone,
            "tables": pub.tables,
        }
        lines.append(_line(team.row, **cells))
    return tuple(lines)


def _line(number: int, **cells: str) -> ListLine:
    return ListLine(number=number, cells={name: text for name, text in cells.items() if text})
