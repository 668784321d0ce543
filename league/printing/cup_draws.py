"""A round's ties as a list to hang up: who is at home to whom, when and where, who is free, and the lot."""

import datetime
from collections.abc import Iterator, Sequence

from django.utils.text import slugify

from league.cups.rules import DrawnBy
from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage
from league.printing.brackets import round_in_words, tie_in_words
from league.printing.documents import Document
from league.printing.drawing import with_whole_words
from league.shared.text import capitalised

# Sizes of names (points), and the room for one (mm).
SIZES, NAME_ROOM = (24, 22, 20, 18, 16.5, 15, 14, 13, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8), 70.0


def round_at_hand(page: CupOnPage) -> RoundOnPage | None:
    """Return the round to hang up: the first to be played of those known, or the last played."""
    known = [each for each in page.rounds if each.is_known or (each.round.is_drawn and each.round.is_over)]
    return next((each for each in known if not each.round.is_over), known[-1] if known else None)


def draws_on_paper(
    drawn: Sequence[tuple[CupOnPage, RoundOnPage]], *, printed_on: datetime.date
) -> Document | None:
    """Return the list of each of these rounds. None without any."""
    if not drawn:
        return None
    papers = tuple(_draw(page, each) for page, each in drawn)
    (page, each), season = drawn[0], drawn[0][0].cup.season.name
    what = f"{page.cup.name}: {each.round.title}" if len(papers) == 1 else "Cup draws"
    return Document(
        title=f"{what}, {season}",
        filename=slugify(f"{what} draw {season}") + ".pdf",
        template="printing/cup_draw.html",
        context={"papers": papers, "printed_on": printed_on},
        sizes=tuple(
            with_whole_words(
                [seat.words for tie in each.ties for seat in (tie.tie.home, tie.tie.away)], NAME_ROOM, SIZES
            )
            for _, each in drawn
        ),
    )


def _draw(page: CupOnPage, each: RoundOnPage) -> dict[str, object]:
    is_fixed = page.played.rules.drawn_by is DrawnBy.BRACKET
    is_neutral = any(tie.tie.is_neutral for tie in each.ties)
    return {
        "cup": page.cup.name,
        "league": f"{page.cup.season.league.name}, season {page.cup.season.name}",
        "title": each.round.title,
        "night": round_in_words(each),
        "heads": ("Drawn first", "Drawn second") if is_neutral else ("Home", "Away"),
        "rows": tuple(_rows(each, has_numbers=is_fixed and len(each.ties) > 1)),
        "byes": ", ".join(entrant.name for entrant in each.round.byes),
        "lot": each.lot,
    }


def _rows(each: RoundOnPage, *, has_numbers: bool) -> Iterator[tuple[object, ...]]:
    """Yield the number of each tie, both sides, the score, where it is, and which side went through."""
    for on_page in each.ties:
        tie, score = on_page.tie, on_page.tie.verdict.score
        home, away = (
            seat.words if seat.entrant else capitalised(seat.words) for seat in (tie.home, tie.away)
        )
        where = capitalised(", ".join(tie_in_words(on_page, each)))
        points = f"{score[0]}–{score[1]}" if score else "v"
        yield tie.called if has_numbers else "", home, points, away, where, tie.verdict.winner
