"""Bank statements: read as banks write them, matched to pubs, imported once, undone as a whole."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from league.exchange.bank.statement import PayingPub, match_payment, read_pence, read_statement
from league.exchange.spreadsheets import read_file, read_text
from league.models import BankImport, BankLine, Charge, League, User
from league.regulations.services.ledger import enter_line
from league.shared.errors import Refused
from tests.builders import FRIDAY, NIGHT, a_division, a_secretary
from tests.examples import sampled
from tests.reading import markup, words

TODAY = FRIDAY.date()

NATIONWIDE = """"Account Name:","League account"
"Account Balance:","£412.50"

"Date","Transaction type","Description","Paid out","Paid in","Balance"
"04 Jan 2027","Bank credit","FLEECE  MATCH FEES","","£30.00","£430.00"
"05 Jan 2027","Direct debit","STATIONERY LTD","£17.50","","£412.50"
"""
NATWEST = """Date, Type, Description, Value, Balance, Account Name
04/01/2027,BAC,"FLEECE  MATCH FEES",30.00,430.00,"LEAGUE"
05/01/2027,D/D,"STATIONERY LTD",-17.50,412.50,"LEAGUE"
"""
LLOYDS = """Transaction Date;Transaction Type;Transaction Description;Debit Amount;Credit Amount;Balance
04/01/2027;FPI;FLEECE  MATCH FEES;;30,00;430,00
05/01/2027;DD;STATIONERY LTD;17,50;;412,50
"""
STARLING = """Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)
04/01/2027,FLEECE,MATCH FEES,FASTER PAYMENT,30.00,430.00
05/01/2027,STATIONERY LTD,,DIRECT DEBIT,-17.50,412.50
"""


@pytest.mark.parametrize("statement", [NATIONWIDE, NATWEST, LLOYDS, STARLING])
def test_statements_of_british_banks_are_read_by_their_headings(statement: str) -> None:
    read = read_statement(read_text(statement), TODAY)
    assert [(line.on, line.text, line.pence) for line in read.lines] == [
        (datetime.date(2027, 1, 4), "FLEECE MATCH FEES", 3000)
    ]
    assert (read.paid_out, read.problems) == (1, ())


def test_a_file_of_an_older_windows_is_read() -> None:
    content = "Date;Details;Money in\n04/01/2027;Café Zoë;£5,00\n".encode("cp1252")
    (line,) = read_statement(read_file(content), TODAY).lines
    assert (line.text, line.pence) == ("Café Zoë", 500)


@pytest.mark.parametrize(
    ("text", "pence"),
    [
        ("£1,234.50", 123450),
        ("-12.00", -1200),
        ("(12.00)", -1200),
        ("12.00 DR", -1200),
        ("12.5 CR", 1250),
        ("+.50", 50),
        ("12,50", 1250),
        ("1,200", 120000),
    ],
)
def test_amounts_as_banks_write_them(text: str, pence: int) -> None:
    assert read_pence(text) == pence


@pytest.mark.parametrize("text", ["twelve", "1.234,50", "12.345", "--5", "99999999"])
def test_an_amount_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=text[:4]):
        read_pence(text)


def test_every_problem_of_every_line_is_reported() -> None:
    rows = read_text(
        "Date,Details,Amount\nsoon,FLEECE,a lot\n04/01/2027,FLEECE,5\n04/02/2027,FLEECE,5\n,X,5\n"
    )
    problems = dict(read_statement(rows, TODAY).problems)
    assert list(problems) == [2, 4, 5]
    assert len(problems[2]) == 2
    assert "still to come" in problems[4][0]


def test_a_statement_without_headings_is_refused_with_what_would_be_right() -> None:
    with pytest.raises(Refused, match="needs a date, a description, and an amount"):
        read_statement(read_text("04/01/2027,FLEECE,5.00\n"), TODAY)


def test_equal_payments_of_a_day_are_two() -> None:
    rows = read_text("Date,Details,Amount\n" + "04/01/2027,FLEECE,5.00\n" * 2)
    first, second = read_statement(rows, TODAY).lines
    assert first.digest != second.digest


PAYERS = (
    PayingPub("fleece", ("The Fleece", "Fleece A"), "FLEECE", 3000),
    PayingPub("station-tap", ("Station Tap",), "STATION TAP", 1500),
    PayingPub("station-hotel", ("Station Hotel",), "STATION HOTEL", 2000),
    PayingPub("old-bank", ("Old Bank Working Men’s Club",), "OLD BANK WORKING M", 2000),
)


@pytest.mark.parametrize(
    ("text", "pence", "slug"),
    [
        ("FASTER PAYMENT FLEECE JAN", 100, "fleece"),
        ("STATION TAP", 100, "station-tap"),
        ("OLD BANK WORKING M 14JAN", 100, "old-bank"),
        ("TFR J HIRST", 1500, "station-tap"),
        ("TFR J HIRST", 2000, None),
        ("TFR J HIRST", 100, None),
        ("STATIONERY LTD", 100, None),
    ],
)
def test_a_payment_is_matched_by_reference_name_or_amount(text: str, pence: int, slug: str | None) -> None:
    match = match_payment(text, pence, PAYERS)
    assert (match.slug if match else None) == slug


STATEMENT = """Date,Description,Money in,Money out
04/01/2027,FLEECE MATCH FEES,30.00,
05/01/2027,INTEREST,0.41,
06/01/2027,BGC SHEARS,12.00,
06/01/2027,BGC SHEARS,12.00,
07/01/2027,STATIONERY,,17.50
"""


@pytest.fixture
def league(db: None) -> League:
    return a_division(teams=4).season.league


@pytest.fixture
def secretary(league: League, client: Client, monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    user = a_secretary(league)
    client.force_login(user)
    return user


def page(league: League) -> str:
    return f"/{league.slug}/secretary/bank-statement/"


CHOICES = {
    "paid-by-2": "the-fleece",
    "paid-by-3": "-",
    "paid-by-4": "the-shears",
    "paid-by-5": "the-shears",
}


def test_a_preview_writes_nothing_and_chooses_the_pub(
    client: Client, league: League, secretary: User
) -> None:
    answer = client.post(page(league), {"pasted": STATEMENT, "preview": "yes"})
    assert answer.status_code == 200
    shown = markup(answer)
    assert "4 new payments, £54.41" in words(answer)
    assert "1 payment out: skipped" in words(answer)
    assert shown.count('<option value="the-fleece" selected>') == 1
    assert shown.count('<option value="the-shears" selected>') == 2
    assert not BankImport.objects.exists()


def test_payments_are_imported_once_and_undone_as_a_whole(
    client: Client, league: League, secretary: User
) -> None:
    sent = {"pasted": STATEMENT, "import": "yes", **CHOICES}
    for sentence in ("Imported: 3 payments, £54.00 in all. 1 line noted", "imported before"):
        assert sentence in words(client.post(page(league), sent, follow=True))
        assert sorted(Charge.objects.values_list("pub__slug", "pence", "reason")) == [
            ("the-fleece", -3000, "Bank: FLEECE MATCH FEES"),
            ("the-shears", -1200, "Bank: BGC SHEARS"),
            ("the-shears", -1200, "Bank: BGC SHEARS (2)"),
        ]
    longer = STATEMENT + "08/01/2027,BGC SHEARS,9.00,\n"
    assert "1 new payment, £9.00" in words(client.post(page(league), {"pasted": longer}))
    undo = f"{page(league)}{BankImport.objects.get().public_id}/undo/"
    assert "3 payments cancelled" in words(client.post(undo, follow=True))
    assert "0 payments cancelled" in words(client.post(undo, follow=True))
    assert not Charge.objects.in_force().exists()
    assert Charge.objects.count() == 3
    assert "Imported: 3 payments" in words(client.post(page(league), sent, follow=True))


def test_what_is_decided_later_comes_back(client: Client, league: League, secretary: User) -> None:
    sent = {"pasted": STATEMENT, "import": "yes", "paid-by-2": "the-fleece"}
    client.post(page(league), sent)
    assert BankLine.objects.count() == 1
    assert "3 new payments" in words(client.post(page(league), {"pasted": STATEMENT}))


def test_a_payment_entered_by_hand_is_not_proposed_again(
    client: Client, league: League, secretary: User
) -> None:
    pub = league.pubs.get(slug="the-fleece")
    day = NIGHT - datetime.timedelta(days=9)
    enter_line(pub=pub, kind="payment", pence=3000, reason="transfer", on=day, by=secretary)
    shown = markup(client.post(page(league), {"pasted": STATEMENT}))
    assert "Perhaps entered by hand: Tue 5 Jan, transfer" in shown
    assert '<option value="the-fleece" selected>' not in shown


def test_a_choice_of_no_pub_is_refused_and_the_others_stay(
    client: Client, league: League, secretary: User
) -> None:
    sent = {"pasted": STATEMENT, "import": "yes", **CHOICES, "paid-by-2": "nobody"}
    answer = client.post(page(league), sent)
    assert answer.status_code == 422
    assert "“nobody” is not a pub of the league" in markup(answer)
    assert markup(answer).count('<option value="-" selected>') == 1
    assert not Charge.objects.exists()


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    sampled(
        [
            ("", "There is nothing in it"),
            ("a,b\n1,2\n", "The columns of the statement are not found"),
            ("Date,Details,Amount\nsoon,FLEECE,5\n", "1 problem in 1 line"),
        ],
        each=3,
    ),
)
def test_what_cannot_be_imported_is_said(
    client: Client, league: League, secretary: User, pasted: str, sentence: str
) -> None:
    answer = client.post(page(league), {"pasted": pasted, "import": "yes"})
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not BankImport.objects.exists()


def test_a_preview_takes_ten_queries_however_long(
    client: Client, league: League, secretary: User, django_assert_num_queries
) -> None:
    names = ["session", "user", "league", "role", "known lines", "sums by pub", "pubs", "teams", "by hand"]
    for times in (1, 30):
        lines = "".join(f"04/01/2027,FLEECE {n},5.00\n" for n in range(times))
        with django_assert_num_queries(len([*names, "imports"])):
            client.post(page(league), {"pasted": f"Date,Details,Amount\n{lines}"})
