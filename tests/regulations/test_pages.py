"""The page on which the secretary sets what the season asks of its teams, and where everybody reads it."""

import re

import pytest
from django.test import Client

from league.competition.season_rules.rules import from_data, to_data
from league.models import Division, League, RuleBook, User
from tests.builders import a_division, a_league, a_secretary, regulated
from tests.examples import sampled
from tests.reading import markup, words
from tests.regulations.cast import REAL_RULES
from tests.regulations.people_cast import REAL_PEOPLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def league(division: Division) -> League:
    return division.season.league


@pytest.fixture
def secretary(league: League) -> User:
    return a_secretary(league)


@pytest.fixture(autouse=True)
def desk(client: Client, secretary: User) -> Client:
    client.force_login(secretary)
    return client


def at(league: League) -> str:
    return f"/{league.slug}/secretary/regulations/"


def boxes(page: str) -> dict[str, str]:
    """Every box of the form as a browser would send it untouched."""
    sent = {}
    body = page[page.index('class="regulations ') :]
    for tag in re.findall(r"<input[^>]*>", body):
        kept = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if kept.get("type") == "checkbox" and " checked" not in tag:
            continue
        if "name" in kept:
            sent[kept["name"]] = unescaped(kept.get("value", "on" if kept.get("type") == "checkbox" else ""))
    for name, options in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', body, re.S):
        sent[name] = "".join(re.findall(r'<option value="([^"]*)" selected', options)[:1])
    for name, text in re.findall(r'<textarea name="([^"]*)"[^>]*>(.*?)</textarea>', body, re.S):
        sent[name] = unescaped(text).strip("\n")
    return sent


def unescaped(text: str) -> str:
    return text.replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")


def opened(client: Client, league: League) -> dict[str, str]:
    return boxes(markup(client.get(at(league))))


def kept() -> dict[str, object]:
    return RuleBook.objects.get().regulations


BY_NOON = {
    "late_result_1-due": "saturday",
    "late_result_1-at": "12:00",
    "late_result_1-pays": "winner",
    "late_result_1-warning_hours": "24",
    "late_result_1-step1_what": "warning",
    "late_result_1-step2_pounds": "5",
    "late_result_1-step3_points": "1½",
}


def test_a_deadline_is_typed_into_boxes_and_read_by_everybody(client, league):
    before = League.objects.get().revision
    response = client.post(at(league), opened(client, league) | BY_NOON, follow=True)
    assert response.status_code == 200
    assert kept() == {
        "late_result": [
            {
                "due": {"weekday": "saturday", "at": "12:00"},
                "pays": "winner",
                "warning_hours": 24,
                "penalties": [{}, {"pence": 500}, {"points": 1.5}],
            }
        ]
    }
    assert League.objects.get().revision > before
    client.logout()
    rules = words(client.get(f"/{league.slug}/rules/"))
    assert "house option" not in rules, "how others play it is on the pages of the games"
    assert "Deadlines and sanctions" in rules
    assert (
        "The result must be in by noon on the Saturday after the match; if not, the sanction for the winner "
        "is a warning the first time, £5 the second time and 1½ points after that; a warning is given "
        "24 hours before."
    ) in rules
    assert "Short teams" not in rules


def test_what_a_match_is_counted_in_is_chosen_and_kept(client, league):
    page = markup(client.get(at(league)))
    assert 'name="unit-unit"' in page
    client.post(at(league), opened(client, league) | {"unit-unit": "rink"})
    assert kept() == {"unit": "rink"}
    assert opened(client, league)["unit-unit"] == "rink"
    assert "A match is four rinks" in words(client.get(f"/{league.slug}/rules/"))
    client.post(at(league), opened(client, league) | {"unit-unit": ""})
    assert kept() == {}


@pytest.mark.parametrize("title", sampled(REAL_RULES, each=50))
def test_what_real_leagues_ask_is_shown_in_the_boxes_and_kept_as_it_was(client, division, league, title):
    asked = to_data(from_data(REAL_RULES[title]))
    regulated(division, **asked)
    client.post(at(league), opened(client, league))
    assert kept() == asked


@pytest.mark.slow
def test_the_rules_about_people_survive_a_change_of_the_others(client, division, league):
    people = {"registration": {"closes": {"on": "2026-12-31"}}, "blocked": ["registration"]}
    regulated(division, people=people)
    client.post(at(league), opened(client, league) | BY_NOON)
    assert set(kept()) == {"late_result", "people"}
    assert kept()["people"] == people


@pytest.mark.slow
def test_what_the_boxes_seldom_hold_is_not_lost_either(client, division, league):
    asked = {
        "late_result": [
            {"due": {"days": 3}, "penalties": [{}, {}, {}, {"pence": 100}, {"games": 3, "tables": 1}]},
            {"due": {"weeks": 2, "at": "18:00"}, "pays": "both"},
            {"due": {"weekday": "monday", "weeks": 2}, "pays": "home"},
        ],
        "postponements": {
            "bands": [{"notice": {"days": n}} for n in (9, 6, 3)],
            "limit": 0,
            "excuses": ["snow", "illness"],
            "opponent_may_refuse": True,
        },
        "late_start": [
            {"minutes": 15},
            {"penalty": {"pence": 50}},
            {"at": "21:00", "penalty": {"match": True}},
        ],
        "short_teams": {"minimum": 5, "may_repeat": 1, "turns": 3, "minimum_to_win": 6},
    }
    asked = to_data(from_data(asked))
    regulated(division, **asked)
    client.post(at(league), opened(client, league))
    assert kept() == asked


@pytest.mark.parametrize(
    ("typed", "sentence"),
    sampled(
        [
            ({"late_result_1-due": "days"}, "Say how many."),
            (
                {"late_result_1-due": "hours", "late_result_1-number": "3", "late_result_1-at": "12:00"},
                "Hours run",
            ),
            ({"late_result_1-due": "on"}, "Say on which date."),
            ({"late_result_1-due": "days", "late_result_1-number": "400"}, "366 is the most"),
            ({"late_result_1-due": "monday", "late_result_1-number": "60"}, "52 are the most"),
            ({"late_result_1-due": "whenever"}, "Choose one of the list."),
            ({"late_result_1-step1_points": "1"}, "Set the deadline"),
            ({**BY_NOON, "late_result_1-step1_points": "1"}, "A warning costs nothing"),
            ({**BY_NOON, "late_result_1-step2_pounds": ""}, "Say what this one costs"),
            ({**BY_NOON, "late_result_1-step2_pounds": "five"}, "is not an amount"),
            ({**BY_NOON, "late_result_1-at": "25:00"}, "Type a time such as"),
            ({"band_1-step1_pounds": "5"}, "Set the notice"),
            (
                {
                    "late_start_1-minutes": "15",
                    "late_start_1-at": "21:00",
                    "late_start_1-loses_what": "table",
                },
                "leave one",
            ),
            ({"late_start_1-minutes": "15"}, "Say what a side loses"),
            ({"late_start_1-loses_what": "table"}, "Say how many minutes"),
            ({"short_teams-minimum": "4"}, "Tick this as well"),
            ({"short_teams-gives": "on", "short_teams-minimum": "0"}, "1 is the least"),
            ({"ineligible-player_points": "2"}, "Say what becomes of the result."),
            ({"postponements-excuses": "\n".join("abcdefghijklm")}, "12 are the most"),
            ({"postponements-excuses": "x" * 81}, "is longer than 80 letters"),
        ],
        each=20,
    ),
)
def test_what_cannot_be_is_refused_at_its_box_and_nothing_typed_is_lost(client, league, typed, sentence):
    response = client.post(at(league), opened(client, league) | typed)
    assert response.status_code == 422
    page = markup(response)
    assert sentence in words(response)
    assert kept() == {}
    again = boxes(page)
    assert {key: again[key] for key in typed if "due" not in key} == {
        key: value for key, value in typed.items() if "due" not in key
    }


def test_nobody_undoes_what_somebody_else_has_changed_meanwhile(client, division, league):
    mine = opened(client, league) | BY_NOON
    regulated(division, walkover=[{"pence": 1000}])
    response = client.post(at(league), mine)
    assert response.status_code == 422
    assert "Somebody else has changed the rules" in words(response)
    assert "The sanction for conceding a match is £10." in words(response)
    assert kept() == {"walkover": [{"pence": 1000}]}
    client.post(at(league), boxes(markup(response)))
    assert list(kept()) == ["late_result"]


@pytest.mark.slow
def test_a_finished_season_is_left_alone_and_no_season_has_none(client, division, league):
    division.season.is_finished = True
    division.season.save()
    response = client.post(at(league), opened(client, league) | BY_NOON)
    assert "The season is finished" in words(response)
    assert kept() == {}


def test_a_league_without_a_season_says_so(client):
    bare = a_league("Bare League")
    client.force_login(a_secretary(bare, "bare"))
    assert "There is no season yet to regulate" in words(client.get(at(bare)))
    assert client.post(at(bare), {}).status_code == 200


@pytest.mark.parametrize("garbage", sampled(["[" * 5000, "", "[]", "nonsense", '{"late_result": 3}'], each=5))
def test_a_page_that_says_nothing_of_where_it_began_undoes_nothing(client, division, league, garbage):
    typed = opened(client, league) | BY_NOON | {"began_from": garbage}
    regulated(division, walkover=[{"pence": 1000}])
    assert client.post(at(league), typed).status_code == 422
    assert kept() == {"walkover": [{"pence": 1000}]}


@pytest.mark.parametrize("rules", [0, 3])
def test_the_page_takes_six_queries_however_much_is_regulated(
    client, division, league, rules, django_assert_num_queries
):
    regulated(division, late_result=[{"due": {"days": number}} for number in range(rules)])
    with django_assert_num_queries(len(["session", "user", "league", "role", "seasons", "rule book"])):
        client.get(at(league))


# --- The rules about people -------------------------------------------------------------------


@pytest.mark.parametrize("rules", sampled(REAL_PEOPLE.values(), each=50), ids=REAL_PEOPLE)
def test_real_rules_about_people_fit_the_boxes(client, division, league, rules):
    """Opened and kept as it stands, the page says what the season said before; the rules page says it too."""
    regulated(division, people=rules)
    before = from_data(kept())
    assert client.post(at(league), opened(client, league)).status_code == 303
    assert from_data(kept()) == before
    assert "Players" in markup(client.get(f"/{league.slug}/rules/"))


def test_a_rule_about_people_is_typed_and_read(client, league):
    sent = opened(client, league) | {
        "people-borrowed": "2",
        "people-youngest": "14",
        "people-blocked": ["youngest", "borrowed"],
    }
    assert client.post(at(league), sent).status_code == 303
    assert kept()["people"] == {"borrowed": {"each": 2}, "youngest": 14, "blocked": ["borrowed", "youngest"]}
    rules = words(client.get(f"/{league.slug}/rules/"))
    assert "a player of another team may help out twice, then must transfer" in rules.casefold()
    assert "these rules are enforced at entry: borrowed players and age" in rules.casefold()


@pytest.mark.parametrize(
    ("typed", "said"),
    sampled(
        [
            ({"registering-pence": "1.00"}, "Tick this as well, or empty the boxes under it."),
            ({"registration_closes-kind": "first_half"}, "Tick this as well, or empty the boxes under it."),
            ({"transfers_close-kind": "on"}, "Say which day."),
            ({"transfers_close-number": "7"}, "Say what the day or the number is for, or empty it."),
            (
                {"people-squad_least": "8", "people-squad_most": "6"},
                "At least 8 and at most 6 cannot both be.",
            ),
            ({"people-borrowed_a_match": "1"}, "Say how often one player may."),
            ({"people-blocked": "everything"}, "Choose one of the list."),
        ],
        each=7,
    ),
)
def test_half_a_rule_about_people_is_refused_with_what_was_typed(client, league, typed, said):
    answer = client.post(at(league), opened(client, league) | typed)
    assert answer.status_code == 422
    assert said in markup(answer)
    assert not kept()
