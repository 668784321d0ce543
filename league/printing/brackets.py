"""A cup's bracket on paper: who meets whom, when and where, scores so far, and room to write the rest."""

import datetime
from collections.abc import Iterable, Sequence

from django.utils.text import slugify

from league.cups.group_tables import CupGroup
from league.cups.selectors.cup_pages import CupOnPage, GroupOnPage, RoundOnPage
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.ties import Tie, TieSeat
from league.printing.bracket_layout import (
    MARGIN,
    PAPERS,
    PaperBracket,
    PaperRound,
    PaperSeat,
    PaperTie,
    bracket_sheets,
)
from league.printing.documents import Document, Shown
from league.printing.drawing import Face, broken, fitted
from league.shared.text import capitalised
from league.templatetags.dates import pub_date, pub_date_year, pub_time
from league.templatetags.formatting import points, signed, unbroken

# The heading: sizes of the cup's name and of the words below it (points), and their heights in mm.
TITLE_SIZES, TITLE_HEIGHT = (26, 24, 22, 20, 18, 16, 14, 12), 12.5
ABOUT_SIZE, ABOUT_HEIGHT, BELOW_HEADING = 10.5, 4.6, 5.0

# Beside the cup's name stands which sheet it is.
SHEET_ROOM = 26.0


GroupRows = tuple[tuple[str, ...], ...]
"""The table of a group: place, entry, played, won, level, lost, difference, points."""


def brackets_on_paper(
    pages: Sequence[CupOnPage], *, printed_on: datetime.date, paper: str = "a4"
) -> Document | None:
    """Return the bracket of each cup on this paper. None as long as nothing is drawn."""
    size = paper if paper in PAPERS else "a4"
    cups = tuple(_cup(page, size, printed_on) for page in pages if page.rounds)
    if not cups:
        return None
    first = cups[0]
    name = first["name"] if len(cups) == 1 else "Cups"
    return Document(
        title=f"{name}, {first['season']}",
        filename=slugify(f"{name} {first['season']} {size}") + ".pdf",
        template="printing/bracket.html",
        context={"cups": cups},
        follows_from=cups,
    )


def _cup(page: CupOnPage, paper: str, printed_on: datetime.date) -> Shown:
    cup = page.cup
    finals = finals_in_words(page)
    about = f"{cup.season.league.name}, season {cup.season.name}."
    about += f" Finals: {finals}." if finals else ""
    about += f" As it stood on {unbroken(pub_date_year(printed_on))}."

    def heading(room: float) -> Shown:
        return cup_heading(cup.name, about, room)

    sheets = bracket_sheets(paper_bracket(page), paper=paper, head=lambda room: heading(room)["height"])
    return {
        "name": cup.name,
        "season": cup.season.name,
        "sheets": tuple((heading(sheet["width"]), sheet) for sheet in sheets),
        "paper": paper,
        "head": heading(PAPERS[paper][0] - 2 * MARGIN),
        "groups": tuple(map(_group, page.groups)),
    }


def _group(group: GroupOnPage) -> Shown:
    return {
        "title": f"Group {group.group.letter}",
        "rows": group_rows(group.group),
        "matches": tuple(map(_group_match, group.ties)),
    }


def group_tables(groups: Iterable[CupGroup]) -> tuple[tuple[str, GroupRows], ...]:
    """Return the table of each group by its title; none before a match is played."""
    return tuple(
        (f"Group {group.letter}", group_rows(group))
        for group in groups
        if any(row.row.record.played for row in group.rows)
    )


def group_rows(group: CupGroup) -> GroupRows:
    """Return the table of a group, cell by cell."""
    return tuple(
        (
            str(row.place),
            row.entrant.name,
            *map(str, (record.played, record.won, record.drawn, record.lost)),
            signed(record.score_difference),
            points(record.match_points),
        )
        for row in group.rows
        for record in (row.row.record,)
    )


def _group_match(each: TieOnPage) -> tuple[str, str, str, str]:
    tie, score = each.tie, each.tie.verdict.score
    when = ", ".join(filter(None, map(unbroken, (pub_date(each.date), pub_time(each.starts_at)))))
    played = f"{score[0]}–{score[1]}" if score else each.note.partition(":")[0] if tie.is_over else ""
    return when or f"Round {tie.round}", tie.home.words, played, tie.away.words


def cup_heading(name: str, about: str, room: float) -> Shown:
    """Return a heading as it fits a page of this width: the cup's name on one line."""
    size = fitted([name], room - SHEET_ROOM, TITLE_SIZES, Face.SLAB).size
    lines = broken(about, ABOUT_SIZE, room)
    height = TITLE_HEIGHT + len(lines) * ABOUT_HEIGHT + BELOW_HEADING
    return {"name": name, "size": size, "about": lines, "height": height}


def finals_in_words(page: CupOnPage) -> str:
    """Return where and when the finals are; empty where neither is known."""
    return ", ".join(
        filter(
            None,
            (
                (page.cup.finals_at.name if page.cup.finals_at else ""),
                unbroken(pub_date_year(page.cup.finals_on)),
            ),
        )
    )


def paper_bracket(page: CupOnPage) -> PaperBracket:
    """Return a cup's rounds as its bracket shows them."""
    is_fixed = page.is_bracket
    winner = page.bracket.winner
    return PaperBracket(
        rounds=tuple(_round(each, is_fixed) for each in page.knock_out),
        is_fixed=is_fixed,
        winner=winner.name if winner else "",
    )


def _round(each: RoundOnPage, is_fixed: bool) -> PaperRound:
    on_page = {tie.tie.number: tie for tie in each.ties}
    return PaperRound(
        title=each.round.title,
        about=round_in_words(each),
        ties=tuple(_tie(tie, on_page.get(tie.number), each, is_fixed) for tie in each.round.lines),
    )


def round_in_words(each: RoundOnPage) -> str:
    """Return the night of a round, its pub where all its ties are in one, and whether it is to be drawn."""
    when = ", ".join(filter(None, map(unbroken, (pub_date_year(each.date), pub_time(each.starts_at)))))
    where = f"at {each.venue.name}" if each.venue else ""
    known = capitalised(", ".join(filter(None, (when, where))))
    return " ".join(filter(None, (f"{known}." if known else "", each.to_be_drawn)))


def _tie(tie: Tie, on_page: TieOnPage | None, each: RoundOnPage, is_fixed: bool) -> PaperTie:
    seats = (tie.home,) if tie.away.is_empty else (tie.home, tie.away)
    if on_page is None:
        return PaperTie(
            number=tie.number,
            about="",
            seats=() if tie.home.is_empty else (_seat(tie.home, "", is_winner=False),),
        )
    score = tie.verdict.score
    about = [f"tie\N{NO-BREAK SPACE}{tie.called}"] if is_fixed and len(each.round.lines) > 1 else []
    about += tie_in_words(on_page, each)
    return PaperTie(
        number=tie.number,
        about=capitalised(", ".join(about)),
        seats=tuple(
            _seat(seat, str(score[side]) if score else "", is_winner=tie.verdict.winner == side)
            for side, seat in enumerate(seats)
        ),
    )


def _seat(seat: TieSeat, score: str, *, is_winner: bool) -> PaperSeat:
    words = seat.words if seat.entrant else capitalised(seat.words) if seat.feeder else ""
    return PaperSeat(
        words=words, is_known=seat.entrant is not None, score=score, is_winner=is_winner, feeder=seat.feeder
    )


def tie_in_words(on_page: TieOnPage, each: RoundOnPage) -> list[str]:
    """Return what is to be said of a tie beside its round's night and pub, as on the cup's page."""
    tie = on_page.tie
    parts = []
    if on_page.date and on_page.date != each.date:
        parts.append(unbroken(pub_date(on_page.date)))
    if on_page.date and on_page.starts_at and on_page.starts_at != each.starts_at:
        parts.append(unbroken(pub_time(on_page.starts_at)))
    if each.date and not on_page.date and not tie.is_over:
        parts.append("no night yet")
    if on_page.closed_pub:
        parts.append(f"no pub yet: {on_page.closed_pub.name} has closed")
    elif on_page.place and not each.venue:
        parts.append(f"at {on_page.place.name}")
    if on_page.second and on_page.second.date:
        parts.append(f"second leg {unbroken(pub_date(on_page.second.date))}")
    if on_page.note:
        # Why a tie was given is on the cup's page: a wall is no place for it.
        note = on_page.note if tie.verdict.score else on_page.note.partition(":")[0]
        parts.append(note[0].lower() + note[1:])
    if tie.start and any(tie.start):
        parts.append(f"start {tie.start[0]}–{tie.start[1]}")
    return parts
