"""The fields of a reading as entries of the log, for a captain: fields and places are those of a phone."""

import datetime
import json
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from league.models import Photograph
from league.results.log import SIDE_PLACES, Sent, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.parsing.fields import Layout
from league.results.parsing.phone_messages import read_body
from league.results.parsing.recorded_fields import FINAL, body_at

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
        if not body or (state and _agrees(state.body, body)):
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


def _agrees(entered: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    return all(entered.get(name) == text for name, text in body.items())


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
