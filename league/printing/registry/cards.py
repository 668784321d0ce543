"""Folded cards: of each team, of each division; on A4 in eight panels, or in four of A5."""

from dataclasses import replace

from league.people.selectors import paper_is_for
from league.printing.card_selectors import card_facts
from league.printing.cards import folded_cards
from league.printing.documents import Document
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, Input, Order, PaperSize
from league.scheduling.selectors.fixtures import FixtureList, fixtures_of_division, fixtures_of_every_team

CARD_ON = {PaperSize.A4: "wallet", PaperSize.A5: "a5"}


def _team_cards(order: Order) -> Document | None:
    lists = [
        fixtures
        for fixtures in fixtures_of_every_team(order.season)
        if order.team is None or (fixtures.team and fixtures.team.slug == order.team.slug)
    ]
    return _cards(order, lists)


def _division_cards(order: Order) -> Document | None:
    return _cards(
        order,
        [fixtures_of_division(division) for division in order.divisions],
    )


def _cards(order: Order, lists: list[FixtureList]) -> Document | None:
    if not any(fixtures.fixtures for fixtures in lists):
        return None
    facts = card_facts(order.season, readers=paper_is_for(order.powers))
    own = {fixtures.team.name for fixtures in lists if fixtures.team}
    captains = tuple(captain for captain in facts.captains if captain.team in own)
    return folded_cards(
        [(fixtures, replace(facts, captains=captains)) for fixtures in lists],
        printed_on=order.today,
        paper_name=CARD_ON[order.paper],
        site=order.site,
    )


DOCUMENTS = (
    DocumentKind(
        name="folded-cards",
        title="Folded cards for teams",
        about="a team’s season for the wallet, with boxes for results: A4 in eight panels, or four of A5",
        group=DocumentGroup.FIXTURES,
        make=_team_cards,
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
