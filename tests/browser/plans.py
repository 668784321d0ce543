"""The pages of a plan of fixtures: judged, read, changed by hand, put beside the list as it stands."""

from collections.abc import Iterator

from playwright.sync_api import Page

from league.models import FixturePlan, League, RecordChange
from league.scheduling.planner.task import parse_plan
from league.scheduling.selectors.versions import rows_of_season
from tests.browser.stops import Act


def visits_to_plans(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    """The pages of the league's one plan, under the desk's own address."""
    fixture_plan = FixturePlan.objects.get(season__league=league)
    plan = f"fixtures/{fixture_plan.public_id}/"
    one = parse_plan(fixture_plan.best).meetings[-1]
    change = f"{plan}change/{one.round}.{one.home}.{one.away}/"
    yield "plan", plan, None, 200
    yield "plan's fairness", f"{plan}fairness/", None, 200
    yield "plan's fairness for paper", f"{plan}fairness/?division=all", None, 200
    yield "plan's fairness to a team", f"{plan}fairness/?team={one.home}", None, 200
    yield "plan's list", f"{plan}list/", None, 200
    yield "requests", f"{plan}wishes/", None, 200
    yield "requests refused", f"{plan}wishes/", _request_the_impossible, 422
    yield "match of a plan", change, None, 200
    yield "match turned round", f"{change}?act=sides&returns=on", None, 200
    yield "match moved to no week", f"{change}?act=week&week=99", None, 422
    yield "plan beside the list", f"fixtures/compare/?one={fixture_plan.public_id}&other=standing", None, 200
    yield "versions", "fixtures/versions/", None, 200
    yield from _visits_to_versions(fixture_plan)
    yield "season calendar", "fixtures/calendar/", None, 200
    yield "season calendar to change", "fixtures/calendar/?change=yes", None, 200
    yield "plan again", "fixtures/again/", None, 200
    yield "plan again refused", "fixtures/again/", _plan_from_no_day, 422


def _visits_to_versions(plan: FixturePlan) -> Iterator[tuple[str, str, Act | None, int]]:
    """The page of a version: the list as it stands, published before that."""
    version = RecordChange.objects.create(
        league=plan.season.league,
        kind=RecordChange.Kind.SEASON,
        object_id=plan.season.pk,
        action=RecordChange.Action.PUBLISHED,
        after={"summary": "Fixtures published", "plan": plan.public_id},
        effects={"fixtures": rows_of_season(plan.season)},
        made_at=plan.made_at,
    )
    yield "version", f"fixtures/versions/{version.public_id}/", None, 200


def _plan_from_no_day(page: Page) -> None:
    page.locator("#id_start").fill("")
    page.locator("main form").first.evaluate("form => form.noValidate = true")
    with page.expect_navigation():
        page.locator("main form button").first.click()


def _request_the_impossible(page: Page) -> None:
    page.fill("[name=lines]", "Nobody at home on 14 January\nno match 29 October, half term")
    page.fill("[name=team-2-on]", "the night of the wedding")
    page.fill("[name=off-1-because]", "no day is named")
    with page.expect_navigation():
        page.get_by_role("button", name="Read").click()
