"""Hands and games of Don and Phat played at random, each put to the engine and to the independent scorer.

`python3 -m tests.scoring.don_hands 500000 SEED` plays so many hands, and games in files beside them.
"""

import json
import sys
from collections.abc import Sequence
from functools import cache
from random import Random

from scoring import (
    Deal,
    IllegalPlay,
    ImpossibleHand,
    PlayRecord,
    Position,
    Rules,
    notation,
    parse_card,
    variants,
)
from scoring.axes import Award
from scoring.questions import reply
from scoring.reckoning import reckon
from scoring.replays import replay
from scoring.tricks import Play
from tests.scoring import independent_don as second

CARDS = {text: parse_card(text) for text in second.PACK}
NAMES = list(second.GAMES)
TARGETS = {"nine_card_don": (121,), "irish_don": (81,), "phat": (91, 121)}
TEN_IS_BIG = {"trump_honours": {**second.COURT, "5": 10, "T": 18}, "plain_honours": {"5": 5, "T": 9}}
SAME_CODE = {"trick_length": "turn", "no_play": "turn", "sides": "players"}
SEATS = "ABCD"

Tricks = Sequence[Sequence[tuple[int, str]]]


@cache
def rules_of(name: str, options: str) -> Rules:
    """Return the engine's rules of a game with options, in JSON."""
    return variants.get(name).rules.with_options(json.loads(options))


def typed(value: object) -> str:
    """Return the value of an option as it is typed."""
    if isinstance(value, dict):
        return " ".join(f"{rank}:{points}" for rank, points in value.items())
    return str(value)


class House:
    """The rules of a table: the second scorer's `game`, and the engine's `options`."""

    def __init__(self, rng: Random, name: str) -> None:
        self.name = name
        self.options: dict[str, object] = {}
        if rng.random() < 0.3:
            self.options["target"] = rng.choice(TARGETS[name])
        big = name != "nine_card_don" and rng.random() < 0.3
        if big:
            self.options |= TEN_IS_BIG
        self.game = second.with_options(
            second.GAMES[name],
            target=int(str(self.options.get("target", second.GAMES[name].target))),
            ten_is_big=big,
        )


class PlayedHand:
    """A hand played at random to its last card, from a score and with what a level game has added."""

    def __init__(
        self, rng: Random, house: House, scores: list[int], sides: Sequence[int], carried: int
    ) -> None:
        self.house, self.game = house, house.game
        self.scores, self.sides, self.carried = scores, sides, carried
        pack = rng.sample(second.PACK, second.PLAYERS * self.game.cards)
        if rng.random() < 0.3:  # long suits, where many cannot follow
            pack.sort(key=lambda card: (card[1], rng.random()))
        self.dealt = [pack[player * self.game.cards :][: self.game.cards] for player in range(second.PLAYERS)]
        self.tricks: list[list[tuple[int, str]]] = []
        self.legal: list[list[str]] = []
        self.play(rng, keen=rng.choice((0, 0.7)))

    def play(self, rng: Random, keen: float) -> None:
        """Play cards by chance; who is keen plays the highest card as often as that."""
        held = [list(holding) for holding in self.dealt]
        leader, trump = 0, ""
        for _ in range(self.game.cards):
            trick: list[tuple[int, str]] = []
            for place in range(second.PLAYERS):
                player = (leader + place) % second.PLAYERS
                led = trick[0][1][1] if trick else None
                legal = second.may_be_played(held[player], led)
                card = rng.choice(legal)
                if rng.random() < keen:
                    card = max(legal, key=lambda one: second.RANKS.index(one[0]))
                trump = trump or card[1]
                held[player].remove(card)
                trick.append((player, card))
                self.legal.append(legal)
            self.tricks.append(trick)
            leader = second.best_of(trick, trump)

    def options(self) -> dict[str, object]:
        """The options of this hand: the engine is told what game is worth now."""
        more = {"game_points": self.game.game + self.carried} if self.carried else {}
        return {**self.house.options, **more}

    def rules(self) -> Rules:
        """The engine's rules of this hand."""
        return rules_of(self.house.name, json.dumps(self.options()))

    def assert_legal(self) -> None:
        """Ask the engine at every card what may be played, until a side is out."""
        deal = Deal.of(*(" ".join(holding) for holding in self.dealt))
        position = Position(deal, self.rules(), scores=tuple(self.scores), sides=tuple(self.sides))
        plays = [play for trick in self.tricks for play in trick]
        for (player, card), legal in zip(plays, self.legal, strict=True):
            if position.is_over:
                return
            assert position.turn == player
            assert sorted(map(str, position.legal_plays())) == sorted(legal)
            position.play(card)

    def by_question(self, tricks: Tricks, *, stopped: bool) -> dict[str, object]:
        """What the engine answers to a question of JSON."""
        hand = {
            "variant": self.house.name,
            "options": self.options(),
            "scores": self.scores,
            "teams": self.sides,
            "dealt": self.dealt,
            "tricks": tricks,
            "incomplete": stopped,
        }
        return reply(json.dumps({"kind": "score_hand", "input": hand}).encode())

    def by_record(self, tricks: Tricks, *, stopped: bool) -> dict[str, object]:
        """What the engine says in Python, in the form of its answers."""
        record = PlayRecord(
            holdings=tuple(tuple(CARDS[card] for card in holding) for holding in self.dealt),
            tricks=tuple(tuple(Play(player, CARDS[card]) for player, card in trick) for trick in tricks),
            cut_short=stopped,
        )
        try:
            position = replay(record, self.rules(), scores=tuple(self.scores), sides=tuple(self.sides))
        except (IllegalPlay, ImpossibleHand) as refusal:
            fault = refusal.faults[0]
            code = SAME_CODE.get(fault.code, fault.code)
            names = ("player",) if fault.params.get("trick") is None else ("trick", "play")
            where = {name: fault.params[name] for name in names if name in fault.params}
            return {"legal": False, "error": code, "where": where}
        reckoned = reckon(position)
        game = reckoned.awarded(Award.GAME)
        return {
            "legal": True,
            "trump": position.trump and position.trump.value,
            "trick_winners": list(position.trick_winners),
            "complete": reckoned.is_complete,
            "game": game.side if game else None,
            "card_points": list(reckoned.card_points),
            "pegged": [
                {"what": point.what, "team": point.side, "points": point.points}
                for point in reckoned.board.pegged
            ],
            "scores": list(reckoned.board.scores),
            "winner": reckoned.board.winner,
        }

    def second(self, tricks: Tricks, *, stopped: bool = False) -> second.Score | second.Refused:
        """What the second scorer says."""
        table = {"scores": self.scores, "sides": self.sides, "carried": self.carried}
        try:
            return second.score_hand(self.game, self.dealt, tricks, stopped_early=stopped, **table)
        except second.Refused as refusal:
            return refusal

    def compare(self, tricks: Tricks, *, stopped: bool = False, by_question: bool = False) -> None:
        """Ask both, and compare everything they say."""
        answer = (self.by_question if by_question else self.by_record)(tricks, stopped=stopped)
        expected = self.second(tricks, stopped=stopped)
        if isinstance(expected, second.Refused):
            assert answer == {"legal": False, "error": expected.code, "where": expected.where}
            return
        assert answer["legal"], answer
        assert answer["trump"] == expected.trump
        assert answer["pegged"] == [
            {"what": what if what == "game" else f"honour:{what}", "team": side, "points": points}
            for what, side, points in expected.pegged
        ]
        assert (answer["scores"], answer["winner"]) == (expected.scores, expected.winner)
        if "trick_winners" not in answer:  # nothing was played
            assert not tricks
            return
        assert answer["trick_winners"] == expected.trick_winners
        assert answer["card_points"] == expected.card_points
        assert answer["complete"] == expected.complete
        assert answer["game"] == (expected.game_side if self.game.game else None)


def cut(rng: Random, hand: PlayedHand) -> Tricks:
    """Return the tricks up to some card."""
    tricks = hand.tricks[: rng.randint(0, hand.game.cards)]
    if tricks and rng.random() < 0.5:
        return [*tricks[:-1], tricks[-1][: rng.randint(1, second.PLAYERS)]]
    return tricks


def spoilt(rng: Random, hand: PlayedHand) -> Tricks:
    """Return the tricks with one thing changed: another card or player, a play left out, one too many."""
    tricks = [list(trick) for trick in hand.tricks]
    number, place = rng.randrange(len(tricks)), rng.randrange(second.PLAYERS)
    player, card = tricks[number][place]
    later = [other for trick in tricks[number:] for who, other in trick if who == player]
    change = rng.random()
    if change < 0.5:  # another card of the same player: often a revoke, or a fault later
        tricks[number][place] = (player, rng.choice(later))
    elif change < 0.7:
        tricks[number][place] = (player, rng.choice(second.PACK))
    elif change < 0.85:
        tricks[number][place] = (rng.randrange(second.PLAYERS), card)
    elif change < 0.95:
        del tricks[number][place]
    else:
        tricks[number].append((rng.randrange(second.PLAYERS), rng.choice(second.PACK)))
    return tricks


def misdeal(rng: Random, dealt: list[list[str]]) -> None:
    """Deal a card twice, too many or too few, or to too few players."""
    player, change = rng.randrange(second.PLAYERS), rng.random()
    if change < 0.4:
        dealt[player][rng.randrange(len(dealt[player]))] = rng.choice(dealt[player - 1])
    elif change < 0.7:
        dealt[player].append(rng.choice(second.PACK))
    elif change < 0.9:
        dealt[player].pop()
    else:
        dealt.pop()


def agree_on_a_hand(name: str, seed: str, *, altered: bool = True, asked: bool = True) -> None:
    """Play the hand of a seed and compare: altered, also cut short, with one thing wrong.

    Asked, by questions of JSON instead of records, and at every card what may be played.
    """
    rng = Random(f"don {name} {seed}")
    house = House(rng, name)
    near = rng.random() < 0.5  # games that end in the middle of a hand, often
    scores = [house.game.target - rng.randint(1, 60) if near else rng.randint(0, 20) for _ in range(2)]
    carried = rng.choice((0, 0, 8, 16)) * house.game.carries
    hand = PlayedHand(rng, house, scores, rng.choice(((0, 1, 0, 1), (1, 0, 1, 0))), carried)
    try:
        if asked:
            hand.assert_legal()
        hand.compare(hand.tricks, by_question=asked)
        if altered:
            hand.compare(cut(rng, hand), stopped=rng.random() < 0.8, by_question=asked)
            hand.compare(spoilt(rng, hand), by_question=asked)
            misdeal(rng, hand.dealt)
            hand.compare(hand.tricks, by_question=asked)
    except AssertionError as trouble:
        table = f"{scores}, sides {hand.sides}, options {hand.options()}, dealt {hand.dealt}"
        raise AssertionError(f"{name}, seed {seed!r}: {table}, {hand.tricks}") from trouble


def agree_on_a_game(name: str, seed: str) -> int:
    """Play a game to its end, write it down with the second scorer's figures, and have the engine check it.

    Then with one figure wrong, which the engine must find. Returns how many hands it took.
    """
    rng = Random(f"game of don {name} {seed}")
    house = House(rng, name)
    lines = [f'[Game "{name}"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "{house.game.target}"]']
    lines += [
        f'[Option "{option}={typed(value)}"]' for option, value in house.options.items() if option != "target"
    ]
    scores, carried, winner, after, number = [0, 0], 0, None, [], 0
    while winner is None:
        number += 1
        first = number - 1
        hand = PlayedHand(rng, house, scores, (0, 1, 0, 1) if first % 2 == 0 else (1, 0, 1, 0), carried)
        made = hand.second(hand.tricks)
        assert isinstance(made, second.Score)
        tricks = (
            hand.tricks[: made.won_in + 1] if made.won_in is not None and rng.random() < 0.5 else hand.tricks
        )
        seats = [SEATS[(first + player) % second.PLAYERS] for player in range(second.PLAYERS)]
        after.append(len(lines))
        lines.append(f"{number}. {seats[0]} = {made.scores[0]}-{made.scores[1]}")
        suits = [
            ".".join("".join(card[0] for card in holding if card[1] == suit) for suit in second.SUITS)
            for holding in hand.dealt
        ]
        lines.append("deal " + " ".join(f"{seat}:{text}" for seat, text in zip(seats, suits, strict=True)))
        for at, trick in enumerate(tricks):
            cards = " ".join(card for _, card in trick)
            lines.append(f"play {at + 1} {seats[trick[0][0]]} {cards}")
        scores, carried, winner = made.scores, made.carried, made.winner
    lines.append(f'[Result "{scores[0]}-{scores[1]}"]')
    assert faults_of(lines) == [], "\n".join(lines)
    wrong = rng.choice(after)
    head, figures = lines[wrong].split(" = ")
    home, away = figures.split("-")
    lines[wrong] = f"{head} = {int(home) + rng.choice((1, -1 if int(home) else 2))}-{away}"
    assert wrong + 1 in faults_of(lines), "\n".join(lines)
    return number


def faults_of(lines: list[str]) -> list[int | None]:
    """Return the lines in which the engine finds a fault."""
    [sheet] = notation.parse("\n".join(lines))
    return [fault.line for fault in notation.check(sheet)]


def main(arguments: list[str]) -> None:
    """Play so many hands of a seed, and games."""
    total, seed = int(arguments[0]), arguments[1] if len(arguments) > 1 else "0"
    games = 0
    for number in range(total):
        name, turn = NAMES[number % len(NAMES)], number // len(NAMES)
        agree_on_a_hand(name, f"{seed} {number}", altered=turn % 5 == 0, asked=turn % 20 == 0)
        if number % 100 == 0:
            games += 1
            agree_on_a_game(NAMES[games % len(NAMES)], f"{seed} {number}")
        if number % 10_000 == 9_999:
            print(f"{number + 1:,} hands and {games:,} games, no difference", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
