"""What somebody types about an account: their own, or one they invite.

The code of a match: as somebody types it from a slip, and why the secretary ends one.
"""

import re
from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from league.accounts.links import spelling
from league.accounts.models.ways_in import CODE_LENGTH
from league.accounts.powers import Role
from league.accounts.rate_limit import MINUTES, may_try
from league.accounts.signing_in import came_by_link
from league.models import ApiToken, LeagueRole, Team, User
from league.shared.fields import Reason
from league.shared.identifiers import ALPHABET

LONGEST_NAME, LONGEST_EMAIL = 150, 254
TOO_OFTEN = f"Too many tries. Wait {MINUTES} minutes."
NO_NAME = "A name to sign in with has letters, figures and the signs @ . + - _ only, and no spaces."
CHOOSING_HELP = "At least eight characters. No common password, not your name, not only numbers."
NO_EMAIL = "Type an e-mail address such as edna@example.org."


class Email(forms.EmailField):
    """An address letters can go to."""

    def __init__(self, **options: Any) -> None:
        error_messages = {"invalid": NO_EMAIL, "required": "Type the e-mail address of your account."}
        super().__init__(label="E-mail", max_length=LONGEST_EMAIL, error_messages=error_messages, **options)


class SignInName(forms.CharField):
    """The name an account signs in with."""

    def __init__(self) -> None:
        super().__init__(
            label="Username",
            max_length=LONGEST_NAME,
            widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
            validators=[UnicodeUsernameValidator(message=NO_NAME)],
            error_messages={"required": "Choose a name to sign in with."},
        )


def new_password(label: str = "Password") -> forms.CharField:
    """Return a password that is chosen, with what is asked of it."""
    return forms.CharField(
        label=label,
        strip=False,
        max_length=1000,
        help_text=CHOOSING_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": "Choose a password."},
    )


class ApiTokenForm(forms.Form):
    """A program that is to write into the league, and what it may write."""

    name = forms.CharField(
        label="Program",
        max_length=60,
        help_text="A name you will recognise in the list of what it wrote.",
        error_messages={"required": "Type a name for the program."},
    )
    scopes = forms.MultipleChoiceField(
        label="It may write",
        choices=ApiToken.Scope,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose what the program may write."},
    )


class AskForLinkForm(forms.Form):
    """An address a sign-in link is asked for."""

    email = Email(widget=forms.EmailInput(attrs={"autocomplete": "email"}))


class PasswordForm(forms.Form):
    """Name and password of an account, set by whoever holds its link."""

    username = SignInName()
    password = new_password()

    def __init__(self, *arguments: Any, user: User, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.initial = {"username": user.username}
        self.user = user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        verify_password(self, "password", self.user, cleaned.get("username", ""))
        return cleaned


class OwnNameForm(forms.Form):
    """How somebody is called."""

    username = SignInName()
    first_name = forms.CharField(label="First name", max_length=LONGEST_NAME, required=False)
    last_name = forms.CharField(label="Surname", max_length=LONGEST_NAME, required=False)


class PasswordConfirmation(forms.Form):
    """A change that asks for the password as it is now, unless there is none to ask for.

    Nor does it ask whoever has come in by a link, unless they type it to write it `anew`.
    """

    def __init__(
        self, *arguments: Any, user: User, request: HttpRequest, anew: bool = False, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.user, self.request = user, request
        if user.has_usable_password() and (anew or not came_by_link(request)):
            # So that nobody changes an account that was left open.
            self.fields["now"] = forms.CharField(
                label="Your present password",
                strip=False,
                max_length=1000,
                widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
                error_messages={"required": "Type the password you sign in with now."},
            )
            self.order_fields(["now"])

    def clean_now(self) -> str:
        if not may_try(self.request, f"own {self.user.pk}"):
            raise ValidationError(TOO_OFTEN)
        typed = cast(str, self.cleaned_data["now"])
        if not self.user.check_password(typed):
            raise ValidationError("That is not your password. Capital letters count.")
        return typed


class OwnEmailForm(PasswordConfirmation):
    """Where letters to an account go."""

    email = Email(required=False, help_text="A link to sign in with can be sent there. It may stay empty.")


class OwnPasswordForm(PasswordConfirmation):
    """Another password."""

    password = new_password("New password")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        verify_password(self, "password", self.user, self.user.username)
        return cleaned


class TwoStepForm(PasswordConfirmation):
    """The first code of an authenticator app: it shows that the app has the key."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        help_text="The six figures that the app shows now.",
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
        error_messages={"required": "Type the code that the app shows."},
    )

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].split())


class PasskeyForm(PasswordConfirmation):
    """What a passkey that is to be added is called."""

    name = forms.CharField(
        label="Name of the passkey",
        max_length=60,
        help_text="A name you will recognise in the list: “Phone”, “Key on the key ring”.",
        error_messages={"required": "Type a name for the passkey."},
    )


class RoleForm(forms.Form):
    """A role in the league, and a captain's team."""

    role = forms.ChoiceField(
        error_messages={"invalid_choice": "Choose one of the list.", "required": "Choose a role."}
    )
    team = forms.ChoiceField(
        required=False,
        help_text="For a captain only.",
        error_messages={"invalid_choice": "Choose one of the list."},
    )

    def __init__(self, *arguments: Any, roles: Iterable[Role], teams: Iterable[Team], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._teams = {team.slug: team for team in teams}
        cast(forms.ChoiceField, self.fields["role"]).choices = [
            ("", "Choose a role"),
            *((role.value, str(role.label).capitalize()) for role in roles),
        ]
        choices = [("", "No team"), *((slug, str(team)) for slug, team in self._teams.items())]
        cast(forms.ChoiceField, self.fields["team"]).choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("role") == Role.CAPTAIN and "team" in cleaned and not cleaned["team"]:
            self.add_error("team", "Choose the captain’s team.")
        return cleaned

    @property
    def role_and_team(self) -> dict[str, Any]:
        """The role, and a captain's team; a team chosen for anybody else counts for nothing."""
        role = Role(self.cleaned_data["role"])
        team = self._teams[self.cleaned_data["team"]] if role == Role.CAPTAIN else None
        return {"role": role, "team": team}


class InvitationForm(RoleForm):
    """Somebody who is to help."""

    name = forms.CharField(
        label="Name",
        max_length=100,
        help_text="As the league knows the person: Edna Thorp.",
        error_messages={"required": "Type the name."},
    )
    email = Email(required=False, help_text="Where the invitation goes. Without one you hand the link over.")
    field_order = ("name", "email", "role", "team")


class HandOverForm(forms.Form):
    """What becomes of whoever hands the league over."""

    STAYS, LEAVES = "stays", "leaves"
    afterwards = forms.ChoiceField(
        label="And you?",
        choices=[(STAYS, "I stay as secretary"), (LEAVES, "I leave the league")],
        widget=forms.RadioSelect,
        initial=STAYS,
        error_messages={"required": "Say what becomes of you.", "invalid_choice": "Choose one of the two."},
    )

    @property
    def stays(self) -> bool:
        return bool(self.cleaned_data["afterwards"] == self.STAYS)


class SuccessorForm(forms.Form):
    """Who takes the league over, of the people who help to run it."""

    successor = forms.ChoiceField(
        label="Successor",
        error_messages={
            "required": "Choose the successor. Invite a new person first.",
            "invalid_choice": "“%(value)s” has no role in the league; choose one of the list.",
        },
    )

    def __init__(self, *arguments: Any, people: Iterable[LeagueRole], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._people = {person.user.username: person.user for person in people}
        cast(forms.ChoiceField, self.fields["successor"]).choices = [
            ("", "Choose a person"),
            *((username, str(user)) for username, user in self._people.items()),
        ]

    def clean_successor(self) -> User:
        return self._people[self.cleaned_data["successor"]]


def verify_password(form: forms.Form, field: str, user: User, username: str) -> None:
    """A password nobody guesses: neither common nor the person's own name."""
    typed = form.cleaned_data.get(field)
    if not typed:
        return
    person = User(username=username, first_name=user.first_name, last_name=user.last_name, email=user.email)
    try:
        validate_password(typed, person)
    except ValidationError as weak:
        form.add_error(field, weak)


# What stands between the signs of a code, or before it where somebody types the whole address.
LOOSE = str.maketrans("", "", "._,;:·'\"’“”")
LONGEST = 200
SHOWN = 24


OF_A_TABLE = re.compile(r"(?:.*/)?(?P<code>[^/]+)[-–\s](?P<table>[1-9][0-9]?)")


class CodeForm(forms.Form):
    """A code as it is typed in a pub: capitals, spaces and dashes do not matter.

    The code of a slip ends in the number of its table, as in k7m4 9qtd-2; `table` is that number or None.
    """

    table: int | None = None

    code = forms.CharField(
        label="The code on the sheet or the slip",
        help_text="Eight letters and figures, such as k7m4 9qtd. Capitals, spaces and dashes do not matter.",
        max_length=LONGEST,
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "none",
                "autocomplete": "off",
                "autocorrect": "off",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
        error_messages={
            "required": "Type the code first: eight letters and figures, beside the square on the paper."
        },
    )

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        # Whoever types the whole address means what stands at its end.
        address, _, table = typed.strip().strip("/").partition("/tables/")
        spelt = _spelt(address.rpartition("/")[2])
        if (on_slip := OF_A_TABLE.fullmatch(address)) and len(_spelt(on_slip["code"])) == CODE_LENGTH:
            spelt, table = _spelt(on_slip["code"]), on_slip["table"]
        self.table = int(table) if re.fullmatch("[1-9][0-9]?", table) else None
        shown = typed.strip()[:SHOWN]
        if strange := sorted(set(spelt) - set(ALPHABET)):
            signs = ", ".join(f"“{sign}”" for sign in strange[:3])
            raise forms.ValidationError(
                f"“{shown}” has {signs} in it, and no code has: there is no o and no 0, no l, no i and no 1, "
                "no s and no 5, and no a, e or u. Look at the paper once more."
            )
        if len(spelt) != CODE_LENGTH:
            raise forms.ValidationError(
                f"“{shown}” has {len(spelt)} letters and figures; a code has {CODE_LENGTH}."
            )
        return spelt


def _spelt(typed: str) -> str:
    return "".join(spelling(typed).translate(LOOSE).split())


class EndCodeForm(forms.Form):
    """Why a code is ended or replaced."""

    because = Reason(
        label="Why?",
        help_text="Whoever still tries the old code reads it, such as: the slips were left on the bus.",
    )
