"""Lists to hang up and forms to hand out."""

from league.accounts.powers import Power
from league.people.selectors import paper_is_for
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, Input
from league.printing.wall_lists import (
    address_labels,
    averages,
    contacts,
    has_anybody_to_ring,
    registration_form,
    requests_form,
)

DOCUMENTS = (
    DocumentKind(
        name="averages",
        title="Players’ averages",
        about="the players of each division by what they have won, to hang up",
        group=DocumentGroup.RESULTS,
        make=lambda order: averages(order.season, order.divisions, printed_on=order.today),
        power=Power.FIXTURES,
        inputs=(Input.DIVISION,),
        is_long=True,
    ),
    DocumentKind(
        name="contacts",
        title="Contact list",
        about="officers, and captains as they permitted, to hang up",
        group=DocumentGroup.TEAMS,
        make=lambda order: contacts(order.season, readers=paper_is_for(order.powers), printed_on=order.today),
        power=Power.FIXTURES,
        is_offered=has_anybody_to_ring,
        has_contacts=True,
    ),
    DocumentKind(
        name="registration-form",
        title="Registration form",
        about="for a new player, a transfer or a return, with what the rules say of it",
        group=DocumentGroup.TEAMS,
        make=lambda order: registration_form(order.season, order.team),
        power=Power.FIXTURES,
        inputs=(Input.TEAM,),
    ),
    DocumentKind(
        name="requests-form",
        title="Form for fixture requests",
        about="what a pub or team needs from the fixtures, in the order of the requests of a plan",
        group=DocumentGroup.FIXTURES,
        make=lambda order: requests_form(order.season, order.team),
        power=Power.FIXTURES,
        inputs=(Input.TEAM,),
    ),
    DocumentKind(
        name="address-labels",
        title="Address labels",
        about="for the captain of every team at its pub, 21 to a sheet of 63.5 by 38.1 mm",
        group=DocumentGroup.TEAMS,
        make=lambda order: address_labels(order.season),
        power=Power.FIXTURES,
    ),
)
