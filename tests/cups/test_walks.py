"""Cups of every shape walked to their end, beside a bookkeeper who works out by hand who should be where."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.cups.brackets import bracket_of
from league.cups.progress import plate_entrants, with_draw, with_result, without_draw
from league.cups.rules import CupRefused, DrawnBy, Fill, Handicap, Plate
from tests.cups.cast import a_cup, result
from tests.examples import examples

SHAPES = (
    {"legs": 2},
    {"legs": 2, "drawn_by": DrawnBy.BRACKET, "neutral_rounds": 1},
    {"replays": 1, "deciding_games": 3},
    {"deciding_games": 0},
    {"legs": 2, "replays": 2, "handicap": Handicap(each=1, by_result=2)},
    {"handicap": Handicap(each=2, per=3, most=4), "drawn_by": DrawnBy.BRACKET},
    {"plate": Plate.FIRST_ROUND},
    {"plate": Plate.FIRST_MATCH, "drawn_by": DrawnBy.BRACKET, "legs": 2},
    {"fill": Fill.HIGHEST_LOSERS, "deciding_games": 0},
    {"fill": Fill.HIGHEST_LOSERS, "plate": Plate.FIRST_ROUND},
)


def a_score(chance):
    """A score in which a tie of two sides is often level."""
    return chance.randrange(4), chance.randrange(4)


class Bookkeeper:
    """Who is in which round, with which handicap, by sums of its own."""

    def __init__(self, cup, chance):
        self.rules, self.chance = cup.rules, chance
        self.inside = {entrant.key for entrant in cup.entrants}
        self.handicaps = {entrant.key: entrant.handicap for entrant in cup.entrants}
        self.played, self.beaten = set(), set()

    def start(self, home, away):
        rule = self.rules.handicap
        if rule is None:
            return 0, 0
        ahead = self.handicaps[home] - self.handicaps[away]
        points = abs(ahead) // rule.per * rule.each
        points = points if rule.most is None else min(points, rule.most)
        return (points, 0) if ahead > 0 else (0, points)

    def what_comes(self, legs, start):
        """Everything that is played of a tie, in turn, until somebody has won it: by how much, and who."""
        rules, known = self.rules, {"legs": tuple(a_score(self.chance) for _ in range(legs))}
        lead = sum(home - away + start[0] - start[1] for home, away in known["legs"])
        yield known, lead
        while not lead and (not rules.deciding_games or len(known.get("replays", ())) < rules.replays):
            home, away = a_score(self.chance)
            known |= {"replays": (*known.get("replays", ()), (home, away))}
            lead = home - away + start[0] - start[1]
            yield known, lead
        if not lead:
            most = rules.deciding_games // 2 + 1
            lead = self.chance.choice((-1, 1))
            yield known | {"deciding": (most, 0) if lead > 0 else (0, most)}, lead


def walk(cup, chance):
    """Play a cup out, and check at each step that everybody is where the bookkeeper has them."""
    book, lots, plate, losses = Bookkeeper(cup, chance), 0, set(), {}
    while len(book.inside) > 1:
        if not any(tie.is_open for each in bracket_of(cup).rounds for tie in each.ties):
            cup = without_draw(with_draw(cup, "drawn wrongly")) if chance.random() < 0.5 else cup
            lots += 1
            cup = with_draw(cup, f"lot {lots}")
        number = next(each.number for each in bracket_of(cup).rounds if not each.is_over)
        drawn = bracket_of(cup).rounds[number - 1]
        seated = [seat.entrant.key for tie in drawn.lines for seat in (tie.home, tie.away) if seat.entrant]
        assert sorted(seated) == sorted(book.inside)
        with_a_bye = {entrant.key for entrant in drawn.byes}
        through, moved = set(with_a_bye), {}
        for tie in drawn.ties:
            sides = tie.home.entrant.key, tie.away.entrant.key
            start = book.start(*sides)
            assert tie.start in (start, None) if start == (0, 0) else tie.start == start
            for known, lead in book.what_comes(tie.legs, start):
                known = dict(known)
                cup = with_result(cup, result(tie, *known.pop("legs"), **known))
                now = bracket_of(cup).tie(tie.round, tie.number)
                assert now.is_over is bool(lead)
            winner, loser = sides if lead > 0 else sides[::-1]
            assert (now.winner.key, now.loser.key) == (winner, loser)
            through.add(winner)
            # A loser is known by the score of the tie itself, before any replay.
            ends = [sum(leg[side] + start[side] for leg in now.result.legs) for side in (0, 1)]
            other, own = ends if lead > 0 else ends[::-1]
            losses[loser] = own, own - other
            moved |= {winner: True, loser: False}
            if number == 1 or (cup.rules.plate is Plate.FIRST_MATCH and loser not in book.played):
                plate.add(loser)
        for key, won in moved.items():
            book.played.add(key)
            if cup.rules.handicap:
                book.handicaps[key] += -cup.rules.handicap.by_result if won else cup.rules.handicap.by_result
        if cup.rules.fill is Fill.HIGHEST_LOSERS and number == 1:
            wanted = 2
            while wanted < len(through):
                wanted *= 2
            best = sorted(losses.values(), reverse=True)[: wanted - len(through)]
            cup = with_draw(cup, "lot of the best")
            lots += 1
            again = {entrant.key for entrant in _entrants(bracket_of(cup).rounds[1])} - through
            assert sorted((losses[key] for key in again), reverse=True) == best
            through |= again
            plate -= again
        book.inside = through
    assert {bracket_of(cup).winner.key} == book.inside
    if cup.rules.plate is not Plate.NONE:
        assert {entrant.key for entrant in plate_entrants(cup)} == plate
    return cup


def _entrants(drawn):
    return [seat.entrant for tie in drawn.lines for seat in (tie.home, tie.away) if seat.entrant]


@pytest.mark.parametrize("rules", SHAPES, ids=range(len(SHAPES)))
@given(st.integers(3, 20), st.integers(0, 10**6))
@settings(max_examples=examples(40))
def test_everybody_is_where_they_should_be_until_the_cup_is_won(rules, number, seed):
    chance = Random(seed)
    walk(with_handicaps(a_cup(number, **rules), chance), chance)


def with_handicaps(cup, chance):
    """Return a cup whose entrants have handicaps, if its rules know any."""
    if cup.rules.handicap is None:
        return cup
    entrants = tuple(replace(entrant, handicap=chance.randrange(9)) for entrant in cup.entrants)
    return replace(cup, entrants=entrants)


def test_a_late_correction_keeps_the_bracket_or_is_refused():
    cup = walk(a_cup(8, drawn_by=DrawnBy.BRACKET, legs=2), Random(8))
    seats = [tie.home.entrant for each in bracket_of(cup).rounds for tie in each.ties]
    for tie in bracket_of(cup).rounds[0].ties:
        right = ((9, 0), (9, 0)) if tie.verdict.winner == 0 else ((0, 9), (0, 9))
        cup = with_result(cup, result(tie, *right))
        with pytest.raises(CupRefused, match="The next round follows"):
            with_result(cup, result(tie, *(score[::-1] for score in right)))
    assert [tie.home.entrant for each in bracket_of(cup).rounds for tie in each.ties] == seats
    with pytest.raises(CupRefused):
        without_draw(cup)
