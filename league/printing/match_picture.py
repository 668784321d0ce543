"""A match as a picture for a message: both teams, the score, a board for each table. It names no player."""

from collections.abc import Mapping
from typing import Any

from league.printing.documents import Document, Shown
from league.templatetags.dates import pub_date_year, pub_time
from league.templatetags.formatting import score
from league.templatetags.pegboard import board_geometry

# The room for the boards (px), the widest in one column and in two, and the space between rows.
ROOM, WIDEST, WIDEST_OF_TWO, APART, APART_OF_TWO = 560, 560, 236, 18, 27
# How many boards stand in one column, and in two. More would be too small to read.
MOST, MOST_IN_TWO = 6, 16
# The drawing is set as an image, which the styles of the page do not reach.
BOARD_STYLE = """
.board-foot{fill:#a67a40} .board-wood{fill:#d4ab70} .board-number{display:none}
.board-edge{fill:none;stroke:#f0d6a8;stroke-width:.07}
.grain{fill:none;stroke:#b98d50;stroke-width:.05;stroke-opacity:.6}
.groove{fill:none;stroke:#7a4a00;stroke-width:.05} .holes{fill:#3b2814}
.game-hole{fill:none;stroke:#7a4a00;stroke-width:.1} .peg-shadow{fill:#3b2814;fill-opacity:.45}
.peg-home .peg-body{fill:#103d30;stroke:#08241b;stroke-width:.06}
.peg-home .peg-ring{fill:none;stroke:#6fb194;stroke-width:.05}
.peg-away .peg-body{fill:#fbf6e8;stroke:#2a1d10;stroke-width:.1} .peg-dot{fill:#2a1d10}
"""


# The board of a match to come.
AT_THE_START: Shown = {"home_score": 0, "away_score": 0, "home_before": None, "away_before": None}


def match_picture(page: Mapping[str, Any]) -> Document:
    """Return the picture of a match, as its page shows it to everybody, as a page of its size."""
    match, target, shares = page["match"], page["target"], page["shares"]
    league = match.division.season.league.name
    is_walkover = page["line"].given is not None
    games = [game for table in page["tables"] if table["is_played"] for game in table["games"]]
    has_boards = target is not None and not is_walkover and len(games) <= MOST_IN_TWO
    boards: tuple[Shown, ...] = tuple(
        {name: game[name] for name in AT_THE_START} for game in games if has_boards
    )
    if not games and not is_walkover and target is not None and shares is None:
        boards = (AT_THE_START,)
    points = tuple(share.shown_halves for share in shares) if shares else ()
    when = ", ".join(filter(None, (pub_date_year(match.date), "" if points else pub_time(match.starts_at))))
    context: Shown = {
        "league": league,
        "home": match.home.name,
        "away": match.away.name,
        "points": points,
        "lines": _lines(page),
        "when": ", ".join(filter(None, (match.division.name, when))),
        "boards": boards,
        "has_begun": bool(games),
        "has_two_columns": len(boards) > MOST,
        "target": target,
        "width": _width(target, len(boards)) if boards and target else 0,
        "style": BOARD_STYLE,
    }
    return Document(
        title=f"{match.home} v {match.away}, {league}",
        filename="match.png",
        template="printing/match_picture.html",
        context=context,
    )


def _lines(page: Mapping[str, Any]) -> str:
    """Return how the points came about: tables and game points, or that they were given."""
    if page["line"].given is not None:
        return "Walkover"
    words = ", ".join(f"{part['what'].lower()} {score(*part['score'])}" for part in page["parts"])
    return words[:1].upper() + words[1:] or page["match"].venue.name


def _width(target: int, boards: int) -> int:
    """Return how wide the boards can be for all to stand in one column, or many in two (px)."""
    board = board_geometry(target)
    in_two = (-(-boards // 2), WIDEST_OF_TWO, APART_OF_TWO)
    rows, widest, apart = (boards, WIDEST, APART) if boards <= MOST else in_two
    high = ROOM / rows - apart
    return int(min(widest, high * board.width / board.height))
