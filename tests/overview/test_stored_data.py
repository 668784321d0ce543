"""The page that says what is stored about people says it of every column there is."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from league.overview.stored_data import STORED, WITHOUT_PEOPLE
from tests.builders import a_league
from tests.reading import words

# What cannot say anything about a person by itself: figures, moments, choices, addresses of pages.
NOT_TEXTS = (
    models.IntegerField,
    models.BooleanField,
    models.DateTimeField,
    models.TimeField,
    models.SlugField,
)


def columns() -> Iterator[str]:
    """Every column in which something about a person can stand, as Model.column."""
    for model in apps.get_app_config("league").get_models():
        for column in model._meta.concrete_fields:
            if column.primary_key or column.is_relation or column.choices or column.name == "public_id":
                continue
            if not isinstance(column, NOT_TEXTS):
                yield f"{model.__name__}.{column.name}"


def test_every_column_is_on_the_page_or_said_to_hold_nobody() -> None:
    on_page = {column for data in STORED for column in data.columns}
    assert not on_page & WITHOUT_PEOPLE
    assert sorted({*columns()} ^ (on_page | WITHOUT_PEOPLE)) == []


@pytest.mark.django_db
def test_the_page_says_of_each_kind_why_who_how_long_and_how_it_goes(client: Client) -> None:
    league = a_league()
    page = words(client.get(f"/{league.slug}/help/stored-about-people/"))
    for data in STORED:
        for said in (data.title, data.what, data.why, data.readers, data.kept, data.deleted):
            assert said in page
    assert client.get("/help/stored-about-people/").status_code == 200


@pytest.mark.django_db
def test_every_page_leads_there_through_help(client: Client) -> None:
    slug = a_league().slug
    help_page = f"/{slug}/help/"
    assert f'href="{help_page}"' in client.get(f"/{slug}/").content.decode()
    assert f'href="{help_page}stored-about-people/">Privacy' in client.get(help_page).content.decode()
