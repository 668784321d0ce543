"""Every document of the registry in leagues of every kind: PDF/UA, places of letters, codes, readers."""

import pickle

import pypdfium2 as pdfium
import pytest

from league.accounts.powers import EVERYTHING, NOTHING, POWERS, Power, Role
from league.models import Season
from league.printing.pdf import pdf
from league.printing.registry import match_nights
from league.printing.registry.catalogue import DOCUMENTS
from league.printing.registry.document_kinds import DocumentKind, Input, Order, PaperSize
from tests.builders import FRIDAY, a_league, a_season
from tests.printing import pictures, proofs
from tests.printing.worlds import CAPTAIN, EMAIL, HIDDEN_PLAYER, PHONE, SITE, WORLDS, a_world, the_night

pytestmark = pytest.mark.django_db

# A booklet is imposed for folding: who reads with a screen reader takes the A5 pages, which are the same.
NOT_TAGGED = {PaperSize.BOOKLET}


def each_once(number: int, place: int) -> bool:
    """Return whether the gate proves this document in this league: each in one, in turn."""
    return number % len(WORLDS) == place


EVERY = [
    pytest.param(
        kind,
        paper,
        world,
        id=f"{kind.name_on(paper)}-{world}",
        marks=() if paper == kind.papers[0] and each_once(number, place) else pytest.mark.slow,
    )
    for number, (kind, paper) in enumerate((kind, paper) for kind in DOCUMENTS for paper in kind.papers)
    for place, world in enumerate(WORLDS)
]


@pytest.fixture(autouse=True)
def unchanging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print every time the same: at one moment, with one code for all matches."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: FRIDAY)
    monkeypatch.setattr(match_nights, "codes_for", lambda matches, now: dict.fromkeys(matches, "k7m49qtd"))


def printed(
    kind: DocumentKind, paper: PaperSize, season: Season, powers: frozenset[Power]
) -> pdfium.PdfDocument:
    """Return the document of the night at hand, of one team and one pub, as these powers may print it."""
    night = the_night(season)
    team = season.enrolments.order_by("id")[1].team
    order = Order(
        season=season,
        today=night,
        paper=paper,
        powers=powers,
        site=SITE,
        date=night if Input.DATE in kind.inputs else None,
        team=team if Input.TEAM in kind.inputs else None,
        pub=team.pub if Input.PUB in kind.inputs else None,
    )
    document = kind.make(order)
    assert document is not None
    # As it comes to the printing process.
    content = pdf(pickle.loads(pickle.dumps(document)))
    if paper not in NOT_TAGGED:
        assert proofs.faults_of_accessibility(content) == []
    return pdfium.PdfDocument(content)


@pytest.mark.parametrize(("kind", "paper", "world"), EVERY)
def test_a_document_is_accessible_and_everything_stands_in_its_place(
    kind: DocumentKind, paper: PaperSize, world: str
) -> None:
    season = a_world(WORLDS[world])
    document = printed(kind, paper, season, EVERYTHING)
    assert pictures.differences(f"{kind.name_on(paper)}-{world}", document) == []
    pages = list(document)
    for page in pages:
        assert proofs.off_the_page(page) == []
        assert list(proofs.over_each_other(page)) == []
    some = pages[:4]
    codes = [proofs.codes(page, 150) for page in some]
    assert codes == [proofs.codes(page, 300) for page in some]
    assert all(code.startswith(SITE) for of_page in codes for code in of_page)


@pytest.mark.parametrize("kind", DOCUMENTS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("role", ["nobody", pytest.param("fixtures", marks=pytest.mark.slow)])
def test_a_document_holds_nothing_that_its_reader_may_not_see(kind: DocumentKind, role: str) -> None:
    powers = NOTHING if role == "nobody" else POWERS[Role.FIXTURES]
    if not kind.may_print(powers):
        pytest.skip("not for this reader")
    pages = printed(kind, kind.papers[0], a_world(WORLDS["four"]), powers)
    text = " ".join(proofs.words(page) for page in pages)
    for secret in (HIDDEN_PLAYER, CAPTAIN, PHONE, EMAIL):
        assert secret not in text


@pytest.mark.parametrize("kind", DOCUMENTS, ids=lambda kind: kind.name)
def test_a_season_without_anything_has_no_paper_or_one_that_says_so(kind: DocumentKind) -> None:
    season = a_season(a_league())
    order = Order(season=season, today=FRIDAY.date(), powers=EVERYTHING, site=SITE, date=FRIDAY.date())
    document = kind.make(order)
    assert document is None or len(pdfium.PdfDocument(pdf(document))) > 0
