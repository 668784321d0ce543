"""A way past the pages of records: pubs, teams, divisions, players, seasons; edited, merged, deleted."""

from collections.abc import Iterator

from playwright.sync_api import Page

from league.models import League, Match, Player, Pub
from tests.browser.acts import press
from tests.browser.stops import Act, Stop
from tests.browser.worlds import SECRETARY


def of_records(league: League) -> Iterator[Stop]:
    """The pages of records of a league, under the desk's own address."""
    for name, address, act, status in _visits(league):
        yield Stop(
            name=f"{league.slug} {name}",
            address=f"/{league.slug}/secretary/{address}",
            who=SECRETARY,
            act=act,
            status=status,
        )


def _visits(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    match = Match.objects.filter(division__season__league=league, date__isnull=False).latest("date", "id")
    division, player = match.division, Player.objects.filter(league=league).earliest("id")
    twin = Pub.objects.create(league=league, name=f"{match.venue.name[:70]} Inn", slug="invented-twin")
    pub = f"records/pubs/{match.venue.slug}/"
    yield "records", "records/", None, 200
    yield "pub edited", pub, None, 200
    yield "pub previewed", pub, _preview_a_name, 200
    yield "pub to delete", f"{pub}delete/", None, 200
    yield "pub to merge", f"{pub}merge/?with={twin.slug}", None, 200
    yield "empty pub to delete", f"records/pubs/{twin.slug}/delete/", None, 200
    yield "pub created", "records/pubs/new/", None, 200
    yield "pub refused", "records/pubs/new/", _create_nothing, 422
    yield "team edited", f"records/teams/{match.home.slug}/", None, 200
    yield "division edited", f"records/divisions/{division.season.slug}.{division.slug}/", None, 200
    yield "player edited", f"records/players/{player.public_id}/", None, 200
    yield "season edited", f"records/seasons/{division.season.slug}/", None, 200
    yield "rule book", f"records/rule-books/{division.season.slug}/", None, 200
    yield "season created", "records/seasons/new/", None, 200
    yield "league settings", "settings/", None, 200
    yield "data retention", "retention/", None, 200
    yield "audit log", "audit-log/", None, 200
    yield "audit log refused", "audit-log/?kind=gossip", None, 422
    yield "delete league", "delete-league/", None, 200
    yield "this site", "site/", None, 200


def _preview_a_name(page: Page) -> None:
    page.get_by_label("Name", exact=True).fill("The Invented Name")
    press(page, "Preview")


def _create_nothing(page: Page) -> None:
    page.locator("form").evaluate_all("forms => forms.forEach(form => { form.noValidate = true; })")
    press(page, "Create pub")
