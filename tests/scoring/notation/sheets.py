"""Sheets drawn at random, for what must hold of every one; they need not be possible, only writable."""

from hypothesis import strategies as st

from scoring import NOBODY, Hand, Penalty, Suit, variants
from scoring.cards import PACK
from scoring.notation import HandLine, MatchLine, Sheet, TableLine, Tag
from scoring.pegging import Peg
from scoring.records import Bid, Say, ThrowIn
from scoring.seats import Sides
from scoring.tricks import Play

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
    alone = variant.rules.sides is Sides.SINGLES or players in (2, 3)
    if alone and players > 3 and (players, True) not in SEATINGS:
        players = 4 if 4 in variant.rules.players else 2
    return variant, players, SEATINGS[players, alone]


@st.composite
def tags(draw, variant, players, seating):
    found = [Tag("Game", variant.name), Tag("Sides", seating), Tag("Target", str(draw(st.integers(1, 99))))]
    first = draw(st.sampled_from(("FirstPitch", "FirstDealer")))
    found.append(Tag(first, "ABCDEF"[draw(st.integers(0, players - 1))]))
    names = st.from_regex(r"\A[A-Za-z][A-Za-z0-9_]{0,7}\Z").filter(lambda name: name not in _MEANT)
    more = draw(st.dictionaries(names, TEXTS, max_size=3))
    found += [Tag(name, value) for name, value in more.items()]
    if draw(st.booleans()):
        found.append(Tag("Option", "high_points=2"))
    found = draw(st.permutations(found))
    if draw(st.booleans()):
        found.insert(draw(st.integers(0, len(found))), Tag("Result", draw(TEXTS)))
    return tuple(found)


_MEANT = ("Game", "Sides", "Target", "FirstPitch", "FirstDealer", "Result", "Option")


@st.composite
def tricks(draw, players):
    found, gone = [], set()
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
        found.append(tuple(trick))
    return tuple(found)


@st.composite
def marks(draw, played):
    """Which of the cards played once were revokes, and which had been called."""
    cards = [one.card for trick in played for one in trick if isinstance(one, Play)]
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
        penalties=tuple(draw(st.lists(st.builds(Penalty, side, st.integers(1, 9), TEXTS), max_size=2))),
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
    return HandLine(
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
    return TableLine(
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
    return Sheet(
        tags=draw(tags(variant, players, seating)),
        hands=tuple(lines),
        tables=tuple(draw(table_lines(number, sides)) for number in numbers),
        match=draw(maybe(st.builds(MatchLine, scores=score, aggregate=maybe(score)))),
    )
