"""A served league in use: phones, a secretary, a program; and an exact count of what is stored."""

import contextlib
import functools
import json
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import psycopg
from PIL import Image

from tests.operating.served import Answer, Neighbour, ServedLeague

LEAGUE = "hadderley"
JSON = "application/json"
BOUNDARY = "a-line-nobody-writes"
PAUSE = 0.1
PATIENCE = 240
HAND = {"high": "h", "low": "a", "jack": "-", "game": "h"}

# Matches that have been played and whose results are missing, with what opens them; and a list to publish.
PREPARE = """
import datetime
import json
from django.utils import timezone
from league.accounts.services.api_tokens import create_token
from league.accounts.services.links import codes_for
from league.exchange.lists.plans import plan_of_list
from league.models import ApiToken, League, Match, User
from league.scheduling.services.plans import make_plan

league, now = League.objects.get(), timezone.now()
season = league.seasons.get(is_finished=False)
own = Match.objects.filter(division__season=season, is_play_off=False)
played = own.filter(scorecards=None, rulings=None, entries=None, date__lt=now).order_by("-date", "id")
matches = list(played.select_related("division", "home", "away")[:8])
codes = codes_for(matches=[match.pk for match in matches], now=now)
secretary = User.objects.get(username="secretary")
_, token = create_token(league=league, name="Scorer", scopes=ApiToken.Scope.values, by=secretary, now=now)
coming = own.filter(date__gt=now).order_by("-date", "id").select_related("home", "away").first()
moved = {coming.pk: coming.date + datetime.timedelta(days=1)}
rows = [("Date", "Home", "Away", "Division")]
for match in own.select_related("division", "home", "away"):
    date = moved.get(match.pk) or match.date or coming.date + datetime.timedelta(days=2)
    rows.append((f"{date:%d/%m/%Y}", match.home.name, match.away.name, match.division.name))
read = plan_of_list(league=league, season=season, rows=rows, answers={}, is_last_years=False)
plan = make_plan(
    season=season, name="Moved", requests_text=read.requests_text, by=secretary, now=now, meetings=read.plan
)
print(json.dumps({
    "season": season.slug,
    "division": matches[0].division.slug,
    "tables": season.rule_book.tables,
    "games": season.rule_book.games_a_table,
    "matches": [match.public_id for match in matches],
    "codes": [codes[match.pk] for match in matches],
    "token": token,
    "plan": plan.public_id,
    "revision": plan.revision,
    "coming": {"home": coming.home.slug, "away": coming.away.slug, "date": str(coming.date)},
}))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How much is stored of what people sent."""

    hands: int
    results: int
    photographs: int
    imports: int
    letters: int

    def plus(self, **more: int) -> "Count":
        """Return a count that is higher by so much."""
        return Count(**{name: getattr(self, name) + more.get(name, 0) for name in self.__slots__})


COUNTED = {
    "hands": "SELECT COUNT(DISTINCT client_id), COUNT(*) FROM league_tableentry",
    "results": "SELECT COUNT(DISTINCT match_id), COUNT(*) FROM league_scorecard WHERE is_confirmed",
    "photographs": "SELECT COUNT(DISTINCT public_id), COUNT(*) FROM league_photograph",
    "imports": "SELECT COUNT(DISTINCT public_id), COUNT(*) FROM league_importrun",
    "letters": "SELECT COUNT(*), COUNT(*) FROM league_notice",
}


@dataclass
class LeagueInUse(ServedLeague):
    """The demo league as it is served, with what opens its matches."""

    known: dict[str, Any] = field(default_factory=dict)

    def set_up(self) -> None:
        super().set_up()
        self.known = json.loads(self.manage("shell", "-c", PREPARE).stdout.splitlines()[-1])

    # --- The site as a whole -------------------------------------------------------------------
    def start(self, **more: str) -> None:
        """Serve until `stop`; comes back when a page is answered."""
        self._site = contextlib.ExitStack()
        self.process = self._site.enter_context(self.serve(**more))

    def stop(self) -> None:
        self._site.close()

    @contextlib.contextmanager
    def served(self, **more: str) -> Iterator[None]:
        self.start(**more)
        try:
            yield
        finally:
            self.stop()

    def workers(self) -> list[int]:
        """Return the processes that answer requests, neither clock nor printing process."""
        served_by = Path(f"/proc/{self.process.pid}/comm").read_text()
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children if Path(f"/proc/{child}/comm").read_text() == served_by]

    @property
    def database(self) -> str:
        """Return the address of PostgreSQL, or nothing for a file."""
        return self.more.get("DATABASE_URL", "")

    @contextlib.contextmanager
    def opened(self) -> Iterator[Any]:
        """Give a connection to the database, past the site."""
        if self.database:
            line = psycopg.connect(self.database.replace("postgres://", "postgresql://"), autocommit=True)
        else:
            line = sqlite3.connect(self.var / "pegboard.sqlite3", isolation_level=None, timeout=20)
        try:
            yield line
        finally:
            line.close()

    def count(self) -> Count:
        """Return what is stored; nothing is there twice."""
        counted = {}
        with self.opened() as database:
            for name, sql in COUNTED.items():
                ((different, rows),) = database.execute(sql).fetchall()
                assert different == rows, f"{rows} {name}, of which {different} differ"
                counted[name] = rows
        return Count(**counted)

    # --- What people do: each can be sent again and counts once --------------------------------
    def visitor(self) -> Neighbour:
        return Neighbour(self.port)

    def read(self, path: str = "/", **headers: str) -> Answer:
        """Ask for a public page of the league."""
        return self.visitor().ask(f"/{LEAGUE}{path}", **headers)

    def result(self, number: int = 0, score: int = 9, version: int = 0) -> Answer:
        """Send the result of a match by a program, or correct the version there is."""
        game = {"home_score": 15, "away_score": score}
        tables = [
            {"table": table, "games": [game] * self.known["games"]}
            for table in range(1, self.known["tables"] + 1)
        ]
        match = self.known["matches"][number]
        sheet = {"version": version, "tables": tables, "reason": "read again" if version else ""}
        return self._send("PUT", f"/matches/{match}/result", sheet, f"r-{match}-{version}")

    def fixtures(self, date: str) -> Answer:
        """Move a match to come by a program: an import."""
        fixture = self.known["coming"] | {"date": date}
        address = f"/seasons/{self.known['season']}/fixtures"
        return self._send("POST", address, {"fixtures": [fixture]}, f"f-{date}")

    def publish(self) -> Answer:
        """Publish a plan in which one match has another date, as the secretary does."""
        secretary = self.visitor()
        secretary.sign_in()
        address = f"/{LEAGUE}/secretary/fixtures/{self.known['plan']}/"
        form = f"publish=sure&despite_faults=on&revision={self.known['revision']}"
        return secretary.post_form(address, form)

    def _send(self, method: str, address: str, body: object, key: str) -> Answer:
        return self.visitor().ask(
            f"/api/v1/leagues/{LEAGUE}{address}",
            method=method,
            body=json.dumps(body),
            Content_Type=JSON,
            Authorization=f"Bearer {self.known['token']}",
            Idempotency_Key=key,
        )

    def photograph(self, number: int = 0, shade: int = 100) -> Answer:
        """Send a photograph of a score sheet with the code of its match, as a phone does."""
        return self.visitor().ask(
            self.photographs_of(number),
            method="POST",
            body=photograph_form(shade),
            Content_Type=f"multipart/form-data; boundary={BOUNDARY}",
            Accept=JSON,
        )

    def photographs_of(self, number: int = 0) -> str:
        return f"/s/{self.known['codes'][number]}/photographs/"

    def hand(self, entry: dict[str, Any], number: int = 0, phone: int = 1) -> Answer:
        """Send one hand of a match's log."""
        message = {"v": 1, "phone": str(uuid.UUID(int=phone)), "since": 0, "brief": True, "entries": [entry]}
        address = f"/s/{self.known['codes'][number]}/log/"
        return self.visitor().ask(address, method="POST", body=json.dumps(message), Content_Type=JSON)


def a_hand(table: int, place: int) -> dict[str, Any]:
    """Return a hand as a phone sends it, with an id of its own."""
    return {
        "id": str(uuid.uuid4()),
        "table": table,
        "game": 1,
        "place": f"h{place}",
        "body": HAND,
        "follows": [],
        "at": "2027-01-14T21:00:00Z",
    }


@functools.cache
def photograph_form(shade: int) -> bytes:
    """Return a form with a picture, one for each shade."""
    picture = BytesIO()
    Image.effect_noise((1200, 900), shade).convert("RGB").save(picture, "JPEG", quality=85)
    head = (
        f"--{BOUNDARY}\r\n"
        'Content-Disposition: form-data; name="photograph"; filename="sheet.jpg"\r\n'
        "Content-Type: image/jpeg\r\n\r\n"
    )
    return head.encode() + picture.getvalue() + f"\r\n--{BOUNDARY}--\r\n".encode()


@dataclass
class Phones:
    """One at each table of a few matches, which sends a hand and sends it again until it is taken."""

    league: LeagueInUse
    matches: int = 3
    taken: int = 0
    refusals: list[tuple[int, str, str]] = field(default_factory=list)
    """Status, Retry-After and words of each answer but a 200."""
    cut: int = 0
    """How often there was no answer at all."""
    strange: list[str] = field(default_factory=list)
    _said: list[tuple[dict[str, Any], int]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _over: threading.Event = field(default_factory=threading.Event)

    @contextlib.contextmanager
    def playing(self) -> Iterator["Phones"]:
        """Let them play meanwhile; then each sends what it holds, and all of it is taken."""
        threads = [threading.Thread(target=self._play, args=(number,)) for number in range(self.matches)]
        for thread in threads:
            thread.start()
        try:
            self.wait_for_hands()
            yield self
        finally:
            self._over.set()
            for thread in threads:
                thread.join(PATIENCE)
        assert not any(thread.is_alive() for thread in threads), "a hand is never taken"
        assert self.strange == []

    def compare(self) -> None:
        """Send all hands again, as phones do whose log has become shorter; what is there counts once."""
        for entry, number in self._said:
            assert self.league.hand(entry, number, phone=number + 1).status == 200

    def wait_for_hands(self, more: int = 2) -> None:
        """Wait until so many more have been taken."""
        until, before = time.monotonic() + PATIENCE, self.taken
        while self.taken < before + more:
            assert time.monotonic() < until, f"no hand is taken any more: {self.refusals[-3:]}"
            time.sleep(PAUSE)

    def wait_for_refusals(self, more: int = 2) -> None:
        """Wait until so many more have been refused, or have had no answer."""
        until, before = time.monotonic() + PATIENCE, len(self.refusals) + self.cut
        while len(self.refusals) + self.cut < before + more:
            assert time.monotonic() < until, "nobody is refused"
            time.sleep(PAUSE)

    def _play(self, number: int) -> None:
        for played in range(10**6):
            if self._over.is_set():
                return
            self._until_it_is_taken(a_hand(1 + played % 4, 1 + played // 4 % 15), number)
            time.sleep(PAUSE)

    def _until_it_is_taken(self, entry: dict[str, Any], number: int) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = self.league.hand(entry, number, phone=number + 1)
            except OSError:
                with self._lock:
                    self.cut += 1
                time.sleep(PAUSE)
                continue
            except Exception as fault:  # half an answer of a process that was killed
                with self._lock:
                    self.cut += 1
                    if "http.client" not in type(fault).__module__:
                        self.strange.append(repr(fault))
                time.sleep(PAUSE)
                continue
            with self._lock:
                if answer.status == 200:
                    refused = answer.text and json.loads(answer.body).get("refused")
                    if refused:
                        self.strange.append(str(refused))
                    self.taken += 1
                    self._said.append((entry, number))
                    return
                sentence = json.loads(answer.body).get("sentence", "")
                self.refusals.append((answer.status, answer.headers.get("Retry-After", ""), sentence))
            time.sleep(PAUSE)
