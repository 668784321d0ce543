"""Lists of pubs and teams as secretaries keep them: what is understood, guessed and asked."""

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.exchange.lists.checked_list import KnownLeague, TeamList
from league.exchange.lists.teams import read_team_list
from league.exchange.lists.text import parse_name, repaired
from league.exchange.spreadsheets import read_text
from tests.examples import sampled

EXCEL = """TEAM(S)\tDiv\tCapt.\ttel / mob\tnite\tsubs
The Packhorse: Packhorse A, Packhorse B\tDiv 1 & 2\tGeoff Blatherwick-Dean\t01632 960111\tThurs 8.30\t40
Queens Arms\tTD2\tJ. Pell\t01632 960112\tThu 8-30\t20
CafÃ© Royal (Owd Jack’s)\tTD1\tAlan Brook\t960115 (mob)\tThurs 8.30\t20
Crowther Fold Working Men’s Club ‘A’\t\tŁukasz Wrzoskowiak\t960103 / 960104\tThurs 8pm\t40
‘B’\t2\tAlan Brook\t\t,,\t
The Queen’s Arms\tDiv. 2\tJoan Pell\t01632 960112\tThurs 8.30\t20
"""
PUBS, PERSON = "pubs-queens-arms-the-queens-arms", "person-alan-brook"
A_AND_B = ["The Fleece A", "The Fleece B"]


def read(text: str, known: KnownLeague | None = None, **answers: str) -> TeamList:
    dashed = {key.replace("_", "-"): answer for key, answer in answers.items()}
    return read_team_list(read_text(text, is_prose=True), answers=dashed, known=known or KnownLeague())


def teams(text: str) -> list[tuple[str, str, str]]:
    team_list = read(text)
    places = {pub.name: pub.address for pub in team_list.pubs}
    return [(team.name, team.pub, places[team.pub]) for team in team_list.teams]


FLEECE = ("The Fleece", "The Fleece", "")
A, B = (("The Fleece A", "The Fleece", ""), ("The Fleece B", "The Fleece", ""))
RAWFOLD = [(*team[:2], "Rawfold") for team in (A, B)]


@pytest.mark.parametrize(
    ("line", "expected"),
    sampled(
        [
            ("The Fleece", [FLEECE]),
            ("- The Fleece", [FLEECE]),
            ("3. The Fleece", [FLEECE]),
            ("•\tThe Fleece", [FLEECE]),
            ("  The   Fleece  ", [FLEECE]),
            ("The Fleece, Rawfold", [("The Fleece", "The Fleece", "Rawfold")]),
            ("The Fleece, Rawfold; A; B", RAWFOLD),
            ("The Fleece, Rawfold;a;b", RAWFOLD),
            ("The Fleece, Rawfold\tA\tB", RAWFOLD),
            ("The Fleece | A team | B team", [A, B]),
            ("The Fleece A, B", [A, B]),
            ("The Fleece A and B", [A, B]),
            ("The Fleece (A & B)", [A, B]),
            ("The Fleece x2", [A, B]),
            ("The Fleece (2 teams)", [A, B]),
            ("The Fleece B", [B]),
            ("The Fleece ‘B’", [B]),
            ("The Fleece: A, B", [A, B]),
            ("The Fleece: Fleece A, Fleece B", [("Fleece A", *FLEECE[1:]), ("Fleece B", *FLEECE[1:])]),
            ("The Fleece; Fleece Old Boys", [("Fleece Old Boys", "The Fleece", "")]),
            ("The Plan B", [("The Plan B", "The Plan", "")]),
        ],
        each=5,
    ),
)
def test_a_line_is_understood_however_it_is_typed(line: str, expected: list[tuple[str, str, str]]) -> None:
    assert teams(line) == expected


@pytest.mark.parametrize(
    "heading", ["Premier Division", "Premier Division:", "# Premier Division", "== Premier Division =="]
)
def test_a_heading_begins_a_division(heading: str) -> None:
    team_list = read(f"{heading}\nThe Fleece\n\nSecond Division\nThe Shears")
    assert [(team.name, team.division) for team in team_list.teams] == [
        ("The Fleece", "Premier Division"),
        ("The Shears", "Second Division"),
    ]


def test_a_spreadsheet_is_understood_cell_by_cell() -> None:
    team_list = read(EXCEL)
    assert [(column.heading, str(column.meaning)) for column in team_list.columns] == [
        ("TEAM(S)", "pub-and-teams"), ("Div", "division"), ("Capt.", "captain"),
        ("tel / mob", "phone"), ("nite", "night"), ("subs", "leave-out"),
    ]  # fmt: skip
    beside = {(row.number, cell.text): cell.understood for row in team_list.rows for cell in row.cells}
    assert beside[4, "CafÃ© Royal (Owd Jack’s)"] == "Café Royal"
    assert beside[5, ""] == "Division One", "a merged cell is the one above"
    assert beside[6, "‘B’"] == "Crowther Fold Working Men’s Club B"
    assert beside[6, "”"] == "8.00", "a ditto mark"
    assert beside[2, "Div 1 & 2"] == "Division One and Division Two"
    assert beside[3, "TD2"] == "Division Two"
    assert (team_list.night, team_list.start) == (4, datetime.time(20, 30))
    phones = {team.name: team.phone for team in team_list.teams}
    assert phones["Crowther Fold Working Men’s Club A"] == "960103 / 960104"
    assert [team.division for team in team_list.teams[:2]] == ["Division One", "Division Two"]


def test_guesses_hold_until_they_are_denied() -> None:
    assert all(guess.answer == "yes" for guess in read(EXCEL).guesses)
    denied = read(EXCEL, colon_2="no", aside_4="name", division_2="no", night="no")
    assert "The Packhorse: Packhorse A" in denied.teams[0].name
    assert "Café Royal (Owd Jack’s)" in {team.name for team in denied.teams}
    assert {"TD2", "Div. 2"} <= set(denied.divisions)
    assert denied.night is None


@pytest.mark.parametrize(
    ("answer", "pubs", "names"),
    [
        ("", 5, ["Queens Arms", "The Queen’s Arms"]),
        ("one-team", 4, ["The Queen’s Arms"]),
        ("two-teams", 4, ["The Queen’s Arms A", "The Queen’s Arms B"]),
        ("two-pubs", 5, ["Queens Arms", "The Queen’s Arms"]),
    ],
)
def test_pubs_that_are_nearly_one_are_asked_about(answer: str, pubs: int, names: list[str]) -> None:
    team_list = read(EXCEL, **{PUBS: answer})
    assert len(team_list.pubs) == pubs
    assert [team.name for team in team_list.teams if "Arms" in team.name] == names
    (question,) = [question for question in team_list.questions if question.key == PUBS]
    assert (question.answer, question.rows) == (answer, (3, 7))
    assert "have the same phone number" in question.sentence


def test_one_name_for_two_teams_is_asked_about() -> None:
    assert [question.key for question in read(EXCEL).open_questions] == ["aside-4", PUBS, PERSON]
    assert read(EXCEL).counts["pub"] == (4, 5)
    phones = [
        team.phone for team in read(EXCEL, **{PERSON: "one-person"}).teams if team.captain == "Alan Brook"
    ]
    assert phones == ["960115 (mob)"] * 2
    phones = [
        team.phone for team in read(EXCEL, **{PERSON: "two-people"}).teams if team.captain == "Alan Brook"
    ]
    assert phones == ["960115 (mob)", ""]


@pytest.mark.parametrize(
    ("text", "key", "answers"),
    [
        ("The Fleece\nThe Fleece", "team-the-fleece-2", {"one-team": ["The Fleece"], "two-teams": A_AND_B}),
        ("Dyers Arms\nThe Dyers’ Arms", "pubs-dyers-arms-the-dyers-arms", {"one-team": ["The Dyers’ Arms"]}),
        ("Shoulder of Mutton\nSholder of Mutton", "pubs-shoulder-of-mutton-sholder-of-mutton",
         {"two-pubs": ["Shoulder of Mutton", "Sholder of Mutton"]}),
        ("Team;Div\nFleece;1 & 2", "division-fleece", {"2": ["Fleece"]}),
    ],
)  # fmt: skip
def test_nothing_is_made_twice_silently(text: str, key: str, answers: dict[str, list[str]]) -> None:
    assert [question.key for question in read(text).open_questions] == [key]
    for answer, names in answers.items():
        answered = read(text, **{key: answer})
        assert answered.is_ready
        assert [team.name for team in answered.teams] == names


@pytest.mark.parametrize(
    "pair", ["The Railway Inn\nThe Railway Hotel", "The Bull\nThe Bell", "Club 1\nClub 2"]
)
def test_names_that_differ_are_not_asked_about(pair: str) -> None:
    assert not read(pair).questions


def test_names_of_the_league_are_asked_about() -> None:
    known = KnownLeague(
        pubs=("The Queen’s Arms",), teams=("The Queen’s Arms",), divisions=("First Division",)
    )
    key = "known-queens-arms"
    team_list = read("Team,Div\nQueens Arms,Div 1", known)
    assert [question.key for question in team_list.open_questions] == [key]
    same = read("Team,Div\nQueens Arms,Div 1", known, **{key: "known"})
    assert [(team.name, team.division) for team in same.teams] == [("The Queen’s Arms", "First Division")]
    assert read("Team,Div\nQueens Arms,Div 1", known, **{key: "new"}).teams[0].name == "Queens Arms"
    assert read("Team\nThe Queen’s Arms", known).is_ready
    both = read("Team\nQueens Arms\nThe Queen’s Arms", known)
    assert [question.key for question in both.open_questions] == [PUBS], "asked once"


GRID = "Results 2025/26\n,Owl,Bell,Tup\nOwl,x,8 - 2,\nBell,,x,3-7\nTup,,,x"
MATCHES = "Date;Home;Away;Score\n17/9/26;Owl;Bell;8 - 2\n;Tup;bye;\n;Bell;Owl;5-5"
FIGURES = "date,home,away,home_frames,away_frames\n17/9/26,Owl,Bell,8,2\n17/9/26,Tup,Owl,5,5"
CSV = "Owl,01632 960111,Ann Otter\nBell,01632 960112,Bob Elk\nTup,01632 960113,Cat Ewe"
WORD = "Our pubs\n• Owl\n• Bell\n• Tup"


@pytest.mark.parametrize("text", [GRID, MATCHES, FIGURES, CSV, WORD.partition("\n")[2]])
def test_teams_come_out_of_any_list(text: str) -> None:
    assert sorted(team.name for team in read(text).teams) == ["Bell", "Owl", "Tup"]


def test_columns_without_headings_are_known_by_their_cells_and_can_be_chosen() -> None:
    team_list = read(CSV)
    assert [str(column.meaning) for column in team_list.columns] == ["pub-and-teams", "phone", "captain"]
    assert all(column.is_guess for column in team_list.columns)
    assert team_list.teams[1].captain == "Bob Elk"
    assert read(CSV, column_3="leave-out").teams[1].captain == ""
    assert "No column holds" in read(CSV, column_1="leave-out").refusal


def test_choices_are_remembered_by_the_heading() -> None:
    grid = read_text("Team\tWho rings\nOwl\tAnn Otter", is_prose=True)
    assert read_team_list(grid).teams[0].captain == ""
    assert read_team_list(grid, remembered={"who rings": "captain"}).teams[0].captain == "Ann Otter"


def test_a_contact_in_one_cell_is_taken_apart() -> None:
    team = read("Team;Captain\nOwl;Ann Otter 01632 960111").teams[0]
    assert (team.captain, team.phone) == ("Ann Otter", "01632 960111")


@pytest.mark.parametrize(
    ("text", "number", "sentence"),
    [
        ("The Fleece; A; A", 1, "The Fleece A stands in row 1 already"),
        ("; A", 1, "names no pub"),
        ("x" * 81, 1, "has 81 letters; a pub’s name has at most 80"),
        (f"{'x' * 41}:\nThe Fleece", 1, "has 41 letters; a division’s name has at most 40."),
        ("The Fleece;A;B;C;D;E;F;A team;B team", 1, "more than 6 teams"),
        ("Pub;Tables\nOwl;many", 2, "“many” is not a number of tables"),
        ("Team;E-mail\nOwl;ann at home", 2, "no such"),
        ("The Fleece 1\n" * 401, 401, "at most 400 lines"),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_row(text: str, number: int, sentence: str) -> None:
    problems = dict(read(text).problems)
    if sentence == "no such":
        sentence = "is not an e-mail address"
    assert any(sentence in words for words in problems[number])


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("CafÃ© Royal", "Café Royal"),
        ("The Queenâ€™s", "The Queen’s"),
        ("Å\x81ukasz", "Łukasz"),
        ("Ängby", "Ängby"),
    ],
)
def test_broken_letters_are_repaired(broken: str, whole: str) -> None:
    assert repaired(broken) == whole


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    for team in read(text).teams:
        assert team.name
        assert team.pub


@pytest.mark.parametrize(
    ("cell", "place", "teams"),
    [("Royal Oak, Gomersal A", "Gomersal", ("A",)), ("Royal Oak, Unit B", "Unit B", ())],
)
def test_a_letter_behind_a_place_is_the_teams_and_not_the_places(
    cell: str, place: str, teams: tuple[str, ...]
) -> None:
    parsed = parse_name(cell)
    assert (parsed.pub, parsed.place, parsed.teams) == ("Royal Oak", place, teams)
