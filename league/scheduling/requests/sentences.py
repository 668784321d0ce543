"""Parse a request written in one line, such as "Fleece not at home 14 January, darts".

A small strict grammar: who, what, when, why. A line that cannot be parsed is refused with an example;
nothing is guessed.
"""

import re
from collections.abc import Mapping, Sequence

from league.scheduling.planner.calendar import DAY, WeekOff, monday_of, short_day
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
from league.scheduling.requests.answers import (
    ParsedLine,
    ParsedRequest,
    UnreadableSentence,
    parsed_request,
    rows_of_requests,
)
from league.scheduling.requests.boxes import BoxRow, RowKind
from league.scheduling.requests.days import Nights, SeasonSpan, UnreadableDays, format_nights
from league.scheduling.requests.everyday import parse_everyday
from league.scheduling.requests.everyday_parts import says_more
from league.scheduling.requests.phrases import (
    LineWords,
    RequestPhrase,
    has_nights,
    nights_and_reason,
    parse_phrase,
    reason,
    refuse_days,
    split,
    subject,
)
from league.scheduling.requests.resolving import KnownNames, nearest
from league.shared.text import count, listed

LONGEST_LINE = 300
LONGEST_PHRASE = 12
"""Words between the teams and the nights: what is requested."""
EXAMPLE = "One that would be: Fleece not at home 14 January, darts."

_OFF = re.compile(
    r"(?:(?P<kind>cup|reserve|blank)(?: weeks?| nights?)?|no (?:league )?(?:matches|match|games?|league)"
    r"|nobody plays|a week off|week off|free week) (?P<when>.+)"
)
_OF_PUBS = re.compile(r"\b(?:closed|shut|not open|cannot host|room for|takes?|can take|hosts?)\b")
_SHUT = re.compile(r"(?:(?:is|are) )?(?:closed|shut|not open|cannot host) (?P<when>.+)")
_ROOM = re.compile(r"(?:(?:has|have) room for|takes?|can take|hosts?) (?P<number>\w+) match(?:es)?(?: .*)?")
_WHERE: Sequence[tuple[str, Where]] = (
    (r"(?:never|not|no) (?:at )?home(?: match| matches)?|(?:never|not) host(?:ing)?", Where.NOT_HOME),
    (r"(?:never|not|no) away(?: match| matches)?", Where.NOT_AWAY),
    (r"(?:not|never) play(?:ing)?|no (?:match|matches|games?)|off|free|not available", Where.NO_MATCH),
    (r"both (?:at )?home|(?:at )?home", Where.HOME),
    (r"both away|away", Where.NOT_HOME),
)
_AT_AN_END = re.compile(r"(?:(start|begin|open)|(finish|end))(?:e?s)?(?: the season| off)? (.+)")
_TOGETHER: Sequence[tuple[str, TeamGroup]] = (
    (r"(?:never|not) all (?:at )?home(?: together| same night)?", TeamGroup.NEVER_ALL_HOME),
    (r"(?:never|not) (?:both |two )?(?:at )?home(?: together| same night)?", TeamGroup.NEVER_HOME_TOGETHER),
    (r"(?:never|not) (?:both |all )?away(?: together| same night)?", TeamGroup.NEVER_ALL_AWAY),
    (
        r"(?:both |all )?(?:at )?home (?:together|same nights?)|(?:both|all) (?:at )?home",
        TeamGroup.HOME_TOGETHER,
    ),
)
_MEET = re.compile(
    r"(?:meet |play |derby |the derby )?(?P<how>by|before|until|after|from|since|between|in) (?P<when>.+)"
)
_AGAINST = (
    ("v",), ("vs",), ("versus",), ("against",), ("at", "home", "to"), ("home", "to"),
    ("to", "play"), ("play",), ("plays",), ("meet",),
)  # fmt: skip
_ONE_DAY = ("by", "before", "until", "after", "from", "since")
_NUMBERS: Mapping[str, int] = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def parse_sentence(line: str, known: KnownNames, span: SeasonSpan) -> ParsedRequest:
    """Return the rows of a line.

    Raises:
        UnreadableSentence: the line, or its days, cannot be parsed.
    """
    if len(line) > LONGEST_LINE:
        raise UnreadableSentence(
            f"“{line[:40]}…” is longer than {LONGEST_LINE} letters; say one thing in a line."
        )
    parsed = _short(line, known, span)
    return parsed_request(line, parsed or parse_everyday(line, known, span))


def _short(line: str, known: KnownNames, span: SeasonSpan) -> ParsedLine | None:
    """Return a line in the short order who, what, when, why; None if it says it in another order, or more."""
    words = LineWords(tuple(split(line)))
    for read in (_week_off, _pub, _against, _teams):
        try:
            parsed = read(words, known, span)
        except UnreadableDays:
            return None
        if parsed:
            reasons = (row.text("because") for _, row in parsed[0])
            return None if any(says_more(reason, known, span) for reason in reasons if reason) else parsed
    return None


def _week_off(words: LineWords, known: KnownNames, span: SeasonSpan) -> ParsedLine | None:
    """Parse a line such as: No match 22 December, Christmas."""
    match = _OFF.fullmatch(words.first(len(words)))
    if match is None:
        return None
    nights, because = nights_and_reason(words.last(match["when"]), span)
    if nights.ends:
        raise UnreadableDays("name the week by a day.")
    word = match["kind"] or because.casefold().removesuffix(" week")
    kind = WeekOff(word) if word in (WeekOff.CUP, WeekOff.RESERVE) else WeekOff.BLANK
    because = "" if because.casefold().removesuffix(" week") == kind.value else because
    weeks = dict.fromkeys(monday_of(day) for day in nights.days)
    days = [min(day for day in nights.days if monday_of(day) == week) for week in weeks]
    rows = [
        (RowKind.OFF, BoxRow(texts={"day": day.isoformat(), "kind": kind.value, "because": because}))
        for day in days
    ]
    why = because or ("" if kind is WeekOff.BLANK else kind.value)
    when = listed(map(short_day, days))
    return rows, f"no league matches in the week{'s' * (len(days) > 1)} of {when}{_bracketed(why)}"


def _pub(words: LineWords, known: KnownNames, span: SeasonSpan) -> ParsedLine | None:
    """Parse a line such as: The Fleece is shut 3 November; The Fleece takes two matches."""
    if not _OF_PUBS.search(words.first(len(words))):
        return None
    name, length = subject(words, known.pubs)
    rest = words.after(length)
    if not name:
        return None
    if shut := _SHUT.fullmatch(rest.first(len(rest))):
        nights, because = nights_and_reason(rest.last(shut["when"]), span)
        if nights.ends:
            raise UnreadableDays("name the days on which it is shut.")
        closed = format_nights(nights.days, (), span)
        row = BoxRow(texts={"name": name, "matches": "", "closed": closed, "place": ""})
        remark = "; the reason is not kept" if because else ""
        return [(RowKind.PUB, row)], f"{name} is shut {nights_phrase(nights.days)}{remark}"
    room = _ROOM.fullmatch(rest.first(len(rest)))
    number = room and (_NUMBERS.get(room["number"]) or _figure(room["number"]))
    if not number:
        return None
    row = BoxRow(texts={"name": name, "matches": str(number), "closed": "", "place": ""})
    return [
        (RowKind.PUB, row)
    ], f"{name} has room for {count(number)} match{'es' * (number > 1)} on one night"


def _figure(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0


def _against(words: LineWords, known: KnownNames, span: SeasonSpan) -> ParsedLine | None:
    """Parse a line such as: Owl v Bell on 3 November; Owl and Bell meet by 31 December."""
    home, length = subject(words, known.teams)
    rest = words.after(length)
    between = rest.begins(*_AGAINST, ("and",))
    away, further = subject(rest.after(between), known.teams)
    if not (home and between and away):
        return None
    behind = rest.after(between + further)
    meet = _MEET.fullmatch(behind.first(len(behind)))
    if not known.meet(home, away):
        if rest.plain[0] == "and" and meet is None:
            return None
        raise UnreadableDays(f"{home} and {away} are not in one division, so they do not meet.")
    if meet:
        return _meeting((home, away), meet["how"], behind.last(meet["when"]), known, span)
    if rest.plain[0] == "and":
        return None
    nights, because = nights_and_reason(behind, span)
    if len(nights.days) != 1 or because:
        raise UnreadableDays("a fixed match has one night, and nothing after it.")
    row = BoxRow(texts={"home": home, "away": away, "date": nights.days[0].isoformat()})
    return [(RowKind.FIXED, row)], f"{home} v {away} is fixed on {short_day(nights.days[0])}"


def _meeting(
    teams: tuple[str, str], how: str, when: LineWords, known: KnownNames, span: SeasonSpan
) -> ParsedLine:
    nights, because = nights_and_reason(when, span)
    days = nights.days
    if nights.ends or not days or (how in _ONE_DAY and len(days) != 1):
        raise UnreadableDays("say the day by which, or from which, they are to meet.")
    since = {"after": days[0] + DAY, "from": days[0], "since": days[0]}.get(how)
    until = {"before": days[0] - DAY, "by": days[0], "until": days[0]}.get(how)
    if since is None and until is None:
        since, until = days[0], days[-1]
    return rows_of_requests(
        [MeetingRequest(teams=teams, since=since, until=until, because=because)], known, span
    )


def _teams(words: LineWords, known: KnownNames, span: SeasonSpan) -> ParsedLine | None:
    """Parse a line such as: Fleece not at home 14 January, darts; Shears and Fleece never both at home."""
    teams, rest = _subjects(words, known)
    for length in range(min(len(rest), LONGEST_PHRASE), 0, -1):
        phrase, behind = parse_phrase(rest.first(length)), rest.after(length)
        requests = _group_constraint(teams, phrase, behind, span) or _team_requests(
            teams, phrase, behind, span
        )
        if requests:
            return rows_of_requests(requests, known, span)
    raise UnreadableDays(f"{listed(teams)} are known, but not what they ask. {EXAMPLE}")


def _group_constraint(
    teams: tuple[str, ...], phrase: RequestPhrase, behind: LineWords, span: SeasonSpan
) -> list[PlanRequest]:
    """Return the request of teams to be never both at home, or always both at home, and so on; else none."""
    company = _meaning(phrase.what, _TOGETHER)
    if not company or len(teams) == 1 or has_nights(behind, span):
        return []
    refuse_days(behind)
    return [
        GroupConstraint(
            teams=teams,
            company=TeamGroup(company),
            weight=phrase.weight,
            must=phrase.must,
            because=reason(behind),
        )
    ]


def _team_requests(
    teams: tuple[str, ...], phrase: RequestPhrase, behind: LineWords, span: SeasonSpan
) -> list[PlanRequest]:
    """Return the request of each team to be at home, or not, on some nights; else none."""
    at_an_end = _AT_AN_END.fullmatch(phrase.what)
    where = _meaning(at_an_end[3] if at_an_end else phrase.what, _WHERE)
    if not where:
        return []
    if "both" in phrase.what and len(teams) == 1:
        raise UnreadableDays("both of whom? Name two teams.")
    if at_an_end:
        refuse_days(behind)
        nights, because = Nights(ends=(End.FIRST if at_an_end[1] else End.LAST,)), reason(behind)
    else:
        nights, because = nights_and_reason(behind, span)
    return [
        TeamRequest(
            team=team,
            where=Where(where),
            days=nights.days,
            ends=nights.ends,
            weight=phrase.weight,
            must=phrase.must,
            because=because,
        )
        for team in teams
    ]


def _meaning(phrase: str, phrases: Sequence[tuple[str, Where]] | Sequence[tuple[str, TeamGroup]]) -> str:
    return next((str(meant) for words, meant in phrases if re.fullmatch(words, phrase)), "")


def _subjects(words: LineWords, known: KnownNames) -> tuple[tuple[str, ...], LineWords]:
    """Return the teams that a line begins with, and the words after them."""
    texts, rest = [], words
    while True:
        name, length = subject(rest, known.teams)
        if not name:
            break
        texts.append(name)
        rest = rest.after(length)
        joint = rest.begins((",", "and"), ("and",), (",",), ("or",))
        if not joint or not subject(rest.after(joint), known.teams)[0]:
            break
        rest = rest.after(joint)
    if not texts:
        who = str(LineWords(words.typed[:2]))
        raise UnreadableDays(f"no team or pub is called “{who}”{nearest(words.first(2), known.teams)}")
    return tuple(dict.fromkeys(texts)), rest


def _bracketed(words: str) -> str:
    return f" ({words})" if words else ""
