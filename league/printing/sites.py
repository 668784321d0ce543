"""The address of the site as it goes on paper: one that a phone in a pub can reach, or none."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def site_on_paper(request: HttpRequest) -> str:
    """Return the site's address: its public name, or as it is open now where it has none.

    Empty where neither is known to reach further than this machine.
    """
    return "" if is_known_here_alone(request) else request.build_absolute_uri("/").rstrip("/")


def is_known_here_alone(request: HttpRequest) -> bool:
    """Return whether the site has no public name, and is open at an address such as 127.0.0.1."""
    host = split_domain_port(request.get_host())[0]
    is_local = host in settings.LOCAL_HOSTS or host.startswith("127.") or host.endswith(".localhost")
    return is_local and not settings.SITE
