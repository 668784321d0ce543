"""Rows inserted as one JSON text are those that the ORM would insert, and meet the same constraints."""

import datetime
import uuid

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from league.models import Game, HandResult, MatchTable, Penalty, Scorecard, Seat, TableEntry, Taker
from league.shared.compiled_insert import CompiledInsert
from league.shared.sql import insert_columns
from tests.builders import a_card, a_match, a_player

pytestmark = pytest.mark.django_db

NOW = datetime.datetime(2027, 1, 15, 9, 30, 1, 23, tzinfo=datetime.UTC)
ODD = 'O’Hara "Jack" \\ {½} %s %% \t\n 🂡 null [1] \u2028'
HANDS = CompiledInsert(HandResult)


def columns(row: Model) -> dict[str, object]:
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }


def a_game() -> Game:
    return Game.objects.filter(table__scorecard=a_card(a_match(), (15, 1), (15, 2), (15, 3), (15, 4)))[0]


def rows_to_come() -> list[Model]:
    """Rows of each model, as the ORM would insert them."""
    game = a_game()
    card = game.table.scorecard
    return [
        Scorecard(
            match=card.match, version=9, is_confirmed=False, entered_at=NOW, set_aside_at=NOW, remarks=ODD
        ),
        MatchTable(scorecard=card, number=9, is_played=False, private_remarks=ODD),
        Game(table=game.table, number=9, home_score=15, away_score=0, first_pitch="a"),
        Seat(game=game, side="h", place=1, player=a_player(card.match.home)),
        Seat(game=game, side="h", place=2, written=ODD),
        HandResult(game=game, number=1),
        HandResult(
            game=game,
            number=2,
            before=[["turnup", "a", 2], [ODD, "h", 1]],
            hung=False,
            home_card_points=0,
            record=ODD,
        ),
        HandResult(game=game, number=3, hung=True, high="h", game_point=Taker.NOBODY, away_card_points=80),
        Penalty(game=game, hand_number=1, side="a", points=4, reason=ODD),
        TableEntry(
            match=card.match,
            client_id=uuid.UUID(int=1),
            phone=uuid.UUID(int=2**127),
            table=1,
            place="h1",
            body={"notes": ODD, "hung": True, "none": None, "list": []},
            entered_at=NOW,
            received_at=NOW,
        ),
    ]


def test_every_column_is_what_the_orm_stores():
    for row in rows_to_come():
        model = type(row)
        with transaction.atomic():
            row.save()
            stored = columns(model.objects.get(pk=row.pk))
            model.objects.filter(pk=row.pk).delete()
        row.pk = None
        CompiledInsert(model).insert_row(row)
        assert columns(model.objects.get(pk=row.pk)) == stored
        assert not row._state.adding


def test_rows_written_together_are_what_the_orm_stores_under_keys_that_no_row_had() -> None:
    for row in rows_to_come():
        model = type(row)
        row.save()
        stored, key = columns(model.objects.get(pk=row.pk)), row.pk
        model.objects.filter(pk=key).delete()
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        prepared = [[field.get_db_prep_save(getattr(row, field.attname), connection)] for field in fields]
        (new,) = insert_columns(model, fields, prepared)
        assert columns(model.objects.get(pk=new)) == stored
        assert new > key


def test_what_is_left_out_has_the_default_of_its_model():
    game = a_game()
    ((key,),) = HANDS.insert_rows([{"game_id": game.pk, "number": 1}])
    assert columns(HandResult.objects.get(pk=key)) == columns(HandResult(game=game, number=1))


def test_any_number_of_rows_is_one_statement_in_their_order():
    game = a_game()
    with CaptureQueriesContext(connection) as spent:
        HANDS.insert_rows([{"game_id": game.pk, "number": number} for number in range(1000, 0, -1)])
        assert HANDS.insert_rows([]) == []
    assert len(spent) == 1
    assert [hand.number for hand in game.hands.order_by("pk")] == list(range(1000, 0, -1))


@pytest.mark.parametrize(
    ("wrong", "constraint"),
    [
        ({"number": 1}, "number"),  # SQLite names the columns
        ({"number": 2, "high": "x"}, "awards_to_a_side_or_nobody"),
        ({"number": -2}, "number"),
        ({"number": None}, "number"),
        ({"number": 2, "high": None}, "high"),
    ],
)
def test_a_constraint_refuses_all_rows_by_its_name(wrong, constraint):
    game = a_game()
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        HANDS.insert_rows([{"game_id": game.pk, "number": 1}, {"game_id": game.pk, **wrong}])
    assert not game.hands.exists()


def test_a_text_too_long_is_refused_where_the_database_knows_lengths():
    rows = [{"game_id": a_game().pk, "number": 1, "turned": "x" * 61}]
    if connection.vendor == "sqlite":
        HANDS.insert_rows(rows)
        return
    with pytest.raises(DataError, match="too long"), transaction.atomic():
        HANDS.insert_rows(rows)


def test_a_column_nobody_has_and_a_value_nobody_knows_are_refused():
    with pytest.raises(ValueError, match="no such columns"):
        HANDS.insert_rows([{"game_id": 1, "number": 1, "numbr": 2}])
    with pytest.raises(TypeError, match="takes no set"):
        HANDS.insert_rows([{"game_id": 1, "number": 1, "before": {1}}])
