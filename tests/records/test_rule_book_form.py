"""The form of a season's rule book: in a league's words, begun from presets or files, frozen by results."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.competition.tie_breaks import HECKMONDWIKE_TIE_BREAKS
from league.models import League, RuleBook, Season
from league.regulations.presets import get, names
from league.regulations.presets.reading import BadRuleBook, read_book
from league.regulations.presets.writing import write_book
from tests.builders import a_card, a_division, a_league, a_match, a_season, a_secretary
from tests.examples import sampled
from tests.reading import Fields, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def season(league: League) -> Season:
    return a_season(league)


@pytest.fixture
def page(season: Season) -> str:
    return f"/{season.league.slug}/secretary/records/rule-books/{season.slug}/"


@pytest.fixture
def secretary(league: League, client: Client) -> Client:
    client.force_login(a_secretary(league))
    return client


def fields(answer: Any) -> dict[str, str]:
    return Fields(answer.text).found


def send(client: Client, page: str, button: str = "save", **typed: str) -> Any:
    """The form of that page as it stands, with what is typed into it."""
    typed = {key.replace("option_", "option-"): text for key, text in typed.items()}
    return client.post(page, {**fields(client.get(page)), **typed, button: "1"})


def saved(client: Client, page: str, **typed: str) -> RuleBook:
    answer = send(client, page, **typed)
    assert answer.status_code == 303, words(answer)
    return RuleBook.objects.get()


# --- The form ------------------------------------------------------------------------------------


def test_a_form_sent_as_it_stands_is_the_heckmondwike_leagues(secretary: Client, page: str) -> None:
    before = RuleBook.objects.values().get()
    saved(secretary, page)
    assert RuleBook.objects.values().get() == before


def test_the_form_has_a_field_for_everything_a_rule_book_says(secretary: Client, page: str) -> None:
    shown = secretary.get(page).text
    elsewhere = {"id", "options", "games_a_table", "regulations"}
    asked = {field.name for field in RuleBook._meta.fields} - elsewhere - {"tie_breaks"}
    assert not [name for name in asked if f'name="{name}"' not in shown]


def test_the_games_are_offered_by_their_titles(secretary: Client, page: str) -> None:
    shown = secretary.get(page).text
    assert '<optgroup label="Trinidad and Tobago">' in shown
    assert re.search(r'<option value="lancashire">\s*Lancashire All Fours', shown)


@pytest.mark.parametrize(
    ("typed", "halves"),
    sampled([("2", 4), ("0.5", 1), ("½", 1), ("1½", 3), ("", 0), ("0", 0), ("2,5", 5)], each=10),
)
def test_points_are_typed_as_points(secretary: Client, page: str, typed: str, halves: int) -> None:
    assert saved(secretary, page, table_won=typed).table_won == halves


def test_points_are_shown_as_points(secretary: Client, page: str) -> None:
    RuleBook.objects.update(table_won=4, game_won=1, walkover_points=None)
    stands = fields(secretary.get(page))
    assert (stands["table_won"], stands["game_won"], stands["walkover_points"]) == ("2", "½", "")


@pytest.mark.slow
def test_a_whole_match_given_may_be_left_unsaid(secretary: Client, page: str) -> None:
    assert saved(secretary, page, walkover_points="").walkover_points is None
    assert saved(secretary, page, walkover_points="0").walkover_points == 0


@pytest.mark.parametrize(
    ("typed", "games"),
    sampled([("5", (5, [])), ("7, 7, 8, 9", (1, [7, 7, 8, 9])), ("3 3 3 3", (3, []))], each=3),
)
def test_games_are_one_number_or_one_for_each_table(
    secretary: Client, page: str, typed: str, games: object
) -> None:
    book = saved(secretary, page, games_at_each_table=typed)
    assert (book.games_a_table, book.games_at_each_table) == games
    assert fields(secretary.get(page))["games_at_each_table"] in (typed, "3")


def test_level_teams_are_separated_in_the_order_that_is_chosen(secretary: Client, page: str) -> None:
    order = {"tie_breaks_0": "games_won", "tie_breaks_1": "", "tie_breaks_2": "head_to_head"}
    assert saved(secretary, page, **order).tie_breaks == ["games_won", "head_to_head"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    sampled(
        [
            ({"variant": "snap"}, "“snap” is no game of All Fours"),
            ({"variant": ""}, "required"),
            ({"table_won": "0.3"}, "neither whole nor a half"),
            ({"table_won": "two"}, "is not a number of points"),
            ({"aggregate": "1.5"}, "cannot be shared"),
            ({"games_at_each_table": ""}, "Say how many games"),
            ({"games_at_each_table": "7, 7, 8"}, "3 numbers for 4 tables"),
            ({"games_at_each_table": "7, x"}, "type one number of games from 1 to 99"),
            ({"tie_breaks_0": "shoe_size"}, "“shoe_size” separates nobody"),
            ({"tie_breaks_0": "", "tie_breaks_1": ""}, "Choose at least one"),
            ({"tie_breaks_1": "score_difference"}, "“Score difference” is named twice"),
            ({"target": "0"}, "a whole number from 1 to 250"),
            ({"race_to": "0"}, "Nobody can win 0 of 4 games"),
            ({"walkover_award": "fixed", "walkover_for": ""}, "A fixed score wins the table"),
            ({"option_hang_jack": "many"}, "“many” cannot be: type a whole number from 0 to 999"),
            ({"option_fixed_hands": "0"}, "from 1 to 999, or “none”"),
            ({"option_turnup_scores": "ace"}, "“ace” is no rank with its points"),
            ({"option_throw_in": "perhaps"}, "“perhaps” is none of the choices"),
        ],
        each=24,
    ),
)
def test_what_cannot_be_is_refused_in_words(
    secretary: Client, page: str, typed: dict[str, str], sentence: str
) -> None:
    before = RuleBook.objects.values().get()
    answer = send(secretary, page, **typed)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert RuleBook.objects.values().get() == before
    stands = fields(answer)
    (name, text), *_ = typed.items()
    if name not in {"variant", "option_throw_in", "tie_breaks_0"}:
        assert stands[name.replace("option_", "option-")] == text, "nothing typed is lost"


@pytest.mark.parametrize(
    ("values", "right"),
    [
        ({"tables": 40}, "a whole number from 1 to 40"),
        ({"players_a_side": 20}, "a whole number from 1 to 20"),
        ({"target": 250}, "a whole number from 1 to 250"),
        ({"games_a_table": 99, "tables": 10, "entered": "scores"}, "from 1 to 99"),
        ({"games_a_table": 25, "tables": 40, "entered": "scores"}, "1,040 games; a sheet has room for 1,000"),
        ({"games_a_table": 16, "target": 15}, "1,020 hands; a sheet has room for 1,000"),
        ({"race_to": 4}, "Nobody can win 5 of 4 games"),
    ],
)
def test_a_form_a_file_and_a_league_have_the_same_limits(
    secretary: Client, page: str, values: dict[str, Any], right: str
) -> None:
    def typed(values: dict[str, Any]) -> dict[str, Any]:
        games = {"games_at_each_table": values.get("games_a_table", 1)}
        return {name: value for name, value in values.items() if name != "games_a_table"} | games

    (name, most), *_ = values.items()
    for accepted in (RuleBook(**values), saved(secretary, page, **typed(values))):
        accepted.full_clean()
        assert getattr(accepted, name) == most
        assert read_book(write_book(accepted, "Ours")).book[name] == most
    too_many = values | {name: most + 1}
    with pytest.raises(ValidationError, match=right):
        RuleBook(**too_many).full_clean()
    with pytest.raises(BadRuleBook, match=right):
        read_book(write_book(RuleBook(**too_many), "Ours"))
    assert right in words(send(secretary, page, **typed(too_many)))


# --- House options ---------------------------------------------------------------------------------


def test_house_options_are_those_the_game_has_use_for(secretary: Client, page: str) -> None:
    stands = fields(secretary.get(page))
    assert "option-throw_in" in stands
    assert "option-turnup_scores" not in stands
    assert not {"option-players", "option-target"} & set(stands), "the rule book says these itself"


def test_an_option_says_what_the_game_has(secretary: Client, page: str) -> None:
    shown = words(secretary.get(page))
    assert "A worthless hand may be thrown in" in shown
    assert "As the game has it: yes Yes No" in shown
    assert "The game has: 1." in shown


@pytest.mark.slow
def test_choosing_another_game_shows_its_options_and_keeps_what_is_typed(
    secretary: Client, page: str
) -> None:
    answer = send(secretary, page, "_choose", variant="trinidad", tables="3", table_won="½")
    stands = fields(answer)
    assert "option-turnup_scores" in stands
    assert (stands["tables"], stands["table_won"]) == ("3", "½")
    assert "Trinidad All Fours itself is played to 14" in words(answer)
    assert RuleBook.objects.get().variant == "heckmondwike"
    assert secretary.post(page, {**stands, "save": "1"}).status_code == 303
    assert (RuleBook.objects.get().variant, RuleBook.objects.get().options) == ("trinidad", {})


@pytest.mark.slow
def test_options_are_kept_as_the_engine_reads_them(secretary: Client, page: str) -> None:
    house = {
        "option_hang_jack": "6",
        "option_turnup_scores": "A 1, six 2, jack 3",
        "option_may_beg": "no",
        "option_peek_penalty": "none",
        "option_revoke": "opponents_one",
        "option_awards": "high,low,game,jack",
    }
    book = saved(secretary, f"{page}?copy=caribbean-18", **house)
    assert book.options == {
        "hang_jack": 6,
        "turnup_scores": {"A": 1, "6": 2, "J": 3},
        "may_beg": False,
        "peek_penalty": None,
        "revoke": "opponents_one",
        "awards": ["high", "low", "game", "jack"],
    }
    assert book.rules().hang_jack == 6
    shown = fields(secretary.get(page))
    assert shown["option-turnup_scores"] == "ace 1, six 2, jack 3"
    assert (shown["option-may_beg"], shown["option-peek_penalty"]) == ("no", "none")
    assert "may_beg" not in saved(secretary, page, option_may_beg="").options


@pytest.mark.slow
def test_an_option_of_another_game_is_refused_kindly_and_stays_to_be_seen(
    secretary: Client, page: str
) -> None:
    RuleBook.objects.update(variant="trinidad", target=14, options={"after_run": "keep_all"})
    answer = send(secretary, page, variant="heckmondwike")
    assert "“Cards kept after a run” does nothing in Heckmondwike league as it is played here" in words(
        answer
    )
    assert fields(answer)["option-after_run"] == "keep_all"
    book = saved(secretary, page, variant="heckmondwike", option_after_run="")
    assert (book.variant, book.options) == ("heckmondwike", {})


def test_an_option_can_make_others_useful(secretary: Client, page: str) -> None:
    house = {"option_trump": "turnup", "option_turnup_scores": "jack 1"}
    assert saved(secretary, page, **house).options == {"trump": "turnup", "turnup_scores": {"J": 1}}


# --- Where it starts from ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sampled(names(), each=20))
def test_every_preset_saved_as_it_stands_is_that_preset(secretary: Client, page: str, name: str) -> None:
    book = saved(secretary, f"{page}?copy={name}")
    book.tie_breaks = book.tie_breaks or list(HECKMONDWIKE_TIE_BREAKS)
    preset = {key: value for key, value in get(name).book.items() if key != "regulations"}
    assert {key: getattr(book, key) for key in preset} == preset


def read(client: Client, page: str, content: bytes | None, **typed: str) -> Any:
    sent = {} if content is None else {"file": SimpleUploadedFile("ours.toml", content)}
    return client.post(page, {**fields(client.get(page)), **typed, "_read": "1", **sent})


def test_a_rule_book_goes_from_league_to_league_as_a_file(
    secretary: Client, page: str, season: Season
) -> None:
    house = {"turnup_scores": {"A": 1}, "hang_jack": 6}
    theirs = RuleBook.objects.create(variant="trinidad", target=14, table_won=1, options=house, race_to=3)
    other = a_season(season.league, "2027-28", rule_book=theirs)
    file = secretary.get(page.replace(season.slug, other.slug), {"file": ""})
    assert file["Content-Disposition"].endswith('2027-28.toml"')
    answer = read(secretary, page, file.content)
    assert "2027-28: filled in. Press “Preview” to see what changes." in words(answer)
    book = season.rule_book
    book.refresh_from_db()
    assert book.variant == "heckmondwike", "nothing is kept before it was looked at"
    stands = fields(answer)
    assert (stands["table_won"], stands["option-hang_jack"]) == ("½", "6")
    assert secretary.post(page, {**stands, "save": "1"}).status_code == 303
    book.refresh_from_db()
    assert (book.variant, book.options, book.table_won, book.race_to) == ("trinidad", house, 1, 3)


@pytest.mark.parametrize(
    ("content", "sentence"),
    sampled(
        [
            (None, "Choose the file first"),
            (b"[game]\nvariant = 'snap'\n[match]\ntables = 4", "Line 2: variant cannot be “snap”"),
            (b"\x89PNG\r\n\x1a\n\x00\xff", "is no text"),
            (b"#" * 300_000, "ours.toml is too long: a rule book has at most 20000 letters"),
        ],
        each=4,
    ),
)
def test_a_file_that_is_no_rule_book_is_refused_and_nothing_typed_is_lost(
    secretary: Client, page: str, content: bytes | None, sentence: str
) -> None:
    answer = read(secretary, page, content, tables="6")
    assert sentence in words(answer)
    assert fields(answer)["tables"] == "6"
    assert RuleBook.objects.get().tables == 4


def test_no_other_page_takes_a_file(secretary: Client, league: League) -> None:
    for page in ("/sign-in/", f"/{league.slug}/secretary/captains/"):
        sent = {"file": SimpleUploadedFile("ours.toml", b"# nothing")}
        assert secretary.post(page, sent).status_code == 400


# --- Frozen ----------------------------------------------------------------------------------------


def test_from_the_first_confirmed_result_a_rule_book_is_only_told(
    secretary: Client, page: str, season: Season
) -> None:
    stands = fields(secretary.get(page))
    a_card(a_match(a_division(season)), (15, 11))
    RuleBook.objects.update(options={"game_points": 2})
    answer = secretary.get(page)
    shown = words(answer)
    assert "A table won gives two points." in shown
    assert "There is no set penalty for a misdeal." in shown
    assert not fields(answer)
    answer = secretary.post(page, {**stands, "target": "11", "save": "1"})
    assert "nothing here can change any more" in words(answer)
    assert RuleBook.objects.get().target == 15
