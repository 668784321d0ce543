"""Lists to hang up: as large as their sheet allows, the players of each division on their own."""

import pypdfium2 as pdfium
import pytest

from league.models import Enrolment
from league.printing.pdf import pdf
from league.printing.wall_lists import averages, contacts, registration_form
from tests.builders import FRIDAY
from tests.printing.proofs import letters, letters_of, smaller_than, words
from tests.printing.worlds import PHONE, PLAYERS, WORLDS, a_world

pytestmark = pytest.mark.django_db


def test_a_list_to_hang_up_is_read_from_a_step_away_and_each_division_has_its_own() -> None:
    """Two divisions of averages stood one below the other, a short contact list in 12 points."""
    season = a_world(WORLDS["four"])
    division = season.divisions.get()
    players = averages(season, [division, division], printed_on=FRIDAY.date())
    assert players is not None
    assert [PLAYERS[0] in words(page) for page in pdfium.PdfDocument(pdf(players))] == [True, True]
    season.enrolments.update(contact_for=Enrolment.ContactFor.EVERYBODY)
    captains = contacts(season, readers=Enrolment.ContactFor.EVERYBODY, printed_on=FRIDAY.date())
    assert captains is not None
    (page,) = pdfium.PdfDocument(pdf(captains))
    assert "Ring the other captain, then the secretary." in words(page)
    numbers = list(letters_of(page, [PHONE], letters(page)))
    assert numbers
    assert smaller_than(15, numbers) == []


def test_a_form_of_registration_asks_what_a_player_agrees_to_and_for_a_guardian_on_one_page() -> None:
    season = a_world(WORLDS["longest"])
    (page,) = pdfium.PdfDocument(pdf(registration_form(season, season.league.teams.earliest("pk"))))
    said = words(page)
    for asked in ("My name in public:", "Photographs of sheets with my name:", "a parent or guardian agrees"):
        assert asked in said
