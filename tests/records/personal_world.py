"""A captain of whom a league holds something of every kind."""

from league.accounts.services.links import issue_link
from league.models import CaptainPin, Game, Notice, Photograph, Player
from tests.builders import (
    FRIDAY,
    a_captain,
    a_card,
    a_division,
    a_match,
    a_player,
    a_seat,
    a_walkover,
    an_account,
)

NAME = "Wilfred Nobody"
EMAIL = "wilfred@nobody.example"


def a_person() -> Player:
    """A captain who has played, with an account, a letter, a photograph, and words about them."""
    division = a_division(teams=0)
    match = a_match(division)
    card = a_card(match, (15, 9), remarks="W. Nobody went home after the first game.")
    player = a_player(match.home, NAME, division.season)
    a_seat(Game.objects.get(table__scorecard=card), player)
    captain = a_captain(division, "The Fleece", name=NAME, email=EMAIL, phone="01924 000000")
    account = an_account(match.home.league, "scorer", "wilf")
    issue_link(enrolment=captain, by=account, now=FRIDAY)
    CaptainPin.objects.create(enrolment=captain, digest="slow-digest", set_for=NAME, set_at=FRIDAY)
    account.first_name, account.last_name, account.email = "Wilfred", "Nobody", EMAIL
    account.save()
    Notice.objects.create(
        league=match.home.league, kind="chase", to=EMAIL, subject="Result", body="Dear W.", wanted_at=FRIDAY
    )
    Photograph.objects.create(match=match, received_at=FRIDAY, jpeg=b"\xff\xd8", width=3, height=2)
    a_walkover(a_match(division, week=2), reason=f"wilfred  NOBODY was ill {'and so on ' * 8}")
    return player
