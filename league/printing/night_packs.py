"""The paper of a night, collated: for each pub its score sheets and slips, and a list of what goes where."""

import datetime
from collections.abc import Sequence
from itertools import groupby

from league.printing.documents import Document, SheetPack
from league.printing.forms_on_paper import MatchOnPaper
from league.printing.slip_geometry import slip_geometry
from league.shared.text import folded
from league.templatetags.dates import pub_date_year


def night_packs(matches: Sequence[MatchOnPaper], date: datetime.date) -> Document:
    """Return the sheets and slips of a night's matches, pub by pub in the order of their names.

    The list comes first. Each match begins on a new sheet of paper when printed on both sides.
    """
    pack, lines = SheetPack(), []
    in_order = sorted(matches, key=lambda match: (folded(_venue(match)), folded(match.sides[0])))
    for pub, at_pub in groupby(in_order, key=_venue):
        for match in at_pub:
            before = len(pack.leaves)
            pack.add_sheet(match, is_large=False)
            pack.start_on_new_sheet()
            slips = len(pack.leaves)
            for page in range(1, slip_geometry(match.form).pages + 1):
                pack.add_slips(match, page)
                pack.start_on_new_sheet()
            lines.append((pub, match.meeting, (slips - before) // 2, (len(pack.leaves) - slips) // 2))
    first = matches[0]
    return Document(
        title=f"Night packs: {pub_date_year(date)}, {first.league}",
        filename=f"night-packs-{date}.pdf",
        template="printing/night_packs.html",
        context={
            "date": date,
            "league": first.league,
            "lines": lines,
            "total": len(pack.leaves) // 2,
            "leaves": pack.leaves,
        },
        follows_from=(tuple(matches), date),
        drawings=pack.drawings,
    )


def _venue(match: MatchOnPaper) -> str:
    return match.meeting.venue if match.meeting else ""
