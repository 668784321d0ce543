"""A whole match given without play: what it gives each of its two sides."""

from dataclasses import replace
from functools import lru_cache

from league.outcomes import AtFault
from league.standings.awards import Averages, WalkoverAward
from league.standings.results import Result, Share, Shares
from scoring.match_formats import MatchFormat
from scoring.matches import score_match
from scoring.seats import HOME


@lru_cache(maxsize=64)
def match_given(
    at_fault: AtFault, form: MatchFormat, award: WalkoverAward, averages: Averages | None
) -> Shares:
    """A whole match given: everything it could give to the side not at fault, nothing if both were.

    The side at fault has no points, not even those for a match lost. No table was played, so the points for
    the aggregate go with the match. Whether its score counts among the points pegged is for the award to
    say; an average counts for a match as the average of a match.
    """
    games = _games_of_a_match(form)
    lost = Share(
        result=Result.LOST,
        tables_lost=form.tables,
        games_lost=games,
        hang_jacks_won=0,
        hang_jacks_lost=0,
        walkovers_given=1,
        is_given=True,
    )
    if at_fault is AtFault.BOTH:
        return lost, lost
    pegged, against = _match_score(form, award, averages)
    won = replace(
        lost,
        result=Result.WON,
        halves=_all_of(form) if award.points is None else award.points,
        tables_won=form.tables,
        tables_lost=0,
        games_won=games,
        games_lost=0,
        score_for=pegged,
        score_against=against,
        walkovers_given=0,
        walkovers_taken=1,
    )
    lost = replace(lost, score_for=against, score_against=pegged)
    return (won, lost) if at_fault is AtFault.AWAY else (lost, won)


def _all_of(form: MatchFormat) -> int:
    """The most a match can give: halves for every table, the aggregate and the match."""
    everything = replace(form, walkover_award=(1, 0), walkover_in_aggregate=True)
    score = score_match([None] * form.tables, everything, dict.fromkeys(range(form.tables), HOME))
    return score.match_points[HOME]


def _games_of_a_match(form: MatchFormat) -> int:
    """The games a side has when it is given a whole match: those of all tables, or the race."""
    games = sum(form.games_given(number) for number in range(form.tables))
    return games if form.race_to is None else min(games, form.race_to)


def _match_score(
    form: MatchFormat, award: WalkoverAward, averages: Averages | None
) -> tuple[int | None, int | None]:
    """The score a whole match given counts as, for the side it is given to first."""
    if award.is_average and award.in_aggregate:
        return (averages.match, averages.match) if averages else (None, None)
    if not award.in_form(form).walkover_in_aggregate:
        return 0, 0
    games = _games_of_a_match(form)
    pegged, against = award.table_score(form)
    return games * pegged, games * against
