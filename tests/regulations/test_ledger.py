"""The ledger: every line once, nothing changed afterwards, a wrong one struck out with its reason."""

from typing import Any

import pytest

from league.models import Charge, Match, Season
from league.regulations.services.ledger import charge_teams, enter_line, strike_out
from league.shared.errors import Refused
from tests.builders import NIGHT, WEEK, a_division, a_match, a_secretary, a_team, an_enrolment
from tests.examples import sampled

Kind = Charge.Kind


@pytest.fixture
def match(db: None) -> Match:
    return a_match(a_division(teams=4))


@pytest.fixture
def season(match: Match) -> Season:
    return match.division.season


@pytest.fixture
def said(season: Season) -> dict[str, Any]:
    return {"reason": "match fee, January", "on": NIGHT, "by": a_secretary(season.league)}


def fee(season: Season, said: dict[str, Any]) -> dict[str, Any]:
    return {"season": season, "pence": 750, **said}


@pytest.mark.parametrize(
    ("kind", "pence"),
    sampled([(Kind.FEE, 750), (Kind.FINE, 750), (Kind.PAYMENT, -750), (Kind.CREDIT, -750)], each=4),
)
def test_fees_and_fines_are_owed_payments_and_credits_are_taken_off(
    match: Match, said: dict[str, Any], kind: str, pence: int
) -> None:
    charge = enter_line(pub=match.venue, kind=kind, pence=750, **said)
    assert (charge.pence, charge.league) == (pence, match.venue.league)


def test_the_same_line_is_entered_once(match: Match, said: dict[str, Any]) -> None:
    line = enter_line(pub=match.venue, kind=Kind.PAYMENT, pence=750, **said)
    with pytest.raises(Refused, match="is already entered"):
        enter_line(pub=match.venue, kind=Kind.PAYMENT, pence=750, **said)
    strike_out(charge=line, because="it was The Shears", on=NIGHT)
    enter_line(pub=match.venue, kind=Kind.PAYMENT, pence=750, **said)
    assert Charge.objects.count() == 2


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    sampled(
        [
            ({"pence": 0}, "more than 0"),
            ({"pence": -5}, "more than 0"),
            ({"reason": " "}, "what the amount is for"),
            ({"reason": "x" * 101}, "may have 100 letters; this has 101"),
            ({"kind": "gift"}, "gift"),
        ],
        each=3,
    ),
)
def test_what_cannot_be_entered_is_said(
    match: Match, said: dict[str, Any], wrong: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        enter_line(**{"pub": match.venue, "kind": Kind.FEE, "pence": 750, **said, **wrong})
    assert not Charge.objects.exists()


def test_all_teams_of_a_season_are_charged_at_once_and_a_late_one_alone(
    match: Match, season: Season, said: dict[str, Any]
) -> None:
    assert len(charge_teams(**fee(season, said))) == 4
    with pytest.raises(Refused, match="has been charged this already"):
        charge_teams(**fee(season, said))
    second = a_team(season.league, "The Fleece B", pub=match.home.pub)
    an_enrolment(match.division, second)
    (late,) = charge_teams(**fee(season, said) | {"on": NIGHT + WEEK})
    assert (late.team, late.pub) == (second, match.home.pub)
    assert charge_teams(**fee(season, said) | {"pence": 800})


def test_a_season_without_teams_has_nobody_to_charge(season: Season, said: dict[str, Any]) -> None:
    season.enrolments.all().delete()
    with pytest.raises(Refused, match="no pub to charge"):
        charge_teams(**fee(season, said))


def test_a_line_struck_out_stays_with_its_reason(match: Match, said: dict[str, Any]) -> None:
    line = enter_line(pub=match.venue, kind=Kind.FEE, pence=750, **said)
    with pytest.raises(Refused, match="Type a reason"):
        strike_out(charge=line, because=" ", on=NIGHT)
    with pytest.raises(Refused, match="may have 80 letters"):
        strike_out(charge=line, because="x" * 81, on=NIGHT)
    for _ in range(2):
        line = strike_out(charge=line, because="the match was postponed", on=NIGHT)
    assert (line.pence, line.struck_out_on) == (750, NIGHT)
    assert line.reason == "match fee, January; struck out: the match was postponed"


def test_there_is_room_for_the_longest_reasons(match: Match, said: dict[str, Any]) -> None:
    line = enter_line(pub=match.venue, kind=Kind.FEE, pence=750, **said | {"reason": "x" * 100})
    assert len(strike_out(charge=line, because="y" * 80, on=NIGHT).reason) <= 200


def test_a_line_that_is_gone_is_said(match: Match, said: dict[str, Any]) -> None:
    line = enter_line(pub=match.venue, kind=Kind.FEE, pence=750, **said)
    Charge.objects.all().delete()
    with pytest.raises(Refused, match="has deleted this"):
        strike_out(charge=line, because="wrong pub", on=NIGHT)
