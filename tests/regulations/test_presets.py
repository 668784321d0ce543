"""Rule books ready made, and any such file: each gives the points its league gives, a bad one says why."""

import tomllib
from collections.abc import Sequence

import pytest

from league.competition.tie_breaks import TIE_BREAK_LABELS
from league.founding.forms import GAMES
from league.models import RuleBook
from league.regulations.presets import UnknownPreset, get, names
from league.regulations.presets.reading import BadRuleBook, read_book
from league.regulations.presets.writing import SECTIONS, write_book
from scoring.matches import score_match
from tests.examples import sampled

# Scores as they come off the sheets, and the points of home and away as a person adds them up.
FOUR_TABLES = ((15, 9), (15, 13), (15, 11), (8, 15))
WORKED: dict[str, tuple[Sequence[object], tuple[float, float]]] = {
    # Three tables and the aggregate, 53-48.
    "heckmondwike": (FOUR_TABLES, (8, 2)),
    # Two tables each, 40-40: the aggregate is shared.
    "lancashire": (((11, 9), (9, 11), (11, 9), (9, 11)), (5, 5)),
    # Eighteen games, or as many as the race is to, and eleven.
    "caribbean-17": ([[(14, 3)] * 6 + [(2, 14)] * 4, [(14, 5)] * 6 + [(9, 14)] * 4, [(14, 0)] * 5], (17, 8)),
    "caribbean-18": ([[(14, 3)] * 6 + [(2, 14)] * 6, [(14, 5)] * 6 + [(9, 14)] * 5, [(14, 0)] * 6], (18, 11)),
    "caribbean-22": ([[(14, 3)] * 8 + [(2, 14)] * 6, [(14, 5)] * 7 + [(9, 14)] * 6, [(14, 0)] * 7], (22, 12)),
    # Four games each, and the aggregate 144-141.
    "crown-green": (
        ((21, 12), (21, 20), (21, 18), (21, 7), (14, 21), (20, 21), (10, 21), (16, 21)),
        (4 + 2, 4),
    ),
    # Two rinks to one, one drawn, and fewer shots in all: 55-58.
    "rinks": (((18, 12), (15, 15), (17, 10), (5, 21)), (2 + 1 + 2, 1 + 2 + 2)),
    # 8-7 in legs is 6 to 3½, as the Bury rules work it out.
    "crib-legs": ([[(1, 0)] * 3 + [(0, 1)] * 2] * 2 + [[(1, 0)] * 2 + [(0, 1)] * 3], (6, 3.5)),
    # Three games to two, and two more for the match.
    "don-five-games": (((91, 64), (91, 88), (70, 91), (91, 12), (45, 91)), (3 + 2, 2)),
    "don": (((121, 98), (121, 7), (44, 121), (121, 120)), (3, 1)),
    "plain-3-1-0": (((61, 58),), (3, 0)),
    "plain-2-1-0": (((44, 44),), (1, 1)),
}


def test_every_preset_is_offered_and_worked_here() -> None:
    assert set(names()) == set(WORKED)
    assert sorted(name for offered in GAMES.values() for name in offered) == sorted(names())


@pytest.mark.django_db
@pytest.mark.parametrize("name", WORKED)
def test_a_rule_book_of_a_preset_is_a_good_one(name: str) -> None:
    preset = get(name)
    preset.rule_book().full_clean()
    assert preset.title
    assert preset.about.endswith(".")
    assert set(preset.book["tie_breaks"]) <= set(TIE_BREAK_LABELS.keys())


@pytest.mark.parametrize("name", WORKED)
def test_a_match_gives_the_points_its_league_gives(name: str) -> None:
    tables, points = WORKED[name]
    form = get(name).rule_book().match_format()
    score = score_match(tables, form)  # type: ignore[arg-type]
    assert score.faults == ()
    assert tuple(halves / 2 for halves in score.match_points) == points


@pytest.mark.parametrize("name", WORKED)
def test_what_is_written_is_read_back_as_it_was(name: str) -> None:
    preset = get(name)
    again = read_book(write_book(preset.rule_book(), preset.title, preset.about))
    of_the_season = {"regulations"}  # not handed on: they have dates
    assert (again.title, again.about) == (preset.title, preset.about)
    assert again.book == {key: value for key, value in preset.book.items() if key not in of_the_season}


def test_house_options_and_half_points_are_written_and_read_back() -> None:
    book = RuleBook(
        variant="trinidad",
        target=None,
        games_at_each_table=[7, 7, 8, 1],
        table_won=5,
        walkover_points=3,
        options={
            "hang_jack": 6,
            "turnup_scores": {"A": 1, "6": 2},
            "may_beg": False,
            "peek_penalty": None,
            "awards": ["high", "low", "game", "jack"],
        },
    )
    text = write_book(book, "Ours “and” theirs", 'Say "when".')
    read = read_book(text).book
    assert tomllib.loads(text)["points"]["table_won"] == 2.5
    assert {key: getattr(book, key) for key in read if key != "tie_breaks"} == {
        key: value for key, value in read.items() if key != "tie_breaks"
    }


def test_a_fixed_score_to_nil_is_written_and_read_back() -> None:
    nil = RuleBook(walkover_award=RuleBook.WalkoverAward.FIXED, walkover_for=7, walkover_against=0)
    assert read_book(write_book(nil, "To nil")).book["walkover_against"] == 0


def test_away_wins_are_written_where_they_are_worth_something_else() -> None:
    away = RuleBook(match_won=4, match_won_away=6)
    assert read_book(write_book(away, "Away")).book["match_won_away"] == 6
    assert "match_won_away" not in write_book(RuleBook(match_won=4), "Home")


def test_points_a_file_leaves_out_are_none() -> None:
    """The rest is as a rule book has it: one game a table, two a side."""
    book = read_book('[game]\nvariant = "lancashire"\n[match]\ntables = 3\n').rule_book()
    assert (book.table_won, book.aggregate, book.games_a_table, book.players_a_side) == (0, 0, 1, 2)


GOOD = """title = "Ours"
[game]
variant = "trinidad"
target = 14
[game.options]
hang_jack = 6
[match]
tables = 3
games_at_each_table = [7, 7, 8]
[points]
game_won = 0.5
aggregate = 2
[walkovers]
walkover_award = "fixed"
walkover_for = 7
walkover_against = 2
[level_teams]
tie_breaks = ["games_won"]
"""


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    sampled(
        [
            ('title = "Ours"', "title = 5", "Line 1: title cannot be “5”; it is words"),
            ("[walkovers]", "[walkover]", "a rule book's file has no “walkover”; did you mean walkovers?"),
            ("[points]", "[[points]]", "it is a section, begun by a line [points]"),
            ("[game.options]", "options = 5", "options cannot be “5”; it is a section"),
            ('variant = "trinidad"\n', "", "[game] does not say variant"),
            ('"trinidad"', '"trinidda"', "Line 3: variant cannot be “trinidda”; it is one of"),
            ("target = 14", "target = 0", 'a whole number from 1 to 250, or "none"'),
            ("target = 14", "targt = 14", "Line 4: [game] has no “targt”; did you mean target?"),
            (
                "hang_jack = 6",
                "hang_jack = true",
                "Line 6: hang_jack cannot be “true”; it is a whole number from 0",
            ),
            ("hang_jack = 6", 'revoke = "shot"', 'it is "silent" or "opponents_one"'),
            ("hang_jack = 6", "turnup_scores = 3", "it is points by rank, as in {A = 1, J = 3}"),
            ("hang_jack = 6", "hang = 6", "Line 6: [game.options] has no “hang”"),
            ("hang_jack = 6", "target = 6", "[game.options] has no “target”"),
            ("tables = 3", "tables = true", "Line 8: tables cannot be “true”; it is a whole number from 1"),
            ("[7, 7, 8]", '"7, 7, 8"', "a number of games for each table, as in [7, 7, 8]"),
            ("[7, 7, 8]", "[7, 7]", "games"),
            (
                "= 0.5",
                "= 0.3",
                "Line 11: game_won cannot be “0.3”; it is points from 0 to 100, whole or half",
            ),
            ("= 0.5", "= -1", "points from 0 to 100"),
            ("= 0.5", "= nan", "points from 0 to 100"),
            ("aggregate = 2", "aggregate = 1.5", "Line 12, aggregate: 1.5 points cannot be shared"),
            ('"fixed"', '"fix"', "did you mean fixed?"),
            ("walkover_for = 7\n", "", "[walkovers], walkover_for: A fixed score wins the table"),
            ("walkover_for = 7", "walkover_for = 1", "Line 15, walkover_for: A fixed score wins the table"),
            ("walkover_for = 7", 'walkover_points = "all"', "points from 0 to 100, whole or half: 2 or 0.5"),
            ('["games_won"]', '"games_won"', "tie_breaks cannot be “games_won”; it is a list"),
            ('["games_won"]', '["games"]', "Line 18: tie_breaks cannot be “games”"),
            ('["games_won"]', '["games_won", "games_won"]', "each of them once"),
            ('["games_won"]', "[[[]]]", "tie_breaks cannot be “[[]]”"),
            ("[match]", "[match", "This cannot be read as a rule book's file"),
            ("[match]", "[" * 5000, "This cannot be read as a rule book's file"),
            ("[match]", f"x = {'9' * 5000}", "This cannot be read as a rule book's file"),
        ],
        each=4,
    ),
)
def test_a_file_that_is_no_rule_book_says_where_and_what_would_be_right(
    right: str, wrong: str, sentence: str
) -> None:
    assert right in GOOD
    with pytest.raises(BadRuleBook) as refusal:
        read_book(GOOD.replace(right, wrong, 1))
    assert sentence in " ".join(refusal.value.faults)


def test_every_fault_of_a_file_is_said_at_once() -> None:
    with pytest.raises(BadRuleBook) as refusal:
        read_book(GOOD.replace("= 14", "= 0").replace("0.5", "0.3"))
    assert [fault[:8] for fault in refusal.value.faults] == ["Line 4: ", "Line 11:"]


def test_a_preset_nobody_knows() -> None:
    with pytest.raises(UnknownPreset, match="“darts” is no preset; there are: heckmondwike, lancashire"):
        get("darts")


def test_a_file_has_room_for_everything_a_rule_book_says() -> None:
    """Deadlines and what a breach costs are kept beside it, and the season is not the book's to say."""
    columns = {field.name for field in RuleBook._meta.fields} - {"id", "options", "regulations"}
    assert {key for keys in SECTIONS.values() for key in keys} == columns


def test_how_line_ups_are_given_goes_with_the_book_and_an_older_file_says_nothing_of_it() -> None:
    drawn = RuleBook(line_up_order=RuleBook.LineUpOrder.DRAWN)
    assert read_book(write_book(drawn, "Drawn")).book["line_up_order"] == "drawn"
    older = write_book(drawn, "Drawn").replace('line_up_order = "drawn"', "")
    assert read_book(older).book["line_up_order"] == "free"
    with pytest.raises(BadRuleBook, match="line_up_order cannot be “by lot”"):
        read_book(older.replace("[match]", '[match]\nline_up_order = "by lot"'))
