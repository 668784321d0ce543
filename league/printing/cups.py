"""The documents of a cup: its bracket, to hang up and to go on with by hand."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from league.cups import DrawnBy, tree_of
from league.printing.brackets import PAPERS, PrintedTree, printed_tree
from league.printing.documents import Document
from league.selectors.cup_pages import CupOnPage
from league.templatetags.dates import pub_date_year


@dataclass(frozen=True, slots=True, kw_only=True)
class CupOnPaper:
    """A cup's heading and its tree."""

    name: str
    season: str
    league: str
    finals: str
    tree: PrintedTree


def brackets_on_paper(
    pages: Sequence[CupOnPage], *, printed_on: datetime.date, paper: str = "a4"
) -> Document | None:
    """The bracket of each cup on one sheet of this paper. None as long as nothing is drawn."""
    trees = [_tree(page, paper if paper in PAPERS else "a4") for page in pages if page.rounds]
    if not trees:
        return None
    first = trees[0]
    alone = len(trees) == 1
    return Document(
        title=f"{first.name if alone else 'Cups'}, {first.season}",
        filename=slugify(f"{first.name if alone else 'cups'} {first.season} {paper}") + ".pdf",
        template="prints/bracket.html",
        context={"cups": trees, "printed_on": printed_on},
        follows_from=(tuple(trees), printed_on),
    )


def _tree(page: CupOnPage, paper: str) -> CupOnPaper:
    cup = page.cup
    at = cup.finals_at.name if cup.finals_at else ""
    return CupOnPaper(
        name=cup.name,
        season=cup.season.name,
        league=cup.season.league.name,
        finals=", ".join(filter(None, (at, pub_date_year(cup.finals_on)))),
        tree=printed_tree(
            tree_of(page.bracket), paper=paper, is_fixed=page.played.rules.drawn_by is DrawnBy.BRACKET
        ),
    )
