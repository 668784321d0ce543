"""Captains' contacts: only what was typed is written."""

import pytest

from league.accounts.powers import Power
from league.models import Division, Enrolment
from league.people.selectors import captains_on_paper, paper_is_for
from league.people.services import save_captains
from league.shared.errors import Refused
from tests.builders import a_captain, a_division, a_league, a_season, an_enrolment

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division()


def contact(enrolment: Enrolment) -> tuple[str, str, str]:
    enrolment.refresh_from_db()
    return enrolment.captain_name, enrolment.captain_email, enrolment.captain_phone


def test_what_was_typed_is_kept_and_the_rest_left_alone(division):
    fleece = a_captain(division, "The Fleece", name="Norman", phone="01924 555 001")
    shears = a_captain(division, "The Shears", name="Edna")
    changed = save_captains(
        season=division.season, contacts={fleece.pk: {"name": "Walter", "email": "w@example.org"}}
    )
    assert changed == 1
    assert contact(fleece) == ("Walter", "w@example.org", "01924 555 001")
    assert contact(shears) == ("Edna", "", "")


def test_an_address_that_is_none_is_refused_and_nothing_written(division):
    fleece, shears = (an_enrolment(division, team) for team in ("The Fleece", "The Shears"))
    with pytest.raises(Refused, match="valid email"):
        save_captains(
            season=division.season,
            contacts={fleece.pk: {"name": "Norman"}, shears.pk: {"email": "nobody"}},
        )
    assert contact(fleece) == ("", "", "")


def test_the_teams_of_another_season_are_passed_over(division):
    other = an_enrolment(a_division(a_season(a_league("Four Rivers"))), "The Fleece")
    assert save_captains(season=division.season, contacts={other.pk: {"name": "Norman"}}) == 0
    assert contact(other) == ("", "", "")


def test_paper_holds_the_contacts_their_captains_agreed_to(division: Division) -> None:
    a_captain(division, "The Fleece", name="Norman Fold", phone="01632 960 117")
    a_captain(division, "The Shears", name="Ivy Moss", phone="01632 960 118")
    division.enrolments.filter(team__name="The Shears").update(contact_for="members")
    agreed = {
        readers: [contact.name for contact in captains_on_paper(division.season, readers=readers).values()]
        for readers in (paper_is_for(frozenset()), paper_is_for({Power.DESK}))
    }
    assert agreed == {"everybody": [], "members": ["Ivy Moss"]}
