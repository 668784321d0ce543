"""A list of pubs and teams, once every question is answered, as lines that can be imported."""

from league.exchange.lists.checked_list import TeamList
from league.exchange.lists.columns import ListLine, What
from league.exchange.lists.headings import LEAVE_OUT
from league.exchange.lists.parsing import ParsedList
from league.shared.text import bare


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
