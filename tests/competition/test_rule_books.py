"""A rule book says what can be played, and nothing else gets in."""

import pytest
from django.core.exceptions import ValidationError

from league.competition.tie_breaks import CRITERIA, MATCH_POINTS, TIE_BREAK_LABELS, Criterion
from league.models import RuleBook
from league.standings.records import TeamRecord


def test_the_default_is_the_heckmondwike_leagues() -> None:
    form = RuleBook().match_format()

    assert (form.tables, form.players_a_side, form.target) == (4, 2, 15)
    assert (form.table_won, form.aggregate) == (4, 4), "two points each, in halves"
    assert RuleBook().rules().target == 15


@pytest.mark.parametrize("criterion", CRITERIA.values(), ids=str)
def test_every_tie_break_a_season_may_name_is_one_the_standings_know(criterion: Criterion) -> None:
    assert (criterion.figure is None) == (criterion.among is not None)
    if criterion.figure:
        assert criterion.figure(TeamRecord(team=1, name="The Fleece")) is not None


def test_match_points_separate_nobody_level_on_them() -> None:
    assert set(TIE_BREAK_LABELS) == set(CRITERIA) - {MATCH_POINTS.key}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tie_breaks": ["alphabet"]}, "“alphabet” separates nobody"),
        ({"variant": "bridge"}, "bridge"),
        ({"options": {"hang_jack": "many"}}, "hang_jack"),
        ({"aggregate": 3}, "1.5 points cannot be shared"),
        ({"games_at_each_table": [7, 7]}, "2 numbers for 4 tables"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        RuleBook(**fields).clean()

    assert sentence in " ".join(refusal.value.messages)


@pytest.mark.parametrize(
    "fields",
    [
        # Three tables of several games to 14, a point a game, play ending at the 18th: the Caribbean shape.
        {
            "tables": 3,
            "games_at_each_table": [7, 7, 8],
            "target": 14,
            "table_won": 0,
            "game_won": 2,
            "aggregate": 0,
        },
        # Eight games to 21, a point each and two for the aggregate: crown green bowls.
        {"tables": 8, "players_a_side": 1, "target": 21, "table_won": 2, "aggregate": 4},
        # Four rinks of bowls, shots without a target.
        {"tables": 4, "players_a_side": 3, "target": None, "table_drawn": 2},
        # Three tables of five legs: two for most legs and half a point a leg.
        {"tables": 3, "games_a_table": 5, "table_won": 4, "table_drawn": 2, "game_won": 1, "aggregate": 0},
        # One total a side, three for a win.
        {"tables": 1, "target": None, "table_won": 0, "aggregate": 0, "match_won": 6, "match_drawn": 2},
        # Three for a win, one for losing 5-4, nothing else.
        {
            "tables": 9,
            "players_a_side": 1,
            "match_won": 6,
            "close_loss": 2,
            "close_loss_by": 1,
            "decided_by": "tables",
        },
    ],
)
def test_the_formats_of_real_leagues_can_be_held(fields: dict[str, object]) -> None:
    book = RuleBook(**fields)
    book.clean_fields()
    book.clean()

    assert book.match_format().tables == fields["tables"]
