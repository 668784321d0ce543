"""`cells`: leagues in several schemas of PostgreSQL: listed, created, migrated, moved."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from league.installation.cells.moving import move_league
from league.installation.cells.schemas import (
    CellRefused,
    cells_behind,
    create_cell,
    has_citus,
    index_cells,
    is_set_up,
    lost_leagues,
    migrate_cells,
    nodes,
)
from league.management.plain import PlainCommand
from league.models import League
from league.shared.cells import cells, in_cell
from league.shared.layout import command
from league.shared.text import counted


class Command(PlainCommand):
    help = "Keeps leagues in several cells, where PEGBOARD_CELLS is on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True, parser_class=ArgumentParser)
        acts.add_parser("list", help="the cells, their leagues and their nodes")
        create = acts.add_parser("create", help="a new cell, empty and of this version")
        create.add_argument("name", help="small letters, figures and _, such as cell_2")
        acts.add_parser("migrate", help="bring every cell to this version")
        acts.add_parser("index", help="enter into the directory what it lacks, after a restore")
        move = acts.add_parser("move", help="move a league to another cell")
        move.add_argument("slug", help="the league, by the first part of its address")
        move.add_argument("to", help="the cell")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CELLS:
            raise CommandError("This installation has one cell. PEGBOARD_CELLS=1 allows more, on PostgreSQL.")
        act = options["act"]
        if act not in {"create", "migrate"} and not is_set_up():
            raise CommandError(f"There is one cell. Type: {command('cells create cell_2')}")
        try:
            getattr(self, f"_{act}")(**options)
        except CellRefused as refusal:
            raise CommandError(str(refusal)) from None

    def _list(self, **_: Any) -> None:
        behind = cells_behind()
        at: dict[str, str] = dict(nodes()) if has_citus() else {}
        for name in cells():
            with in_cell(name):
                leagues = League.objects.count()
            remarks = [counted(leagues, "league")]
            if name in at:
                remarks.append(f"on {at[name]}")
            if name in behind:
                remarks.append(f"lacks {counted(behind[name], 'migration')}: {command('cells migrate')}")
            self.stdout.write(f"{name}: {', '.join(remarks)}")
        if lost := lost_leagues():
            self.stdout.write(f"The directory lacks {', '.join(lost)}: {command('cells index')}")

    def _create(self, name: str, **_: Any) -> None:
        create_cell(name)
        self.stdout.write(f"{name} is there. New leagues open in the cell with the fewest.")

    def _migrate(self, **_: Any) -> None:
        migrate_cells(self.stdout.write)

    def _index(self, **_: Any) -> None:
        self.stdout.write(f"Entered in the directory: {index_cells()}.")
        if lost := lost_leagues():
            raise CommandError(
                f"Another cell has the same address: {', '.join(lost)}. Give that league another."
            )

    def _move(self, slug: str, to: str, **_: Any) -> None:
        rows = sum(move_league(slug, to).values())
        self.stdout.write(f"{slug} is in {to} now, with {counted(rows, 'row')}.")
