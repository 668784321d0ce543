"""Fixtures on paper: posters, lists of teams, folded cards on A4 in panels or four of A5, the calendar."""

from collections.abc import Sequence
from functools import partial

from league.accounts.powers import Power
from league.models import Division
from league.people.selectors import paper_is_for
from league.printing.card_selectors import card_facts
from league.printing.cards import folded_cards
from league.printing.documents import Document
from league.printing.fixture_documents import PosterOptions, fixture_list, pub_copies, pub_fixture_lists
from league.printing.other_nights import nights_of_season
from league.printing.registry.document_kinds import (
    DocumentGroup,
    DocumentKind,
    Input,
    Order,
    PaperSize,
    of_any,
)
from league.printing.season_calendars import season_calendar
from league.printing.standings_on_paper import poster_tables
from league.printing.team_lists import team_fixture_lists
from league.scheduling.selectors.fixtures import (
    FixtureList,
    fixtures_of_division,
    fixtures_of_every_pub,
    fixtures_of_every_team,
)
from league.scheduling.selectors.season_calendar import season_weeks


def poster_options(
    divisions: Sequence[Division], paper: str, site: str, *, with_results: bool = False
) -> PosterOptions:
    """Return what stands beside the fixtures of these divisions, on A3 with results their standings too."""
    return PosterOptions(
        paper=paper,
        with_results=with_results,
        site=site,
        tables=poster_tables(divisions) if with_results and paper == PaperSize.A3 else (),
        nights=nights_of_season(divisions[0].season) if divisions else (),
    )


def _posters(order: Order, *, with_results: bool = False) -> Document | None:
    divisions = order.divisions
    options = poster_options(divisions, order.paper, order.site, with_results=with_results)
    lists = [fixtures_of_division(division) for division in divisions]
    return of_any(fixture_list, lists, printed_on=order.today, options=options)


def _pub_posters(order: Order) -> Document | None:
    options = PosterOptions(paper=order.paper, site=order.site, nights=nights_of_season(order.season))
    pubs = [
        fixtures
        for fixtures in fixtures_of_every_pub(order.season)
        if order.pub is None or fixtures.slug == order.pub.slug
    ]
    copies = [copy for pub in pubs for copy in pub_copies(pub, options)]
    return of_any(pub_fixture_lists, copies, printed_on=order.today)


def _of_teams(order: Order) -> list[FixtureList]:
    """Return the list of each team of the season, or of the one that was chosen."""
    return [
        fixtures
        for fixtures in fixtures_of_every_team(order.season)
        if order.team is None or (fixtures.team and fixtures.team.slug == order.team.slug)
    ]


def _cards(order: Order, lists: Sequence[FixtureList]) -> Document | None:
    if not any(fixtures.fixtures for fixtures in lists):
        return None
    facts = card_facts(order.season, readers=paper_is_for(order.powers))
    own = {fixtures.team.name for fixtures in lists if fixtures.team}
    captains = tuple(captain for captain in facts["captains"] if captain.team in own)
    return folded_cards(
        [(fixtures, {**facts, "captains": captains}) for fixtures in lists],
        printed_on=order.today,
        paper_name="a5" if order.paper == PaperSize.A5 else "wallet",
        site=order.site,
    )


def _division_cards(order: Order) -> Document | None:
    return _cards(order, [fixtures_of_division(division) for division in order.divisions])


def _calendar(order: Order) -> Document:
    weeks = season_weeks(order.season, today=order.today, to_secretary=Power.FIXTURES in order.powers)
    return season_calendar(weeks, printed_on=order.today)


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
        make=partial(_posters, with_results=True),
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
        make=lambda order: of_any(team_fixture_lists, _of_teams(order), printed_on=order.today),
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
    DocumentKind(
        name="folded-cards",
        title="Folded cards for teams",
        about="a team’s season for the wallet, with boxes for results: A4 in eight panels, or four of A5",
        group=DocumentGroup.FIXTURES,
        make=lambda order: _cards(order, _of_teams(order)),
        has_contacts=True,
        papers=(PaperSize.A4, PaperSize.A5),
        inputs=(Input.TEAM,),
        is_long=True,
    ),
    DocumentKind(
        name="folded-cards-division",
        title="Folded cards for divisions",
        about="all matches of a division: A4 in eight panels, or four of A5",
        group=DocumentGroup.FIXTURES,
        make=_division_cards,
        papers=(PaperSize.A4, PaperSize.A5),
        inputs=(Input.DIVISION,),
        is_long=True,
    ),
)
