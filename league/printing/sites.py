"""The address of the site as it goes on paper: one that a phone in a pub can reach, or none."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def site_on_paper(request: HttpRequest) -> str:
    """Return the site's address: as it is open now, or its public name where it is open on its own machine.

    Empty where neither is known to reach further than this machine.
    """
    if is_local(request):
        return public_site()
    return request.build_absolute_uri("/").rstrip("/")


def is_local(request: HttpRequest) -> bool:
    """Return whether the site is open at an address of this machine only, such as 127.0.0.1."""
    host = split_domain_port(request.get_host())[0]
    return host in settings.LOCAL_HOSTS or host.startswith("127.") or host.endswith(".localhost")


def public_site() -> str:
    """Return the first name to which the site answers in public, as an address; empty if it has none."""
    public = [host for host in settings.ALLOWED_HOSTS if host not in (*settings.LOCAL_HOSTS, "*")]
    return f"https://{public[0].lstrip('.')}" if public else ""
