"""The roll of honour: who won what in which year, and final tables that were typed in."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.competition.selectors import divisions_of
from league.cups.selectors.cups import AND
from league.cups.selectors.lists import cups_won
from league.models import Division, Honour, League, OldTable, Player, Season, Team
from league.people.names import shown_name
from league.standings.selectors.standings import tables_of

CHAMPIONS, RUNNERS_UP = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The holder of an honour, by the name this reader may see; `team` and `player_id` link to a page."""

    name: str
    team: Team | None
    player_id: str
    remarks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLine:
    """What was won in a year, and by whom, the winners first; several where it was shared."""

    competition: str
    winners: tuple[Holder, ...]
    others: tuple[tuple[int, tuple[Holder, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollYear:
    """A year of the roll. `season` where it was played here, `tables` where they were typed in."""

    year: int
    season_name: str
    lines: tuple[RollLine, ...]
    season: Season | None
    tables: tuple[OldTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HonoursDue:
    """Lines of a season's final tables that the roll lacks, and lines on it that the tables contradict."""

    fresh: tuple[Honour, ...] = ()
    outdated: tuple[Honour, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.fresh or self.outdated)


def roll_of_honour(league: League, *, to_secretary: bool = False) -> tuple[RollYear, ...]:
    """Return every year with an honour or a table, the latest first; in a year divisions from the top first.

    Four queries.
    """
    honours: dict[int, list[Honour]] = defaultdict(list)
    for honour in league.honours.select_related("team", "player"):
        honours[honour.year].append(honour)
    tables: dict[int, list[OldTable]] = defaultdict(list)
    for table in league.old_tables.defer("rows", "columns"):
        tables[table.year].append(table)
    finished = {season.starts_on.year: season for season in league.seasons.filter(is_finished=True)}
    divisions = Division.objects.filter(season__league=league).order_by("-position")
    positions = dict(divisions.values_list("name", "position"))
    return tuple(
        RollYear(
            year=year,
            season_name=(honours[year] or tables[year])[0].season_name,
            lines=tuple(_lines(honours[year], to_secretary, positions)),
            season=finished.get(year),
            tables=tuple(tables[year]),
        )
        for year in sorted({*honours, *tables}, reverse=True)
    )


def honours_by_year(years: Iterable[RollYear]) -> Iterator[tuple[RollYear, str, int, Holder]]:
    """Yield the roll line by line: the year, the competition, the place and its holder."""
    for year in years:
        for line in year.lines:
            for place, holders in ((CHAMPIONS, line.winners), *line.others):
                for holder in holders:
                    yield year, line.competition, place, holder


def last_champions(division: Division) -> tuple[Honour, ...]:
    """Return the teams that won the division of that name in the year before, as the roll has them."""
    year = division.season.starts_on.year - 1
    won = Honour.objects.filter(league=division.season.league_id, year=year, place=CHAMPIONS)
    return tuple(won.filter(competition=division.name, player=None).select_related("team"))


def honours_of_year(league: League, year: int) -> tuple[Honour, ...]:
    """Return the lines of one year, in the order of the roll."""
    return tuple(league.honours.filter(year=year))


def honours_of_team(team: Team) -> tuple[Honour, ...]:
    """Return the honours of a team, the latest first."""
    return tuple(team.honours.all())


def old_table(league: League, year: int, slug: str) -> OldTable | None:
    """Return the final table of that address. None if there is none."""
    return next((table for table in league.old_tables.filter(year=year) if table.slug == slug), None)


def final_honours(season: Season) -> tuple[Honour, ...]:
    """Return first and second of each division by the table as it stands, and of each cup; none is saved.

    All who share a place. A pair has no team.
    """
    teams = {enrolment.team_id: enrolment.team for enrolment in season.enrolments.select_related("team")}
    won = [
        (table.division.name, row.place, teams[row.record.team].name, teams[row.record.team])
        for table in tables_of(divisions_of(season))
        for row in table.rows
        if row.record.played and not row.record.is_withdrawn and row.place in (CHAMPIONS, RUNNERS_UP)
    ]
    cups = [(each.competition, each.place, each.holder, each.team) for each in cups_won(season)]
    return tuple(
        Honour(
            league=season.league,
            year=season.starts_on.year,
            season_name=season.name,
            season=season,
            competition=competition,
            place=place,
            holder=holder,
            team=team,
        )
        for competition, place, holder, team in (*won, *cups)
    )


def honours_due(season: Season, final: Sequence[Honour]) -> HonoursDue:
    """Return what the final tables change on the roll.

    Lines that were written from the tables before are replaced; lines typed by hand stay, and have priority
    over the tables.
    """
    standing = honours_of_year(season.league, season.starts_on.year)
    written = [honour for honour in standing if _from_tables(honour, season)]
    typed = [honour for honour in standing if honour not in written]
    typed_places = {
        (honour.competition, honour.place) for honour in typed if honour.season_name == season.name
    }
    typed_honours = {(honour.competition, honour.place, honour.holder) for honour in typed}
    known = {_key(honour) for honour in written}
    won = {_key(honour) for honour in final}
    return HonoursDue(
        fresh=tuple(
            honour
            for honour in final
            if _key(honour) not in known
            and (honour.competition, honour.place) not in typed_places
            and (honour.competition, honour.place, honour.holder) not in typed_honours
        ),
        outdated=tuple(honour for honour in written if _key(honour) not in won),
    )


def _key(honour: Honour) -> tuple[str, int, object]:
    """Return what identifies a line on the roll, even if its team has been renamed since."""
    return honour.competition, honour.place, honour.team_id or honour.holder


def _from_tables(honour: Honour, season: Season) -> bool:
    """Return whether a line was typed by hand: of a season not stored here, or with a remark."""
    by_name = honour.team_id is not None or AND in honour.holder
    return honour.season_id == season.pk and by_name and not honour.remarks


def _lines(honours: Iterable[Honour], to_secretary: bool, positions: Mapping[str, int]) -> Iterator[RollLine]:
    by_competition: dict[str, dict[int, list[Holder]]] = {}
    for honour in honours:
        places = by_competition.setdefault(honour.competition, defaultdict(list))
        places[honour.place].append(_holder(honour, to_secretary))
    last = len(positions) + 1
    for competition in sorted(by_competition, key=lambda name: positions.get(name, last)):
        places = by_competition[competition]
        yield RollLine(
            competition=competition,
            winners=tuple(places.pop(CHAMPIONS, ())),
            others=tuple((place, tuple(holders)) for place, holders in sorted(places.items())),
        )


def _holder(honour: Honour, to_secretary: bool) -> Holder:
    """Return the name shown everywhere for a linked player, else the name as it was written."""
    player = honour.player
    if player is None or player.shown == Player.Shown.FULL or to_secretary:
        name = honour.holder
    else:
        name = shown_name(player)
    is_seen = player is not None and (to_secretary or player.shown != Player.Shown.HIDDEN)
    return Holder(
        name=name,
        team=honour.team,
        player_id=player.public_id if player and is_seen else "",
        remarks=honour.remarks,
    )
