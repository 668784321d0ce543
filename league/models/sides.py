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


def taken_by_a_side(field: str) -> Q:
    """High and Low go to a side or are not recorded: the card pitched is a trump, so somebody holds each."""
    return Q(**{f"{field}__in": [*Side.values, ""]})


def taken_by_anybody(field: str) -> Q:
    """Jack and Game go to a side, to nobody, or are not recorded."""
    return Q(**{f"{field}__in": [*Taker.values, ""]})
