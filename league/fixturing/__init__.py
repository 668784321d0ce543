"""The season's list: who meets whom, on which night and where, as fair as it can be, and the proof of it.

Pure: no database, no clock, no pages. A `Task` goes in; `search` gives the best `Plan` so far, step by step.

    calendar       nights of a season, and the weeks taken out of it
    task           teams, pubs, divisions, what is fixed, rules, weights
    wishes         what teams and pubs ask for
    wish_words     the same in sentences
    wishes_file    the same as a file that people write
    wishes_boxes   the same in boxes on a page, and said in a line
    days_said      days as people say them
    plans          the list itself
    refusals       what the arithmetic forbids, before any search
    circle         the classical lists and their later legs; the fewest breaks there can be
    patterns       other lists with as few breaks
    carry_over     fair draws
    grid           the task in numbers
    working        a list while it is worked on, and what it costs
    company        what a pub wants of its teams on one night, for the two that follow
    assigning      teams to the places of a list, exactly, over all divisions
    moves          small changes that leave a list whole
    repairing      the search by small changes
    skeleton       what any list has in common: the bound, and proofs that something cannot be
    searching      the whole search, step by step
    conditions     what a list has to meet, each said and put to its bones
    conflicts      what cannot be had together, and the ways out
    checker        a second opinion on any list
    fairness       the report on any list; fairness_words says it
    changes        a list changed by hand
    putting_off    other nights for a match, what they break and what they cost
    robinx         files of the timetabling community
    solver         the only place that knows the solver
"""

from league.fixturing.calendar import Calendar, Off, WeekOff
from league.fixturing.changes import (
    Consequences,
    consequences,
    exchanged,
    moved,
    with_homes_changed,
)
from league.fixturing.checker import Fault, FaultCode, faults_of
from league.fixturing.conflicts import Conflict, WayOut, conflicts_of, ways_out
from league.fixturing.errors import CannotBePlanned, FixturingError, UnreadableInstance, UnreadableWishes
from league.fixturing.fairness import Fairness, fairness_of
from league.fixturing.fairness_words import report_lines
from league.fixturing.plans import Meeting, Plan, format_plan, parse_plan
from league.fixturing.putting_off import NightWeighed, nights_weighed
from league.fixturing.refusals import verify_task
from league.fixturing.searching import Progress, best_plan, search
from league.fixturing.task import Division, Fixed, Rules, SecondHalf, Task, Team, Venue, Weights
from league.fixturing.wish_words import wish_said
from league.fixturing.wishes import Company, CompanyWish, End, MeetingWish, TeamWish, Where, Wish
from league.fixturing.wishes_file import (
    DivisionWishes,
    LeagueAsItIs,
    PubWishes,
    WishesFile,
    format_wishes,
    parse_wishes,
    task_of,
)

__all__ = [
    "Calendar",
    "CannotBePlanned",
    "Company",
    "CompanyWish",
    "Conflict",
    "Consequences",
    "Division",
    "DivisionWishes",
    "End",
    "Fairness",
    "Fault",
    "FaultCode",
    "Fixed",
    "FixturingError",
    "LeagueAsItIs",
    "Meeting",
    "MeetingWish",
    "NightWeighed",
    "Off",
    "Plan",
    "Progress",
    "PubWishes",
    "Rules",
    "SecondHalf",
    "Task",
    "Team",
    "TeamWish",
    "UnreadableInstance",
    "UnreadableWishes",
    "Venue",
    "WayOut",
    "WeekOff",
    "Weights",
    "Where",
    "Wish",
    "WishesFile",
    "best_plan",
    "conflicts_of",
    "consequences",
    "exchanged",
    "fairness_of",
    "faults_of",
    "format_plan",
    "format_wishes",
    "moved",
    "nights_weighed",
    "parse_plan",
    "parse_wishes",
    "report_lines",
    "search",
    "task_of",
    "verify_task",
    "ways_out",
    "wish_said",
    "with_homes_changed",
]
