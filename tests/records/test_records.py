"""Records on their own pages: created, edited, deleted, each with its preview, its history and its undo."""

import datetime

import pytest
from django.test import Client

from league.models import (
    CaptainLink,
    Enrolment,
    League,
    Match,
    Pub,
    PubLink,
    RecordChange,
    Registration,
    Season,
    TableSquare,
    Team,
)
from league.records.kinds import SEASONS
from league.records.selectors.consequences import following, of_new_season
from tests.builders import (
    NIGHT,
    a_division,
    a_league,
    a_match,
    a_player,
    a_pub,
    a_pub_link,
    a_secretary,
    a_square,
    a_team,
    an_account,
    an_enrolment,
)
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2027, 1, 4)
DAY = datetime.timedelta(days=1)
PUB = {
    "name": "The Fleece",
    "address": "",
    "postcode": "",
    "phone": "",
    "bulletin_email": "",
    "tables": "4",
    "remarks": "",
}


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr("league.records.views.records.league_today", lambda league: TODAY)
    return a_match(a_division(teams=2), public_id="fleece22")


@pytest.fixture
def league(match: Match) -> League:
    return match.division.season.league


@pytest.fixture
def desk(client: Client, league: League) -> str:
    client.force_login(a_secretary(league))
    return f"/{league.slug}/secretary/records/"


def opened(client: Client, address: str) -> dict[str, str]:
    """What the form of a page carries: the values it was opened with."""
    return {"opened": client.get(address).context["form"].initial["opened"]}


def undo(client: Client, desk: str) -> str:
    """Undo the latest change and return what the page then says."""
    change = RecordChange.objects.exclude(action="kept_apart").first()
    return words(client.post(f"{desk}changes/{change.public_id}/undo/", follow=True))


def test_a_new_season_says_which_others_it_overlaps(league: League) -> None:
    played = league.seasons.get()
    dates = {"starts_on": played.ends_on + DAY, "ends_on": played.ends_on + 200 * DAY}
    coming = Season(league=league, name="2027-28", rule_book=played.rule_book, **dates)
    assert len([*of_new_season(coming)]) == 2
    coming.starts_on -= DAY
    assert [*of_new_season(coming)][2].fact == "Its days overlap 2026-27"


def test_a_season_that_keeps_its_dates_says_nothing_of_them(league: League) -> None:
    season = league.seasons.get()
    preview = following(SEASONS, season, {"name": "2026"}, today=TODAY)
    assert [consequence.fact for consequence in preview.consequences] == ["The new name shows everywhere"]


def test_a_pub_is_created_with_an_address_of_its_own(client: Client, desk: str, league: League) -> None:
    answer = client.post(f"{desk}pubs/new/", PUB | {"name": "The  Invented Ram", "save": ""})
    assert answer.headers["Location"] == f"{desk}pubs/the-invented-ram/"
    assert Pub.objects.get(league=league, slug="the-invented-ram").name == "The Invented Ram"
    assert "Pub created" in words(client.get(answer.headers["Location"]))
    undo(client, desk)
    assert not Pub.objects.filter(slug="the-invented-ram").exists()


@pytest.mark.slow
def test_a_second_pub_of_one_name_has_a_place_of_its_own_and_lists_show_it(
    client: Client, desk: str, league: League
) -> None:
    Pub.objects.filter(league=league, name="The Fleece").update(address="Chapel Fold, Gomersal")
    fleece = PUB | {"name": "The Fleece", "save": ""}
    assert "or give both their addresses" in words(client.post(f"{desk}pubs/new/", fleece))
    assert "Another pub" in words(client.post(f"{desk}pubs/new/", fleece | {"address": "Gomersal"}))
    made = client.post(f"{desk}pubs/new/", fleece | {"address": "Heckmondwike"})
    assert made.headers["Location"] == f"{desk}pubs/the-fleece-2/"
    for page in (desk, f"{desk}teams/new/"):
        shown = words(client.get(page))
        assert "The Fleece, Chapel Fold, Gomersal" in shown
        assert "The Fleece, Heckmondwike" in shown


@pytest.mark.parametrize(
    ("typed", "sentence"),
    sampled(
        [
            ({"name": ""}, "Type the name of the pub"),
            ({"name": "the FLEECE"}, "Another pub"),
            ({"tables": "0"}, "1 to 99"),
        ],
        each=3,
    ),
)
def test_what_cannot_be_is_refused_and_stays_typed(
    client: Client, desk: str, typed: dict[str, str], sentence: str
) -> None:
    answer = client.post(f"{desk}pubs/new/", PUB | {"phone": "01632 960000", "save": ""} | typed)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert 'value="01632 960000"' in markup(answer)
    assert Pub.objects.count() == 2


def test_a_preview_says_what_follows_and_saves_nothing(client: Client, desk: str) -> None:
    typed = (
        PUB | opened(client, f"{desk}pubs/the-fleece/") | {"name": "The Ram", "tables": "3", "preview": ""}
    )
    answer = client.post(f"{desk}pubs/the-fleece/", typed)
    shown = words(answer)
    assert "was The Fleece" in shown
    assert "1 match to come at this pub" in shown
    assert "On 1 night more tables are needed than 3: 14/01/2027" in shown
    assert "at The Ram" in shown
    assert Pub.objects.get(slug="the-fleece").name == "The Fleece"


def test_saved_it_has_a_history_and_is_undone_exactly(client: Client, desk: str, match: Match) -> None:
    address = f"{desk}pubs/the-fleece/"
    typed = (
        PUB
        | opened(client, address)
        | {"name": "The Ram", "teams_too": "on", "save": "", "reason": "new sign"}
    )
    assert client.post(address, typed).status_code == 303
    shown = words(client.get(address))
    assert "Name: The Fleece to The Ram" in shown
    assert "new sign" in shown
    assert Team.objects.get(slug="the-fleece").name == "The Ram"
    assert Pub.objects.get(slug="the-fleece").formerly == "The Fleece"
    before = Match.objects.get().sequence
    assert before > match.sequence, "calendars are not told"
    assert "Undone" in undo(client, desk)
    pub = Pub.objects.get(slug="the-fleece")
    assert (pub.name, pub.formerly, Team.objects.get(slug="the-fleece").name) == (
        "The Fleece",
        "",
        "The Fleece",
    )


def test_an_undo_after_a_later_change_is_refused_with_the_reason(client: Client, desk: str) -> None:
    address = f"{desk}pubs/the-fleece/"
    client.post(address, PUB | opened(client, address) | {"phone": "01632 960111", "save": ""})
    first = RecordChange.objects.get()
    client.post(address, PUB | opened(client, address) | {"phone": "01632 960222", "save": ""})
    shown = words(client.post(f"{desk}changes/{first.public_id}/undo/", follow=True))
    assert "Not undone. The Fleece: phone has changed since. Undo the later change first." in shown
    assert Pub.objects.get(slug="the-fleece").phone == "01632 960222"


def test_what_somebody_else_saved_meanwhile_is_shown_beside_what_was_typed(client: Client, desk: str) -> None:
    address = f"{desk}pubs/the-fleece/"
    mine = opened(client, address)
    Pub.objects.filter(slug="the-fleece").update(phone="01632 960111", address="1 Mill Street")
    answer = client.post(address, PUB | mine | {"phone": "01632 960222", "save": ""})
    assert answer.status_code == 409
    assert "Phone 01632 960111 01632 960222" in words(answer)
    assert "Address 1 Mill Street not changed by you" in words(answer)
    assert Pub.objects.get(slug="the-fleece").phone == "01632 960111"
    again = {bound.name: bound.value() or "" for bound in answer.context["form"]}
    assert client.post(address, again | {"save": ""}).status_code == 303
    pub = Pub.objects.get(slug="the-fleece")
    assert (pub.phone, pub.address) == ("01632 960222", "1 Mill Street")


def test_a_pub_with_matches_is_not_deleted_and_says_what_to_do(client: Client, desk: str) -> None:
    shown = words(client.get(f"{desk}pubs/the-fleece/delete/"))
    assert "The Fleece cannot be deleted: it has 1 match. Close the pub instead" in shown.replace(
        "2 matches", "1 match"
    ).replace("3 matches", "1 match")
    answer = client.post(f"{desk}pubs/the-fleece/delete/", {"delete": "", "rows": ""})
    assert answer.status_code == 422
    assert Pub.objects.filter(slug="the-fleece").exists()


def test_an_empty_pub_goes_with_its_teams_and_all_of_it_comes_back(
    client: Client, desk: str, match: Match, league: League
) -> None:
    team = a_team(league, "The Invented Ram A", pub=a_pub(league, "The Invented Ram"))
    enrolment = an_enrolment(match.division, team)
    CaptainLink.objects.create(enrolment=enrolment, issued_at=datetime.datetime.now(tz=datetime.UTC))
    a_pub_link(team.pub)
    a_square(team.pub)
    a_player(team, "Zoë Nobody", match.division.season)
    kept = [
        {
            model: list(model.objects.order_by("pk").values())
            for model in (Pub, PubLink, TableSquare, Team, Enrolment, Registration, CaptainLink)
        }
    ]
    page = client.get(f"{desk}pubs/the-invented-ram/delete/")
    for listed in ("1 team", "1 place in a division", "1 registered player", "1 captain’s link", "1 square"):
        assert listed in words(page)
    sent = {"delete": "", "rows": page.context["rows"]}
    assert client.post(f"{desk}pubs/the-invented-ram/delete/", sent).status_code == 303
    assert not Team.objects.filter(pk=team.pk).exists()
    undo(client, desk)
    assert kept == [{model: list(model.objects.order_by("pk").values()) for model in kept[0]}]


def test_what_came_to_it_since_the_preview_is_shown_first(client: Client, desk: str, league: League) -> None:
    pub = a_pub(league, "The Invented Ram")
    rows = client.get(f"{desk}pubs/the-invented-ram/delete/").context["rows"]
    a_team(league, "The Invented Ram", pub=pub)
    answer = client.post(f"{desk}pubs/the-invented-ram/delete/", {"delete": "", "rows": rows})
    assert answer.status_code == 422
    assert "has changed since you looked" in words(answer)
    assert Pub.objects.filter(pk=pub.pk).exists()


@pytest.mark.slow
def test_a_deletion_is_not_undone_over_a_new_record_of_the_same_address(
    client: Client, desk: str, league: League
) -> None:
    a_pub(league, "The Invented Ram")
    rows = client.get(f"{desk}pubs/the-invented-ram/delete/").context["rows"]
    client.post(f"{desk}pubs/the-invented-ram/delete/", {"delete": "", "rows": rows})
    change = RecordChange.objects.get()
    client.post(f"{desk}pubs/new/", PUB | {"name": "The Invented Ram", "save": ""})
    shown = words(client.post(f"{desk}changes/{change.public_id}/undo/", follow=True))
    assert "cannot be restored" in shown
    assert Pub.objects.filter(league=league, slug="the-invented-ram").count() == 1


def test_another_leagues_records_and_changes_are_not_found(client: Client, desk: str, league: League) -> None:
    pub = a_pub(a_league("Other Invented League"), "The Elsewhere")
    for page in ("", "delete/"):
        assert client.get(f"{desk}pubs/{pub.slug}/{page}").status_code == 404
    client.force_login(an_account(league, "results", "helper"))
    assert client.get(desk).status_code == 403


def test_queries_do_not_grow_with_the_league(
    client: Client, desk: str, match: Match, django_assert_max_num_queries: object
) -> None:
    for week in range(2, 8):
        a_match(match.division, "The Fleece", f"The Invented {week}", week=week, date=NIGHT)
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        client.get(desk)
    typed = (
        PUB | opened(client, f"{desk}pubs/the-fleece/") | {"name": "The Ram", "tables": "3", "preview": ""}
    )
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        client.post(f"{desk}pubs/the-fleece/", typed)
