"""A long transaction is named in the log: on SQLite nobody else writes meanwhile."""

import logging

import pytest
from django.db import connection, transaction

from league.shared.errors import reading_first, refused_by, written_whole


def a_service() -> None:
    with written_whole(), refused_by(), transaction.atomic():
        pass


@pytest.mark.django_db(transaction=True)
def test_a_long_transaction_is_named_once_by_the_function_that_opened_it(settings, caplog):
    settings.LONG_WRITE_SECONDS = 0
    a_service()
    with transaction.atomic():
        a_service()
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("pegboard.writes", logging.WARNING)
    assert f"{__name__}.a_service held a transaction for" in record.getMessage()


@pytest.mark.django_db(transaction=True)
def test_a_short_one_is_not_and_none_that_reads(settings, caplog):
    settings.LONG_WRITE_SECONDS = 60
    a_service()
    settings.LONG_WRITE_SECONDS = 0 if connection.vendor == "sqlite" else 60
    with reading_first():
        a_service()
    assert [record for record in caplog.records if record.name == "pegboard.writes"] == []
