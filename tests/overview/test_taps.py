"""How far a visitor's questions are from a league's home, counted in links on a phone."""

import datetime
import re
from urllib.parse import urljoin

import pytest

from league.overview import visitor_views
from tests.builders import NIGHT, WEEK, a_card, a_division, a_drawn_cup, a_match, a_player
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
WON = ((15, 13), (12, 15), (15, 11), (15, 8))
MENU = "Menu"
QUESTIONS = {
    "next match": ([], "The Fleece The Fleece v The Shears: 8.30 pm"),
    "last result": ([], "The Fleece v The Shears: 8 2"),
    "table": ([], "The Fleece lead Division One"),
    "unbeaten": ([], "Unbeaten: The Fleece"),
    "best players": (["The best players"], "Jack Hirst"),
    "address of a pub": (["The Fleece"], "1 Wharf Street"),
    "rules": ([MENU, "Rules"], "Rules"),
    "secretary": ([MENU, "Contacts"], "01924 496 0102"),
    "calendar": (["Calendar"], "BEGIN:VCALENDAR"),
    "bracket": (["Shield"], "The bracket"),
}


def test_no_question_is_more_than_two_taps_away(client, monkeypatch):
    division = a_division(teams=2)
    league = division.season.league
    league.officers = "Secretary: Jo Hirst, 01924 496 0102"
    league.save()
    league.pubs.filter(slug="the-fleece").update(address="1 Wharf Street")
    a_player(league.teams.get(slug="the-fleece"), season=division.season)
    for week in range(5):
        a_card(a_match(division, week=week + 1, date=NIGHT + week * WEEK), *WON)
    a_match(division, week=6, date=NIGHT + 6 * WEEK)
    a_drawn_cup(division.season, "The Fleece", "The Shears", on=NIGHT, name="Shield")
    day = NIGHT + 5 * WEEK + datetime.timedelta(days=1)
    monkeypatch.setattr(visitor_views, "league_today", lambda league: day)
    home = client.get(LEAGUE)
    for question, (taps, answer) in QUESTIONS.items():
        assert len(taps) <= 2
        address, page = LEAGUE, home
        for link in taps:
            if link == MENU:
                continue
            shown = markup(page) if MENU in taps else re.sub(r"<nav class=.nav.*?</nav>", "", markup(page))
            found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>{link}</a>', shown)
            assert found, f"{address} leads to {link}"
            address = urljoin(address, found[1])
            page = client.get(address, follow=True)
        assert answer in words(page), question
