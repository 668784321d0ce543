"""Hands played at random, each compared with a second scorer: what was legal, what was pegged, who won.

The gate plays some of every game at every table; --slow a million, in slices that can be run by themselves
(-k trinidad-2-slice7). A hand is made by its game, its players and its number alone; a failure names them.
"""

from random import Random

import pytest

from scoring import PlayRecord, Position, Rules, ScoringError, variants
from scoring.axes import Award
from scoring.moments import Stage
from scoring.notation import ParsedSheet, Tag, format_sheet, line_of
from scoring.reckoning import reckon
from scoring.replays import replay, verify
from scoring.tricks import Play, ThrowIn
from tests.examples import examples
from tests.scoring import naive
from tests.scoring.notation.sheets import seating
from tests.scoring.playing import GAMES, cards_of, house_of, recorded, rules_as_text

HANDS, MILLION, SLICES = 100, 1_000_000, 10
IN_A_SLICE = -(-MILLION // (len(GAMES) * SLICES))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_second_scorer_agrees(game, players):
    for number in range(examples(HANDS)):
        agree(game, players, f"second {number}", number)


@pytest.mark.slow  # half a minute a slice
@pytest.mark.parametrize("slice_number", range(SLICES), ids="slice{}".format)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_second_scorer_agrees_on_a_million_hands(game, players, slice_number):
    for number in range(slice_number * IN_A_SLICE, (slice_number + 1) * IN_A_SLICE):
        agree(game, players, f"million {number}", number)


def agree(game: str, players: int, seed: str, number: int) -> None:
    """Play the hand of a seed, and compare."""
    options = house_of(game, players, number)
    rules = variants.get(game).rules.with_options(options)
    record, position = recorded(Random(f"{seed} {game} {players}"), rules, players)
    try:
        assert_legal(position)
        assert_scored(record, position, rules)
    except (AssertionError, ScoringError) as trouble:
        hand = f"{game}, {players} players, seed {seed!r}, options {options}\n{position.to_text()}"
        raise AssertionError(f"{hand}\n{afn(record, position, game, options)}") from trouble


def assert_legal(position: Position) -> None:
    """Look at every card played, and at the holding it came from, from the last back to the first."""
    rules, back = rules_as_text(position.rules), position.copy()
    for trick in reversed(position.tricks):
        for place in reversed(range(len(trick))):
            back.undo()
            held = list(map(str, back.holdings[back.turn]))
            laid = [str(laid.card) for laid in trick[:place] if isinstance(laid, Play)]
            trump = back.trump and str(back.trump)
            legal = [card for card in held if naive.may_play(card, held, laid, trump, rules)]
            assert list(map(str, back.legal_plays())) == legal
            assert back.can_throw_in() == naive.may_throw_in(held, laid, trump, rules)
    assert back.stage is Stage.PLAY or not position.tricks


def assert_scored(record: PlayRecord, position: Position, rules: Rules) -> None:
    """Reckon the hand as it was played, replayed and verified, and by the second scorer."""
    sides, scores = position.table.sides, position.table.scores
    again = replay(record, rules, scores=scores)
    assert again.moment == position.moment._replace(stock=again.moment.stock)
    reckoned = reckon(again)
    assert verify(record, rules, scores=scores) == reckoned
    status, board, pegged, winner, scored = naive.score(
        text(record), rules_as_text(position.rules), sides, scores
    )
    assert (list(reckoned.board.scores), reckoned.board.winner) == (board, winner)
    assert [(point.what, point.side, point.points) for point in reckoned.board.pegged] == pegged
    assert position.moment.status.value == status
    if scored:
        takers = [reckoned.awarded(award) for award in Award]
        assert [point.side if point else None for point in takers] == list(scored[0])
        assert list(reckoned.card_points) == scored[1]


def text(record: PlayRecord) -> dict[str, object]:
    """A record as text, for the second scorer."""
    return {
        "penalties": [(penalty.side, penalty.points) for penalty in record.penalties],
        "words": [str(word) for word in record.words],
        "turnups": [str(card) for card in record.turnups],
        "bids": [tuple(play) for play in record.bids],
        "trump": record.trump and str(record.trump),
        "tricks": [
            [(play.seat, [str(card) for card in cards_of(play)], isinstance(play, ThrowIn)) for play in trick]
            for trick in record.tricks
        ],
    }


def afn(record: PlayRecord, position: Position, game: str, options: dict[str, object]) -> str:
    """The hand as a file, for whoever looks into it: from 0-0, as no file begins elsewhere."""
    tags = [Tag("Game", game), Tag("Sides", seating(game, len(record.holdings))), Tag("FirstPitch", "A")]
    tags += [Tag("Option", f"{name}={written(value)}") for name, value in options.items()]
    return format_sheet(ParsedSheet(tags=tuple(tags), hands=(line_of(record, position),)))


def written(value: object) -> str:
    """The value of an option as it is typed."""
    if isinstance(value, dict):
        return " ".join(f"{rank}:{points}" for rank, points in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
