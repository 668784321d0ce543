"""Where two phones do not agree at a table: each version in words, for somebody to say which is right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.forms.hands_so_far import body_words
from league.forms.logged import LoggedMatch
from league.logbook import Place
from league.selectors.match_squads import MatchSquads

TITLES = {"home": "Who plays", "away": "Who plays", "pitch": "Who opened", "final": "The final score"}
THE_REMARK = "The remark"


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionOnPage:
    """One of several versions of a place: its id, and what it says in words."""

    id: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingPlace:
    """A place where two phones do not agree."""

    place: str
    title: str
    versions: tuple[VersionOnPage, ...]


def differing_places(
    logged: LoggedMatch, squads: MatchSquads, table: int, game: int, sides: Sequence[str]
) -> tuple[DifferingPlace, ...]:
    """The places of a game where phones differ; `sides` are what the two are called."""

    def words(place: Place, body: Mapping[str, Any]) -> str:
        if place.hand is not None:
            return body_words(body, sides, logged.form.rules.awards)
        called = {"h": sides[0], "a": sides[1]} if place.name == "pitch" else {}
        return ", ".join(called.get(text) or squads.name(str(text)) for text in body.values()) or "nothing"

    return tuple(
        DifferingPlace(
            place=one.place.name,
            title=f"Hand {one.place.hand}" if one.place.hand else TITLES.get(one.place.name, THE_REMARK),
            versions=tuple(
                VersionOnPage(id=version.id, words=words(one.place, version.body)) for version in one.versions
            ),
        )
        for one in logged.differing
        if (one.place.table, one.place.game) == (table, game)
    )
