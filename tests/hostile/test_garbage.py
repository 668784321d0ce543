"""Whatever is sent to a form gets a sentence: never a broken page, and nothing of it written down.

The forms are those that stand on the pages: each page is opened, its forms read, and every field of them
filled with what no secretary would type. Only a draft keeps what was typed, whatever it is.
"""

import io
import itertools
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from league.models import CaptainLink, Match, ScoringCode, Seat, User
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_card,
    a_division,
    a_match,
    a_player,
    a_secretary,
    an_adjustment,
    an_enrolment,
)
from tests.examples import part_of
from tests.hostile.garbage_forms import GARBAGE_VALUES, Form, assert_answered, forms_of, sent
from tests.hostile.garbage_world import (
    a_drawn_cup,
    a_night_being_played,
    a_plan,
    a_signed_match,
    league_of,
    pages_with_forms,
    some_penalties,
    written,
)
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def match(module_rows: Callable[[], Any]) -> Match:
    with module_rows():
        division = a_division(teams=4)
        match = a_match(division, public_id="fleece22")
        a_player(match.home, season=division.season, public_id="jackhrst2")
        an_adjustment(division, "The Shears", public_id="shears22")
        some_penalties(match)
        fleece = an_enrolment(division, "The Fleece")
        CaptainLink.objects.create(enrolment=fleece, public_id="fleecelk22", issued_at=FRIDAY)
        ScoringCode.objects.create(match=match, code="fleece23", issued_at=FRIDAY)
        a_signed_match(division)
        a_drawn_cup(division)
        a_plan(division)
        a_night_being_played(division)
        return match


@pytest.fixture(scope="module")
def played(match: Match, module_rows: Callable[[], Any]) -> Match:
    """A second match of the night, whose result is in."""
    with module_rows():
        played = a_match(match.division, "Packhorse & Drover", "The Tup and Bell", public_id="packhr22")
        card = a_card(played, (15, 9), (12, 15), (15, 11), (15, 8))
        Seat.objects.create(game=card.tables.all()[0].games.get(), side="h", place=1, written="J. Hirst")
        return played


@pytest.fixture
def secretary(match: Match, played: Match, client: Client, db: None) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


@pytest.mark.parametrize("garbage", GARBAGE_VALUES)
def test_garbage_in_every_field_of_every_form(client, match, played, secretary, garbage):
    """In the gate into each twenty-fourth form; NUL on PostgreSQL, which refuses it, into each twelfth."""
    before = written()
    forms = forms_of(client, pages_with_forms(match, played))
    assert len(forms) >= 12
    is_refused_by_database = "\0" in garbage and connection.vendor == "postgresql"
    for form in part_of(forms, each=12 if is_refused_by_database else 24):
        if form.names and all(name.endswith("-because") for name in form.names):
            continue  # a reason alone: whatever was typed may be one
        for button in form.buttons or [""]:
            fields = dict.fromkeys(form.names, garbage) | ({button: "yes"} if button else {})
            assert_answered(sent(client, form, fields), f"{form.action} {button}")
    assert written() == before


@pytest.mark.parametrize("garbage", GARBAGE_VALUES)
def test_garbage_in_one_field_of_a_form_filled_in_well(client, match, played, secretary, garbage):
    """One slip at a time meets checks that a form full of garbage never reaches."""
    m = f"m{match.public_id}"
    desk = f"{league_of(match)}secretary/"
    scores = {f"{m}-t{table}-home": "3" for table in range(1, 5)} | {f"{m}-version": "0", "confirm": "yes"}
    finals = {f"t{table}-home-final": "3" for table in range(1, 5)} | {"version": "0", "confirm": "yes"}
    good = {
        f"nights/{NIGHT}/finals/": (scores, f"{m}-t2-home"),
        f"matches/{match.public_id}/entry/": (finals, "t2-home-final"),
        f"matches/{match.public_id}/walkover/": ({"at_fault": "h", "reason": "late"}, "at_fault"),
        f"matches/{match.public_id}/postpone/": ({"to": "2027-02-08", "reason": "snow"}, "to"),
        "adjustments/": (
            {"team": "division-one/the-shears", "which_way": "take", "points": "2", "reason": "late"},
            "points",
        ),
        "penalties/toolate2/": (
            {"apply-points": "2", "apply-pounds": "5", "apply-because": "", "apply": "yes"},
            "apply-points",
        ),
        "people/": ({"name": "Edna Thorp", "role": "deputy", "team": ""}, "role"),
        "people/deputy/": ({"role": "scorer", "team": "", "change": "yes"}, "role"),
        "ledger/": (
            {"fee-pounds": "7.50", "fee-reason": "entry", "fee-on": str(NIGHT), "charge-teams": "yes"},
            "fee-pounds",
        ),
        "ledger/the-fleece/": (
            {"line-kind": "fee", "line-pounds": "7.50", "line-reason": "x", "line-on": str(NIGHT)}
            | {"enter-line": "yes"},
            "line-on",
        ),
    }
    before = written()
    for address, (fields, slip) in good.items():
        if not garbage.strip() and slip == "to":
            continue  # no date at all is a date to be agreed
        form = Form(f"{desk}{address}", "post")
        answer = sent(client, form, fields | {slip: garbage})
        assert answer.status_code == 422, f"{address}: {answer.status_code}"
        assert 'role="alert"' in markup(answer)
    assert written() == before


def test_forms_with_nothing_in_them(client, match, played, secretary):
    """To press a button too early is what people do."""
    before = written()
    for form in part_of(forms_of(client, pages_with_forms(match, played)), each=18, place=1):
        assert_answered(sent(client, form, {}), form.action)
    assert written() == before


def test_ten_thousand_fields_are_too_many(client, match, played, secretary):
    """They are refused before any page is asked: some of the forms do for all."""
    before = written()
    many = {f"t{number}-home-final": "3" for number in range(2 * settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)}
    for form in part_of(forms_of(client, pages_with_forms(match, played)), each=18):
        if form.method == "post":
            answer = sent(client, form, many)
            assert answer.status_code == 400, form.action
            assert "<h1" in markup(answer)
    assert written() == before


def test_a_file_is_not_taken_in(client, match, played, secretary):
    """It would be written to the disk before anybody looked at it."""
    # Four pages ask for a file, and say that this is no list, no photograph, no wishes.
    asking = ("/lists/", "/from-a-list/", "/photographs/", "/wishes/")
    before = written()
    forms = [form for form in forms_of(client, pages_with_forms(match, played)) if form.method == "post"]
    asks = [form for form in forms if form.action.endswith(asking)]
    for form in [*asks, *part_of([form for form in forms if form not in asks], each=22)]:
        answer = client.post(form.action, {"file": io.BytesIO(b"x" * 3_000_000), "confirm": "yes"})
        assert answer.status_code == (422 if form in asks else 400), form.action
        assert "<h1" in markup(answer)
    assert written() == before


def test_the_same_field_many_times(client, match, played, secretary):
    before = written()
    for form in part_of(forms_of(client, pages_with_forms(match, played)), each=18, place=4):
        if form.method == "post":
            body = urlencode([(name, text) for name in form.names for text in ("1", "x", "")])
            answer = client.post(form.action, body, content_type="application/x-www-form-urlencoded")
            assert_answered(answer, form.action)
    assert written() == before


BODIES = (
    (b"\xff\xfe\x00%ZZ&=&&==", "application/x-www-form-urlencoded"),
    (b'{"t1-home-final": "\\ud800"', "application/json"),
    (b"--XX\r\nContent-Disposition: form-data\r\n\r\n3\r\n--XX--", "multipart/form-data; boundary=XX"),
    (b"t1-home-final=%FF%FE%ED%A0%80", "application/x-www-form-urlencoded; charset=utf-16"),
    (b"{}", "application/json"),
    (b"not the boundary", "multipart/form-data; boundary=XX"),
    (b"", "multipart/form-data"),
    (b"3", "text/plain"),
    (b"", ""),
)


@pytest.mark.parametrize(
    "bodies_of_each", [1, pytest.param(len(BODIES), marks=pytest.mark.slow)], ids=["in turn", "all"]
)
def test_bodies_that_are_no_form(client, match, played, secretary, bodies_of_each):
    """Each fourteenth form is sent one of the bodies in turn; with the slow tests, each form all of them."""
    before = written()
    draft = f"{league_of(match)}secretary/matches/{match.public_id}/draft/"
    forms = [
        form.action for form in forms_of(client, pages_with_forms(match, played)) if form.method == "post"
    ]
    bodies = itertools.cycle(BODIES)
    for action in [*part_of(forms, each=14), draft]:
        for body, content_type in itertools.islice(bodies, bodies_of_each):
            assert_answered(client.post(action, body, content_type=content_type), f"{action} {body!r}")
    assert written() == before


@pytest.mark.parametrize("garbage", GARBAGE_VALUES)
def test_garbage_in_what_an_address_asks_for(client, match, played, secretary, garbage):
    league = league_of(match)
    division = f"{league}{match.division.season.slug}/{match.division.slug}/"
    for page, name in (
        (f"{division}standings/", "as-of"),
        (f"{division}standings/", "team"),
        (f"{league}standings/", "season"),
        (f"{league}results/", "season"),
        (f"{league}players/", "search"),
        (f"{league}teams/the-fleece/", "season"),
        (f"{league}secretary/matches/{match.public_id}/walkover/", "table"),
        (f"{league}matches/{played.public_id}/", "hand"),
        (f"{league}matches/{played.public_id}/", "table"),
        (f"{league}secretary/cups/nght2222/", "pair"),
        (f"{league}secretary/cups/nght2222/", "round"),
        ("/sign-in/", "next"),
    ):
        query = urlencode({name: garbage[:2000]}, errors="surrogatepass")
        assert_answered(client.get(f"{page}?{query}"), f"{page} {name}")


@pytest.fixture
def garbage() -> tuple[str, ...]:
    """What no address has in it; a database may refuse what another takes."""
    return ("%00", "%ED%A0%80", "%FF", "..", "%2e%2e%2f", "9" * 300, "<b>", "🃏")


def test_garbage_for_an_address(client, match, played, secretary, garbage):
    for number, text in enumerate(garbage):
        for page in part_of(addresses_with(text, league_of(match), played), each=2, place=number):
            answer = client.get(page)
            assert answer.status_code in {301, 303, 404}, f"{page}: {answer.status_code}"


def addresses_with(garbage: str, league: str, played: Match) -> tuple[str, ...]:
    """An address of each kind, with this in the place of what it names."""
    return (
        f"/{garbage}/",
        f"{league}{garbage}/",
        f"{league}teams/{garbage}/",
        f"{league}pubs/{garbage}/",
        f"{league}players/{garbage}/",
        f"{league}matches/{garbage}/",
        f"{league}matches/{played.public_id}/versions/{garbage}/",
        f"{league}secretary/nights/{garbage}/",
        f"{league}secretary/fixtures/{garbage}/",
        f"{league}feeds/teams/{garbage}.ics",
        f"{league}secretary/matches/{garbage}/entry/",
        f"/help/{garbage}/",
    )
