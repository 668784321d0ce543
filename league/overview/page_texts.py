"""Public pages as text to paste into a chat: short lines, whole names, nothing that needs columns.

Lists in columns, for a notice board or an e-mail, are the season's files.
"""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from league.bulletin.selectors import remarks_on
from league.cups.group_tables import GroupRow
from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage
from league.cups.selectors.pairs_nights import NightOnPage, NightTable
from league.cups.selectors.tie_pages import TieOnPage
from league.results.pages.match import MatchPage, NameShown, TableShown
from league.shared.text import listed, plural
from league.standings.pages import ListedNight, MatchList
from league.standings.selectors.lines import StandingsLine
from league.standings.selectors.match_lists import MatchLine
from league.standings.selectors.standings import DivisionTable
from league.templatetags.dates import pub_date, pub_date_year, pub_time
from league.templatetags.formatting import points, score

Lines = Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """What a page says: its title, and its sections line by line."""

    title: str
    sections: tuple[Lines, ...]

    def written(self, league: str, address: str) -> str:
        """Return the text, with the league above and the address of the page below."""
        parts = [[league, self.title], *self.sections, [address]]
        return "\n\n".join("\n".join(filter(None, lines)) for lines in parts if any(lines)) + "\n"


def standings_text(table: DivisionTable, lines: Iterable[StandingsLine]) -> PageText:
    """Return the standings of a division, or how they stood."""
    return PageText(
        title=", ".join(filter(None, (str(table.division), str(table.division.season), _after(table)))),
        sections=(_rows(lines),),
    )


def results_text(page: MatchList, month: datetime.date | None, night: datetime.date | None) -> PageText:
    """Return the results of a division: of a month, of a night, or all, the latest night first."""
    return PageText(
        title=f"{_of_month(f'{page.place.division} results', month)}, {page.place.division.season}",
        sections=_nights(page.played, month, night, _result) or (["No result is in yet."],),
    )


def fixtures_text(page: MatchList, month: datetime.date | None, night: datetime.date | None) -> PageText:
    """Return the fixtures of a division that are to come: of a month, of a night, or all."""
    entries = [entry.line for night in page.to_come for entry in night.entries]
    undated = [] if month or night else [_fixture(line) for line in entries if line.date is None]
    sections = _nights(page.to_come, month, night, _fixture)
    return PageText(
        title=f"{_of_month(f'{page.place.division} fixtures', month)}, {page.place.division.season}",
        sections=(*sections, ["No date yet", *undated] if undated else [])
        if sections or undated
        else (["Nothing is to be played."],),
    )


def match_text(page: MatchPage) -> PageText:
    """Return a match: its result with every table, or when and where it is played."""
    match, line = page.match, page.line
    when = ", ".join(filter(None, (pub_date_year(match.date), pub_time(match.starts_at)))) or "no date yet"
    played = [row for table in page.tables for row in _table(table)]
    parts = ", ".join(f"{part.what.lower()} {score(*part.score)}" for part in page.parts)
    return PageText(
        title=f"{match.division}, {pub_date_year(match.date)}" if line.is_over else f"{match.division}",
        sections=(
            [_result(line), f"{parts[:1].upper()}{parts[1:]}."] if parts else [_result(line)],
            played if line.is_over and not line.given else [],
            [f"At {match.venue}"] if line.is_over else [when, f"At {match.venue}", match.venue.address],
        ),
    )


def cup_text(page: CupOnPage) -> PageText:
    """Return a knock-out: how it stands, every round that is drawn, the latest first, and draws to come.

    Then groups with their tables, and their rounds.
    """
    rounds = [
        [
            ", ".join(filter(None, (each.round.title, pub_date_year(each.date)))),
            *(_tie(tie, each.date) for tie in each.ties),
            _byes(each),
        ]
        for each in (*page.known_rounds, *page.group_rounds)
    ]
    tables = [
        [f"Group {each.group.letter}", *(_group_row(row) for row in each.group.rows)] for each in page.groups
    ]
    to_come = [
        f"{', '.join(filter(None, (each.round.title, pub_date_year(each.date))))}. {each.to_be_drawn}"
        for each in page.rounds_to_come
        if each.to_be_drawn
    ]
    return PageText(
        title=f"{page.cup.name}, {page.cup.season}", sections=([page.standing], *tables, *rounds, to_come)
    )


def pairs_night_text(page: NightOnPage) -> PageText:
    """Return a pairs night: who has won, the standings, and every round, the latest first."""
    rows = [
        f"{row.place}{'=' if row.is_shared else ''}. {row.entrant.name}: {points(row.half_points)}"
        for row in page.standings
    ]
    rounds = [[f"Round {each.number}", *map(_night_table, each.tables)] for each in reversed(page.rounds)]
    won = [f"Won by {page.won_by}."] if page.won_by else []
    return PageText(title=f"{page.cup.name}, {page.cup.season}", sections=(won, rows, *rounds))


def _after(table: DivisionTable) -> str:
    if not table.week:
        return "nothing played yet"
    week = "final table" if table.division.season.is_finished else f"after week {table.week} of {table.weeks}"
    return f"{week}, {pub_date_year(table.as_of or table.latest)}"


def _rows(lines: Iterable[StandingsLine]) -> list[str]:
    """Return a table from the top; how many each has played stands once where it is the same of all."""
    lines = tuple(lines)
    played = {line.record.played for line in lines if not line.record.is_withdrawn}
    rows = [
        f"{line.row.place}. {line.team.name}: {points(line.record.match_points)}"
        + (" (withdrawn)" if line.record.is_withdrawn else "")
        + (f" ({line.record.played} played)" if len(played) > 1 and not line.record.is_withdrawn else "")
        for line in lines
    ]
    everybody = plural(next(iter(played)), "match").replace("matchs", "matches") if len(played) == 1 else ""
    return [*rows, f"All have played {everybody}."] if rows and everybody else rows


def _of_month(words: str, month: datetime.date | None) -> str:
    return f"{words}, {month:%B %Y}" if month else words


def _nights(
    nights: Iterable[ListedNight],
    month: datetime.date | None,
    night: datetime.date | None,
    line_of: Callable[[MatchLine], str],
) -> tuple[Lines, ...]:
    """Return the matches night by night; what was moved stands only where it is played."""
    sections = []
    for listed_night in nights:
        lines = [entry.line for entry in listed_night.entries if not entry.has_moved]
        is_shown = night in (None, listed_night.date) and month in (None, listed_night.month)
        if lines and is_shown:
            weeks = f"week{'s' if len(listed_night.weeks) > 1 else ''} {listed(map(str, listed_night.weeks))}"
            sections.append([f"{pub_date(listed_night.date)}, {weeks}", *map(line_of, lines)])
    return tuple(sections)


def _result(line: MatchLine) -> str:
    remarks = f" ({', '.join(remarks_on(line))})" if remarks_on(line) else ""
    if line.home_share is None or line.away_share is None:
        return f"{line.home.name} v {line.away.name}{remarks}"
    result = f"{points(line.home_share.shown_halves)}–{points(line.away_share.shown_halves)}"
    return f"{line.home.name} {result} {line.away.name}{remarks}"


def _fixture(line: MatchLine) -> str:
    place = "" if line.is_at_home else f"at {line.venue.name}"
    return ", ".join(filter(None, (f"{line.home.name} v {line.away.name}", pub_time(line.starts_at), place)))


def _table(table: TableShown) -> list[str]:
    """Return a table of a match: the score of each game, and who sat at it where anybody is known."""
    ruled = "walkover" if table.walkover else "void" if table.void else ""
    remark = f" ({ruled})" if ruled else ""
    if not table.is_played:
        won = score(*table.only_won) if table.only_won else ruled or "not played"
        return [f"Table {table.number}: {won}"]
    lines = []
    for sitting in table.sittings:
        scores = ", ".join(score(game.home_score, game.away_score) for game in sitting.games)
        lines.append(f"Table {table.number}: {scores}{remark}")
        sides = [_names(pair) for pair in (sitting.home_pair, sitting.away_pair)]
        if any(sides):
            lines.append(" v ".join(side or "?" for side in sides))
    return lines


def _names(pair: Iterable[NameShown]) -> str:
    return joined(seat.name for seat in pair)


def _tie(page: TieOnPage, night: datetime.date | None) -> str:
    tie = page.tie
    home, away = (seat.words for seat in (tie.home, tie.away))
    if tie.is_over and tie.verdict.score is not None:
        note = f" ({page.note})" if page.note else ""
        return f"{home} {score(*tie.verdict.score)} {away}{note}"
    if tie.is_over:
        through = f"{tie.winner.name} go through" if tie.winner else ""
        return f"{home} v {away} ({'; '.join(filter(None, (page.note, through)))})"
    is_home = page.home_team is not None and page.venue == page.home_team.pub
    date = pub_date(page.date) if page.date != night else ""
    place = f"at {page.venue.name}" if page.venue and not is_home else ""
    second = f"second leg {pub_date(page.second.date)}" if page.second and page.second.date else ""
    parts = (f"{home} v {away}", page.note, date, pub_time(page.starts_at), place, second)
    return ", ".join(filter(None, parts))


def _group_row(row: GroupRow) -> str:
    record = row.row.record
    through = " (through)" if row.goes_through else ""
    return f"{row.place}. {row.entrant.name} {points(record.match_points)}, played {record.played}{through}"


def _byes(page: RoundOnPage) -> str:
    byes = page.round.byes
    return f"Bye{'s' if len(byes) > 1 else ''}: {joined(entrant.name for entrant in byes)}" if byes else ""


def _night_table(table: NightTable) -> str:
    between = score(*table.score) if table.score else "v"
    return f"{table.names[0]} {between} {table.names[1]}"


def joined(names: Iterable[str]) -> str:
    """Return the names that are known as a list in a sentence."""
    known = list(filter(None, names))
    return listed(known) if known else ""
