"""The leagues of this installation."""

from league.models import League


def all_leagues() -> list[League]:
    """Every league, by name as people sort names."""
    return sorted(League.objects.all(), key=lambda league: league.name.casefold())
