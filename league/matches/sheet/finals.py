"""A final score beside the hands of a game, which need not be all of them: what it must fit."""

from collections.abc import Sequence

from league.matches.sheet.values import DISPUTED, FOOT, SheetGame, ends_by_hands
from scoring import AWAY, HOME, errors, possible_scores
from scoring.games import GameScore
from scoring.hands import Score
from scoring.matches import MatchFormat
from scoring.rules import Rules
from scoring.seats import Side


def impossible_final(score: Sequence[int], match_format: MatchFormat) -> errors.Fault | None:
    """Return what is wrong with a final score by itself; without a target every score can be."""
    if match_format.target is None:
        return None
    return possible_scores.final_fault(score, match_format.target, overshoot=match_format.overshoot)


def side_below_hands(score: Sequence[int], recorded: Sequence[int], rules: Rules) -> Side | None:
    """Return the first side that already had more after its recorded hands; None if the score can follow.

    A side that fails its bid at an auction is set back, so that there every score can follow.
    """
    if rules.has_auction:
        return None
    return next((side for side in (HOME, AWAY) if score[side] < recorded[side]), None)


def counting_final(
    game: SheetGame, played: GameScore | None, rules: Rules, match_format: MatchFormat
) -> Score | None:
    """Return the final score of a game whose hands do not reach its end, if it is there and can be.

    `game` is completed; `played` are its hands as they are scored, None without hands.
    """
    if game.home_score is None or game.away_score is None:
        return None
    score = (game.home_score, game.away_score)
    if game.contradiction in (FOOT, DISPUTED):
        return score
    if played and ends_by_hands(game, played):
        return None
    recorded = played.scores if played else (0, 0)
    if impossible_final(score, match_format) or side_below_hands(score, recorded, rules) is not None:
        return None
    return score
