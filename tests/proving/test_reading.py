"""Last season's lists as people keep them: what is asked before anything is proved."""

import pytest

from league.proving.reading import read_season

RESULTS = """division,date,home,away,home_1,away_1,home_2,away_2
One,17/9/2026,The Fleece,The Shears,15,11,9,15
One,24/9/2026,The Shears,The Fleece,15,{},,8"""
TABLE = "team,points\nThe Fleece,5\nThe Shears,5"


@pytest.mark.parametrize(
    ("answers", "figures"),
    [({}, None), ({"one-score": "loser"}, ((15, 3), (15, 8))), ({"one-score": "missing"}, None)],
)
def test_one_score_at_a_table_is_asked_about(answers: dict[str, str], figures: object) -> None:
    read = read_season(RESULTS.format(3), TABLE, answers)
    (question, *_) = (question for question, _ in read.questions if question.key == "one-score")
    assert "the other side has 15" in dict(question.choices)["loser"]
    assert (read.season.results[-1].figures.tables if read.season else None) == figures


def test_it_is_not_asked_where_winners_have_no_one_score() -> None:
    read = read_season(RESULTS.replace("9,15", "9,21").format(3), TABLE, {})
    assert [question.key for question in read.open_questions] == ["unreadable"]
