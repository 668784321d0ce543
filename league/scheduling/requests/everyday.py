"""Parse a request in everyday words: names and days first, wherever they stand, then what is asked of them.

`everyday_parts` divides the line, and each part is compared with the ways of asking. A name, a day or an
exception that no request has used makes a question of the line, so nothing is guessed.
"""

import datetime
import re
from collections.abc import Sequence
from itertools import pairwise

from league.scheduling.planner.calendar import DAYS, WeekOff, monday_of, short_day
from league.scheduling.planner.task import (
    End,
    GroupConstraint,
    MeetingRequest,
    PlanRequest,
    TeamGroup,
    TeamRequest,
    Where,
)
from league.scheduling.planner.words import nights_phrase
from league.scheduling.requests import everyday_words as ways
from league.scheduling.requests.answers import ParsedLine, UnreadableSentence, rows_of_requests
from league.scheduling.requests.boxes import LITTLE, MUCH, NORMAL, BoxRow, RowKind
from league.scheduling.requests.days import SeasonSpan, format_nights
from league.scheduling.requests.everyday_days import DayMention
from league.scheduling.requests.everyday_parts import EverydayLine, is_room
from league.scheduling.requests.mentions import NameMention
from league.scheduling.requests.resolving import KnownNames
from league.shared.text import count, listed


def parse_everyday(line: str, known: KnownNames, span: SeasonSpan) -> ParsedLine:
    """Return the rows of a line in everyday words, and their sentence.

    Raises:
        UnreadableSentence: one question, with choices.
    """
    reading = _Reading(line, known, span)
    rows: list[tuple[RowKind, BoxRow]] = []
    sentences = []
    before = ""
    for clause in reading.clauses():
        part = clause if ways.T.search(clause) or not before else f"{before} {clause}"
        part_rows, sentence = reading.meaning(part)
        rows += part_rows
        sentences.append(sentence)
        before = " and ".join(mark[0] for mark in ways.T.finditer(part))
    return rows, "; ".join(sentences)


class _Reading(EverydayLine):
    """A line and the meaning of its parts."""

    def meaning(self, text: str) -> ParsedLine:
        """Return the rows of a part."""
        unsure = ways.UNSURE.search(text.replace("only one", "one"))
        if unsure and not ways.ROOM.search(text):
            raise UnreadableSentence(f"What does “{unsure[0].strip()}” change? Say the request without it.")
        if vague := ways.VAGUE.search(text):
            raise UnreadableSentence(f"Which dates are meant by “{vague[0]}”?")
        marks = [int(mark[1]) for mark in ways.T.finditer(text)]
        names = [self.names[number] for number in marks]
        whens = [self.whens[int(mark[1])] for mark in ways.D.finditer(text)]
        self.check_rest(text)
        if any(name.division for name in names):
            return self._division(text, names, whens)
        if not names:
            return self._week_off(text, whens)
        if is_room(text) and not whens:
            return self._room(text, names)
        if re.search(r"\bcup\b", text):
            raise UnreadableSentence(
                "Is it about a cup week, or about this team?", ("the cup week", *teams_of(names))
            )
        if ways.SHUT.search(text):
            if re.search(rf"{ways.NOT}(?! open)", text) and not ways.HOME.search(text):
                raise UnreadableSentence("Shut or open?", ("shut", "open"))
            return self._shut(names, whens)
        teams = self._subjects(text, names)
        requests = (
            self._group(text, teams, whens)
            or self._meeting(text, teams, whens)
            or self._team_requests(text, teams, whens)
        )
        if isinstance(requests, tuple):
            return requests
        return rows_of_requests(requests, self.known, self.span)

    def _week_off(self, text: str, whens: Sequence[DayMention]) -> ParsedLine:
        if re.search(r"\b(?:we|we'd|we're|our|us|my|i|they|their)\b", text) and not re.search(
            r"\bno\b", text
        ):
            raise UnreadableSentence("Which team is it?", list(self.known.teams.values())[:6])
        days = sorted({day for when in whens for day in when.days})
        if not ways.WEEK_OFF.search(text):
            teams = sorted(set(self.known.teams.values()))
            raise UnreadableSentence("Which team or pub is it about?", teams)
        if not days:
            raise UnreadableSentence("Which week is it?")
        kind = (
            WeekOff.RESERVE
            if ways.RESERVE.search(text)
            else WeekOff.CUP
            if re.search(r"\bcup\b", text)
            else WeekOff.BLANK
        )
        weeks = list(dict.fromkeys(map(monday_of, days)))
        firsts = [min(day for day in days if monday_of(day) == week) for week in weeks]
        rows = [
            (RowKind.OFF, BoxRow(texts={"day": day.isoformat(), "kind": kind.value, "because": self.reason}))
            for day in firsts
        ]
        why = f" ({self.reason or kind.value})" if self.reason or kind is not WeekOff.BLANK else ""
        when = listed(map(short_day, firsts))
        return rows, f"no league matches in the week{'s' * (len(weeks) > 1)} of {when}{why}"

    def _division(self, text: str, names: Sequence[NameMention], whens: Sequence[DayMention]) -> ParsedLine:
        divisions = list(dict.fromkeys(name.division for name in names if name.division))
        if len(divisions) != 1 or len(divisions) != len(names):
            raise UnreadableSentence(
                "Which division is it?", list(dict.fromkeys(self.known.divisions.values()))
            )
        texts = {"name": divisions[0], "night": "", "nights": "", "meetings": "", "second_half": ""}
        said = ""
        weekday = next((n for n, day in enumerate(DAYS, 1) if re.search(rf"\b{day.casefold()}s?\b", text)), 0)
        starts = re.search(r"\b(?:start\w*|begin\w*|commence\w*)\b", text)
        meets = re.search(r"\b(once|twice|three times|four times)\b", text)
        if re.search(ways.NOT, text):
            raise UnreadableSentence(f"What is asked for {divisions[0]}: its night, or when it starts?")
        if starts and len(whens) == 1 and not weekday:
            start = min(whens[0].days)
            nights = [day for day in self.span.weekdays(self.known.league.night) if day >= start]
            texts["nights"] = format_nights(nights, (), self.span)
            said = f"{divisions[0]} starts on {short_day(nights[0])}"
        elif weekday and not whens:
            texts["night"] = str(weekday)
            said = f"{divisions[0]} plays on {DAYS[weekday - 1]}s"
        elif (
            len(whens) == 1
            and (weekdays := {day.isoweekday() for day in whens[0].days})
            and len(weekdays) == 1
        ):
            if list(whens[0].days) != self.span.weekdays(min(weekdays)):
                raise UnreadableSentence(f"Does {divisions[0]} play on these nights only?")
            texts["night"] = str(min(weekdays))
            said = f"{divisions[0]} plays on {DAYS[min(weekdays) - 1]}s"
        elif meets:
            texts["meetings"] = str(["once", "twice", "three times", "four times"].index(meets[1]) + 1)
            said = f"{divisions[0]} meets {meets[1]}"
        else:
            raise UnreadableSentence(
                f"What is asked for {divisions[0]}?",
                ("its night of play", "when it starts", "how often they meet"),
            )
        return [(RowKind.DIVISION, BoxRow(texts=texts))], said

    def _one_pub(self, names: Sequence[NameMention]) -> str:
        pubs = list(dict.fromkeys(pub for name in names for pub in name.pubs))
        if len(pubs) != 1:
            raise UnreadableSentence("Which pub is it?", pubs)
        return pubs[0]

    def _shut(self, names: Sequence[NameMention], whens: Sequence[DayMention]) -> ParsedLine:
        pub = self._one_pub(names)
        days = sorted({day for when in whens for day in when.days})
        if not days or any(when.ends for when in whens):
            raise UnreadableSentence(f"On which days is {pub} shut?")
        texts = {"name": pub, "matches": "", "closed": format_nights(days, (), self.span), "place": ""}
        return [(RowKind.PUB, BoxRow(texts=texts))], f"{pub} is shut {nights_phrase(days)}"

    def _room(self, text: str, names: Sequence[NameMention]) -> ParsedLine:
        pub = self._one_pub(names)
        match = re.search(r"\b(one|two|three|four|five|six|\d{1,2})\b", text)
        if not match:
            raise UnreadableSentence(f"For how many matches has {pub} room?", ("one", "two", "three"))
        number = ways.NUMBERS.get(match[1]) or int(match[1])
        texts = {"name": pub, "matches": str(number), "closed": "", "place": ""}
        said = f"{pub} has room for {count(number)} match{'es' * (number > 1)} on one night"
        return [(RowKind.PUB, BoxRow(texts=texts))], said

    def _subjects(self, text: str, names: Sequence[NameMention]) -> tuple[str, ...]:
        """Return the teams of a part; a pub's whole name means all of its teams."""
        teams: list[str] = []
        for name in names:
            is_every = (
                ways.EVERY_TEAM.search(text) and len({self.finder.pub_of[team] for team in name.teams}) == 1
            )
            if len(name.teams) > 1 and not name.is_whole and not is_every:
                raise UnreadableSentence(f"Which team is “{name.typed}”?", (*name.teams, "all of them"))
            if len(name.teams) > 1 and (
                ways.ONE_OF.search(text) or (ways.EVENT.search(text) and ways.NO_MATCH.search(text))
            ):
                raise UnreadableSentence("Which team is it, and no match at all or none at home?", name.teams)
            teams += name.teams
        before = re.search(r"\w[\w ']*?\b(?:and|or|&|,)\s*(?:the\s+)?$", text[: text.index("§t")])
        if (
            before
            and not ways.D.search(before[0])
            and not re.search(r"\b(?:please|hi|hello|so|both|say)\b|_", before[0])
        ):
            raise UnreadableSentence(
                f"Which team is “{before[0].split()[0]}”?", sorted(self.known.teams.values())
            )
        return tuple(dict.fromkeys(teams))

    def _are_joined(self, text: str) -> bool:
        ends = list(ways.T.finditer(text))
        return all(ways.ONLY_JOINED.fullmatch(text[a.end() : b.start()]) for a, b in pairwise(ends))

    def _strength(self, text: str) -> tuple[int, bool]:
        weight = MUCH if ways.MUCH.search(text) else LITTLE if ways.LITTLE.search(text) else NORMAL
        return weight, bool(ways.MUST.search(text)) and not ways.LITTLE.search(text)

    def _group(self, text: str, teams: tuple[str, ...], whens: Sequence[DayMention]) -> list[PlanRequest]:
        if len(teams) < 2 or whens:
            return []
        weight, must = self._strength(text)
        is_one_pub = len({self.finder.pub_of[team] for team in teams}) == 1
        kinds: tuple[TeamGroup, ...] = ()
        negative, same = re.search(ways.NOT, text), re.search(ways.SAME_NIGHT, text)
        pair = TeamGroup.NEVER_HOME_TOGETHER
        if ways.NO_HOME.search(text) and same:
            is_all = re.search(r"\ball\b", text) and len(teams) > 2
            kinds = (TeamGroup.NEVER_ALL_HOME if is_all else pair,)
        elif ways.NO_AWAY.search(text) and same:
            kinds = (TeamGroup.NEVER_ALL_AWAY,)
        elif re.search(r"\bkeep\b.*\bapart\b", text) and not is_one_pub:
            raise UnreadableSentence(
                f"How are {listed(teams)} kept apart?",
                ("never both at home", "never meeting early", "something else"),
            )
        elif re.search(r"\bkeep\b.*\bapart\b|\bopposite weeks\b", text) or ways.SHARE.search(text):
            kinds = (pair,)
        elif ways.HOME.search(text) and not ways.AWAY.search(text) and same and not negative:
            kinds = (TeamGroup.HOME_TOGETHER,)
        return [
            GroupConstraint(teams=teams, company=kind, weight=weight, must=must, because=self._why(text))
            for kind in kinds
        ]

    def _meeting(
        self, text: str, teams: tuple[str, ...], whens: Sequence[DayMention]
    ) -> list[PlanRequest] | ParsedLine:
        marks = list(ways.T.finditer(text))
        if len(teams) != 2 or len(marks) != 2:
            return []
        between, behind = text[marks[0].end() : marks[1].start()], text[marks[1].end() :]
        meets = re.search(r"\b(?:meet\w*|derby)\b|\beach other\b", text)
        opponents = re.search(r"\b(?:v|vs|versus|against|play)\b|\bto\s*(?:the\s*)?$", between)
        if not meets and not opponents:
            return []
        if not self.known.meet(*teams):
            raise UnreadableSentence(
                f"{listed(teams)} are not in one division, so they do not meet. Which two are meant?"
            )
        if len(whens) != 1 or whens[0].ends:
            raise UnreadableSentence(f"When should {listed(teams)} meet?")
        when, days = whens[0], whens[0].days
        weight, must = self._strength(text)
        since: datetime.date | None = days[0]
        until: datetime.date | None = days[-1]
        since, until = (None if when.edge == "before" else since), (None if when.edge == "after" else until)
        if re.search(ways.NOT, text):
            if when.edge != "before" or ways.HOME.search(text):
                raise UnreadableSentence(f"From which day may {listed(teams)} meet?")
            since, until = days[-1] + datetime.timedelta(days=1), None
        elif len(days) == 1 and opponents and not when.edge:
            if ways.AWAY.search(behind) or (
                ways.HOME.search(text) and not re.search(r"home (?:to|against)", between)
            ):
                raise UnreadableSentence("Who is at home?", teams)
            texts = {"home": teams[0], "away": teams[1], "date": days[0].isoformat()}
            said = f"{teams[0]} v {teams[1]} is fixed on {short_day(days[0])}"
            return [(RowKind.FIXED, BoxRow(texts=texts))], said
        elif (days[-1] - days[0]).days >= len(days) or ways.HOME.search(text):
            raise UnreadableSentence(f"On which days should {listed(teams)} meet?")
        return [
            MeetingRequest(
                teams=(teams[0], teams[1]), since=since, until=until, weight=weight, must=must,
                because=self._why(text),
            )
        ]  # fmt: skip

    def _team_requests(
        self, text: str, teams: tuple[str, ...], whens: Sequence[DayMention]
    ) -> list[PlanRequest]:
        if len(teams) > 1 and not self._are_joined(text):
            raise UnreadableSentence("Which team is it about?", teams)
        if len(teams) == 1 and re.search(r"\bboth (?:at )?(?:home|away)\b", text):
            raise UnreadableSentence("Which two teams are meant by “both”?")
        where, must = self._where(text)
        days = sorted({day for when in whens for day in when.days})
        ends = tuple(dict.fromkeys(end for when in whens for end in when.ends)) or self._ends(text)
        if not days and not ends:
            raise UnreadableSentence(f"On which nights: {listed(teams)}?")
        if any(when.edge for when in whens) and len(whens) > 1:
            raise UnreadableSentence("Which of these days is meant?", self.day_choices())
        weight, is_must = self._strength(text)
        return [
            TeamRequest(
                team=team, where=where, days=tuple(days), ends=ends, weight=weight, must=must or is_must,
                because=self._why(text),
            )
            for team in teams
        ]  # fmt: skip

    def _ends(self, text: str) -> tuple[End, ...]:
        first = re.search(r"\b(?:start|begin|open|first match|first game)\b", text)
        last = re.search(r"\b(?:finish|end|last match|last game)\b", text)
        return (*((End.FIRST,) if first else ()), *((End.LAST,) if last else ()))

    def _where(self, text: str) -> tuple[Where, bool]:
        """Return where the teams want to be, and whether a fact makes it a condition."""
        rest = text
        if ways.NO_HOME.search(rest):
            return Where.NOT_HOME, False
        if ways.NO_AWAY.search(rest):
            return Where.NOT_AWAY, False
        home, away = ways.HOME.search(rest), ways.AWAY.search(rest)
        no_match = ways.NO_MATCH.search(rest)
        if sum(map(bool, (home, away, no_match))) > 1:
            raise UnreadableSentence("Which is it?", ("at home", "not at home", "no match"))
        if home or away:
            return (Where.HOME if home else Where.NOT_HOME), False
        if no_match:
            return Where.NO_MATCH, False
        if ways.CARDS_AWAY.search(rest):
            raise UnreadableSentence(
                "Not at home that night, or no match at all?", ("not at home", "no match")
            )
        if ways.EVENT.search(rest):
            return Where.NOT_HOME, True
        raise UnreadableSentence("What is asked?", ("at home", "not at home", "not away", "no match"))

    def _why(self, text: str) -> str:
        """Return the reason: what was taken off, or what follows the last comma without a request in it."""
        if self.reason or "," not in text:
            return self.reason
        tail = text.rpartition(",")[2]
        asks = (ways.T, ways.D, ways.HOME, ways.AWAY, ways.NO_MATCH, ways.MUST, re.compile(r"\bplease\b"))
        return "" if any(ask.search(tail) for ask in asks) else tail.strip(" ().,;")


def teams_of(names: Sequence[NameMention]) -> tuple[str, ...]:
    """Return the teams of names, each once."""
    return tuple(dict.fromkeys(team for name in names for team in name.teams))
