"""The list at the door of a cup or pairs night: who has paid, who owes, and empty lines for who comes late.

Printed for the officers alone.
"""

import datetime
from collections.abc import Sequence

from django.utils.text import slugify

from league.cups.selectors.fees import DoorList
from league.printing.documents import Document
from league.printing.pairs_nights import night_in_words

# How many empty lines a list of pairs has: as many as fill its last page.
EMPTY_LINES = tuple(range(number) for number in range(32, 3, -1))


def door_lists_on_paper(lists: Sequence[DoorList], *, printed_on: datetime.date) -> Document | None:
    """Return the door list of each of these cups. None without any."""
    if not lists:
        return None
    papers = tuple(_paper(each) for each in lists)
    cup = lists[0].cup
    name = cup.name if len(lists) == 1 else "Cups"
    return Document(
        title=f"{name}: who has paid, {cup.season.league.name}",
        filename=slugify(f"{name} door list") + ".pdf",
        template="printing/door_list.html",
        context={"papers": papers, "printed_on": printed_on},
        sizes=tuple(EMPTY_LINES if each.takes_pairs else ((),) for each in lists),
    )


def _paper(door: DoorList) -> dict[str, object]:
    cup, league = door.cup, door.cup.season.league.name
    when = night_in_words(cup)
    return {
        "name": cup.name,
        "when": f"{when}. {league}" if when else league,
        "what": "Pair" if door.takes_pairs else "Team",
        "fee": cup.fee,
        "entries": door.entries,
        "due": door.due,
        "paid": door.due - door.to_collect,
        "to_collect": door.to_collect,
    }
