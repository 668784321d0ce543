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
    def second_factor(self) -> "Authenticator | None":
        """The account's authenticator, or None."""
        return getattr(self, "authenticator", None)


class Authenticator(models.Model):
    """An account's second factor: an app that shows a new code every half minute, and recovery codes.

    The app's key is made of `seed` and the installation's key, so that a stolen backup makes no codes.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="authenticator"
    )
    seed = models.CharField(max_length=32, editable=False)
    turned_on_at = models.DateTimeField()
    last_step = models.PositiveBigIntegerField(
        default=0, editable=False, help_text="The half minute of the last code: none before it counts again."
    )
    recovery_digests: Any = models.JSONField(default=list, editable=False)
    wrong_tries = models.PositiveSmallIntegerField(default=0, editable=False)
    last_tried_at = models.DateTimeField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return f"authenticator of {self.user}"


class SignedInDevice(models.Model):
    """Where an account is signed in: it ends with its session, and no backup holds it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="+")
    device = models.CharField(max_length=60, help_text="In words: “Firefox on Windows”.")
    signed_in_at = models.DateTimeField()
    last_used_at = models.DateTimeField()

    class Meta:
        ordering = ["-last_used_at", "-id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.device}"
