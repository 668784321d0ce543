"""The roll of honour written: lines typed or pasted, a year put right, final tables of years long gone."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from league.competition.services import bump_revision
from league.honours.selectors import HonoursDue, final_honours, honours_due, honours_of_year, slug_of
from league.models import Honour, League, OldTable, Player, Season, Team
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.text import bare

Named = TypeVar("Named", Team, Player)
CHANGED = (
    "Somebody else has changed this year of the roll since you opened the page. What you typed still stands "
    "here; send it again and it takes the place of what is there now."
)
TWICE = "The same honour of the same year is there twice: keep one line of it."
OPEN = "The season is still open: close it first, then its tables are final."
TABLE_TWICE = "The final table of this division and season is in already; open it to change it."


@dataclass(frozen=True, slots=True, kw_only=True)
class HonourSaid:
    """A line of the roll as it was typed: 1974, 1974/75, Division One, won by The Fleece."""

    year: int
    season_name: str
    competition: str
    holder: str
    place: int = 1
    remarks: str = ""

    @property
    def key(self) -> tuple[int, str, int, str]:
        return self.year, self.competition, self.place, self.holder


def said_of(honour: Honour) -> HonourSaid:
    """Return a line as it stands."""
    return HonourSaid(
        year=honour.year,
        season_name=honour.season_name,
        competition=honour.competition,
        holder=honour.holder,
        place=honour.place,
        remarks=honour.remarks,
    )


def add_honours(*, league: League, honours: Sequence[HonourSaid]) -> int:
    """Write lines on the roll; how many are new. What stands there already is not written twice.

    A holder who bears the name of one team or player of the league is linked to it. Raises Refused.
    """
    with written_whole():
        _hold(league)
        known = {said_of(honour).key for honour in league.honours.all()}
        fresh = {honour_said.key: honour_said for honour_said in honours if honour_said.key not in known}
        _write(league, list(fresh.values()))
    return len(fresh)


def set_year(
    *, league: League, year: int, honours: Sequence[HonourSaid], began_from: Sequence[HonourSaid]
) -> None:
    """Put a year of the roll right: these are its lines now. What stays keeps its links.

    `began_from` are the lines when typing began. Raises Refused if they have changed meanwhile.
    """
    with written_whole():
        _hold(league)
        standing = honours_of_year(league, year)
        now = [said_of(honour) for honour in standing]
        if sorted(now, key=_order) == sorted(honours, key=_order):
            return
        if sorted(now, key=_order) != sorted(began_from, key=_order):
            raise Refused(CHANGED)
        kept = {said for said in now if said in honours}
        league.honours.filter(pk__in=[one.pk for one in standing if said_of(one) not in kept]).delete()
        _write(league, [honour_said for honour_said in dict.fromkeys(honours) if honour_said not in kept])


def write_final_honours(*, season: Season) -> HonoursDue:
    """Write first and second of each division on the roll, from the final tables; what has changed on it.

    Written before and put right since, the lines are replaced; what was typed by hand stays. Raises Refused
    while the season is open.
    """
    with written_whole():
        _hold(season.league)
        if not Season.objects.filter(pk=season.pk, is_finished=True).exists():
            raise Refused(OPEN)
        due = honours_due(season, final_honours(season))
        Honour.objects.filter(pk__in=[one.pk for one in due.outdated]).delete()
        fresh = [
            Honour(
                league=season.league,
                year=season.starts_on.year,
                season_name=season.name,
                competition=honour.competition,
                place=honour.place,
                holder=honour.holder,
                team=honour.team,
                season=season,
            )
            for honour in due.fresh
        ]
        _save(season.league, fresh)
        if due.outdated:
            bump_revision(league_id=season.league_id)
    return due


def keep_old_table(*, table: OldTable) -> OldTable:
    """Write a final table as it was typed in, or put one right.

    Raises Refused if the division has one in that year, or if the two could not be told apart in addresses.
    """
    with written_whole():
        _hold(table.league)
        others = table.league.old_tables.filter(year=table.year).exclude(pk=table.pk)
        if slug_of(table) in {slug_of(other) for other in others}:
            raise Refused(TABLE_TWICE)
        verify(table)
        with refused_by(old_table_once=TABLE_TWICE, league_oldtable=TABLE_TWICE):
            table.save()
        bump_revision(league_id=table.league_id)
    return table


def drop_old_table(*, table: OldTable) -> None:
    """Take a final table that was typed in away again. Gone already, it stays gone."""
    with written_whole():
        if OldTable.objects.filter(pk=table.pk).delete()[0]:
            bump_revision(league_id=table.league_id)


def _hold(league: League) -> None:
    """Two who write on the roll take turns: each sees what the other has written."""
    list(League.objects.select_for_update(no_key=True).filter(pk=league.pk))


def _order(said: HonourSaid) -> tuple[object, ...]:
    return *said.key, said.season_name, said.remarks


def _write(league: League, honours: Sequence[HonourSaid]) -> None:
    """As they were typed. They name no season: only what its final tables wrote is a season's to replace."""
    teams, players = _named(league.teams.all()), _named(league.players.not_merged())
    _save(
        league,
        [
            Honour(
                league=league,
                year=honour.year,
                season_name=honour.season_name,
                competition=honour.competition,
                place=honour.place,
                holder=honour.holder,
                remarks=honour.remarks,
                team=teams.get(bare(honour.holder)),
                player=players.get(bare(honour.holder)),
            )
            for honour in honours
        ],
    )


def _named(rows: Iterable[Named]) -> dict[str, Named]:
    """Return those whose name only one bears."""
    found: dict[str, list[Named]] = defaultdict(list)
    for row in rows:
        found[bare(row.name)].append(row)
    return {name: same[0] for name, same in found.items() if len(same) == 1}


def _save(league: League, honours: Sequence[Honour]) -> None:
    for honour in honours:
        verify(honour)
    with refused_by(honour_once=TWICE, league_honour=TWICE):
        Honour.objects.bulk_create(honours)
    if honours:
        bump_revision(league_id=league.pk)
