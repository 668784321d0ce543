"""The weekly bulletin: always one page, one to twelve divisions, with what is missing, moved and taken."""

import datetime
import io
from typing import Any

import pytest
from django.urls import reverse
from pypdf import PdfReader

from league.models import Bulletin, LeagueRole, Player
from league.printing import pdf
from league.printing.bulletin_selectors import bulletin_facts
from league.printing.bulletins import bulletin_on_paper
from league.printing.documents import Shown
from league.standings.records import Result
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_walkover,
    an_account,
    an_adjustment,
)
from tests.examples import sampled
from tests.printing.test_posters import LONG, NAMES, SITE, assert_apart

PRINTED_AT = datetime.datetime(2027, 1, 16, 12, 20, tzinfo=datetime.UTC)
FORM = (Result.WON, Result.LOST, Result.DRAWN, Result.WON, Result.WON)


def a_bulletin_division(name: str, names: tuple[str, ...], **fields: Any) -> Shown:
    pairs = list(zip(names[::2], names[1::2], strict=True))
    rows = tuple(
        {
            "place": place,
            "team": team,
            "slug": "",
            "short": team,
            "played": 12,
            "won": 8,
            "drawn": 1,
            "lost": 3,
            "pair": "30–14",
            "difference": "+118",
            "form": FORM,
            "form_words": "won, lost, drawn, won, won",
            "form_drawing": "drawing:form-wldww",
            "half_points": 152 - place,
            "style": {2: "last-up", len(names) - 2: "last-safe"}.get(place, ""),
        }
        for place, team in enumerate(names, start=1)
    )
    return {
        "name": name,
        "results": tuple(
            {
                "home": (home, home),
                "away": (away, away),
                "home_points": "8",
                "away_points": "2",
                "winner": "home",
                "tables": ("15–13", "12–15", "15–11", "15–8"),
                "total": "57–47",
            }
            for home, away in pairs
        ),
        "table": {
            "division": name,
            "week": 12,
            "caption": "after week 12 of 18; first two go up, last two go down",
            "pair": "Tables",
            "has_form": True,
            "rows": rows,
            "notes": ("Station Tap: 55 less 2, result of 3 Dec sent a day late.",),
        },
        "to_come": tuple(
            {"home": (home, home), "away": (away, away), "hour": "8.30 pm"} for away, home in pairs
        ),
        "next_date": datetime.date(2027, 1, 21),
        "next_week": 13,
        **fields,
    }


def some_facts(*divisions: Shown, **fields: Any) -> Shown:
    return {
        "league": "Upper Tenter Vale & District Licensed Houses’ and Working Men’s Clubs League",
        "league_slug": "tenter-vale",
        "night": NIGHT,
        "week": 12,
        "headline": f"{LONG[0]} beat {LONG[1]} 8–2 and stay top, two points clear of {LONG[2]}.",
        "divisions": divisions,
        "notices": tuple(("", f"Notice {at}: captains meet at the Three Nags.") for at in range(12)),
        "secretary": "Secretary: Marjorie Haigh-Ramsden, 01632 960 117",
        "until": datetime.date(2027, 1, 21),
        **fields,
    }


@pytest.mark.parametrize("names", sampled(NAMES, each=10))
@pytest.mark.parametrize("divisions", sampled([1, 0, 2, 3, 5, 12], each=10))
def test_the_bulletin_is_one_page_and_nothing_over_anything(divisions: int, names: tuple[str, ...]) -> None:
    facts = some_facts(
        *(a_bulletin_division(f"Division {number + 1}", names[:10]) for number in range(divisions))
    )
    pages = [
        page._page_box
        for page in pdf.laid_out(bulletin_on_paper(facts, printed_at=PRINTED_AT, site=SITE)).pages
    ]
    assert len(pages) == 1
    assert_apart(pages[0], 210, 297)


@pytest.mark.slow
def test_sixteen_teams_in_twelve_divisions_are_still_one_page() -> None:
    facts = some_facts(*(a_bulletin_division(f"Division {number + 1}", LONG) for number in range(12)))
    pages = pdf.laid_out(bulletin_on_paper(facts, printed_at=PRINTED_AT)).pages
    assert len(pages) == 1
    assert_apart(pages[0]._page_box, 210, 297)


def text_of(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


@pytest.fixture
def division():
    division = a_division(teams=4, promoted=1)
    a_card(a_match(division), (15, 11), (9, 15), (15, 2), (13, 15))
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    a_match(division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    return division


@pytest.mark.django_db
def test_results_tables_and_next_week_are_told(division) -> None:
    an_adjustment(division, "The Shears", reason="Result sent late")
    facts = bulletin_facts(division.season, NIGHT + datetime.timedelta(days=1))
    assert facts is not None
    text = text_of(pdf.pdf(bulletin_on_paper(facts, printed_at=PRINTED_AT, site=SITE)))
    for words in (
        "Week 1 bulletin",
        "The Fleece beat The Shears 6–4 and go top",
        "15–11 9–15 15–2 13–15 52–43",
        "not in yet",
        "after week 1 of 2; the first goes up",
        "The Shears: 4 less 2, result sent late.",
        "Next week",
        "Printed Sat 16 Jan 2027, 12.20 pm",
        "Please pin up until Thu 21 Jan.",
    ):
        assert words in text, (words, text)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_walkover_and_a_postponed_match_are_told(division) -> None:
    a_walkover(a_match(division, "The Tup and Bell", "The Fleece", week=4))
    a_match(division, "The Shears", "The Tup and Bell", date=NIGHT + 2 * WEEK, postponed_from=NIGHT, week=3)
    facts = bulletin_facts(division.season, NIGHT + datetime.timedelta(days=1))
    assert facts is not None
    text = text_of(pdf.pdf(bulletin_on_paper(facts, printed_at=PRINTED_AT)))
    assert "walkover" in text
    assert "Moved: The Shears v The Tup and Bell, from Thu 14 Jan to Thu 28 Jan." in text


@pytest.mark.slow
@pytest.mark.django_db
def test_before_the_first_night_only_that_night_is_told(division) -> None:
    facts = bulletin_facts(division.season, NIGHT - 3 * WEEK)
    assert facts is not None
    text = text_of(pdf.pdf(bulletin_on_paper(facts, printed_at=PRINTED_AT)))
    assert "Next week" in text
    assert "not in yet" not in text


@pytest.mark.django_db
def test_a_name_kept_from_the_public_is_not_pinned_up(division) -> None:
    league = division.season.league
    Player.objects.create(league=league, name="Norman Ogden", shown=Player.Shown.HIDDEN)
    Bulletin.objects.create(
        league=league, night=NIGHT, notices="Thanks to Norman Ogden.\nMeeting on Tuesday."
    )
    facts = bulletin_facts(division.season, NIGHT + datetime.timedelta(days=1))
    assert facts is not None
    assert "Ogden" not in repr(facts)
    assert ("", "Meeting on Tuesday.") in facts["notices"]


@pytest.mark.django_db
def test_the_bulletin_asks_as_often_for_many_divisions_as_for_few(
    division, django_assert_max_num_queries
) -> None:
    for number in (2, 3):
        a_division(division.season, f"Division {number}", position=number, teams=0)
    with django_assert_max_num_queries(18):
        bulletin_facts(division.season, NIGHT + datetime.timedelta(days=1))


@pytest.mark.django_db
def test_the_page_of_the_bulletin_leads_to_its_pdf(client, division) -> None:
    league = division.season.league
    client.force_login(an_account(league, role=LeagueRole.Role.SECRETARY))
    page = client.get(reverse("bulletin", args=[league.slug]), {"night": NIGHT}).content.decode()
    address = f"{reverse('desk-document', args=[league.slug, 'bulletin'])}?season=2026-27&amp;date={NIGHT}"
    assert address in page
    answer = client.get(address.replace("&amp;", "&"))
    assert "Week 1 bulletin" in text_of(answer.content)


TEN = ("Café Royal", "Gomerthorpe C & AC", "Weavers’ A", "Hanging Royd A", "Shoulder of Mutton") * 2


def test_the_richest_page_that_fits_is_printed() -> None:
    """Two divisions stood in three columns, in type so large that it broke "Gomerthorp-e"."""
    facts = some_facts(
        *(a_bulletin_division(f"Division {number}", TEN) for number in (1, 2)),
        notices=(("Pairs night", "entries close Fri 29 Jan."),),
    )
    text = text_of(pdf.pdf(bulletin_on_paper(facts, printed_at=PRINTED_AT, site=SITE)))
    assert text.count("Gomerthorpe") == 2 * 6
    assert "tables, then game points" in text
    assert "Division 2 next week" in text


@pytest.mark.slow
def test_few_notices_are_left_where_there_is_no_room_for_all() -> None:
    facts = some_facts(*(a_bulletin_division(f"Division {number + 1}", LONG) for number in range(3)))
    text = text_of(pdf.pdf(bulletin_on_paper({**facts, "headline": ""}, printed_at=PRINTED_AT)))
    assert "more on the league’s page" in text or "Notice 11" in text
