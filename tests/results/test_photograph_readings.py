"""A result from a photograph: marks are shown beside their cut-outs, answered, and confirmed as if typed."""

import datetime
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import (
    Draft,
    Match,
    Photograph,
    PhotographReading,
    Registration,
    RuleBook,
    Scorecard,
    ScoringCode,
    Side,
    UnfiledPhotograph,
    User,
)
from league.printing.documents import score_sheets
from league.printing.forms_on_paper import sheet_form
from league.printing.pdf import pdf
from league.printing.selectors import SEAL, match_on_paper, numbered_squad
from league.reading.photographs import can_read
from league.results import jobs
from league.results.log import LogEntry, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.pages import sheet_reader
from league.results.pages.photograph_reading import entries_of
from league.results.pages.sheet_reader import SheetFound, read_photograph, read_unfiled
from league.results.selectors.readings import PATIENCE, DueReadings, readings_due
from league.results.services.photographs import MOST_ATTEMPTS, claim_reading, picture_from, request_reading
from league.results.views import readings as reading_views
from tests.builders import (
    FRIDAY,
    a_captains_link,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_secretary,
)
from tests.photographs.test_photographs import as_file
from tests.printing.casts import a_played_sheet, a_sheet
from tests.reading import markup, words
from tests.results.photographs_world import a_filled_sheet, a_photograph, a_reading, all_hands
from tests.results.test_entry import alerts
from tests.results.test_entry_family import CARIBBEAN
from tests.results.test_pictures import a_picture
from tests.tools.photographs.damage import Camera, photographed
from tests.tools.photographs.sheets import CODE, drawn_page, filled_sheet

pytestmark = pytest.mark.django_db
State = PhotographReading.State
NO_CODE = SheetFound(problem="no_code", facts={"sentence": "The square code cannot be read."})


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_views, "can_read", lambda: True)


@pytest.fixture
def match() -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def desk(client: Client, secretary: User) -> Client:
    client.force_login(secretary)
    return client


def at(match: Match, rest: str = "entry/") -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/{rest}"


def reading_at(photograph: Photograph) -> str:
    return at(photograph.match, f"photographs/{photograph.public_id}/reading/")


def fields_on(page: Any) -> dict[str, str]:
    """What the form of the page would send as it stands."""
    from html.parser import HTMLParser

    class Fields(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.found: dict[str, str] = {}
            self.select = ""
            self.inside = False

        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            named = dict(attributes)
            name, value = named.get("name") or "", named.get("value") or ""
            if tag == "form":
                self.inside = named.get("id") == "entry"
            if not self.inside:
                return
            if tag == "select":
                self.select = name
                self.found[name] = ""
            elif tag == "option" and "selected" in named:
                self.found[self.select] = value
            elif tag == "input" and (named.get("type") != "radio" or "checked" in named):
                self.found[name] = value

        def handle_endtag(self, tag: str) -> None:
            if tag == "form":
                self.inside = False

    fields = Fields()
    fields.feed(markup(page))
    return fields.found


@pytest.mark.slow
def test_a_question_shows_the_whole_row_and_no_column_is_shown_five_pixels_wide(
    desk: Client, match: Match, tmp_path: Path
) -> None:
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    # The last hand is not marked: what is crossed does not give the final score.
    hands = [name for name in all_hands() if "t1-" in name and "-h" in name]
    last = max(int(name.split("-")[1][1:]) for name in hands)
    fields = {name: value for name, value in all_hands().items() if f"t1-h{last}-" not in name}
    photograph = a_photograph(match, picture_from(a_filled_sheet(match, fields, tmp_path, dots=200)).jpeg)
    assert read_photograph(request_reading(photograph=photograph, now=timezone.now()).pk)
    page = markup(desk.get(reading_at(photograph)))
    assert 'class="reading-question"' in page
    assert min(int(width) for width in re.findall(r'class="cut-out"[^>]*?width="(\d+)"', page)) > 60


def test_the_photograph_of_a_slip_fills_in_its_table(desk: Client, match: Match) -> None:
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    ScoringCode.objects.create(match=match, code=CODE.code, issued_at=FRIDAY)
    slip = filled_sheet(7, page=2, is_slip=True)
    taken = photographed(slip.picture, Camera(megapixels=4), random.Random(1))
    photograph = a_photograph(match, picture_from(taken).jpeg)
    assert read_photograph(request_reading(photograph=photograph, now=timezone.now()).pk)
    shown = fields_on(desk.get(reading_at(photograph)))
    read = {name: value for name, value in shown.items() if "-h" in name and value}
    assert {name.partition("-")[0] for name in read} == {"t2"}
    letters = {"home": "h", "away": "a", "nobody": "-"}
    for award in ("high", "low", "jack", "game"):
        assert read[f"t2-h1-{award}"] == letters[str(slip.truth[f"t2-h1-{award}"][0])]


# --- Whose number ---


def test_a_number_is_asked_about_only_if_the_squad_has_changed_since_the_print(match: Match) -> None:
    """Of nine marks to check eight were numbers of squads that had not changed since the print."""
    league, season = match.division.season.league, match.division.season
    Match.objects.update(date=season.starts_on + datetime.timedelta(weeks=3))
    match.refresh_from_db()
    late = season.starts_on + datetime.timedelta(days=8)
    first = a_player(match.home, "Zena Ward", season)
    Registration.objects.update(registered_on=late)
    paper = match_on_paper(league, match.public_id)
    assert paper is not None
    assert paper.squads_of == late
    seals = {Side.HOME: paper.seals[:SEAL], Side.AWAY: paper.seals[SEAL:]}
    assert numbered_squad(match, Side.HOME, seals[Side.HOME]) == (first.public_id,)
    assert numbered_squad(match, Side.HOME, "") is None  # a sheet of before, that says nothing of squads
    # Entered after the print with a day before it: the numbers are others.
    a_player(match.home, "Ada Bell", season)
    Registration.objects.filter(player__name="Ada Bell").update(registered_on=season.starts_on)
    assert numbered_squad(match, Side.HOME, seals[Side.HOME]) is None
    assert numbered_squad(match, Side.AWAY, seals[Side.AWAY]) == ()


# --- One press --------------------------------------------------------------------------------


def test_a_sheet_without_a_doubt_is_confirmed_with_one_press(desk: Client, match: Match) -> None:
    photograph = a_photograph(match)
    a_reading(photograph, all_hands())
    page = desk.get(reading_at(photograph))
    assert "Marks to check" not in markup(page)
    answer = desk.post(at(match), {**fields_on(page), "confirm": "yes"})
    assert answer.status_code == 303, alerts(answer)
    assert Scorecard.objects.get().is_confirmed


@pytest.mark.slow
def test_when_the_photograph_came_is_when_the_result_was_received(desk: Client, match: Match) -> None:
    Match.objects.update(date=timezone.localdate() - datetime.timedelta(days=1))
    photograph = a_photograph(match)
    a_reading(photograph, all_hands())
    desk.post(at(match), {**fields_on(desk.get(reading_at(photograph))), "confirm": "yes"})
    match.refresh_from_db()
    assert match.receipt.how == "photo"


def test_a_doubtful_mark_is_open_and_asked(desk: Client, match: Match) -> None:
    photograph = a_photograph(match)
    a_reading(photograph, all_hands(), "t2-h5-game")
    page = desk.get(reading_at(photograph))
    assert "Marks to check" in markup(page)
    assert "t2-h5-game" not in fields_on(page), "nothing is chosen for the reader"
    assert "/sheet/" in markup(page), "the cut-out stands beside it"
    refused = desk.post(at(match), {**fields_on(page), "confirm": "yes"})
    assert refused.status_code == 422
    assert not Scorecard.objects.exists()
    answer = desk.post(at(match), {**fields_on(page), "t2-h5-game": "-", "draft": "1", "confirm": "yes"})
    assert answer.status_code == 303


@pytest.mark.slow
def test_what_was_answered_comes_back(desk: Client, match: Match) -> None:
    photograph = a_photograph(match)
    a_reading(photograph, all_hands(), "t2-h5-game")
    page = desk.get(reading_at(photograph))
    desk.post(at(match), {**fields_on(page), "t2-h5-game": "a", "t1-h1-low": "a", "save": "yes"})
    fields = fields_on(desk.get(reading_at(photograph)))
    assert (fields["t2-h5-game"], fields["t1-h1-low"]) == ("a", "a")
    assert fields["draft"] == str(Draft.objects.get().revision)


# --- Drafts and rivals ------------------------------------------------------------------------


def test_a_draft_that_says_something_else_is_shown_and_not_replaced(desk: Client, match: Match) -> None:
    desk.post(at(match), {"t1-h1-high": "a", "remarks": "A good night.", "version": "0", "save": "yes"})
    photograph = a_photograph(match)
    a_reading(photograph, all_hands())
    page = desk.get(reading_at(photograph))
    assert "a draft of this match that says something else" in words(page)
    answer = desk.post(at(match), {**fields_on(page), "confirm": "yes"})
    assert answer.status_code == 409
    assert Draft.objects.get().typed["t1-h1-high"] == "a"


@pytest.mark.slow
def test_a_draft_that_agrees_is_added_to(desk: Client, match: Match) -> None:
    desk.post(at(match), {"remarks": "A good night.", "version": "0", "save": "yes"})
    photograph = a_photograph(match)
    a_reading(photograph, all_hands())
    page = desk.get(reading_at(photograph))
    assert desk.post(at(match), {**fields_on(page), "confirm": "yes"}).status_code == 303
    assert Scorecard.objects.get().remarks == "A good night."


@pytest.mark.slow
def test_a_draft_changed_after_the_page_was_opened_is_not_replaced(desk: Client, match: Match) -> None:
    photograph = a_photograph(match)
    a_reading(photograph, all_hands())
    page = desk.get(reading_at(photograph))
    desk.post(at(match), {"t1-h1-high": "a", "version": "0", "save": "yes"})
    assert desk.post(at(match), {**fields_on(page), "confirm": "yes"}).status_code == 409


@pytest.mark.slow
def test_the_second_of_two_people_is_shown_the_result_of_the_first(desk: Client, match: Match) -> None:
    photograph = a_photograph(match)
    a_reading(photograph, all_hands())
    page = desk.get(reading_at(photograph))
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    assert desk.post(at(match), {**fields_on(page), "confirm": "yes"}).status_code == 409
    assert Scorecard.objects.count() == 1


# --- Who may see what ---------------------------------------------------------------------------


def test_only_those_who_may_see_the_photograph_see_its_sheet(client: Client, match: Match) -> None:
    photograph = a_photograph(match)
    a_reading(photograph, all_hands(), straightened=b"jpeg")
    sheet = at(match, f"photographs/{photograph.public_id}/sheet/")
    assert client.get(sheet).status_code == 303
    other = a_secretary(a_league("Elsewhere"), "elsewhere")
    client.force_login(other)
    assert client.get(sheet).status_code == 403
    client.force_login(a_secretary(match.division.season.league))
    assert client.get(sheet).content == b"jpeg"
    client.logout()
    for team in ("The Fleece", "The Shears"):
        base = a_captains_link(match.division, team)
        captains = f"{base}matches/{match.public_id}/photographs/{photograph.public_id}/sheet/"
        assert client.get(captains).content == b"jpeg"
    beside = a_match(match.division, "The Spotted Heifer", "The Drystone", week=2)
    base = a_captains_link(beside.division, "The Drystone")
    captains = f"{base}matches/{match.public_id}/photographs/{photograph.public_id}/sheet/"
    assert client.get(captains).status_code == 404


def test_what_was_read_goes_with_its_photograph(desk: Client, match: Match) -> None:
    photograph = a_photograph(match)
    a_reading(photograph, all_hands(), straightened=b"jpeg")
    desk.post(at(match, f"photographs/{photograph.public_id}/"))
    assert not PhotographReading.objects.exists()
    assert desk.get(at(match, f"photographs/{photograph.public_id}/sheet/")).status_code == 404


def test_without_the_package_the_page_says_whom_to_ask(
    desk: Client, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_views, "can_read", lambda: False)
    photograph = a_photograph(match)
    page = desk.get(reading_at(photograph))
    assert "Ask whoever runs this site" in words(page)
    assert "pip" not in words(page)
    desk.post(reading_at(photograph), {"read": "yes"})
    assert not PhotographReading.objects.exists()


# --- Processes ----------------------------------------------------------------------------------


def test_pressing_the_button_starts_one_process(
    desk: Client, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    monkeypatch.setattr(jobs._photographs, "start", lambda due: started.extend(due) or len(due))
    photograph = a_photograph(match)
    answer = desk.post(reading_at(photograph), {"read": "yes"})
    assert answer.status_code == 303
    assert started == [PhotographReading.objects.get().pk]
    assert "is being read" in words(desk.get(reading_at(photograph)))


def test_a_reading_that_was_interrupted_is_taken_over_and_given_up_in_the_end(match: Match) -> None:
    now = timezone.now()
    reading = request_reading(photograph=a_photograph(match), now=now)
    first = claim_reading(PhotographReading, reading.pk, now=now)
    assert first is not None
    assert claim_reading(PhotographReading, reading.pk, now=now) is None, "one process has it"
    assert readings_due(now) == DueReadings()
    for attempt in range(2, MOST_ATTEMPTS + 1):
        now += PATIENCE + datetime.timedelta(seconds=1)
        assert readings_due(now) == DueReadings(photographs=(reading.pk,))
        taken = claim_reading(PhotographReading, reading.pk, now=now)
        assert taken is not None
        assert taken.attempts == attempt
    now += PATIENCE + datetime.timedelta(seconds=1)
    assert claim_reading(PhotographReading, reading.pk, now=now) is None
    reading.refresh_from_db()
    assert (reading.state, reading.problem) == (State.FAILED, "unreadable")


def test_a_reading_is_not_made_twice(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = a_reading(a_photograph(match), all_hands())
    monkeypatch.setattr(sheet_reader, "find_sheet", lambda *told, **named: pytest.fail("read again"))
    assert not read_photograph(reading.pk)


# --- Sheets of other matches, and piles -----------------------------------------------------------


def test_the_sheet_of_another_match_can_be_filed_under_it(
    desk: Client, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_match(match.division, "The Shears", "The Fleece", week=2)
    monkeypatch.setattr(sheet_reader, "find_sheet", lambda *told, **named: SheetFound(match=other))
    photograph = a_photograph(match)
    desk.post(reading_at(photograph), {"read": "yes"})
    read_photograph(PhotographReading.objects.get().pk)
    assert "File under The Shears v The Fleece" in words(desk.get(reading_at(photograph)))
    desk.post(reading_at(photograph), {"move": "yes"})
    photograph.refresh_from_db()
    assert photograph.match == other


def test_a_pile_finds_its_matches(desk: Client, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.results.test_photographs import a_file

    address = f"/{match.division.season.league.slug}/secretary/photographs/"
    files = [a_file(a_picture(size=size)) for size in ((300, 200), (310, 200))]
    assert desk.post(address, {"photographs": files}).status_code == 303
    first, second = UnfiledPhotograph.objects.all()
    monkeypatch.setattr(sheet_reader, "find_sheet", lambda *told, **named: SheetFound(match=match))
    read_unfiled(first.pk)
    monkeypatch.setattr(sheet_reader, "find_sheet", lambda *told, **named: NO_CODE)
    read_unfiled(second.pk)
    assert match.photographs.count() == 1
    page = desk.get(address)
    assert "The square code cannot be read" in words(page)
    filed = desk.post(f"{address}{second.public_id}/", {"match": match.public_id})
    assert filed.status_code == 303
    assert match.photographs.count() == 2
    assert not UnfiledPhotograph.objects.exists()


# --- Captains -------------------------------------------------------------------------------------


def test_a_captain_enters_the_marks_and_signs(client: Client, match: Match) -> None:
    player = a_player(match.home, season=match.division.season)
    photograph = a_photograph(match)
    a_reading(photograph, all_hands() | {"t1-home-1": player.public_id}, "t2-h5-game")
    base = f"{a_captains_link(match.division, 'The Fleece')}matches/{match.public_id}/"
    address = f"{base}photographs/{photograph.public_id}/reading/"
    page = client.get(address)
    assert "Marks to check" in markup(page)
    sent = {**fields_on(page), "t2-h5-game": "-", "enter": "yes"}
    assert client.post(address, sent).status_code == 303
    entries = match.entries.count()
    assert entries
    assert client.post(address, sent).status_code == 303
    assert match.entries.count() == entries, "pressed twice, entered once"
    assert "Sign" in words(client.get(base))


# --- The whole way ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_photographed_sheet_is_read_and_confirmed(desk: Client, match: Match, tmp_path: Path) -> None:
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    for team, names in ((match.home, ("Ada Brock", "Bert Cole")), (match.away, ("Edna Fox", "Fred Gill"))):
        for name in names:
            a_player(team, name, match.division.season)
    Match.objects.update(date=timezone.localdate() - datetime.timedelta(days=1))
    picture = picture_from(a_filled_sheet(match, all_hands(), tmp_path, dots=200))
    photograph = a_photograph(match, picture.jpeg)
    reading = request_reading(photograph=photograph, now=timezone.now())
    assert read_photograph(reading.pk)
    reading.refresh_from_db()
    assert (reading.state, reading.problem) == (State.READ, "")
    typed = {mark["name"]: mark["value"] for mark in reading.marks["marks"] if mark["value"]}
    assert {name: typed.get(name) for name in all_hands()} == all_hands()
    assert reading.asked == 0, [(m["name"], m["reason"]) for m in reading.marks["marks"] if m["asked"]]
    page = desk.get(reading_at(photograph))
    answer = desk.post(at(match), {**fields_on(page), "confirm": "yes"})
    assert answer.status_code == 303, alerts(answer)


@pytest.mark.slow
def test_the_code_on_the_sheet_names_its_match(desk: Client, match: Match, tmp_path: Path) -> None:
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    other = a_match(match.division, "The Shears", "The Fleece", week=2)
    jpeg = a_filled_sheet(other, all_hands(), tmp_path)
    photograph = a_photograph(match, jpeg)
    assert read_photograph(request_reading(photograph=photograph, now=timezone.now()).pk)
    assert PhotographReading.objects.get().facts == {"match": other.public_id}
    elsewhere = a_league("Elsewhere")
    assert sheet_reader.find_sheet(jpeg, elsewhere).problem == "other_league"
    ScoringCode.objects.all().delete()
    assert sheet_reader.find_sheet(jpeg, other.division.season.league).problem == "unknown_code"


def test_a_picture_without_a_sheet_is_refused_in_words(desk: Client, match: Match) -> None:
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    photograph = a_photograph(match, a_picture(size=(1600, 1200)))
    assert read_photograph(request_reading(photograph=photograph, now=timezone.now()).pk)
    assert "No score sheet was found" in words(desk.get(reading_at(photograph)))


@pytest.mark.slow
def test_the_boxes_of_the_loser_tell_the_points_of_both_sides() -> None:
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    book = RuleBook.objects.create(tables=6, games_a_table=2)
    match = a_match(a_division(a_season(rule_book=book)))
    game = replace(a_played_sheet().games[0], hands=(), penalties="")
    games = (game, replace(game, game=2, score=(4, 15)), replace(game, table=6, game=2, score=(15, 0)))
    ScoringCode.objects.create(match=match, code=CODE.code, issued_at=timezone.now())
    paper = pdf(score_sheets([a_sheet(form=sheet_form(book), code=CODE, games=games)]))
    jpeg = as_file(drawn_page(paper, 1))
    found = sheet_reader.find_sheet(jpeg, match.division.season.league)
    assert found.problem == "", found.facts
    finals = {mark["name"]: mark["value"] for mark in found.marks["marks"] if mark["name"].endswith("final")}
    told = {"t1-g1": ("15", "13"), "t1-g2": ("4", "15"), "t6-g2": ("15", "0")}
    assert {name: (finals[f"{name}-home-final"], finals[f"{name}-away-final"]) for name in told} == told


def test_a_photograph_agrees_with_the_phone_that_the_jack_was_hung(db: None) -> None:
    match = a_match(a_division(a_season(rule_book=RuleBook.objects.create(**CARIBBEAN))))
    marks = {"high": "h", "low": "a", "jack": "h", "game": "h"}
    place = SheetPlace(1, 1, "h1")
    logged = LoggedMatch(match, [LogEntry(id="1", number=1, place=place, body={**marks, "hung": "yes"})])
    row = f"{logged.layout.prefix(1)}-h1"
    fields = {f"{row}-{name}": text for name, text in {**marks, "hung": "y"}.items()}
    assert entries_of(fields, logged, Photograph(public_id="photo"), FRIDAY) == ()
    (sent,) = entries_of({**fields, f"{row}-low": "h"}, logged, Photograph(public_id="photo"), FRIDAY)
    assert sent.body == {**marks, "low": "h", "hung": "yes"}
