"""The page of components: each example is accessible, and looks as its stored picture."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.test_every_page import Looker
from tests.browser.test_page_pictures import differences
from tests.examples import sampled
from tests.stored_pictures import STEP

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = {390: 3, 1366: 5}
LOOKS = [pytest.param((width, scheme)) for width in WIDTHS for scheme in ("light", "dark")]


class Pub(forms.Form):
    name = forms.CharField(label="Name of the pub", help_text="As it stands over the door.")
    town = forms.CharField(label="Town")


@pytest.fixture(params=sampled(LOOKS, each=4))
def shown(request: Any, browser: Browser, live_server: Any) -> Iterator[tuple[Page, str]]:
    """The page in a browser, and the name of its picture."""
    (width, scheme), asked = request.param, RequestFactory().get("/")
    asked.user = AnonymousUser()
    context = {"form": Pub({"name": "", "town": "Hadderley"}), "user": asked.user}
    html = render_to_string("parts/components.html", context, asked)
    with browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme) as window:
        page = window.new_page()
        page.route("**/components/", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(f"{live_server.url}/components/")
        page.evaluate("document.fonts.ready")
        yield page, f"components-{width}-{scheme}"


def test_every_component_is_accessible_and_stays_on_the_page(
    shown: tuple[Page, str], live_server: Any
) -> None:
    page, _ = shown
    assert list(Looker(page, live_server.url).violations()) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.pictures
def test_components_look_as_they_did(shown: tuple[Page, str]) -> None:
    page, name = shown
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled", full_page=True))).convert("L")
    by = WIDTHS[page.viewport_size["width"]]  # type: ignore[index]  # it has one
    small = picture.resize((picture.width // by, picture.height // by), Image.Resampling.LANCZOS)
    assert differences(name, small.point(lambda shade: round(shade / STEP) * STEP)) == []
