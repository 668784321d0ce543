"""What every page of a league knows: the league it is in, and what the reader may do there."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.accounts.powers import Power, own_role, powers_of
from league.accounts.services.letters import mail_goes_out
from league.installation.page_cache import stamp_of


def league(request: HttpRequest) -> dict[str, Any]:
    """`league`, as the view's first line found it; the rest is asked only where it is shown.

    `powers` is what the reader may do, `may_keep_league` whether they have a secretary's powers, `own_role`
    their role, for a captain's way to their team; `as_of` tells a device whether what it remembers of a pub
    is still so: empty on a page within one division, which stays while that changes, so that it asks.
    """
    league = getattr(request, "league", None)
    if league is None:
        return {}
    powers = getattr(request, "powers", None)
    if powers is None:
        powers = SimpleLazyObject(lambda: powers_of(request.user, league))
    return {
        "league": league,
        "as_of": "" if getattr(request, "page_within", None) else SimpleLazyObject(lambda: stamp_of(league)),
        "powers": powers,
        "mail_goes_out": mail_goes_out(),
        "may_keep_league": SimpleLazyObject(lambda: Power.SECRETARY in powers),
        "own_role": SimpleLazyObject(lambda: own_role(request.user, league)),
    }
