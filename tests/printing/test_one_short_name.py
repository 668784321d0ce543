"""A team has one short name a season: on every document that does not name it whole."""

import re

import pytest

from league.accounts.powers import EVERYTHING
from league.models import Season
from league.printing.registry.catalogue import DOCUMENTS
from league.printing.short_names import brief_names
from tests.builders import CAST, a_division
from tests.builders_seasons import a_round_robin
from tests.printing import proofs
from tests.printing.test_every_document import printed_if_any, unchanging  # noqa: F401
from tests.printing.worlds import World, a_team_of, a_world

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIZE = 5  # teams of a division beside its own

# One pub's two teams in two divisions; in two others clubs that are called nearly as they are.
OWN = "Gomerthorpe"
PUB = f"{OWN} Cricket & Allotment Holders’ Institute"
DIVISIONS = (
    (f"{PUB} A", *CAST[:SIZE]),
    (f"{PUB} B", *(f"{name} Upper Moorside" for name in CAST[:SIZE])),
    (f"{OWN} Rugby Players’ and Supporters’ Association", *(f"{name} by the Beck" for name in CAST[:SIZE])),
    (f"{OWN} Rugby Old Players’ Association", *(f"{name} Low Fold" for name in CAST[:SIZE])),
)


@pytest.fixture
def season(unchanging: None) -> Season:  # noqa: F811
    first, *others = DIVISIONS
    season = a_world(World(league="Three Valleys All Fours League", division="Division One", teams=first))
    for position, names in enumerate(others, start=2):
        division = a_division(season, f"Division {position}", teams=0, position=position)
        for number, name in enumerate(names, start=10 * position):
            a_team_of(division, name, number)
        a_round_robin(division, rounds=2, played=SIZE * (SIZE + 1) // 2)
    pubs = season.league.pubs
    pubs.filter(name=f"{PUB} A").update(name=PUB)
    season.league.teams.filter(name=f"{PUB} B").update(pub=pubs.get(name=PUB))
    return season


def test_every_document_calls_a_team_by_its_name_or_by_the_one_short_form(season: Season) -> None:
    teams = season.league.teams.all()
    brief = brief_names({team.pk: team.name for team in teams})
    assert len(set(brief.values())) == len(brief)
    known = [name for name in (PUB, *(team.name for team in teams), *brief.values()) if OWN in name]
    longest_first = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
    told = {}
    for kind in DOCUMENTS:
        for paper in kind.papers if not kind.name.startswith("pairs") else ():
            if document := printed_if_any(kind, paper, season, EVERYTHING):
                text = " ".join(proofs.words(page) for page in document)
                rest = re.sub(rf"({longest_first})(?!\w|…| (?:[A-Z]\b|&))", "", text)
                if others := sorted(set(re.findall(f"{OWN}.{{0,40}}", rest))):
                    told[kind.name_on(paper)] = others
    assert told == {}
