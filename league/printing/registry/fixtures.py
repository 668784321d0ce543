"""Fixtures on paper: the poster, with results, per team, per pub."""

from league.accounts.powers import Power
from league.printing.documents import Document
from league.printing.fixture_documents import PosterOptions, fixture_list, pub_copies, pub_fixture_lists
from league.printing.other_nights import OtherNight, nights_of_season
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, Input, Order, PaperSize
from league.printing.season_calendars import season_calendar
from league.printing.standings_on_paper import poster_tables
from league.printing.team_lists import team_fixture_lists
from league.scheduling.selectors.fixtures import (
    fixtures_of_division,
    fixtures_of_every_pub,
    fixtures_of_every_team,
)
from league.scheduling.selectors.season_calendar import season_weeks


def _nights(order: Order) -> tuple[OtherNight, ...]:
    return nights_of_season(order.season)


def _posters(order: Order) -> Document | None:
    return _of_divisions(order, PosterOptions(paper=order.paper, site=order.site, nights=_nights(order)))


def _posters_with_results(order: Order) -> Document | None:
    tables = poster_tables(order.divisions) if order.paper == PaperSize.A3 else ()
    return _of_divisions(
        order,
        PosterOptions(
            paper=order.paper, with_results=True, site=order.site, tables=tables, nights=_nights(order)
        ),
    )


def _of_divisions(order: Order, options: PosterOptions) -> Document | None:
    lists = [fixtures_of_division(division) for division in order.divisions]
    return fixture_list(lists, printed_on=order.today, options=options) if lists else None


def _team_lists(order: Order) -> Document | None:
    lists = [
        fixtures
        for fixtures in fixtures_of_every_team(order.season)
        if order.team is None or (fixtures.team and fixtures.team.slug == order.team.slug)
    ]
    return team_fixture_lists(lists, printed_on=order.today) if lists else None


def _pub_posters(order: Order) -> Document | None:
    options = PosterOptions(paper=order.paper, site=order.site, nights=_nights(order))
    pubs = [
        fixtures
        for fixtures in fixtures_of_every_pub(order.season)
        if order.pub is None or fixtures.slug == order.pub.slug
    ]
    copies = [copy for pub in pubs for copy in pub_copies(pub, options)]
    return pub_fixture_lists(copies, printed_on=order.today) if copies else None


def _calendar(order: Order) -> Document | None:
    return season_calendar(
        season_weeks(order.season, today=order.today, to_secretary=Power.FIXTURES in order.powers),
        printed_on=order.today,
    )


DOCUMENTS = (
    DocumentKind(
        name="fixture-lists",
        title="Fixture posters",
        about="each division on one sheet for the noticeboard",
        group=DocumentGroup.FIXTURES,
        make=_posters,
        papers=(PaperSize.A4, PaperSize.A3),
        inputs=(Input.DIVISION,),
        is_long=True,
    ),
    DocumentKind(
        name="fixtures-and-results",
        title="Fixture posters with results",
        about="the same with the results so far, on A3 also the standings",
        group=DocumentGroup.FIXTURES,
        make=_posters_with_results,
        papers=(PaperSize.A4, PaperSize.A3),
        inputs=(Input.DIVISION,),
        is_long=True,
    ),
    DocumentKind(
        name="pub-fixture-lists",
        title="Fixture posters for pubs",
        about="the poster of each pub, its own matches in bold",
        group=DocumentGroup.FIXTURES,
        make=_pub_posters,
        papers=(PaperSize.A4, PaperSize.A3),
        inputs=(Input.PUB,),
        is_long=True,
    ),
    DocumentKind(
        name="team-fixture-lists",
        title="Fixture lists for teams",
        about="a page for each team with its own matches",
        group=DocumentGroup.FIXTURES,
        make=_team_lists,
        inputs=(Input.TEAM,),
        is_long=True,
    ),
    DocumentKind(
        name="season-calendar",
        title="Season calendar",
        about="the season week by week on one page: league nights, weeks off, cups, finals",
        group=DocumentGroup.FIXTURES,
        make=_calendar,
    ),
)
