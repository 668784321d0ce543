"""One game of a match replayed hand by hand, and how the lead changed.

The card-by-card view of one hand is in `card_play`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from league.matches.sheet.chances import home_chance, likely_side
from league.matches.sheet.openings import eldest_side, parse_turned, words_for_first
from league.matches.sheet.values import (
    HandNotes,
    Sheet,
    SheetGame,
    ends_by_hands,
    known_running,
)
from league.models import RuleBook
from league.results.pages.card_play import card_play
from league.results.parsing.comparison import CALL_WORDS
from scoring import AWAY, HOME, NOBODY, Side, games
from scoring.axes import Award
from scoring.hands import MARK, Hand, Score
from scoring.rules import Rules

MARKS = {HOME: "home", AWAY: "away", NOBODY: "nobody", None: ""}
PEGGED_FOR = {"turnup": "turned up", "gift": "gift", "misdeal": "misdeal", MARK: "marked in play"}
EVEN = 0.5
REST_WITHOUT_HANDS = "The rest of the table has a score but no hands."
Teams = tuple[str, str]
"""The names of home and away."""


def replay_of(
    sheet: Sheet,
    book: RuleBook,
    teams: Teams,
    *,
    table: str = "",
    game: str = "",
    hand: str = "",
    card: str = "",
) -> dict[str, Any] | None:
    """Return the chosen game, or the first with known hands, at the chosen hand or at its last.

    The choices are texts from the address; with a card, the hand is shown card by card. `settled` are the
    hands whose points are on the board, and `score` is theirs: a hand stepped through card by card is pegged
    when its last card is played. None if those hands are not known.
    """
    fitting = (
        (place, each)
        for place in sheet.tables
        for each in place.games
        if each.hands and table in ("", str(place.number)) and game in ("", str(each.number))
    )
    selected = next(fitting, None)
    if selected is None:
        return None
    (place, chosen), rules = selected, book.rules()
    played = games.score_game(chosen.hands, rules)
    numbers = [str(number) for number in range(1, len(chosen.hands) + 1)]
    at = numbers.index(hand) + 1 if hand in numbers else len(numbers)
    running = known_running(played, chosen.penalties)
    known = sum(score is not None for score in running)
    cards = _cards(chosen, played, rules, teams, at - 1, card) if card else None
    settled = min(known, at if cards is None or cards["at"] == cards["count"] else at - 1)
    chances = _chances(chosen, played, rules, 2 * book.players_a_side)
    hands = tuple(_hands(chosen, played, running, rules, teams, chances[1:]))
    has_openings = any(row["turned"] or row["call"] or row["before"] for row in hands)
    has_chances = any(row["likely"] for row in hands)
    after = f"after hand {settled}" if settled else "before the first hand"
    return {
        "table": place.number,
        "game": chosen.number,
        "game_count": len(place.games),
        "title": f"{book.place(place.number)} {after}",
        "address": f"table={place.number}" + (f"&game={chosen.number}" if len(place.games) > 1 else ""),
        "awards": rules.awards,
        "hands": hands,
        "at": at,
        "current": hands[at - 1],
        "has_openings": has_openings,
        "has_marks": any(peg["what"] == PEGGED_FOR[MARK] for row in hands for peg in row["before"]),
        "has_chances": has_chances,
        "columns": 1 + has_openings + len(rules.awards) + 2 + has_chances,
        "score": played.running[settled - 1] if settled else (0, 0),
        "home_before": before_last(played.running[:settled], HOME),
        "away_before": before_last(played.running[:settled], AWAY),
        "story": _story(chosen, played, teams),
        "tipped": _tipped(played, chances) if ends_by_hands(chosen, played) else "",
        "first": ""
        if chosen.first_pitch is None
        else f"{teams[chosen.first_pitch]} {words_for_first(rules)}.",
        "cards": cards,
    }


def _cards(
    game: SheetGame, played: games.GameScore, rules: Rules, teams: Teams, hand: int, card: str
) -> dict[str, Any] | None:
    """Return the hand (from 0) card by card, where its cards were saved."""
    record = game.notes[hand].record if game.notes else ""
    if not record or game.first_pitch is None:
        return None
    before = played.running[hand - 1] if hand else (0, 0)
    eldest = eldest_side(game.first_pitch, hand)
    return card_play(record, game.hands[hand], rules, eldest, before, teams, card=card)


def _chances(
    game: SheetGame, played: games.GameScore, rules: Rules, players: int
) -> tuple[float | None, ...]:
    """Return home's chance before the first hand and after each; None where it is not known."""
    scores = enumerate(((0, 0), *known_running(played, game.penalties)))
    return tuple(
        None
        if score is None
        else home_chance(score, rules, players=players, first_pitch=game.first_pitch, played=number)
        for number, score in scores
    )


def _tipped(played: games.GameScore, chances: tuple[float | None, ...]) -> str:
    """Return in a sentence which hand made the winner the likelier side for good, if one did."""
    winner = played.winner
    known = [chance for chance in chances[: played.hands + 1] if chance is not None]
    if winner is None or len(known) <= played.hands:
        return ""
    own = [chance if winner == HOME else 1 - chance for chance in known]
    hand = max((number for number, chance in enumerate(own, 1) if chance < EVEN), default=0)
    if hand <= 1:
        return ""
    before, after = (f"{100 * chance:.0f} %" for chance in own[hand - 1 : hand + 1])
    return f"Hand {hand} tipped it: their chance of a win rose from {before} to {after}."


def _hands(
    game: SheetGame,
    played: games.GameScore,
    running: Sequence[Score | None],
    rules: Rules,
    teams: Teams,
    chances: tuple[float | None, ...],
) -> Iterator[dict[str, Any]]:
    notes = game.notes or (HandNotes(),) * len(game.hands)
    for number, (hand, noted, score) in enumerate(zip(game.hands, notes, running, strict=True), 1):
        chance = None if number == played.hands and played.winner is not None else chances[number - 1]
        end = played.ending
        unpegged = end.unpegged if end and end.hand + 1 == number else ()
        awards = [award for award in rules.awards if award not in unpegged]
        yield {
            **hand_seen(number, hand, score, awards, teams),
            "turned": parse_turned(noted.turned),
            "call": CALL_WORDS.get(noted.call, ""),
            "before": tuple(
                {"to": MARKS[peg.side], "points": peg.points, "what": PEGGED_FOR.get(peg.what, peg.what)}
                for peg in hand.before
            ),
            "not_needed": len(unpegged),
            "likely": None if chance is None else likely_side(chance),
            "has_cards": bool(noted.record) and game.first_pitch is not None,
        }


def hand_seen(
    number: int, hand: Hand, score: Score | None, awards: Iterable[Award], sides: Teams
) -> dict[str, Any]:
    """Return a hand as it is read: who took these awards, its penalties, the score after it if it is known.

    A mark comes with whether the jack was hung; `sides` are what a penalty's sides are called.
    """
    home, away = score or (None, None)
    return {
        "number": number,
        "marks": tuple(
            (MARKS[hand.taker(award)], award is Award.JACK and bool(hand.hung)) for award in awards
        ),
        "penalties": tuple(
            {"to": sides[penalty.side], "points": penalty.points, "reason": penalty.reason}
            for penalty in hand.penalties
        ),
        "home": home,
        "away": away,
    }


def _story(game: SheetGame, played: games.GameScore, teams: Teams) -> str:
    """Return the game in one sentence: how long it took, and from how far behind it was won."""
    winner = played.winner
    if winner is None:
        return REST_WITHOUT_HANDS
    if game.contradiction or not ends_by_hands(game, played):
        return ""
    loser = AWAY if winner == HOME else HOME
    worst = max(played.running, key=lambda score: score[loser] - score[winner])
    ended = f"{teams[winner]} won in {played.hands} hands"
    if worst[loser] <= worst[winner]:
        return f"{ended} and were never behind."
    return f"{ended}, coming from {worst[winner]}–{worst[loser]} down."


def before_last(running: tuple[tuple[int, ...], ...], side: Side) -> int | None:
    """Return a side's score before its last points: where its back peg stands.

    None while it has no points.
    """
    scores = [0, *(score[side] for score in running)]
    return next((score for score in reversed(scores) if score != scores[-1]), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """The home side's lead after each hand, the first entry before any; negative where away led.

    `ends` are the tables in the order of their ends: after which hand, which table, and whether home won it.
    `left_out` are the tables whose hands are not known, or not to the end.
    """

    leads: tuple[int, ...]
    ends: tuple[tuple[int, int, bool], ...]
    left_out: tuple[int, ...]

    @property
    def hands(self) -> int:
        """How many hands the longest table had."""
        return len(self.leads) - 1


def swing_of(sheet: Sheet, rules: Rules) -> Swing | None:
    """Return the swing of a match; None if no table's hands are known."""
    margins: dict[int, list[int]] = {}
    ends, left_out = [], []
    for table in sheet.tables:
        if not table.is_played or not table.games:
            continue
        played = [games.score_game(game.hands, rules) for game in table.games]
        if any(map(_has_no_rest, table.games, played)):
            left_out.append(table.number)
            continue
        steps = [step for game_score in played for step in _steps(game_score.running)]
        margins[table.number] = steps
        won = sum((game.home_score or 0) > (game.away_score or 0) for game in table.games)
        ends.append((len(steps), table.number, 2 * won > len(table.games)))
    if not margins:
        return None
    longest = max(len(steps) for steps in margins.values())
    swings = (sum(steps[hand] for steps in margins.values() if hand < len(steps)) for hand in range(longest))
    return Swing(
        leads=tuple(accumulate(swings, initial=0)),
        ends=tuple(sorted(ends)),
        left_out=tuple(left_out),
    )


def _has_no_rest(game: SheetGame, played: games.GameScore) -> bool:
    """Return whether hands are missing: all of them, or those up to its final score."""
    return not game.hands or (not ends_by_hands(game, played) and game.home_score is not None)


def _steps(running: tuple[tuple[int, ...], ...]) -> list[int]:
    """Return by how much each hand of a game changed home's lead."""
    leads = [0, *(score[HOME] - score[AWAY] for score in running)]
    return [after - before for before, after in pairwise(leads)]
