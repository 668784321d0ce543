"""The text of a bulletin: what each form says of a night."""

import datetime

from league.bulletin.text import (
    BulletinContent,
    BulletinPart,
    BulletinResult,
    NextLine,
    PostponedLine,
    TableLine,
    TeamName,
    TextForm,
    bulletin_text,
)
from tests.builders import NIGHT, WEEK

FLEECE = TeamName("The Fleece", "Fleece")
SHEARS = TeamName("The Shears", "Shears")
STATION = TeamName("Station Tap")
TUP = TeamName("The Tup and Bell", "Tup")
ONE = "Division One"
HALF_PAST_EIGHT = datetime.time(20, 30)

CONTENT = BulletinContent(
    league="Three Valleys",
    night=NIGHT,
    results=(
        BulletinResult(division=ONE, home=FLEECE, away=SHEARS, date=NIGHT, home_points="8", away_points="2"),
        BulletinResult(division=ONE, home=STATION, away=TUP, date=NIGHT),
        BulletinResult(
            division="Division Two",
            home=TUP,
            away=FLEECE,
            date=NIGHT - datetime.timedelta(days=3),
            home_points="5½",
            away_points="4½",
        ),
    ),
    tables=(TableLine(division=ONE, week=7, rows=((FLEECE, "52"), (SHEARS, "48"))),),
    to_come=(
        NextLine(division=ONE, home=SHEARS, away=FLEECE, date=NIGHT + WEEK, starts_at=HALF_PAST_EIGHT),
        NextLine(
            division=ONE,
            home=TUP,
            away=STATION,
            date=NIGHT + WEEK,
            starts_at=datetime.time(20),
            at="The Drystone",
        ),
        NextLine(division=ONE, home=FLEECE, away=TUP, date=NIGHT + WEEK, starts_at=HALF_PAST_EIGHT),
    ),
    postponed=(
        PostponedLine(home=FLEECE, away=STATION, moved_from=NIGHT, to=NIGHT + 2 * WEEK),
        PostponedLine(home=SHEARS, away=TUP),
    ),
    notices="Captains’ meeting on Tuesday.\n",
    address="https://example.org/three-valleys/",
)


def test_a_disputed_match_without_points_is_still_missing():
    disputed, void = (
        BulletinResult(division=ONE, home=FLEECE, away=SHEARS, date=NIGHT, remark=remark)
        for remark in ("disputed", "void")
    )
    content = BulletinContent(league="Three Valleys", night=NIGHT, results=(disputed, void))
    assert content.missing == (disputed,)
    text = bulletin_text(content, TextForm.EMAIL, [BulletinPart.RESULTS])
    assert "The Fleece v The Shears: not received, disputed." in text


def test_a_newspaper_gets_sentences_with_full_names():
    assert (
        bulletin_text(CONTENT, TextForm.NEWSPAPER)
        == """\
Three Valleys, Thursday 14 January

Division One
The Fleece 8, The Shears 2.
Station Tap v The Tup and Bell: not received.

Division Two
The Tup and Bell 5½, The Fleece 4½ (played on Monday).

Tables after week 7
Division One: The Fleece 52, The Shears 48.

Next week, Thursday 21 January, 8.30 pm
Division One: The Shears v The Fleece; The Tup and Bell v Station Tap (8 pm, at The Drystone); \
The Fleece v The Tup and Bell.

Postponed
The Fleece v Station Tap (Thursday 14 January) moves to Thursday 28 January.
The Shears v The Tup and Bell has no new date yet.

Notices
Captains’ meeting on Tuesday.
"""
    )


def test_a_chat_has_short_names():
    text = bulletin_text(CONTENT, TextForm.CHAT)
    assert "Fleece 8–2 Shears\nStation Tap v Tup: not received\n" in text
    assert "Division One: Fleece 52, Shears 48\n" in text
    assert "The Fleece" not in text


def test_an_e_mail_has_whole_tables_and_the_address():
    text = bulletin_text(CONTENT, TextForm.EMAIL)
    assert "Division One\n1. The Fleece: 52\n2. The Shears: 48\n" in text
    assert text.endswith("Results, tables and fixtures: https://example.org/three-valleys/\n")


def test_only_the_parts_asked_for_stand_in_it():
    text = bulletin_text(CONTENT, TextForm.NEWSPAPER, [BulletinPart.NOTICES])
    assert text == "Three Valleys, Thursday 14 January\n\nNotices\nCaptains’ meeting on Tuesday.\n"


def test_missing_results_can_be_left_out():
    assert [result.home for result in CONTENT.missing] == [STATION]
    assert "not received" not in bulletin_text(CONTENT, TextForm.NEWSPAPER, print_missing=False)


def test_nights_of_one_week_are_told_apart():
    tuesday = NIGHT + datetime.timedelta(days=5)
    content = BulletinContent(
        league="Three Valleys",
        night=NIGHT,
        to_come=(
            NextLine(division=ONE, home=FLEECE, away=SHEARS, date=NIGHT + WEEK),
            NextLine(division="Division Two", home=TUP, away=STATION, date=tuesday),
        ),
    )
    assert bulletin_text(content, TextForm.NEWSPAPER).endswith(
        "Next week\nDivision Two, Tuesday 19 January: The Tup and Bell v Station Tap.\n"
        "Division One, Thursday 21 January: The Fleece v The Shears.\n"
    )
