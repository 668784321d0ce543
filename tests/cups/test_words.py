"""How a cup stands, in a sentence; names that are too long for their line."""

from league.cups.brackets import bracket_of, shortened
from league.cups.draws import with_draw
from league.cups.results import with_result
from league.cups.rules import DrawnBy
from league.cups.words import standing_in_words
from tests.cups.cast import a_cup, played_out, played_round, result


def test_a_cup_says_how_it_stands_from_the_hat_to_the_winner():
    cup = a_cup(0)
    assert standing_in_words(cup) == "To be drawn; nobody entered so far."
    cup = a_cup(4)
    assert standing_in_words(cup) == "To be drawn; four entered so far."
    cup = with_draw(cup, "a lot")
    assert standing_in_words(cup) == "The semi-finals are to be played."
    first = bracket_of(cup).tie(1, 1)
    assert (
        standing_in_words(with_result(cup, result(first, (9, 1))))
        == "The semi-finals: one of two ties decided."
    )
    cup = played_round(cup)
    assert standing_in_words(cup) == "The final is to be drawn."
    cup = played_out(a_cup(4, seeds=4, drawn_by=DrawnBy.BRACKET), lower_key_wins=True)
    assert standing_in_words(cup) == "Won by The Fleece, who beat The Shears in the final."


def test_a_name_cut_short_keeps_what_tells_the_teams_of_a_pub_apart():
    assert shortened("The Fleece A", 12) == "The Fleece A"
    assert shortened("Crowther Fold Working Men’s Club A", 20) == "Crowther Fold Wor… A"
    assert shortened("Gomerthorpe Cricket & Athletic Club", 20) == "Gomerthorpe Cricket…"
