"""The pages on which a plan is judged, compared, changed and taken along, by a fixtures assistant."""

import datetime
import re
from collections import Counter
from html import escape
from html.parser import HTMLParser

import pytest
from django.test import Client
from icalendar import Calendar

from league.exchange.lists.headings import What
from league.exchange.spreadsheets import read_file
from league.models import FixturePlan, Match, Notice
from league.scheduling.planner import searching
from league.scheduling.planner.task import parse_plan
from league.scheduling.selectors.exports import papers_of_plan
from league.scheduling.selectors.plan_page import plan_page
from league.scheduling.selectors.plans import last_places
from tests.builders import a_captain, a_card, a_division, a_match, a_season, an_account
from tests.builders_lists import preview_list
from tests.reading import markup
from tests.scheduling.pages.august import PLANS, searched
from tests.scheduling.search_once import NOW, search_once

pytestmark = pytest.mark.django_db
REQUEST = '[[wish]]\nteam = "The Fleece"\nwhere = "{}"\non = [2026-09-03]\nbecause = "{}"\n'
BOTH = REQUEST.format("home", "supper") + REQUEST.format("not home", "darts")


def read(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return markup(answer)


def of_first_match(page: str) -> str:
    one = parse_plan(FixturePlan.objects.get().best).meetings[0]
    return f"{page}change/{one.round}.{one.home}.{one.away}/"


class Hidden(HTMLParser):
    """The hidden fields of a page's forms, as a browser would send them back."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "input" and said.get("type") == "hidden":
            self.fields.setdefault(said["name"] or "", said.get("value") or "")


def test_a_captain_is_shown_why_his_request_is_not_met(assistant):
    page = searched(assistant, BOTH)
    said = read(assistant, f"{page}fairness/?team=the-fleece")
    assert "3 at home, 3 away" in said
    assert "1 of 2 requests met" in said
    assert "no list can meet these together" in said
    assert "no list can have fewer, so some teams must have them" in said


def test_a_match_that_could_not_stay_in_its_week_is_listed_with_its_reason(assistant):
    wedding = REQUEST.format("no match", "a wedding") + "must = true\n"
    page = read(assistant, searched(assistant, wedding))
    assert "1 match rearranged" in page
    assert "The Fleece cannot play on 3 September (a wedding)" in page


def test_without_a_proof_the_price_is_named(assistant):
    page = searched(assistant, BOTH)
    FixturePlan.objects.update(progress={})
    said = read(assistant, f"{page}fairness/")
    assert "here and in the return:" in said
    assert "not met any more: The Fleece ask" in said


def test_a_change_is_shown_before_it_is_kept_and_taken_back(assistant):
    page = searched(assistant)
    before = FixturePlan.objects.get().best
    seen = read(assistant, f"{of_first_match(page)}?act=sides&returns=on")
    assert "Preview" in seen
    assert FixturePlan.objects.get().best == before
    answer = assistant.post(of_first_match(page), Hidden(seen).fields, follow=True)
    assert "Changed: " in markup(answer)
    assert FixturePlan.objects.get().best != before
    revision = FixturePlan.objects.get().revision
    answer = assistant.post(f"{page}back/", {"revision": revision}, follow=True)
    assert "Undone: " in markup(answer)
    assert FixturePlan.objects.get().best == before


def test_a_change_of_a_list_that_has_changed_is_refused(assistant):
    page = searched(assistant)
    fields = Hidden(read(assistant, f"{of_first_match(page)}?act=week&week=2")).fields
    FixturePlan.objects.update(revision=40)
    answer = assistant.post(of_first_match(page), fields)
    assert answer.status_code == 422
    assert "changed this plan" in markup(answer)
    assert 'name="revision" value="40"' in markup(answer)


def test_a_change_that_cannot_be_is_said(assistant):
    match = of_first_match(searched(assistant))
    for asked, said in {
        "act=night": "Say on which night",
        "act=night&night=2027-02-30": "Type a date",
        "act=week&week=99": "Select a valid choice",
        "act=match&other=1.the-owl.the-bell": "Choose a match",
        "act=teams&team=the-fleece&place=the-fleece": "A team has its own place already",
        "act=teams&team=the-owl": "Select a valid choice",
        "act=dance": "Select a valid choice",
    }.items():
        assert said in read(assistant, f"{match}?{asked}", status=422), asked


def test_a_way_out_is_taken_with_one_press(assistant):
    page = searched(assistant, BOTH)
    seen = read(assistant, page)
    fields = Hidden(seen[seen.index("Requests that conflict") :]).fields
    answer = assistant.post(page, fields | {"take": "0.0"}, follow=True)
    assert "Request dropped: The Fleece ask" in markup(answer)
    assert FixturePlan.objects.get().wishes in BOTH
    assert "Requests: 1 of 1 met" in markup(answer)


@pytest.mark.slow
def test_two_plans_side_by_side(assistant):
    page = searched(assistant, BOTH)
    first = FixturePlan.objects.get()
    assistant.post(of_first_match(page), {"act": "sides", "revision": first.revision})
    other = FixturePlan.objects.create(
        season=first.season, name="As found", best=first.best, made_at=first.made_at
    )
    said = read(assistant, f"{PLANS}compare/?one={first.public_id}&other={other.public_id}")
    assert re.search(r"“First” is better in [01] figures?, “As found” in ", " ".join(said.split()))
    assert "11 matches are the same in both" in " ".join(said.split())
    assert "The Fleece ask to be at home on 3 September (supper)" in said
    # The second plan has no requests of its own, and is judged by those of the first.
    missed = said.partition("Requests not met")[2].partition("</tr>")[0]
    assert re.findall(r">\s*(\d+)\s*</td>", missed) == ["1", "1"]
    beside = read(assistant, f"{PLANS}compare/?one={first.public_id}&other=standing")
    assert "no fixtures are published yet" in beside
    first.refresh_from_db()
    assistant.post(page, {"publish": "sure", "revision": first.revision, "despite_faults": "on"})
    beside = read(assistant, f"{PLANS}compare/?one={first.public_id}&other=standing")
    assert "12 matches are the same in both" in " ".join(beside.split())
    assert "is better in 0 figures, “Present fixtures” in 0" in " ".join(beside.split())


def test_the_list_is_taken_along_and_comes_in_again(assistant, season):
    page = searched(assistant)
    rows = read_file(assistant.get(f"{page}list.csv").content)
    assert len(rows) == 13
    assert read_file(assistant.get(f"{page}list.xlsx").content)[1][0] == rows[1][0]
    calendar = Calendar.from_ical(assistant.get(f"{page}list.ics").content)
    assert len({str(event["uid"]) for event in calendar.walk("VEVENT")}) == 12
    brought = preview_list(league=season.league, season=season, what=What.FIXTURES, rows=rows)
    assert brought.count("new") == 12


def test_a_borrowed_pub_is_told_on_the_page_and_in_every_file(assistant, season):
    page = searched(assistant)
    plan = FixturePlan.objects.get()
    _, _, _, home, away, *_ = plan.best[0]
    lender = season.league.teams.exclude(slug__in=(home, away)).select_related("pub")[0].pub
    hosted = Counter(row[5] for row in read_file(assistant.get(f"{page}list.csv").content))
    plan.best[0][5:] = [lender.slug]
    plan.save(update_fields=["best"])
    assert f"at {escape(lender.name)}" in read(assistant, f"{page}list/")
    pubs = Counter(row[5] for row in read_file(assistant.get(f"{page}list.csv").content))
    assert pubs[lender.name] == hosted[lender.name] + 1
    calendar = Calendar.from_ical(assistant.get(f"{page}list.ics").content)
    places = [str(event["location"]) for event in calendar.walk("VEVENT")]
    assert sum(lender.name in place for place in places) == pubs[lender.name]
    [paper] = papers_of_plan(plan_page(FixturePlan.objects.get()))
    assert [match.elsewhere for match in paper.fixtures].count(lender.name) == 1


def test_a_team_named_like_a_formula_runs_nowhere(assistant, season):
    season.league.teams.filter(slug="the-fleece").update(name="=1+1")
    page = searched(assistant)
    assert b",=1+1" not in assistant.get(f"{page}list.csv").content
    assert b"'=1+1" in assistant.get(f"{page}list.csv").content


def test_the_letters_lead_to_list_paper_and_calendar(assistant, season):
    a_captain(season.divisions.get(), "The Fleece", email="fleece@example.org", name="Ann")
    page = searched(assistant)
    assistant.post(page, {"publish": "sure", "revision": FixturePlan.objects.get().revision})
    (letter,) = Notice.objects.all()
    place = f"testserver/{season.league.slug}"
    assert f"http://{place}/teams/the-fleece/\n" in letter.body
    assert f"http://{place}/teams/the-fleece/fixtures.pdf\n" in letter.body
    assert f"webcal://{place}/feeds/teams/the-fleece.ics\n" in letter.body


def test_a_published_plan_stays_as_it_was_decided(assistant):
    page = searched(assistant)
    of_match = of_first_match(page)
    assistant.post(page, {"publish": "sure", "revision": FixturePlan.objects.get().revision})
    published = FixturePlan.objects.get()
    assert "/change/" not in read(assistant, f"{page}list/")
    answer = assistant.post(of_match, {"act": "sides", "revision": published.revision})
    assert "is published and cannot change" in markup(answer)
    again = FixturePlan.objects.get()
    assert (again.state, again.best) == (FixturePlan.State.PUBLISHED, published.best)


def test_the_rest_is_planned_again_in_one_press(assistant, season):
    page = searched(assistant)
    assistant.post(page, {"publish": "sure", "revision": FixturePlan.objects.get().revision})
    day = Match.objects.latest("date").date
    answer = assistant.post(f"{PLANS}again/", {"start": day, "until": "", "last": "", "seconds": 5})
    again = FixturePlan.objects.get(name__startswith="Again from")
    assert answer.headers["Location"] == f"{PLANS}{again.public_id}/"
    assert again.state == FixturePlan.State.WAITING
    refused = assistant.post(f"{PLANS}again/", {"start": "1999-01-01", "seconds": 5})
    assert "is not in the season" in markup(refused)


def test_tonights_matches_stay_unless_the_secretary_plans_again_from_today(assistant, season, monkeypatch):
    page = searched(assistant)
    assistant.post(page, {"publish": "sure", "revision": FixturePlan.objects.get().revision})
    first = Match.objects.earliest("date").date
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + (first - NOW.date()))
    assistant.force_login(an_account(season.league, "secretary"))

    def start() -> datetime.date:
        return assistant.get(f"{PLANS}again/").context["start"]

    assert start() == first + datetime.timedelta(days=1)
    released = assistant.post(f"{PLANS}again/", {"start": first, "seconds": 5, "look": "yes"})
    assert released.context["start"] == first
    Match.objects.filter(date=first).update(date=None, postponed_from=first)
    assert start() == first


@pytest.mark.slow
def test_what_cannot_be_planned_again_comes_with_the_nearest_that_can(assistant, season, monkeypatch):
    page = searched(assistant)
    monkeypatch.setattr(searching, "REPAIR_TRIES", 200)  # the first list that keeps everything will do
    assistant.post(page, {"publish": "sure", "revision": FixturePlan.objects.get().revision})
    first, last = Match.objects.earliest("date").date, Match.objects.latest("date").date
    assert first
    assert last
    too_short = {"start": first, "last": first + datetime.timedelta(days=7), "seconds": 5}
    to = assistant.post(f"{PLANS}again/", too_short).headers["Location"]
    again = FixturePlan.objects.get(name__startswith="Again from")
    search_once(again)
    shown = read(assistant, to)
    assert "Not possible as requested" in shown
    assert f"and {last.day} {last:%B}." in shown
    assert "Preview changes" not in shown
    again.refresh_from_db()
    accepted = assistant.post(to, {"nearest": "yes", "revision": again.revision}, follow=True)
    shown = markup(accepted)
    assert "Changes accepted" in shown
    assert "Not possible as requested" not in shown
    assert "Every condition holds." in shown
    assert "Preview changes" in shown
    again.refresh_from_db()
    assert f"last = {last}" in again.wishes
    late = assistant.post(to, {"nearest": "yes", "revision": again.revision})
    assert late.status_code == 422


@pytest.mark.parametrize("teams", [4, 10])
def test_no_page_of_a_plan_asks_more_for_more_teams(client, teams, django_assert_max_num_queries):
    """Session, account, league, role; the plan; its teams, who has left, divisions, the usual night."""
    season = a_division(teams=teams).season
    client.force_login(an_account(season.league, "fixtures"))
    page = searched(client, BOTH)
    for address in (
        f"{page}fairness/",
        f"{page}fairness/?team=the-fleece",
        f"{page}list/",
        f"{of_first_match(page)}?act=week&week=2&returns=on",
    ):
        with django_assert_max_num_queries(13):
            read(client, address)
    with django_assert_max_num_queries(24):
        read(client, f"{PLANS}compare/?one={FixturePlan.objects.get().public_id}&other=standing")


def test_the_fairness_page_compares_every_team_with_the_mean(assistant, season):
    page = searched(assistant)
    said = " ".join(read(assistant, f"{page}fairness/").split())
    # Nobody has a neighbour or a season before, and no pub's place is known.
    assert "No team has a neighbour in its division." in said
    assert "there is no season before this one" in said
    of_team = " ".join(read(assistant, f"{page}fairness/?team=the-fleece").split())
    assert "The most away matches one after the other." in of_team
    lines = assistant.get(f"{page}fairness.csv").content.decode("utf-8-sig").splitlines()
    teams = season.league.teams.count()
    head, *rows, mean = [line.split(",") for line in lines]
    assert head[-3:] == ["Away running", "First match", "Last match"]
    assert len(rows) == teams
    assert {row[-2] for row in rows} == {"home", "away"}
    longest = [float(row[-3]) for row in rows]
    assert float(mean[-3]) == round(sum(longest) / teams, 1)
    assert f"mean {mean[-3]}" in of_team


def test_a_run_in_goes_by_the_places_of_the_season_before(assistant, season):
    searched(assistant)
    year = datetime.timedelta(days=365)
    before = a_season(
        season.league, "2025-26", starts_on=season.starts_on - year, ends_on=season.ends_on - year
    )
    old = a_division(before, teams=4)
    a_card(
        a_match(old, "The Shears", "The Fleece", date=before.starts_on), (15, 0), (15, 0), (15, 0), (15, 0)
    )
    places = last_places(season)
    assert places["the-shears"] == 1
    assert sorted(places.values()) == [1, 2, 3, 4]


def test_a_teams_page_says_where_its_breaks_are(assistant, season):
    page = searched(assistant)
    said = [read(assistant, f"{page}fairness/?team={team.slug}") for team in season.league.teams.all()]
    breaks = int(re.search(r"The division has (\d+) break", said[0])[1])
    assert sum(one.count(">again<") for one in said) == breaks


def test_alternatives_stand_beside_the_plan_with_their_price_and_a_button(assistant, season):
    """Three home nights running are two breaks, which weigh more than the secretary says these do."""
    cheap = '[[wish]]\nteam = "{}"\nwhere = "home"\non = [2026-09-03, 2026-09-10, 2026-09-17]\nweight = 4\n'
    page = searched(assistant, cheap.format("The Fleece"))
    plan = FixturePlan.objects.get()
    said = " ".join(read(assistant, page).split())
    for figure in (
        "Alternative 1",
        "Requests not met",
        "Home matches at other pubs",
        "Earliest return match",
    ):
        assert figure in said
    assert len(plan.progress["alternatives"]) <= 5
    before = plan.best
    number = next(n for n, other in enumerate(plan_page(plan).alternatives) if not other.traded.unmet)
    stale = assistant.post(page, {"alternative": number, "revision": plan.revision - 1})
    assert stale.status_code == 422
    assert assistant.post(page, {"alternative": 77, "revision": plan.revision}).status_code == 422
    answer = assistant.post(page, {"alternative": number, "revision": plan.revision})
    assert answer.status_code == 303
    plan.refresh_from_db()
    taken = plan_page(plan)
    assert taken.fairness.verdict.breaches == ()
    assert taken.requests_met == 1
    # The list it had is an alternative now, and can be taken back.
    assert plan.progress["alternatives"][number]["best"] == before
    assert taken.alternatives[number].traded.unmet == 1
    said = " ".join(read(assistant, page).split())
    assert "This is an alternative of the last search." in said
    assert "No search yet" not in said
    assert "stopped" not in said
    assistant.post(page, {"alternative": number, "revision": plan.revision})
    plan.refresh_from_db()
    assert plan.best == before
