"""The poster of a division: one sheet for 4 to 16 teams with long names, nothing over anything else."""

import datetime
import io
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from league.competition.team_names import abbreviated
from league.printing import pdf
from league.printing.drawing import lines_in, width_of
from league.printing.fixture_documents import PosterOptions, fixture_list
from league.printing.other_nights import OtherNight
from league.printing.scripts import LEFT_TO_RIGHT_MARK
from league.printing.short_names import brief_names, cut_names
from league.printing.team_lists import team_fixture_lists
from league.scheduling.selectors.fixtures import Fixture, FixtureList, TeamOnPaper
from league.standings.records import Result, TeamMatchResult
from tests.examples import is_whole, sampled

PRINTED_ON = datetime.date(2027, 1, 13)
FIRST_NIGHT = datetime.date(2026, 10, 6)
SITE = "https://tentervale.example.org"
PUBS = "Tup,Fleece,Shears,Ginnel,Drystone,Packhorse,Cropper,Station,Weaver,Drover,Mill,Nab,Owd,Scar,Fold,Royd"
LONG = tuple(f"The {pub} & Old Spinners’ Institute, Low Moorside"[:38] + " A" for pub in PUBS.split(","))
ARABIC = tuple(f"نادي العمال القديم في الوادي الأعلى رقم {number}" for number in range(16))
CHINESE = tuple(f"上天德谷工人俱乐部与老纺纱工社交俱乐部第{number}分部" for number in range(16))
NAMES = (
    pytest.param(LONG, id="long"),
    pytest.param(ARABIC, id="Arabic"),
    pytest.param(CHINESE, id="Chinese"),
)
MM = 25.4 / 96

# How far letters reach above and below their line, for a size of 1.
CAPITALS, TAILS = 0.72, 0.22

WON = TeamMatchResult(
    result=Result.WON, half_points=20, tables_won=4, games_won=4, score_for=60, score_against=48
)
LOST = TeamMatchResult(result=Result.LOST, tables_lost=4, games_lost=4, score_for=48, score_against=60)


def a_list(names: tuple[str, ...], *, played: int = 0, **fields: Any) -> FixtureList:
    """Everybody meets everybody twice, week after week."""
    teams = [
        TeamOnPaper(name=name, short=name, slug=f"team-{at}", pub=name, address="31 Tenter Croft, Birkenhow")
        for at, name in enumerate(names)
    ]
    fixtures = [
        Fixture(
            week=week,
            date=FIRST_NIGHT + datetime.timedelta(weeks=week - 1),
            moved_from=None,
            starts_at=datetime.time(20, 30),
            home=home,
            away=away,
            ground="",
            shares=(WON, LOST) if week <= played else None,
        )
        for week, pairs in enumerate(weeks(teams), start=1)
        for home, away in pairs
    ]
    return FixtureList(
        **{
            "league": "Upper Tenter Vale & District Licensed Houses’ and Working Men’s Clubs League",
            "season": "2026-27",
            "division": "Senior Division of the Upper Tenter Vale",
            "division_slug": "senior-division",
            "season_slug": "2026-27",
            "target": 15,
            "fixtures": tuple(fixtures),
            "teams": tuple(teams),
            "number": 1,
            "league_slug": "tenter-vale",
            **fields,
        }
    )


def weeks(teams: list[TeamOnPaper]) -> Iterator[list[tuple[TeamOnPaper, TeamOnPaper]]]:
    for turn in range(2):
        circle = list(teams)
        for _ in range(len(teams) - 1):
            pairs = list(zip(circle[: len(circle) // 2], reversed(circle), strict=False))
            yield [pair[::-1] if turn else pair for pair in pairs]
            circle = [circle[0], circle[-1], *circle[1:-1]]


def pages_of(fixtures: FixtureList, **options: Any) -> list[Any]:
    """The pages as WeasyPrint lays them out."""
    document = fixture_list(
        [fixtures], printed_on=PRINTED_ON, options=PosterOptions(**{"site": SITE, **options})
    )
    return [page._page_box for page in pdf.laid_out(document).pages]


def boxes(page: Any, *tags: str) -> Iterator[tuple[float, float, float, float, str]]:
    """The lines of text in these elements: left, top, right, bottom (mm) and their words."""
    for box in page.descendants(placeholders=True):
        if type(box).__name__ == "TextBox" and box.text.strip() and (not tags or box.element_tag in tags):
            left, line = box.position_x * MM, (box.position_y + box.baseline) * MM
            size = box.style["font_size"] * MM
            yield left, line - CAPITALS * size, left + box.width * MM, line + TAILS * size, box.text


def assert_apart(page: Any, width: float, height: float) -> None:
    """Every line of text stands on the page, and none over another."""
    found = sorted(boxes(page), key=lambda box: box[1])
    assert found
    for left, top, right, bottom, text in found:
        assert min(left, top, width - right, height - bottom) >= 5, text
    for first, other in itertools.combinations(found, 2):
        if other[1] > first[3]:
            continue
        across = min(first[2], other[2]) - max(first[0], other[0])
        down = min(first[3], other[3]) - max(first[1], other[1])
        assert across <= 0.1 or down <= 0, (first, other)


# Of a list: the least size of a name (points), and how much of the height of a full sheet it takes.
LEAST_NAME, LEAST_SHARE = 8.0, 0.85


def assert_large_and_full(pages: list[Any], names: Iterable[str]) -> None:
    """No name is set smaller or is lost, and only the last sheet has room left."""
    shown = set(names)
    for page in pages:
        sizes = [
            box.style["font_size"]
            for box in page.descendants(placeholders=True)
            if type(box).__name__ == "TextBox" and box.text.replace(LEFT_TO_RIGHT_MARK, "").strip() in shown
        ]
        assert sizes
        assert min(sizes) >= LEAST_NAME * 96 / 72 - 0.01
    for page in pages[:-1]:
        lines = list(boxes(page))
        used = max(line[3] for line in lines) - min(line[1] for line in lines)
        assert used >= LEAST_SHARE * page.margin_height() * MM


MOST_ON_A4 = 10  # teams of the longest names, in type of eight points


@pytest.mark.parametrize("teams", sampled([6, 4, 10, 12, 14, 16], each=10))
@pytest.mark.parametrize("paper", sampled(["a4", "a3"], each=2))
def test_a_division_stands_on_one_sheet_or_two_and_no_name_over_another(teams: int, paper: str) -> None:
    pages = pages_of(a_list(LONG[:teams]), paper=paper)
    assert len(pages) == (2 if paper == "a4" and teams > MOST_ON_A4 else 1)
    for page in pages:
        assert_apart(page, *((210, 297) if paper == "a4" else (420, 297)))
    rows = [box for page in pages for box in boxes(page, "td") if box[4].strip() == "v"]
    assert len(rows) == teams * (teams - 1)


@pytest.mark.slow
def test_results_leave_out_their_figures_before_they_take_a_second_sheet() -> None:
    """With them the list of ten teams with a moved match took two. A long title without a peg board fits."""
    whole = a_list(tuple(f"Gomerthorpe {letter}" for letter in "ABCDEFGHIJ"), played=9, target=None)
    first, *rest = whole.fixtures
    moved = replace(first, moved_from=first.date, date=datetime.date(2027, 2, 8), shares=None)
    moved_list = replace(whole, fixtures=(moved, *rest))
    ours = {"ours": ("team-1",), "ours_name": "Gomerthorpe Cricket and Athletic Club and Institute"}
    (page,) = pages_of(moved_list, with_results=True, nights=NIGHTS, **ours)
    assert_apart(page, 210, 297)
    assert_large_and_full([page], ["Gomerthorpe A"])
    said = [box[4].strip() for box in boxes(page)]
    assert "60–48" not in said
    assert "Beside the results" not in " ".join(said)


@pytest.mark.slow
def test_the_grounds_and_the_closing_note_stand_on_one_sheet_of_a_large_list() -> None:
    pages = pages_of(a_list(tuple(f"The Barge {number}" for number in range(20))), paper="a3")
    said = [[box[4].strip() for box in boxes(page)] for page in pages]
    assert ["Pubs and clubs" in words for words in said] == [False, True]
    assert [any("As the list stood" in words for words in each) for each in said] == [False, True]


@pytest.mark.slow
def test_without_a_code_ten_teams_stand_on_one_sheet_too() -> None:
    """A site that does not know its own address prints none: the grounds have the whole width then."""
    pages = pages_of(a_list(LONG[:MOST_ON_A4]), paper="a4", site="")
    assert len(pages) == 1
    assert_apart(pages[0], 210, 297)


@pytest.mark.slow
@pytest.mark.parametrize("paper", sampled(["a4", "a3"], each=2))
@pytest.mark.parametrize("names", sampled(NAMES[1:], each=2))
def test_names_in_other_scripts_stand_apart_too(names: tuple[str, ...], paper: str) -> None:
    pages = pages_of(a_list(names), paper=paper)
    assert len(pages) == (2 if paper == "a4" else 1)
    for page in pages:
        assert_apart(page, *((210, 297) if paper == "a4" else (420, 297)))
    assert_large_and_full(pages, brief_names(dict(enumerate(names))).values())


@pytest.mark.slow
@pytest.mark.parametrize(("teams", "sheets"), sampled([(16, 1), (8, 1), (20, 2)], each=3))
def test_results_and_standings_stand_beside_the_fixtures_on_the_large_sheet(teams: int, sheets: int) -> None:
    names = (*LONG, *(name.replace(" A", " B") for name in LONG))[:teams]
    fixtures = a_list(names, played=12)
    rows = tuple(
        {
            "place": at,
            "slug": team.slug,
            "short": team.name,
            "played": 12,
            "won": 6,
            "half_points": 200 - at,
        }
        for at, team in enumerate(fixtures.teams, start=1)
    )
    tables = (("senior-division", {"week": 12, "rows": rows}),)
    own = {"ours": ("team-1",), "ours_name": "The Fleece"}
    pages = pages_of(fixtures, paper="a3", with_results=True, tables=tables, **own)
    assert len(pages) == sheets
    for page in pages:
        assert_apart(page, 420, 297)
    short = brief_names({team.slug: team.short for team in fixtures.teams})
    assert_large_and_full(pages, short.values())
    words = [box[4] for page in pages for box in boxes(page)]
    assert [words.count(head) for head in ("After week 12", "Pubs and clubs")] == [1, 1]
    assert words.count("–0") == 12 * teams // 2


def test_a_match_without_figures_says_why() -> None:
    whole = a_list(LONG[:4], played=2)
    played, owed, moved, void, *rest = whole.fixtures
    shares = (replace(WON, is_given=True), LOST)
    shown = replace(
        whole,
        fixtures=(
            replace(played, shares=shares),
            replace(owed, shares=None),
            replace(moved, shares=None, moved_from=moved.date, date=datetime.date(2027, 2, 8)),
            replace(void, shares=None, is_void=True),
            replace(rest[0], shares=(WON, LOST)),
            *(replace(match, date=datetime.date(2027, 3, 2)) for match in rest[1:]),
        ),
    )
    (page,) = pages_of(shown, with_results=True)
    assert_apart(page, 210, 297)
    words = [box[4].strip() for box in boxes(page, "td")]
    told = ("walkover", "not in yet", "postponed", "void", "4–0", "60–48")
    assert [words.count(each) for each in told] == [1] * len(told)
    assert any("tables and game points" in box[4] for box in boxes(page, "p"))


NIGHTS = (
    OtherNight(date=datetime.date(2027, 1, 7), words="Tenter Vale Cup, first round"),
    OtherNight(date=datetime.date(2027, 3, 30), words="Tenter Vale Cup, semi-finals, Owd Jack’s"),
    OtherNight(date=None, words="Presentation night"),
)


@pytest.mark.slow
@pytest.mark.parametrize("teams", sampled([4, 10], each=2))
@pytest.mark.parametrize("paper", sampled(["a4", "a3"], each=2))
def test_other_nights_stand_in_a_box_with_what_was_moved(teams: int, paper: str) -> None:
    whole = a_list(LONG[:teams])
    first, *rest = whole.fixtures
    moved = replace(first, moved_from=first.date, date=datetime.date(2027, 2, 8))
    pages = pages_of(replace(whole, fixtures=(moved, *rest)), paper=paper, nights=NIGHTS)
    assert len(pages) == 1
    assert_apart(pages[0], *((210, 297) if paper == "a4" else (420, 297)))
    words = [box[4].strip() for box in boxes(pages[0])]
    assert words.count("Other nights") == 1
    assert {"Thu 7 Jan", "Mon 8 Feb", "No date yet"} <= set(words)


@pytest.mark.slow
def test_a_crowded_list_takes_another_sheet_for_its_box_rather_than_shrink() -> None:
    whole = a_list(LONG)
    pages = pages_of(whole, nights=NIGHTS * 4)
    assert len(pages) == 2
    for page in pages:
        assert_apart(page, 210, 297)
    assert_large_and_full(pages, brief_names({team.slug: team.short for team in whole.teams}).values())
    assert [box[4].strip() for box in boxes(pages[1])].count("Other nights") == 1


@pytest.mark.slow
def test_a_full_sheet_leaves_the_box_out_rather_than_shrink() -> None:
    whole = a_list(LONG[:MOST_ON_A4])
    pages = pages_of(whole, nights=NIGHTS * 8)
    assert len(pages) == 1
    assert_apart(pages[0], 210, 297)
    assert_large_and_full(pages, brief_names({team.slug: team.short for team in whole.teams}).values())
    assert "Other nights" not in [box[4].strip() for box in boxes(pages[0])]


@pytest.mark.slow
def test_before_the_season_the_sheet_says_whose_it_is() -> None:
    pages = pages_of(a_list(LONG[:6], fixtures=()), paper="a3", with_results=True)
    assert len(pages) == 1
    assert "Pubs and clubs" in [box[4] for box in boxes(pages[0])]


@pytest.mark.slow
def test_too_long_a_list_runs_on_rather_than_shrink() -> None:
    names = tuple(f"The Barge {number}" for number in range(30 if is_whole() else 20))
    pages = pages_of(a_list(names))
    assert len(pages) > 1
    for page in pages:
        assert_apart(page, 210, 297)


@pytest.mark.slow
def test_a_code_leads_to_the_public_page_and_is_left_out_where_nobody_knows_it() -> None:
    def text_of(**options: Any) -> str:
        document = fixture_list([a_list(LONG[:4])], printed_on=PRINTED_ON, options=PosterOptions(**options))
        assert len(document.drawings) == bool(options)
        return PdfReader(io.BytesIO(pdf.pdf(document))).pages[0].extract_text()

    assert "tentervale.example.org" in text_of(site=SITE)
    assert "scan" not in text_of()


@pytest.mark.parametrize("names", sampled(NAMES, each=10))
@pytest.mark.parametrize("teams", sampled([4, 10, 16], each=10))
def test_the_list_of_a_team_stands_on_one_page(names: tuple[str, ...], teams: int) -> None:
    whole = a_list(names[:teams])
    team = whole.teams[0]
    own = tuple(match for match in whole.fixtures if team in (match.home, match.away))
    document = team_fixture_lists([replace(whole, team=team, fixtures=own)], printed_on=PRINTED_ON)
    pages = [page._page_box for page in pdf.laid_out(document).pages]
    assert len(pages) == 1
    assert_apart(pages[0], 210, 297)
    words = [box[4].strip() for box in boxes(pages[0])]
    assert words.count("home") == words.count("away") == teams - 1


def test_names_are_shortened_as_leagues_do_and_never_alike() -> None:
    assert abbreviated("The Old Bank Working Men’s Club B") == "Old Bank WMC B"
    names = {
        "a": "Weavers’ Rest Upper Moor",
        "b": "Weavers’ Rest Lower Moor",
        "c": "Weavers’ Rest Upper Moor A",
    }
    for room in range(8, 30):
        cut = cut_names(names, lambda name, room=room: len(name) <= room)  # type: ignore[misc]  # mypy infers no default
        assert len(set(cut.values())) == len(names), room
        assert all(len(name) <= room for name in cut.values()), room


def test_a_team_has_one_short_name_wherever_it_fits() -> None:
    names = {name: name for name in ("Gomerthorpe C & Allotment Club", "The Shears")}
    wide, narrower = (
        brief_names(names, lambda name, room=room: len(name) <= room)  # type: ignore[misc]  # mypy infers no default
        for room in (40, 20)
    )
    assert wide == narrower == brief_names(names)
    assert len(brief_names(names, lambda name: len(name) <= 9)["Gomerthorpe C & Allotment Club"]) <= 9


def test_lines_are_counted_as_they_are_set() -> None:
    text = "The Weavers’ Rest, 31 Tenter Croft"
    assert lines_in(text, width_of(text, 9) + 1, 9) == 1
    assert lines_in(text, width_of(text, 9) * 0.7, 9) == 2
    assert lines_in("上" * 40, width_of("上" * 10, 9) + 0.1, 9) == 4
