"""What was read from a photograph as its page shows it: each mark beside its cut-out, open ones to answer.

The fields have the names of the entry page, so that what is confirmed here is confirmed there.
"""

import datetime
import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from league.matches.sheet.values import GAVE, RAN
from league.models import Draft, Photograph
from league.results.log import SIDE_PLACES, Sent, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.models.readings import BackgroundReading
from league.results.pages.match_entry import FieldBox, SheetBoxes
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.parsing.comparison import CALL_WORDS
from league.results.parsing.fields import BEG, Layout
from league.results.parsing.phone_messages import read_body
from league.results.proposals import FINAL, body_at
from league.results.selectors.names import Roster

FROM_PHOTOGRAPH = "photo-"
# White around a cut-out, so that a tick that leaves its box is seen (mm).
AROUND = 0.3
DOTS_PER_MM, MOST_WIDTH, MOST_HEIGHT = 14, 900, 560

TAKERS = (("h", "Home", "home"), ("a", "Away", "away"), ("-", "Nobody", "nobody"))
EMPTY = ("", "Not marked", "")

OTHER_MATCH, UNREADABLE, BACK = "other_match", "unreadable", "back"
PROBLEMS: Mapping[str, str] = {
    OTHER_MATCH: "The sheet belongs to another match.",
    BACK: "This is the back of the sheet. It is shown as a picture below.",
    UNREADABLE: "The photograph could not be read: three attempts failed. Enter the sheet by hand.",
}
"""Why nothing can be used of a photograph; other reasons come with their sentence."""


def problem_of(reading: BackgroundReading | None) -> str:
    """Return why nothing can be used of a photograph, as a sentence; empty if something can."""
    if reading is None or not reading.problem:
        return ""
    sentence = PROBLEMS.get(reading.problem) or reading.facts.get("sentence")
    return str(sentence or PROBLEMS[UNREADABLE])


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMark:
    """One field as it was read: `value` as it would be typed, where its boxes stand, and their row (mm)."""

    name: str
    value: str
    is_asked: bool
    reason: str = ""
    box: tuple[float, float, float, float] | None
    row: tuple[float, float, float, float] | None = None

    @property
    def is_player(self) -> bool:
        """Whether it names a player, by public id."""
        before, _, last = self.name.rpartition("-")
        return last.isdigit() and before.endswith(("-home", "-away"))

    @property
    def cut_out(self) -> dict[str, Any] | None:
        """The part of the straightened sheet to show beside it; of what is asked the whole row is shown."""
        return cut_out(self.box) if self.box and not self.row else None


def cut_out(
    box: tuple[float, float, float, float], outlined: tuple[float, float, float, float] | None = None
) -> dict[str, Any]:
    """Return a rectangle (left, top, width, height in mm) with some white around it."""
    x, y = box[0] - AROUND, box[1] - AROUND
    width, height = box[2] + 2 * AROUND, box[3] + 2 * AROUND
    scale = min(DOTS_PER_MM, MOST_WIDTH / width, MOST_HEIGHT / height)
    return {
        "view_box": f"{x:.1f} {y:.1f} {width:.1f} {height:.1f}",
        "width": round(width * scale),
        "height": round(height * scale),
        "outlined": outlined,
    }


def marks_found(stored: Mapping[str, Any]) -> tuple[FoundMark, ...]:
    """Return the marks of a stored reading."""
    return tuple(
        FoundMark(
            name=mark["name"],
            value=mark["value"],
            is_asked=mark["asked"],
            reason=mark.get("reason", ""),
            box=tuple(mark["box"]) if mark.get("box") else None,
            row=tuple(mark["row"]) if mark.get("row") else None,
        )
        for mark in stored.get("marks", ())
    )


def known_by(marks: tuple[FoundMark, ...], roster: Roster) -> tuple[FoundMark, ...]:
    """Return the marks with the labels of players in place of their public ids; nobody known is asked for."""
    labels = {player.public_id: player.label for player in roster.players}
    return tuple(
        replace(mark, value=labels.get(mark.value, ""), is_asked=mark.is_asked or mark.value not in labels)
        if mark.is_player and mark.value
        else mark
        for mark in marks
    )


def prefilled(
    marks: tuple[FoundMark, ...], draft: Draft | None, confirmed: Mapping[str, str], photograph: str
) -> dict[str, Any]:
    """Return the fields of a reading with those of the draft, or else of the confirmed card.

    A draft saved from this photograph holds what was answered. Another one is only added to: where it says
    something else than the photograph, the page carries no revision of it, so that saving shows both.
    """
    certain = {mark.name: mark.value for mark in marks if mark.value and not mark.is_asked}
    if draft is None:
        return {"fields": {**confirmed, **certain}, "revision": 0}
    if draft.page.startswith(f"{FROM_PHOTOGRAPH}{photograph}-"):
        return {"fields": draft.typed, "revision": draft.revision}
    differs = any(draft.typed.get(name, value) != value for name, value in certain.items())
    return {
        "fields": {**draft.typed, **certain},
        "revision": 0 if differs else draft.revision,
        "is_in_conflict": differs,
    }


def reading_page(
    form: CheckedSheet, marks: tuple[FoundMark, ...], fields: Mapping[str, str]
) -> dict[str, Any]:
    """Return a reading as its page draws it. `fields` are those the page begins with.

    `questions` are the doubtful marks, in the order of the sheet, of which so many are `open`; `read` were
    read without a doubt. `carried` are fields the page does not show, such as remarks of a draft: they are
    sent along.
    """
    boxes = SheetBoxes(form, judged=False, marks={mark.name: mark for mark in marks})
    games = [game for table in boxes.tables() for game in table["games"]]
    shown = [box for game in games for box in _read_boxes(game)]
    questions = tuple(_question(box, box.mark) for box in shown if box.mark and box.mark.is_asked)
    names = {box.name for box in shown}
    return {
        "boxes": boxes,
        "games": games,
        "questions": questions,
        "open": sum(not question["box"].value for question in questions),
        "read": sum(bool(mark.value) and not mark.is_asked for mark in marks),
        "carried": tuple((name, text) for name, text in fields.items() if name not in names and text),
    }


def _read_boxes(game: dict[str, Any]) -> Iterator[FieldBox]:
    """Yield the boxes of a game that are shown, and leave out its rows after the last that says something."""
    rows = [
        {
            "number": row["number"],
            "awards": tuple(cell["box"] for cell in row["cells"]),
            "beside": tuple(
                filter(None, (row["turned"], row["call"], *(cell["hung"] for cell in row["cells"])))
            ),
            "running": row["running"],
        }
        for row in game["rows"]
    ]
    written = (
        row["number"]
        for row in rows
        if any(box.value or (box.mark and box.mark.is_asked) for box in (*row["awards"], *row["beside"]))
    )
    game["hands"] = rows[: max(written, default=0)]
    yield from (*game["names"], game["first_pitch"])
    for row in game["hands"]:
        yield from (*row["beside"], *row["awards"])
    yield from game["finals"]


def _question(box: FieldBox, mark: FoundMark) -> dict[str, Any]:
    last = mark.name.rpartition("-")[2]
    choices: tuple[tuple[str, str, str], ...] = (*TAKERS, EMPTY)
    if last == "pitch":
        choices = (*TAKERS[:2], EMPTY)
    elif last == BEG:
        choices = (*((call, CALL_WORDS[call].capitalize(), "") for call in (GAVE, RAN)), EMPTY)
    elif last == "hung":
        choices = (("y", "Hung", ""), EMPTY)
    elif last in {"final", "turnup"} or last.isdigit():
        choices = ()
    side = next((word for word in ("home", "away") if f"-{word}-" in mark.name), "")
    return {
        "box": box,
        "cut_out": cut_out(mark.row, mark.box) if mark.row else mark.cut_out,
        "reason": mark.reason,
        "choices": choices,
        "is_number": last == "final",
        "side": side if last.isdigit() else "",
    }


def pictures_of(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the parts of the sheet that are shown and not read, such as remarks: each with a title."""
    parts = stored.get("pictures", ())
    return [{"title": part["title"], "cut_out": cut_out(tuple(part["box"]))} for part in parts]


# --- For a captain: entries of the log --------------------------------------------------------------
OF_PHOTOGRAPHS = uuid.UUID("6d0f5c1e-3f0b-5a86-9c1e-6a1f6b8a7d11")


def phone_of(photograph: Photograph) -> uuid.UUID:
    """Return what the entries of a photograph give as their phone."""
    return uuid.uuid5(OF_PHOTOGRAPHS, photograph.public_id)


def entries_of(
    fields: Mapping[str, str], logged: LoggedMatch, photograph: Photograph, now: datetime.datetime
) -> tuple[Sent, ...]:
    """Return the entries that the fields add to the log; what it says already is left out.

    They replace what the same photograph entered before, and nothing else: where a phone says something
    different, both stay. The same fields make the same entries, so that pressing twice enters once.
    Raises ValueError for a field that cannot be read.
    """
    phone = phone_of(photograph)
    sent = []
    for place, texts in _bodies(fields, logged.layout):
        body = read_body(place, texts, logged.layout)
        state = logged.stands.get(place)
        if not body or (state and all(state.body.get(name) == text for name, text in body.items())):
            continue
        heads = state.heads if state else ()
        follows = tuple(uuid.UUID(head.id) for head in heads if head.phone == str(phone))
        told = json.dumps(
            [place.table, place.game, place.name, body, sorted(map(str, follows))], sort_keys=True
        )
        sent.append(
            Sent(
                client_id=uuid.uuid5(phone, told),
                place=place,
                body=body,
                follows=follows,
                entered_at=now,
            )
        )
    return tuple(sent)


def _bodies(fields: Mapping[str, str], layout: Layout) -> Iterator[tuple[SheetPlace, dict[str, Any]]]:
    """Yield each place of the sheet with its fields, in the order of the sheet."""
    for table in range(1, layout.tables + 1):
        for game in layout.games_at(table):
            hands = [f"h{hand}" for hand in range(1, layout.most_hands + 1)]
            places = [SheetPlace(table, game, name) for name in (*SIDE_PLACES, "pitch", *hands)]
            bodies = {place: body_at(place, fields, layout) for place in places}
            yield from bodies.items()
            if not any(body for place, body in bodies.items() if place.hand):
                place = SheetPlace(table, game, FINAL)
                yield place, body_at(place, fields, layout)
