"""The text of a bulletin: what each form says of a night."""

import datetime
from dataclasses import replace

import pytest

from league.bulletin.selectors import bulletin_night
from league.bulletin.text import BulletinNight, BulletinPart, TextForm, bulletin_text
from league.models import Team
from tests.builders import FRIDAY, NIGHT, WEEK, a_card, a_division, a_league, a_match, a_pub, a_season, a_team

pytestmark = pytest.mark.django_db
MONDAY = NIGHT - datetime.timedelta(days=3)
WON, LOST = ((15, 2),) * 4, ((2, 15),) * 4
NOTICES = "Captains’ meeting on Tuesday.\r\n\r\nBring\r\n  the cups.\r\n"


@pytest.fixture
def night() -> BulletinNight:
    """Two divisions: a result, one missing, one of Monday; matches to come and postponed."""
    season = a_season(a_league("Three Valleys"))
    for name in ("Fleece", "Shears", "Tup"):
        a_team(season.league, f"The {name}", short_name=name)
    one = a_division(season, position=1, teams=0)
    two = a_division(season, "Division Two", position=2, teams=0)
    a_card(a_match(one, week=7), *WON)
    a_match(one, "Station Tap", "The Tup", week=7)
    a_card(a_match(two, "Bell", "Anvil", date=MONDAY, week=6), *LOST)
    a_match(one, "The Shears", "The Fleece", date=NIGHT + WEEK, week=8)
    elsewhere = {"starts_at": datetime.time(20), "venue": a_pub(season.league, "The Drystone")}
    a_match(one, "The Tup", "Station Tap", date=NIGHT + WEEK, week=8, **elsewhere)
    a_match(one, "The Fleece", "Station Tap", week=9, date=NIGHT + 3 * WEEK, postponed_from=NIGHT)
    a_match(one, "The Tup", "The Shears", week=9, date=None, postponed_from=NIGHT)
    shown = bulletin_night(season, NIGHT, FRIDAY.date())
    assert shown is not None
    return shown


def test_a_newspaper_gets_sentences_with_full_names(night):
    assert (
        bulletin_text(night, TextForm.NEWSPAPER, notices=NOTICES)
        == """\
Three Valleys, Thursday 14 January

Division One
Station Tap v The Tup: not received.
The Fleece 10, The Shears 0.

Division Two
Bell 0, Anvil 10 (played on Monday).

Tables
Division One: The Fleece 10, Station Tap 0, The Tup 0, The Shears 0.
Division Two: Anvil 10, Bell 0.

Next week, Thursday 21 January, 8.30 pm
Division One: The Shears v The Fleece; The Tup v Station Tap (8 pm, at The Drystone).

Postponed
The Fleece v Station Tap (Thursday 14 January) moves to Thursday 4 February.
The Tup v The Shears (Thursday 14 January) has no new date yet.

Notices
Captains’ meeting on Tuesday.

Bring
  the cups.
"""
    )


def test_a_disputed_match_without_points_is_still_missing(night):
    missing = night.missing[0]
    assert missing.home.name == "Station Tap"
    disputed = replace(night, disputed={missing.public_id})
    text = bulletin_text(disputed, TextForm.EMAIL, [BulletinPart.RESULTS])
    assert "Station Tap v The Tup: not received, disputed." in text


def test_a_chat_has_short_names(night):
    text = bulletin_text(night, TextForm.CHAT)
    assert "Station Tap v Tup: not received\nFleece 10–0 Shears\n" in text
    assert "Division One: Fleece 10, Station Tap 0, Tup 0, Shears 0\n" in text
    assert "8.30 pm\nDivision One\nShears v Fleece\nTup v Station Tap (8 pm, at The Drystone)\n" in text
    assert "The Fleece" not in text


def test_an_e_mail_has_whole_tables_and_the_address(night):
    text = bulletin_text(night, TextForm.EMAIL, address="https://example.org/three-valleys/")
    assert "Tables\n\nDivision One\n1. The Fleece: 10\n2. Station Tap: 0\n" in text
    assert text.endswith("Results, tables and fixtures: https://example.org/three-valleys/\n")


def test_only_the_parts_asked_for_stand_in_it(night):
    text = bulletin_text(night, TextForm.NEWSPAPER, [BulletinPart.NOTICES], notices="Thanks.")
    assert text == "Three Valleys, Thursday 14 January\n\nNotices\nThanks.\n"


def test_missing_results_can_be_left_out(night):
    assert "not received" not in bulletin_text(night, TextForm.NEWSPAPER, print_missing=False)


def test_nights_of_one_week_are_told_apart(night):
    Team.objects.update(short_name="")
    division = a_division(night.to_come[0].division.season, "Division Three", position=3, teams=0)
    a_match(division, "Hare", "Hounds", date=NIGHT + datetime.timedelta(days=5), week=8, starts_at=None)
    shown = bulletin_night(division.season, NIGHT, FRIDAY.date())
    assert shown is not None
    text = bulletin_text(shown, TextForm.NEWSPAPER, [BulletinPart.NEXT])
    assert "Next week, 8.30 pm\nDivision Three, Tuesday 19 January: Hare v Hounds.\nDivision One, Thu" in text
