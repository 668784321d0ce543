"""What pages say beside links to paper."""

from django import template
from django.template import Context

from league.printing.sites import is_known_here_alone

register = template.Library()


@register.inclusion_tag("printing/_local_address.html", takes_context=True)
def warn_of_local_address(context: Context) -> dict[str, object]:
    """Show that paper printed from here cannot be scanned, where the site is open on its own machine only."""
    request = context["request"]
    return {"host": request.get_host() if is_known_here_alone(request) else ""}
