"""The photographs beside a dispute: one that shows the disputed table, what is disputed outlined on it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from league.models import Photograph
from league.results.pages.disputes import DisputedGame
from league.results.pages.photograph_reading import FoundMark, marks_found

_FIELD = re.compile(r"t(\d+)-(?:g(\d+)-)?(?:h(\d+)-)?(.+)")
# White around the boxes of a row, and of a table: the running score is written beside its boxes (mm).
AROUND_HAND, AROUND_TABLE = 0.8, 5.0


def photographs_beside(
    photographs: Iterable[Photograph], read: Mapping[int, Mapping[str, Any]], games: Sequence[DisputedGame]
) -> dict[str, Any]:
    """Return the photographs of a match as they stand beside a dispute about these games: one, and others.

    Where several came and the disputed table was read on none of them, any may be the right one: none is
    chosen. Of the one that is, the disputed tables are shown, and what is disputed is outlined.
    `read` has what was read of those with a straightened sheet, by the key of the photograph.
    """
    shown = [_shown(photograph, read.get(photograph.pk), games) for photograph in photographs]
    chosen = next((each for each in shown if each.get("area")), shown[0] if len(shown) == 1 else None)
    others = tuple(each for each in shown if each is not chosen)
    return {"chosen": chosen, "others": others, "are_none": not shown}


def _shown(
    photograph: Photograph, read: Mapping[str, Any] | None, games: Sequence[DisputedGame]
) -> dict[str, Any]:
    if read is None:
        return {"photograph": photograph}
    marks = [
        (int(place[1]), int(place[2] or 1), int(place[3] or 0), mark)
        for mark in marks_found(read)
        if mark.box and (place := _FIELD.fullmatch(mark.name))
    ]
    disputed = {game["table"] for game in games}
    places = [[game["table"], game["game"], hand] for game in games for hand in game["differing"]]
    rows = [[mark for *at, mark in marks if at == place] for place in places]
    finals = {(game["table"], game["game"]) for game in games if not game["differing"]}
    rows += [
        [mark for *at, mark in marks if at == [*place, 0] and mark.name.endswith("-final")]
        for place in sorted(finals)
    ]
    return {
        "photograph": photograph,
        "tables": tuple(sorted({table for table, *_ in marks})),
        "is_straightened": True,
        "area": _around([mark for table, *_, mark in marks if table in disputed], AROUND_TABLE),
        "outlines": tuple(area for row in rows if (area := _around(row, AROUND_HAND))),
    }


def _around(marks: Sequence[FoundMark], margin: float) -> dict[str, Any] | None:
    """Return the area of these marks with some white; None without any."""
    boxes = [mark.box for mark in marks if mark.box]
    if not boxes:
        return None
    left, top = min(x for x, *_ in boxes) - margin, min(y for _, y, *_ in boxes) - margin
    right = max(x + width for x, _, width, _ in boxes) + margin
    bottom = max(y + height for _, y, _, height in boxes) + margin
    width, height = right - left, bottom - top
    view_box = f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"
    return {"x": left, "y": top, "width": width, "height": height, "view_box": view_box}
