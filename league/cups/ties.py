"""A tie and a round of ties: who has won by the rules of the cup, and what is still to be played."""

from dataclasses import dataclass

from league.cups.entries import Entrant, TieResult
from league.cups.rules import CupRefused, CupRules
from league.matches.outcomes import AtFault, Pair
from league.shared.text import capitalised, count, counted

HOME, AWAY = 0, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TieVerdict:
    """How a tie stands: who goes through (0 the home side, 1 the away side), and how, or what comes next.

    Over without a winner: nobody goes through. `score` is the one that decided it, with any start. `next_leg`
    is the number of the match to be played next, legs before replays; None if there is none, or only deciding
    games are left. `is_void` is a match of a group that counts for nobody.
    """

    winner: int | None = None
    is_over: bool = False
    score: Pair | None = None
    words: str = ""
    next_leg: int | None = None
    is_void: bool = False


def tie_verdict(result: TieResult | None, rules: CupRules, *, legs: int, start: Pair = (0, 0)) -> TieVerdict:
    """Return how a tie of so many legs stands. The start counts in every leg and replay."""
    if result is None:
        return TieVerdict(words="To be played.", next_leg=1)
    if result.at_fault is not None:
        winner = {AtFault.HOME: AWAY, AtFault.AWAY: HOME}.get(result.at_fault)
        text = "Walkover" if winner is not None else "Nobody goes through"
        return TieVerdict(
            winner=winner, is_over=True, words=f"{text}: {result.reason}" if result.reason else f"{text}."
        )
    if len(result.legs) < legs:
        text = "The second leg is to be played." if result.legs else "To be played."
        return TieVerdict(words=text, next_leg=len(result.legs) + 1)
    return _played(result, rules, start)


def group_verdict(result: TieResult | None, *, start: Pair = (0, 0)) -> TieVerdict:
    """Return how a match of a group stands: it may end level."""
    if result is None:
        return TieVerdict(words="To be played.", next_leg=1)
    if result.at_fault is AtFault.BOTH:
        words = f"Lost by both: {result.reason}" if result.reason else "Lost by both."
        return TieVerdict(is_over=True, words=words)
    if result.at_fault is not None or not result.legs:
        return tie_verdict(result, CupRules(), legs=1, start=start)
    score = _with(result.legs[0], start)
    if score[HOME] == score[AWAY]:
        return TieVerdict(is_over=True, score=score, words=f"{_score_text(score)}.")
    on = " with the start" if any(start) else ""
    return _won(score, f"{_score_text(score)}{on}.")


def _played(result: TieResult, rules: CupRules, start: Pair) -> TieVerdict:
    legs = [_with(leg, start) for leg in result.legs]
    total = sum(leg[HOME] for leg in legs), sum(leg[AWAY] for leg in legs)
    on = " with the start" if any(start) else ""
    if total[HOME] != total[AWAY]:
        return _won(total, f"{_score_text(total)}{' over two legs' if len(legs) > 1 else ''}{on}.")
    for replay in (_with(numbers, start) for numbers in result.replays):
        if replay[HOME] != replay[AWAY]:
            return _won(replay, f"{_score_text(replay)} in a replay{on}, after {_score_text(total)}.")
    if result.deciding is not None:
        games = "a deciding game" if sum(result.deciding) == 1 else "deciding games"
        return _won(
            result.deciding, f"{_score_text(result.deciding)} in {games}, after {_score_text(total)}."
        )
    return TieVerdict(
        score=total,
        words=f"Level at {_score_text(total)}{on}: {_next(result, rules)}.",
        next_leg=len(legs) + len(result.replays) + 1 if _is_replayed(result, rules) else None,
    )


def _is_replayed(result: TieResult, rules: CupRules) -> bool:
    return not rules.deciding_games or len(result.replays) < rules.replays


def _next(result: TieResult, rules: CupRules) -> str:
    if _is_replayed(result, rules):
        at = "the home side’s" if len(result.replays) % 2 else "the away side’s"
        return f"to be replayed at {at} pub"
    if rules.deciding_games == 1:
        return "one deciding game is to be played"
    return f"the most of {count(rules.deciding_games)} deciding games are to be won"


def _won(score: Pair, words: str) -> TieVerdict:
    winner = HOME if score[HOME] > score[AWAY] else AWAY
    return TieVerdict(winner=winner, is_over=True, score=score, words=words)


def _with(score: Pair, start: Pair) -> Pair:
    return score[HOME] + start[HOME], score[AWAY] + start[AWAY]


def _score_text(score: Pair) -> str:
    return f"{score[HOME]}-{score[AWAY]}"


def verify_result(result: TieResult, rules: CupRules, *, legs: int, start: Pair = (0, 0)) -> None:
    """Raise CupRefused for a result that cannot have been, under the rules of the cup."""
    deciding = (result.deciding,) if result.deciding else ()
    low = [score for score in (*result.legs, *result.replays, *deciding) if min(score) < 0]
    if low:
        raise CupRefused(f"{_score_text(low[0])} is not a score. Scores are 0 or more.")
    if len(result.legs) > legs:
        raise CupRefused(f"{capitalised(_legs(len(result.legs)))} are entered; this tie has {_legs(legs)}.")
    _verify_replays(result, rules, legs, start)
    if result.deciding is not None:
        _verify_deciding(result.deciding, rules)


def _verify_replays(result: TieResult, rules: CupRules, legs: int, start: Pair) -> None:
    """Raise CupRefused for replays or deciding games that are too many, too early or after a win."""
    if not (result.replays or result.deciding):
        return
    if len(result.legs) < legs:
        raise CupRefused("A replay or a deciding game comes after the tie itself; enter its score first.")
    for number in range(len(result.replays) + bool(result.deciding)):
        before = TieResult(
            round=result.round, number=result.number, legs=result.legs, replays=result.replays[:number]
        )
        verdict = tie_verdict(before, rules, legs=legs, start=start)
        if verdict.is_over:
            raise CupRefused(f"The tie was won already, {verdict.words} Nothing is played after that.")
    most = rules.replays if rules.deciding_games else len(result.replays)
    if len(result.replays) > most:
        entered = f"{capitalised(count(len(result.replays)))} replay{'' if len(result.replays) == 1 else 's'}"
        raise CupRefused(f"{entered} entered; the rules of this cup allow {count(most) if most else 'none'}.")
    if result.deciding and len(result.replays) < most:
        raise CupRefused("A level tie is replayed first; deciding games come after that.")


def _verify_deciding(games: Pair, rules: CupRules) -> None:
    most = rules.deciding_games
    if not most:
        raise CupRefused("This cup has no deciding games. A level tie is replayed until one side wins.")
    if max(games) <= most // 2 or sum(games) > most or games[HOME] == games[AWAY]:
        expected = "1-0" if most == 1 else f"{most // 2 + 1}-0 to {most // 2 + 1}-{most // 2}"
        raise CupRefused(
            f"{_score_text(games)} decides nothing; {_games(most)} end {expected}, either way round."
        )


def _legs(number: int) -> str:
    return counted(number, "leg")


def _games(number: int) -> str:
    return "a single deciding game would" if number == 1 else f"{count(number)} deciding games"


@dataclass(frozen=True, slots=True, kw_only=True)
class TieSeat:
    """One side of a tie: an entrant, the winner of an earlier tie, nobody (a bye), or not drawn yet.

    `feeder` is the number of the tie in the round before whose winner sits here, if the bracket says so, and
    `fed_by` what that tie is called.
    """

    entrant: Entrant | None = None
    feeder: int | None = None
    fed_by: int = 0
    is_empty: bool = False

    @property
    def words(self) -> str:
        """The entrant's name; winner of tie 3; bye; to be drawn."""
        if self.entrant:
            return self.entrant.name
        if self.is_empty:
            return "bye"
        return f"winner of tie {self.fed_by}" if self.feeder else "to be drawn"


EMPTY = TieSeat(is_empty=True)
NOTHING_YET = TieVerdict()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Two seats of a round, numbered from the top, and what has come of them.

    `called` is its number through all rounds of the knock-out, by which people know it; 0 for a bye.
    `start` is what each side has on the board before every match of it; None until both are known. `group`
    is the letter of its group, if it is a match of one.
    """

    round: int
    number: int
    home: TieSeat
    away: TieSeat
    legs: int = 1
    is_neutral: bool = False
    start: Pair | None = None
    result: TieResult | None = None
    verdict: TieVerdict = NOTHING_YET
    group: str = ""
    called: int = 0

    @property
    def is_bye(self) -> bool:
        """Whether nothing is to be played: one side, or both, is nobody."""
        return self.home.is_empty or self.away.is_empty

    @property
    def is_ready(self) -> bool:
        """Whether both sides are known."""
        return self.home.entrant is not None and self.away.entrant is not None

    @property
    def is_over(self) -> bool:
        return self.verdict.is_over

    @property
    def is_open(self) -> bool:
        """Whether it can be played, or has been in part."""
        return self.is_ready and not self.is_over

    @property
    def deciding_leg(self) -> int | None:
        """The number of the match of its deciding games, after legs and replays; None if none are played."""
        result = self.result
        if result is None or not result.legs:
            return None
        is_due = self.is_open and self.verdict.next_leg is None
        return len(result.legs) + len(result.replays) + 1 if is_due or result.deciding else None

    def host(self, leg: int) -> int:
        """Return which side is at home in a match of the tie, HOME or AWAY, by the number of the match.

        A second leg is at the away side's, and so is the first replay; replays go to and fro. Deciding games
        follow where the last match was played.
        """
        if leg == self.deciding_leg:
            leg -= 1
        turned = leg == 2 if leg <= self.legs else (leg - self.legs) % 2 == 1
        return AWAY if turned and not self.is_neutral else HOME

    @property
    def winner(self) -> Entrant | None:
        return self._side(self.verdict.winner)

    @property
    def loser(self) -> Entrant | None:
        """The side that lost in play or was at fault; None while nobody has won, and of a bye."""
        return None if self.verdict.winner is None or self.is_bye else self._side(1 - self.verdict.winner)

    def _side(self, side: int | None) -> Entrant | None:
        return None if side is None else (self.home, self.away)[side].entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: its title, and its lines from top to bottom, byes among them; or one of the groups."""

    number: int
    title: str
    lines: tuple[Tie, ...]
    is_drawn: bool = True
    is_of_groups: bool = False

    @property
    def ties(self) -> tuple[Tie, ...]:
        """What is to be played in it."""
        return tuple(tie for tie in self.lines if not tie.is_bye)

    @property
    def places(self) -> int:
        """How many there are in it, byes among them, drawn or not: so many come through the round before."""
        return sum(not seat.is_empty for tie in self.lines for seat in (tie.home, tie.away))

    @property
    def byes(self) -> tuple[Entrant, ...]:
        """Who is free in it."""
        return tuple(tie.home.entrant for tie in self.lines if tie.is_bye and tie.home.entrant)

    @property
    def winners(self) -> tuple[Entrant, ...]:
        """Entrants that have come through it so far, byes among them."""
        return tuple(tie.winner for tie in self.lines if tie.winner)

    @property
    def is_over(self) -> bool:
        return self.is_drawn and all(tie.is_over for tie in self.lines)
