"""The hands of a game so far, each in a line: who took what, what it pegged, the score after it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.forms.hand_asked import MARKS
from league.forms.logged import LoggedMatch
from league.forms.table_words import left_right, pegged
from league.logbook import BESIDE, PENALTIES, Place
from scoring import AWAY, HOME
from scoring.axes import Award
from scoring.games import GameScore


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """A hand so far: its marks, what it pegged, the score after it, and the score before a correction."""

    number: int
    marks: tuple[tuple[str, str], ...]
    pegged: str
    score: str
    was: str
    beside: str
    won: bool
    faults: tuple[str, ...]


def hand_lines(
    table: int, game: int, last: int, *, now: LoggedMatch, was: LoggedMatch, us: str = ""
) -> tuple[HandLine, ...]:
    """The hands of a game, the latest first; `was` is the match before a correction being looked at."""
    return tuple(_line(Place(table, game, f"h{number}"), now, was, us) for number in range(last, 0, -1))


def _line(place: Place, now: LoggedMatch, was: LoggedMatch, us: str) -> HandLine:
    stands = now.stands.get(place)
    body: Mapping[str, Any] = stands.body if stands else {}
    number = place.hand or 0
    after, earlier = score_at(now, place, number), score_at(was, place, number)
    return HandLine(
        number=number,
        marks=tuple(
            (award.words, MARKS.get(body.get(award.value, ""), "")) for award in now.form.rules.awards
        ),
        pegged=pegged(score_at(now, place, number - 1), after, us),
        score=left_right(after, us),
        was=left_right(earlier, us) if earlier != after else "",
        beside=beside_words(body),
        won=_ends(now, place),
        faults=tuple(_faults_of(place, now)),
    )


def _faults_of(place: Place, logged: LoggedMatch) -> Iterator[str]:
    start = f"{logged.layout.prefix(place.table, place.game)}-{place.name}-"
    yield from dict.fromkeys(fault.sentence for fault in logged.form.faults if fault.field.startswith(start))


def _ends(logged: LoggedMatch, place: Place) -> bool:
    """Whether the game was won in this hand."""
    played = logged.form.played.get((place.table, place.game))
    return played is not None and played.ending is not None and played.ending.hand + 1 == place.hand


def score_at(logged: LoggedMatch, place: Place, hand: int) -> tuple[int, ...]:
    """The score of a game after a hand, as far as its hands go."""
    played: GameScore | None = logged.form.played.get((place.table, place.game))
    running = played.running if played else ()
    return running[min(hand, len(running)) - 1] if hand and running else (0, 0)


def body_words(body: Mapping[str, Any], sides: Sequence[str], awards: Sequence[Award]) -> str:
    """A hand in words: “High us, Low them, Jack nobody, Game us; 4 to them (peeked)”."""
    called = {"h": sides[HOME], "a": sides[AWAY], "-": "nobody"}
    taken = [f"{award.words} {called[body[award]]}" for award in awards if body.get(award) in called]
    given = [
        f"{one.get('points') or 'game'} to {called[one['side']]} ({one.get('reason') or one.get('kind')})"
        for one in body.get(PENALTIES, ())
    ]
    said = (beside_words(body), ", ".join(taken), ", ".join(given))
    return "; ".join(filter(None, said)) or "taken back"


SAID = {"-": "stood", "g": "given one", "r": "run"}


def beside_words(body: Mapping[str, Any]) -> str:
    """What stands beside the awards: “turned 6, run, jack hung”."""
    turned, said, hung = (body.get(part, "") for part in BESIDE)
    words = (f"turned {turned}" if turned else "", SAID.get(said, ""), "jack hung" if hung else "")
    return ", ".join(filter(None, words))
