"""What the pubs owe."""

import datetime
import itertools

import pytest

from league.regulations import Charge, ChargeKind, account, balance, balances, pounds

FLEECE_INN, SHEARS_INN = 1, 2
DAY = datetime.date(2027, 1, 14)


def line(kind, pence, days=0, pub=FLEECE_INN):
    return Charge(
        pub=pub, pence=pence, on=DAY + datetime.timedelta(days), reason="as agreed", kind=kind, number=days
    )


BOOK = [
    line(ChargeKind.FEE, 2000),
    line(ChargeKind.FINE, 500, days=3),
    line(ChargeKind.PAYMENT, 2250, days=5),
    line(ChargeKind.FINE, -500, days=7),
    line(ChargeKind.FEE, 2000, pub=SHEARS_INN),
]


def test_a_pub_s_account_runs_on_from_line_to_line():
    assert [one.balance for one in account(FLEECE_INN, BOOK)] == [2000, 2500, 250, -250]
    assert balances(BOOK) == {FLEECE_INN: -250, SHEARS_INN: 2000}


def test_the_balance_at_the_end_of_a_day():
    assert balance(FLEECE_INN, BOOK) == -250
    assert balance(FLEECE_INN, BOOK, as_of=DAY + datetime.timedelta(days=3)) == 2500
    assert balance(3, BOOK) == 0


def test_the_order_in_which_lines_came_changes_nothing():
    expected = account(FLEECE_INN, BOOK)
    assert all(account(FLEECE_INN, lines) == expected for lines in itertools.permutations(BOOK))


@pytest.mark.parametrize(
    ("pence", "said"), [(500, "£5"), (750, "£7.50"), (5, "£0.05"), (-250, "-£2.50"), (0, "£0")]
)
def test_money_is_said_in_pounds(pence, said):
    assert pounds(pence) == said
