"""Interchange with the sports timetabling community: RobinX and ITC2021 files in, solutions out.

D. Van Bulck, D. Goossens, J. Schönberger, M. Guajardo, RobinX: a three-field classification and unified data
format for round-robin sports timetabling, European Journal of Operational Research 280, 2020.
"""

from league.fixturing.robinx.instances import Constraint, Game, Instance, Placed
from league.fixturing.robinx.judging import Judgement, judge
from league.fixturing.robinx.reading import parse_instance, parse_solution
from league.fixturing.robinx.solving import solved
from league.fixturing.robinx.writing import format_solution

__all__ = [
    "Constraint",
    "Game",
    "Instance",
    "Judgement",
    "Placed",
    "format_solution",
    "judge",
    "parse_instance",
    "parse_solution",
    "solved",
]
