"""A league opened from a pasted list: who may, what is shown first, what stands there in the end."""

import datetime
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.demo.services import demo_is_loaded
from league.exchange.spreadsheets import as_xlsx
from league.founding.forms import GAMES, NewLeagueForm
from league.installation.local_secrets import SignIn, demo_sign_in, keep_demo_sign_in
from league.models import Enrolment, League, LeagueRole, Pub, Season, Team, User
from league.regulations import presets
from tests.builders import a_league, a_secretary, a_team
from tests.examples import part_of, sampled
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


def looked(**said: str) -> str:
    """What the page of a preview sends along."""
    form = NewLeagueForm(SAID | said)
    form.is_valid()
    return form.seen


def opening() -> dict[str, str]:
    return {"open": "", "looked": looked()}


def post(client: Client, **said: object):
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
    assert "4 problems in 3 lines. Nothing was created." in shown
    assert "Line 2: The Fleece A stands in row 2 already" in shown
    assert shown.count("Line 4: ") == 2


def test_opened_it_stands_whole(admin_client: Client, admin_user: User) -> None:
    answer = post(admin_client, **opening())
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/colne-valley-league/secretary/"
    season = Season.objects.get(league__slug="colne-valley-league")
    assert [
        (division.name, division.promoted, division.relegated) for division in season.divisions.all()
    ] == [
        ("Premier Division", 0, 2),
        ("First Division", 0, 0),
    ]
    assert [str(enrolment) for enrolment in Enrolment.objects.order_by("pk")][:2] == [
        "The Fleece A in Premier Division, 2027-28",
        "The Fleece B in Premier Division, 2027-28",
    ]
    assert Pub.objects.get(slug="the-fleece").address == "Rawfold"
    assert Team.objects.get(name="The Fleece B").pub.name == "The Fleece"
    assert season.rule_book.variant == "heckmondwike"
    assert LeagueRole.objects.get().role == "owner"
    assert LeagueRole.objects.get().user == admin_user
    assert "has no matches yet" in words(admin_client.get(answer.headers["Location"]))


def test_guesses_that_are_sent_along_unchanged_are_no_change(admin_client: Client) -> None:
    seen = post(admin_client, look="")
    sent = {f"answer-column-{column.number}": column.meaning for column in seen.context["checked"].columns}
    assert len(sent) > 1
    assert post(admin_client, open="", looked=seen.context["looked"], **sent).status_code == 303


def test_a_list_that_changed_since_is_looked_at_again(admin_client: Client) -> None:
    answer = post(admin_client, **opening(), pubs=f"{PUBS}The Canal\n")
    assert "has changed since you looked" in words(answer)
    assert not League.objects.exists()


MESSY = """TEAM(S);Div;Capt.;tel / mob;nite
Packhorse: Packhorse A, Packhorse B;Div 1 & 2;Ann Otter;01632 960111;Thurs 8.30
Queens Arms;TD2;J. Pell;01632 960112;,,
The Queen’s Arms;Div. 2;Joan Pell;01632 960112;
"""
ANSWER = {"answer-pubs-queens-arms-the-queens-arms": "one-team", "answer-column-4": "pub-phone"}


@pytest.mark.slow
def test_a_messy_list_is_opened_once_its_question_is_answered(admin_client: Client) -> None:
    asked = post(admin_client, look="", pubs=MESSY)
    assert "1 pub" not in words(asked)
    assert "Is this one pub? Row 3, “Queens Arms”, and row 4" in words(asked)
    assert "Create league" not in words(asked)
    refused = post(admin_client, open="", looked=MESSY, pubs=MESSY)
    assert refused.status_code == 422
    assert "Answer the questions" in words(refused)
    seen = post(admin_client, look="", pubs=MESSY, **ANSWER)
    assert "2 pubs, 3 teams" in words(seen)
    assert "Thursday at 20.30" in words(seen)
    changed = post(admin_client, open="", looked=seen.context["looked"], pubs=MESSY)
    assert "Answer the questions" in words(changed)
    answered = {"looked": seen.context["looked"], "pubs": MESSY, "tables": "3", **ANSWER}
    assert post(admin_client, open="", **answered).status_code == 303
    season = Season.objects.get()
    assert (season.night, season.starts_at) == (4, datetime.time(20, 30))
    queens = Pub.objects.get(name="The Queen’s Arms")
    assert (queens.tables, queens.phone) == (3, "01632 960112")
    assert Enrolment.objects.get(team__name="Packhorse B").division.name == "Division Two"
    assert Enrolment.objects.get(team__name="Packhorse A").captain_name == "Ann Otter"
    assert League.objects.get().column_choices.get().meaning == "pub-phone"


def test_what_is_typed_counts_more_than_what_the_list_says(admin_client: Client) -> None:
    own = {"pubs": "Pub;nite;tables\nOwl;Thurs 8.30;2\nBell;;", "night": "2", "start": "19:45", "tables": "5"}
    seen = post(admin_client, look="", **own)
    post(admin_client, open="", looked=seen.context["looked"], **own)
    season = Season.objects.get()
    assert (season.night, season.starts_at) == (2, datetime.time(19, 45))
    assert [pub.tables for pub in Pub.objects.order_by("name")] == [5, 2]


@pytest.mark.slow
def test_a_file_is_read_and_goes_along_as_text(admin_client: Client) -> None:
    content = as_xlsx([["Pub", "Capt"], ["Café Owl", "Ann Otter"]], title="x")
    seen = post(admin_client, look="", pubs="", file=SimpleUploadedFile("pubs.xlsx", content))
    assert "Café Owl" in markup(seen)
    text = seen.context["form"].data["pubs"]
    assert post(admin_client, open="", looked=seen.context["looked"], pubs=text).status_code == 303
    assert Pub.objects.get().name == "Café Owl"


@pytest.mark.parametrize(
    ("said", "sentence"),
    sampled(
        [
            ({"name": ""}, "Say what the league is called"),
            ({"address": "new-league"}, "an address of the site"),
            ({"address": "a b"}, "small letters, figures and hyphens"),
            ({"preset": "whist"}, "one of the rule books"),
            ({"time_zone": "Mars/Olympus"}, "one of the list"),
            ({"ends_on": "2027-09-01"}, "ends before it starts"),
            ({"moving": "-1"}, "greater than or equal to 0"),
            ({"pubs": "Premier Division\n"}, "No pub stands in it"),
            ({"pubs": "The Fleece; A\nThe Fleece; A"}, "Line 2: The Fleece A stands in row 1 already"),
            ({"tables": "0"}, "greater than or equal to 1"),
        ],
        each=5,
    ),
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
    post(admin_client, **opening())
    answer = post(admin_client, **opening())
    assert answer.status_code == 422
    assert "has this address" in words(answer)
    assert League.objects.count() == Season.objects.count() == 1


@pytest.mark.parametrize("garbage", sampled(GARBAGE_VALUES, each=10))
def test_garbage_is_answered_whatever_it_is(admin_client: Client, garbage: str) -> None:
    """A strange name may be a name: the league is opened then, or refused, and never half made.

    In the gate in the list of pubs and each fourth other field.
    """
    for name in sorted({"pubs", *part_of(SAID, each=4)}):
        for button in ("look", "open"):
            said = SAID | {name: garbage, button: "", "looked": garbage if name == "pubs" else looked()}
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
        assert post(client, **opening()).status_code == 303
        assert client.get("/new-league/").status_code == 403

    def test_whoever_sits_at_a_machine_without_accounts(self, client: Client) -> None:
        assert "Welcome" in words(client.get("/new-league/"))
        assert "administers the site" in words(post(client, look=""))
        own = {"username": "ann", "password": "a long pint of mild"}
        answer = post(client, **opening(), **own)
        assert answer.status_code == 303
        ann = User.objects.get()
        assert (ann.username, ann.is_superuser) == ("ann", True)
        assert LeagueRole.objects.get().user == ann
        assert client.get(answer.headers["Location"]).status_code == 200, "they are signed in"
        client.logout()
        assert client.get("/new-league/").status_code in (302, 303), "only once"

    @pytest.mark.parametrize(
        "elsewhere", [{"REMOTE_ADDR": "192.0.2.7"}, {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}]
    )
    def test_not_whoever_comes_from_elsewhere(self, client: Client, elsewhere: dict[str, str]) -> None:
        assert client.get("/new-league/", **elsewhere).status_code in (302, 303)
        answer = client.post("/new-league/", SAID | opening(), **elsewhere)
        assert answer.status_code in (302, 303)
        assert "/sign-in/" in answer.headers["Location"]
        assert not League.objects.exists()

    def test_not_on_a_public_site(self, client: Client, settings: Any) -> None:
        settings.PRODUCTION = True
        assert "/sign-in/" in client.get("/new-league/").headers["Location"]

    def test_every_visitor_where_the_installation_allows_it(self, client: Client, settings: Any) -> None:
        settings.OPEN_FOUNDING = True
        User.objects.create_superuser("ann", password="password")
        own = {"username": "bea", "password": "a long pint of mild"}
        assert post(client, **opening()).status_code == 422
        assert post(client, **opening(), **own).status_code == 303
        bea = User.objects.get(username="bea")
        assert not bea.is_superuser
        assert LeagueRole.objects.get().user == bea

    def test_not_the_secretary_of_a_league_that_is_here(self, client: Client) -> None:
        client.force_login(a_secretary(a_league()))
        assert client.get("/new-league/").status_code == 403
        assert post(client, **opening()).status_code == 403

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
        return post(client, **opening(), **said)

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
        sampled(
            [
                ({}, "Choose a name to sign in with"),
                (
                    {"username": "secretary", "password": "a long pint of mild"},
                    "signs in with this name already",
                ),
                ({"username": "ann", "password": "password"}, "too common"),
            ],
            each=3,
        ),
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
        assert f"/{demo.slug}/help/" in markup(client.get(f"/{demo.slug}/pubs/"))
        assert "/your-own-league/" in markup(client.get(f"/{demo.slug}/help/"))
        assert "/new-league/" in markup(client.get("/your-own-league/"))


def test_the_season_offered_is_the_one_people_mean() -> None:
    from league.founding.forms import usual_season

    assert usual_season(datetime.date(2027, 3, 1))["season"] == "2026-27"
    assert usual_season(datetime.date(2027, 7, 1))["season"] == "2027-28"


def test_every_rule_book_is_offered_under_its_game() -> None:
    of_games = [preset for names in GAMES.values() for preset in names]
    assert sorted(of_games) == sorted(preset.id for preset in presets.offered())
