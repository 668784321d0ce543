"""Django's admin: the workbench of people, pubs, teams, seasons and matches, for each league's own secretary.

Matches, results and rulings are shown here and never changed: each leads to the page that puts it right.
Drafts belong to their writers and are not here at all.
"""

from typing import cast

from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.shortcuts import redirect

from league.accounts.access import FIRST_TWO_STEPS
from league.accounts.selectors import leagues_that_require_two_steps
from league.accounts.services.second_factor import has_second_factor
from league.accounts.views.own import SignInPage
from league.competition.admin import leagues, matches  # noqa: F401  each registers what it holds
from league.models import User

is_for_staff = admin.site.has_permission


def may_open_workbench(request: HttpRequest) -> bool:
    """Return whether the account runs a league, and has the second factor if that league asks for it."""
    if not is_for_staff(request):
        return False
    user = cast(User, request.user)
    required_by = leagues_that_require_two_steps(user)
    if required_by and not has_second_factor(user):
        messages.warning(request, FIRST_TWO_STEPS.format(league=required_by[0]))
        return False
    return True


admin.site.has_permission = may_open_workbench  # type: ignore[method-assign]  # Django's way is a site of one's own
admin.site.login = SignInPage.as_view()  # type: ignore[method-assign,assignment]  # its own knows no second step
# Its own page asks for the password as often as one likes, and leaves others signed in.
admin.site.password_change = lambda request, extra_context=None: redirect("account")  # type: ignore[method-assign,assignment,return-value]
admin.site.site_header = "Pegboard: the workbench"
admin.site.site_title = "Pegboard"
admin.site.index_title = "What the league keeps"
# Permissions are the roles of the leagues; groups would be a second answer.
admin.site.unregister(Group)
