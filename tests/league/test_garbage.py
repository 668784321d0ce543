"""Whatever is sent to a form gets a sentence: never a broken page, and nothing of it written down.

The forms are those that stand on the pages: each page is opened, its forms read, and every field of them
filled with what no secretary would type. Only a draft keeps what was typed, whatever it is.
"""

import io
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from league.cups import CupRules, DrawnBy
from league.models import (
    Appeal,
    CaptainLink,
    Charge,
    Division,
    Game,
    Hand,
    LeagueRole,
    Match,
    Objection,
    Offence,
    Photograph,
    Player,
    Registration,
    Ruling,
    Scorecard,
    ScoringCode,
    Seat,
    Signature,
    Team,
    User,
)
from league.services.appeals import record_appeal
from league.services.cups import draw_round, enter_teams, make_cup
from league.services.ledger import enter_line
from league.services.offences import apply_offence
from league.services.pairs_nights import enter_at_door, make_night
from league.services.pairs_rounds import draw_night_round
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_captains_link,
    a_card,
    a_division,
    a_match,
    a_player,
    a_report,
    a_secretary,
    an_adjustment,
    an_enrolment,
    an_entry,
    an_offence,
)

pytestmark = pytest.mark.django_db

GARBAGE = {
    "nothing": "",
    "spaces": " \t\n ",
    "nul": "a\x00b",
    "control signs": "\x01\x1b\x7f",
    "half a pair": "\ud800",
    "emoji": "🃏👨‍👩‍👧‍👦",
    "right to left": "\u202e15\u202c",
    "a huge number": "9" * 400,
    "past every integer": str(2**63),
    "negative": "-1",
    "a fraction": "1/0",
    "not a number": "NaN",
    "exponent": "1e999",
    "other figures": "١٥",
    "raised figure": "²",
    "markup": "<script>alert(1)</script>",
    "a quote": "'; DROP TABLE league_match; --",
    "a template": "{{ settings.SECRET_KEY }}{% csrf_token %}",
    "a date that is none": "2027-02-30",
    "a percent": "%s%n%d",
    "too long": "x" * 100_000,
}
REFUSED = range(400, 500)


@dataclass
class Form:
    """A form as it stands on a page: where it goes, and the names of its fields."""

    action: str
    method: str
    names: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)


class Forms(HTMLParser):
    """Reads the forms of a page; a button outside belongs to the form it names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        name = said.get("name") or ""
        if tag == "form":
            self.found.append(Form(said.get("action") or "", (said.get("method") or "get").lower()))
        elif not self.found or not name or name == "csrfmiddlewaretoken":
            return
        elif tag in {"input", "select", "textarea"} and name not in self.found[-1].names:
            self.found[-1].names.append(name)
        elif tag == "button":
            self.found[-1].buttons.append(name)


@pytest.fixture
def match(db) -> Match:
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


def a_plan(division: Division) -> None:
    """A list of one match, changed by hand once, with a way out of what cannot be had."""
    row = [str(NIGHT), division.slug, 1, "the-fleece", "the-shears"]
    way = {"given_up": "The Fleece want tea", "found": 1, "best": [row]}
    division.season.fixture_plans.create(
        public_id="planplan22",
        name="First",
        best=[row],
        progress={
            "by_hand": [{"said": "turned", "out": [row], "in": [row[:3] + row[:2:-1]]}],
            "conflicts": [{"sentence": "No tea", "ways": [way]}],
        },
        made_at=FRIDAY,
    )


def a_drawn_cup(division: Division) -> None:
    """A cup in its first round, under an id that stays: the forms of a page are read once for all tests."""
    cup = make_cup(season=division.season, name="Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    cup.public_id = "cupcup22"
    cup.save()
    enter_teams(cup=cup, teams=list(Team.objects.order_by("name")))
    draw_round(cup=cup, round_number=1, lot="two wet Thursdays", now=FRIDAY)


def a_night_being_played(division: Division) -> None:
    """A pairs night in its first round, under an id that stays."""
    night = make_night(season=division.season, name="Night", rounds=3)
    night.public_id = "nght2222"
    night.save()
    for pair in (("Jack Sykes", "Amy Pell"), ("Edna Thorp", "Len Hoyle"), ("Ivy Sykes", "Norman Pell")):
        enter_at_door(cup=night, names=pair)
    draw_night_round(cup=night, round_number=1, lot="two wet Thursdays", now=FRIDAY)


def a_signed_match(division: Division) -> None:
    """Scored at the tables; the away side has signed, and the home side is asked."""
    signed = a_match(division, week=2, public_id="signed22")
    for table in range(1, 5):
        an_entry(signed, "final", {"home-final": "15", "away-final": str(table)}, table=table)
    a_report(signed, "a")


def some_penalties(match: Match) -> None:
    """One to decide, one applied, one appealed; and a fee."""
    by, said = a_secretary(match.division.season.league, "deputy"), {"halves": 4, "pence": 500}
    an_offence(match, public_id="toolate2", **said)
    for number, kind in enumerate(("late_result-2", "missing_card-1"), start=2):
        offence = an_offence(match, kind=kind, public_id=f"toolate{number}x", **said)
        apply_offence(offence=offence, by=by, now=FRIDAY)
    record_appeal(offence=offence, made_on=FRIDAY.date(), made_by="the captain", words="It was there.")
    line = enter_line(pub=match.venue, kind="fee", pence=500, reason="entry", on=NIGHT, by=by)
    Charge.objects.filter(pk=line.pk).update(public_id="entryfee2")


@pytest.fixture
def played(match: Match) -> Match:
    """A second match of the night, whose result is in."""
    played = a_match(match.division, "Packhorse & Drover", "The Tup and Bell", public_id="packhr22")
    card = a_card(played, (15, 9), (12, 15), (15, 11), (15, 8))
    Seat.objects.create(game=card.tables.all()[0].games.get(), side="h", place=1, written="J. Hirst")
    return played


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


def league_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/"


def pages_with_forms(match: Match, played: Match) -> list[str]:
    league = league_of(match)
    division = f"{league}{match.division.season.slug}/{match.division.slug}/"
    desk = f"{league}secretary/"
    link = a_captains_link(match.division)
    return [
        "/sign-in/",
        "/account/",
        "/account/link/",
        league,
        f"{league}scoring/",
        f"{league}players/",
        f"{division}standings/",
        f"{league}matches/{played.public_id}/",
        desk,
        f"{desk}nights/{NIGHT}/",
        f"{desk}nights/{NIGHT}/finals/",
        f"{desk}matches/{match.public_id}/entry/",
        f"{desk}matches/{played.public_id}/entry/",
        f"{desk}matches/{played.public_id}/put-right/",
        f"{desk}matches/{match.public_id}/walkover/",
        f"{desk}matches/{match.public_id}/walkover/?table=2",
        f"{desk}matches/{match.public_id}/postpone/",
        f"{desk}matches/{match.public_id}/venue/",
        f"{desk}matches/{played.public_id}/dispute/",
        f"{desk}captains/",
        f"{desk}fixtures/",
        f"{desk}fixtures/again/",
        f"{desk}fixtures/compare/",
        *(f"{desk}fixtures/planplan22/{page}" for page in ("", "list/")),
        f"{desk}fixtures/planplan22/change/1.the-fleece.the-shears/?act=sides",
        f"{desk}fixtures/planplan22/wishes/",
        f"{desk}fixtures/from-a-list/",
        f"{desk}captains/links/",
        *(f"{link}matches/{match.public_id}/{page}/" for page in ("squad", "line-up", "postpone")),
        a_captains_link(match.division, kind="players"),
        f"{link}matches/signed22/",
        f"{desk}matches/signed22/reports/",
        f"{desk}people/",
        f"{desk}take-along/",
        f"{desk}lists/",
        f"{desk}cups/",
        f"{desk}cups/cupcup22/",
        f"{desk}cups/cupcup22/1/1/",
        f"{desk}cups/pairs-night/",
        f"{desk}cups/nght2222/?pair=1",
        f"{desk}players/",
        f"{desk}players/jackhrst2/",
        f"{desk}names/",
        f"{division.rpartition('/division')[0]}/awards/",
        f"{desk}honours/",
        f"{desk}honours/1974/",
        f"{desk}honours/tables/",
        f"{desk}seasons/{match.division.season.slug}/next/",
        f"{desk}pubs/the-fleece/",
        f"{desk}teams/the-fleece/move/",
        f"{desk}adjustments/",
        f"{desk}penalties/",
        *(f"{desk}penalties/{one.public_id}/" for one in Offence.objects.all()),
        f"{desk}rulings/shears22/appeal/",
        f"{desk}ledger/",
        f"{desk}ledger/the-fleece/",
        "/s/fleece23/",
        "/s/fleece23/tables/1/",
    ]


# The pages are the same in every test: they are opened and read once.
read_once: list[Form] = []


def forms_of(client: Client, pages: list[str]) -> list[Form]:
    """Every form of the pages, once; where it goes is never the sign-out or a ruling to take back."""
    if not read_once:
        found: dict[tuple[str, ...], Form] = {}
        for page in pages:
            for form in Forms(client.get(page).content.decode()).found:
                form.action = form.action or page
                if "sign-out" not in form.action and "/revoke/" not in form.action:
                    found.setdefault((form.action, form.method, *form.names), form)
        read_once.extend(found.values())
    return read_once


def written() -> dict[str, object]:
    """All that a form could change, drafts left out."""
    agreed = (Objection, Photograph, Signature)
    people = (LeagueRole, Player, Registration, User)
    kept = (Appeal, Charge, Game, Hand, Ruling, Scorecard, Seat, *agreed, *people)
    return {model.__name__: model.objects.count() for model in kept} | {
        "matches": list(Match.objects.order_by("pk").values("date", "postponed_from", "postponed_because")),
        "penalties": list(Offence.objects.order_by("pk").values("state", "decided_because")),
        "appeals": list(Appeal.objects.order_by("pk").values("outcome", "decision")),
        "counted": Charge.objects.filter(struck_out_on=None).count(),
        "in force": Ruling.objects.filter(revoked_on=None).count(),
        "confirmed": list(Scorecard.objects.filter(is_confirmed=True).values_list("pk", flat=True)),
    }


def sent(client: Client, form: Form, fields: dict[str, str]) -> HttpResponse:
    """Send fields as a browser would, halves of surrogate pairs included, which no browser would."""
    body = urlencode(fields, errors="surrogatepass")
    if form.method == "get":
        return client.get(f"{form.action.split('?')[0]}?{body}")
    return client.post(form.action, body, content_type="application/x-www-form-urlencoded")


def assert_answered(answer: HttpResponse, what: str) -> None:
    """A page again, the way on, or a refusal that says something."""
    status = answer.status_code
    assert status in {200, 303} or status in REFUSED, f"{what}: {status}"
    if status in REFUSED:
        said = answer.content.decode()
        is_page = 'role="alert"' in said or "<h1" in said
        assert is_page or answer.headers["Content-Type"].startswith("application/json"), (
            f"{what}: no sentence"
        )


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_garbage_in_every_field_of_every_form(client, match, played, secretary, garbage):
    before = written()
    forms = forms_of(client, pages_with_forms(match, played))
    assert len(forms) >= 12
    for form in forms:
        if form.names and all(name.endswith("-because") for name in form.names):
            continue  # a reason alone: whatever was typed may be one
        for button in form.buttons or [""]:
            fields = dict.fromkeys(form.names, garbage) | ({button: "yes"} if button else {})
            assert_answered(sent(client, form, fields), f"{form.action} {button}")
    assert written() == before


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
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
        assert 'role="alert"' in answer.content.decode()
    assert written() == before


def test_forms_with_nothing_in_them(client, match, played, secretary):
    before = written()
    for form in forms_of(client, pages_with_forms(match, played)):
        assert_answered(sent(client, form, {}), form.action)
    assert written() == before


def test_ten_thousand_fields_are_too_many(client, match, played, secretary):
    before = written()
    many = {f"t{number}-home-final": "3" for number in range(2 * settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)}
    for form in forms_of(client, pages_with_forms(match, played)):
        if form.method == "post":
            answer = sent(client, form, many)
            assert answer.status_code == 400, form.action
            assert "<h1" in answer.content.decode()
    assert written() == before


def test_a_file_is_not_taken_in(client, match, played, secretary):
    """It would be written to the disk before anybody looked at it."""
    before = written()
    for form in forms_of(client, pages_with_forms(match, played)):
        if form.method == "post":
            answer = client.post(form.action, {"file": io.BytesIO(b"x" * 3_000_000), "confirm": "yes"})
            # Four pages ask for a file, and say that this is no list, no photograph, no wishes.
            asks = form.action.endswith(("/lists/", "/from-a-list/", "/photographs/", "/wishes/"))
            assert answer.status_code == (422 if asks else 400), form.action
            assert "<h1" in answer.content.decode()
    assert written() == before


def test_the_same_field_many_times(client, match, played, secretary):
    before = written()
    for form in forms_of(client, pages_with_forms(match, played)):
        if form.method == "post":
            body = urlencode([(name, text) for name in form.names for text in ("1", "x", "")])
            answer = client.post(form.action, body, content_type="application/x-www-form-urlencoded")
            assert_answered(answer, form.action)
    assert written() == before


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\xff\xfe\x00%ZZ&=&&==", "application/x-www-form-urlencoded"),
        (b"t1-home-final=%FF%FE%ED%A0%80", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"{}", "application/json"),
        (b'{"t1-home-final": "\\ud800"', "application/json"),
        (b"not the boundary", "multipart/form-data; boundary=XX"),
        (b"--XX\r\nContent-Disposition: form-data\r\n\r\n3\r\n--XX--", "multipart/form-data; boundary=XX"),
        (b"", "multipart/form-data"),
        (b"3", "text/plain"),
        (b"", ""),
    ],
    ids=[
        "broken escapes",
        "a charset that lies",
        "JSON",
        "broken JSON",
        "wrong boundary",
        "a part without a name",
        "no boundary",
        "plain text",
        "no type",
    ],
)
def test_bodies_that_are_no_form(client, match, played, secretary, body, content_type):
    before = written()
    desk = f"{league_of(match)}secretary/"
    drafts = [f"{desk}matches/{match.public_id}/draft/"]
    forms = [
        form.action for form in forms_of(client, pages_with_forms(match, played)) if form.method == "post"
    ]
    for action in [*forms, *drafts]:
        assert_answered(client.post(action, body, content_type=content_type), action)
    assert written() == before


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
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


@pytest.mark.parametrize("garbage", ["%00", "%ED%A0%80", "%FF", "..", "%2e%2e%2f", "9" * 300, "<b>", "🃏"])
def test_garbage_for_an_address(client, match, played, secretary, garbage):
    league = league_of(match)
    for page in (
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
    ):
        answer = client.get(page)
        assert answer.status_code in {301, 303, 404}, f"{page}: {answer.status_code}"
