"""The fields of a rule book: section of its file, kind with limits, label and help of its form.

What a file leaves out is as a rule book has it, or as the default says. Points are kept in halves.
"""

from collections.abc import Mapping

from django.db import models

from league.competition.season_rules.fields import (
    Flag,
    ListOf,
    Named,
    OrNone,
    Points,
    Setting,
    Whole,
)
from league.competition.tie_breaks import TIE_BREAK_LABELS
from league.models import RuleBook
from scoring import variants

MOST_POINTS = 100
LARGEST = 1000
MOST_TIE_BREAKS = 8
"""No league has more; teams level in eight tie-breaks share the place."""
OPTIONS_IN_FIELDS = frozenset({"players", "target", "target_with"})
"""Options of the game that a rule book has in fields of its own."""


def _choice(of: type[models.TextChoices], label: str = "", hint: str = "") -> Setting:
    return Setting(kind=Named(lambda: of.values), label=label, help=hint)


def _points(label: str, hint: str = "") -> Setting:
    """Return what gives points. A file that leaves it out gives none for it."""
    return Setting(kind=Points(MOST_POINTS), default=0, label=label, help=hint)


NUMBER = Whole(0, LARGEST)
BOOK: Mapping[str, Mapping[str, Setting]] = {
    "game": {
        "variant": Setting(kind=Named(variants.names)),
        "entered": _choice(RuleBook.Entered, "What is entered"),
        "target": Setting(kind=OrNone(Whole(1, LARGEST)), label="A game is played to"),
    },
    "match": {
        "tables": Setting(kind=NUMBER),
        "players_a_side": Setting(kind=NUMBER, label="Players of a side at a table"),
        "games_a_table": Setting(kind=NUMBER),
        "games_at_each_table": Setting(
            kind=ListOf(
                Whole(1, LARGEST), LARGEST, list, wanted="a number of games for each table, as in [7, 7, 8]"
            )
        ),
        "stops_when_decided": Setting(kind=Flag(), help="Otherwise all its games are played."),
        "race_to": Setting(
            kind=OrNone(Whole(1, LARGEST)),
            label="First to so many games",
            help="Play ends when one side has won so many. Empty: all games are played.",
        ),
        "decided_by": _choice(RuleBook.Decider),
        "line_up_order": _choice(RuleBook.LineUpOrder, "Line-ups are given"),
    },
    "points": {
        "table_won": _points("A table won"),
        "table_drawn": _points("A table drawn, to each side"),
        "game_won": _points("A game won"),
        "aggregate": _points("More pegged in all", "For the side that pegged more at all tables together."),
        "aggregate_tie": _choice(RuleBook.AggregateTie, "If both pegged the same"),
        "match_won": _points("The match won"),
        "match_won_away": Setting(
            kind=OrNone(Points(MOST_POINTS)),
            default=None,
            label="The match won away",
            help="Only if it gives more or less than at home. Empty: as at home.",
        ),
        "match_drawn": _points("The match drawn, to each side"),
        "match_lost": _points("The match lost"),
        "close_loss": _points("A narrow defeat"),
        "close_loss_by": Setting(
            kind=NUMBER,
            label="Narrow is up to",
            help="By how much it may have lost, in what the match is won on.",
        ),
    },
    "walkovers": {
        "walkover_award": _choice(RuleBook.WalkoverAward, "A table given counts as"),
        "walkover_for": Setting(
            kind=OrNone(Whole(1, LARGEST)),
            label="Fixed score: for",
            help="Only for a fixed score: what the side that was there gets.",
        ),
        "walkover_against": Setting(
            kind=OrNone(NUMBER), label="Fixed score: against", help="And what the other side gets."
        ),
        "walkover_in_aggregate": Setting(kind=Flag(), label="Its score counts in the total pegged"),
        "walkover_points": Setting(
            kind=OrNone(Points(MOST_POINTS)),
            label="A whole match given",
            help="Points to the side that was there. Empty: all that the match could have given.",
        ),
        "withdrawal": _choice(RuleBook.WithdrawalEffect, "A team that withdraws"),
    },
    "level_teams": {
        "tie_breaks": Setting(kind=ListOf(Named(lambda: TIE_BREAK_LABELS), MOST_TIE_BREAKS, list, once=True))
    },
}
"""Every field but the house options, which have a section of their own: [game.options]."""

FIELDS: Mapping[str, Setting] = {key: each for keys in BOOK.values() for key, each in keys.items()}
POINTS = tuple(
    key
    for key, each in FIELDS.items()
    if isinstance(each.kind.kind if isinstance(each.kind, OrNone) else each.kind, Points)
)
"""Numbers of points: written as points, stored in halves."""
