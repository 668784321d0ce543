"""Signing in: Django's own forms, refusing in the words of the rest of the site, and not for ever."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm

from league.access.patience import MINUTES, forget_tries, may_try

TOO_OFTEN = (
    f"That was tried too often. Wait {MINUTES} minutes, or ask whoever runs the site for a new password."
)


class SignInForm(AuthenticationForm):
    """A name and a password. A refusal never says which of the two was wrong."""

    error_messages = {
        "invalid_login": "This name and this password do not belong together. Capital letters count in both.",
        "inactive": "This account has been closed. Ask whoever runs the site to open it again.",
    }

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password") or self.request is None:
            return super().clean()
        if not may_try(self.request, name):
            raise forms.ValidationError(TOO_OFTEN, code="too_often")
        cleaned = super().clean()
        forget_tries(self.request, name)
        return cleaned


class WorkbenchSignInForm(SignInForm, AdminAuthenticationForm):
    """The workbench's own way in: as patient as the other."""
