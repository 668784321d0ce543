"""Pictures for messages of a league's home, a pub, a player, a cup: what each says first, in few rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.cups.selectors.cup_pages import CupOnPage
from league.cups.selectors.pairs_nights import NightOnPage
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.sentences import night_in_words
from league.models import Division, League, Season
from league.people.pages.player import PlayerRecord
from league.printing.documents import Document
from league.printing.drawing import Face, fitted
from league.printing.ink import PX_PER_MM
from league.shared.text import capitalised, plural
from league.standings.rows import StandingsRow
from league.standings.selectors.standings import DivisionTable, tables_of
from league.templatetags.dates import pub_date, pub_date_year
from league.templatetags.formatting import points, score

# In px: the picture without its margins, the league's name beside a title, the rows,
# and of these what a sentence above takes.
WIDTH, LEAGUE, ROOM, SENTENCE = 1104, 500, 416, 84
# In px, the largest first; nothing smaller can be read in a message.
TITLES, NAMES = (52, 44, 36, 32), (34, 32, 30, 28, 27)
MOST_DIVISIONS, MOST_TIES, MOST_PAIRS = 3, 5, 6
# How many teams of each division, by how many divisions there are.
TOP = {1: 6, 2: 4, 3: 3}
PX_PER_POINT = 4 / 3
TWO_LINES = 62
HIGHEST, HIGHEST_TIE = 67, 80


PictureLine = dict[str, Any]
"""A row: of a table its place, name and figure; of a tie, whose score stands between its sides, `other` too.

`group` is the division or round it begins, which has so many `rows`; none in the rows after.
"""


def home_picture(league: League, season: Season | None, divisions: Sequence[Division]) -> Document:
    """Return the picture of a league's home: the top of its first divisions. Two queries."""
    tables = [table for table in tables_of(divisions[:MOST_DIVISIONS]) if table.rows]
    return _picture(
        title=league.name,
        caption=f"Season {season}, {_after(tables)}" if season else "Before the first season",
        lines=_tops(tables),
        foot=_foot(tables, len(divisions)),
    )


def pub_picture(page: Mapping[str, Any]) -> Document:
    """Return the picture of a pub: where it is, and what is played there next."""
    lines = [
        {
            "group": pub_date(line.date),
            "rows": 1,
            "name": line.home.name,
            "figure": "v",
            "other": line.away.name,
        }
        for night in page["nights"]
        for line in night["lines"]
    ]
    return _picture(
        title=page["pub"].name,
        league=page["pub"].league.name,
        caption=", ".join(filter(None, (page["pub"].address, page["pub"].postcode))),
        words="" if lines else "No match is planned here.",
        lines=lines[:MOST_TIES],
        foot="Next matches here" if lines else "",
    )


def player_picture(league: League, record: PlayerRecord) -> Document:
    """Return the picture of a player: for whom they play, what they have won, their latest games."""
    shown = record.shown
    tally, games = (shown.tally, shown.games[:MOST_TIES]) if shown else (record.total, ())
    plays = [*(team.name for team in record.line.teams), *([str(shown.season)] if shown else [])]
    return _picture(
        title=record.line.name,
        league=league.name,
        caption=", ".join(plays),
        words=f"Won {tally.won} of {tally.played}, {score(tally.points_for, tally.points_against)} on points."
        if shown
        else "",
        lines=[
            {
                "group": pub_date(game.date),
                "rows": 1,
                "name": game.opponents.name,
                "figure": score(game.own_score, game.other_score),
            }
            for game in games
        ],
        foot="Latest games" if shown else "",
    )


def cup_picture(page: CupOnPage) -> Document:
    """Return the picture of a knock-out: how it stands, its latest round, and those before if they fit."""
    lines: list[PictureLine] = []
    for each in page.known_rounds:
        ties = [_tie(tie) for tie in each.ties]
        if not lines or len(lines) + len(ties) <= MOST_TIES:
            lines += _group(each.round.title, ties[:MOST_TIES])
    latest = next(iter(page.known_rounds), None)
    count = len(latest.ties) if latest else 0
    when = [pub_date_year(latest.date)] if latest and latest.date else []
    return _picture(
        title=page.cup.name,
        league=page.cup.season.league.name,
        caption=", ".join([f"Season {page.cup.season}", *when]),
        words=page.standing,
        lines=lines,
        foot=f"{MOST_TIES} of {plural(count, 'tie')}" if count > MOST_TIES else "",
    )


def night_picture(page: NightOnPage) -> Document:
    """Return the picture of a pairs night: who has won, and the first pairs."""
    rows = page.standings[:MOST_PAIRS] if page.rounds else ()
    some = f"top {len(rows)} of {len(page.standings)}; " if len(page.standings) > len(rows) else ""
    return _picture(
        title=page.cup.name,
        league=page.cup.season.league.name,
        caption=f"Season {page.cup.season}",
        words=f"Won by {page.won_by}." if page.won_by else night_in_words(page.night),
        lines=[
            {
                "place": f"{row.place}{'=' if row.is_shared else ''}",
                "name": row.entrant.name,
                "figure": points(row.half_points),
            }
            for row in rows
        ],
        foot=f"{some}points" if rows else "",
    )


def _picture(
    *,
    title: str,
    caption: str,
    lines: Sequence[PictureLine],
    foot: str,
    league: str = "",
    words: str = "",
) -> Document:
    is_of_ties = any(line.get("other") for line in lines)
    room = ROOM - (SENTENCE if words else 0)
    row = min(HIGHEST_TIE if is_of_ties else HIGHEST, room // max(len(lines), 1))
    return Document(
        title=", ".join(filter(None, (title, league))),
        filename="league.png",
        template="printing/league_picture.html",
        context={
            "title": title,
            "title_size": _fitted([title], WIDTH - (LEAGUE if league else 90), TITLES),
            "league": league,
            "caption": capitalised(caption),
            "words": words,
            "lines": tuple(lines),
            "row": row,
            "size": _fitted([line["name"] for line in lines], 360 if is_of_ties else 640, NAMES),
            "has_two_lines": row >= TWO_LINES,
            "is_of_ties": is_of_ties,
            "foot": capitalised(foot),
        },
    )


def _fitted(texts: Sequence[str], room: float, sizes: Sequence[float]) -> int:
    """Return the size in px in which each text fits the room (px) in one line; else the smallest."""
    in_points = [size / PX_PER_POINT for size in sizes]
    return round(fitted(texts, room / PX_PER_MM, in_points, Face.SLAB).size * PX_PER_POINT)


def _group(title: str, lines: Sequence[PictureLine]) -> list[PictureLine]:
    return [lines[0] | {"group": title, "rows": len(lines) if title else 0}, *lines[1:]] if lines else []


def _tops(tables: Sequence[DivisionTable]) -> list[PictureLine]:
    titles = [str(table.division) if len(tables) > 1 else "" for table in tables]
    return [
        line
        for title, table in zip(titles, tables, strict=True)
        for line in _group(title, [_place(table, row) for row in table.rows[: TOP[len(tables)]]])
    ]


def _place(table: DivisionTable, row: StandingsRow) -> PictureLine:
    return {
        "place": f"{row.place}{'=' if row.is_shared else ''}",
        "name": table.names[row.record.team],
        "figure": points(row.record.match_points),
    }


def _foot(tables: Sequence[DivisionTable], count: int) -> str:
    if not tables:
        return ""
    if len(tables) == 1 == count:
        return f"{tables[0].division}; points"
    which = "each division" if len(tables) == count else f"{len(tables)} of {count} divisions"
    return f"Top {TOP[len(tables)]} of {which}; points"


def _after(tables: Sequence[DivisionTable]) -> str:
    latest = max((table.latest for table in tables if table.latest), default=None)
    return f"after {pub_date_year(latest)}" if latest else "before the first match"


def _tie(page: TieOnPage) -> PictureLine:
    tie = page.tie
    figure = score(*tie.verdict.score) if tie.is_over and tie.verdict.score else "v"
    return {"name": tie.home.words, "figure": figure, "other": tie.away.words}
