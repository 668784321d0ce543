"""Sheets drawn at random, for what must hold of every one; they need not be possible, only writable."""

from random import Random

from hypothesis import strategies as st

from scoring import NOBODY, Hand, HandPenalty, Suit, variants
from scoring.axes import TrumpBy
from scoring.cards import PACK
from scoring.hands import Peg
from scoring.moments import Stage, Status
from scoring.notation import ParsedHand, ParsedMatch, ParsedSheet, ParsedTable, Tag, line_of, terms
from scoring.positions import Position
from scoring.reckoning import reckon
from scoring.records import Bid, Say, shuffled
from scoring.seats import Partnering
from scoring.tricks import Play, ThrowIn
from tests.scoring.playing import record_of, step

TEXTS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12)
CARDS = st.sampled_from(PACK)
SEATINGS = {
    (2, False): "A=h B=a",
    (2, True): "A B",
    (3, True): "A B C",
    (4, False): "AC=h BD=a",
    (4, True): "A B C D",
    (6, False): "AD=h BE=a CF=3",
}


def maybe(strategy):
    return st.none() | strategy


def holdings(players):
    return st.lists(
        st.lists(CARDS, unique=True, max_size=9).map(lambda cards: tuple(sorted(cards))),
        min_size=players,
        max_size=players,
    ).map(tuple)


@st.composite
def tables(draw):
    """Game, sides and players that go together."""
    variant = draw(st.sampled_from(variants.ALL))
    players = draw(st.sampled_from([count for count in variant.rules.players if count != 5]))
    alone = variant.rules.sides is Partnering.SINGLES or players in (2, 3)
    if alone and players > 3 and (players, True) not in SEATINGS:
        players = 4 if 4 in variant.rules.players else 2
    return variant, players, SEATINGS[players, alone]


@st.composite
def tags(draw, variant, players, seating):
    drawn = [
        Tag("Game", variant.name),
        Tag("Sides", seating),
        Tag("Target", str(draw(st.integers(1, 99)))),
    ]
    first = draw(st.sampled_from(("FirstPitch", "FirstDealer")))
    drawn.append(Tag(first, "ABCDEF"[draw(st.integers(0, players - 1))]))
    names = st.from_regex(r"\A[A-Za-z][A-Za-z0-9_]{0,7}\Z").filter(lambda name: name not in _MEANT)
    more = draw(st.dictionaries(names, TEXTS, max_size=3))
    drawn += [Tag(name, value) for name, value in more.items()]
    if draw(st.booleans()):
        drawn.append(Tag("Option", "high_points=2"))
    drawn = draw(st.permutations(drawn))
    if draw(st.booleans()):
        drawn.insert(draw(st.integers(0, len(drawn))), Tag("Result", draw(TEXTS)))
    return tuple(drawn)


_MEANT = ("Game", "Sides", "Target", "FirstPitch", "FirstDealer", "Result", "Option")


@st.composite
def tricks(draw, players):
    drawn, gone = [], set()
    for _ in range(draw(st.integers(0, 4))):
        here = [seat for seat in range(players) if seat not in gone]
        leader = draw(st.sampled_from(here))
        turns = [turn % players for turn in range(leader, leader + players) if turn % players in here]
        turns = turns[: draw(st.integers(1, len(turns)))]
        trick = []
        for place, seat in enumerate(turns):
            if place and len(here) > 2 and draw(st.integers(0, 9)) == 0:
                thrown = draw(st.lists(CARDS, min_size=1, max_size=5))
                trick.append(ThrowIn(seat, tuple(thrown)))
                gone.add(seat)
                here.remove(seat)
            else:
                trick.append(Play(seat, draw(CARDS)))
        drawn.append(tuple(trick))
    return tuple(drawn)


@st.composite
def marks(draw, played):
    """Which of the cards played once were revokes, and which had been called."""
    cards = [play.card for trick in played for play in trick if isinstance(play, Play)]
    marked = [(card, draw(st.integers(0, 9))) for card in cards if cards.count(card) == 1]
    return tuple(tuple(card for card, mark in marked if mark == sought) for sought in (0, 1))


@st.composite
def hands(draw, sides):
    taker, side = maybe(st.sampled_from((*range(sides), NOBODY))), st.integers(0, sides - 1)
    points = st.lists(st.integers(0, 80), min_size=sides, max_size=sides).map(tuple)
    return Hand(
        high=draw(taker),
        low=draw(taker),
        jack=draw(taker),
        game=draw(taker),
        penalties=tuple(draw(st.lists(st.builds(HandPenalty, side, st.integers(1, 9), TEXTS), max_size=2))),
        trump=draw(maybe(st.sampled_from(Suit))),
        high_card=draw(maybe(CARDS)),
        low_card=draw(maybe(CARDS)),
        pitched=draw(maybe(CARDS)),
        card_points=draw(maybe(points)),
        hung=draw(maybe(st.just(True))),
    )


@st.composite
def hand_lines(draw, number, players, sides):
    seat, side = st.integers(0, players - 1), st.integers(0, sides - 1)
    few = {"max_size": 3}
    played = draw(tricks(players))
    revokes, called = draw(marks(played))
    return ParsedHand(
        number=number,
        eldest=draw(seat),
        hand=draw(hands(sides)),
        scores=draw(maybe(st.lists(st.integers(-9, 99), min_size=sides, max_size=sides).map(tuple))),
        turnups=tuple(draw(st.lists(CARDS, **few))),
        words=tuple(draw(st.lists(st.sampled_from(Say), **few))),
        bids=tuple(draw(st.lists(st.builds(Bid, seat, st.integers(0, 9)), **few))),
        marks=tuple(draw(st.lists(st.builds(Peg, st.just("mark"), side, st.integers(1, 20)), **few))),
        dealt=draw(holdings(players) | st.just(())),
        extra=tuple(draw(st.lists(holdings(players), max_size=2))),
        kept=draw(holdings(players) | st.just(())),
        stock=tuple(draw(st.lists(CARDS, **few))),
        tricks=played,
        revokes=revokes,
        called=called,
        comment=draw(TEXTS).strip(),
    )


@st.composite
def table_lines(draw, number, sides):
    scores = st.lists(st.integers(0, 30), min_size=sides, max_size=sides).map(tuple)
    result = draw(st.sampled_from(("scores", "walkover", "unplayed")))
    named = draw(st.lists(st.integers(0, sides - 1), unique=True, max_size=sides))
    return ParsedTable(
        number=number,
        scores=draw(scores) if result == "scores" else None,
        walkover=draw(st.integers(0, sides - 1)) if result == "walkover" else None,
        names=tuple((side, draw(TEXTS)) for side in named),
        comment=draw(TEXTS).strip(),
    )


@st.composite
def sheets(draw):
    """A sheet that can be written down, if not one that can have happened."""
    variant, players, seating = draw(tables())
    sides = len(seating.split())
    lines = [draw(hand_lines(number, players, sides)) for number in range(1, draw(st.integers(1, 3)) + 1)]
    numbers = draw(st.lists(st.integers(1, 9), max_size=3))
    score = st.lists(st.integers(0, 99), min_size=sides, max_size=sides).map(tuple)
    return ParsedSheet(
        tags=draw(tags(variant, players, seating)),
        hands=tuple(lines),
        tables=tuple(draw(table_lines(number, sides)) for number in numbers),
        match=draw(maybe(st.builds(ParsedMatch, scores=score, aggregate=maybe(score)))),
    )


USUAL_SEATINGS = {2: "A=h B=a", 3: "A B C", 4: "AC=h BD=a", 5: "A B C D E", 6: "AD=h BE=a CF=3"}
ALONE = "A B C D E F"


def seating(game: str, players: int) -> str:
    """The seats as the game sits, partners opposite where it has any."""
    rules = variants.get(game).rules
    usual = Position(shuffled(Random(0), rules, players), rules).table.sides
    return (
        USUAL_SEATINGS[players]
        if len(set(usual)) == len(USUAL_SEATINGS[players].split())
        else ALONE[: 2 * players - 1]
    )


def game_played(rng: Random, game: str, players: int, most: int = 60) -> ParsedSheet:
    """A game from its first deal to its end, or to so many hands."""
    target = variants.get(game).rules.for_players(players).target
    tags = [Tag("Game", game), Tag("Sides", seating(game, players)), Tag("FirstPitch", "A")]
    tags += [Tag("Target", str(target))] if target else []
    sheet_terms = terms(tuple(tags), hands=True)
    scores, eldest, lines, winner = (0,) * len(sheet_terms.labels), 0, [], None
    while winner is None and len(lines) < most:
        deal = shuffled(rng, sheet_terms.rules, players)
        position = Position(deal, sheet_terms.rules, scores=scores, sides=sheet_terms.sides_from(eldest))
        record = hand_played(rng, position)
        lines.append(line_of(record, position, number=len(lines) + 1, eldest=eldest))
        board = reckon(position).board
        scores, winner = board.scores, board.winner
        dealt_again = position.status is Status.REDEAL and sheet_terms.rules.trump is not TrumpBy.AUCTION
        eldest = eldest if dealt_again else (eldest + 1) % players
        if sheet_terms.rules.fixed_hands and len(lines) == sheet_terms.rules.fixed_hands:
            break
    return ParsedSheet(tags=tuple(tags), hands=tuple(lines))


def hand_played(rng: Random, position: Position):
    """A hand played at random to its last card, as it is saved."""
    words, kept = [], []
    while position.stage is not Stage.OVER:
        if position.stage is Stage.KEEPING:
            seat = position.turn
            step(rng, position)
            kept.append(position.holdings[seat])
        elif position.stage in (Stage.PLAY, Stage.BIDDING):
            step(rng, position)
        else:
            words.append(rng.choice([word for word in Say if position.can_say(word)]))
            position.say(words[-1])
    return record_of(position, words, kept)
