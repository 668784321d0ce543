"""Forms as they stand on pages, what is sent to them, and what they may answer."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urlencode, urljoin

import pytest
from django.http import HttpResponse
from django.test import Client

GARBAGE = {
    "nothing": "",
    "spaces": " \t\n ",
    "nul": "a\x00b",
    "control signs": "\x01\x1b\x7f",
    "half a pair": "\ud800",
    "emoji": "🃏👨‍👩‍👧‍👦",
    "right to left": "\u202e15\u202c",
    "a huge number": "9" * 400,
    "past every integer": str(2**63),
    "negative": "-1",
    "a fraction": "1/0",
    "not a number": "NaN",
    "exponent": "1e999",
    "other figures": "١٥",
    "raised figure": "²",
    "markup": "<script>alert(1)</script>",
    "a quote": "'; DROP TABLE league_match; --",
    "a template": "{{ settings.SECRET_KEY }}{% csrf_token %}",
    "a date that is none": "2027-02-30",
    "a percent": "%s%n%d",
    "too long": "x" * 100_000,
}
# No text, text that a database refuses, text that is not Unicode, a number beyond every column.
IN_THE_GATE = frozenset({"nul", "half a pair"})
GARBAGE_VALUES = [
    pytest.param(text, id=name, marks=() if name in IN_THE_GATE else pytest.mark.slow)
    for name, text in GARBAGE.items()
]
REFUSED = range(400, 500)


@dataclass
class Form:
    """A form as it stands on a page: where it goes, and the names of its fields."""

    action: str
    method: str
    names: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)


class Forms(HTMLParser):
    """Reads the forms of a page; a button outside belongs to the form it names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        name = said.get("name") or ""
        if tag == "form":
            self.found.append(Form(said.get("action") or "", (said.get("method") or "get").lower()))
        elif not self.found or not name or name == "csrfmiddlewaretoken":
            return
        elif tag in {"input", "select", "textarea"} and name not in self.found[-1].names:
            self.found[-1].names.append(name)
        elif tag == "button":
            self.found[-1].buttons.append(name)


# The pages are the same in every test: they are opened and read once.
read_once: list[Form] = []


def forms_of(client: Client, pages: list[str]) -> list[Form]:
    """Every form of the pages, once; where it goes is never the sign-out or a ruling to take back."""
    if not read_once:
        found: dict[tuple[str, ...], Form] = {}
        for page in pages:
            for form in Forms(client.get(page).content.decode()).found:
                form.action = urldefrag(urljoin(page, form.action)).url
                if "sign-out" not in form.action and "/revoke/" not in form.action:
                    found.setdefault((form.action, form.method, *form.names), form)
        read_once.extend(found.values())
    return read_once


def sent(client: Client, form: Form, fields: dict[str, str]) -> HttpResponse:
    """Send fields as a browser would, halves of surrogate pairs included, which no browser would."""
    body = urlencode(fields, errors="surrogatepass")
    if form.method == "get":
        return client.get(f"{form.action.split('?')[0]}?{body}")
    return client.post(form.action, body, content_type="application/x-www-form-urlencoded")


def assert_answered(answer: HttpResponse, what: str) -> None:
    """A page again, the way on, or a refusal that says something."""
    status = answer.status_code
    assert status in {200, 303} or status in REFUSED, f"{what}: {status}"
    if status in REFUSED:
        said = answer.content.decode()
        is_page = 'role="alert"' in said or "<h1" in said
        assert is_page or answer.headers["Content-Type"].startswith("application/json"), (
            f"{what}: no sentence"
        )
