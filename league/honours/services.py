"""Write the roll of honour: add lines, replace a year, save old final tables."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from league.competition.services import bump_revision, reopen_season
from league.honours.selectors import HonoursDue, final_honours, honours_due, honours_of_year
from league.models import CountedSeasons, Honour, League, OldTable, Player, Season, Team
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.text import bare

Named = TypeVar("Named", Team, Player)
CHANGED = (
    "Somebody else has changed this year of the roll since you opened the page. Your text is still here. "
    "Save again to replace theirs."
)
TWICE = "The same honour of the same year is there twice. Delete one line."
OPEN = "The season is still open: close it first, then its tables are final."
TABLE_TWICE = "The final table of this division and season is in already; open it to change it."


class HonourInput(NamedTuple):
    """A line of the roll as it was typed: in 1974/75 Division One was won by The Fleece."""

    year: int
    season_name: str
    competition: str
    holder: str
    place: int = 1
    remarks: str = ""

    @property
    def key(self) -> tuple[int, str, int, str]:
        return self.year, self.competition, self.place, self.holder


def honour_input(honour: Honour) -> HonourInput:
    """Return a stored line as it would be typed."""
    return HonourInput._make(getattr(honour, name) for name in HonourInput._fields)


def add_honours(*, league: League, honours: Sequence[HonourInput]) -> int:
    """Add lines to the roll unless they are on it, and return how many are new.

    A holder with the name of exactly one team or player of the league is linked to it. Raises Refused.
    """
    with written_whole():
        _hold(league)
        known = {honour_input(honour).key for honour in league.honours.all()}
        fresh = {honour.key: honour for honour in honours if honour.key not in known}
        _write(league, list(fresh.values()))
    return len(fresh)


def set_year(
    *, league: League, year: int, honours: Sequence[HonourInput], began_from: Sequence[HonourInput]
) -> None:
    """Replace the lines of a year. Lines that stay keep their links.

    `began_from` are the lines when the form was opened. Raises Refused if they have changed since.
    """
    with written_whole():
        _hold(league)
        standing = honours_of_year(league, year)
        now = [honour_input(honour) for honour in standing]
        if sorted(now) == sorted(honours):
            return
        if sorted(now) != sorted(began_from):
            raise Refused(CHANGED)
        unchanged = {honour for honour in now if honour in honours}
        league.honours.filter(
            pk__in=[honour.pk for honour in standing if honour_input(honour) not in unchanged]
        ).delete()
        _write(league, [honour for honour in dict.fromkeys(honours) if honour not in unchanged])


def write_final_honours(*, season: Season) -> HonoursDue:
    """Write first and second of each division on the roll, from the final tables; return the changes.

    Lines that were written before and no longer agree with the tables are replaced; lines typed by hand stay.
    Raises Refused while the season is open.
    """
    with written_whole():
        _hold(season.league)
        if not Season.objects.filter(pk=season.pk, is_finished=True).exists():
            raise Refused(OPEN)
        due = honours_due(season, final_honours(season))
        Honour.objects.filter(pk__in=[honour.pk for honour in due.outdated]).delete()
        _save(season.league, due.fresh)
        if due.outdated:
            bump_revision(league_id=season.league_id)
    return due


def reopen_with_honours(*, season: Season) -> int:
    """Reopen a closed season and delete the lines of the roll that its tables wrote; return how many.

    Lines typed or changed by hand stay.
    """
    with written_whole():
        reopen_season(season=season)
        _hold(season.league)
        deleted, _ = Honour.objects.filter(season=season).delete()
        if deleted:
            bump_revision(league_id=season.league_id)
    return deleted


def save_old_table(*, table: OldTable) -> OldTable:
    """Create or update a final table that was typed in.

    Raises Refused if the division has one in that year, or if the two could not be told apart in addresses.
    """
    with written_whole():
        _hold(table.league)
        others = table.league.old_tables.filter(year=table.year).exclude(pk=table.pk)
        if table.slug in {other.slug for other in others}:
            raise Refused(TABLE_TWICE)
        verify(table)
        with refused_by(old_table_once=TABLE_TWICE, league_oldtable=TABLE_TWICE):
            table.save()
        bump_revision(league_id=table.league_id)
    return table


def delete_old_table(*, table: OldTable) -> None:
    """Delete a final table that was typed in, unless it is gone already."""
    with written_whole():
        if OldTable.objects.filter(pk=table.pk).delete()[0]:
            bump_revision(league_id=table.league_id)


def _hold(league: League) -> None:
    """Lock the league, so that changes to the roll wait for each other."""
    list(League.objects.select_for_update(no_key=True).filter(pk=league.pk))


def _write(league: League, honours: Sequence[HonourInput]) -> None:
    """Create the lines without a season: a season replaces only lines from its final tables."""
    teams, players = _named(league.teams.all()), _named(league.players.not_merged())
    _save(
        league,
        [
            Honour(
                league=league,
                **honour._asdict(),
                team=teams.get(bare(honour.holder)),
                player=players.get(bare(honour.holder)),
            )
            for honour in honours
        ],
    )


def _named(rows: Iterable[Named]) -> dict[str, Named]:
    """Return the rows by name, leaving out names that several share."""
    rows_by_name: dict[str, list[Named]] = defaultdict(list)
    for row in rows:
        rows_by_name[bare(row.name)].append(row)
    return {name: same[0] for name, same in rows_by_name.items() if len(same) == 1}


def _save(league: League, honours: Sequence[Honour]) -> None:
    for honour in honours:
        verify(honour)
    with refused_by(honour_once=TWICE, league_honour=TWICE):
        Honour.objects.bulk_create(honours)
    if honours:
        bump_revision(league_id=league.pk)


def keep_counted(
    *,
    league: League,
    kept: Iterable[CountedSeasons],
    new: Sequence[CountedSeasons],
    parts: Iterable[CountedSeasons],
    whole: CountedSeasons | None,
) -> bool:
    """Keep what was counted of closed seasons, beside `kept`, and some together; return whether it was.

    Not if the league has changed since it was read, but for results: it is counted again.
    """
    with written_whole():
        held = League.objects.select_for_update(no_key=True).filter(pk=league.pk).first()
        is_same = held is not None and held.revision_of(0) == league.revision_of(0)
        if is_same:
            outdated = CountedSeasons.objects.filter(league=league).exclude(pk__in=[row.pk for row in kept])
            outdated.only("whole").delete()
            CountedSeasons.objects.bulk_create([*new, whole] if whole else new)
            CountedSeasons.objects.filter(pk__in=[row.pk for row in parts]).update(whole=whole)
    return is_same
