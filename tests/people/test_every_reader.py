"""Every address there is, in every form, asked by everybody without a role in the league: no name that a
player keeps back is in any answer, and for the public nothing else that is the secretary's or the captains'.

The addresses come from league/urls.py. One with a part that is not in `parts_of`, or of a kind of file that
`READ_BY_KIND` cannot read, fails here until it is added.
"""

import datetime
import io
import itertools
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, resolve, reverse
from django.utils import timezone
from django.utils.text import slugify

from league.accounts.services.links import codes_for
from league.exchange.public_files.pages import LEAGUE_TABLES, SEASON_TABLES
from league.models import Draft, Match, Player, Pub, TableEntry
from league.overview.discovery import _sections
from league.printing.registry.catalogue import DOCUMENTS
from tests.accounts.address_rules import (
    FOR_ANYBODY,
    FOR_CAPTAIN,
    FOR_PLAYERS,
    FOR_PUB,
    FOR_PUBLIC,
    FOR_SCORER,
    FOR_SQUARE,
    LEADING_ON,
)
from tests.accounts.address_world import asked_by, named
from tests.api.addresses import api_addresses
from tests.browser.signing import what_is_signed
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_captains_link,
    a_drawn_cup,
    a_league,
    a_pub_link,
    a_secretary,
    a_square,
    an_account,
)
from tests.examples import part_of
from tests.people.private_world import (
    CONTACT,
    DISPUTE,
    DRAFTED,
    HIDDEN,
    REMARK,
    WHO,
    a_private_match,
    a_private_world,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unset_paper")]

NAMES = ("Zebedee", "Quarmby", "Xanthe", "Yewdall", WHO)
NOT_FOR_SCORERS = (*NAMES, REMARK, DRAFTED, DISPUTE, *CONTACT)
LINK_WITH_QUESTION = re.compile(r'href="([^"#]*\?[^"#]*)')
ALTERNATIVES = re.compile(r"[a-z]+(?:\|[a-z]+)+")
# Somebody else of the same league: no hidden player is in their team.
THEIR_TEAM = "The Shears"
LINKED = {"captain", "players", "pub", "phone"}
ROLES = ("visitor", "captain", "captain-account", "players", "pub", "phone", "neighbour")
SLOW = {"neighbour", "captain", "captain-account", "players", "pub"}
PUBLIC = {"visitor", "neighbour"}
OWN_ADDRESSES = {
    "visitor": FOR_ANYBODY | FOR_PUBLIC,
    "captain": {name for name in FOR_CAPTAIN if "-account" not in name},
    "captain-account": {name for name in FOR_CAPTAIN if "-account" in name},
    "players": FOR_PLAYERS,
    "pub": FOR_PUB,
    "phone": FOR_SCORER | FOR_SQUARE,
    "neighbour": FOR_PUBLIC,
}
"""What each of them came for, and must have seen, or the search for names is of nothing."""
NOTHING_TO_READ = {
    # They lead elsewhere, or only take what is sent.
    *LEADING_ON,
    *("league-fixtures", "league-results", "league-standings"),
    *("short-television", "short-pub-television", "apple-icon", "sign-out", "passkey-options"),
    # The photographs in this world are the other side's.
    *(f"captain{by}-photograph{of}" for by in ("", "-account") for of in ("", "s", "-reading", "-sheet")),
    "scoring-photographs",
    # Numbers, for who has a token that is not set here.
    "metrics",
    # A picture of a house.
    *("pub-photograph", "own-pub-photograph"),
}


def from_text(answer: HttpResponse) -> str:
    return answer.getvalue().decode()


def from_archive(answer: HttpResponse) -> str:
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        return " ".join(f"{name} {archive.read(name).decode()}" for name in archive.namelist())


READ_BY_KIND: dict[str, Callable[[HttpResponse], str]] = {
    "application/pdf": from_text,
    "image/png": from_text,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": from_archive,
}


class AddressReader:
    """Somebody who asks for addresses, and everything that their answers say, by address."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.said: dict[str, str] = {}

    def ask(self, address: str) -> int:
        answer = self.client.get(address)
        self.said[address] = f"{answer.headers} {self._read(answer)}"
        return answer.status_code

    def _read(self, answer: HttpResponse) -> str:
        kind = answer.headers.get("Content-Type", "text/plain").partition(";")[0]
        is_text = kind.startswith("text/") or kind.endswith(("json", "xml", "javascript"))
        return READ_BY_KIND.get(kind, from_text if is_text else _nobody_reads)(answer)

    def follow_questions(self) -> None:
        """Ask for links with a question (a month, a table): the first for each page and question."""
        asked: set[tuple[str | None, ...]] = set()
        waiting = list(self.said)
        for page in waiting:
            for link in LINK_WITH_QUESTION.findall(self.said[page]):
                address = urlsplit(urljoin(page, link.replace("&amp;", "&")))
                if address.netloc:
                    continue
                kind = (resolve(address.path).url_name, *sorted(parse_qs(address.query)))
                if kind not in asked:
                    asked.add(kind)
                    self.ask(address.geturl())
                    waiting.append(address.geturl())

    def told(self, words: Iterable[str]) -> dict[str, list[str]]:
        """Return the words that were in what it read and not in what it asked, by address."""
        found = {
            address: [word for word in words if word not in address and word.casefold() in said.casefold()]
            for address, said in self.said.items()
        }
        return {address: words for address, words in found.items() if words}


def _nobody_reads(answer: HttpResponse) -> str:
    raise AssertionError(f"READ_BY_KIND has no way to read {answer.headers['Content-Type']}")


def parts_of(match: Match) -> dict[str, list[Any]]:
    """Return everything that the parts of an address can name in this league, the match's own first.

    In the gate each fourth of the matches of a cup, whose own pages name them all, and two tables of four.
    """
    division = match.division
    league = division.season.league
    season = division.season
    ties = Match.with_ties.filter(tie__isnull=False, division__season=season)
    matches = [match, *division.matches.exclude(pk=match.pk), *part_of(ties, each=4)]
    players = sorted(league.players.all(), key=lambda player: player.shown != Player.Shown.FULL)
    api = [address.removeprefix("/api/v1/") for address in api_addresses(league)]
    return {
        "league_slug": [league.slug],
        "season_slug": [season.slug],
        "division_slug": [division.slug, *(slugify(table.division) for table in league.old_tables.all())],
        "match_id": [each.public_id for each in matches],
        "version": [1, 2],
        "pub_slug": list(league.pubs.values_list("slug", flat=True)),
        "team_slug": list(league.teams.values_list("slug", flat=True)),
        "player_id": [player.public_id for player in players],
        "first_id": [player.public_id for player in players],
        "second_id": [player.public_id for player in reversed(players)],
        "ruling_id": list(division.rulings.values_list("public_id", flat=True)),
        "date": [NIGHT],
        "year": list(league.old_tables.values_list("year", flat=True)),
        "document_name": [kind.name for kind in DOCUMENTS],
        "page": ["printing"],
        "variant": ["heckmondwike"],
        "players": [4],
        "sides": [2],
        "target": [15],
        # Both players sit at the first table, and are written by hand at the last.
        "table": part_of([1, 2, 4, 3], each=2),
        "cup_slug": list(season.cups.values_list("slug", flat=True)),
        "night_slug": list(season.cups.filter(kind="pairs_night").values_list("slug", flat=True)),
        "cup_id": list(season.cups.values_list("public_id", flat=True)),
        "round_number": [1],
        "number": [1, 2],
        "rest": api,
        "league_table": list(LEAGUE_TABLES),
        "season_table": list(SEASON_TABLES),
        "section": list(_sections()),
        "listed": ["fixtures", "results", "next"],
        # Only secretaries' addresses have these: whoever asks here is turned away before they are looked up.
        **{
            name: ["zzzz"] for name in ("offence_id", "plan_id", "decision_id", "photograph_id", "unfiled_id")
        },
        **{name: ["zzzz"] for name in ("import_id", "statement_id", "change_id", "version_id")},
        **{name: ["somebody"] for name in ("username", "what", "record_key")},
        "key": ["1.the-fleece.the-shears"],
        # No more than a link that opens nothing; a square is nobody's own.
        "code": ["22222222"],
        "square": [a_square(match.venue).split("/")[2]],
        "token": ["2" * 40],
    }


def addresses_of(pattern: URLPattern, parts: Mapping[str, list[Any]], *, is_open: bool) -> Iterator[str]:
    """Yield a page's addresses with everything it can name; one of those that are closed to the reader.

    In the gate each twentieth of what everybody can open, and the first: it names the match or who is hidden.
    """
    name = str(pattern.name)
    keys = asked_by(name)
    choices = [forms if (forms := _forms(pattern, key)) else parts[key] for key in keys]
    first, *others = itertools.product(*choices)
    if name in FOR_PUBLIC | FOR_ANYBODY:
        others = part_of(others, each=20)
    for values in [first, *others] if is_open else [first]:
        yield reverse(name, kwargs=dict(zip(keys, values, strict=True)))


def _forms(pattern: URLPattern, key: str) -> list[str]:
    """Return the words an address may have at a place, if its converter lists them: csv, xlsx, json."""
    converter = pattern.pattern.converters.get(key)
    words = getattr(converter, "regex", "")
    return words.split("|") if ALTERNATIVES.fullmatch(words) else []


def link_of(role: str, match: Match) -> tuple[str, str]:
    """Return the part of an address that lets this role in, and what it is called there."""
    if role == "phone":
        return "code", codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    address = (
        a_pub_link(Pub.objects.get(slug=match.home.pub.slug))
        if role == "pub"
        else a_captains_link(match.division, THEIR_TEAM, kind=role)
    )
    return "token", address.strip("/").split("/")[-1]


@pytest.mark.parametrize(
    "role", [pytest.param(role, marks=pytest.mark.slow if role in SLOW else ()) for role in ROLES]
)
def test_no_answer_names_a_player_who_is_not_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY - datetime.timedelta(hours=12))
    match = a_private_world(a_private_match())
    league = match.division.season.league
    if role not in PUBLIC:
        # Who scores at a table reads what was typed there, and captains read what they write to each other.
        TableEntry.objects.filter(match__division=match.division).delete()
    if role.startswith("captain"):
        what_is_signed(league, "We won that table.")
    a_drawn_cup(match.division.season, "The Fleece", THEIR_TEAM, on=NIGHT)
    neighbour = a_secretary(a_league("Four Rivers"), "neighbour")
    typed = {"remarks": DRAFTED}
    Draft.objects.create(match=match, user=a_secretary(league), began_from=2, typed=typed, saved_at=FRIDAY)
    reader = AddressReader(client)
    parts = parts_of(match)
    if role == "neighbour":
        client.force_login(neighbour)
    if role == "captain-account":
        client.force_login(an_account(league, "captain", team=match.away))
        parts["team_slug"] = [match.away.slug]
    if role in LINKED:
        key, value = link_of(role, match)
        parts[key] = [value]
    seen = set()
    own = OWN_ADDRESSES[role]
    for pattern in named():
        # What everybody can read is read once; the rest turns away whoever has no business there.
        if role in LINKED | {"captain-account"} and pattern.name in FOR_PUBLIC | FOR_ANYBODY:
            continue
        for address in addresses_of(pattern, parts, is_open=pattern.name in own):
            if reader.ask(address) in {200, 202}:
                seen.add(pattern.name)
    assert own - seen - NOTHING_TO_READ == set()
    words = NOT_FOR_SCORERS if role == "phone" else NAMES
    if role in PUBLIC:
        reader.follow_questions()
        words = (*NOT_FOR_SCORERS, Player.objects.get(name=HIDDEN).public_id)
        assert any("A player had not signed, says X. Y." in said for said in reader.said.values())
    assert reader.told(words) == {}
