"""Accounts: people who sign in. Captains and players need none."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody who signs in. What they may do in which league stands in LeagueRole."""

    def __str__(self) -> str:
        return self.get_full_name() or self.username
