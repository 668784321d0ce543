"""Live pages as parts: a night's board, one match, the list for phones, the screen between nights."""

import datetime
from collections.abc import Sequence
from math import ceil

from django.urls import reverse

from league.cups.selectors.draw_nights import ShownDraw
from league.live.nights import ComingNight, NightBoard
from league.live.parts import LivePage, LivePart, render_part
from league.live.tables import BoardMatch
from league.models import League
from league.shared.text import capitalised
from league.templatetags.dates import pub_date

ROOMY = 5
"""So many matches have room for the largest figures."""

FEW_TIES, MANY_TIES = 4, 8
"""So many ties of a draw stand in four rows; so many have room in one column of eight."""

DRAW_TYPES = (32, 28, 24, 21, 19, 17, 15, 13, 11)
"""Sizes of type on the board of a draw in tenths of a rem; `live-draw.css` has a rule for each."""
LEAST_WHOLE = 19
"""Down to this size of type names stand on one line; smaller than that they may take two."""
LETTER, LEADING, LONG_WORD = 0.47, 1.25, 14
"""The width of a letter and the height of a line, in the size of the type; words longer are set smaller."""

Link = tuple[str, str]


def night_page(league: League, board: NightBoard, *, today: datetime.date, query: str = "") -> LivePage:
    """Return the board of a night; `query` is what else its address asks for."""
    heading = str(board.division or "All matches")
    if board.date == today:
        heading += " tonight"
    week = f", week {board.weeks[0]}" if len(board.weeks) == 1 else ""
    next_page = f"?page={board.next_page}{query}" if board.next_page else ""
    foot = {
        "finished": f"{board.finished} of {board.tables} tables finished" if board.tables else "",
        "rewards": board.rewards,
        "pages": f"Page {board.page} of {board.pages}" if next_page else "",
        "next_page": next_page,
        "links": [(reverse("live-list", args=[league.slug]), "List of matches")]
        if board.date == today
        else [],
    }
    if len(board.matches) == 1:
        rows = [_match_part(league, board.matches[0], heading="h2", is_past=board.date < today)]
        layout = f"one {_numbers(board.targets)}"
    else:
        rows = _row_parts(league, board, is_past=board.date < today)
        size = "roomy" if len(rows) <= ROOMY else "tight" if board.is_tight else "close"
        layout = f"{size if rows else 'nothing'} {len(board.heads)} {_numbers(board.targets)}"
    return LivePage(
        title=f"{board.division or league.name}, {pub_date(board.date)}",
        layout=layout,
        head=_head(league, heading, f"{pub_date(board.date)}{week}"),
        foot=_foot(league, **foot),
        rows=tuple(rows),
        targets=board.targets,
        next_page=next_page,
    )


def match_page(league: League, match: BoardMatch, date: datetime.date | None) -> LivePage:
    """Return one match, as large as the screen allows."""
    week = capitalised(match.line.week_words)
    about = "The result" if match.is_final else "About the match"
    links = [(reverse("match", args=[league.slug, match.line.public_id]), about)]
    if date:
        links.append((reverse("night-board", args=[league.slug, date]), "All matches of the night"))
    when = f"{week}, {pub_date(date)}" if date else week
    return LivePage(
        title=f"{match.home.name} v {match.away.name}",
        layout=f"one {_numbers(match.targets)}",
        head=_head(league, str(match.line.division), when, is_heading=False),
        foot=_foot(league, links=links),
        rows=(_match_part(league, match, heading="h1"),),
        targets=match.targets,
    )


def list_page(league: League, board: NightBoard, coming: ComingNight | None) -> LivePage:
    """Return the matches of a night in a list for phones: the score, the tables finished, what is live."""
    links = [(reverse("night-board", args=[league.slug, board.date]), "Boards")] if board.matches else []
    rows = [
        render_part(
            f"m-{match.line.public_id}",
            "live/_list_row.html",
            {
                "match": match,
                "league": league,
                "has_divisions": board.has_divisions,
                "is_new_division": is_new,
            },
        )
        for match, is_new in _with_division_heads(board.matches)
    ]
    finished = f"{board.finished} of {board.tables} tables finished" if board.tables else ""
    return LivePage(
        title=f"Matches, {pub_date(board.date)}",
        layout="list" if rows else "quiet",
        head=_head(league, "Matches tonight", pub_date(board.date)),
        foot=_foot(league, finished=finished, links=links),
        rows=tuple(rows) or (_quiet_part(league, coming),),
    )


def quiet_page(
    league: League,
    title: str,
    coming: ComingNight | None,
    *,
    next_page: str = "",
) -> LivePage:
    """Return the screen of a night on which nothing is played: what comes next.

    `next_page` is the address of the results of the last night, if it shows them in turn.
    """
    return LivePage(
        title=title,
        layout="quiet",
        head=_head(league, title, ""),
        foot=_foot(league, pages="Results of the last night" if next_page else "", next_page=next_page),
        rows=(_quiet_part(league, coming),),
        next_page=next_page,
    )


def draw_page(league: League, draw: ShownDraw) -> LivePage:
    """Return the draw of a cup's round, ball by ball as the secretary shows it."""
    next_page = f"?page={draw.page % draw.pages + 1}" if draw.is_whole and draw.pages > 1 else ""
    foot = {
        "finished": f"{len(draw.balls)} of {draw.total} drawn" if draw.total else "",
        "pages": f"Page {draw.page} of {draw.pages}" if next_page else "",
        "next_page": next_page,
        "links": [(reverse("cup", args=[league.slug, draw.cup.slug]), draw.cup.name)],
    }
    context = {"league": league, "draw": draw}
    # A ball by its own name is a new element, which the stylesheet lets appear.
    ball = render_part(f"ball-{len(draw.balls)}", "live/_draw_ball.html", context)
    ties = render_part("ties", "live/_draw_ties.html", context)
    return LivePage(
        title=f"{draw.cup.name}: draw",
        layout=_draw_layout(draw),
        head=_head(league, draw.cup.name, f"Draw: {draw.title.lower()}" if draw.title else "Draw"),
        foot=_foot(league, **foot),
        rows=(ball, ties) if draw.balls else (ball,),
        next_page=next_page,
    )


def _draw_layout(draw: ShownDraw) -> str:
    """Return how a draw is laid out, and its type: the largest in which all names have room.

    Names still in the hat count, so that no ball changes the type.
    """
    names = [entrant.name for entrant in (*draw.balls, *draw.left)]
    size = "few" if len(draw.ties) <= FEW_TIES else "many" if len(draw.ties) > MANY_TIES else "some"
    size = "hat" if not draw.balls else "groups" if draw.is_of_groups else size
    fitting = [tenths for tenths in DRAW_TYPES if _has_room(draw, size, names, tenths / 10)]
    whole = [tenths for tenths in fitting if _most_lines(size, names, tenths / 10) == 1]
    tenths = whole[0] if whole and whole[0] >= LEAST_WHOLE else (*fitting, DRAW_TYPES[-1])[0]
    words = " long-word" if any(len(word) > LONG_WORD for name in names for word in name.split()) else ""
    return f"draw {size} type-{tenths}{words}"


def _has_room(draw: ShownDraw, size: str, names: Sequence[str], em: float) -> bool:
    """Return whether the names have room below each other. The board is 120 rem wide and 67.5 high."""
    lines = sorted((_lines(size, name, em) for name in names), reverse=True)
    if size == "hat":
        below = -(-len(names) // 3)
        return (sum(lines[:below]) + 0.6 * below) * LEADING * em <= 42
    if size == "groups":
        rows = -(-len(draw.ties) // 2)
        below = rows * max(len(tie.sides) for tie in draw.ties)
        return (sum(lines[:below]) + 0.8 * rows) * LEADING * em <= 56
    return (sum(lines[:2]) + 0.4) * LEADING * em <= 56 / (4 if size == "few" else 8)


def _most_lines(size: str, names: Sequence[str], em: float) -> int:
    return max((_lines(size, name, em) for name in names), default=1)


def _lines(size: str, name: str, em: float) -> int:
    width = {"hat": 36.0, "few": 67.0, "some": 67.0}.get(size, 37.0)
    return ceil(len(name) * LETTER * em / (width - 2.5 * em))


def _numbers(targets: Sequence[int]) -> str:
    return "-".join(map(str, targets))


def _head(league: League, heading: str, when: str, *, is_heading: bool = True) -> LivePart:
    context = {"league": league, "heading": heading, "when": when, "is_heading": is_heading}
    return render_part("head", "live/_head.html", context)


def _foot(league: League, **context: object) -> LivePart:
    return render_part("foot", "live/_foot.html", {"league": league, **context})


def _match_part(league: League, match: BoardMatch, *, heading: str, is_past: bool = False) -> LivePart:
    context = {"match": match, "league": league, "heading": heading, "is_past": is_past}
    return render_part(f"m-{match.line.public_id}", "live/_match.html", context)


def _row_parts(league: League, board: NightBoard, *, is_past: bool) -> list[LivePart]:
    shared = {
        "league": league,
        "is_past": is_past,
        "has_divisions": board.has_divisions,
        "has_short_names": board.has_short_names,
    }
    return [
        render_part(
            f"m-{match.line.public_id}",
            "live/_row.html",
            {**shared, "match": match, "is_new_division": is_new},
        )
        for match, is_new in _with_division_heads(board.matches)
    ]


def _with_division_heads(matches: Sequence[BoardMatch]) -> list[tuple[BoardMatch, bool]]:
    """Return the matches, each with whether another division begins with it."""
    before = [None, *(match.line.division.pk for match in matches)]
    return [(match, match.line.division.pk != pk) for match, pk in zip(matches, before, strict=False)]


def _quiet_part(league: League, coming: ComingNight | None) -> LivePart:
    return render_part("quiet", "live/_quiet.html", {"league": league, "coming": coming})
