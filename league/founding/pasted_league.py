"""A league out of a pasted list: divisions as headings, under each its pubs, one a line, with their teams."""

import re
import string
from dataclasses import dataclass

from league.shared.text import bare

MOST_LINES, MOST_TEAMS_OF_A_PUB = 400, 6
LONGEST_NAME, LONGEST_ADDRESS, LONGEST_DIVISION = 80, 200, 40
UNNAMED = "Division One"
A_LINE = "one would be: The Fleece, Rawfold; A; B"

_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,3}[.)])\s+")
_HEADING = re.compile(r"\b(division|div\.?|section|premier|league|group)\b", re.IGNORECASE)
_LETTER = re.compile(r"[A-F]")
_LETTERS = re.compile(r"[\s(]+([A-F](?:\s*(?:,|&|\+|and)\s*[A-F])+)\)?$")
_ONE_LETTER = re.compile(r"(.+?)\s+\(?([A-F])\)?$")
_HOW_MANY = re.compile(r"\s*(?:[x×]\s*([2-6])|\(?([2-6])\s+teams\)?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedTeam:
    """A team as a line says it: its name, its pub, and where that is."""

    line: int
    name: str
    pub: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedDivision:
    """A heading and the teams below it."""

    name: str
    teams: tuple[PastedTeam, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLeague:
    """What was made of a list, and the lines nothing can be made of."""

    divisions: tuple[PastedDivision, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[PastedTeam, ...]:
        return tuple(team for division in self.divisions for team in division.teams)

    @property
    def pubs(self) -> tuple[str, ...]:
        """Every pub once, as it was written first."""
        return tuple({bare(team.pub): team.pub for team in reversed(self.teams)}.values())[::-1]


def understood(text: str) -> PastedLeague:
    """Read a pasted list. Teams above any heading are in Division One; a pub may stand in two divisions."""
    divisions: dict[str, tuple[str, list[PastedTeam]]] = {}
    faults: list[str] = []
    seen: dict[str, int] = {}
    current = UNNAMED
    for number, written in enumerate(text.splitlines(), start=1):
        if number > MOST_LINES:
            faults.append(f"A league has at most {MOST_LINES} lines here; this has more.")
            break
        line = _BULLET.sub("", " ".join(written.replace("\t", " ; ").split()))
        if not line:
            continue
        if _is_heading(line):
            current = line.strip("#=:*_ ")[:LONGEST_DIVISION]
            continue
        try:
            teams = _teams(line, number)
        except ValueError as wrong:
            faults.append(f"Line {number}: {wrong}")
            continue
        for team in teams:
            if bare(team.name) in seen:
                faults.append(
                    f"Line {number}: {team.name} stands in line {seen[bare(team.name)]} already; "
                    "tell two teams of a pub apart, as A and B."
                )
                continue
            seen[bare(team.name)] = number
            divisions.setdefault(bare(current), (current, []))[1].append(team)
    return PastedLeague(
        divisions=tuple(PastedDivision(name=name, teams=tuple(teams)) for name, teams in divisions.values()),
        faults=tuple(faults),
    )


def _is_heading(line: str) -> bool:
    """Return a line that ends in a colon or begins with a sign for it, or that is called a division or
    section.
    """
    if line.endswith(":") or line.startswith(("#", "==")):
        return bool(line.strip("#=:*_ "))
    return not set(";,") & set(line) and bool(_HEADING.search(line)) and len(line) <= LONGEST_DIVISION


def _teams(line: str, number: int) -> list[PastedTeam]:
    house, *named = [cell.strip() for cell in re.split(r"[;|]", line)]
    house, letters = _lettered(house)
    pub, _, place = (part.strip() for part in house.partition(","))
    if not pub or len(pub) > LONGEST_NAME or len(place) > LONGEST_ADDRESS:
        raise ValueError(f"“{line[:40]}” names no pub; {A_LINE}.")
    named = [*letters, *filter(None, named)]
    if len(named) > MOST_TEAMS_OF_A_PUB:
        raise ValueError(f"{len(named)} teams of one pub are more than {MOST_TEAMS_OF_A_PUB}; {A_LINE}.")
    if not named and (only := _ONE_LETTER.fullmatch(pub)):
        pub, named = only[1], [only[2]]
    names = [_team_name(pub, one) for one in named] or [pub]
    if too_long := next((name for name in names if len(name) > LONGEST_NAME), None):
        raise ValueError(f"“{too_long[:40]}…” is longer than {LONGEST_NAME} letters.")
    return [PastedTeam(line=number, name=name, pub=pub, place=place) for name in names]


def _lettered(house: str) -> tuple[str, list[str]]:
    """Return the pub without the letters of its teams at the end: “The Fleece A, B”, “The Fleece (2
    teams)”.
    """
    if found := _HOW_MANY.search(house):
        return house[: found.start()], list(string.ascii_uppercase[: int(found[1] or found[2])])
    if found := _LETTERS.search(house):
        return house[: found.start()].rstrip(" ,"), _LETTER.findall(found[1])
    return house, []


def _team_name(pub: str, said: str) -> str:
    """Return a single letter or figure tells the teams of a pub apart; anything longer is the team's own
    name.
    """
    letter = re.fullmatch(r"(?:team\s+)?([A-Fa-f1-6])(?:\s+team)?", said, re.IGNORECASE)
    return f"{pub} {letter[1].upper()}" if letter else said
