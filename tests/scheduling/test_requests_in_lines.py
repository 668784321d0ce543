"""Requests in lines: real sentences and what is understood by them, and what is refused."""

import contextlib
import datetime
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.scheduling.planner.calendar import Off, WeekOff
from league.scheduling.planner.task import PlannedDivision, PlannedTeam, Venue
from league.scheduling.requests.answers import UnreadableSentence
from league.scheduling.requests.fields import DivisionRequests, RequestsFile, RowKind
from league.scheduling.requests.resolving import KnownNames, LeagueFacts
from league.scheduling.requests.sentences import parse_sentence, rows_to_fill

FIRST = ("The Fleece", "The Shears", "The Owl", "The Bell", "Old Bank A", "Old Bank B")
SECOND = ("The Tup & Bell", "The Swan")
CLUB = "Old Bank Working Men’s Club"


def a_league() -> LeagueFacts:
    pubs = {name: CLUB if name.startswith("Old Bank") else name for name in FIRST + SECOND}
    return LeagueFacts(
        teams=tuple(PlannedTeam(key=name.casefold(), name=name, venue=pubs[name]) for name in pubs),
        venues=tuple(Venue(key=name, name=name) for name in dict.fromkeys(pubs.values())),
        divisions=tuple(
            PlannedDivision(key=name, name=name, teams=tuple(map(str.casefold, teams)), nights=())
            for name, teams in (("Division One", FIRST), ("Division Two", SECOND))
        ),
        first=datetime.date(2026, 9, 15),
        last=datetime.date(2027, 4, 27),
        night=2,
    )


KNOWN = KnownNames(a_league())
SPAN = KNOWN.span()
LONG = "Heckmondwike Cricket and Athletic Club"
OFF_NIGHT = "14 January is a Thursday: the matches are on Tuesdays"
NO_FLEECE = f"The Fleece ask not to be at home on 14 January (darts); {OFF_NIGHT}."


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("Fleece not at home 14 January, darts", NO_FLEECE),
        ("the fleece are not at home on Thursday 14th Jan (darts).", NO_FLEECE),
        ("The Fleece should not be at home 14 January because of darts", NO_FLEECE),
        ("Fleece doesn’t want to be at home on 14/1, darts", NO_FLEECE),
        (
            "Fleece and Shears not at home 14 Jan, darts",
            "The Fleece ask not to be at home on 14 January (darts); "
            f"The Shears ask not to be at home on 14 January (darts); {OFF_NIGHT}.",
        ),
        ("Flece not at home 14 Janury, darts", NO_FLEECE),
        ("Owl home on 3 Nov", "The Owl ask to be at home on 3 November."),
        ("Owl home on Wednesdays", "The Owl play their home matches on Wednesdays."),
        ("The Owl: our home night is Wed", "The Owl play their home matches on Wednesdays."),
        ("Thursday is the Owl's home night, not Tuesday.", "The Owl play their home matches on Thursdays."),
        ("Owl and Bell home every Monday please", "The Owl and The Bell play their home matches on Mondays."),
        ("The Owl must be at home on the first night", "The Owl must be at home on the first night."),
        ("Owl away first and last night", "The Owl ask to be away on the first night and the last night."),
        ("Fleece cannot be at home in October", "The Fleece cannot be at home in October."),
        (
            "Fleece not home on Tuesdays in October, pool",
            "The Fleece ask not to be at home on 6 October, 13 October, 20 October and 27 October (pool).",
        ),
        (
            "Old Bank B would rather not be away 22 and 29 December",
            "Old Bank B ask not to be away on 22 December and 29 December.",
        ),
        ("Tup and Bell don’t play 3 Nov", "The Tup & Bell ask for no match on 3 November."),
        (
            "The Tup & Bell can't play 3 Nov as there is a wedding",
            "The Tup & Bell cannot play on 3 November (a wedding).",
        ),
        (
            "Bell would like no match on 5 Jan, landlord’s 50th birthday",
            "The Bell ask for no match on 5 January (landlord’s 50th birthday).",
        ),
        ("SWAN ARE OFF 5 JAN.", "The Swan ask for no match on 5 January."),
        (
            "Shears and Fleece never both at home",
            "The Shears and The Fleece ask never to be both at home on the same night.",
        ),
        (
            "Old Bank A and Old Bank B must never be at home on the same night, one room",
            "Old Bank A and Old Bank B must never be both at home on the same night (one room).",
        ),
        (
            "Old Bank A, Old Bank B never both away",
            "Old Bank A and Old Bank B ask never to be both away on the same night.",
        ),
        (
            "Fleece and Shears home together",
            "The Fleece and The Shears ask to be at home on the same nights and away on the same nights.",
        ),
        (
            "Owl, Bell and Shears never all away",
            "The Owl, The Bell and The Shears ask never to be all away on the same night.",
        ),
        (
            "Owl, Bell and Shears never all at home",
            "The Owl, The Bell and The Shears ask never to be all at home on the same night.",
        ),
        (
            "Owl, Bell and Shears never home together",
            "The Owl, The Bell and The Shears ask to be at home one at a time, no two on one night.",
        ),
        ("Owl want to finish at home, a do", "The Owl ask to be at home on the last night (a do)."),
        ("Owl must start the season away", "The Owl must be away on the first night."),
        *(
            (f"Owl {words} at home", "The Owl ask to be at home on the first night and the last night.")
            for words in ("start and finish", "to start and finish the season", "both begin and end")
        ),
        ("Owl want to finish away", "The Owl ask to be away on the last night."),
        ("Owl want to start or finish at home", "The Owl ask to start or finish at home."),
        ("Owl must either start or finish away", "The Owl must start or finish away."),
        (
            "Owl never start or finish away",
            "The Owl ask not to be away on the first night and the last night.",
        ),
        ("Owl must not finish away", "The Owl cannot be away on the last night."),
        *(
            (
                f"Owl {words} before {derby}",
                "The Owl ask not to be away twice running before they meet The Bell.",
            )
            for words in ("not away twice running", "never two away in a row", "don't want to be away twice")
            for derby in ("they meet Bell", "the derby with the Bell")
        ),
        (
            "Owl must not be away twice before they meet Bell or Shears",
            "The Owl must not be away twice running before they meet The Bell or The Shears.",
        ),
        ("Owl no match week 3", "The Owl ask for no match on 29 September."),
        (
            "Owl can't host Thurs in January",
            "The Owl cannot be at home on 7 January, 14 January, 21 January and 28 January; the matches are"
            " on Tuesdays, not on Thursdays.",
        ),
        (
            "Owl and Bell meet by 31 December",
            "The Owl and The Bell ask to meet at least once by 31 December.",
        ),
        ("Owl v Bell before 31 Dec", "The Owl and The Bell ask to meet at least once by 30 December."),
        ("Owl to play Bell after 1 March", "The Owl and The Bell ask to meet at least once from 2 March."),
        (
            "Owl and Bell derby in December",
            "The Owl and The Bell ask to meet at least once from 1 December to 31 December.",
        ),
        (
            "Owl and Bell meet between 1 and 24 December",
            "The Owl and The Bell ask to meet at least once from 1 December to 24 December.",
        ),
        ("Owl v Bell on 29 December", "The Owl v The Bell is fixed on 29 December."),
        ("Tup and Bell at home to Swan on 12 January", "The Tup & Bell v The Swan is fixed on 12 January."),
        ("Owl away in the second half of January", "The Owl ask not to be at home from 16 to 31 January."),
        ("Owl is closed from 3rd Jan for a fortnight", "The Owl is shut from 3 to 16 January."),
        ("Owl not at home the first month", "The Owl ask not to be at home from 15 September to 14 October."),
        ("Owl at home the Tuesday before Christmas", "The Owl ask to be at home on 22 December."),
        (
            "Owl not at home every other Tuesday from 30 March",
            "The Owl ask not to be at home on 30 March, 13 April and 27 April.",
        ),
        ("Owl no match 27 October, half term", "The Owl ask for no match on 27 October (half term)."),
        (
            "It would be a kindness if the Owl were not sent away in the first week of January.",
            "The Owl ask not to be away from 1 to 7 January.",
        ),
        (
            "Mrs Hepworth of the Owl begs to say that they can't play 3 Nov",
            "The Owl cannot play on 3 November.",
        ),
        ("owl away 12 jan thx", "The Owl ask not to be at home on 12 January."),
        ("Owl not at hoem 12 Jan", "The Owl ask not to be at home on 12 January."),
        ("Old Bnk B no gmae 12 Jan", "Old Bank B ask for no match on 12 January."),
        (
            "Owl away 12 Jan (darts at home that night)",
            "The Owl ask not to be at home on 12 January (darts at home that night).",
        ),
        (
            "Old Bank B: we share the taproom with the A team so please not both at home on the same night",
            "Old Bank B and Old Bank A ask never to be both at home on the same night (share the taproom).",
        ),
        (
            "12 Jan – Owl away; 19 Jan – Bell away; 26 Jan – both at home",
            "The Owl ask not to be at home on 12 January; The Bell ask not to be at home on 19 January; "
            "The Owl ask to be at home on 26 January; The Bell ask to be at home on 26 January.",
        ),
        (
            "Shut: Fleece 12 and 19 January, Swan 2 February",
            "The Fleece is shut on 12 January and 19 January; The Swan is shut on 2 February.",
        ),
        ("no match 22 December, Christmas", "No league matches in the week of 22 December (Christmas)."),
        (
            "No league games on 22 and 29 Dec",
            "No league matches in the weeks of 22 December and 29 December.",
        ),
        ("cup week 20 October", "No league matches in the week of 20 October (cup)."),
        ("no match 13 April, reserve", "No league matches in the week of 13 April (reserve)."),
        ("Owl is closed the second week in Feb", "The Owl is shut from 8 to 14 February."),
        ("Owl can’t host after Easter", "The Owl cannot be at home from 30 March to 27 April."),
        ("Fleece home last night before Xmas", "The Fleece ask to be at home on 22 December."),
        ("Owl home first match in Feb", "The Owl ask to be at home on 2 February."),
        (
            "Owl not at home first Mon in Dec",
            "The Owl ask not to be at home on 7 December; 7 December is a Monday: the matches are on"
            " Tuesdays.",
        ),
        ("Fleece is shut from 1 to 14 February", "The Fleece is shut from 1 to 14 February."),
        (
            "Old Bank Working Men's Club has room for two matches",
            "Old Bank Working Men’s Club has room for two matches on one night.",
        ),
    ],
)
def test_a_line_is_understood(line, understood):
    assert parse_sentence(line, KNOWN, SPAN).sentence == understood


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Old Bank not at home 14 January", "Which team is “Old Bank”? Choose Old Bank A, Old Bank B or"),
        ("Fleece not at home 14 January and 21 Fbry", "“21 fbry” is no day"),
        ("Fleece not at home Tuesday 14 January", "Thursday 14 January 2027 is no Tuesday."),
        ("Fleece not at home 14 July", "14 July is not in the season"),
        (
            "Owl no match half term",
            "Which week is half term? Choose the week of 26 October or the week of 15",
        ),
        ("no matches on bank holidays", "Which bank holidays are meant? Choose all of them, the week of 25"),
        (
            "Owl at home in the second half",
            "Which days are meant? Choose before Christmas or after Christmas.",
        ),
        ("Owl not at home every other Tuesday", "which is the first? Choose from 15 September or from 22"),
        ("Owl start at 8 rather than 7.30", "not the time of day: that stands on the page of the pub"),
        ("Owl fancy Friday 8 January instead of Tuesday", "nights of its division. One match can be moved"),
        ("Owl and Bell share a car", "That teams travel together is no request of its own."),
        ("Owl never three away in a row", "have boxes: “Longest run” for everybody"),
        ("The season starts on 6 October", "are boxes of their own. A division can start later."),
        ("Owl would rather not meet Bell on 14 January", "that day, or can one of them not play?"),
        ("Owl play Bell on the last night", "The date of the last night follows from the plan"),
        ("Fleece not at home", "On which nights: The Fleece?"),
        ("Owl want to start, and finish, at home", "What is asked?"),
        ("Owl first or last match at home", "all of them, or one? Say “and”, or name one."),
        ("Owl don't want to start and finish away", "Not both of them, or neither of them?"),
        ("Owl not away twice before they meet Swan", "Which team is it about?"),
        ("Fleece wants a new carpet", "What is asked? Choose at home, not at home, not away or no match."),
        ("Swan both at home 5 January", "Which two teams are meant by “both”?"),
        ("Owl and Swan meet by 31 December", "The Owl and The Swan are not in one division"),
        ("Owl v Bell on 3 and 10 November", "On which days should The Owl and The Bell meet?"),
        ("no match first night", "Which week is it?"),
        ("x" * 400, "say one thing in a line"),
    ],
)
def test_a_line_that_is_not_understood_is_refused_with_what_is_wrong(line, why):
    with pytest.raises(UnreadableSentence) as refused:
        parse_sentence(line, KNOWN, SPAN)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("line", "meanings"),
    [
        ("Owl home 29 Sep and 13 Oct but not 6 Oct", []),
        ("Owl at home either 3 or 10 November", []),
        ("Owl home 3 or 10 Nov", []),
        ("Owl is not shut on 14 January", []),
        ("Owl at home on 3 Nov, Bell too", []),
        (
            "Owl shut 2nd week of Jan",
            ["The Owl is shut from 4 to 10 January.", "The Owl is shut from 11 to 17 January."],
        ),
        (
            "Owl can’t host after half term",
            ["The Owl cannot be at home from 2 November to 27 April.",
             "The Owl cannot be at home from 22 February to 27 April."],
        ),
        ("Owl not at home on cup nights", []),
    ],
)  # fmt: skip
def test_a_choice_keeps_every_day_team_and_negation_that_was_recognised(line, meanings):
    with pytest.raises(UnreadableSentence) as refused:
        parse_sentence(line, KNOWN, SPAN)
    lines = [choice.line for choice in refused.value.choices if choice.line]
    assert [parse_sentence(line, KNOWN, SPAN).sentence for line in lines] == meanings


def test_how_much_it_is_wished_is_heard():
    strengths = {
        line: parse_sentence(line, KNOWN, SPAN).rows[0][1].texts["strength"]
        for line in (
            "Owl home 3 Nov",
            "Owl must be home 3 Nov",
            "Owl home if possible 3 Nov",
            "Owl really home 3 Nov",
        )
    }
    assert list(strengths.values()) == ["30", "must", "10", "90"]


def test_a_line_about_a_pub_is_a_row_of_the_pub():
    ((group, row),) = parse_sentence("The Swan is closed 3 Nov", KNOWN, SPAN).rows
    assert group is RowKind.PUB
    assert row.texts == {"name": "The Swan", "matches": "", "closed": "3 Nov", "place": ""}


SOME_WORDS = "Fleece Owl and , v never not both home away at on 14 January by ( must shut 3"
words = st.sampled_from(SOME_WORDS.split())


@given(st.lists(words, max_size=9).map(" ".join) | st.text(max_size=40))
def test_any_line_is_read_or_refused(line):
    with contextlib.suppress(UnreadableSentence):
        assert parse_sentence(line, KNOWN, SPAN).rows


@pytest.mark.parametrize(
    "typed", [f"{LONG} A", "Heckmondwike Cricket & Athletic A", "Cricket and Athletic Club A"]
)
def test_a_team_of_a_long_name_is_told_from_its_pubs_other_team(typed: str) -> None:
    facts = replace(
        a_league(),
        teams=tuple(PlannedTeam(key=letter, name=f"{LONG} {letter}", venue=LONG) for letter in "AB"),
        venues=(Venue(key=LONG, name=LONG),),
        divisions=(PlannedDivision(key="one", name="Division One", teams=("A", "B"), nights=()),),
    )
    known = KnownNames(facts)
    request = parse_sentence(f"{typed} not at home 14 January", known, known.span())
    assert request.sentence == f"{LONG} A ask not to be at home on 14 January; {OFF_NIGHT}."


def test_a_divisions_week_off_falls_on_the_night_that_the_draft_asks_for():
    line = "Division One has no match on 4 November"
    known = KnownNames(a_league(), RequestsFile(divisions=(DivisionRequests(name="Division One", night=3),)))
    assert "all Wednesdays but 4 November" in parse_sentence(line, known, SPAN).sentence
    assert "all Tuesdays but 3 November" in parse_sentence(line, KNOWN, SPAN).sentence


def test_weeks_by_number_and_cup_nights_follow_the_season_calendar():
    off = tuple(
        Off(day=datetime.date(2026, *day), kind=kind)
        for day, kind in (((10, 7), WeekOff.CUP), ((12, 29), WeekOff.BLANK), ((11, 3), WeekOff.CUP))
    )
    known = KnownNames(a_league(), RequestsFile(off=off))

    def said(line: str) -> str:
        return parse_sentence(line, known, SPAN).sentence

    assert said("Owl no match week 3") == "The Owl ask for no match on 29 September."
    assert said("Owl can't host on cup nights") == "The Owl cannot be at home on 6 October and 3 November."
    with pytest.raises(UnreadableSentence) as refused:
        said("Owl no match week 5")
    assert [said(choice.line) for choice in refused.value.choices] == [
        "The Owl ask for no match on 13 October.",
        "The Owl ask for no match on 20 October.",
    ]


def test_a_line_that_is_not_understood_leads_to_boxes_with_its_teams():
    for line, kind, teams in (
        ("Owl not at home on cup nights", RowKind.TEAM, ["The Owl"]),
        ("Owl and Bell share a car", RowKind.COMPANY, ["The Owl", "The Bell"]),
    ):
        ((group, row),) = rows_to_fill(line, KNOWN, SPAN)
        assert (group, [*row.teams, *filter(None, [row.text("team")])]) == (kind, teams)
