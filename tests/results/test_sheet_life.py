"""Typed, corrected, moved, disputed or taken off: the public reads what was confirmed of a sheet last.

A sheet of one table, by the pages a secretary uses and the API the public reads. The model is what stands in
the fields of the page.
"""

import itertools
import re
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from league.bulletin.old_figures import old_figures
from league.models import Match, RuleBook, Scorecard
from tests.builders import FRIDAY, a_captain, a_division, a_league, a_match, a_season, a_secretary
from tests.examples import examples
from tests.reading import markup

TEN_THOUSAND = 10_000
TARGET, ROWS = 5, 4
AWARDS = ("high", "low", "jack", "game")
FINALS = ("t1-home-final", "t1-away-final")
leagues = itertools.count(1)

Fields = dict[str, str]
marks = st.sampled_from(["hhhh", "aana", "hahn", "ah..", "hh..", "h...", "...."])


class Sheets(RuleBasedStateMachine):
    """A match of one table and a secretary, who has its page open."""

    steps = 0

    def __init__(self) -> None:
        super().__init__()
        caches["requests"].clear()  # all send from one address
        league = a_league(f"Sheets {next(leagues)}")
        season = a_season(league, rule_book=RuleBook.objects.create(tables=1, target=TARGET))
        self.match = a_match(a_division(season))
        self.rematch = a_match(self.match.division, self.match.away, self.match.home, week=2)
        self.desk = Client()
        self.desk.force_login(a_secretary(league, f"secretary-{league.slug}"))
        self.league = f"/{league.slug}"
        self.season = f"{self.league}/secretary/seasons/{season.slug}/"
        self.bulletin = f"{self.league}/secretary/bulletin/"
        self.page_of = f"{self.league}/secretary/matches/{self.match.public_id}/"
        self.fields: Fields = {}
        self.hidden: Fields = {"version": "0", "draft": "0"}
        self.public: Fields | None = None
        a_captain(self.match.division, self.match.home.name, email=f"{league.slug}@example.org")
        self.told: dict[str, Fields | None] = {}
        self.of_league = league

    @rule(number=st.integers(1, ROWS), row=marks)
    def types_a_row(self, number: int, row: str) -> None:
        for award, mark in zip(AWARDS, row, strict=True):
            self.fields[f"t1-h{number}-{award}"] = {"n": "-", ".": ""}.get(mark, mark)

    @rule(rows=st.sampled_from([("hhhh", "h..."), ("aana", "aa.."), ("hahn", "aana", "hhh."), ()]))
    def types_all_rows(self, rows: tuple[str, ...]) -> None:
        for number, row in itertools.zip_longest(range(1, ROWS + 1), rows, fillvalue="...."):
            self.types_a_row(number, row)

    @rule(home=st.sampled_from(["", "", "5", "2"]), away=st.sampled_from(["", "", "3", "5"]))
    def types_the_foot(self, home: str, away: str) -> None:
        self.fields |= dict(zip(FINALS, (home, away), strict=True))

    @rule()
    def saves_and_opens_the_page_again(self) -> None:
        self._send("entry", save="yes")
        self._open()

    @rule()
    def deletes_the_draft(self) -> None:
        self._send("entry", drop="yes")
        self._open()

    @rule(number=st.integers(1, ROWS))
    def clears_a_row_and_confirms(self, number: int) -> None:
        self.types_a_row(number, "....")
        self.confirms()

    @rule()
    def confirms(self) -> None:
        answer = self._send("entry", confirm="sure", reason="read again")
        if answer.status_code == 303:
            self.public = self._typed()
        else:
            assert answer.status_code == 422
        self._public_reads_what_was_confirmed()
        self._open()

    @rule()
    def turns_home_and_away_round(self) -> None:
        sent = {"what": "turn", "reason": "the wrong way round", "version": self.hidden["version"]}
        answer = self.desk.post(f"{self.page_of}put-right/", sent)
        if self.public is not None and answer.status_code == 303 and "entry" not in answer["Location"]:
            self.public = turned(self.public)
        self._public_reads_what_was_confirmed()
        self._open()

    @rule()
    def takes_the_result_off(self) -> None:
        sent = {"what": "take-off", "reason": "not played", "version": self.hidden["version"]}
        answer = self.desk.post(f"{self.page_of}put-right/", sent)
        if answer.status_code == 303:
            self.public = None
        self._public_reads_what_was_confirmed()
        self._open()

    @rule(rows=st.sampled_from([("hhhh", "h..."), ("aana", "aa..")]))
    def saves_in_two_windows(self, rows: tuple[str, ...]) -> None:
        mine, opened = filled(self.fields), self.hidden
        self._open()
        self.types_all_rows(rows)
        assert self._send("entry", save="yes").status_code == 303
        self._open()
        is_behind = self.hidden["draft"] != opened["draft"] and filled(self.fields) != mine
        self.fields, self.hidden = mine, opened
        assert self._send("entry", save="yes").status_code == (409 if is_behind else 303)
        self._public_reads_what_was_confirmed()
        self._open()

    @rule()
    def moves_the_result_to_the_return_match_and_back(self) -> None:
        here = f"{self.league}/secretary/matches/"
        for match, other in ((self.match, self.rematch), (self.rematch, self.match)):
            page = markup(self.desk.get(f"{here}{match.public_id}/put-right/"))
            version = re.search(r'name="version" value="(\d+)"', page)
            if self.public is None or version is None:
                assert self.public is version is None
                return
            sent = {"what": "move", "reason": "the other night", "version": version[1], "confirm": "sure"}
            answer = self.desk.post(f"{here}{match.public_id}/put-right/", sent)
            assert answer["Location"] == f"{self.league}/matches/{other.public_id}/"
            self.public = turned(self.public)
            self._reads(match, None)
            self._reads(other, self.public)
        self._open()

    @rule()
    def is_disputed_until_it_is_settled(self) -> None:
        page = f"{self.page_of}dispute/"
        assert self.desk.post(page, {"because": "They say 5, not 3."}).status_code == 303
        self._reads(self.match, self.public)
        key = re.search(r'name="dispute" value="(\d+)"', markup(self.desk.get(page)))
        assert key
        sent = {"settle": "yes", "dispute": key[1], "decision": "It stands."}
        assert self.desk.post(page, sent).status_code == 303
        self._public_reads_what_was_confirmed()
        self._open()

    @rule()
    def confirms_in_a_closed_season_that_is_reopened(self) -> None:
        assert self.desk.post(self.season, {"close": ""}).status_code == 303
        assert self._send("entry", confirm="sure", reason="too late").status_code != 303
        self._public_reads_what_was_confirmed()
        assert self.desk.post(self.season, {"reopen": ""}).status_code == 303
        self._public_reads_what_was_confirmed()
        self._open()

    @rule()
    def publishes_the_news_and_writes_to_captains(self) -> None:
        Sheets.steps += 1
        for button, seen in (("publish", "news_seen"), ("send", "mail_seen")):
            shown = self.desk.get(self.bulletin).context
            hidden = {"seen": shown[seen], "key": shown["key"], "revision": shown["saved"].revision}
            if self.desk.post(self.bulletin, {**hidden, button: "yes"}).status_code == 303:
                self.told[button] = self.public
        assert "publish" in self.told
        self._public_reads_what_was_confirmed()

    def _send(self, what: str, **more: str) -> Any:
        return self.desk.post(f"{self.page_of}{what}/", {**self.fields, **self.hidden, **more})

    def _open(self) -> None:
        """Open the page: it shows the draft, or else the result."""
        Sheets.steps += 1
        page = markup(self.desk.get(f"{self.page_of}entry/"))
        shown = dict(re.findall(r'name="([a-z0-9-]+)" value="([^"]*)"', page))
        self.fields = {name: shown[name] for name in (*row_fields(), *FINALS)}
        self.hidden = {name: shown[name] for name in ("version", "draft")}

    def _typed(self) -> Fields:
        """What the fields say: the hands as typed, and the foot, which follows from them if left empty."""
        rows = {name: text for name in row_fields() if (text := self.fields.get(name, ""))}
        home, away = (self.fields.get(name, "") for name in FINALS)
        if not (home or away):
            home, away = map(str, pegged(rows))
        return rows | {FINALS[0]: home or str(TARGET), FINALS[1]: away or str(TARGET)}

    def _public_reads_what_was_confirmed(self) -> None:
        self._reads(self.match, self.public)
        if self.told:
            out = next(old_figures(self.of_league, FRIDAY.date()), None)
            is_old = {"publish": bool(out and out.is_news), "send": bool(out and (out.waiting or out.sent))}
            for button, told in self.told.items():
                if winner_of(told) != winner_of(self.public) or finals_of(told) == finals_of(self.public):
                    is_other = told is not None and finals_of(told) != finals_of(self.public)
                    assert is_old[button] == is_other, button

    def _reads(self, match: Match, confirmed: Fields | None) -> None:
        cards = Scorecard.objects.filter(match=match)
        assert cards.filter(is_confirmed=True).count() == (confirmed is not None)
        tables = self.desk.get(f"/api/v1/leagues{self.league}/matches/{match.public_id}").json()["tables"]
        if confirmed is None:
            assert all(not table["games"] for table in tables)
            return
        game = tables[0]["games"][0]
        public = {FINALS[0]: str(game["home_score"]), FINALS[1]: str(game["away_score"])}
        for hand in game["hands"]:
            for award in AWARDS:
                if mark := hand["game_point" if award == "game" else award]:
                    public[f"t1-h{hand['hand']}-{award}"] = mark
        assert public == confirmed


def finals_of(confirmed: Fields | None) -> list[int] | None:
    return confirmed and [int(confirmed[name]) for name in FINALS]


def winner_of(confirmed: Fields | None) -> bool | None:
    home, away = finals_of(confirmed) or (0, 0)
    return home > away if home or away else None


def filled(fields: Fields) -> Fields:
    return {name: text for name, text in fields.items() if text}


def turned(fields: Fields) -> Fields:
    """The same with home and away the other way round."""
    rows = {name: {"h": "a", "a": "h"}.get(text, text) for name, text in fields.items()}
    return rows | {FINALS[0]: rows[FINALS[1]], FINALS[1]: rows[FINALS[0]]}


def row_fields() -> list[str]:
    return [f"t1-h{number}-{award}" for number in range(1, ROWS + 1) for award in AWARDS]


def pegged(rows: Fields) -> tuple[int, int]:
    """Added up by hand: one for each mark in its order, until somebody is out."""
    score = {"h": 0, "a": 0}
    for name in row_fields():
        if rows.get(name) in score and max(score.values()) < TARGET:
            score[rows[name]] += 1
    return score["h"], score["a"]


def run(number: int, steps: int) -> None:
    many = settings(
        max_examples=number,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    run_state_machine_as_test(Sheets, settings=many)


@pytest.fixture(autouse=True)
def on_friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


@pytest.mark.django_db
def test_the_public_reads_what_was_confirmed_last() -> None:
    run(examples(10), steps=15)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_public_reads_what_was_confirmed_last_in_ten_thousand_steps(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = Sheets.steps
    while Sheets.steps - before < TEN_THOUSAND:
        run(10, steps=60)
        with capsys.disabled():
            done = Sheets.steps - before
            print(f"{connection.vendor}: {done:,} steps without a difference", flush=True)


def test_a_row_that_was_cleared_stays_cleared(db: None) -> None:
    life = Sheets()
    life.types_all_rows(("hahn", "ahnh", "h..."))
    life.confirms()
    assert life.public
    life.types_a_row(3, "ahn-")
    life.types_a_row(2, "....")
    life.types_the_foot("", "3")
    life.confirms()
