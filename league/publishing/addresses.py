"""Which addresses of a league a copy of its site has, and the file of each."""

import re
from collections.abc import Collection
from functools import cached_property
from urllib.parse import parse_qsl, unquote, urlsplit

from django.conf import settings
from django.urls import Resolver404, ResolverMatch, resolve, reverse

from league.accounts.access import is_public
from league.exchange.public_files.pages import SEASON_TABLES
from league.models import Cup, League, Match
from league.printing.registry.catalogue import document_named

# Public pages that a copy is without, and why.
LEFT_OUT = frozenset(
    {
        # What is played now, and what is meant for other sites' frames.
        *(
            "draw-board",
            "live-list",
            "match-live",
            "night-board",
            "pub-television",
            "team-live",
            "television",
        ),
        *("embedded-live", "embedded-matches", "embedded-standings"),
        # What a device remembers.
        *("league-manifest", "your-pub", "your-pub-summary"),
        # Answers to a form; documents made of one.
        *("division-what-if", "document", "documents", "head-to-head"),
        # Paper to fill in.
        *("cup-score-sheets", "match-score-sheet", "match-table-slips", "pairs-slips", "pairs-tables"),
        "tie-score-sheet",
        # Pages once more, as a text or picture to send.
        *("all-time-tables-text", "cup-text", "division-fixtures-text", "division-results-text"),
        *("division-standings-text", "home-and-away-text", "league-records-text", "match-text"),
        *("old-table-text", "pair-text", "player-list-text", "player-text", "roll-of-honour-text"),
        *("season-awards-text", "season-standings-text"),
        *("cup-picture", "division-picture", "league-picture", "match-picture", "player-picture"),
        *("pub-picture", "season-picture"),
    }
)
# The page of help about the site in frames of others.
EMBEDDING = "on-your-website"
# They lead on, to a page that is in the copy.
LEADING = frozenset(
    {"division", "home-and-away", "league-fixtures", "league-results", "league-standings", "season-standings"}
)
# The questions that have a file: other seasons and divisions, pages of a list, and everybody in it.
ASKED = frozenset({"division", "page", "players", "season"})
PAGE = ".html"


class Addresses:
    """The addresses of a league's copy: of all its seasons, or of those with these slugs."""

    def __init__(self, league: League, seasons: Collection[str]) -> None:
        self.league, self.seasons = league, frozenset(seasons)
        self.home = reverse("league-home", args=[league.slug])

    def match(self, address: str) -> ResolverMatch | None:
        """Return what answers at an address, None if the copy is without it."""
        match, asked = self.public(address), dict(parse_qsl(urlsplit(address).query, True))
        if match is None or match.url_name in LEFT_OUT or not asked.keys() <= ASKED:
            return None
        if match.kwargs.get("page") == EMBEDDING or _is_long_on_paper(match.kwargs):
            return None
        is_file = not urlsplit(address).path.endswith("/")
        return match if not (is_file and asked) and self._is_chosen(match, asked) else None

    def public(self, address: str) -> ResolverMatch | None:
        """Return what answers at an address, None if it is no public page of the league."""
        try:
            match = resolve(unquote(urlsplit(address).path).removeprefix(settings.SUB_PATH))
        except Resolver404:
            return None
        is_ours = is_public(match) and match.kwargs.get("league_slug") == self.league.slug
        return match if is_ours else None

    def file(self, address: str) -> str:
        """Return where the file of an address is in the folder."""
        parts = urlsplit(address)
        path = unquote(parts.path)
        if path.startswith(settings.STATIC_URL):
            return f"static/{path.removeprefix(settings.STATIC_URL)}"
        path = path.removeprefix(self.home)
        if path and not path.endswith("/"):
            return path
        asked = "-".join(word for pair in parse_qsl(parts.query) for word in pair)
        return f"{path}index{asked and '-'}{re.sub('[^A-Za-z0-9-]', '_', asked)}{PAGE}"

    def _is_chosen(self, match: ResolverMatch, asked: dict[str, str]) -> bool:
        """Return whether the thing of an address belongs to a chosen season, or to none."""
        if not self.seasons:
            return True
        named = match.kwargs
        if "cup_slug" in named or "night_slug" in named:
            of = self._cups.get(named.get("cup_slug") or named["night_slug"], frozenset())
        elif "match_id" in named:
            of = frozenset({self._matches.get(named["match_id"], "")})
        else:
            of = frozenset(filter(None, (named.get("season_slug"), asked.get("season"))))
            return of <= self.seasons
        return bool(of & self.seasons)

    @cached_property
    def _matches(self) -> dict[str, str]:
        rows = Match.with_ties.filter(division__season__league=self.league)
        return dict(rows.values_list("public_id", "division__season__slug"))

    @cached_property
    def _cups(self) -> dict[str, frozenset[str]]:
        rows = Cup.objects.filter(season__league=self.league).values_list("slug", "season__slug")
        return {slug: frozenset(season for each, season in rows if each == slug) for slug, _ in rows}


def _is_long_on_paper(named: dict[str, str]) -> bool:
    """Return whether a file is a document that is printed in the background."""
    table = SEASON_TABLES.get(named.get("season_table", "")) if named.get("form") == "pdf" else None
    document = document_named(table.document) if table else None
    return document is not None and document[0].is_long
