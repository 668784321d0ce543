"""The workbench's rule books: a form in a league's words, begun from presets or files, frozen by results."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.models import League, RuleBook, User
from league.regulations.presets import get, names
from tests.builders import a_card, a_division, a_league, a_match, a_season, a_secretary
from tests.examples import sampled
from tests.reading import Fields, words

pytestmark = pytest.mark.django_db

ADD = "/admin/league/rulebook/add/"


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def secretary(league: League, client: Client) -> Client:
    user = a_secretary(league)
    User.objects.filter(pk=user.pk).update(is_staff=True)
    client.force_login(user)
    return client


def change(book: RuleBook) -> str:
    return reverse("admin:league_rulebook_change", args=[book.pk])


def send(client: Client, page: str, **typed: Any) -> Any:
    """The form of that page as it stands, with what is typed into it."""
    stands = Fields(client.get(page).text).found
    return client.post(
        page, {key.replace("option_", "option-"): text for key, text in (stands | typed).items()}
    )


def added(client: Client, page: str = ADD, **typed: Any) -> RuleBook:
    answer = send(client, page, **typed)
    assert answer.status_code == 303, words(answer)
    return RuleBook.objects.latest("pk")


def refusals(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(re.findall(r'<ul class="errorlist[^>]*>(.*?)</ul>', answer.text, re.DOTALL))


# --- The form ------------------------------------------------------------------------------------


def test_a_form_sent_as_it_stands_is_the_heckmondwike_leagues(secretary: Client) -> None:
    book, usual = added(secretary), RuleBook()
    assert (book.variant, book.options, book.target, book.tables) == ("heckmondwike", {}, 15, 4)
    assert (book.table_won, book.aggregate) == (usual.table_won, usual.aggregate)
    assert book.tie_breaks == ["score_difference", "score_for"]


def test_the_form_has_a_field_for_everything_a_rule_book_says(secretary: Client) -> None:
    shown = secretary.get(ADD).text
    elsewhere = {"id", "options", "games_a_table", "regulations"}
    asked = {field.name for field in RuleBook._meta.fields} - elsewhere - {"tie_breaks"}
    assert not [name for name in asked if f'name="{name}"' not in shown]


def test_the_games_are_offered_by_their_titles(secretary: Client) -> None:
    shown = secretary.get(ADD).text
    assert '<optgroup label="Trinidad and Tobago">' in shown
    assert re.search(r'<option value="lancashire">\s*Lancashire All Fours', shown)


@pytest.mark.parametrize(
    ("typed", "halves"),
    sampled([("2", 4), ("0.5", 1), ("½", 1), ("1½", 3), ("", 0), ("0", 0), ("2,5", 5)], each=10),
)
def test_points_are_typed_as_points(secretary: Client, typed: str, halves: int) -> None:
    assert added(secretary, table_won=typed).table_won == halves


def test_points_are_shown_as_points(secretary: Client) -> None:
    book = RuleBook.objects.create(table_won=4, game_won=1, walkover_points=None)
    stands = Fields(secretary.get(change(book)).text).found
    assert (stands["table_won"], stands["game_won"], stands["walkover_points"]) == ("2", "½", "")


@pytest.mark.slow
def test_a_whole_match_given_may_be_left_unsaid(secretary: Client) -> None:
    assert added(secretary, walkover_points="").walkover_points is None
    assert added(secretary, walkover_points="0").walkover_points == 0


@pytest.mark.parametrize(
    ("typed", "games"),
    sampled([("5", (5, [])), ("7, 7, 8, 9", (1, [7, 7, 8, 9])), ("3 3 3 3", (3, []))], each=3),
)
def test_games_are_one_number_or_one_for_each_table(secretary: Client, typed: str, games: object) -> None:
    book = added(secretary, games_at_each_table=typed)
    assert (book.games_a_table, book.games_at_each_table) == games
    assert Fields(secretary.get(change(book)).text).found["games_at_each_table"] in (typed, "3")


def test_level_teams_are_separated_in_the_order_that_is_chosen(secretary: Client) -> None:
    order = {"tie_breaks_0": "games_won", "tie_breaks_1": "", "tie_breaks_2": "head_to_head"}
    assert added(secretary, **order).tie_breaks == ["games_won", "head_to_head"]


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
            ({"games_at_each_table": "7, x"}, "type one number of games from 1 to 25"),
            ({"games_at_each_table": "26"}, "type one number of games from 1 to 25"),
            ({"tie_breaks_0": "shoe_size"}, "“shoe_size” separates nobody"),
            ({"tie_breaks_0": "", "tie_breaks_1": ""}, "Choose at least one"),
            ({"tie_breaks_1": "score_difference"}, "“Score difference” is named twice"),
            ({"tables": "21"}, "21 is too many: at most 20"),
            ({"players_a_side": "9"}, "at most 8"),
            ({"target": "251"}, "at most 250"),
            ({"target": "0"}, "at least 1 point"),
            ({"tables": "20", "games_at_each_table": "25"}, "a sheet has room for 1000"),
            ({"race_to": "5"}, "Nobody can win 5 of 4 games"),
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
def test_what_cannot_be_is_refused_in_words(secretary: Client, typed: dict[str, str], sentence: str) -> None:
    answer = send(secretary, ADD, **typed)
    assert sentence in words(answer)
    assert refusals(answer)
    assert not RuleBook.objects.exists()
    stands = Fields(answer.text).found
    (name, text), *_ = typed.items()
    if name not in {"variant", "option_throw_in", "tie_breaks_0"}:
        assert stands[name.replace("option_", "option-")] == text, "nothing typed is lost"


# --- House options ---------------------------------------------------------------------------------


def test_house_options_are_those_the_game_has_use_for(secretary: Client) -> None:
    stands = Fields(secretary.get(ADD).text).found
    assert "option-throw_in" in stands
    assert "option-turnup_scores" not in stands
    assert not {"option-players", "option-target"} & set(stands), "the rule book says these itself"


def test_an_option_says_what_the_game_has(secretary: Client) -> None:
    shown = words(secretary.get(ADD))
    assert "A worthless hand may be thrown in: As the game has it: yes Yes No" in shown
    assert "Points for a hanged jack: The game has: 1." in shown


@pytest.mark.slow
def test_choosing_another_game_shows_its_options_and_keeps_what_is_typed(secretary: Client) -> None:
    answer = send(secretary, ADD, variant="trinidad", tables="3", table_won="½", _choose="1")
    stands = Fields(answer.text).found
    assert "option-turnup_scores" in stands
    assert (stands["tables"], stands["table_won"]) == ("3", "½")
    assert "Trinidad All Fours itself is played to 14" in words(answer)
    assert not RuleBook.objects.exists()
    assert secretary.post(ADD, stands).status_code == 303
    assert RuleBook.objects.get().options == {}


@pytest.mark.slow
def test_options_are_kept_as_the_engine_reads_them(secretary: Client) -> None:
    page = f"{ADD}?preset=caribbean-18"
    house = {
        "option_hang_jack": "6",
        "option_turnup_scores": "A 1, six 2, jack 3",
        "option_may_beg": "no",
        "option_peek_penalty": "none",
        "option_revoke": "opponents_one",
        "option_awards": "high,low,game,jack",
    }
    book = added(secretary, page, **house)
    assert book.options == {
        "hang_jack": 6,
        "turnup_scores": {"A": 1, "6": 2, "J": 3},
        "may_beg": False,
        "peek_penalty": None,
        "revoke": "opponents_one",
        "awards": ["high", "low", "game", "jack"],
    }
    assert book.rules().hang_jack == 6
    shown = Fields(secretary.get(change(book)).text).found
    assert shown["option-turnup_scores"] == "ace 1, six 2, jack 3"
    assert (shown["option-may_beg"], shown["option-peek_penalty"]) == ("no", "none")
    assert send(secretary, change(book), option_may_beg="").status_code == 303
    assert "may_beg" not in RuleBook.objects.get().options


@pytest.mark.slow
def test_an_option_of_another_game_is_refused_kindly_and_stays_to_be_seen(secretary: Client) -> None:
    book = RuleBook.objects.create(variant="trinidad", target=14, options={"after_run": "keep_all"})
    answer = send(secretary, change(book), variant="heckmondwike")
    assert "“Cards kept after a run” does nothing in Heckmondwike league as it is played here" in words(
        answer
    )
    assert Fields(answer.text).found["option-after_run"] == "keep_all"
    assert send(secretary, change(book), variant="heckmondwike", option_after_run="").status_code == 303
    book.refresh_from_db()
    assert (book.variant, book.options) == ("heckmondwike", {})


def test_an_option_can_make_others_useful(secretary: Client) -> None:
    house = {"option_trump": "turnup", "option_turnup_scores": "jack 1"}
    answer = send(secretary, ADD, **house)
    assert answer.status_code == 303
    assert RuleBook.objects.get().options == {"trump": "turnup", "turnup_scores": {"J": 1}}


# --- Where it starts from ---------------------------------------------------------------------------


# A league of Don has regulations, and lost them once.
@pytest.mark.parametrize(
    "name", ["don-five-games", *sampled((name for name in names() if name != "don-five-games"), each=20)]
)
def test_every_preset_saved_as_it_stands_is_that_preset(secretary: Client, name: str) -> None:
    assert f'href="?preset={name}"' in secretary.get(ADD).text
    book = added(secretary, f"{ADD}?preset={name}")
    preset = get(name).book
    assert {key: getattr(book, key) for key in preset} == preset


def test_a_preset_nobody_knows_is_said(secretary: Client) -> None:
    assert "“darts” is no preset" in words(secretary.get(f"{ADD}?preset=darts"))


def test_a_preset_is_chosen_in_the_little_window_of_a_season_too(secretary: Client) -> None:
    shown = secretary.get(f"{ADD}?_to_field=id&_popup=1").text
    assert 'href="?_to_field=id&amp;_popup=1&amp;preset=rinks"' in shown


def test_a_rule_book_begins_as_a_copy_of_another(secretary: Client) -> None:
    deadline = {"deadline": "Friday noon"}
    book = RuleBook.objects.create(
        target=11, games_a_table=3, table_won=3, options={"throw_in": False}, regulations=deadline
    )
    assert f"{ADD}?book={book.pk}" in secretary.get(change(book)).text
    copy = added(secretary, f"{ADD}?book={book.pk}")
    assert copy.pk != book.pk
    assert (copy.target, copy.games_a_table, copy.table_won, copy.options) == (11, 3, 3, {"throw_in": False})
    assert copy.regulations == deadline


def test_no_copy_is_made_of_another_leagues_book(secretary: Client) -> None:
    theirs = a_season(a_league("Far Side League"), rule_book=RuleBook.objects.create(target=77)).rule_book
    for asked in (theirs.pk, "²", "9" * 30, ""):
        assert 'value="77"' not in secretary.get(f"{ADD}?book={asked}").text


def read(client: Client, content: bytes | None, **typed: str) -> Any:
    stands = Fields(client.get(ADD).text).found
    sent = {} if content is None else {"file": SimpleUploadedFile("ours.toml", content)}
    return client.post(ADD, {**stands, **typed, "_read": "1", **sent})


@pytest.mark.slow
def test_a_rule_book_goes_from_league_to_league_as_a_file(secretary: Client) -> None:
    house = {"turnup_scores": {"A": 1}, "hang_jack": 6}
    book = RuleBook.objects.create(variant="trinidad", target=14, table_won=1, options=house, race_to=3)
    where = reverse("admin:league_rulebook_file", args=[book.pk])
    assert where in secretary.get(change(book)).text
    file = secretary.get(where)
    assert file["Content-Disposition"].startswith('attachment; filename="trinidad-all-fours-4-tables')
    answer = read(secretary, file.content)
    assert "has been read. Look it through, then save it." in words(answer)
    assert RuleBook.objects.count() == 1, "nothing is kept before it was looked at"
    stands = Fields(answer.text).found
    assert (stands["table_won"], stands["option-hang_jack"]) == ("½", "6")
    assert secretary.post(ADD, stands).status_code == 303
    again = RuleBook.objects.latest("pk")
    assert again.pk != book.pk
    assert (again.variant, again.options, again.table_won, again.race_to) == ("trinidad", house, 1, 3)


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
    secretary: Client, content: bytes | None, sentence: str
) -> None:
    answer = read(secretary, content, tables="6")
    assert sentence in words(answer)
    assert Fields(answer.text).found["tables"] == "6"
    assert not RuleBook.objects.exists()


def test_no_other_page_takes_a_file(secretary: Client) -> None:
    book = RuleBook.objects.create()
    for page in ("/sign-in/", "/admin/league/pub/add/", change(book)):
        sent = {"file": SimpleUploadedFile("ours.toml", b"# nothing")}
        assert secretary.post(page, sent).status_code == 400


def test_another_leagues_book_is_no_file_here(secretary: Client) -> None:
    theirs = a_season(a_league("Far Side League")).rule_book
    assert secretary.get(reverse("admin:league_rulebook_file", args=[theirs.pk])).status_code == 404


# --- Frozen ----------------------------------------------------------------------------------------


@pytest.fixture
def frozen(league: League) -> RuleBook:
    match = a_match(a_division(a_season(league)))
    a_card(match, (15, 11))
    return match.division.season.rule_book


def test_from_the_first_confirmed_result_a_rule_book_is_only_told(
    frozen: RuleBook, secretary: Client
) -> None:
    answer = secretary.get(change(frozen))
    shown = words(answer)
    assert "nothing here can change any more, because every table of the season would be rewritten" in shown
    assert "A table won gives two points." in shown
    assert not set(Fields(answer.text).found) - {"csrfmiddlewaretoken"}
    assert "deletelink" not in answer.text


def test_a_result_that_came_in_meanwhile_refuses_the_change_and_keeps_what_was_typed(
    league: League, secretary: Client
) -> None:
    match = a_match(a_division(a_season(league)))
    page = change(match.division.season.rule_book)
    stands = Fields(secretary.get(page).text).found
    a_card(match, (15, 11))
    answer = secretary.post(page, stands | {"target": "11"})
    assert "nothing here can change any more" in refusals(answer)
    assert Fields(answer.text).found["target"] == "11"
    assert RuleBook.objects.get().target == 15


def test_before_the_first_result_the_rules_can_change(league: League, secretary: Client) -> None:
    book = a_season(league).rule_book
    assert send(secretary, change(book), target="11").status_code == 303
    book.refresh_from_db()
    assert book.target == 11


def test_a_frozen_rule_that_no_source_tells_is_marked(frozen: RuleBook, secretary: Client) -> None:
    RuleBook.objects.update(options={"game_points": 2})
    shown = words(secretary.get(change(frozen)))
    assert "There is no set penalty for a misdeal. (the sources are silent)" in shown
    assert "(a house rule)" in shown


def test_a_list_calls_rule_books_by_what_is_played(frozen: RuleBook, secretary: Client) -> None:
    shown = words(secretary.get(reverse("admin:league_rulebook_changelist")))
    assert "Heckmondwike league: 4 tables, one game each to 15" in shown
