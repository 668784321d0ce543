"""A match night of the demo: who sits down, what is dealt and played, what the captains write down."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from league.matches.sheet.records import format_record
from league.matches.sheet.values import HandNotes, SeatName, Sheet, SheetGame, SheetTable
from scoring import AWAY, HOME, Side
from scoring.awards import deal, play_out, score_deal
from scoring.axes import Award
from scoring.games import score_game
from scoring.hands import Hand, HandPenalty
from scoring.matches import MatchFormat
from scoring.rules import Rules
from tests.tools.demo.card_sense import player
from tests.tools.demo.chance import same_every_time
from tests.tools.demo.happenings import (
    CARD_BY_CARD,
    NOT_PLAYED,
    NOT_REGISTERED,
    ONLY_FINAL_SCORES,
    PEEKED,
    REMARKS,
    TABLES_WITH_ONLY_A_FINAL_SCORE,
    WITH_CARDS,
    Peek,
    Remark,
)
from tests.tools.demo.matches import PlannedMatch
from tests.tools.demo.people import Person, Signing, Squads

STAYS_AT_HOME = 0.1  # how often a regular is missing, as long as somebody is on the bench
SIT_ELSEWHERE = 0.25  # how often a captain changes the order of his pairs

Pair = tuple[Person, Person]


def played_sheet(match: PlannedMatch, squads: Squads, rules: Rules, match_format: MatchFormat) -> Sheet:
    """The sheet of a match, the same every time."""
    if match.date is None:
        raise ValueError(f"{match.name} has no date, so it was not played")
    rng = same_every_time("night", match.name)
    homes = _line_up(squads[match.home.slug], match.date, match_format.tables, rng)
    aways = _line_up(squads[match.away.slug], match.date, match_format.tables, rng)
    remark = REMARKS.get(match.name, Remark())
    return Sheet(
        tables=tuple(
            _table(match, number, home, away, rules, rng)
            for number, (home, away) in enumerate(zip(homes, aways, strict=True), start=1)
        ),
        remarks=remark.public,
        private_remarks=remark.private,
    )


def _line_up(squad: Sequence[Signing], day: date, pairs: int, rng: random.Random) -> list[Pair]:
    """The regulars two and two; now and then somebody from the bench sits in."""
    there = [signing.person for signing in squad if signing.is_in_force(day)]
    playing, bench = there[: 2 * pairs], there[2 * pairs :]
    for place in range(len(playing)):
        if bench and rng.random() < STAYS_AT_HOME:
            playing[place] = bench.pop(rng.randrange(len(bench)))
    line_up = list(zip(playing[::2], playing[1::2], strict=True))
    if rng.random() < SIT_ELSEWHERE:
        rng.shuffle(line_up)
    return line_up


def _table(
    match: PlannedMatch, number: int, home: Pair, away: Pair, rules: Rules, rng: random.Random
) -> SheetTable:
    key = match.name, number
    if key in NOT_PLAYED:
        return SheetTable(number=number, is_played=False, remarks=NOT_PLAYED[key])
    first_pitch: Side = rng.randrange(2)
    played = tuple(_hands(home, away, first_pitch, rules, rng, PEEKED.get(key)))
    hands = tuple(hand for hand, _ in played)
    home_score, away_score = score_game(hands, rules).scores
    only_final = match.name in ONLY_FINAL_SCORES or rng.random() < TABLES_WITH_ONLY_A_FINAL_SCORE
    with_cards = match.name in WITH_CARDS
    game = SheetGame(
        home_score=home_score,
        away_score=away_score,
        home_pair=_written(home),
        away_pair=_written(away, NOT_REGISTERED.get(key)),
    )
    if only_final and key not in PEEKED and not with_cards:
        return SheetTable(number=number, games=(game,))
    on_paper = hands if with_cards else tuple(_awards_alone(hand) for hand in hands)
    notes = tuple(noted for _, noted in played) if match.name in CARD_BY_CARD else ()
    game = replace(game, hands=on_paper, notes=notes, first_pitch=first_pitch)
    return SheetTable(number=number, games=(game,))


def _written(pair: Pair, stranger: str | None = None) -> tuple[SeatName, ...]:
    """The pair's names on the sheet; the second may be somebody the league does not know."""
    first, second = (SeatName(player=person.number) for person in pair)
    return first, SeatName(written=stranger) if stranger else second


def _hands(
    home: Pair, away: Pair, first_pitch: Side, rules: Rules, rng: random.Random, peek: Peek | None
) -> Iterator[tuple[Hand, HandNotes]]:
    """Hand after hand, each pitched by the next seat round the table, until a side is out; with its cards."""
    seats = [(HOME, home[0]), (AWAY, away[0]), (HOME, home[1]), (AWAY, away[1])]
    played: list[Hand] = []
    notes: list[HandNotes] = []
    while score_game(played, rules).winner is None:
        pitcher = (first_pitch + len(played)) % len(seats)
        in_turn = seats[pitcher:] + seats[:pitcher]
        holdings = deal(rng, rules)
        tricks = play_out(holdings, rules, player([person.card_sense for _, person in in_turn], rules, rng))
        hand = score_deal(holdings, tricks, rules, [side for side, _ in in_turn])
        if peek and len(played) + 1 == peek.hand:
            hand = replace(hand, penalties=(HandPenalty(peek.to, rules.peek_penalty or 0, peek.reason),))
        played.append(hand)
        notes.append(HandNotes(record=format_record(holdings, tricks, rules)))
    return zip([*played[:-1], _cut(played, rules)], notes, strict=True)


# The records of a hand, by what they tell of.
RECORDED = {
    Award.HIGH: ("high", "high_card"),
    Award.LOW: ("low", "low_card"),
    Award.JACK: ("jack",),
    Award.GAME: ("game", "card_points"),
}


def _cut(hands: Sequence[Hand], rules: Rules) -> Hand:
    """The last hand as far as it was pegged: after the winning point nobody writes on."""
    ending = score_game(hands, rules).ending
    unpegged = ending.unpegged if ending else ()
    unwritten: dict[str, Any] = {name: None for award in unpegged for name in RECORDED[award]}
    return replace(hands[-1], **unwritten)


def _awards_alone(hand: Hand) -> Hand:
    return Hand(high=hand.high, low=hand.low, jack=hand.jack, game=hand.game, penalties=hand.penalties)
