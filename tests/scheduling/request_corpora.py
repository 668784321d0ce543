"""Sentences in people's own words with their expected meanings, and the leagues they are about."""

import datetime
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from league.scheduling.planner.calendar import WEEK, monday_of
from league.scheduling.planner.task import PlannedDivision, PlannedTeam, Venue
from league.scheduling.requests.answers import UnreadableSentence
from league.scheduling.requests.boxes import BoxRow
from league.scheduling.requests.days import format_day, parse_nights
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.resolving import KnownNames, LeagueFacts
from league.scheduling.requests.sentences import parse_sentence
from tests.tools.demo.pubs import TEAMS

FIRST = (
    "Liversedge W.M.C. A", "Liversedge W.M.C. B", "Black Bull", "The Fleece", "The Shears", "Old Robin Hood",
)  # fmt: skip
SECOND = (
    "The Railway Tavern", "St John’s Social Club", "The New Inn", "Gomersal Park", "The Swan", "Cross Keys A",
    "Cross Keys B",
)  # fmt: skip
PUBS = {
    "Liversedge W.M.C. A": "Liversedge W.M.C.", "Liversedge W.M.C. B": "Liversedge W.M.C.",
    "Black Bull": "The Black Bull", "Cross Keys A": "The Cross Keys", "Cross Keys B": "The Cross Keys",
}  # fmt: skip
DEMO_FIRST = (
    "shoulder-of-mutton", "hanging-royd-liberal-a", "weavers-rest-a", "fallen-rechabite",
    "dyers-and-finishers", "crowther-fold-wmc-a", "cafe-royal", "hanging-royd-liberal-b", "packhorse-a",
    "gomerthorpe-cricket",
)  # fmt: skip
# The demo's teams and pubs as the corpus calls them for short.
SHORT = {
    "weavers-rest": "Weavers", "hanging-royd-liberal": "Royd", "crowther-fold-wmc": "Fold",
    "packhorse": "Packhorse", "shoulder-of-mutton": "Shoulder", "top-house": "Top House",
    "fallen-rechabite": "Rechabite", "gomerthorpe-cricket": "Gomerthorpe", "owlet": "Owlet",
    "dyers-and-finishers": "Dyers", "shoddy-merchant": "Shoddy", "st-blaise": "St Blaise",
    "three-nags": "Nags", "mungo-mill": "Mungo", "cafe-royal": "Royal", "cloggers-knife": "Cloggers",
}  # fmt: skip


WOOLLEN_FIRST = (
    "Liversedge W.M.C. A", "Liversedge W.M.C. B", "The Black Bull (Birstall)", "Old Colonial",
    "The Saville Arms", "Junction Inn",
)  # fmt: skip
WOOLLEN_SECOND = (
    "The Beck Inn", "Hunsworth Cricket Club", "Ravensthorpe Trades Club", "The Flowerpot", "The Navigation A",
    "The Navigation B", "Smiths Arms",
)  # fmt: skip
WOOLLEN_PUBS = {
    "Liversedge W.M.C. A": "Liversedge W.M.C.", "Liversedge W.M.C. B": "Liversedge W.M.C.",
    "The Navigation A": "The Navigation", "The Navigation B": "The Navigation",
}  # fmt: skip
WOOLLEN_SHORT = {
    "Liversedge W.M.C. A": "Liversedge A", "Liversedge W.M.C. B": "Liversedge B",
    "Liversedge W.M.C.": "Liversedge", "The Black Bull (Birstall)": "Bull", "Old Colonial": "Colonial",
    "The Saville Arms": "Saville", "Junction Inn": "Junction", "The Beck Inn": "Beck",
    "Hunsworth Cricket Club": "Hunsworth", "Ravensthorpe Trades Club": "Trades",
    "The Flowerpot": "Flowerpot", "The Navigation A": "Navigation A", "The Navigation B": "Navigation B",
    "The Navigation": "Navigation", "Smiths Arms": "Smiths",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Sentences with their expected meanings, about one league."""

    known: KnownNames
    built_with: list[tuple[str, str]]
    held_out: list[tuple[str, str]]
    short: dict[str, str]

    def meaning(self, sentence: str) -> str:
        """Return what is understood, in the short form of the corpus; a question mark for a question."""
        span = self.known.span()
        try:
            rows = parse_sentence(sentence, self.known, span).rows
        except UnreadableSentence:
            return "?"
        weeks = [row for kind, row in rows if kind is RowKind.OFF]
        if weeks:
            kinds = dict.fromkeys(row.text("kind") for row in weeks)
            return " + ".join(self._weeks(kind, weeks) for kind in kinds)
        return " + ".join(self._row(kind, row) for kind, row in rows)

    def question(self, sentence: str) -> UnreadableSentence | None:
        """Return the question that a sentence makes; None if it is understood."""
        try:
            parse_sentence(sentence, self.known, self.known.span())
        except UnreadableSentence as question:
            return question
        return None

    def _row(self, kind: RowKind, row: BoxRow) -> str:
        must = " !" if row.text("strength").startswith("must") else ""
        teams = ", ".join(map(self._name, row.teams))
        if kind is RowKind.TEAM:
            return f"{self._name(row.text('team'))}: {row.text('where')} {row.text('on')}{must}"
        if kind is RowKind.COMPANY:
            return f"{teams}: {row.text('company')}{must}"
        if kind is RowKind.PUB:
            closed, room = row.text("closed"), row.text("matches")
            return f"{self._name(row.text('name'))}: " + (f"shut {closed}" if closed else f"room {room}")
        if kind is RowKind.FIXED:
            home, away = self._name(row.text("home")), self._name(row.text("away"))
            return f"{home}, {away}: fixed {self._day(row.text('date'))}"
        if kind is RowKind.DIVISION:
            nights = row.text("nights").split(",")[0].removeprefix("every ").strip()
            missing = self._missing(row.text("nights"))
            night, meetings = row.text("night"), row.text("meetings")
            asked = (
                f"night {night}"
                if night
                else f"meets {meetings}"
                if meetings
                else missing or f"from {nights}"
            )
            return f"{row.text('name')}: {asked}"
        since, until = row.text("since"), row.text("until")
        span = f"{self._day(since)} to {self._day(until)}" if since and until else ""
        half = f"from {self._day(since)}" if since else ""
        met = "apart" if row.text("apart") else "meet"
        return f"{teams}: {met} {span or half or f'until {self._day(until)}'}{must}"

    def _missing(self, nights: str) -> str:
        """Return the single nights that a list of nights passes over; empty without one."""
        days = parse_nights(nights, self.known.span()).days if nights else ()
        every = (day + WEEK for day, later in pairwise(days) if later - day == 2 * WEEK)
        passed = ", ".join(format_day(day, self.known.span()) for day in every)
        return f"off {passed}" if passed else ""

    def _weeks(self, kind: str, weeks: list[BoxRow]) -> str:
        days = (datetime.date.fromisoformat(row.text("day")) for row in weeks if row.text("kind") == kind)
        mondays = ", ".join(format_day(monday_of(day), self.known.span()) for day in days)
        return f"League: {kind.replace('blank', 'off')} {mondays}"

    def _name(self, name: str) -> str:
        return self.short.get(name, name)

    def _day(self, text: str) -> str:
        return format_day(datetime.date.fromisoformat(text), self.known.span())


def _pairs(part: str) -> list[tuple[str, str]]:
    lines = (line.split(" => ") for line in part.splitlines() if " => " in line and line[0] != "#")
    return [(sentence, expected.replace("'", "’")) for sentence, expected in lines]


def _sentences(name: str, parting: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    built_with, held_out = text.split(parting)
    return _pairs(built_with), _pairs(held_out)


def _league(divisions: dict[str, tuple[str, ...]], pubs: dict[str, str], first: datetime.date) -> KnownNames:
    return KnownNames(
        LeagueFacts(
            teams=tuple(PlannedTeam(key=team.casefold(), name=team, venue=pub) for team, pub in pubs.items()),
            venues=tuple(Venue(key=pub, name=pub) for pub in dict.fromkeys(pubs.values())),
            divisions=tuple(
                PlannedDivision(key=name, name=name, teams=tuple(map(str.casefold, teams)), nights=())
                for name, teams in divisions.items()
            ),
            first=first,
            last=datetime.date(2027, 4, 29),
            night=4,
        )
    )


def village() -> Corpus:
    """Return the first corpus, about a league of thirteen teams."""
    built_with, held_out = _sentences("requests_corpus.txt", "# unseen")
    pubs = {team: PUBS.get(team, team) for team in FIRST + SECOND}
    known = _league({"Division One": FIRST, "Division Two": SECOND}, pubs, datetime.date(2026, 9, 10))
    return Corpus(known=known, built_with=built_with, held_out=held_out, short={})


def woollen() -> Corpus:
    """Return the corpus about a league whose names people shorten."""
    built_with, held_out = _sentences("requests_woollen_corpus.txt", "# held out")
    pubs = {team: WOOLLEN_PUBS.get(team, team) for team in WOOLLEN_FIRST + WOOLLEN_SECOND}
    divisions = {"Division One": WOOLLEN_FIRST, "Division Two": WOOLLEN_SECOND}
    known = _league(divisions, pubs, datetime.date(2026, 9, 10))
    return Corpus(known=known, built_with=built_with, held_out=held_out, short=WOOLLEN_SHORT)


def strangers() -> Corpus:
    """Return what strangers wrote about the demo league, in a season that ends in January."""
    built_with, held_out = _sentences("requests_strangers_corpus.txt", "# held out")
    known = KnownNames(replace(demo().known.league, last=datetime.date(2027, 1, 28)))
    return replace(demo(), known=known, built_with=built_with, held_out=held_out)


def unseen() -> Corpus:
    """Return sentences about the demo league that no rule was written for; none is built with."""
    text = (Path(__file__).parent / "requests_unseen_corpus.txt").read_text(encoding="utf-8")
    return replace(demo(), built_with=[], held_out=_pairs(text))


def demo() -> Corpus:
    """Return the corpus about the demo league."""
    built_with, held_out = _sentences("requests_demo_corpus.txt", "# held out")
    divisions = {
        "Division One": tuple(team.name for team in TEAMS if team.slug in DEMO_FIRST),
        "Division Two": tuple(team.name for team in TEAMS if team.slug not in DEMO_FIRST),
    }
    known = _league(divisions, {team.name: team.pub.name for team in TEAMS}, datetime.date(2026, 9, 17))
    pubs = {team.pub.name: SHORT[team.pub.slug] for team in TEAMS}
    teams = {
        team.name: f"{SHORT[team.pub.slug]} {team.slug[-1].upper()}"
        if team.slug[-2] == "-"
        else SHORT[team.pub.slug]
        for team in TEAMS
    }
    return Corpus(known=known, built_with=built_with, held_out=held_out, short=pubs | teams)
