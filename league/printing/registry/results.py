"""Results on paper: the weekly bulletin, the tables of the league."""

import zoneinfo

from django.utils import timezone

from league.accounts.powers import Power
from league.printing.bulletin_selectors import bulletin_facts
from league.printing.bulletins import bulletin_on_paper
from league.printing.documents import Document
from league.printing.league_tables import league_tables, tables_facts
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, Input, Order


def _bulletin(order: Order) -> Document | None:
    facts = bulletin_facts(order.season, order.today, order.date)
    if facts is None:
        return None
    now = timezone.localtime(timezone=zoneinfo.ZoneInfo(order.league.time_zone))
    return bulletin_on_paper(facts, printed_at=now, site=order.site)


def _tables(order: Order) -> Document | None:
    facts = tables_facts(order.league, order.divisions)
    return league_tables(facts, printed_on=order.today, site=order.site) if facts else None


DOCUMENTS = (
    DocumentKind(
        name="bulletin",
        title="Weekly bulletin",
        about="results, tables, notices and next week on one page for the noticeboard",
        group=DocumentGroup.RESULTS,
        make=_bulletin,
        power=Power.SECRETARY,
        inputs=(Input.DATE,),
        is_of_past=True,
    ),
    DocumentKind(
        name="league-tables",
        title="League tables",
        about="the standings of every division on as few pages as can be read",
        group=DocumentGroup.RESULTS,
        make=_tables,
        inputs=(Input.DIVISION,),
    ),
)
