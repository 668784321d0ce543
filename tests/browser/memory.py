"""A league that remembers, and whoever runs the site."""

from league.honours.services import HonourInput, add_honours, save_old_table, write_final_honours
from league.models import League, OldTable, User

FOUNDER = "founder"


def a_long_memory(league: League) -> None:
    """Champions of fifty years ago, a final table out of the minute book, last season on the roll."""
    team = league.teams.order_by("pk")[0]
    add_honours(
        league=league,
        honours=[
            HonourInput(year=1974, season_name="1974/75", competition="Division One", holder=team.name),
            HonourInput(
                year=1974,
                season_name="1974/75",
                competition="Division One",
                holder="Hanging Royd Liberal Club and Institute",
                place=2,
                remarks="after a play-off at a neutral pub",
            ),
        ],
    )
    heads = ["", "Team", "P", "W", "D", "L", "Pts"]
    rows = [["1", team.name, "22", "18", "1", "3", "37"], ["2", "The Gone", "22", "9", "0", "13", "18"]]
    table = OldTable(league=league, year=1974, season_name="1974/75", division="Division One")
    table.columns, table.rows, table.remarks = heads, rows, "From the minute book of 1975."
    save_old_table(table=table)
    for season in league.seasons.filter(is_finished=True):
        write_final_honours(season=season)


def a_founder() -> None:
    """Whoever runs the site."""
    User.objects.create_superuser(FOUNDER, password="password")
