"""Parse a league from a pasted list: divisions as headings, below them pubs, one a line, with their teams."""

import re
import string
from dataclasses import dataclass

from league.exchange.problems import Problems
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
    """A team of a line: its name, its pub, and the pub's address."""

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
    """The divisions of a parsed list, and each wrong line's number with everything that is wrong in it."""

    divisions: tuple[PastedDivision, ...] = ()
    faults: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def teams(self) -> tuple[PastedTeam, ...]:
        return tuple(team for division in self.divisions for team in division.teams)

    @property
    def pubs(self) -> tuple[str, ...]:
        """Return every pub once, as it was written first."""
        return tuple({bare(team.pub): team.pub for team in reversed(self.teams)}.values())[::-1]


def parse_league(text: str) -> PastedLeague:
    """Return the league of a pasted list.

    Teams above any heading are in Division One; a pub may be in two divisions.
    """
    divisions: dict[str, tuple[str, list[PastedTeam]]] = {}
    faults: list[tuple[int, tuple[str, ...]]] = []
    seen: dict[str, int] = {}
    current = UNNAMED
    for number, written in enumerate(text.splitlines(), start=1):
        if number > MOST_LINES:
            faults.append((number, (f"A league has at most {MOST_LINES} lines here; this has more.",)))
            break
        line = _BULLET.sub("", " ".join(written.replace("\t", " ; ").split()))
        if not line:
            continue
        problems = Problems()
        if _is_heading(line):
            current = line.strip("#=:*_ ")
            if len(current) > LONGEST_DIVISION:
                problems.add(
                    f"“{current[:20]}…” has {len(current)} letters; "
                    f"a division has at most {LONGEST_DIVISION}."
                )
        else:
            for team in _teams(line, number, problems):
                if earlier := seen.get(bare(team.name)):
                    problems.add(
                        f"{team.name} stands in line {earlier} already; "
                        "tell two teams of a pub apart, as A and B."
                    )
                    continue
                seen[bare(team.name)] = number
                divisions.setdefault(bare(current), (current, []))[1].append(team)
        if problems:
            faults.append((number, problems.sentences))
    return PastedLeague(
        divisions=tuple(PastedDivision(name=name, teams=tuple(teams)) for name, teams in divisions.values()),
        faults=tuple(faults),
    )


def _is_heading(line: str) -> bool:
    """Return whether a line is a heading: it has a colon at the end, # or = at the beginning, or a word such
    as division.
    """
    if line.endswith(":") or line.startswith(("#", "==")):
        return bool(line.strip("#=:*_ "))
    return not set(";,") & set(line) and bool(_HEADING.search(line)) and len(line) <= LONGEST_DIVISION


def _teams(line: str, number: int, problems: Problems) -> list[PastedTeam]:
    """Return the teams of a line; note everything that is wrong with them."""
    house, *named = [cell.strip() for cell in re.split(r"[;|]", line)]
    house, letters = _lettered(house)
    pub, _, place = (part.strip() for part in house.partition(","))
    named = [*letters, *filter(None, named)]
    if not pub:
        problems.add(f"“{line[:40]}” names no pub; {A_LINE}.")
    _verify_length(pub, "a pub's name", LONGEST_NAME, problems)
    _verify_length(place, "an address", LONGEST_ADDRESS, problems)
    if len(named) > MOST_TEAMS_OF_A_PUB:
        problems.add(f"{len(named)} teams of one pub are more than {MOST_TEAMS_OF_A_PUB}; {A_LINE}.")
    if not named and (only := _ONE_LETTER.fullmatch(pub)):
        pub, named = only[1], [only[2]]
    names = [_team_name(pub, name) for name in named] or [pub]
    for name in names if named else ():
        _verify_length(name, "a team's name", LONGEST_NAME, problems)
    return [PastedTeam(line=number, name=name, pub=pub, place=place) for name in names] if pub else []


def _verify_length(text: str, what: str, most: int, problems: Problems) -> None:
    if len(text) > most:
        problems.add(f"“{text[:40]}…” is longer than {most} letters; {what} has {most} at most.")


def _lettered(house: str) -> tuple[str, list[str]]:
    """Return the pub and the letters of its teams, as of “The Fleece A, B” or “The Fleece (2 teams)”."""
    if match := _HOW_MANY.search(house):
        return house[: match.start()], list(string.ascii_uppercase[: int(match[1] or match[2])])
    if match := _LETTERS.search(house):
        return house[: match.start()].rstrip(" ,"), _LETTER.findall(match[1])
    return house, []


def _team_name(pub: str, name: str) -> str:
    """Return the name of a team: the pub's with a letter or figure, or a longer name alone."""
    letter = re.fullmatch(r"(?:team\s+)?([A-Fa-f1-6])(?:\s+team)?", name, re.IGNORECASE)
    return f"{pub} {letter[1].upper()}" if letter else name
