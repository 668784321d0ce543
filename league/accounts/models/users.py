"""Accounts of people who sign in, their second factor, and where they are signed in."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who signs in. What they may do in which league stands in LeagueRole."""

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    @property
    def is_invited_only(self) -> bool:
        """Whether nobody has ever come in with this account: it was made for an invitation."""
        return self.last_login is None and not self.has_usable_password()

    @property
    def second_factor(self) -> "Authenticator | None":
        """The account's authenticator, or None."""
        return getattr(self, "authenticator", None)


class Authenticator(models.Model):
    """An account's second factor: recovery codes, and an app that shows a new code every half minute, or
    passkeys, or both.

    The app's key is made of `seed` and the installation's key, so that a stolen backup makes no codes.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="authenticator"
    )
    seed = models.CharField(max_length=32, editable=False, help_text="Empty without an app.")
    turned_on_at = models.DateTimeField()
    last_step = models.PositiveBigIntegerField(
        default=0, editable=False, help_text="The half minute of the last code: none before it counts again."
    )
    recovery_digests: Any = models.JSONField(default=list, editable=False)
    wrong_tries = models.PositiveSmallIntegerField(default=0, editable=False)
    last_tried_at = models.DateTimeField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return f"authenticator of {self.user}"

    @property
    def has_app(self) -> bool:
        """Whether an app's codes count."""
        return self.seed != ""


class Passkey(models.Model):
    """A key pair of a person's device, of which the public half is here: a stolen backup signs nobody in.

    It belongs to the second factor and goes with it. Texts of bytes are in base64url, as browsers send them.
    """

    authenticator = models.ForeignKey(Authenticator, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=253, help_text="The name of the site it signs in to: no other.")
    credential_id = models.CharField(max_length=1364, unique=True, editable=False)
    public_key = models.TextField(editable=False, help_text="In the form of COSE.")
    user_handle = models.CharField(
        max_length=86, editable=False, help_text="What the device knows the account by: a random text."
    )
    sign_count = models.PositiveBigIntegerField(
        default=0, editable=False, help_text="How often it has signed, if it counts: less is a copy."
    )
    last_challenge = models.CharField(
        max_length=86, editable=False, help_text="What it signed last: signed again, it counts for nothing."
    )
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return self.name


class SignedInDevice(models.Model):
    """Where an account is signed in: it ends with its session, and no backup holds it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="+")
    device = models.CharField(max_length=60, help_text="In words: “Firefox on Windows”.")
    passkey = models.CharField(max_length=60, blank=True, help_text="Which passkey was used, by its name.")
    signed_in_at = models.DateTimeField()
    last_used_at = models.DateTimeField()

    class Meta:
        ordering = ["-last_used_at", "-id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.device}"


class TryCount(models.Model):
    """How often an address has tried something: only a digest under the installation's key says which."""

    digest = models.CharField(max_length=64, primary_key=True)
    number = models.PositiveIntegerField()
    until = models.PositiveBigIntegerField(
        help_text="In seconds since 1970, as plain SQL compares it on each database."
    )

    def __str__(self) -> str:
        return f"{self.digest}: {self.number}"
