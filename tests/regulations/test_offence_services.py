"""Offences: proposed once, taking nothing until the secretary says so; taken back with a reason; appealed."""

import datetime
from typing import Any

import pytest

from league.matches.services import give_walkover, revoke_ruling
from league.models import Appeal, Charge, Match, Offence, Ruling, User
from league.regulations.services.appeals import decide_appeal, record_appeal
from league.regulations.services.ledger import strike_out
from league.regulations.services.sanctions import (
    apply_offence,
    propose_offence,
    undo_offence,
    waive_offence,
)
from league.shared.errors import Refused
from tests.builders import FRIDAY, NIGHT, WEEK, a_match, a_secretary, a_team, an_offence

State = Offence.State
TWO_POINTS, FIVE_POUNDS = 4, 500


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def offence(match: Match) -> Offence:
    return an_offence(match, halves=TWO_POINTS, pence=FIVE_POUNDS)


@pytest.fixture
def decided(secretary: User) -> dict[str, Any]:
    """By whom and when."""
    return {"by": secretary, "now": FRIDAY}


@pytest.fixture
def appealed() -> dict[str, Any]:
    return {"made_on": NIGHT + WEEK, "made_by": "the captain of the Fleece", "words": "It was sent in time."}


@pytest.fixture
def committee(decided: dict[str, Any]) -> dict[str, Any]:
    return {**decided, "on": NIGHT + 2 * WEEK, "decided_by": "the committee", "decision": "It was late."}


def fate(offence: Offence) -> tuple[str, bool, bool]:
    """How it was decided, and whether points and fine are in force."""
    offence.refresh_from_db()
    return (
        offence.state,
        Ruling.objects.filter(offence=offence, revoked_on=None).exists(),
        Charge.objects.filter(offence=offence, struck_out_on=None).exists(),
    )


class TestProposed:
    def test_once_a_team_match_and_kind(self, match: Match) -> None:
        details = {
            "season": match.division.season,
            "team": match.home,
            "match": match,
            "kind": "late_result-1",
            "number": 1,
            "fell_at": FRIDAY,
            "reason": "the result was not in by noon",
            "halves": TWO_POINTS,
        }
        first = propose_offence(**details)
        assert propose_offence(**details) == first
        assert propose_offence(**details | {"kind": "late_result-2"}) != first
        assert propose_offence(**details | {"team": match.away}) != first
        assert Offence.objects.count() == 3

    def test_without_a_match_once_a_moment(self, match: Match) -> None:
        said = {"season": match.division.season, "team": match.home, "match": None, "kind": "meeting"}
        said |= {"number": 1, "fell_at": FRIDAY, "reason": "nobody came to the meeting", "pence": 1000}
        assert propose_offence(**said) == propose_offence(**said)
        assert propose_offence(**said | {"fell_at": FRIDAY + WEEK, "number": 2}).number == 2

    def test_nothing_is_taken(self, offence: Offence) -> None:
        assert fate(offence) == (State.PROPOSED, False, False)

    def test_what_was_decided_is_not_proposed_again(self, offence: Offence, decided: dict[str, Any]) -> None:
        waive_offence(offence=offence, because="the line was down", **decided)
        again = propose_offence(
            season=offence.season,
            team=offence.team,
            match=offence.match,
            kind=offence.kind,
            number=1,
            fell_at=FRIDAY,
            reason="late",
        )
        assert again.state == State.WAIVED


class TestApplied:
    def test_the_reason_for_other_points_than_proposed_is_public(
        self, offence: Offence, decided: dict[str, Any]
    ) -> None:
        Offence.objects.update(pence=0)
        apply_offence(offence=offence, halves=3, because="The third time we had to ring.", **decided)
        assert Ruling.objects.get().reason == (
            f"The third time we had to ring. What was proposed: {offence.reason}"
        )

    @pytest.mark.parametrize(
        ("more", "public"),
        [
            ({}, "Not there. Number 2 of its kind this season."),
            ({"halves": 3, "because": "No car."}, "No car. Not there. Number 2 of its kind this season."),
        ],
    )
    def test_what_it_costs_in_money_is_not_public(
        self, offence: Offence, decided: dict[str, Any], more: dict[str, Any], public: str
    ) -> None:
        Offence.objects.update(reason="Not there. Number 2 of its kind this season: 2 points and £5.")
        apply_offence(offence=offence, **decided, **more)
        assert Ruling.objects.get().reason == public
        assert Charge.objects.get().reason.endswith("2 points and £5.")

    def test_points_stand_in_a_ruling_and_the_fine_in_the_ledger(
        self, offence: Offence, decided: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        assert fate(offence) == (State.APPLIED, True, True)
        ruling, charge = Ruling.objects.get(), Charge.objects.get()
        assert (ruling.team, ruling.halves, ruling.decided_by) == (offence.team, -4, decided["by"])
        assert (charge.pub, charge.kind, charge.pence) == (offence.team.pub, "fine", FIVE_POUNDS)
        assert ruling.reason == charge.reason == offence.reason
        offence.season.league.refresh_from_db()
        assert offence.season.league.revision == 1

    def test_twice_is_once(self, offence: Offence, decided: dict[str, Any]) -> None:
        for _ in range(2):
            apply_offence(offence=offence, **decided)
        assert (Ruling.objects.count(), Charge.objects.count()) == (1, 1)

    def test_other_amounts_need_their_reason(self, offence: Offence, decided: dict[str, Any]) -> None:
        with pytest.raises(Refused, match="not the proposed sanction"):
            apply_offence(offence=offence, halves=2, **decided)
        assert fate(offence) == (State.PROPOSED, False, False)
        apply_offence(offence=offence, halves=2, pence=0, because="the first in years", **decided)
        assert fate(offence) == (State.APPLIED, True, False)
        assert Ruling.objects.get().halves == -2
        with pytest.raises(Refused, match="already applied by secretary"):
            apply_offence(offence=offence, halves=3, because="after all", **decided)

    def test_a_warning_takes_nothing(self, match: Match, decided: dict[str, Any]) -> None:
        offence = apply_offence(offence=an_offence(match), **decided)
        assert fate(offence) == (State.APPLIED, False, False)

    def test_a_long_reason_is_shortened_where_there_is_less_room(
        self, match: Match, decided: dict[str, Any]
    ) -> None:
        apply_offence(offence=an_offence(match, pence=100, reason="late again " * 27), **decided)
        assert len(Charge.objects.get().reason) <= 200
        assert Charge.objects.get().reason.endswith("…")

    def test_a_team_that_left_the_season_has_no_points_to_lose(
        self, offence: Offence, decided: dict[str, Any]
    ) -> None:
        offence.season.enrolments.filter(team=offence.team).delete()
        with pytest.raises(Refused, match="plays in no division"):
            apply_offence(offence=offence, **decided)
        assert fate(offence) == (State.PROPOSED, False, False)


class TestWaived:
    def test_with_its_reason(self, offence: Offence, decided: dict[str, Any]) -> None:
        with pytest.raises(Refused, match="Give the reason"):
            waive_offence(offence=offence, because="  ", **decided)
        for _ in range(2):
            waive_offence(offence=offence, because="the line was down", **decided)
        assert fate(offence) == (State.WAIVED, False, False)
        assert offence.decided_because == "the line was down"

    def test_not_after_it_was_applied(self, offence: Offence, decided: dict[str, Any]) -> None:
        apply_offence(offence=offence, **decided)
        with pytest.raises(Refused, match="already applied"):
            waive_offence(offence=offence, because="the line was down", **decided)
        assert fate(offence) == (State.APPLIED, True, True)


class TestTakenBack:
    def test_ruling_and_fine_go_together_and_stay_on_record(
        self, offence: Offence, decided: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        for _ in range(2):
            undo_offence(offence=offence, because="the message has been found", **decided)
        assert fate(offence) == (State.WAIVED, False, False)
        assert (Ruling.objects.count(), Charge.objects.count()) == (1, 1)
        assert offence.decided_because == "the message has been found"

    def test_needs_a_reason_and_something_to_take_back(
        self, offence: Offence, decided: dict[str, Any]
    ) -> None:
        with pytest.raises(Refused, match="nothing to undo"):
            undo_offence(offence=offence, because="why not", **decided)
        apply_offence(offence=offence, **decided)
        with pytest.raises(Refused, match="Give the reason"):
            undo_offence(offence=offence, because="", **decided)

    def test_neither_ruling_nor_fine_is_taken_back_alone(
        self, offence: Offence, decided: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        with pytest.raises(Refused, match="Undo the sanction"):
            revoke_ruling(ruling=Ruling.objects.get(), on=NIGHT)
        with pytest.raises(Refused, match="Undo the sanction"):
            strike_out(charge=Charge.objects.get(), because="too much", on=NIGHT)
        assert fate(offence) == (State.APPLIED, True, True)


class TestAppealed:
    def test_upheld_takes_back_points_and_fine(
        self, offence: Offence, decided: dict[str, Any], appealed: dict[str, Any], committee: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        appeal = record_appeal(offence=offence, **appealed)
        assert fate(offence) == (State.APPLIED, True, True)
        for _ in range(2):
            decide_appeal(appeal=appeal, upheld=True, **committee)
        appeal.refresh_from_db()
        assert fate(offence) == (State.WAIVED, False, False)
        assert (appeal.outcome, appeal.decided_by) == (Appeal.Outcome.UPHELD, "the committee")

    def test_dismissed_leaves_them_and_is_not_decided_otherwise_later(
        self, offence: Offence, decided: dict[str, Any], appealed: dict[str, Any], committee: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        appeal = record_appeal(offence=offence, **appealed)
        decide_appeal(appeal=appeal, upheld=False, **committee)
        assert fate(offence) == (State.APPLIED, True, True)
        with pytest.raises(Refused, match="dismissed: the decision stands"):
            decide_appeal(appeal=appeal, upheld=True, **committee)
        assert fate(offence) == (State.APPLIED, True, True)

    def test_against_the_ruling_of_a_penalty_is_against_the_penalty(
        self, offence: Offence, decided: dict[str, Any], appealed: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        appeal = record_appeal(ruling=Ruling.objects.get(), **appealed)
        assert (appeal.offence, appeal.ruling) == (offence, None)

    def test_against_a_walkover(
        self,
        match: Match,
        secretary: User,
        appealed: dict[str, Any],
        committee: dict[str, Any],
    ) -> None:
        ruling = give_walkover(match=match, at_fault="h", reason="nobody came", by=secretary, on=NIGHT)
        appeal = record_appeal(ruling=ruling, **appealed)
        decide_appeal(appeal=appeal, upheld=True, **committee)
        ruling.refresh_from_db()
        assert ruling.revoked_on is not None
        match.division.season.league.refresh_from_db()
        assert match.division.season.league.revision == 4

    def test_one_is_open_at_a_time(
        self, offence: Offence, decided: dict[str, Any], appealed: dict[str, Any], committee: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        appeal = record_appeal(offence=offence, **appealed)
        assert record_appeal(offence=offence, **appealed) == appeal
        with pytest.raises(Refused, match="open already"):
            record_appeal(offence=offence, **appealed | {"words": "And it was snowing."})
        decide_appeal(appeal=appeal, upheld=False, **committee)
        record_appeal(offence=offence, **appealed | {"words": "And it was snowing."})
        assert Appeal.objects.count() == 2

    def test_not_against_what_is_not_in_force(
        self, offence: Offence, match: Match, secretary: User, appealed: dict[str, Any]
    ) -> None:
        with pytest.raises(Refused, match="Nothing was taken"):
            record_appeal(offence=offence, **appealed)
        ruling = give_walkover(match=match, at_fault="h", reason="nobody came", by=secretary, on=NIGHT)
        revoke_ruling(ruling=ruling, on=NIGHT)
        with pytest.raises(Refused, match="already undone"):
            record_appeal(ruling=ruling, **appealed)

    def test_neither_appeal_nor_decision_comes_before_what_it_is_about(
        self, offence: Offence, decided: dict[str, Any], appealed: dict[str, Any], committee: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        with pytest.raises(Refused, match=r"decided on 15/01/2027, so an appeal .* was not on 14/01/2027"):
            record_appeal(offence=offence, **appealed | {"made_on": NIGHT})
        appeal = record_appeal(offence=offence, **appealed)
        with pytest.raises(Refused, match="made on 21/01/2027, so its decision was not on 20/01/2027"):
            decide_appeal(appeal=appeal, upheld=True, **committee | {"on": datetime.date(2027, 1, 20)})
        assert fate(offence) == (State.APPLIED, True, True)

    def test_a_decision_needs_words(
        self, offence: Offence, decided: dict[str, Any], appealed: dict[str, Any], committee: dict[str, Any]
    ) -> None:
        apply_offence(offence=offence, **decided)
        appeal = record_appeal(offence=offence, **appealed)
        for empty in ("decided_by", "decision"):
            with pytest.raises(Refused, match="needs who decided"):
                decide_appeal(appeal=appeal, upheld=True, **committee | {empty: " "})
        assert fate(offence) == (State.APPLIED, True, True)


def test_another_team_of_the_pub_pays_at_the_same_pub(match: Match, decided: dict[str, Any]) -> None:
    second = a_team(match.division.season.league, "The Fleece B", pub=match.home.pub)
    apply_offence(offence=an_offence(match, team=second, pence=500), **decided)
    assert Charge.objects.get().pub == match.home.pub


def test_the_day_is_the_leagues(match: Match, secretary: User) -> None:
    """An hour before midnight in London it is still the day before in Port of Spain, and so on record."""
    late = datetime.datetime(2027, 1, 15, 2, 0, tzinfo=datetime.UTC)
    match.division.season.league.time_zone = "America/Port_of_Spain"
    match.division.season.league.save()
    apply_offence(offence=an_offence(match, pence=500), by=secretary, now=late)
    assert Charge.objects.get().on == datetime.date(2027, 1, 14)
