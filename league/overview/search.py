"""Search in a league: teams, pubs, players, matches, cups and news by the beginnings of their words.

Compared in Python: SQLite folds only ASCII, and “caf” has to find the Café. The names of a league are read
as plain values, one query for each kind; the matches found one more.
"""

import datetime
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from league.bulletin.selectors import as_news, published_bulletins
from league.competition.selectors import league_today
from league.history.former_names import PUB, TEAM, renamings
from league.matches.selectors import being_played
from league.models import Cup, League, Match, Player, Pub, Team
from league.people.names import shown_name
from league.shared.text import folded

MOST = 8
LONGEST_SEARCH = 80

FoundSentence = tuple[tuple[str, bool], ...]
"""A sentence in parts, each with whether it is a word that was searched for."""


Found = dict[str, Sequence[Any]]
"""What was found by kind, at most eight of each and no kind of which nothing was: names with the slugs or
ids of their pages, matches, news.
"""


def search_league(league: League, text: str, *, to_secretary: bool) -> Found:
    """Return what matches every word of the text, for the workspace. Players only to those who see full
    names. Five queries.
    """
    beginnings = words_of(text)
    players, former = _players(league).values_list("name", "public_id"), _former(league)
    found: Found = {
        "teams": _places(league, TEAM, beginnings, former),
        "pubs": _places(league, PUB, beginnings, former),
        "players": _matching(players, beginnings) if to_secretary else [],
        "matches": _matches(league, beginnings),
    }
    return {kind: rows for kind, rows in found.items() if rows}


def search_public(league: League, text: str) -> Found:
    """Return what the public may find: a player by the name they are shown under. At most nine queries."""
    beginnings = words_of(text)
    shown = sorted(
        (
            (shown_name(player), player.public_id)
            for player in _players(league).exclude(shown=Player.Shown.HIDDEN)
        ),
        key=lambda one: one[0],
    )
    latest = {
        slug: name
        for name, slug in Cup.objects.filter(season__league=league)
        .order_by("season__starts_on", "name")
        .values_list("name", "slug")
    }
    news, former = as_news(league, published_bulletins(league)), _former(league)
    found: Found = {
        "teams": _places(league, TEAM, beginnings, former),
        "pubs": _places(league, PUB, beginnings, former),
        "players": _matching(shown, beginnings),
        "matches": _matches(league, beginnings),
        "cups": _matching(((name, slug) for slug, name in latest.items()), beginnings),
        "news": [item for item in news if _is_in(beginnings, f"{item.title} {item.notices}")][:MOST],
    }
    return {kind: rows for kind, rows in found.items() if rows}


def typed_text(text: str) -> str:
    """Return what somebody typed to search for, in one line and not longer than a page takes."""
    return " ".join(text.replace("\x00", " ").split())[:LONGEST_SEARCH]


def is_found(text: str, words: str) -> bool:
    """Return whether every word of the text begins one of the words."""
    return _is_in(words_of(text), words)


def marked(text: str, sentences: Iterable[str]) -> FoundSentence:
    """Return the sentence with most words of the text, in parts: each with whether it is one of them.

    Empty if no sentence has any.
    """
    beginnings = words_of(text)

    def parts(sentence: str) -> FoundSentence:
        pieces = re.split(r"([\w’']+)", sentence)
        return tuple((piece, _begins(beginnings, piece)) for piece in pieces if piece)

    best = max((parts(sentence) for sentence in sentences), key=_count_marked, default=())
    return best if _count_marked(best) else ()


def _begins(beginnings: list[str], word: str) -> bool:
    return any(bare.startswith(beginning) for bare in words_of(word) for beginning in beginnings)


def _count_marked(parts: FoundSentence) -> int:
    return len({piece.casefold() for piece, is_marked in parts if is_marked})


def _former(league: League) -> dict[tuple[str, int], list[str]]:
    """Return the earlier names of teams and pubs, by model and key. One query."""
    former: dict[tuple[str, int], list[str]] = defaultdict(list)
    for renaming in renamings(Q(league=league)):
        former[renaming.model, renaming.key].append(renaming.old)
    return former


def _places(
    league: League, kind: str, beginnings: list[str], former: Mapping[tuple[str, int], list[str]]
) -> list[tuple[str, str]]:
    """Return the teams or pubs that match by a name they have or had. One query."""
    rows: QuerySet[Any] = (Team if kind == TEAM else Pub)._default_manager.filter(league=league)
    known = rows.order_by("name").values_list("pk", "name", "slug")
    return [
        (name, slug)
        for key, name, slug in known
        if any(_is_in(beginnings, each) for each in (name, *former.get((kind, key), ())))
    ][:MOST]


def _players(league: League) -> QuerySet[Player]:
    return Player.objects.not_merged().filter(league=league).order_by("name", "told_apart_by")


def _matches(league: League, beginnings: list[str]) -> list[Match]:
    """Return matches of the season being played by their teams and their day: “fleece 14 jan”.

    The next come first, then the latest; those without a date last.
    """
    today = league_today(league)
    sides = being_played(league).order_by("date", "id").values_list("pk", "date", "home__name", "away__name")
    dates = {
        key: date
        for key, date, home, away in sides
        if _is_in(beginnings, f"{home} {away} {_day_words(date)}")
    }
    coming = [key for key, date in dates.items() if date and date >= today]
    played = [key for key, date in reversed(dates.items()) if date and date < today]
    keys = [*coming, *played, *(key for key, date in dates.items() if date is None)]
    known = Match.with_ties.select_related("home", "away", "division").in_bulk(keys[:MOST]) if keys else {}
    return [known[key] for key in keys[:MOST] if key in known]


def _day_words(date: datetime.date | None) -> str:
    return f"{date:%A} {date.day} {date:%B} {date:%Y-%m-%d}" if date else ""


def _matching(names: Iterable[tuple[str, str]], beginnings: list[str]) -> list[tuple[str, str]]:
    return [(name, key) for name, key in names if _is_in(beginnings, name)][:MOST]


def _is_in(beginnings: list[str], name: str) -> bool:
    return begin(beginnings, words_of(name))


def begin(beginnings: list[str], words: Collection[str]) -> bool:
    """Return whether each of the beginnings begins one of the words."""
    return all(any(word.startswith(beginning) for word in words) for beginning in beginnings)


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without “v”, “the” and what stands around them."""
    words = "".join(
        letter if letter.isalnum() else " " for letter in folded(text).replace("’", "").replace("'", "")
    ).split()
    return [word for word in words if word not in ("v", "the")] or words
