"""The site as it will be after an update: what phones send has changed since."""

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application


def site(wire: int) -> WSGIHandler:
    """The site, speaking another version with phones."""
    found = get_wsgi_application()
    from league.results import table_hands as phone_words
    from league.results.forms import wire as spoken
    from league.results.views import log

    for module in (phone_words, spoken, log):
        module.WIRE = wire
    return found
