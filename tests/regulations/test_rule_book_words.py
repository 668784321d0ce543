"""Rule books in words: every figure of one is said, and nothing that gives nothing."""

import pytest

from league.models import RuleBook
from league.regulations.rule_books import game_in_words, match_in_words, worth
from tests.examples import sampled

CARIBBEAN = {
    "variant": "trinidad",
    "target": 14,
    "tables": 3,
    "games_at_each_table": [7, 7, 8],
    "table_won": 0,
    "game_won": 2,
    "aggregate": 0,
    "decided_by": "games",
}


def said(**fields: object) -> str:
    return " ".join(
        sentence.text for part in match_in_words(RuleBook(**fields)) for sentence in part.sentences
    )


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({}, "Heckmondwike league: 4 tables, one game each to 15"),
        (CARIBBEAN, "Trinidad All Fours: 3 tables of 7, 7 and 8 games to 14"),
        ({"tables": 1, "games_a_table": 5}, "Heckmondwike league: 1 table, five games each to 15"),
        ({"variant": "northern_pub", "target": None}, "Northern pub All Fours: 4 tables, one game each"),
    ],
)
def test_a_rule_book_is_called_by_what_is_played(fields: dict[str, object], name: str) -> None:
    assert str(RuleBook(**fields)).startswith(name)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    sampled(
        [
            ({"players_a_side": 1, "tables": 1}, "A match is one table, one player a side."),
            (CARIBBEAN, "The tables play 7, 7 and 8 games, to 14."),
            ({"regulations": {"unit": "rink"}}, "A match is four rinks, two players a side at each."),
            ({"regulations": {"unit": "leg"}, "games_a_table": 5}, "The tables play five legs each, to 15."),
            (CARIBBEAN, "Whoever wins more of its games wins the table."),
            (CARIBBEAN, "All games of a table are played, even if it is decided before."),
            ({**CARIBBEAN, "stops_when_decided": True}, "A table stops as soon as it is decided."),
            (CARIBBEAN, "A game won gives one point. The match is won by the side with more games."),
            ({"entered": "scores", "target": 21}, "Only final scores are entered, no hands."),
            ({"line_up_order": "home_first"}, "The home side names its players first, then the away side."),
            ({"line_up_order": "away_first"}, "The away side names its players first, then the home side."),
            ({"line_up_order": "blind"}, "Both sides name their players without seeing the other’s."),
            ({"line_up_order": "drawn"}, "it is drawn by lot who meets whom."),
            ({"target": None}, "one game each, without a target."),
            ({"variant": "northern_pub", "target": None}, "one game each, of four hands."),
            ({"table_drawn": 1}, "A table drawn gives each side half a point."),
            ({"game_won": 3}, "A game won gives 1½ points."),
            (
                {"aggregate": 8, "aggregate_tie": "one_each"},
                "gets four points; if they are level, each side gets two",
            ),
            ({"aggregate_tie": "none"}, "if they are level, neither does."),
            ({"aggregate_tie": "two_each"}, "if they are level, both do."),
            ({"match_won": 6, "match_drawn": 2}, "Winning the match gives three points."),
            ({"match_won": 6, "match_drawn": 2}, "A drawn match gives each side one point."),
            (
                {"match_won": 4, "match_won_away": 6},
                "Winning the match at home gives two points. Winning it away gives three points.",
            ),
            ({"match_won": 4, "match_won_away": 4}, "Winning the match gives two points."),
            ({"match_lost": 2}, "Losing the match gives one point."),
            ({"close_loss": 2, "close_loss_by": 1}, "A side beaten by no more than 1 gets one point."),
            ({"decided_by": "tables"}, "The match is won by the side with more tables."),
            ({"decided_by": "aggregate"}, "with the higher total of game points."),
            ({"walkover_in_aggregate": True}, "counts as 15–0. That score counts in the total"),
            ({}, "counts as 15–0. That score does not count in the total"),
            ({"walkover_award": "table_only"}, "a table won, without game points."),
            ({**CARIBBEAN, "race_to": 18}, "wins the table. Play ends when one side has won 18 games."),
            (CARIBBEAN, "Each game of a table won by walkover counts as 14–0."),
            (
                {"walkover_award": "fixed", "walkover_for": 7, "walkover_against": 2},
                "A table won by walkover counts as 7–2.",
            ),
            ({"walkover_award": "average"}, "a table won, with the division’s average score for both"),
            ({"walkover_points": 5}, "A walkover for a whole match gives 2½ points."),
            ({}, "When a team withdraws, all its results are void."),
            ({"withdrawal": "rest_free"}, "When a team withdraws, its results stand, the others are free"),
            ({"tie_breaks": ["matches_won"]}, "separated by matches won. Teams still level"),
        ],
        each=4,
    ),
)
def test_every_figure_of_a_rule_book_is_said(fields: dict[str, object], sentence: str) -> None:
    assert sentence in said(**fields)


def test_what_gives_nothing_is_not_said() -> None:
    text = said(table_won=0, aggregate=0)
    assert "gives" not in text.replace("given without", "")
    assert "pegged more" not in text


def test_points_are_said_whole_and_half() -> None:
    assert [worth(halves) for halves in (1, 2, 3, 4)] == [
        "half a point",
        "one point",
        "1½ points",
        "two points",
    ]


def test_a_side_of_players_the_game_does_not_know_is_told_the_game_as_it_is() -> None:
    sections = game_in_words(RuleBook(players_a_side=3))
    assert sections[0].sentences[0].text == "Four play."
