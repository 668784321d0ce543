"""A league opened from a pasted list: who may, what is shown first, what stands there in the end."""

import datetime
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client

from league.demo.services import demo_is_loaded
from league.installation.local_secrets import SignIn, demo_sign_in, keep_demo_sign_in
from league.models import Enrolment, League, LeagueRole, Pub, Season, Team, User
from tests.builders import a_league, a_secretary, a_team
from tests.hostile.garbage_forms import GARBAGE_VALUES
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

PUBS = """Premier Division
The Fleece, Rawfold; A; B
The Shears
The Tup and Bell, Mirfield
Station Tap

First Division
The Drystone
The Whistling Ginnel
"""
SAID = {
    "name": "Colne Valley League",
    "address": "",
    "time_zone": "Europe/London",
    "preset": "heckmondwike",
    "season": "2027-28",
    "starts_on": "2027-09-02",
    "ends_on": "2028-04-27",
    "moving": "2",
    "pubs": PUBS,
}
OPEN = {"open": "", "looked": PUBS}


def post(client: Client, **said: str):
    return client.post("/new-league/", SAID | said)


def test_looked_at_it_is_shown_and_not_made(admin_client: Client) -> None:
    answer = post(admin_client, look="")
    shown = words(answer)
    assert answer.status_code == 200
    assert "6 pubs, 7 teams" in shown
    assert "The Fleece B The Fleece, Rawfold" in shown
    assert not League.objects.exists()


def test_every_problem_of_its_list_is_counted_and_shown(admin_client: Client) -> None:
    pubs = f"{'D' * 41}:\nThe Fleece; A; A\n; B\n{'x' * 81}, {'y' * 201}"
    shown = words(post(admin_client, look="", pubs=pubs))
    assert "5 problems in 4 lines. Nothing was made." in shown
    assert "Line 2: The Fleece A stands in line 2 already" in shown
    assert shown.count("Line 4: ") == 2


def test_opened_it_stands_whole(admin_client: Client, admin_user: User) -> None:
    answer = post(admin_client, **OPEN)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/colne-valley-league/secretary/"
    season = Season.objects.get(league__slug="colne-valley-league")
    assert [
        (division.name, division.promoted, division.relegated) for division in season.divisions.all()
    ] == [
        ("Premier Division", 0, 2),
        ("First Division", 0, 0),
    ]
    assert [str(one) for one in Enrolment.objects.order_by("pk")][:2] == [
        "The Fleece A in Premier Division, 2027-28",
        "The Fleece B in Premier Division, 2027-28",
    ]
    assert Pub.objects.get(slug="the-fleece").address == "Rawfold"
    assert Team.objects.get(name="The Fleece B").pub.name == "The Fleece"
    assert season.rule_book.variant == "heckmondwike"
    assert LeagueRole.objects.get().role == "owner"
    assert LeagueRole.objects.get().user == admin_user
    assert "has no matches yet" in words(admin_client.get(answer.headers["Location"]))


def test_a_list_that_changed_since_is_looked_at_again(admin_client: Client) -> None:
    answer = post(admin_client, open="", looked=PUBS, pubs=f"{PUBS}The Canal\n")
    assert "has changed since you looked" in words(answer)
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"name": ""}, "Say what the league is called"),
        ({"address": "new-league"}, "an address of the site itself"),
        ({"address": "a b"}, "small letters, figures and hyphens"),
        ({"preset": "whist"}, "one of the rule books"),
        ({"time_zone": "Mars/Olympus"}, "one of the list"),
        ({"ends_on": "2027-09-01"}, "ends before it starts"),
        ({"moving": "-1"}, "greater than or equal to 0"),
        ({"pubs": "Premier Division\n"}, "No pub stands in it"),
        ({"pubs": "The Fleece\nThe Fleece"}, "Line 2: The Fleece stands in line 1 already"),
    ],
)
def test_what_cannot_be_is_refused_and_stays_typed(
    admin_client: Client, said: dict[str, str], sentence: str
) -> None:
    answer = post(admin_client, look="", **said)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert 'role="alert"' in markup(answer)
    assert "2027-28" in markup(answer)
    assert not League.objects.exists()


def test_pressed_twice_it_is_opened_once(admin_client: Client) -> None:
    post(admin_client, **OPEN)
    answer = post(admin_client, **OPEN)
    assert answer.status_code == 422
    assert "has this address" in words(answer)
    assert League.objects.count() == Season.objects.count() == 1


@pytest.mark.parametrize("garbage", GARBAGE_VALUES)
def test_garbage_is_answered_whatever_it_is(admin_client: Client, garbage: str) -> None:
    """A strange name may be a name: the league is opened then, or refused, and never half made."""
    for name in SAID:
        for button in ("look", "open"):
            said = SAID | {name: garbage, button: "", "looked": garbage if name == "pubs" else PUBS}
            body = urlencode(said, errors="surrogatepass")
            form = "application/x-www-form-urlencoded"
            answer = admin_client.post("/new-league/", body, content_type=form)
            assert answer.status_code in (200, 303, 422), name
    assert League.objects.count() == Season.objects.count() == LeagueRole.objects.count()


class TestWhoMay:
    def test_the_first_account_of_an_installation_that_has_no_league(self, client: Client) -> None:
        first, second = (User.objects.create_user(name, password="password") for name in ("ann", "bea"))
        client.force_login(second)
        assert client.get("/new-league/").status_code == 403
        client.force_login(first)
        assert client.get("/new-league/").status_code == 200
        assert post(client, **OPEN).status_code == 303
        assert client.get("/new-league/").status_code == 403

    def test_not_the_secretary_of_a_league_that_is_here(self, client: Client) -> None:
        client.force_login(a_secretary(a_league()))
        assert client.get("/new-league/").status_code == 403
        assert post(client, **OPEN).status_code == 403

    def test_the_administrator_always(self, admin_client: Client) -> None:
        a_league()
        assert admin_client.get("/new-league/").status_code == 200


class TestBesideTheDemo:
    @pytest.fixture
    def demo(self) -> League:
        demo = a_league("Demonstration", is_demo=True)
        a_team(demo)
        return demo

    @pytest.fixture
    def its_secretary(self, demo: League) -> User:
        User.objects.create_user("somebody else first", password="password")
        return a_secretary(demo)

    def opened_by(self, client: Client, user: User, **said: str):
        client.force_login(user)
        return post(client, **OPEN, **said)

    def test_its_secretary_opens_a_league_under_an_account_of_his_own(
        self, client: Client, its_secretary: User
    ) -> None:
        keep_demo_sign_in(settings.VAR_DIR, SignIn(name="secretary", password="seen by all"))
        own = {"username": "ann", "password": "a long pint of mild", "clear_demo": "on"}
        answer = self.opened_by(client, its_secretary, **own)
        assert answer.status_code == 303
        assert not demo_is_loaded()
        assert not User.objects.filter(pk=its_secretary.pk).exists()
        assert LeagueRole.objects.get().user.username == "ann"
        assert client.get(answer.headers["Location"]).status_code == 200
        assert demo_sign_in(settings.VAR_DIR) is None

    @pytest.mark.parametrize(
        ("own", "sentence"),
        [
            ({}, "Choose a name to sign in with"),
            ({"username": "secretary", "password": "a long pint of mild"}, "signs in with this name already"),
            ({"username": "ann", "password": "password"}, "too common"),
        ],
    )
    def test_not_under_the_account_whose_password_was_shown(
        self, client: Client, its_secretary: User, own: dict[str, str], sentence: str
    ) -> None:
        answer = self.opened_by(client, its_secretary, clear_demo="on", **own)
        assert answer.status_code == 422
        assert sentence in words(answer)
        assert League.objects.count() == 1
        assert demo_is_loaded()

    def test_it_stays_unless_it_is_asked_to_go(self, client: Client, its_secretary: User) -> None:
        own = {"username": "ann", "password": "a long pint of mild"}
        self.opened_by(client, its_secretary, **own)
        assert League.objects.count() == 2
        assert User.objects.filter(pk=its_secretary.pk).exists()

    def test_every_page_of_it_leads_to_opening_ones_own(self, client: Client, demo: League) -> None:
        assert "/new-league/" in markup(client.get(f"/{demo.slug}/pubs/"))


def test_the_season_offered_is_the_one_people_mean() -> None:
    from league.founding.forms import usual_season

    assert usual_season(datetime.date(2027, 3, 1))["season"] == "2026-27"
    assert usual_season(datetime.date(2027, 7, 1))["season"] == "2027-28"
