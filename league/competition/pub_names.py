"""Names of pubs: those of one name are told apart by their places."""

from collections import Counter
from collections.abc import Iterable

from league.models import Pub
from league.shared.text import bare


def pub_labels(pubs: Iterable[Pub]) -> dict[int, str]:
    """Return the name of each pub by its key, with its place where another of the pubs has that name."""
    known = list(pubs)
    names = Counter(bare(pub.name) for pub in known)
    return {pub.pk: pub.name_and_place if names[bare(pub.name)] > 1 else pub.name for pub in known}
