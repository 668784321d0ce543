"""What the demo's committee has on its table is what the clock itself would have put there."""

import datetime
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from league.demo.services import NIGHT_TO_ENTER, load_demo, remove_demo, weeks_to_move
from league.models import Charge, League, Match, Notice, Offence, Postponement, RuleBook
from league.overview.nights import MatchNightState, night
from league.regulations.selectors.deadlines import proposals_in, regulated_seasons
from league.regulations.selectors.ledger import ledger
from league.regulations.selectors.match_facts import zone_of
from league.regulations.selectors.sanctions import penalties
from league.regulations.sentences import in_words
from league.scheduling.jobs import lapse_postponements, propose_offences
from league.scheduling.selectors.free_nights import nights_on
from league.standings.selectors.match_lists import match_lines

A_THURSDAY = datetime.date(2031, 6, 5)
WEEK = datetime.timedelta(weeks=1)
EVENING = datetime.datetime.combine(A_THURSDAY, datetime.time(17), datetime.UTC)

Rows = dict[str, dict[int, dict[str, Any]]]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(module_rows: Callable[[], Any]) -> League:
    with module_rows():
        load_demo(today=A_THURSDAY, password="ginnel")
        return League.objects.get(is_demo=True)


def test_the_clock_has_nothing_to_add_on_the_night_to_enter(demo: League) -> None:
    (season,) = regulated_seasons(EVENING)
    proposals = proposals_in(season, EVENING)
    assert proposals.new == ()
    asked = [(row.number, row.halves, row.pence) for row, _ in proposals.changed]
    reckoned = [(found.number, found.penalty.halves, found.penalty.pence) for _, found in proposals.changed]
    assert asked == reckoned, "the clock says when in its own words, and asks for no more"
    assert propose_offences(EVENING) == 0
    assert lapse_postponements(EVENING) == 0


def test_whatever_was_late_is_on_record_and_nothing_else(demo: League) -> None:
    late = set()
    for match in Match.objects.filter(division__season__is_finished=False, postponed_from=None):
        assert match.date
        due = datetime.datetime.combine(
            match.date + datetime.timedelta(days=2), datetime.time(12), zone_of(match.division.season)
        )
        card = match.scorecards.filter(version=1).first()
        if card and card.entered_at > due:
            late.add(match.pk)
    decided = Offence.objects.filter(kind="late_result-1").exclude(state="proposed")
    assert late == set(decided.values_list("match", flat=True))


def test_the_penalties_of_a_team_are_counted_one_after_the_other(demo: League) -> None:
    counted = defaultdict(list)
    for offence in Offence.objects.exclude(state="waived").order_by("fell_at"):
        counted[offence.team.slug, offence.kind].append(offence.number)
    assert counted == {
        ("top-house", "late_result-1"): [1, 2, 3],
        ("three-nags", "late_result-1"): [1, 2],
        ("hanging-royd-liberal-b", "late_result-1"): [1],
        ("st-blaise", "walkover-1"): [1],
    }


def test_penalties_stand_in_every_state_with_points_and_fines_where_they_belong(demo: League) -> None:
    found = penalties(demo, today=A_THURSDAY)
    assert [one.proposed.pence for one in found.proposed] == [0, 500]
    rows = [row for row in found.decided if row.is_applied]
    applied = {(row.applied.halves, row.applied.pence) for row in rows if row.applied}
    assert applied == {(0, 0), (0, 500), (0, 1000), (4, 500)}
    assert [one.offence.decided_because for one in found.decided if one.applied is None] == [
        "The road was shut; the sheet came on foot."
    ]
    (appealed,) = [one for one in found.decided if one.appeals]
    assert appealed.offence.ruling
    assert appealed.offence.ruling.halves == -appealed.proposed.halves
    assert [appeal.outcome for appeal in appealed.appeals] == ["dismissed"]


def test_every_team_was_charged_and_most_pubs_have_paid(demo: League) -> None:
    charged = Charge.objects.filter(kind="fee").values_list("team", flat=True)
    assert sorted(charged) == sorted(demo.teams.values_list("pk", flat=True))
    owing = {account.pub.slug: account.balance for account in ledger(demo) if account.balance}
    assert owing == {
        "cafe-royal": 1200,
        "cloggers-knife": 1200,
        "packhorse": 1200,
        "shoddy-merchant": 1200,
        "st-blaise": 1000,
        "top-house": 1000,
    }


def test_a_request_waits_whose_nights_are_free_and_the_agreed_one_moved_its_match(demo: League) -> None:
    waiting = Postponement.objects.get(state="open")
    offered = [datetime.date.fromisoformat(text) for text in waiting.offered]
    assert all(one.is_free for one in nights_on(waiting.match, offered))
    assert waiting.asked_at < EVENING
    assert waiting.answer_by
    assert waiting.answer_by > EVENING + WEEK
    agreed = Postponement.objects.get(state="agreed")
    assert agreed.match.date == agreed.agreed_date
    assert str(agreed.agreed_date) in agreed.offered


def test_dates_inside_lists_move_with_all_the_others(rows: Rows, demo: League) -> None:
    moved_by = weeks_to_move(A_THURSDAY)
    written = [text for row in rows["postponement"].values() for text in row["offered"]]
    moved = [text for row in Postponement.objects.order_by("pk") for text in row.offered]
    assert moved == [str(datetime.date.fromisoformat(text) + moved_by) for text in written]


def test_noon_stays_noon_in_summer(demo: League) -> None:
    fell = Offence.objects.filter(kind="late_result-1").values_list("fell_at", flat=True)
    zone = zone_of(demo.seasons.get(is_finished=False))
    assert {moment.astimezone(zone).time() for moment in fell} == {datetime.time(12)}


def test_the_night_before_has_a_dispute_and_two_results_that_were_asked_for(demo: League) -> None:
    before = night(demo, NIGHT_TO_ENTER + weeks_to_move(A_THURSDAY) - WEEK, now=EVENING)
    assert [match["state"] for match in before["matches"]][:3] == [
        MatchNightState.DISPUTED,
        MatchNightState.MISSING,
        MatchNightState.MISSING,
    ]
    reached = [one["captains"] for one in before["to_chase"]]
    assert all(any(reminder for _, reminder, _ in captains) for captains in reached)
    assert any(not captain.name for captains in reached for captain, *_ in captains)
    assert not Notice.objects.filter(sent_at=None).exists()


def test_most_captains_can_be_written_to_and_nobody_real(rows: Rows) -> None:
    present = [row for row in rows["enrolment"].values() if row["season"] == len(rows["season"])]
    addresses = [row["captain_email"] for row in present if "captain_email" in row]
    assert len(set(addresses)) == 16
    assert all(address.endswith("@example.org") for address in addresses)
    phones = [row["captain_phone"] for row in present if "captain_phone" in row]
    assert len(set(phones)) == 18
    assert all(phone.startswith("01632 960") for phone in phones)


def test_the_rules_of_the_season_can_be_read(demo: League) -> None:
    book = RuleBook.objects.get(season__is_finished=False)
    said = " ".join(in_words(book.season_regulations()))
    assert "noon" in said
    assert "48 hours" in said
    assert book.tie_breaks[-1] == "head_to_head"


def test_a_table_was_given_after_it_was_played(demo: League) -> None:
    (line,) = match_lines(Match.objects.filter(rulings__table__isnull=False))
    assert line.is_played
    assert [given.table for given in line.tables_given] == [3]


@pytest.mark.slow
def test_lines_the_treasurer_added_go_with_the_demo(demo: League) -> None:
    pub = demo.pubs.all()[0]
    Charge.objects.create(league=demo, pub=pub, kind="payment", pence=-100, on=A_THURSDAY, reason="Cash")
    remove_demo()
    assert not Charge.objects.exists()
