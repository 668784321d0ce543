"""The page of a fault renders whatever else is broken."""

from django.conf import settings as project
from django.test import RequestFactory
from django.views.defaults import server_error

from tests.static_files import hashed_storages


def test_the_page_of_a_fault_needs_no_list_of_static_files(settings, tmp_path):
    """Where `collectstatic` has not run or was cut short, every other page fails: this one has to say so."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = hashed_storages()
    response = server_error(RequestFactory().get("/"))
    page = response.content.decode()
    assert response.status_code == 500
    assert "Something broke, and it is our mistake" in page
    names = [part.split('"')[0] for part in page.split("/static/")[1:]]
    assert names
    assert all((project.BASE_DIR / "league" / "static" / name).is_file() for name in names)
