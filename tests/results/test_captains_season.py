"""A captain's page: the next match first, what waits for him, and nothing of anybody else's."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import (
    Availability,
    CaptainLink,
    Division,
    LeagueRole,
    LineUp,
    Match,
    Notice,
    Player,
    RecordChange,
    Scorecard,
    Side,
    Team,
    User,
)
from league.people.services import choose_letters
from league.results.services.disputes import dispute_match
from league.results.services.objections import object_to, stand_by
from league.results.services.reports import Signer
from tests.builders import (
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_captain,
    a_captains_link,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_postponement,
    a_season,
    a_secretary,
    a_team,
    a_walkover,
    regulated,
)
from tests.builders_tables import a_report, an_entry
from tests.examples import sampled
from tests.reading import heading, markup, words

pytestmark = pytest.mark.django_db

TUESDAY = datetime.datetime(2027, 1, 12, 18, 0, tzinfo=datetime.UTC)
NIGHT_AT_TEN = datetime.datetime(2027, 1, 14, 22, 0, tzinfo=datetime.UTC)
FRIDAY = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)


@pytest.fixture(autouse=True)
def on(monkeypatch: pytest.MonkeyPatch):
    """It is Tuesday, until a test says otherwise."""

    def it_is(now: datetime.datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now)

    it_is(TUESDAY)
    return it_is


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def page(client: Client, division: Division, team: str = "The Fleece") -> str:
    return words(client.get(a_captains_link(division, team)))


def test_the_next_match_stands_first_with_when_where_and_the_way_to_score_it(client, division, match):
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    answer = client.get(a_captains_link(division))
    assert "The Fleece" in heading(answer)
    assert "Next match Fixture The Shears At home, Thu 14 Jan, 8.30 pm The Fleece" in words(answer)
    assert f"matches/{match.public_id}/score/" in markup(answer)
    assert "Later matches The Shears Thu 21 Jan, 8.30 pm, away" in words(answer)


def test_on_the_night_itself_it_says_so_and_stays_the_next_while_it_is_played(client, division, match, on):
    on(NIGHT_AT_TEN)
    said = page(client, division)
    assert "Tonight Fixture The Shears At home, Thu 14 Jan, 8.30 pm" in said
    assert "Result," not in said


def test_without_a_match_to_come_it_says_so(client, division):
    assert "Nothing to do. No match with a date is to come." in page(client, division)


def test_with_nothing_to_do_it_says_when_the_next_match_is(client, division):
    a_match(division, date=NIGHT + 2 * WEEK)
    said = page(client, division)
    assert "Nothing to do. Next match Thu 28 Jan." in said
    assert "Waiting for" not in said
    assert "To do" not in said


def test_on_the_night_the_match_itself_is_what_there_is_to_do(client, division, match, on):
    LineUp.objects.create(match=match, side="h", pairs=[["Ann Dale", "Bob Hey"]] * 4, given_at=TUESDAY)
    on(NIGHT_AT_TEN)
    assert "The match is tonight. Nothing else to do." in page(client, division)


def test_a_result_that_is_owed_stands_on_top_with_its_deadline(client, division, match, on):
    regulated(division, late_result=[{"due": SATURDAY_NOON, "pays": "home", "penalties": [{"pence": 500}]}])
    on(FRIDAY)
    said = page(client, division)
    assert (
        "To do 1 Result, The Shears, Thu 14 Jan by noon on Sat 16 Jan, then the sanction is £5 Enter" in said
    )


def test_a_match_scored_at_the_tables_needs_only_its_signature(client, division, match, on):
    regulated(division, late_result=[{"due": SATURDAY_NOON, "pays": "home", "penalties": [{"pence": 500}]}])
    on(FRIDAY)
    an_entry(match, "final", {"home-final": "15", "away-final": "9"})
    said = page(client, division)
    assert "Result, The Shears, Thu 14 Jan Begun at the tables, not signed." in said
    assert "Check and sign" in said
    assert "Enter" not in said


@pytest.mark.parametrize(
    ("now", "said"),
    sampled(
        [
            (FRIDAY + 24 * HOUR, "by noon today"),
            (FRIDAY + 28 * HOUR, "late since noon on Sat 16 Jan, the sanction is £5"),
        ],
        each=2,
    ),
)
def test_on_its_day_and_after_it_the_deadline_says_so(client, division, match, on, now, said):
    regulated(division, late_result=[{"due": SATURDAY_NOON, "pays": "home", "penalties": [{"pence": 500}]}])
    on(now)
    assert said in page(client, division)
    assert "penalty" not in page(client, division, "The Shears")


def signed(match: Match, side: str, *, waits: bool = True) -> Scorecard:
    card = a_report(match, side)
    Scorecard.objects.filter(pk=card.pk).update(waits_until=FRIDAY + 24 * HOUR if waits else None)
    return card


def test_a_report_waits_for_the_side_that_has_not_signed(client, division, match, on):
    on(FRIDAY)
    signed(match, "a")
    assert (
        "Waiting for you 1 Sign 8–2, The Shears, Thu 14 Jan They have signed. Without an answer it counts. "
        "by 9 am on Sat 16 Jan"
    ) in page(client, division)
    found = page(client, division, "The Shears")
    assert (
        "Waiting for others 1 Signature for 8–2, The Fleece, Thu 14 Jan The Fleece are still to sign" in found
    )
    assert "Result," not in found


@pytest.mark.slow
def test_an_objection_waits_for_the_side_that_reported(client, division, match, on):
    on(FRIDAY)
    card = signed(match, "h")
    object_to(card=card, signer=Signer(side=Side.AWAY), table=3, because="It was 15-13.", now=FRIDAY)
    found = page(client, division)
    assert "Waiting for you 1 Answer an objection to 8–2, Thu 14 Jan The Shears" in found
    assert "It was 15-13." in found
    assert "Waiting for others" not in found
    found = page(client, division, "The Shears")
    assert "Waiting for others 1 Your objection to 8–2" in found
    assert "Waiting for you" not in found


def test_a_disputed_match_stays_until_it_is_closed(client, division, match, on):
    on(FRIDAY)
    card = signed(match, "h")
    said = object_to(card=card, signer=Signer(side=Side.AWAY), table=3, because="It was 15-13.", now=FRIDAY)
    stand_by(objection=said, signer=Signer(side=Side.HOME), answer="No.", now=FRIDAY)
    for team in ("The Fleece", "The Shears"):
        assert "Waiting for others 1 The secretary decides about 8–2" in page(client, division, team)


def test_a_dispute_about_a_result_that_counts_stays_too(client, division, match, on):
    on(FRIDAY)
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    dispute_match(match=match, because="Ada was not registered.", now=FRIDAY)
    assert "The secretary decides about 8–2, The Shears, Thu 14 Jan Ada was not registered." in page(
        client, division
    )


@pytest.mark.slow
def test_two_results_that_differ_wait_for_both(client, division, match, on):
    on(FRIDAY)
    signed(match, "h")
    a_report(match, "a", (15, 9), (12, 15), (11, 15), (15, 8))
    for team in ("The Fleece", "The Shears"):
        assert "Waiting for you 1 Compare two results" in page(client, division, team)


def test_a_request_to_move_waits_for_the_side_that_was_asked(client, division, match):
    a_postponement(match, asked_by="a", answer_by=NIGHT_AT_TEN)
    assert (
        "Waiting for you 1 Move Thu 14 Jan to Mon 18 Jan? The Shears They ask: a darts final is on in the "
        "same room. by 10 pm on Thu 14 Jan Answer"
    ) in page(client, division)
    asking = page(client, division, "The Shears")
    assert (
        "Waiting for others 1 Move Thu 14 Jan to Mon 18 Jan, The Fleece The Fleece are still to answer."
        in asking
    )


def test_a_match_without_a_night_is_to_be_agreed(client, division):
    a_match(division, date=None, postponed_from=NIGHT, postponed_because="snow")
    said = "To do 1 Agree a new night, The Shears Postponed from Thu 14 Jan. Offer"
    assert said in page(client, division)


@pytest.fixture
def players(division: Division, match: Match) -> list[Player]:
    """Four of the team: two can play, one cannot, one has not said."""
    team, season = match.home, division.season
    names = ("Joan Pell", "Alan Brook", "Bernard Shaw", "Gwen Lister")
    players = [a_player(team, name, season) for name in names]
    for player, answer in zip(players, ("yes", "yes", "no"), strict=False):
        Availability.objects.create(match=match, team=team, player=player, answer=answer, answered_at=TUESDAY)
    return players


class TestTheNextMatch:
    def test_it_tells_who_can_play_and_writes_the_message_for_the_chat(self, client, division, players):
        link = a_captains_link(division, kind="players")
        answer = client.get(a_captains_link(division))
        page_text = words(answer)
        assert "2 can play Alan, Joan 1 cannot Bernard 1 not said Gwen" in page_text
        message = (
            "Thu 14 Jan, at home to The Shears, 8.30 pm. We have 2 and need six more. Gwen: can you play? "
        )
        assert f"{message}Answer here: http://testserver{link}" in page_text
        assert "Ask Gwen" in page_text

    def test_the_line_up_names_its_gap(self, client, division, match, players):
        joan, alan, *_ = (player.public_id for player in players)
        LineUp.objects.create(match=match, side="h", pairs=[[joan, alan], [""], [], []], given_at=TUESDAY)
        said = page(client, division)
        assert (
            "To do 1 Line-up, at home to The Shears, 1 of 4 tables full by 8.30 pm on Thu 14 Jan Finish"
            in said
        )
        assert "Table 1 Joan Pell, Alan Brook Table 2 two players missing" in said

    def test_it_compares_the_teams(self, client, division, match, on):
        last = a_division(
            a_season(
                division.season.league, "2025-26", starts_on=NIGHT - 60 * WEEK, ends_on=NIGHT - 30 * WEEK
            )
        )
        a_card(a_match(last, date=NIGHT - 50 * WEEK), (15, 9), (12, 15), (15, 11), (15, 8))
        a_card(
            a_match(last, "The Shears", "The Fleece", date=NIGHT - 40 * WEEK),
            *[(15, 9), (12, 15), (15, 11), (15, 8)],
        )
        a_card(a_match(division, week=9, date=NIGHT - WEEK), (15, 9), (12, 15), (15, 11), (15, 8))
        assert "They are 2nd, you are 1st. Last season: won 8–2 and lost 2–8." in page(client, division)


class TestReminding:
    @pytest.fixture
    def waiting(self, match: Match, on) -> Match:
        on(FRIDAY)
        signed(match, "h")
        return match

    def remind(self, client: Client, division: Division, match: Match):
        sent = {"remind": f"sign-{match.public_id}"}
        return client.post(a_captains_link(division), sent)

    def test_the_other_captain_is_written_to_once_an_hour(self, client, division, waiting, on):
        a_captain(division, "The Shears", email="shears@example.org")
        assert self.remind(client, division, waiting).status_code == 303
        letter = Notice.objects.get(about__startswith="reminder")
        assert letter.to == "shears@example.org"
        assert "Please sign 8–2: The Fleece v The Shears, Thu 14 Jan." in letter.body
        assert "Reminded 9.00 am" in page(client, division)
        again = self.remind(client, division, waiting)
        assert again.status_code == 422
        assert "You can send another at 10.00 am." in words(again)
        on(FRIDAY + HOUR)
        assert self.remind(client, division, waiting).status_code == 303
        assert Notice.objects.filter(about__startswith="reminder").count() == 2

    def test_whoever_wants_no_such_letter_gets_a_text_instead(self, client, division, waiting):
        captain = a_captain(division, "The Shears", email="shears@example.org")
        choose_letters(enrolment=captain, wanted=["tomorrow"])
        assert self.remind(client, division, waiting).status_code == 422
        assert not Notice.objects.filter(about__startswith="reminder").exists()
        text = "Please sign 8–2: The Fleece v The Shears, Thu 14 Jan."
        assert f'data-share-text="{text}"' in markup(client.get(a_captains_link(division)))

    def test_what_is_settled_is_not_reminded_of(self, client, division, match):
        assert "That is settled meanwhile." in words(self.remind(client, division, match))


def test_results_stand_with_their_points(client, division, on):
    a_card(a_match(division), (15, 9), (12, 15), (15, 11), (15, 8))
    on(FRIDAY)
    said = page(client, division)
    assert "Tables 3–1" in said
    assert "Waiting for" not in said


def test_a_match_given_without_play_is_owed_by_nobody(client, division, match, on):
    a_walkover(match)
    on(FRIDAY)
    assert "Result," not in page(client, division)


def test_other_teams_matches_and_captains_are_not_there(client, division, match):
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    said = page(client, division)
    assert "Packhorse" not in said


def test_the_link_of_last_season_opens_last_seasons_matches_only(client, division, match):
    league = division.season.league
    last = a_season(
        league, "2025-26", starts_on=datetime.date(2025, 9, 4), ends_on=datetime.date(2026, 4, 30)
    )
    link = a_captains_link(a_division(last))
    for place in ("squad", "line-up", "postpone", "log"):
        assert client.get(f"{link}matches/{match.public_id}/{place}/").status_code == 404


@pytest.mark.parametrize("place", sampled(["squad", "line-up", "postpone", "log"], each=4))
def test_a_match_of_others_is_not_found(client, division, match, place):
    others = a_match(division, "Packhorse & Drover", "The Tup and Bell")
    stranger = a_match(a_division(a_season(a_league("Four Rivers"))), "The Barge", "The Lock")
    link = a_captains_link(division)
    for one in (others, stranger):
        for send in (client.get, client.post):
            assert send(f"{link}matches/{one.public_id}/{place}/").status_code == 404


class TestTheLink:
    def test_its_use_is_counted(self, client, division):
        for _ in range(2):
            page(client, division)
        link = CaptainLink.objects.get()
        assert (link.times_opened, link.last_opened_at) == (2, TUESDAY)

    def test_a_letter_of_it_changed_opens_nothing_and_says_what_to_do(self, client, division):
        address = a_captains_link(division)
        forged = address[:-2] + ("0" if address[-2] != "0" else "1") + "/"
        answer = client.get(forged)
        assert answer.status_code == 404
        assert "Unknown link" in words(answer)

    def test_the_players_link_does_not_open_the_captains_page(self, client, division):
        players = a_captains_link(division, kind="players")
        assert client.get(players.replace("/p/", "/c/")).status_code == 404
        assert client.get(a_captains_link(division).replace("/c/", "/p/")).status_code == 404

    def test_ended_it_says_whom_to_ask(self, client, division):
        address = a_captains_link(division)
        CaptainLink.objects.update(revoked_at=TUESDAY)
        answer = client.get(address)
        assert answer.status_code == 410
        assert "This link has ended" in words(answer)

    @pytest.mark.slow
    def test_after_too_many_wrong_ones_a_right_one_used_before_still_opens(self, client, division):
        address = a_captains_link(division)
        page(client, division)
        for number in range(30):
            client.get(f"/c/{number:040}/")
        answer = client.get("/c/" + "b" * 40 + "/")
        assert answer.status_code == 429
        assert "Too many wrong codes were tried from here" in words(answer)
        assert client.get(address).status_code == 200

    def test_its_address_is_told_to_nobody(self, client, division, match):
        address = a_captains_link(division)
        for place in ("", f"matches/{match.public_id}/line-up/"):
            answer = client.get(address + place)
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Robots-Tag"] == "noindex"
            assert "private" in answer.headers["Cache-Control"]
            assert "next=" not in markup(answer)


class TestByAccount:
    @pytest.fixture
    def captain(self, division: Division) -> User:
        user = User.objects.create_user(username="captain", password="password")
        team = a_team(division.season.league)
        LeagueRole.objects.create(league=division.season.league, user=user, role="captain", team=team)
        return user

    @pytest.fixture
    def address(self, division: Division) -> str:
        return f"/{division.season.league.slug}/captain/the-fleece/"

    def test_the_same_page_opens(self, client, match, captain, address):
        client.force_login(captain)
        answer = client.get(address)
        assert "Next match Fixture The Shears" in words(answer)
        assert f'href="{address}matches/{match.public_id}/line-up/"' in markup(answer)
        assert "has no link for its players yet" in words(answer)

    def test_the_players_link_stands_there_where_there_is_one(self, client, division, captain, address):
        players = a_captains_link(division, kind="players")
        client.force_login(captain)
        assert players in markup(client.get(address))

    def test_another_teams_page_is_not_his(self, client, match, captain, address):
        client.force_login(captain)
        assert client.get(address.replace("fleece", "shears")).status_code == 403

    def test_nobody_signed_in_is_led_to_the_sign_in(self, client, match, address):
        assert client.get(address).headers["Location"] == f"/sign-in/?next={address}"

    def test_a_form_sent_from_another_site_is_refused(self, match, captain, address):
        client = Client(enforce_csrf_checks=True)
        client.force_login(captain)
        answer = client.post(f"{address}matches/{match.public_id}/line-up/", {"t1-home-1": "Ada"})
        assert answer.status_code == 403
        assert not match.line_ups.exists()

    def test_a_form_of_his_own_page_is_taken(self, match, captain, address):
        client = Client(enforce_csrf_checks=True)
        client.force_login(captain)
        page = f"{address}matches/{match.public_id}/line-up/"
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', markup(client.get(page)))
        sent = {"t1-home-1": "Ada Holt", "csrfmiddlewaretoken": token[1]}
        assert client.post(page, sent, headers={"origin": "http://testserver"}).status_code == 303
        assert match.line_ups.count() == 1

    def test_a_season_that_is_only_planned_does_not_hide_the_one_that_is_played(
        self, client, division, match, captain, address
    ):
        starts, ends = datetime.date(2027, 9, 2), datetime.date(2028, 4, 27)
        a_division(a_season(division.season.league, "2027-28", starts_on=starts, ends_on=ends))
        client.force_login(captain)
        assert "Next match Fixture The Shears" in words(client.get(address))

    def test_the_browser_may_say_where_its_forms_come_from(self, client, captain, address):
        """Told to say nothing it sends its forms from nowhere, and they would be refused."""
        client.force_login(captain)
        assert client.get(address).headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("weeks", [2, 5])
def test_the_page_takes_as_many_queries_however_much_was_played(client, division, on, weeks):
    """Matches played, owed, signed, disputed, postponed and asked about: many cost no more than one."""
    regulated(
        division,
        late_result=[{"due": SATURDAY_NOON, "pays": "home"}],
        missing_card=[{"due": SATURDAY_NOON, "pays": "home"}],
    )
    on(FRIDAY)
    for week in range(1, weeks):
        a_card(a_match(division, week=week, date=NIGHT), (15, 9), (15, 9), (15, 9), (15, 9))
        a_match(division, week=30 + week, date=NIGHT - week * WEEK)
        a_postponement(a_match(division, week=60 + week, date=NIGHT + week * WEEK), asked_by="h")
        card = signed(a_match(division, week=90 + week, date=NIGHT), "a")
        object_to(card=card, signer=Signer(side=Side.HOME), table=3, because="It was 15-13.", now=FRIDAY)
        a_player(a_team(division.season.league), f"Player {week}", division.season)
    address = a_captains_link(division)
    names = [
        *("link and team", "its use counted", "matches", "their divisions", "matches owed"),
        *("cards that wait", "their tables", "games", "seats", "hands", "penalties"),
        *("objections", "their tables", "games", "seats", "hands", "penalties", "disputes"),
        *("when results came", "when slips came", "moves", "requests to move"),
        *("pub", "line-ups", "log begun?", "registered players", "who sat down when", "answers"),
        *("teams of the table", "matches of the table", "earlier meetings"),
        *("logs of matches owed", "captains to remind", "reminders", "photographs of slips"),
    ]
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert len(queries) == len(names), [query["sql"][:150] for query in queries]


class TestShortNames:
    def save(self, client, division, **sent: str):
        return client.post(a_captains_link(division, "The Fleece"), {"names": "yes", **sent}, follow=True)

    def test_a_captain_changes_them_and_the_secretary_sees_and_undoes_it(self, client, division, match):
        answer = self.save(client, division, short_name="  Fleece  A ", button_name="Fleece")
        assert "Names saved." in words(answer)
        team = Team.objects.get(name="The Fleece")
        assert (team.short_name, team.button_name) == ("Fleece A", "Fleece")
        desk = Client()
        desk.force_login(a_secretary(division.season.league))
        records = f"/{division.season.league.slug}/secretary/records"
        assert "“by the captain”" in words(desk.get(f"{records}/teams/{team.slug}/"))
        desk.post(f"{records}/changes/{RecordChange.objects.get().public_id}/undo/")
        team.refresh_from_db()
        assert (team.short_name, team.button_name) == ("", "")

    def test_what_the_secretary_wrote_meanwhile_stays(self, client, division, match):
        Team.objects.filter(name="The Fleece").update(short_name="Fleece")
        answer = self.save(client, division, short_name="The Sheep")
        assert answer.status_code == 422
        assert "Somebody else has changed the team meanwhile" in words(answer)
        assert Team.objects.get(name="The Fleece").short_name == "Fleece"

    def test_a_name_that_is_too_long_comes_back_as_it_was_typed(self, client, division, match):
        answer = self.save(client, division, button_name="Shearing-shed")
        assert answer.status_code == 422
        assert 'value="Shearing-shed"' in markup(answer)
