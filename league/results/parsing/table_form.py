"""Forms of the scoring page, as a browser without script sends them, read into entries of the log.

The page says which entries it showed (`follows-…`) and carries an id made when it was drawn, so that a form
sent twice counts once. Anything refused is named with its field, and nothing typed is lost.
"""

import datetime
import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from league.results.log import (
    AWARDS,
    BESIDE,
    CARDS,
    MARKS,
    PENALTIES,
    PENALTY_PARTS,
    SIDE_PLACES,
    Body,
    LogEntry,
    Sent,
    SheetPlace,
)
from league.results.logged_match import LoggedMatch
from league.results.parsing.fields import (
    CONTRADICTION,
    LONGEST_NAME,
    LONGEST_TABLE_REMARKS,
    MOST_PENALTIES,
    FieldFault,
    short,
)
from league.results.parsing.phone_messages import MOST_FOLLOWED, read_body

OTHER = "-other"
NOTHING_SENT = "The page sent nothing that can be kept. Press one of its buttons."
NO_VERSION = "That version is no longer there. Look again which of them is right."
PAGE_LOST = "The page no longer says what it showed. It does now: look through it and press once more."
CHANGED = "The hands have changed meanwhile. Look through them, and begin again."
FULL = "There is room for {} hands."
CHOOSE_FIRST = "Two phones differ in one of these hands. Choose there first."

REMOVE, INSERT = "remove", "insert"
OF_PLACES = {
    "pitch": ("first-pitch",),
    "notes": ("remarks", "not-played"),
    "final": ("home-final", "away-final", CONTRADICTION),
}
"""The fields of the places that have a form of their own."""

# What a field accepts; the sentence follows the quoted text.
RIGHT = {
    **dict.fromkeys(AWARDS, "choose a side, or nobody where nobody had it."),
    "turnup": "type a rank such as A, 6 or J; several in their order.",
    "beg": "choose stood, given one or run.",
    **dict.fromkeys(("home-points", "away-points"), "type the card points in figures."),
    **dict.fromkeys(MARKS, "type in figures what the side marked, 0 for nothing."),
    **dict.fromkeys(("home-final", "away-final"), "type a whole number such as 13."),
    "remarks": f"there is room for {LONGEST_TABLE_REMARKS} letters.",
    "first-pitch": "choose a side.",
}
RIGHT_NAME = f"there is room for {LONGEST_NAME} letters in a name."
RIGHT_PENALTY = "choose who gets the points, and type how many in figures and what for."


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTyped:
    """A form that was read: `place` and `body` of a typed hand, and either entries or refusals."""

    sent: tuple[Sent, ...] = ()
    refusals: tuple[FieldFault, ...] = ()
    place: SheetPlace | None = None
    body: Mapping[str, Any] | None = None


class TableTyping:
    """A form of one game at a table, read against the log."""

    def __init__(
        self, post: Mapping[str, str], logged: LoggedMatch, table: int, game: int, now: datetime.datetime
    ) -> None:
        self.post, self.logged, self.now = post, logged, now
        self.table, self.game = table, game
        self._id = read_id(post.get("id", ""))
        self._refusals: list[FieldFault] = []

    def read(self) -> TableTyped:
        """Return the entries the form makes, or why it makes none."""
        what = self.post.get("what", "")
        readers = {"hand": self._hand, "undo": self._undo, "accept": self._accept, "names": self._names}
        readers |= {name: partial(self._of_place, name) for name in OF_PLACES}
        if what not in readers:
            return _refused(NOTHING_SENT)
        typed = readers[what]()
        if self._id is None:
            return replace(typed, sent=(), refusals=(FieldFault(field="", sentence=PAGE_LOST),))
        return typed

    def _hand(self) -> TableTyped:
        place = self._place()
        if place is None:
            return _refused(NOTHING_SENT)
        typed = {name: self.post.get(name, "") for name in (*AWARDS, *BESIDE, *CARDS)}
        body = self._body(place, typed)
        if penalties := list(self._penalties(place)):
            body[PENALTIES] = penalties
        change = self.post.get("change", "")
        bodies = changed_hands(self.logged, place, change, body)
        if not self._refusals and change != REMOVE:
            self._refusals += self._faults_of(place, bodies)
        made = self._made(place, body, {**typed, PENALTIES: penalties})
        is_moved = change in (REMOVE, INSERT) and not made.refusals
        return self._moved(made, change, bodies) if is_moved else made

    def _moved(self, made: TableTyped, change: str, bodies: Mapping[SheetPlace, Body]) -> TableTyped:
        """Return the entries that remove or insert a hand: one at each place that becomes another hand."""
        # Of what was typed and not of what stands: sent again they are the same.
        ids = {
            SheetPlace(self.table, self.game, f"h{number}"): uuid.uuid5(
                made.sent[0].client_id, f"{change} {number}"
            )
            for number in range(1, self.logged.layout.most_hands + 1)
        }
        if set(map(str, ids.values())) & {entry.id for entry in self.logged.entries}:
            return TableTyped()
        reasons = {
            FULL.format(len(ids)): not bodies.keys() <= ids.keys(),
            CHOOSE_FIRST: any(state.place in bodies for state in self.logged.differing),
            CHANGED: self.post.get("hands-shown", "") != shown_hands(self.logged, self.table, self.game),
        }
        faults = tuple(
            FieldFault(field="", sentence=sentence) for sentence, is_so in reasons.items() if is_so
        )
        sent = (
            replace(
                self._sent(place, body, tuple(map(uuid.UUID, self.logged.heads(place)))),
                client_id=ids[place],
            )
            for place, body in bodies.items()
            if not faults
        )
        return replace(made, sent=tuple(sent), refusals=faults)

    def _place(self) -> SheetPlace | None:
        place = SheetPlace(self.table, self.game, self.post.get("place", ""))
        is_real = place.hand is not None and place.name == f"h{place.hand}"
        return place if is_real and 1 <= (place.hand or 0) <= self.logged.layout.most_hands else None

    def _penalties(self, place: SheetPlace) -> Iterator[dict[str, str]]:
        """Yield the penalty lines that have a side, a reason or a kind: points alone are a default."""
        for row in range(1, MOST_PENALTIES + 1):
            texts = {part: self.post.get(f"p{row}-{part}", "").strip() for part in PENALTY_PARTS}
            if not (texts["side"] or texts["reason"] or texts["kind"]):
                continue
            try:
                read_body(place, {PENALTIES: [texts]}, self.logged.layout)
            except (ValueError, TypeError):
                self._refuse(f"p{row}-side", texts["points"] or texts["side"], RIGHT_PENALTY)
            yield texts

    def _faults_of(self, place: SheetPlace, bodies: Mapping[SheetPlace, Body]) -> Iterator[FieldFault]:
        """Yield the faults of this hand; its effect on later ones is shown, not refused."""
        checked = with_entries(self.logged, bodies).checked
        start = checked.layout.prefix(place.table, place.game)
        hand = f"{start}-{place.name}-"
        rows = (f"{start}-p{number}" for number in range(1, MOST_PENALTIES + 1))
        own_rows = {row for row in rows if checked.fields.get(f"{row}-hand") == str(place.hand)}
        for fault in checked.faults:
            row, _, part = fault.field.rpartition("-")
            if fault.field.startswith(hand):
                yield replace(fault, field=fault.field.removeprefix(hand))
            elif fault.field == f"{start}-first-pitch":
                yield replace(fault, field="first-pitch")
            elif row in own_rows:
                yield replace(fault, field=f"p1-{part}")

    def _undo(self) -> TableTyped:
        is_final = self.post.get("place") == "final"
        place = SheetPlace(self.table, self.game, "final") if is_final else self._place()
        return self._made(place, {}) if place else _refused(NOTHING_SENT)

    def _accept(self) -> TableTyped:
        """Return the entry by which the chosen version replaces all versions of a place."""
        stands = self.logged.stands.get(SheetPlace(self.table, self.game, self.post.get("place", "")))
        versions = stands.versions if stands else ()
        right = [version for version in versions if version.id == self.post.get("version")]
        if not right:
            return _refused(NO_VERSION)
        place = right[0].place
        follows = tuple(map(uuid.UUID, self.logged.heads(place)))
        return TableTyped(sent=(self._sent(place, right[0].body, follows),))

    def _names(self) -> TableTyped:
        """Return an entry of who sits down for each side that changed: names typed, or else those picked."""
        sent = []
        for side in SIDE_PLACES:
            place = SheetPlace(self.table, self.game, side)
            fields = {str(seat): f"{side}-{seat}" for seat in range(1, self.logged.layout.players + 1)}
            names = {
                seat: self.post.get(field + OTHER, "").strip() or self.post.get(field, "")
                for seat, field in fields.items()
            }
            body = self._body(place, names, field=f"{side}-{{}}", right=RIGHT_NAME)
            if body != self.logged.bodies.get(place, {}):
                sent.append(self._sent(place, body, self._follows(place)))
        refusals = tuple(self._refusals)
        return TableTyped(sent=() if refusals else tuple(sent), refusals=refusals)

    def _of_place(self, name: str) -> TableTyped:
        """Return the entry of a place that is no hand; a final score must be possible with the hands."""
        place = SheetPlace(self.table, self.game, name)
        body = self._body(place, {field: self.post.get(field, "") for field in OF_PLACES[name]})
        if name == "final" and body and not self._refusals:
            checked = with_entries(self.logged, {place: body}).checked
            start = checked.layout.prefix(self.table, self.game)
            names = {f"{start}-{field}": field for field in ("home-final", "away-final")}
            self._refusals += [
                replace(fault, field=names[fault.field]) for fault in checked.faults if fault.field in names
            ]
        return self._made(place, body)

    def _body(
        self, place: SheetPlace, typed: Mapping[str, str], *, field: str = "{}", right: str = ""
    ) -> dict[str, Any]:
        """Return the fields of a place that can be read; the others are refused one by one."""
        body: dict[str, Any] = {}
        for name, text in typed.items():
            try:
                body |= read_body(place, {name: text}, self.logged.layout)
            except (ValueError, TypeError, KeyError):
                self._refuse(field.format(name), text, right or RIGHT.get(name, "leave this empty."))
        return body

    def _made(
        self, place: SheetPlace, body: dict[str, Any], typed: Mapping[str, Any] | None = None
    ) -> TableTyped:
        if self._refusals:
            shown = typed if typed is not None else body
            return TableTyped(refusals=tuple(self._refusals), place=place, body=shown)
        return TableTyped(sent=(self._sent(place, body, self._follows(place)),), place=place, body=body)

    def _follows(self, place: SheetPlace) -> tuple[uuid.UUID, ...]:
        """Return the ids of the entries that the page showed at this place.

        An unknown id replaces nothing, so it does no harm.
        """
        texts = self.post.get(f"follows-{place.name}", "").split()
        return tuple(entry_id for word in texts[:MOST_FOLLOWED] if (entry_id := read_id(word)))

    def _sent(self, place: SheetPlace, body: Mapping[str, Any], follows: tuple[uuid.UUID, ...]) -> Sent:
        # The same for a form sent twice, another once it is changed.
        text = json.dumps([self.post.get("what"), place.name, body], sort_keys=True)
        return Sent(
            client_id=uuid.uuid5(self._id or uuid.NAMESPACE_OID, text),
            place=place,
            body=dict(body),
            follows=follows,
            entered_at=self.now,
        )

    def _refuse(self, field: str, text: str, right: str) -> None:
        self._refusals.append(FieldFault(field=field, sentence=f"“{short(text)}” cannot be: {right}"))


def changed_hands(
    logged: LoggedMatch, place: SheetPlace, change: str, body: Body
) -> Mapping[SheetPlace, Body]:
    """Return what stands at each place that changes once a hand is removed, inserted or written there."""
    if change not in (REMOVE, INSERT):
        return {place: body}
    numbers = range(place.hand or 1, logged.hand_to_play(place.table, place.game) + 1)
    places = [replace(place, name=f"h{number}") for number in numbers]
    bodies = [logged.bodies.get(at, {}) for at in places]
    after = bodies[1:] if change == REMOVE else [body, *bodies]
    return {at: now for at, now, was in zip(places, after, bodies, strict=False) if now != was}


def shown_hands(logged: LoggedMatch, table: int, game: int) -> str:
    """Return the entries that are the hands of a game, as its page says that it showed them."""
    hands = (place for place in logged.stands if (place.table, place.game) == (table, game) and place.hand)
    return " ".join(head for place in hands for head in logged.heads(place))


def with_entries(logged: LoggedMatch, bodies: Mapping[SheetPlace, Body]) -> LoggedMatch:
    """Return the match with more entries that replace whatever stands at their places."""
    new = (
        LogEntry(id=f"new {at}", number=logged.last + at, place=place, body=body, follows=logged.heads(place))
        for at, (place, body) in enumerate(bodies.items(), 1)
    )
    return LoggedMatch(logged.match, (*logged.entries, *new), logged.roster, logged.walkover_tables)


def read_id(text: str) -> uuid.UUID | None:
    """Return the id of an entry or a phone; None if the text is none."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _refused(sentence: str) -> TableTyped:
    return TableTyped(refusals=(FieldFault(field="", sentence=sentence),))
