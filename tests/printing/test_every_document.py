"""Every document of the registry in leagues of every kind: PDF/UA, places of letters, codes, readers."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

import pypdfium2 as pdfium
import pytest
from django.db import transaction

from league.accounts.powers import EVERYTHING, NOTHING, POWERS, Power, Role
from league.models import Season
from league.printing import selectors
from league.printing.pdf import pdf
from league.printing.registry.catalogue import DOCUMENTS
from league.printing.registry.document_kinds import DocumentKind, Input, Order, PaperSize
from tests.builders import FRIDAY, a_league, a_season
from tests.examples import part_of, sampled
from tests.printing import pictures, proofs
from tests.printing.worlds import (
    CAPTAIN,
    EMAIL,
    FORMATS,
    HIDDEN_PLAYER,
    PHONE,
    PLAYERS,
    SITE,
    WORLDS,
    a_world,
    another_world,
    the_night,
)

pytestmark = pytest.mark.django_db

# A booklet is imposed for folding: who reads with a screen reader takes the A5 pages, which are the same.
NOT_TAGGED = {PaperSize.BOOKLET}


# Of the documents one in so many is proved in the gate, in one league: its own name decides, whatever others
# there are.
ONE_IN = 14


def place_of(kind: DocumentKind, places: int) -> int:
    """Return a number below `places` that the document has by its name alone."""
    return crc32(kind.name.encode()) % places


def is_in_gate(kind: DocumentKind, paper: PaperSize, world: str) -> bool:
    """Return whether the gate proves this document on this paper in this league."""
    own_world = list(WORLDS)[place_of(kind, len(WORLDS))]
    return place_of(kind, ONE_IN) == 0 and paper == kind.papers[0] and world == own_world


EVERY = [
    pytest.param(
        kind,
        paper,
        world,
        id=f"{kind.name_on(paper)}-{world}",
        marks=() if is_in_gate(kind, paper, world) else pytest.mark.slow,
    )
    for world in WORLDS
    for kind in DOCUMENTS
    for paper in kind.papers
]


@pytest.fixture(scope="module", autouse=True)
def unchanging() -> Iterator[None]:
    """Print every time the same: at one moment, with one code for all matches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: FRIDAY)
        patch.setattr(selectors, "codes_for", lambda matches, now: dict.fromkeys(matches, "k7m49qtd"))
        yield


@pytest.fixture(scope="module")
def season(
    request: pytest.FixtureRequest, unchanging: None, module_rows: Callable[[], Any]
) -> Iterator[Season]:
    """The season of a league, which the tests of its documents share."""
    with module_rows():
        rows = transaction.atomic()
        rows._from_testcase = True  # type: ignore[attr-defined]  # as Django's own test cases have it
        with rows:
            yield a_world(WORLDS[request.param]) if request.param in WORLDS else another_world(request.param)
            transaction.set_rollback(True)


def printed(
    kind: DocumentKind, paper: PaperSize, season: Season, powers: frozenset[Power]
) -> pdfium.PdfDocument:
    """Return the document of the night at hand, or of one team or pub, as these powers may print it."""
    document = printed_if_any(kind, paper, season, powers)
    assert document is not None
    return document


def printed_if_any(
    kind: DocumentKind, paper: PaperSize, season: Season, powers: frozenset[Power]
) -> pdfium.PdfDocument | None:
    """Return the same; None where the season has nothing to print on it."""
    night = the_night(season)
    team = season.enrolments.order_by("id")[1].team
    of_night = Input.DATE in kind.inputs
    order = Order(
        season=season,
        today=night,
        paper=paper,
        powers=powers,
        site=SITE,
        date=night if of_night else None,
        team=team if Input.TEAM in kind.inputs and not of_night else None,
        pub=team.pub if Input.PUB in kind.inputs and not of_night else None,
    )
    document = kind.make(order)
    if document is None:
        return None
    # As it comes to the printing process.
    content = pdf(pickle.loads(pickle.dumps(document)))
    if paper not in NOT_TAGGED:
        assert proofs.faults_of_accessibility(content) == []
    return pdfium.PdfDocument(content)


@pytest.mark.pictures
@pytest.mark.parametrize(("kind", "paper", "season"), EVERY, indirect=["season"], scope="module")
def test_a_document_is_accessible_and_everything_stands_in_its_place(
    request: pytest.FixtureRequest, kind: DocumentKind, paper: PaperSize, season: Season
) -> None:
    document = printed(kind, paper, season, EVERYTHING)
    assert pictures.differences(request.node.callspec.id, document) == []
    assert_in_place(document, kind, paper, season)


# In points: names, what stands beside boxes, and the numbers of a drawn board; of large print everything.
NAMES, LABELS, DRAWN, LARGE = 8.0, 6.0, 5.0, 16.0
SHEETS = {"score-sheets", "blank-sheet", "cup-ties"}
SLIPS = {"table-slips", "blank-slips", "night-packs", "pairs-slips"}
LEAST_SHARE = 0.85


def assert_in_place(
    document: pdfium.PdfDocument, kind: DocumentKind, paper: PaperSize, season: Season
) -> None:
    """Nothing stands off its page, over anything or too small; every code is read, also from a photocopy."""
    pages = list(document)
    names = [*season.league.teams.values_list("name", flat=True), *PLAYERS]
    least = LARGE if paper == PaperSize.LARGE else LABELS if kind.name in SHEETS | SLIPS else DRAWN
    for page in pages:
        inked = proofs.letters(page)
        assert proofs.off_the_page(page, inked) == []
        assert list(proofs.over_each_other(inked)) == []
        assert proofs.struck_through(page, inked) == ""
        assert proofs.smaller_than(least, inked) == []
        assert proofs.smaller_than(NAMES, proofs.letters_of(page, names, inked)) == []
        if kind.name in SHEETS and inked:
            assert proofs.share_of_height(page, inked) >= LEAST_SHARE
    some = part_of(pages[:4], each=4)
    codes = [proofs.codes(page, 150) for page in some]
    assert codes == [proofs.codes(page, 300) for page in some]
    assert codes == [proofs.codes_of_copy(page) for page in some]
    assert all(code.startswith(SITE) for of_page in codes for code in of_page)


# What a division of four or five teams has on one page, whatever it plays.
ONE_PAGE = dict.fromkeys(
    (
        *("account-statements", "address-labels", "annual-report", "averages", "bulletin", "contacts"),
        *("cup-brackets", "cup-draws", "engraving-list", "fixture-lists", "fixtures-and-results"),
        *("folded-cards", "folded-cards-division", "league-tables", "pairs-slips", "pairs-standings"),
        *("pairs-tables", "presentation-winners", "pub-fixture-lists", "registration-form"),
        *("requests-form", "season-calendar", "square-cards", "team-fixture-lists"),
    ),
    1,
)

OTHERS = [
    pytest.param(
        kind,
        paper,
        world,
        id=f"{kind.name_on(paper)}-{world}",
    )
    for world in FORMATS
    for kind in DOCUMENTS
    for paper in kind.papers
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "paper", "season"), OTHERS, indirect=["season"], scope="module")
def test_documents_of_other_formats_and_names_stand_in_their_place_too(
    kind: DocumentKind, paper: PaperSize, season: Season
) -> None:
    if document := printed_if_any(kind, paper, season, EVERYTHING):
        assert_in_place(document, kind, paper, season)
        assert len(document) == ONE_PAGE.get(kind.name_on(paper), len(document))


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=kind.name, marks=() if place_of(kind, ONE_IN) == 1 else pytest.mark.slow)
        for kind in DOCUMENTS
    ],
)
@pytest.mark.parametrize("role", ["nobody", pytest.param("fixtures", marks=pytest.mark.slow)])
@pytest.mark.parametrize("season", ["four"], indirect=True)
def test_a_document_holds_nothing_that_its_reader_may_not_see(
    kind: DocumentKind, role: str, season: Season
) -> None:
    powers = NOTHING if role == "nobody" else POWERS[Role.FIXTURES]
    if not kind.may_print(powers):
        pytest.skip("not for this reader")
    pages = printed(kind, kind.papers[0], season, powers)
    text = " ".join(proofs.words(page) for page in pages)
    for secret in (HIDDEN_PLAYER, CAPTAIN, PHONE, EMAIL):
        assert secret not in text


@pytest.mark.parametrize("kind", sampled(DOCUMENTS, each=8), ids=lambda kind: kind.name)
def test_a_season_without_anything_has_no_paper_or_one_that_says_so(kind: DocumentKind) -> None:
    season = a_season(a_league())
    order = Order(season=season, today=FRIDAY.date(), powers=EVERYTHING, site=SITE, date=FRIDAY.date())
    document = kind.make(order)
    assert document is None or len(pdfium.PdfDocument(pdf(document))) > 0
