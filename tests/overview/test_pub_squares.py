"""The square on a pub's tables: what it opens and when, what it says otherwise, and how long it lives."""

import datetime
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from league.accounts.services.links import codes_for, replace_code, revoke_code
from league.accounts.services.pub_links import issue_pub_link, issue_square, revoke
from league.models import League, Match, Pub, PubLink, ScoringCode, TableSquare
from league.records.services.league_deletion import delete_league
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_pub,
    a_season,
    a_secretary,
    a_square,
    a_team,
    a_walkover,
    an_account,
)
from tests.reading import words

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


@pytest.fixture
def match() -> Match:
    """Tonight's, at The Fleece, from half past eight."""
    return a_match()


@pytest.fixture(autouse=True)
def _that_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, "2027-01-14 20:20")


def at(monkeypatch: pytest.MonkeyPatch, clock: str) -> None:
    """It is that time where the league plays; in winter that is Greenwich."""
    moment = datetime.datetime.fromisoformat(f"{clock}+00:00")
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


def scan(pub: Pub) -> HttpResponse:
    return Client().get(a_square(pub))


def code_of(match: Match) -> str:
    return f"/s/{ScoringCode.objects.live().get(match=match).code}/"


@pytest.mark.parametrize(
    ("clock", "opens"),
    [
        ("2027-01-14 18:29", False),
        ("2027-01-14 18:30", True),
        ("2027-01-15 04:59", True),
        ("2027-01-15 05:00", False),
        ("2027-01-13 20:30", False),
    ],
)
def test_it_opens_from_two_hours_before_until_five_in_the_morning(
    monkeypatch: pytest.MonkeyPatch, match: Match, clock: str, opens: bool
) -> None:
    at(monkeypatch, clock)
    answer = scan(match.venue)
    assert ScoringCode.objects.exists() is opens
    if opens:
        assert answer.headers["Location"] == code_of(match)
        assert (answer.headers["Referrer-Policy"], answer.headers["X-Robots-Tag"]) == (
            "no-referrer",
            "noindex",
        )
        assert "private" in answer.headers["Cache-Control"]
        assert scan(match.venue).headers["Location"] == code_of(match)
    else:
        assert "The Fleece v The Shears" in words(answer)


def test_before_it_opens_it_says_from_when(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    at(monkeypatch, "2027-01-14 15:00")
    assert "begins at 8.30 pm. Scan the square again from 6.30 pm." in words(scan(match.venue))


def test_of_two_matches_one_is_chosen_by_its_teams(match: Match) -> None:
    a_team(match.venue.league, "The Fleece B", pub=match.venue)
    second = a_match(match.division, "The Fleece B", "Station Tap", week=2, venue=match.venue)
    answer = scan(match.venue)
    text = words(answer)
    assert "Which match do you score?" in text
    assert "The Fleece v The Shears" in text
    assert "The Fleece B v Station Tap" in text
    assert all(f'href="{code_of(each)}"' in answer.content.decode() for each in (match, second))


def test_other_nights_are_named_with_their_dates_and_not_opened(match: Match) -> None:
    Match.objects.update(date=NIGHT + DAY)
    a_match(match.division, "The Fleece", "Station Tap", date=NIGHT - WEEK, week=2)
    a_match(match.division, "The Fleece", "Nag’s Head", date=NIGHT - 2 * WEEK, week=3)
    text = words(scan(match.venue))
    assert "No match here tonight" in text
    assert "Next here: Fri 15 Jan The Fleece v The Shears" in text
    assert "Last here: Thu 7 Jan The Fleece v Station Tap" in text
    assert "Nag’s Head" not in text
    assert "ask the secretary of Three Valleys All Fours League" in text
    assert not ScoringCode.objects.exists()


def test_it_says_what_became_of_a_match_that_was_to_be_tonight(match: Match) -> None:
    Match.objects.update(date=None, postponed_from=NIGHT)
    assert "The Fleece v The Shears is postponed. It has no new date yet." in words(scan(match.venue))
    Match.objects.update(date=NIGHT + WEEK)
    assert "is postponed to Thu 21 Jan." in words(scan(match.venue))
    Match.objects.update(date=NIGHT, postponed_from=None, venue=match.away.pub)
    assert "The Fleece v The Shears is played tonight at The Shears." in words(scan(match.home.pub))
    assert scan(match.away.pub).status_code == 303


@pytest.mark.parametrize("end", [a_walkover, lambda match: a_card(match, (15, 9))])
def test_a_match_with_a_result_is_not_opened_again(match: Match, end: Callable[[Match], object]) -> None:
    end(match)
    assert "This match is over. Result" in words(scan(match.venue))
    assert not ScoringCode.objects.exists()


def test_an_ended_code_stays_ended_and_a_new_one_is_opened(match: Match) -> None:
    old = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    revoke_code(match=match, because="a wrong sheet", now=FRIDAY)
    assert "has ended the code of this match" in words(scan(match.venue))
    assert ScoringCode.objects.get().code == old
    new = replace_code(match=match, because="", now=FRIDAY).code
    assert scan(match.venue).headers["Location"] == f"/s/{new}/"


def test_a_revoked_square_says_so(match: Match) -> None:
    old = a_square(match.venue)
    new = issue_square(pub=match.venue, by=None, now=FRIDAY).code
    answer = Client().get(old)
    assert answer.status_code == 410
    assert "ask the secretary for the new one of The Fleece" in words(answer)
    assert Client().get(f"/t/{new.upper()}/").status_code == 303
    revoke(TableSquare, pub=match.venue, now=FRIDAY)
    assert Client().get(f"/t/{new}/").status_code == 410


def test_it_opens_no_other_pubs_match_and_no_other_leagues(match: Match) -> None:
    other = a_match(a_division(a_season(a_league("Four Rivers"))))
    assert scan(other.venue).headers["Location"] == code_of(other)
    assert not match.scoring_codes.exists()
    assert "No match here tonight" in words(scan(a_pub(match.venue.league, "The Ram")))


def test_what_is_no_square_is_counted_as_a_guess() -> None:
    answers = [Client().get(f"/t/{'2' * 12}/").status_code for _ in range(31)]
    assert (answers[0], answers[-1]) == (404, 429)


def test_the_squares_and_links_of_merged_pubs_go_on_working(match: Match) -> None:
    kept, gone = match.venue, a_pub(match.venue.league, "The Fleece Inn")
    squares = [a_square(pub) for pub in (kept, gone)]
    for pub in (kept, gone):
        issue_pub_link(pub=pub, by=None, now=timezone.now())
    desk = Client()
    desk.force_login(a_secretary(kept.league))
    page = f"/{kept.league.slug}/secretary/records/pubs/{kept.slug}/merge/"
    shown = desk.get(f"{page}?with={gone.slug}").context["rows"]
    desk.post(page, {"with": gone.slug, "rows": shown, "merge": ""})
    assert not Pub.objects.filter(pk=gone.pk).exists()
    assert [Client().get(each).headers["Location"] for each in squares] == [code_of(match)] * 2
    assert PubLink.objects.live().filter(pub=kept).count() == 2


@pytest.mark.slow
def test_it_goes_along_in_the_leagues_file_and_a_copy_has_its_own(match: Match, tmp_path: Path) -> None:
    old, file = a_square(match.venue), tmp_path / "league.json"
    call_command("export_league", match.venue.league.slug, file=file)
    call_command("import_league", file, slug="trial")
    copied = TableSquare.objects.get(pub__league__slug="trial")
    assert Client().get(f"/t/{copied.code}/").status_code == 303
    assert reverse("pub-square", args=[copied.code]) != old
    for league in League.objects.all():
        delete_league(league=league, typed_name=league.name, by=None, now=timezone.now(), has_file=True)
    call_command("import_league", file)
    assert Client().get(old).headers["Location"] == code_of(Match.objects.get())


def test_the_secretary_makes_prints_and_ends_squares_and_sees_them_used(match: Match, settings: Any) -> None:
    settings.SITE = "https://league.example.org"
    league, desk = match.venue.league, Client()
    desk.force_login(a_secretary(league))
    page = reverse("pub-links", args=[league.slug])
    desk.post(page, {"squares": ""})
    assert set(TableSquare.objects.live().values_list("pub__name", flat=True)) == {"The Fleece", "The Shears"}
    old = TableSquare.objects.get(pub=match.venue)
    scan(match.venue)
    assert "1 time" in words(desk.get(page))
    card = desk.get(reverse("desk-document", args=[league.slug, "square-cards"]), {"pub": match.venue.slug})
    printed = PdfReader(io.BytesIO(card.content)).pages[0].extract_text()
    for shown in ("The Fleece", "Scan to score tonight’s match here", f"/t/{old.code}/"):
        assert shown in printed
    desk.post(page, {"square": match.venue.slug})
    (new,) = match.venue.squares.live()
    assert Client().get(f"/t/{old.code}/").status_code == 410
    log = Client()
    log.force_login(an_account(league, "owner"))
    shown = words(log.get(reverse("audit-log", args=[league.slug])))
    assert shown.count("Square for tables issued: The Fleece") == 2
    desk.post(page, {"end-square": match.venue.slug})
    assert Client().get(f"/t/{new.code}/").status_code == 410
    assert desk.post(page, {"square": "nowhere"}).status_code == 422
