"""What every answer says to the browser about what it may load and do."""

from collections.abc import Callable

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

Answer = Callable[[HttpRequest], HttpResponse]


def security_headers(get_response: Answer) -> Answer:
    """Adds the policies to every answer, static files and errors included."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return answer
