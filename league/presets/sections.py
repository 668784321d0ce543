"""How a rule book's file is laid out: its sections, and the fields of a rule book that stand in each."""

from collections.abc import Mapping

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "game": ("variant", "target"),
    "match": (
        "tables",
        "players_a_side",
        "games_a_table",
        "games_at_each_table",
        "stops_when_decided",
        "race_to",
        "decided_by",
        "line_up_order",
    ),
    "points": (
        "table_won",
        "table_drawn",
        "game_won",
        "aggregate",
        "aggregate_tie",
        "match_won",
        "match_drawn",
        "match_lost",
        "close_loss",
        "close_loss_by",
    ),
    "walkovers": (
        "walkover_award",
        "walkover_for",
        "walkover_against",
        "walkover_in_aggregate",
        "walkover_points",
        "withdrawal",
    ),
    "level_teams": ("tie_breaks",),
}
"""Every field but the house options, which have a section of their own: [game.options]."""

POINTS = (
    "table_won",
    "table_drawn",
    "game_won",
    "aggregate",
    "match_won",
    "match_drawn",
    "match_lost",
    "close_loss",
)
"""What gives points. A file that leaves one out gives none for it."""

IN_HALVES = frozenset({*POINTS, "walkover_points"})
"""Numbers of points: written as points, kept in halves."""

SAID_BY_THE_BOOK = frozenset({"players", "target", "target_with"})
"""Options of the game that a rule book says in fields of its own."""

NONE = "none"
"""How a file writes that there is none: no target, no penalty."""

MOST_TIE_BREAKS = 8
"""Past these no league asks; whoever is level in eight things shares the place."""
