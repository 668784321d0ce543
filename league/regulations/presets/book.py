"""The fields of a rule book: section of its file, kind with limits, label and help of its form.

A legend begins a part of the form, to which the fields after it belong as well; it may begin again.

What a file leaves out is as a rule book has it, or as the default says. Points are kept in halves.
"""

from collections.abc import Iterator, Mapping

from django.db import models

from league.competition.models.rule_books import LIMITS, MOST_GAMES
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


def _choice(of: type[models.TextChoices], label: str = "", legend: str = "") -> Setting:
    return Setting(kind=Named(lambda: of.values), label=label, legend=legend)


def _points(label: str, hint: str = "", legend: str = "") -> Setting:
    """Return what gives points. A file that leaves it out gives none for it."""
    return Setting(kind=Points(MOST_POINTS), default=0, label=label, help=hint, legend=legend)


GAME, MATCH, TABLES = "The game", "The match", "Points of tables and games"
WHOLE, WALKOVERS, LEVEL = "Points of the match as a whole", "Walkovers and withdrawals", "Level teams"
NOTES: Mapping[str, str] = {
    GAME: "What is played at the tables. Below are the house rules it has room for: say only what your "
    "league plays otherwise than the game has it.",
    MATCH: "What the teams play in one evening.",
    TABLES: "Match points, whole or half: 2, 0.5 or ½. What gives nothing stays at 0.",
    WHOLE: "Beside those of its tables and games. Most leagues give none.",
    WALKOVERS: "Points for walkovers. Every page marks them as walkovers.",
    LEVEL: "What separates teams with the same match points.",
}
"""The parts of the form, with what each is about."""


NUMBER = Whole(0, LARGEST)
BOOK: Mapping[str, Mapping[str, Setting]] = {
    "game": {
        "variant": Setting(kind=Named(variants.names), label="Which All Fours", legend=GAME),
        "entered": _choice(RuleBook.Entered, "What is entered"),
        "target": Setting(kind=OrNone(LIMITS["target"]), label="A game is played to"),
    },
    "match": {
        "tables": Setting(kind=LIMITS["tables"], legend=MATCH),
        "players_a_side": Setting(kind=LIMITS["players_a_side"], label="Players of a side at a table"),
        "games_a_table": Setting(kind=Whole(1, MOST_GAMES)),
        "games_at_each_table": Setting(
            kind=LIMITS["games_at_each_table"],
            label="Games at a table",
            help="One number for all tables, or one for each: 7, 7, 8.",
        ),
        "stops_when_decided": Setting(kind=Flag(), help="Otherwise all its games are played."),
        "race_to": Setting(
            kind=OrNone(Whole(1, LARGEST)),
            label="First to so many games",
            help="Play ends when one side has won so many. Empty: all games are played.",
        ),
        "decided_by": _choice(RuleBook.Decider, legend=WHOLE),
        "line_up_order": _choice(RuleBook.LineUpOrder, "Line-ups are given", MATCH),
    },
    "points": {
        "table_won": _points("A table won", legend=TABLES),
        "table_drawn": _points("A table drawn, to each side"),
        "game_won": _points("A game won"),
        "aggregate": _points("More pegged in all", "For the side that pegged more at all tables together."),
        "aggregate_tie": _choice(RuleBook.AggregateTie, "If both pegged the same"),
        "match_won": _points("The match won", legend=WHOLE),
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
        "walkover_award": _choice(RuleBook.WalkoverAward, "A table given counts as", WALKOVERS),
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
        "tie_breaks": Setting(
            kind=ListOf(Named(lambda: TIE_BREAK_LABELS), MOST_TIE_BREAKS, list, once=True),
            label="Level on points",
            help="Asked from the top until one separates the teams; if none does, they share the place.",
            legend=LEVEL,
        )
    },
}
"""Every field but the house options, which have a section of their own: [game.options]."""

FIELDS: Mapping[str, Setting] = {key: each for keys in BOOK.values() for key, each in keys.items()}
_KINDS = {key: each.kind.kind if isinstance(each.kind, OrNone) else each.kind for key, each in FIELDS.items()}
POINTS = tuple(key for key, kind in _KINDS.items() if isinstance(kind, Points))
"""Numbers of points: written as points, stored in halves."""


def _parts() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the parts of the form: title, what it is about, its fields."""
    of, legend = {}, ""
    for key, each in FIELDS.items():
        legend = of[key] = each.legend or legend
    del of["games_a_table"]  # typed as one number into games_at_each_table
    for title, note in NOTES.items():
        yield title, note, tuple(key for key, legend in of.items() if legend == title)


PARTS = tuple(_parts())
