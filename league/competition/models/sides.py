"""Home and away, and who can take an award: the letters typed, stored and sent."""

from django.db.models import Q, TextChoices


class Side(TextChoices):
    """One of the two pubs of a match."""

    HOME = "h", "home"
    AWAY = "a", "away"


class Taker(TextChoices):
    """Who took an award of a hand. An empty value means it was not recorded."""

    HOME = "h", "home"
    AWAY = "a", "away"
    NOBODY = "-", "nobody"


class TurnUpCall(TextChoices):
    """What was said to the card turned up. An empty value means it was not recorded, or nothing is said."""

    STOOD = "-", "stood"
    GAVE = "g", "begged, given a point"
    RAN = "r", "begged, the pack was run"


def taken_by_anybody(field: str) -> Q:
    """Return who has an award: a side, nobody, or None if it is not recorded.

    High and Low go to nobody only where trumps are turned up and nobody holds one: the rules see to that.
    """
    return Q(**{f"{field}__in": [*Taker.values, ""]})
