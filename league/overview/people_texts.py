"""What players have done, as text to paste into a chat: players, pairs, awards, records, honours."""

from collections.abc import Callable, Iterable, Sequence

from league.honours.award_pages import PairLine, Placed, SeasonAwards
from league.honours.pages.all_time import AllTimePlayer, AllTimeTeam
from league.honours.pages.record_values import LeagueRecord, RecordHolder
from league.honours.pages.records import LeagueRecords
from league.honours.selectors import Holder, RollLine, RollYear
from league.models import OldTable
from league.overview.page_texts import PageText, joined
from league.people.pages.lines import PlayerLine, PlayerTally
from league.people.pages.pairs import PairRecord
from league.people.pages.player import BestNight, PlayerRecord, PlayerSeason, SeasonTally
from league.people.pages.players import ListedPlayer
from league.shared.text import ordinal
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import points, score

MOST_PLACES, MOST_TOGETHER = 3, 10


def players_text(players: Iterable[ListedPlayer], title: str) -> PageText:
    """Return players by surname, each with the games won in the season."""
    return PageText(title=title, sections=([_player(player) for player in players],))


def awards_text(awards: SeasonAwards) -> PageText:
    """Return the awards of a season with their first places, and its first pairs: a chat takes no more."""
    nobody = ["Nobody has played enough yet."]
    given = [
        [award.title, *(map(_placed, award.lines[:MOST_PLACES]) if award.lines else nobody)]
        for award in awards.awards
    ]
    together = [_pair(pair) for pair in awards.pairs[:MOST_TOGETHER]]
    return PageText(
        title=f"Awards, {awards.season}",
        sections=(*given, ["Pairs", *together] if together else [])
        if given
        else (["No game of this season has been entered with its names yet."],),
    )


def honours_text(years: Iterable[RollYear], hide: Callable[[str], str]) -> PageText:
    """Return the roll of honour, the latest season first; `hide` hides names kept from the public."""
    rolls = [
        [year.season_name, *(hide(_honour(line)) for line in year.lines)] for year in years if year.lines
    ]
    return PageText(title="Roll of honour", sections=tuple(rolls) or (["Nothing is on it yet."],))


def old_table_text(table: OldTable, hide: Callable[[str], str]) -> PageText:
    """Return a final table as it was typed in, a team a line; `hide` hides names kept from the public."""
    lines = [" | ".join(map(str, row)).strip(" |") for row in (table.columns, *table.rows)]
    return PageText(
        title=f"{table.division}, {table.season_name}: final table",
        sections=([hide(line) for line in lines], [hide(table.remarks)]),
    )


def player_text(record: PlayerRecord) -> PageText:
    """Return what a player has done: the latest season, its partners and best nights, and earlier seasons."""
    latest = record.shown
    teams = joined(team.name for team in record.line.teams)
    plays = [f"Plays for {teams}"] if teams else []
    if latest is None:
        return PageText(
            title=record.line.name,
            sections=(plays, [f"No game of {record.line.name} has been entered with its names yet."]),
        )
    won = "games" if latest.has_several_games else "tables"
    place = f"{ordinal(record.place)} of {record.players} in {latest.divisions[0]} by {won} won"
    return PageText(
        title=record.line.name,
        sections=(
            [*plays, _season(latest), place],
            _under("Partners", map(_partnership, record.partners[:MOST_TOGETHER])),
            _under("Best nights", map(_best_night, record.best)),
            _under("Earlier seasons", map(_season, record.seasons[1:])),
        ),
    )


def pair_text(record: PairRecord) -> PageText:
    """Return what two have done together: the sum, season by season, and their best nights."""
    return PageText(
        title=_who(record.who),
        sections=(
            [f"Together {_tally(record.total)}"],
            _under("Seasons", map(_season, record.seasons)),
            _under("Best nights", map(_best_night, record.best)),
        ),
    )


def records_text(page: LeagueRecords) -> PageText:
    """Return the records of a league with those who hold them, as many as the page has unfolded."""
    groups = [[group.title, *map(_record, group.records)] for group in page.groups]
    return PageText(title="Records", sections=tuple(groups) or (["No results yet."],))


def all_time_text(teams: Iterable[AllTimeTeam], players: Iterable[AllTimePlayer]) -> PageText:
    """Return the all-time tables of teams, by match points, and of players, by games won."""
    sections = (
        _under("Teams", (f"{one.place}. {one.team.name}: {points(one.half_points)}" for one in teams)),
        _under(
            "Players",
            (f"{one.place}. {one.line.name}: won {one.won} of {one.played}" for one in players),
        ),
    )
    return PageText(title="All-time tables", sections=sections if any(sections) else (["No results yet."],))


def _under(title: str, lines: Iterable[str]) -> Sequence[str]:
    lines = list(lines)
    return [title, *lines] if lines else []


def _tally(tally: PlayerTally) -> str:
    return f"won {tally.won} of {tally.played}, {score(tally.points_for, tally.points_against)} on points"


def _season(one: PlayerSeason | SeasonTally) -> str:
    return f"{one.season}: {_tally(one.tally)}"


def _partnership(pair: tuple[PlayerLine, PlayerTally]) -> str:
    return f"{pair[0].name}: {_tally(pair[1])}"


def _best_night(best: BestNight) -> str:
    game = best.game
    where = "at home to" if game.is_home else "away at"
    result = f"{score(game.own_score, game.other_score)} {where} {game.opponents.name}"
    return ", ".join(filter(None, (result, pub_date_year(game.date))))


def _record(record: LeagueRecord) -> str:
    more = record.number - len(record.first)
    holders = [*map(_record_holder, record.first), *([f"{more} more"] if more else [])]
    return f"{record.title}: {record.figure} ({'; '.join(holders)})"


def _record_holder(holder: RecordHolder) -> str:
    first, last = (holder.matches[0], holder.last_match) if holder.matches else (None, None)
    days = " to ".join(dict.fromkeys(pub_date_year(line.date) for line in (first, last) if line))
    between = f"{first.home.name} v {first.away.name}" if first and holder.is_match else ""
    against = f"against {holder.against.name}" if holder.against else ""
    parts = (
        _who(holder.who) or between,
        holder.team.name if holder.team else "",
        against,
        holder.summary,
        str(holder.season) if holder.season else days,
        "still going" if holder.goes_on else "",
    )
    return ", ".join(filter(None, parts))


def _player(player: ListedPlayer) -> str:
    teams = joined(team.name for team in player.line.teams)
    tally = player.tally
    won = f"won {tally.won} of {tally.played}" if tally.played else ""
    return f"{player.line.name}{f', {teams}' if teams else ''}{f': {won}' if won else ''}"


def _who(players: Iterable[PlayerLine]) -> str:
    return joined(player.name for player in players)


def _placed(line: Placed) -> str:
    team = line.team.name if line.team else ""
    who = _who(line.who)
    return f"{line.place}. {', '.join(filter(None, (who, team)))}: {line.summary}"


def _pair(pair: PairLine) -> str:
    team = f", {pair.team.name}" if pair.team else ""
    return f"{_who(pair.who)}{team}: won {pair.figures.won} of {pair.figures.played}"


def _honour(line: RollLine) -> str:
    after = "".join(f"; {ordinal(place)}: {_holders(holders)}" for place, holders in line.others)
    return f"{line.competition}: {_holders(line.winners)}{after}"


def _holders(holders: Iterable[Holder]) -> str:
    return joined(holder.name for holder in holders)
