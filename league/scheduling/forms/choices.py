"""The choices of the wishes' boxes, in a secretary's words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.scheduling.planner.calendar import DAYS, WeekOff
from league.scheduling.planner.circle import least_breaks
from league.scheduling.planner.task import SecondHalf, TeamGroup, Where
from league.scheduling.requests.boxes import LITTLE, MUCH, NORMAL, Boxes, KnownNames

Choice = tuple[str, str]
Choices = Sequence[tuple[str, Sequence[Choice]]]
"""Values and words, in groups with a heading; an empty heading is none."""

KINDS = ((WeekOff.BLANK, "no matches"), (WeekOff.CUP, "cup"), (WeekOff.RESERVE, "kept for matches put off"))
WHERES = (
    (Where.HOME, "at home"),
    (Where.NOT_HOME, "not at home"),
    (Where.NOT_AWAY, "not away"),
    (Where.NO_MATCH, "no match"),
)
COMPANIES = (
    (TeamGroup.NEVER_ALL_AWAY, "never all away"),
    (TeamGroup.NEVER_ALL_HOME, "never all at home"),
    (TeamGroup.NEVER_HOME_TOGETHER, "never two of them at home"),
    (TeamGroup.HOME_TOGETHER, "always at home together"),
)
MEETINGS = (("1", "once"), ("2", "twice"), ("3", "three times"), ("4", "four times"))
SECOND_HALVES = {
    SecondHalf.MIRRORED: "mirrored: the same weeks again",
    SecondHalf.FRENCH: "French: the first week comes last",
    SecondHalf.ENGLISH: "English: the last week comes first",
    SecondHalf.FREE: "free: as it falls best",
}
STRENGTHS = (
    (str(NORMAL), "a wish"),
    (str(LITTLE), "a small wish"),
    (str(MUCH), "a great wish"),
    ("must", "a must"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestChoices:
    """All that can be chosen on the page."""

    teams: Choices
    pubs: Choices
    nights: Choices
    strengths: Choices
    divisions: Mapping[str, "DivisionChoices"]
    kinds: Choices = (("", KINDS),)
    wheres: Choices = (("", WHERES),)
    companies: Choices = (("", COMPANIES),)
    meetings: Choices = (("", MEETINGS),)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionChoices:
    """How many teams a division has, and its second halves with what each costs at least."""

    teams: int
    second_halves: Choices


def request_choices(known: KnownNames, boxes: Boxes) -> RequestChoices:
    """The choices for a league, with the unusual weights that stand in the boxes already."""
    league = known.league
    names = {team.key: team.name for team in league.teams}
    usual = DAYS[league.night - 1]
    return RequestChoices(
        teams=[
            ("", [("", "Choose a team")]),
            *(
                (division.name, [(names[key], names[key]) for key in division.teams])
                for division in league.divisions
            ),
        ],
        pubs=[
            ("", [("", "Choose a pub")]),
            ("", [(pub.name, f"{pub.name} ({pub.capacity} at once)") for pub in league.venues]),
        ],
        nights=[("", [("", f"{usual}s, as usual"), *((str(n), f"{day}s") for n, day in enumerate(DAYS, 1))])],
        strengths=[("", [*STRENGTHS, *_unusual(boxes)])],
        divisions={
            row.text("name"): _division(known, row.text("name"), row.text("meetings"))
            for rows in boxes.rows.values()
            for row in rows
            if "second_half" in row.said
        },
    )


def _unusual(boxes: Boxes) -> Sequence[Choice]:
    usual = {value for value, _ in STRENGTHS} | {""}
    said = {row.text("strength") for rows in boxes.rows.values() for row in rows} - usual
    return [
        (one, f"a must (weighs {one.removeprefix('must').strip()})" if "must" in one else f"weighs {one}")
        for one in sorted(said)
    ]


def _division(known: KnownNames, name: str, meetings: str) -> DivisionChoices:
    teams = sum(division == name for division in known.division_of.values())
    times = int(meetings) if meetings in {value for value, _ in MEETINGS} else 2
    words = [
        (kind.value, f"{said} ({least_breaks(teams, times, kind)} breaks)" if times > 1 else said)
        for kind, said in SECOND_HALVES.items()
    ]
    return DivisionChoices(teams=teams, second_halves=[("", words)])
