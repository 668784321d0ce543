"""Search in a league: teams, pubs, players and matches by the beginnings of their words.

Compared in Python: SQLite folds only ASCII, and “caf” has to find the Café. The names of a league are read
as plain values, three queries; matches of the season being played one more.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from league.models import League, Match, Player, Pub, Team
from league.shared.text import folded

MOST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResults:
    """The results of each kind, at most eight: names and the slugs or ids of their pages."""

    teams: tuple[tuple[str, str], ...]
    pubs: tuple[tuple[str, str], ...]
    players: tuple[tuple[str, str], ...]
    matches: tuple[Match, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.teams or self.pubs or self.players or self.matches)


def search_league(league: League, text: str, *, to_secretary: bool) -> SearchResults:
    """Return what matches every word of the text. Players only to those who see full names. Four queries."""
    beginnings = _words(text)
    teams = Team.objects.filter(pub__league=league).order_by("name").values_list("name", "slug")
    pubs = Pub.objects.filter(league=league).order_by("name").values_list("name", "slug")
    players = Player.objects.not_merged().filter(league=league).order_by("name", "told_apart_by")
    return SearchResults(
        teams=_matching(teams, beginnings),
        pubs=_matching(pubs, beginnings),
        players=_matching(players.values_list("name", "public_id"), beginnings) if to_secretary else (),
        matches=_matches(league, beginnings),
    )


def _matches(league: League, beginnings: list[str]) -> tuple[Match, ...]:
    running = Match.objects.filter(division__season__league=league, division__season__is_finished=False)
    sides = running.order_by("date", "id").values_list("pk", "home__name", "away__name")
    keys = [key for key, home, away in sides if _is_in(beginnings, f"{home} {away}")]
    known = Match.objects.select_related("home", "away", "division").in_bulk(keys[:MOST]) if keys else {}
    return tuple(known[key] for key in keys[:MOST] if key in known)


def _matching(names: Iterable[tuple[str, str]], beginnings: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, key) for name, key in names if _is_in(beginnings, name))[:MOST]


def _is_in(beginnings: list[str], name: str) -> bool:
    words = _words(name)
    return all(any(word.startswith(beginning) for word in words) for beginning in beginnings)


def _words(text: str) -> list[str]:
    """Return the words of a text, folded, without “v”, “the” and what stands around them."""
    bare = "".join(
        letter if letter.isalnum() else " " for letter in folded(text).replace("’", "").replace("'", "")
    )
    words = bare.split()
    return [word for word in words if word not in ("v", "the")] or words
