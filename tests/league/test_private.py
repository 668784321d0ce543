"""What is not for the public: names players keep to themselves, the secretary's remarks, others' drafts.

Every page a visitor can reach is read, and every paper.
"""

import io
import re

import pypdf
import pytest
from django.http import HttpResponse
from django.test import Client

from league.models import Draft, Enrolment, Match, MatchTable, Player, Scorecard, User
from tests.builders import FRIDAY, NIGHT, a_card, a_division, a_match, a_player, a_seat, a_secretary

pytestmark = pytest.mark.django_db

HIDDEN, INITIALLED, WHO = "Zebedee Quarmby", "Xanthe Yewdall", "thirdcousin"
REMARK, DRAFTED = "brought his own cards", "still arguing about table two"
CONTACT, DISPUTE = ("Ermintrude", "captain@example.org", "01924 555"), "says it was 13"


@pytest.fixture
def match(db: None) -> Match:
    """A corrected match with both players in it, who also stand in both squads' lists."""
    division = a_division(teams=2)
    match = a_match(division)
    a_match(division, "The Shears", "The Fleece", week=2, date=None, postponed_from=NIGHT)
    kept = [
        a_player(match.home, HIDDEN, division.season, shown=Player.Shown.HIDDEN, told_apart_by=WHO),
        a_player(match.home, INITIALLED, division.season, shown=Player.Shown.INITIALS, told_apart_by=WHO),
    ]
    partner = a_player(match.home, "Jack Hirst", division.season)
    a_card(match, (15, 9), (12, 15), (15, 1), (15, 8), is_confirmed=False, set_aside_at=FRIDAY)
    a_card(match, (15, 9), (12, 15), (15, 2), (15, 8), reason="a 2, not a 1")
    for card in Scorecard.objects.all():
        for table in card.tables.all():
            game = table.games.get()
            a_seat(game, kept[table.number % 2], place=1)
            a_seat(game, partner, place=2)
    Scorecard.objects.update(private_remarks=REMARK)
    MatchTable.objects.update(private_remarks=REMARK)
    Match.objects.update(disputed_because=DISPUTE)
    name, email, phone = CONTACT
    Enrolment.objects.update(captain_name=name, captain_email=email, captain_phone=phone)
    return match


@pytest.fixture
def secretary(match: Match) -> User:
    user = a_secretary(match.division.season.league)
    Draft.objects.create(match=match, user=user, began_from=2, typed={"remarks": DRAFTED}, saved_at=FRIDAY)
    return user


def read(answer: HttpResponse) -> str:
    """All that an answer says, to eyes and to programs."""
    if answer.headers["Content-Type"] == "application/pdf":
        paper = pypdf.PdfReader(io.BytesIO(answer.content))
        return " ".join([str(paper.metadata), *(page.extract_text() for page in paper.pages)])
    return answer.content.decode()


def everything_public(client: Client, league: str) -> dict[str, str]:
    waiting, found = [league, f"{league}players/?search=quarmby"], {}
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        answer = client.get(page)
        found[page] = str(answer.headers) + read(answer)
        if answer.status_code in {301, 303}:
            waiting.append(answer.headers["Location"])
        links = re.findall(r'href="(/[^"#]*)', found[page])
        waiting += [link.replace("&amp;", "&") for link in links if link.startswith(league)]
    return found


def test_nothing_private_is_on_any_public_page_or_paper(client, match, secretary):
    hidden = Player.objects.get(name=HIDDEN)
    league = f"/{match.division.season.league.slug}/"
    pages = everything_public(client, league)
    assert len(pages) > 15
    assert any(page.endswith("score-sheet.pdf") for page in pages)
    assert any("/versions/1/" in page for page in pages)
    words = ("Zebedee", "Quarmby", "Xanthe", "Yewdall", WHO, hidden.public_id, REMARK, DRAFTED)
    words = (*words, *CONTACT, DISPUTE)
    for page, said in pages.items():
        for word in words:
            assert word not in said.replace("quarmby", ""), f"{page} says {word}"
    assert any("X. Y." in said for said in pages.values())


def test_the_page_of_somebody_hidden_is_not_there(client, match):
    hidden = Player.objects.get(name=HIDDEN)
    assert client.get(f"/{match.division.season.league.slug}/players/{hidden.public_id}/").status_code == 404


@pytest.mark.parametrize("name", ["xanthe", "yewdall", "zebedee", WHO])
def test_a_search_finds_only_what_it_shows(client, match, name):
    answer = client.get(f"/{match.division.season.league.slug}/players/?search={name}").content.decode()
    assert "X. Y." not in answer
    assert "A player" not in answer


@pytest.mark.parametrize(
    "where", ["", "players/", "matches/{match}/", "matches/{match}/versions/1/", "teams/the-fleece/"]
)
def test_what_the_secretary_was_shown_is_never_the_publics(client, match, secretary, where):
    """Neither a cache between nor the same browser after signing out gets to see his page again."""
    address = f"/{match.division.season.league.slug}/" + where.format(match=match.public_id)
    stamp = client.get(address).headers["ETag"]
    client.force_login(secretary)
    answer = client.get(address, headers={"If-None-Match": stamp})
    assert answer.status_code == 200
    assert "ETag" not in answer.headers
    assert {"private", "no-cache"} <= set(answer.headers["Cache-Control"].split(", "))
    assert "Cookie" in answer.headers["Vary"]
    client.logout()
    assert client.get(address, headers={"If-None-Match": stamp}).status_code == 304


@pytest.mark.parametrize("paper", ["score-sheet.pdf", "table-slips.pdf"])
def test_paper_with_whole_names_is_another_paper(client, match, secretary, paper):
    address = f"/{match.division.season.league.slug}/matches/{match.public_id}/{paper}"
    stamp = client.get(address).headers["ETag"]
    client.force_login(secretary)
    answer = client.get(address, headers={"If-None-Match": stamp})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != stamp
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    "where",
    [
        "",
        "captains/",
        "nights/2027-01-14/",
        "nights/2027-01-14/finals/",
        "matches/{match}/dispute/",
        "matches/{match}/entry/",
        "adjustments/",
    ],
)
def test_the_secretarys_pages_are_kept_by_nobody_between(client, match, secretary, where):
    client.force_login(secretary)
    answer = client.get(
        f"/{match.division.season.league.slug}/secretary/" + where.format(match=match.public_id)
    )
    assert "private" in answer.headers["Cache-Control"]
    assert "no-cache" in answer.headers["Cache-Control"]


def test_a_deputy_does_not_see_what_the_secretary_has_only_begun(client, match, secretary):
    league = match.division.season.league
    client.force_login(a_secretary(league, "deputy"))
    for page in (f"nights/{NIGHT}/", f"nights/{NIGHT}/finals/", f"matches/{match.public_id}/entry/", ""):
        assert DRAFTED not in client.get(f"/{league.slug}/secretary/{page}").content.decode()
