"""The demo league: whether it is here."""

from league.models import League


def demo_is_loaded() -> bool:
    """Whether this installation holds the demo league, and with it an account whose password was shown."""
    return League.objects.filter(is_demo=True).exists()
