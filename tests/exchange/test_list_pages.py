"""Import and export at the secretary's desk: looked at, brought in, taken back, taken out."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.exchange.lists.checked_list import ImportAction, ImportedRow
from league.exchange.spreadsheets import MOST_TEXT, as_csv, as_xlsx, read_file
from league.models import Enrolment, ImportRun, League, Match, Pub, Team
from tests.builders import a_division, a_league, a_pub, a_season, a_secretary, a_team, an_enrolment
from tests.examples import part_of
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
LIST = "pub\tphone\nThe Fleece\t01924 1\nThe Shears\t"


@pytest.fixture
def league() -> League:
    return a_season(a_league()).league


@pytest.fixture
def desk(client: Client, league: League) -> Client:
    client.force_login(a_secretary(league))
    return client


def at(league: League, more: str = "") -> str:
    return f"/{league.slug}/secretary/lists/{more}"


def test_a_pasted_list_is_looked_at_then_brought_in_then_taken_back(desk: Client, league: League) -> None:
    seen = desk.post(at(league), {"what": "pubs", "pasted": LIST, "look": ""})
    assert seen.status_code == 200
    assert "The Fleece, a new pub" in markup(seen)
    assert not Pub.objects.exists()

    again = {
        "what": "pubs",
        "pasted": seen.context["looked_at"],
        "named": "a list that was pasted",
        "bring": "",
    }
    assert desk.post(at(league), again).status_code == 303
    assert Pub.objects.count() == 2
    run = ImportRun.objects.get()
    assert (run.lines, run.named) == (2, "a list that was pasted")
    page = markup(desk.get(at(league)))
    assert "Imported. New: 2 pubs." in page
    assert "New: 2 pubs" in page.partition("Imports so far")[2]

    assert desk.post(at(league, f"{run.public_id}/back/")).status_code == 303
    assert not Pub.objects.exists()
    assert "undone" in markup(desk.get(at(league)))


@pytest.mark.slow
def test_a_spreadsheet_is_sent_as_a_file(desk: Client, league: League) -> None:
    content = as_xlsx([["Name", "Tables"], ["The Fleece", 3]], title="Pubs")
    file = SimpleUploadedFile("pubs.xlsx", content)
    assert desk.post(at(league), {"what": "pubs", "file": file, "bring": ""}).status_code == 303
    assert Pub.objects.get().tables == 3
    assert ImportRun.objects.get().named == "pubs.xlsx"


@pytest.mark.slow
def test_the_largest_list_goes_through_and_a_larger_one_is_refused_with_the_reason(
    desk: Client, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was looked at is sent again as a field, of which a request may hold 2.5 MB."""
    new = [ImportedRow(number=2, kind=ImportAction.NEW, words="a player")]
    monkeypatch.setattr("league.exchange.services.lists.player_lines", lambda *about: new)
    line = f"{'é' * 80},{'ł' * 200}"
    number = MOST_TEXT // len(as_csv([line.split(",")]).encode())
    largest, larger = (
        "\n".join(["player,beer", *[line] * count]).encode() for count in (number - 1, number + 1)
    )
    seen = desk.post(at(league), {"what": "players", "file": SimpleUploadedFile("pubs.csv", largest)})
    assert re.search(r'enctype="multipart/form-data">(?s:.*?)name="bring"', seen.content.decode())
    again = {"what": "players", "pasted": seen.context["looked_at"], "bring": ""}
    assert desk.post(at(league), again).status_code == 303
    assert ImportRun.objects.get().lines == number - 1
    refused = desk.post(at(league), {"what": "players", "file": SimpleUploadedFile("pubs.csv", larger)})
    assert refused.status_code == 422
    assert "more than 2 MB of text" in refused.content.decode()


def test_more_than_can_be_taken_in_is_refused_in_words(desk: Client, league: League) -> None:
    answer = desk.post(at(league), {"what": "pubs", "pasted": "x" * 2_700_000})
    assert answer.status_code == 400
    assert "send it in parts" in markup(answer)


def test_a_name_nobody_has_is_settled_before_anything_is_written(desk: Client, league: League) -> None:
    division = a_division(league.seasons.get())
    fleece = a_team(league, "The Fleece A", pub=a_pub(league, "The Fleece"))
    an_enrolment(division, fleece)
    sent = {"what": "fixtures", "pasted": "date,home,away\n17/9/2026,Fleece A’s,The Shears", "look": ""}
    seen = desk.post(at(league), sent)
    (question,) = seen.context["checked"].questions
    assert question.choices[0] == ("The Fleece A", "The Fleece A")
    assert "“Fleece A’s”, is not a team of the league" in markup(seen)
    settled = {"answer-team-fleece-as": "The Fleece A"}
    again = desk.post(at(league), {**sent, **settled, "preview": ""})
    assert "“Fleece A’s”" in markup(again), "there is something to check: look shows it, preview does not"
    del sent["look"]
    again = desk.post(at(league), {**sent, **settled, "preview": ""})
    assert "The Fleece A v The Shears on 17/09/2026" in again.content.decode()
    assert 'name="answer-team-fleece-as" value="The Fleece A"' in again.content.decode()
    sent["pasted"] = again.context["looked_at"]
    desk.post(at(league), {**sent, **settled, "bring": ""})
    assert Match.objects.get().home == fleece
    nothing = desk.post(at(league), {**sent, **settled, "bring": ""}, follow=True)
    assert "Nothing in it is new" in nothing.content.decode()


def test_a_fault_keeps_what_was_pasted_and_writes_nothing(desk: Client, league: League) -> None:
    typed = "pub,tables\nThe Fleece,many"
    answer = desk.post(at(league), {"what": "pubs", "pasted": typed, "bring": ""})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "“many” is not a number of tables" in page
    assert "The Fleece,many" in page
    assert not Pub.objects.exists()


@pytest.mark.parametrize(
    ("sent", "says"), [("", "There is nothing in it"), ("beer\nmild", "no column “player”")]
)
def test_what_is_no_list_is_refused_with_the_reason(
    desk: Client, league: League, sent: str, says: str
) -> None:
    answer = desk.post(at(league), {"what": "players", "pasted": sent, "look": ""})
    assert answer.status_code == 422
    assert says in markup(answer)


def test_every_list_goes_out_as_a_file(desk: Client, league: League) -> None:
    Pub.objects.create(league=league, name="The Fleece", slug="the-fleece")
    for place, what in enumerate(("pubs", "teams", "players", "fixtures", "results")):
        for form in part_of(("csv", "xlsx"), each=2, place=place):
            answer = desk.get(at(league, f"{what}.{form}"))
            assert answer["Content-Disposition"].endswith(f'.{form}"')
            assert len(read_file(answer.content)) == (2 if what == "pubs" else 1), what


def test_a_list_nobody_knows_is_not_there(desk: Client, league: League) -> None:
    assert desk.get(at(league, "spoons.csv")).status_code == 404
    assert desk.post(at(league, "nope/back/")).status_code == 404


MESSY = (
    "TEAM(S);Div;Capt.;Who rings\n"
    "The Packhorse: Packhorse A, Packhorse B;Div 1 & 2;Ann Otter;01632 960111\n"
    "Queens Arms;TD2;J. Pell;01632 960112\n"
    "The Queen’s Arms;Div. 2;Joan Pell;01632 960113\n"
)
QUESTION = "answer-pubs-queens-arms-the-queens-arms"


def test_guesses_and_questions_come_before_the_preview(desk: Client, league: League) -> None:
    sent = {"what": "teams", "pasted": MESSY, "answer-column-4": "phone", "answer-division-2": "no"}
    seen = desk.post(at(league), {**sent, "look": ""})
    page = markup(seen)
    assert "Question 1 of 2 Is this one pub?" in words(seen), "guesses do not count"
    assert "2 divisions" not in page, "one guess is denied"
    refused = desk.post(at(league), {**sent, "preview": ""})
    assert refused.status_code == 422
    assert "2 questions to answer" in markup(refused)
    assert re.search(r'<option value="phone" selected>\s*Phone', markup(refused)), "nothing is lost"
    answered = {
        **sent,
        QUESTION: "two-pubs",
        "answer-person-j-pell": "two-people",
        "answer-division-2": "yes",
    }
    seen = desk.post(at(league), {**answered, "preview": ""})
    assert "Packhorse B at The Packhorse" in markup(seen)
    assert f'name="{QUESTION}" value="two-pubs"' in markup(seen), "answers go along"
    assert not Team.objects.exists()
    again = {**answered, "pasted": seen.context["looked_at"], "named": "a list", "bring": ""}
    assert desk.post(at(league), again).status_code == 303
    assert Team.objects.count() == 4
    assert Enrolment.objects.get(team__name="Queens Arms").captain_phone == "01632 960112"


def test_the_choice_of_a_column_is_remembered_for_the_next_list(desk: Client, league: League) -> None:
    first = {"what": "teams", "pasted": "Team;Div;Who rings\nOwl;One;Ann Otter", "answer-column-3": "captain"}
    desk.post(at(league), {**first, "bring": ""})
    assert Enrolment.objects.get().captain_name == "Ann Otter"
    desk.post(at(league), {"what": "teams", "pasted": "Team;Div;WHO RINGS\nBell;One;Bob Elk", "bring": ""})
    assert Enrolment.objects.get(team__name="Bell").captain_name == "Bob Elk"


def test_a_list_without_doubts_is_previewed_at_once(desk: Client, league: League) -> None:
    seen = desk.post(at(league), {"what": "pubs", "pasted": LIST, "look": ""})
    assert "The Fleece, a new pub" in markup(seen)


def test_the_check_of_a_list_needs_as_many_queries_whatever_its_length(
    desk: Client, league: League, django_assert_max_num_queries: Callable[..., AbstractContextManager[object]]
) -> None:
    rows = "".join(f"Pub {word} Inn;One\n" for word in ("Ash", "Birch", "Cedar", "Elder", "Hazel"))
    for text in ("Team;Div\nOwl;One\n", f"Team;Div\nOwl;One\n{rows}"):
        with django_assert_max_num_queries(10):
            desk.post(at(league), {"what": "teams", "pasted": text, "look": ""})


def test_a_question_shows_its_rows_and_is_answered_with_one_button(desk: Client, league: League) -> None:
    pasted = "Team\tPub\tDiv\nReds\tRoyal Oak, Gomersal\tOne\nBlues\tRoyal Oak, Heckmondwike\tOne"
    sent = {"what": "teams", "pasted": pasted}
    seen = desk.post(at(league), {**sent, "look": ""})
    page = markup(seen)
    assert "I read 1 division, 1 or 2 pubs, 2 teams. 2 rows need an answer." in words(seen)
    assert re.search(r"<td>Blues</td>\s*<td>Royal Oak, Heckmondwike</td>", page)
    button = re.search(r'type="submit" name="(answer-[^"]+)" value="two-pubs"', page)
    assert button
    answered = {**sent, button[1]: "two-pubs", "answer-division-1": "yes"}
    seen = desk.post(at(league), {**answered, "check": ""})
    page = markup(seen)
    assert f'<input type="hidden" name="{button[1]}" value="two-pubs">' in page
    assert "Two pubs of this name Change" in words(seen)
    assert "need an answer" not in words(seen)
    assert "Blues at Royal Oak" in markup(desk.post(at(league), answered))


def test_rows_of_one_doubt_are_one_question_and_one_of_each_row_where_they_differ(
    desk: Client, league: League
) -> None:
    pasted = "The Bell - CLOSED\nThe Tup - folded\nThe Shears - withdrawn\nThe Owl"
    sent = {"what": "teams", "pasted": pasted, "look": ""}
    seen = words(desk.post(at(league), sent))
    assert "Still in the league? Row 1 is “The Bell - CLOSED”. Like it: 2 more rows." in seen
    assert "3 The Shears - withdrawn" in seen, "the rows stand there as they were typed"
    done = desk.post(at(league), {**sent, "answer-closed-rows": "leave-out"})
    assert "left out: The Tup - folded" in words(done)
    differs = {**sent, "answer-closed-rows": "each"}
    for answers in ({}, {"answer-closed-1": "leave-out"}):
        seen = desk.post(at(league), {**differs, **answers})
        place = len(answers)
        assert markup(seen).count('class="question"') == 1
        assert f"Question {place + 2} of 4 Still in the league?" in words(seen)
        assert markup(seen).count('class="fold-away waiting"') == 2 - place
        assert "4 Still in the league? Row 3 is “The Shears - withdrawn”. 1 row" in words(seen)
        assert f"{3 - place} rows need" in words(seen)


def test_beside_each_answer_stands_what_it_does(desk: Client, league: League) -> None:
    pasted = "Team\tPub\nReds\tRoyal Oak, Gomersal\nBlues\tRoyal Oak, Heckmondwike"
    seen = words(desk.post(at(league), {"what": "teams", "pasted": pasted, "look": ""}))
    assert "One pub Their teams share it." in seen
    assert "Two pubs of this name Each has a place and teams of its own." in seen
