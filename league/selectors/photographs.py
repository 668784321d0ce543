"""Photographs of the paper of a match: which there are, and one of them."""

from league.models import Match, Photograph


def photographs_of(match: Match) -> tuple[Photograph, ...]:
    """The photographs of a match without the pictures themselves, the first first. One query."""
    return tuple(Photograph.objects.filter(match=match).defer("jpeg"))


def photograph_in(match: Match, public_id: str) -> Photograph:
    """One photograph of a match, with its picture. Photograph.DoesNotExist if it has none of that id."""
    return Photograph.objects.get(match=match, public_id=public_id)
