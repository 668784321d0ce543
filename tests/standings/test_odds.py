"""The odds of final places: in agreement with what is certain, always the same, as often right as said."""

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.tie_breaks import TIE_BREAK_LABELS
from league.demo.services import load_demo
from league.matches.outcomes import MatchOutcome
from league.models import Division, RuleBook
from league.regulations.presets import get, names
from league.standings.counting import season_of
from league.standings.limits import possible_points
from league.standings.odds import run_ins
from league.standings.odds.run_ins import Odds, odds_of
from league.standings.odds.sample_matches import FIGURES, sample_matches
from league.standings.odds.strengths import evidence_of
from league.standings.prospects import prospects_of
from league.standings.rows import table_of
from league.standings.scheme import Scheme
from league.standings.selectors.lines import division_odds
from league.standings.selectors.standings import division_table
from scoring.matches import MatchFormat
from tests.examples import examples, is_whole, sampled
from tests.standings.cast import (
    DROVER,
    FLEECE,
    HECKMONDWIKE,
    NAMES,
    NIGHT,
    PLAIN,
    SCHEME,
    SHEARS,
    TUP,
    WEEK,
    WON_8_2,
    a_match,
    unfinished_seasons,
)
from tests.standings.cast import given as walkover
from tests.tools.demo.round_robin import double_round_robin

FEW = 300
"""Runs, where what is asked must hold in every single one."""


def odds(outcomes, rulings=(), teams=NAMES, scheme=SCHEME, **how) -> Odds:
    season = season_of(outcomes, rulings, scheme, how.pop("as_of", None))
    return odds_of(season, table_of(season, teams, scheme), scheme, **how)


# --- What holds of every season ---------------------------------------------------------------


@given(
    unfinished_seasons(most_to_come=6),
    st.lists(st.sampled_from(list(TIE_BREAK_LABELS)), max_size=4, unique=True),
)
@settings(max_examples=examples(100), deadline=None)
def test_chances_add_up_to_a_hundred_within_what_is_possible(season, tie_breaks):
    form, teams, outcomes, rulings, to_come = season
    if not to_come:
        return
    scheme = Scheme.of(form, tie_breaks)
    counted = season_of(outcomes, rulings, scheme)
    rows = table_of(counted, teams, scheme)
    found = odds_of(counted, rows, scheme, runs=FEW)
    assert found.places.keys() == teams.keys()
    for prospect in prospects_of(counted, rows, scheme):
        chances = found.places[prospect.team]
        assert sum(chances) == 100
        possible = range(prospect.best, prospect.worst + 1)
        assert {place for place, chance in enumerate(chances, 1) if chance} <= set(possible)
    assert {match.home + match.drawn + match.away for match in found.matches.values()} == {100}


@pytest.mark.parametrize("preset", sampled(names(), each=20))
def test_a_match_played_by_chance_gives_points_that_its_format_allows(preset):
    form = RuleBook(**get(preset).book).match_format()
    sample = sample_matches(form, 0.4 * (form.target or 15))
    earned = sample.figures[:, :, FIGURES.index("earned")]
    assert set(map(tuple, earned.tolist())) <= possible_points(form)


def test_a_match_known_by_its_total_tells_as_many_games_as_it_has():
    form = MatchFormat(tables=3, games_per_table=2)
    told = evidence_of(replace(a_match(scores=()), total=(5, 1)), form, 5)
    assert told is not None
    assert (told.games, told.lead > 0) == (6, True)


def a_season_begun() -> list[MatchOutcome]:
    """The Fleece have won twice and The Tup lost twice; each has to play the two others."""
    pairs = ((FLEECE, TUP), (SHEARS, DROVER), (FLEECE, SHEARS), (DROVER, TUP))
    to_come = ((FLEECE, DROVER), (SHEARS, TUP))
    return [
        *(a_match(*pair, WON_8_2, week=week) for week, pair in enumerate(pairs, 1)),
        *(a_match(*pair, None, week=9) for pair in to_come),
    ]


@pytest.mark.slow
def test_the_same_results_give_the_same_odds_every_time():
    first = odds(a_season_begun())
    run_ins._odds.cache_clear()
    assert odds(a_season_begun()) == first
    assert odds(list(reversed(a_season_begun()))) == first


def test_who_has_won_more_is_likelier_to_win():
    found = odds(a_season_begun())
    assert (
        found.matches[FLEECE, TUP].home > found.matches[SHEARS, DROVER].home > found.matches[TUP, FLEECE].home
    )
    assert found.places[FLEECE][0] > found.places[TUP][0]


def test_what_was_given_says_nothing_of_strength():
    won_without_play = [
        a_match(FLEECE, other, None, walkover(), week=week)
        for week, other in enumerate((SHEARS, DROVER, TUP) * 3, start=1)
    ]
    found = odds([*won_without_play, a_match(FLEECE, TUP, None, week=20)], runs=FEW)
    assert found.matches[FLEECE, TUP].home == pytest.approx(found.matches[FLEECE, TUP].away, abs=3)


def test_a_season_ends_by_its_own_criteria():
    """If The Tup win, The Shears are level with The Fleece: far ahead on the score, but beaten by them."""
    teams = {team: NAMES[team] for team in (FLEECE, SHEARS, TUP)}
    form = replace(PLAIN, match_draw=0)
    outcomes = [
        a_match(FLEECE, SHEARS, ((5, 4),), week=1),
        a_match(SHEARS, TUP, ((40, 2),), week=2),
        a_match(TUP, FLEECE, ((1, 0),), week=3),
        a_match(SHEARS, TUP, None, week=4),
    ]
    by_score = odds(outcomes, teams=teams, scheme=Scheme.of(form, ["score_difference"]), runs=FEW)
    by_meetings = odds(
        outcomes, teams=teams, scheme=Scheme.of(form, ["head_to_head", "score_difference"]), runs=FEW
    )
    assert by_score.places[SHEARS][2] == 0
    assert by_meetings.places[SHEARS][2] > 5


# --- As often right as said -------------------------------------------------------------------

TEAMS = {team: f"Team {team}" for team in range(10)}
MIDWAY = NIGHT + 8 * WEEK
TARGET = 15


def a_game(chance: float, rng: np.random.Generator) -> tuple[int, int]:
    """A game pegged point by point: each falls to home with this chance."""
    home = np.cumsum(rng.random(2 * TARGET - 1) < chance)
    if home[-1] >= TARGET:
        return TARGET, int(np.searchsorted(home, TARGET)) + 1 - TARGET
    away = np.arange(1, 2 * TARGET) - home
    return int(home[np.searchsorted(away, TARGET)]), TARGET


def a_season_by_chance(rng: np.random.Generator) -> list[MatchOutcome]:
    """Ten teams, each with its own share of the points, a little more at home, and good and bad nights."""
    shares = rng.normal(0, 0.035, len(TEAMS))
    outcomes = []
    for key, meeting in enumerate(double_round_robin(len(TEAMS))):
        chance = 0.5 + shares[meeting.home] - shares[meeting.away] + 0.008 + rng.normal(0, 0.01)
        games = [a_game(chance, rng) for _ in range(HECKMONDWIKE.tables)]
        outcomes.append(a_match(meeting.home, meeting.away, games, key=key, week=meeting.week))
    return outcomes


@dataclass(slots=True)
class Bucket:
    """Chances that were said to be about the same: how many, their sum, and how many came true."""

    said: int = 0
    chances: int = 0
    came: int = 0

    def add(self, chance: int, *, came: bool) -> None:
        self.said += 1
        self.chances += chance
        self.came += came

    @property
    def gap(self) -> float:
        """By how many points out of a hundred more was said than came."""
        return (self.chances - 100 * self.came) / self.said

    @property
    def error(self) -> float:
        """What the gap can be by chance alone, in points."""
        share = self.chances / self.said
        return (share * (100 - share) / self.said) ** 0.5


def tried_on(seasons: int, *, seed: int) -> dict[int, Bucket]:
    """What was said midway of each place of each team, and what came, by tens of the chance."""
    rng = np.random.default_rng(seed)
    buckets: dict[int, Bucket] = defaultdict(Bucket)
    for _ in range(seasons):
        outcomes = a_season_by_chance(rng)
        final = {
            row.record.team: row.place for row in table_of(season_of(outcomes, (), SCHEME), TEAMS, SCHEME)
        }
        said = odds(outcomes, teams=TEAMS, as_of=MIDWAY, runs=1_000)
        for team, chances in said.places.items():
            for place, chance in enumerate(chances, start=1):
                buckets[min(chance // 10, 9)].add(chance, came=final[team] == place)
    return buckets


def test_what_is_said_comes_about_as_often():
    for bucket in tried_on(12 if is_whole() else 6, seed=1).values():
        assert abs(bucket.gap) <= 2 + 3 * bucket.error


@pytest.mark.slow
def test_chances_are_within_two_points_on_a_thousand_seasons():
    """A bucket with few in it is allowed what chance alone does to so few."""
    buckets = tried_on(1_000, seed=2027)
    assert sum(bucket.said for bucket in buckets.values()) == 1_000 * len(TEAMS) ** 2
    for bucket in buckets.values():
        assert abs(bucket.gap) <= max(2, 3 * bucket.error)
    said = sum(bucket.said for bucket in buckets.values())
    assert sum(abs(bucket.gap) * bucket.said for bucket in buckets.values()) / said <= 1


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("week", [4, 9, 15])
def test_they_would_have_done_better_than_a_blind_guess_in_every_past_season(week):
    """By the mean of the logarithms of what was said of the places that came: a guess gives all the same."""
    load_demo(today=NIGHT)
    finished = Division.objects.filter(season__is_finished=True).select_related("season__rule_book")
    assert finished
    for division in finished:
        final = division_table(division)
        said = division_odds(division_table(division, final.nights[week]))
        chances = [max(said.places[row.record.team][row.place - 1], 0.5) for row in final.rows]
        assert np.exp(np.log(chances).mean()) > 100 / len(chances)
