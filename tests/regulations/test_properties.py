"""What holds for every season and any regulations."""

import datetime
import json
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.season_rules.people import (
    Borrowing,
    CupTied,
    CutOff,
    OwnPlayers,
    People,
    PeopleRule,
    Registering,
    SamePub,
    SquadLimits,
    Transfers,
)
from league.competition.season_rules.rules import (
    IneligiblePlayer,
    LateRule,
    LateStep,
    NoticeBand,
    Payer,
    PostponementEffect,
    Postponements,
    Reaward,
    Regulations,
    Sanction,
    ShortTeams,
    Steps,
    from_data,
    to_data,
)
from league.matches.outcomes import AtFault
from league.regulations.deadlines import deadlines_of, what_threatens
from league.regulations.facts import BothSides, FactSide, MatchFacts, PutOff, WalkoverFact
from league.regulations.sanctions import offences
from league.regulations.sentences import in_words
from league.regulations.verdicts import short_team_verdict
from league.shared.moments import Duration, OnDate, Unit, Weekday, WeekdayAfter

zones = st.sampled_from(
    [ZoneInfo("Europe/London"), ZoneInfo("America/Port_of_Spain"), ZoneInfo("Pacific/Apia")]
)
clocks = st.none() | st.builds(datetime.time, st.integers(0, 23), st.integers(0, 59))
days = st.dates(datetime.date(2026, 9, 1), datetime.date(2027, 6, 30))
spans = st.builds(Duration, st.integers(0, 90), st.just(Unit.HOURS)) | st.builds(
    Duration, st.integers(0, 40), st.sampled_from([Unit.DAYS, Unit.WEEKS]), clocks
)
dues = (
    spans
    | st.builds(WeekdayAfter, st.sampled_from(Weekday), clocks, st.integers(0, 5))
    | st.builds(OnDate, days, clocks)
)
penalties = st.builds(
    Sanction,
    halves=st.integers(0, 20),
    pence=st.integers(0, 5000),
    games=st.integers(0, 3),
    tables=st.integers(0, 3),
    match=st.booleans(),
)
steps = st.builds(Steps, st.lists(penalties, max_size=3).map(tuple))


def some(strategy):
    return st.lists(strategy, max_size=2).map(tuple)


late_rules = some(
    st.builds(
        LateRule,
        due=dues,
        pays=st.sampled_from(Payer),
        warning_hours=st.none() | st.integers(0, 72),
        penalties=steps,
    )
)
late_steps = st.builds(
    LateStep, minutes=st.integers(0, 60), every=st.none() | st.integers(1, 30), penalty=penalties
) | st.builds(LateStep, at=clocks, every=st.none() | st.integers(1, 30), penalty=penalties)
bands = st.builds(
    NoticeBand, notice=st.none() | spans, effect=st.sampled_from(PostponementEffect), penalties=steps
)
words = st.sampled_from(["weather", "illness"])
dates = st.dates(datetime.date(2026, 9, 1), datetime.date(2027, 6, 30))
numbers = st.integers(1, 20)
cut_offs = (
    st.builds(CutOff, on=dates)
    | st.builds(CutOff, first_match_from=dates)
    | st.builds(CutOff, before_match=numbers)
    | st.just(CutOff(first_half=True))
)
people = st.builds(
    People,
    registration=st.none()
    | st.builds(Registering, notice=st.none() | spans, closes=st.none() | cut_offs, pence=numbers),
    transfers=st.none()
    | st.builds(
        Transfers,
        limit=st.none() | st.integers(0, 3),
        closes=st.none() | cut_offs,
        most_games=st.none() | numbers,
        both_sign=st.booleans(),
    ),
    borrowed=st.none() | st.builds(Borrowing, each=st.integers(0, 4), a_match=st.none() | st.integers(0, 3)),
    playing_up=st.none() | numbers,
    same_pub=st.none() | st.sampled_from(SamePub),
    own_players=st.none() | st.builds(OwnPlayers, least=numbers, only_with_several_teams=st.booleans()),
    cup_tied=st.none() | st.sampled_from(CupTied),
    youngest=st.none() | st.integers(1, 99),
    squad=st.none()
    | st.builds(SquadLimits, least=st.none() | numbers, by=st.none() | dates, most=st.none() | numbers),
    one_pub=st.booleans(),
    blocked=some(st.sampled_from(PeopleRule)),
)
regulations = st.builds(
    Regulations,
    people=people,
    late_result=late_rules,
    missing_card=late_rules,
    one_report_stands=st.none() | spans,
    postponements=st.none()
    | st.builds(
        Postponements,
        bands=some(bands),
        opponent_may_refuse=st.booleans(),
        limit=st.none() | st.integers(0, 5),
        excuses=some(words),
    ),
    late_new_date=late_rules,
    late_replay=late_rules,
    late_start=some(late_steps),
    walkover=steps,
    short_teams=st.none()
    | st.builds(ShortTeams, minimum=st.integers(0, 8), may_repeat=st.integers(0, 4), turns=st.integers(2, 4)),
    ineligible_player=st.none()
    | st.builds(IneligiblePlayer, reaward=st.sampled_from(Reaward), a_player=penalties, a_game_won=penalties),
)
minutes = st.integers(0, 300 * 24 * 60).map(lambda number: datetime.timedelta(minutes=number))
moments = minutes.map(lambda past: datetime.datetime(2026, 9, 1, tzinfo=datetime.UTC) + past)
perhaps = st.none() | moments
both = st.builds(BothSides, home=perhaps, away=perhaps)
sides = st.none() | st.sampled_from(FactSide)
facts = st.builds(
    MatchFacts,
    match=st.integers(1, 999),
    home=st.integers(1, 3),
    away=st.integers(4, 6),
    starts_at=perhaps,
    put_offs=some(st.builds(PutOff, at=moments, starts_at=moments, by=sides, because=words)),
    agreed_at=perhaps,
    reports=both,
    result_at=perhaps,
    cards=both,
    ready=both,
    winner=sides,
    walkover=st.none() | st.builds(WalkoverFact, at_fault=st.sampled_from(AtFault), at=moments),
)
seasons = st.lists(facts, max_size=5, unique_by=lambda match: match.match)


@given(regulations)
def test_what_is_written_is_read_back(rules):
    assert from_data(json.loads(json.dumps(to_data(rules)))) == rules


@given(regulations)
def test_whatever_is_regulated_can_be_said(rules):
    for sentence in in_words(rules):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "None" not in sentence


@given(seasons, regulations, moments, moments, zones)
@settings(deadline=None)
def test_what_was_an_offence_stays_one_with_its_number(season, rules, one, other, zone):
    sooner, later = sorted((one, other))
    assert set(offences(season, rules, sooner, zone)) <= set(offences(season, rules, later, zone))


@given(seasons, regulations, moments, zones, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_the_matches_changes_no_offence(season, rules, when, zone, random):
    shuffled = random.sample(season, len(season))
    assert offences(shuffled, rules, when, zone) == offences(season, rules, when, zone)


@given(seasons, regulations, moments, zones)
@settings(deadline=None)
def test_offences_are_told_apart_and_counted_from_one_without_a_gap(season, rules, when, zone):
    found = offences(season, rules, when, zone)
    assert len({one.key for one in found}) == len(found)
    for one in found:
        assert one.number == 1 or any(
            (before.team, before.kind, before.number) == (one.team, one.kind, one.number - 1)
            for before in found
        )


@given(facts, regulations, moments, moments, zones)
@settings(deadline=None)
def test_a_broken_deadline_stays_broken_and_is_warned_of_only_before(match, rules, one, other, zone):
    sooner, later = sorted((one, other))
    for deadline in deadlines_of(match, rules, zone):
        assert not (deadline.is_broken(sooner) and not deadline.is_broken(later))
        assert not (deadline.is_warning(sooner) and deadline.is_broken(sooner))
        assert not (deadline.is_met and what_threatens(deadline, sooner))


@given(st.integers(0, 10), st.integers(0, 10), regulations, st.integers(1, 6), st.integers(1, 3))
def test_a_player_more_never_costs_a_table(home, away, rules, tables, a_side):
    def lost(players):
        verdict = short_team_verdict(
            BothSides(home=players, away=away), rules, tables=tables, players_a_side=a_side
        )
        at_home = [forfeit for forfeit in verdict.forfeits if forfeit.at_fault is not AtFault.AWAY]
        return tables if any(one.table is None for one in at_home) else len(at_home)

    assert lost(home + 1) <= lost(home)
