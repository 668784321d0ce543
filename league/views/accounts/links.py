"""The whole address of a link to an account, as a letter or a chat needs it."""

from django.http import HttpRequest
from django.urls import reverse

from league.access.account_links import LinkKind, account_token
from league.models import User

ADDRESS = {LinkKind.PASSWORD: "account-password", LinkKind.SIGN_IN: "account-sign-in"}


def link_to(request: HttpRequest, user: User, kind: LinkKind) -> str:
    """A link to an account, made now."""
    return request.build_absolute_uri(reverse(ADDRESS[kind], kwargs={"token": account_token(user, kind)}))
