"""A phone at a table as its script has it (store.js), without a browser: what it says, sends and hears."""

import uuid
from dataclasses import dataclass, field, replace
from typing import Any

from league.results.log import LogEntry, SheetPlace, standing
from league.results.parsing.phone_messages import WIRE
from tests.builders import FRIDAY


@dataclass
class Phone:
    """What a phone has said and seen; an entry without a number is not known to have come in."""

    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    said: dict[str, LogEntry] = field(default_factory=dict)
    seen: dict[str, LogEntry] = field(default_factory=dict)
    read_up_to: int = 0
    replaced: set[str] = field(default_factory=set)
    changes: int = 0
    must_compare: bool = True

    @property
    def unsent(self) -> list[LogEntry]:
        return [entry for name, entry in self.said.items() if name not in self.seen.keys() | self.replaced]

    @property
    def since(self) -> int:
        return 0 if self.must_compare else self.read_up_to

    @property
    def question(self) -> str:
        return f"?since={self.since}&phone={self.id[:8]}"

    def stands(self) -> dict[SheetPlace, Any]:
        held = (*self.seen.values(), *self.unsent)
        return standing(entry for entry in held if entry.id not in self.replaced)

    def say(self, name: str, body: dict[str, str]) -> None:
        place = SheetPlace(1, 1, name)
        there = self.stands().get(place)
        heads = there.heads if there else ()
        entry = LogEntry(
            id=str(uuid.uuid4()),
            number=2**40 + len(self.said),
            place=place,
            body=body,
            follows=tuple(head.id for head in heads),
        )
        self.said[entry.id] = entry

    def letter(self) -> dict[str, Any]:
        entries = [
            {
                "id": one.id,
                "table": one.place.table,
                "game": one.place.game,
                "place": one.place.name,
                "body": one.body,
                "follows": list(one.follows),
                "at": FRIDAY.isoformat(),
            }
            for one in self.unsent
        ]
        return {"v": WIRE, "phone": self.id, "since": self.since, "brief": True, "entries": entries}

    def hear(self, told: dict[str, Any], since: int) -> None:
        """Take in an answer to a letter or a question that said how far the log was read."""
        touched = {}
        for entry in told["entries"]:
            place = SheetPlace(entry["table"], entry["game"], entry["place"])
            touched[entry["id"]] = LogEntry(
                id=entry["id"],
                number=entry["n"],
                place=place,
                body=entry["body"],
                follows=tuple(entry["follows"]),
            )
        self.replaced -= touched.keys()
        replaced = {name for name in told["replaced"] if name in self.said or name in self.seen}
        kept = [name for name in told.get("kept", ()) if name not in touched.keys() | replaced]
        if since == 0:
            self.must_compare = False
            self.replaced = set()
            for name in self.seen.keys() - touched.keys() - replaced:
                del self.seen[name]
        else:
            self.must_compare |= told["changes"] != self.changes or told["next"] < since
        self.must_compare |= bool(kept)
        self.replaced |= replaced
        self.seen |= touched | {name: replace(self.said[name], number=told["next"]) for name in kept}
        self.read_up_to, self.changes = told["next"], told["changes"]
