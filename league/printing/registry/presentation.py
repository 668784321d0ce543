"""The presentation night: the running order of the winners, their certificates, the engraving list.

For the secretary: names stand in full, also of players whom the public reads by initials or not at all.
"""

from league.accounts.powers import Power
from league.printing.documents import Document
from league.printing.presentation import certificates, engraving_list, running_order
from league.printing.prizes import SeasonPrizes, prizes_of
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, Order


def _prizes(order: Order) -> SeasonPrizes:
    return prizes_of(order.season, to_secretary=Power.SECRETARY in order.powers)


def _winners(order: Order) -> Document | None:
    return running_order(_prizes(order), printed_on=order.today)


def _certificates(order: Order) -> Document | None:
    return certificates(_prizes(order))


def _engraving_list(order: Order) -> Document | None:
    return engraving_list(_prizes(order), printed_on=order.today)


DOCUMENTS = (
    DocumentKind(
        name="presentation-winners",
        title="Winners to read out",
        about="awards, cups and divisions in the order of the night, the champions last",
        group=DocumentGroup.SEASON_END,
        make=_winners,
        power=Power.SECRETARY,
    ),
    DocumentKind(
        name="certificates",
        title="Certificates",
        about="one for each winner, to be dated and signed",
        group=DocumentGroup.SEASON_END,
        make=_certificates,
        power=Power.SECRETARY,
        is_long=True,
    ),
    DocumentKind(
        name="engraving-list",
        title="Engraving list",
        about="what is engraved on each trophy, with the number of characters",
        group=DocumentGroup.SEASON_END,
        make=_engraving_list,
        power=Power.SECRETARY,
    ),
)
