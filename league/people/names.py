"""How a player is shown. One function, used everywhere a name is written; another for names within words."""

import datetime
import re
from functools import cached_property

from django.db.models import Q, QuerySet

from league.models import League, Player
from league.shared.text import folded

HIDDEN_NAME = "A player"
LONGEST_STORED = 80
FULL_AGE = 18


def shown_name(player: Player, *, to_secretary: bool = False) -> str:
    """Return the player's name as this reader may see it; what tells two of one name apart always stands with
    it.

    The secretary sees every name whole. The public sees what the player chose: the name, initials, or none.
    """
    if to_secretary or player.shown == Player.Shown.FULL:
        return str(player)
    if player.shown == Player.Shown.INITIALS:
        return " ".join(f"{word[0]}." for word in player.name.split())
    return HIDDEN_NAME


def is_minor(player: Player, on: datetime.date) -> bool:
    """Return whether a player is under age on a day, as far as the date of birth is known."""
    born = player.born_on
    return born is not None and on.year - born.year - ((on.month, on.day) < (born.month, born.day)) < FULL_AGE


def hide_minor(player: Player, on: datetime.date) -> None:
    """Hide the name of somebody under age from the public; the caller saves it.

    It stays hidden when they come of age: only somebody's choice shows a name, at any age.
    """
    if player.shown == Player.Shown.FULL and is_minor(player, on):
        player.shown = Player.Shown.HIDDEN


def split_name(name: str) -> tuple[str, str, str]:
    """Return forenames, surname (the last word), and what tells two of one name apart: "(senior)"."""
    words, bracket, apart = name.partition(" (")
    forenames, _, surname = words.rpartition(" ")
    return forenames, surname, f"{bracket}{apart}".strip()


def surname_first(name: str) -> tuple[str, str, str]:
    """Return a name as lists are sorted: by surname, then forenames, without accents and capitals."""
    forenames, surname, apart = split_name(name)
    return folded(surname), folded(forenames), folded(apart)


def bare(name: str) -> str:
    """Return a name for comparison: without capitals, accents, dots and needless spaces."""
    return " ".join(folded(name).replace(".", " ").split())


def stored_name(name: str) -> str:
    """Return a name as `NameLeft` stores it, cut to the column: folding can make a name longer."""
    return bare(name)[:LONGEST_STORED]


class KeptBack:
    """The names that players of a league keep from the public, found again in words that somebody typed.

    A name at a table that nobody has sorted yet, the reason of a ruling, a remark on a card: where such a
    name stands in them, its first name whole or an initial, the public reads what the player chose. A name
    of one word alone is let be: Jack is a card as well. One query, once there is something to read.
    """

    def __init__(self, players: QuerySet[Player]) -> None:
        self._players = players

    @classmethod
    def of(cls, league: League) -> "KeptBack":
        """Return the one of a league, which stays with the object: a page asks for its names once."""
        kept_back: KeptBack = league.__dict__.setdefault("_kept_back", cls(league.players.all()))
        return kept_back

    def hide(self, words: str) -> str:
        """Return the words as the public may read them."""
        if not words or self._names is None:
            return words
        return self._names.sub(lambda match: self._shown[_bare(match[1])], words)

    @cached_property
    def _shown(self) -> dict[str, str]:
        keeps = Q(shown__in=(Player.Shown.INITIALS, Player.Shown.HIDDEN))
        keeps |= Q(merged_into__shown__in=(Player.Shown.INITIALS, Player.Shown.HIDDEN))
        players = self._players.filter(keeps).select_related("merged_into")
        shown = {}
        for player in players.order_by("shown", "pk"):
            bearer = player.merged_into or player
            first, *others = player.name.split() or [""]
            for name in ((first, *others), (first[:1], *others)) if others else ():
                shown[_bare(" ".join(name))] = shown_name(bearer)
        return shown

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        if not self._shown:
            return None
        longest_first = sorted(self._shown, key=lambda name: (-len(name), name))
        spelt = "|".join(r"(?:\.\s*|\s+)".join(map(re.escape, name.split())) for name in longest_first)
        return re.compile(rf"(?<!\w)({spelt})(?!\w)(?:\s*\([^)]*\))?", re.IGNORECASE)


def _bare(name: str) -> str:
    return " ".join(name.casefold().replace(".", " ").split())
