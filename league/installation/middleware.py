"""What every answer says to the browser: what it may load and do, and how it is led on."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

# Scripts, styles, fonts and pictures are our own files; `data:` is for small pictures inside stylesheets.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

# A league's pages need none of these.
PERMISSIONS_POLICY = ", ".join(
    f"{power}=()" for power in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")
)

# Where the address itself is the permission: it is told to nobody, errors included, and found by no search.
PERMITTING = ("/s/", "/c/", "/p/")

Answer = Callable[[HttpRequest], HttpResponse]


def security_headers(get_response: Answer) -> Answer:
    """Adds the policies to every answer, static files and errors included."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if request.path.startswith(PERMITTING):
            response.headers["Referrer-Policy"] = "no-referrer"
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return answer


def see_other(get_response: Answer) -> Answer:
    """Leads on with "see other", never "found": what follows a form is fetched, not sent a second time."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == HTTPStatus.FOUND:
            response.status_code = HTTPStatus.SEE_OTHER
        return response

    return answer
