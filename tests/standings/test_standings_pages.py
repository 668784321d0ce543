"""The standings under other rules than Heckmondwike's, what is certain, rulings, earlier nights."""

import re

import pytest
from django.core.management import call_command
from django.test import Client

from league.models import Division, Match, RuleBook, Scorecard, Team
from league.regulations.presets import get
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_season,
    a_secretary,
    a_walkover,
    a_withdrawal,
    an_adjustment,
    regulated,
)
from tests.builders_seasons import a_round_robin
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
DIVISION = f"{LEAGUE}2026-27/division-one/"
WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))


def a_division_of(preset: str, *, teams: int = 4, tie_breaks: list[str] | None = None, **fields) -> Division:
    """A division under a preset, perhaps with other tie-breaks."""
    book = dict(get(preset).book)
    if tie_breaks is not None:
        book["tie_breaks"] = tie_breaks
    return a_division(a_season(rule_book=RuleBook.objects.create(**book)), teams=teams, **fields)


def a_total(
    division: Division, home: str, away: str, total: tuple[int, int], week: int = 1, **counts
) -> Match:
    """A match of which one figure a side is known."""
    match = a_match(division, home, away, week=week, date=NIGHT + (week - 1) * WEEK)
    a_card(match, home_total=total[0], away_total=total[1], **counts)
    return match


def heads(client: Client) -> list[str]:
    """The columns of the standings as they are read aloud."""
    page = markup(client.get(f"{DIVISION}standings/"))
    found = re.findall(r'<th scope="col" class="[^"]*">(.*?)</th>', page.split("</thead>")[0], re.S)
    unseen = [re.sub(r'<span aria-hidden="true">.*?</span>', "", head) for head in found]
    return [" ".join(re.sub(r"<[^>]+>", " ", head).split()) for head in unseen]


# --- Columns ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "counts", "expected"),
    sampled(
        [
            ("plain-3-1-0", {}, ["Score", "Score difference"]),
            ("plain-2-1-0", {}, ["Score", "Score for"]),
            (
                "caribbean-18",
                {"home_hang_jacks": 2, "away_hang_jacks": 1},
                ["Games", "Hang jacks", "Fewest games lost"],
            ),
            ("caribbean-18", {}, ["Games", "Fewest games lost"]),
            ("rinks", {}, []),
        ],
        each=3,
    ),
)
def test_the_columns_are_what_the_rules_ask_and_the_results_know(client, preset, counts, expected):
    a_total(a_division_of(preset), "The Fleece", "The Shears", (18, 6), **counts)
    assert heads(client)[6:-2] == expected


def test_a_figure_known_of_some_teams_alone_is_said_to_be_unknown_of_the_others(client):
    division = a_division_of("rinks")
    a_total(division, "The Fleece", "The Shears", (18, 2))
    a_card(a_match(division, "Packhorse & Drover", "The Tup and Bell"), (20, 5), (20, 5), (20, 5), (5, 20))
    page = words(client.get(f"{DIVISION}standings/"))
    assert re.search(r"The Fleece champions 1 0 0( – not known){3} ", page)
    assert "None" not in page


def test_a_ratio_has_its_own_column(client):
    a_total(a_division_of("plain-3-1-0", tie_breaks=["score_ratio"]), "The Fleece", "The Shears", (3, 2))
    assert heads(client)[6:-2] == ["Score", "Score for divided by score against"]
    assert "3–2 1.500" in words(client.get(f"{DIVISION}standings/"))


# --- Why --------------------------------------------------------------------------------------


def three_level(tie_breaks: list[str]) -> Division:
    division = a_division_of("plain-3-1-0", teams=3, tie_breaks=tie_breaks)
    a_total(division, "The Fleece", "The Shears", (2, 0), 1)
    a_total(division, "The Shears", "Packhorse & Drover", (2, 0), 2)
    a_total(division, "Packhorse & Drover", "The Fleece", (2, 0), 3)
    return division


def test_a_mini_league_is_shown_with_its_points(client):
    three_level(["head_to_head"])
    page = words(client.get(f"{DIVISION}standings/"))
    assert "Among these three Team Match points Packhorse & Drover 3 The Fleece 3 The Shears 3" in page


def test_a_play_off_that_is_wanted_is_said_in_the_row_and_under_the_table(client):
    three_level(["score_difference", "play_off"])
    page = words(client.get(f"{DIVISION}standings/"))
    assert page.count("a play-off is wanted") == 3
    assert (
        "A play-off is wanted for 1st place: Packhorse & Drover, The Fleece and The Shears are level" in page
    )
    assert "Play-off not played not played could not be asked" in page


def test_without_a_play_off_in_the_rules_none_is_wanted(client):
    three_level(["score_difference"])
    assert "play-off" not in words(client.get(f"{DIVISION}standings/"))


# --- What is certain --------------------------------------------------------------------------


def a_late_season(**lines: int) -> Division:
    """The Fleece have won all; The Shears and the rest have one match left among them."""
    division = a_division_of("plain-3-1-0", **lines)
    a_round_robin_of_totals(division)
    return division


def a_round_robin_of_totals(division: Division) -> None:
    order = ("The Fleece", "The Shears", "Packhorse & Drover", "The Tup and Bell")
    week = 0
    for place, home in enumerate(order):
        for away in order[place + 1 :]:
            week += 1
            if away == order[-1] and home == order[-2]:
                a_match(division, home, away, week=week, date=NIGHT + (week - 1) * WEEK)
            else:
                a_total(division, home, away, (3, 0), week)


def test_what_is_certain_stands_beside_the_team(client):
    a_late_season(promoted=1, relegated=1)
    page = words(client.get(f"{DIVISION}standings/"))
    assert "The Fleece champions 3 3 0" in page
    assert "The Shears safe 3 2 1" in page
    assert "Will finish 1st, whatever the coming results." in page
    assert "Can still finish 3rd to 4th." in page
    assert "when no coming result can change it." in page


def test_before_the_season_nothing_is_certain(client):
    division = a_division_of("plain-3-1-0", teams=2, promoted=1)
    a_match(division, date=NIGHT)
    Team.objects.filter(name="The Fleece").update(short_name="Fleece & Firkin A")
    page = words(client.get(f"{DIVISION}standings/"))
    assert "champions" not in page
    assert "The first night is Thu 14 Jan." in page
    assert "Fleece & Firkin A Thu 14 Jan" in page.replace("\N{NO-BREAK SPACE}", " ")
    for shown in (page, words(client.get(f"/{division.season.league.slug}/"))):
        assert re.search("Team Plays at First match The Fleece .*?The Shears Thu 14 Jan The Shears", shown)
        # Nor is anything said of what has not begun.
        kinds = ("why?", "no match yet", "mark: won", "Form", "All results", "Earlier", "Download")
        assert not [word for word in kinds if word in shown]


def test_when_all_is_played_nobody_needs_to_be_told_that_he_is_safe(client):
    a_round_robin(a_division(teams=4, promoted=1, relegated=1), rounds=1)
    page = words(client.get(f"{DIVISION}standings/"))
    assert "champions" in page
    assert "relegated" in page
    assert " safe " not in page
    assert "still to come" not in page


def test_in_a_finished_season_nothing_is_to_come_whatever_was_never_played(client):
    division = a_late_season(promoted=1)
    division.season.is_finished = True
    division.season.save()
    page = client.get(f"{DIVISION}standings/")
    assert "The Fleece champions" in words(page)
    assert "can still finish" not in words(page).lower()
    assert "what-if" not in markup(page)
    assert "No matches are left" in words(client.get(f"{DIVISION}what-if/"))


# --- Rulings ----------------------------------------------------------------------------------


def test_every_ruling_stands_under_the_table_with_reason_who_and_when(client):
    match = a_match()
    keeper = a_secretary(match.division.season.league)
    keeper.first_name, keeper.last_name = "Norman", "Booth"
    keeper.save()
    a_walkover(match, "a", reason="nobody turned up", decided_by=keeper)
    an_adjustment(match.division, "The Shears", -4, reason="a card was missing")
    an_adjustment(match.division, "The Shears", -2, reason="taken back long ago", revoked_on=NIGHT)
    page = words(client.get(f"{DIVISION}standings/"))
    assert (
        "The Fleece v The Shears: the match to The Fleece, Thu 14 Jan: nobody turned up. "
        "Decided by Norman Booth."
    ) in page
    assert "The Shears: 2 points taken, Thu 14 Jan: a card was missing. Decided by the secretary." in page
    assert "taken back long ago" not in page
    assert "nobody turned up" not in words(client.get(f"{DIVISION}standings/", {"as-of": "2027-01-13"}))


@pytest.mark.parametrize(
    ("effect", "said"),
    sampled(
        [
            ("all_void", "withdrawn: its results do not count"),
            ("second_half_void", "withdrawn: its results of the second half of the season do not count"),
            ("rest_awarded", "its results stand, the rest of its matches is given to the other sides"),
            ("rest_free", "its results stand, in the rest of its matches the other sides are free"),
            ("team_to_nothing", "it stands at nothing, the others keep their results against it"),
        ],
        each=5,
    ),
)
def test_what_becomes_of_a_team_that_withdrew_is_said(client, effect, said):
    match = a_match()
    a_withdrawal(match.division, "The Shears", effect=effect)
    assert said in words(client.get(f"{DIVISION}standings/"))
    assert said in words(client.get(f"{LEAGUE}teams/the-shears/")).replace("Withdrawn: ", "withdrawn: ")


# --- As it stood ------------------------------------------------------------------------------


def test_every_week_played_is_a_link_that_keeps_ones_own_team(client):
    division = a_division()
    a_card(a_match(division), *WON_8_2)
    a_card(a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK), *WON_8_2)
    page = client.get(f"{DIVISION}standings/", {"as-of": "2027-01-14", "team": "the-shears"})
    html = markup(page)
    assert 'href="?as-of=2027-01-14&amp;team=the-shears" aria-current="page"' in html
    assert 'href="?as-of=2027-01-21&amp;team=the-shears"' in html
    assert 'name="team" value="the-shears"' in html
    assert "Counted: 1 match of that day or before, with the results as they are known today" in words(page)


# --- Matches known by their totals ------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "total", "said"),
    sampled(
        [
            ("plain-3-1-0", (3, 1), "3–0 in points"),
            ("caribbean-18", (18, 6), "Games 18–6"),
            ("rinks", (18, 2), ""),
        ],
        each=3,
    ),
)
def test_nothing_unknown_is_written_anywhere(client, preset, total, said):
    match = a_total(a_division_of(preset), "The Fleece", "The Shears", total)
    for address in (
        LEAGUE,
        f"{LEAGUE}?team=the-fleece",
        f"{DIVISION}standings/",
        f"{DIVISION}results/",
        f"{DIVISION}fixtures/",
        f"{LEAGUE}teams/the-fleece/",
        f"{LEAGUE}matches/{match.public_id}/",
        f"{LEAGUE}matches/{match.public_id}/versions/1/",
    ):
        page = client.get(address)
        assert page.status_code == 200
        text = words(page).replace("None in particular", "")
        assert "None" not in text
        assert not re.search(r"(Tables|tables|score|game points) [,.;]", text)
    match_page = words(client.get(f"{LEAGUE}matches/{match.public_id}/"))
    assert f"{said} ; no more is known of it" in match_page if said else "Only the match points" in match_page
    assert f"{said}." in words(client.get(f"{DIVISION}results/"))


def test_hang_jacks_written_beside_a_total_are_told_of_the_team(client):
    counts = {"home_hang_jacks": 2, "away_hang_jacks": 1}
    a_total(a_division_of("caribbean-18"), "The Fleece", "The Shears", (18, 6), **counts)
    assert "Jacks hung 1, own jacks hung by others 2." in words(client.get(f"{LEAGUE}teams/the-shears/"))


def test_an_old_version_of_a_total_has_its_own_figures(client):
    match = a_total(a_division_of("plain-3-1-0"), "The Fleece", "The Shears", (3, 1))
    Scorecard.objects.filter(match=match).update(
        is_confirmed=False, set_aside_at=match.scorecards.get().entered_at
    )
    a_card(match, home_total=0, away_total=2)
    page = words(client.get(f"{LEAGUE}matches/{match.public_id}/versions/1/"))
    assert "The Fleece v The Shears: 3–1" in page
    assert "The Fleece v The Shears: 0–2" in words(client.get(f"{LEAGUE}matches/{match.public_id}/"))


def test_tables_of_which_the_games_won_are_known_were_played(client, tmp_path):
    file = tmp_path / "legs.csv"
    file.write_text(
        "division,date,home,away,home_1,away_1,home_2,away_2,home_3,away_3\n"
        "Division One,2027-01-14,The Fleece,The Shears,3,2,5,0,1,4\n"
    )
    call_command("import_results", str(file), league="Legs", season="2026-27", format="crib-legs")
    match = Match.objects.get()
    page = words(client.get(f"/legs/matches/{match.public_id}/"))
    assert "Not played" not in page
    assert "Tables 2–1, games 9–6" in page
    assert "1 The Fleece 3 The Shears 2 Games won; their scores are not known." in page
    results = words(client.get("/legs/2026-27/division-one/results/"))
    assert "Tables 2–1, games 9–6." in results
    assert "not played" not in results


def test_a_name_is_never_taken_for_markup(client):
    """The cells are written without the template engine, which would escape by itself."""
    division = a_division(teams=4, promoted=1)
    for number, enrolment in enumerate(division.enrolments.select_related("team")):
        team = enrolment.team
        team.name, team.short_name = f"<i>Tup & “Bell” {number}</i>", f"<b>T&B'{number}"
        team.save()
    a_round_robin(division, played=10)
    page = client.get(f"{DIVISION}standings/").content.decode()
    assert "<i>Tup" not in page
    assert "<b>T&B" not in page
    assert "&lt;i&gt;Tup &amp; “Bell” 1&lt;/i&gt;" in page
    assert "&lt;b&gt;T&amp;B&#x27;1" in page


# --- The second half alone --------------------------------------------------------------------


def test_a_table_of_the_second_half_stands_beside_the_full_one_where_the_season_asks_for_it(client):
    division = a_division(teams=4)
    teams = ("The Fleece", "The Shears"), ("The Shears", "The Fleece")
    for week, (home, away) in enumerate(teams, start=1):
        a_card(a_match(division, home, away, week=week, date=NIGHT + (week - 1) * WEEK), *WON_8_2)
    an_adjustment(division, "The Shears", halves=-4)
    page = f"{DIVISION}standings/"
    assert "Second half" not in words(client.get(page))
    regulated(division, second_half_table=True)
    client.force_login(a_secretary(division.season.league))
    _, found, half = markup(client.get(page)).partition('id="second-half"')
    assert found
    listed = words_of(half.partition("</table>")[0])
    # The Shears won the return match, 8-2, and the points taken from them count in the full table.
    assert re.search(r"1 The Shears 1 .* 8 .*2 The Fleece 1 .* 2 ", listed), listed
    assert "one of the second half’s matches alone" in words(client.get(f"{LEAGUE}rules/"))


def words_of(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())
