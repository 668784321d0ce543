"""A phone at a table as its script has it, without a browser: what it says, what it sends, what it hears."""

import uuid
from dataclasses import dataclass, field
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

    @property
    def unsent(self) -> list[LogEntry]:
        return [entry for name, entry in self.said.items() if name not in self.seen]

    def stands(self) -> dict[SheetPlace, Any]:
        return standing([*self.seen.values(), *self.unsent])

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
        return {"v": WIRE, "phone": self.id, "since": self.read_up_to, "entries": entries}

    def hear(self, told: dict[str, Any]) -> None:
        for one in told["entries"]:
            place = SheetPlace(one["table"], one["game"], one["place"])
            self.seen[one["id"]] = LogEntry(
                id=one["id"], number=one["n"], place=place, body=one["body"], follows=tuple(one["follows"])
            )
        self.read_up_to = told["next"]
