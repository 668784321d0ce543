"""What tells two teams apart on the buttons of a phone: whole words, never the start of one."""

import pytest

from league.competition.team_names import button_names
from league.models import Team


@pytest.mark.parametrize(
    ("home", "away", "on_buttons"),
    [
        ("The Fleece", "The Packhorse", ("Fleece", "Packhorse")),
        ("St Blaise’s Parish Social Club", "The Three Nags", ("Blaise’s", "Nags")),
        ("Top House", "Red Lion", ("Top House", "Red Lion")),
        ("Red Lion", "Red House", ("Lion", "Red House")),
        ("The Wheelwrights’ Arms", "Crowther Fold WMC", ("Home", "Crowther")),
        ("The Wheelwrights’ Arms", "The Blacksmiths’ Arms", ("Home", "Away")),
        ("Crowther Fold WMC B", "Gomerthorpe Cricket Club", ("Crowther", "Away")),
        ("The Fleece A", "The Fleece B", ("Fleece A", "Fleece B")),
        ("The Packhorse A", "The Packhorse B", ("A team", "B team")),
        ("Team 1", "Team 2", ("Team 1", "Team 2")),
    ],
)
def test_a_button_shows_a_whole_word_that_tells_the_team(home: str, away: str, on_buttons: object) -> None:
    assert button_names(Team(name=home), Team(name=away)) == on_buttons
