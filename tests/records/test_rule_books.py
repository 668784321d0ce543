"""The rule book of a season on its own page: previewed in sentences, saved, undone, frozen by a result."""

import pytest
from django.test import Client

from league.models import Game, HandResult, League, Match, RecordChange, RuleBook, Season
from league.records.views.rule_books import BookForm
from tests.builders import a_card, a_division, a_match, a_season, a_secretary
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return a_match(a_division(teams=2)).division.season


@pytest.fixture
def league(season: Season) -> League:
    return season.league


@pytest.fixture
def page(client: Client, league: League, season: Season) -> str:
    client.force_login(a_secretary(league))
    return f"/{league.slug}/secretary/records/rule-books/{season.slug}/"


def typed(client: Client, address: str, **changed: str) -> dict[str, str]:
    """Return the fields of the form as a browser sends them, with some of them changed."""
    answer = client.get(address)
    sent = {"opened": answer.context["opened"]}
    form = answer.context["form"]
    for field in form:
        value = field.value()
        if field.name == "tie_breaks":
            sent |= {f"tie_breaks_{place}": key for place, key in enumerate(value)}
        elif isinstance(value, bool):
            sent |= {field.html_name: "on"} if value else {}
        else:
            shown = form.fields[field.name].prepare_value(value)
            sent[field.html_name] = "" if shown is None else str(shown)
    return sent | changed


def test_a_preview_shows_the_sentences_that_change_and_saves_nothing(client: Client, page: str) -> None:
    shown = words(client.post(page, typed(client, page, table_won="3", preview="")))
    assert "A table won gives two points. A table won gives three points." in shown
    assert "was 2" in shown
    assert "1 match follows the new rules" in shown
    assert RuleBook.objects.get().table_won == 4


def test_saved_it_has_a_history_and_is_undone(client: Client, page: str, league: League) -> None:
    before = RuleBook.objects.values().get()
    assert client.post(page, typed(client, page, table_won="3", save="", reason="voted")).status_code == 303
    assert RuleBook.objects.get().table_won == 6
    shown = words(client.get(page))
    assert "Points: A table won gives two points. to A table won gives three points." in shown
    assert "voted" in shown
    change = RecordChange.objects.get()
    answer = client.post(f"/{league.slug}/secretary/records/changes/{change.public_id}/undo/")
    assert answer.headers["Location"] == page
    assert RuleBook.objects.values().get() == before


@pytest.mark.slow
def test_another_rule_book_is_copied_into_the_fields_and_saved_only_then(
    client: Client, page: str, league: League
) -> None:
    a_season(league, "2027-28", rule_book=RuleBook.objects.create(target=11, tables=3))
    for copy, target in (("2027-28", 11), ("crib-legs", None)):
        form = client.get(page, {"copy": copy}).context["form"]
        assert form["target"].value() == target or target is None
    assert RuleBook.objects.earliest("pk").target == 15
    address = f"{page}?copy=2027-28"
    assert "was 15" in words(client.get(address))
    assert client.post(address, typed(client, address, save="")).status_code == 303
    book = RuleBook.objects.earliest("pk")
    assert (book.target, book.tables) == (11, 3)


def test_a_confirmed_result_freezes_it_and_its_undo(client: Client, page: str, league: League) -> None:
    client.post(page, typed(client, page, table_won="4", save=""))
    change = RecordChange.objects.get()
    sent = typed(client, page, table_won="3", save="")
    a_card(Match.objects.get(), (15, 9), (12, 15), (15, 2), (15, 8))
    answer = client.post(page, sent)
    assert answer.status_code == 422
    assert "Results of this season are confirmed" in words(answer)
    assert 'name="save"' not in markup(client.get(page))
    answer = client.post(f"/{league.slug}/secretary/records/changes/{change.public_id}/undo/", follow=True)
    assert "Not undone. Results of this season are confirmed" in words(answer)


@pytest.mark.slow
def test_what_is_entered_may_change_while_no_hand_is_recorded(client: Client, page: str) -> None:
    card = a_card(Match.objects.get(), (15, 9), (12, 15), (15, 2), (15, 8))
    shown = client.get(page)
    assert "Enter final scores only" in words(shown)
    sent = {"opened": shown.context["opened"], "entered-only": "scores"}
    assert client.post(page, sent).status_code == 303
    assert RuleBook.objects.get().entered == "scores"
    shown = client.get(page)
    assert "Enter hands of the game, or final scores" in words(shown)
    sent = {"opened": shown.context["opened"], "entered-only": "hands"}
    assert client.post(page, {**sent, "entered-only": "shots"}).status_code == 422
    assert client.post(page, sent).status_code == 303
    HandResult.objects.create(game=Game.objects.filter(table__scorecard=card)[0], number=1, high="h")
    shown = client.get(page)
    assert "Enter final scores only" not in words(shown)
    sent = {"opened": shown.context["opened"], "entered-only": "scores"}
    assert client.post(page, sent).status_code == 422
    assert RuleBook.objects.get().entered == "hands"


@pytest.mark.slow
def test_rules_somebody_else_has_saved_meanwhile_are_shown_beside_those_typed(
    client: Client, page: str
) -> None:
    sent = typed(client, page, table_won="3", save="")
    RuleBook.objects.update(table_won=8)
    answer = client.post(page, sent)
    assert answer.status_code == 409
    assert "Points A table won gives four points. A table won gives three points." in words(answer)
    assert RuleBook.objects.get().table_won == 8
    again = sent | {"opened": answer.context["opened"]}
    assert client.post(page, again).status_code == 303
    assert RuleBook.objects.get().table_won == 6


def test_what_cannot_be_is_refused_at_its_field(client: Client, page: str) -> None:
    for field, value, sentence in (
        ("tables", "90", "Tables cannot be “90”; it is a whole number from 1 to 40."),
        ("table_won", "x", "“x”"),
        ("opened", "{", "Somebody else has changed"),
    ):
        answer = client.post(page, typed(client, page, save="", **{field: value}))
        assert answer.status_code in {409, 422}
        assert sentence in words(answer)
    assert RuleBook.objects.get().tables == 4
    assert BookForm().fields.keys() >= {"variant", "tie_breaks"}


def test_queries_of_the_page(
    client: Client, page: str, league: League, django_assert_max_num_queries
) -> None:
    """Session, account, league, role, badge; season, book, results, history, copies."""
    for year in range(3):
        a_season(league, f"203{year}")
    with django_assert_max_num_queries(16):
        client.get(page)
