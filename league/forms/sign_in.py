"""Signing in: Django's own form, refusing in the words of the rest of the site."""

from django.contrib.auth.forms import AuthenticationForm


class SignInForm(AuthenticationForm):
    """A name and a password. A refusal never says which of the two was wrong."""

    error_messages = {
        "invalid_login": "This name and this password do not belong together. Capital letters count in both.",
        "inactive": "This account has been closed. Ask whoever runs the site to open it again.",
    }
