"""Other sites at the same address: ours after an update, ours half way through one, and a hotel's."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application


def site(wire: int) -> WSGIHandler:
    """The site, speaking another version with phones."""
    application = get_wsgi_application()
    from league.results.pages import script_words
    from league.results.parsing import phone_messages
    from league.results.views import log

    for module in (script_words, phone_messages, log):
        module.WIRE = wire
    return application


WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
HASHED_SCRIPT = re.compile(rb"js/phone/page\.[0-9a-f]{12}\.js")
MISSING_SCRIPT = "js/phone/page.ffffffffffff.js"


def half_updated() -> WSGI:
    """The site with new pages, one of whose files does not come."""
    application = WSGIHandler()

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith(MISSING_SCRIPT):
            start_response("503 Service Unavailable", [("Content-Type", "text/plain")])
            return [b"not yet"]
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        begun: list[Any] = []
        body = b"".join(application(environ, lambda *begin: begun.extend(begin)))
        body, count = HASHED_SCRIPT.subn(MISSING_SCRIPT.encode(), body)
        if count:
            body = body.replace(b"<h1", b"<h1 data-new")
        headers = [(name, text) for name, text in begun[1] if name.lower() != "content-length"]
        start_response(begun[0], headers)
        return [body]

    return answer


def hotel() -> WSGI:
    """A network that answers everything with its own page until somebody signs in to it."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/html; charset=utf-8")])
        return [b"<!doctype html><html><title>Grand Hotel</title><h1>Welcome to the Grand Hotel</h1></html>"]

    return answer
