"""The ledger at the desk: balances that add up, fees for all at once, and nothing of it for anybody else."""

import datetime
import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from league.models import Charge, Match, User
from league.printing.statements import statements_on_paper
from league.regulations.selectors.ledger import ledger_totals, statements
from league.regulations.services.ledger import enter_line
from league.regulations.services.sanctions import apply_offence
from tests.builders import FRIDAY, NIGHT, a_division, a_match, a_secretary, an_offence
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    return a_match(a_division(teams=4))


@pytest.fixture(autouse=True)
def secretary(match: Match, client: Client, monkeypatch: pytest.MonkeyPatch) -> User:
    """At the desk on the morning after the night."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


def book(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/ledger/"


def account(match: Match) -> str:
    return f"{book(match)}the-fleece/"


def fee(**typed: str) -> dict[str, str]:
    said = {"fee-pounds": "7.50", "fee-reason": "match fees, January", "fee-on": str(NIGHT)}
    return said | typed | {"charge-teams": "yes"}


def line(**typed: str) -> dict[str, str]:
    said = {"line-kind": "payment", "line-pounds": "£5", "line-reason": "cash", "line-on": str(NIGHT)}
    return said | typed | {"enter-line": "yes"}


def words(client: Client, address: str) -> str:
    return markup(client.get(address))


def test_every_team_is_charged_in_one_step_and_once(client: Client, match: Match) -> None:
    answer = client.post(book(match), fee(), follow=True)
    assert "Charged: £7.50 each, 4 in all." in markup(answer)
    assert Charge.objects.filter(kind="fee", pence=750, season=match.division.season).count() == 4
    answer = client.post(book(match), fee())
    assert answer.status_code == 422
    assert "has been charged this already" in markup(answer)
    assert Charge.objects.count() == 4


def test_a_line_for_one_pub(client: Client, match: Match) -> None:
    assert client.post(book(match), line(**{"line-pub": "the-shears"})).status_code == 303
    charge = Charge.objects.get()
    assert (str(charge.pub), charge.kind, charge.pence, charge.reason) == (
        "The Shears",
        "payment",
        -500,
        "cash",
    )


@pytest.mark.slow
def test_owed_paid_and_balance_add_up(client: Client, match: Match) -> None:
    client.post(book(match), fee())
    for pounds, reason in (("5", "cash"), ("4", "cash again")):
        client.post(account(match), line(**{"line-pounds": pounds, "line-reason": reason}))
    assert "Owed £7.50, paid or credited £9.00: <b>£1.50 in hand</b>." in words(client, account(match))
    page = words(client, book(match))
    assert "−£1.50" in page
    assert "£30.00" in page
    assert "£21.00" in page


@pytest.mark.slow
def test_the_balance_runs_and_a_line_struck_out_counts_no_more(client: Client, match: Match) -> None:
    client.post(account(match), line(**{"line-kind": "fee", "line-pounds": "20", "line-reason": "entry"}))
    client.post(account(match), line())
    page = words(client, account(match))
    assert 'data-label="Balance">£20.00</td>' in page
    assert 'data-label="Balance">£15.00</td>' in page
    charge = Charge.objects.get(kind="payment")
    sent = {"line": charge.public_id, "because": "it was The Shears", "strike-out": "yes"}
    for _ in range(2):
        assert client.post(account(match), sent).status_code == 303
    page = words(client, account(match))
    assert "<s>cash</s>" in page
    assert "Struck out Fri 15 Jan 2027: it was The Shears" in page
    assert "<b>£20.00 still to pay</b>" in page
    assert "£15.00" not in words(client, book(match))
    assert Charge.objects.count() == 2


def test_balances_are_sorted_by_their_address_and_added_up(client: Client, match: Match) -> None:
    def pubs(address: str) -> list[str]:
        return re.findall(r'class="name" href="[^"]+/ledger/([\w-]+)/"', words(client, address))

    client.post(book(match), fee())
    client.post(book(match), line(**{"line-pub": "the-shears"}))
    by_name = pubs(book(match))
    dearest = pubs(f"{book(match)}?sort=-balance")
    assert (set(dearest), dearest[-1]) == (set(by_name), "the-shears")
    page = words(client, f"{book(match)}?sort=-balance")
    assert 'href="?sort=balance"' in page
    together = page[page.index("Together") :]
    assert [pounds in together for pounds in ("£30.00", "£5.00", "£25.00")] == [True] * 3
    assert pubs(f"{book(match)}?sort=nonsense,-") == by_name


def test_striking_out_needs_a_reason_and_a_line_of_this_account(client: Client, match: Match) -> None:
    client.post(book(match), line(**{"line-pub": "the-shears"}))
    client.post(account(match), line())
    other, own = Charge.objects.order_by("pub__name").reverse()
    answer = client.post(account(match), {"line": own.public_id, "because": " ", "strike-out": "yes"})
    assert answer.status_code == 422
    assert "Type a reason for deleting the line" in markup(answer)
    answer = client.post(account(match), {"line": other.public_id, "because": "x", "strike-out": "yes"})
    assert answer.status_code == 422
    assert "not in this account" in markup(answer)
    assert not Charge.objects.exclude(struck_out_on=None).exists()


def test_a_payment_needs_no_reason_and_a_fee_does(client: Client, match: Match) -> None:
    answer = client.post(account(match), line(**{"line-kind": "fee", "line-reason": " "}))
    assert answer.status_code == 422
    assert "Say what the amount is for" in markup(answer)
    client.post(account(match), line(**{"line-reason": ""}))
    assert [charge.reason for charge in Charge.objects.all()] == ["Payment"]


def test_a_fine_leads_to_its_penalty(client: Client, match: Match, secretary: User) -> None:
    offence = apply_offence(offence=an_offence(match, pence=500), by=secretary, now=FRIDAY)
    page = words(client, account(match))
    assert f"/penalties/{offence.public_id}/" in page
    assert "Delete" not in page


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    sampled(
        [
            ("line-pounds", "0", "Type an amount such as 7.50."),
            ("line-pounds", "lots", "“lots” is not an amount"),
            ("line-reason", "x" * 101, "There is room for 100 letters here; this has 101."),
            ("line-kind", "gift", "It can be a payment, a fee, a fine, or credit."),
            ("line-on", "soon", "Type a date"),
            ("line-on", "2095-01-01", "is still to come"),
        ],
        each=3,
    ),
)
def test_what_cannot_be_entered_is_said_and_nothing_typed_is_lost(
    client: Client, match: Match, field: str, typed: str, sentence: str
) -> None:
    answer = client.post(account(match), line(**{field: typed}))
    assert answer.status_code == 422
    assert sentence in markup(answer)
    if field != "line-pounds":
        assert 'value="£5"' in markup(answer)
    assert not Charge.objects.exists()


def test_the_same_line_twice_is_refused_in_a_sentence(client: Client, match: Match) -> None:
    client.post(account(match), line())
    answer = client.post(account(match), line())
    assert answer.status_code == 422
    assert "is already entered" in markup(answer)


def test_without_a_button_nothing_is_entered(client: Client, match: Match) -> None:
    for address in (book(match), account(match)):
        answer = client.post(address, {"line-pounds": "5"})
        assert answer.status_code == 422
        assert "Press one of its buttons" in markup(answer)


def test_totals_of_seasons_and_years_end_with_what_is_owed(client: Client, match: Match) -> None:
    pub, by = match.venue, User.objects.get()
    for kind, pence, on in (
        ("fee", 2000, "2026-09-01"),
        ("payment", 500, "2026-12-31"),
        ("fine", 700, "2027-01-02"),
        ("credit", 100, "2027-01-03"),
        ("payment", 300, "2027-01-04"),
    ):
        day = datetime.date.fromisoformat(on)
        enter_line(pub=pub, kind=kind, pence=pence, reason="x", on=day, by=by)
    seasons, years = ledger_totals(pub.league, list(pub.league.seasons.all()))
    figures = [(each.name, each.fees, each.fines, each.paid, each.let_off, each.balance) for each in years]
    assert figures == [("2027", 0, 700, 300, 100, 1800), ("2026", 2000, 0, 500, 0, 1500)]
    (season,) = seasons
    assert (season.fees, season.fines, season.paid, season.let_off, season.balance) == (
        2000,
        700,
        800,
        100,
        1800,
    )
    page = words(client, book(match))
    assert "Calendar year" in page
    assert '<td class="num" data-label="Balance at the end"><b>£15.00</b></td>' in page


def test_a_statement_carries_forward_what_was_before(client: Client, match: Match) -> None:
    pub, by = match.venue, User.objects.get()
    for kind, pence, day in (("fee", 2000, 1), ("payment", 500, 5), ("fine", 700, 13)):
        on = datetime.date(2027, 1, day)
        enter_line(pub=pub, kind=kind, pence=pence, reason="x", on=on, by=by)
    (statement,) = statements(pub.league, datetime.date(2027, 1, 5), datetime.date(2027, 1, 12), pub.slug)
    assert (statement.reference, statement.brought_forward, statement.balance) == ("FLEECE", 2000, 1500)
    assert [line.balance for line in statement.lines] == [1500]
    assert len(statements(pub.league, None, NIGHT)) == pub.league.pubs.count()


def test_statements_are_printed_and_say_how_to_pay(client: Client, match: Match) -> None:
    client.post(book(match), fee())
    client.post(book(match), {"how_to_pay": "Sort code 00-00-00", "save-how-to-pay": "yes"})
    assert "Sort code 00-00-00" in words(client, book(match))
    league = match.division.season.league
    league.refresh_from_db()
    found = statements(league, None, NIGHT)
    document = statements_on_paper(league, found, first=None, last=NIGHT)
    html = render_to_string(document.template, {"document": document, **document.context})
    assert html.count("Sort code 00-00-00") == 4
    assert "To pay: <b>£7.50</b>" in html
    for address in (f"{book(match)}statements.pdf?owing=on", f"{account(match)}statement.pdf"):
        answer = client.get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    answer = client.get(f"{book(match)}statements.pdf?first=2027-02-01&last=2027-01-01")
    assert answer.status_code == 422
    assert "The first day is after the last." in markup(answer)


def test_the_ledger_as_a_spreadsheet_has_every_line(client: Client, match: Match) -> None:
    client.post(account(match), line())
    answer = client.get(f"{book(match)}ledger.csv")
    assert "2027-01-14,The Fleece,,2026-27,payment,cash,,5.0,-5.0," in answer.content.decode()
    assert client.get(f"{book(match)}ledger.xlsx").content.startswith(b"PK")


def test_money_is_on_no_public_page(client: Client, match: Match, secretary: User) -> None:
    apply_offence(offence=an_offence(match, halves=2, pence=12345), by=secretary, now=FRIDAY)
    enter_line(pub=match.venue, kind="fee", pence=67891, reason="for the trophies", on=NIGHT, by=secretary)
    client.logout()
    league = f"/{match.division.season.league.slug}/"
    under = f"{league}{match.division.season.slug}/{match.division.slug}/"
    for address in (league, f"{league}pubs/", f"{league}pubs/the-fleece/", f"{league}teams/the-fleece/"):
        assert not {"123.45", "678.91", "trophies"} & set(words(client, address).split())
        assert "£" not in words(client, address)
    assert "£" not in words(client, f"{under}standings/")


def test_the_ledger_takes_eight_queries_however_many(
    client: Client, match: Match, django_assert_num_queries
) -> None:
    for reason in "abcdef":
        client.post(book(match), fee(**{"fee-reason": reason}))
    names = ["session", "user", "league", "role in the league", "seasons", "sums by pub", "pubs", "totals"]
    with django_assert_num_queries(len(names)):
        client.get(book(match))


def test_an_account_takes_six_queries_however_many(
    client: Client, match: Match, django_assert_num_queries
) -> None:
    for reason in "abcdef":
        client.post(book(match), fee(**{"fee-reason": reason}))
    names = ["session", "user", "league", "role in the league", "the pub", "its lines"]
    with django_assert_num_queries(len(names)):
        client.get(account(match))
