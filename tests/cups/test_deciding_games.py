"""The deciding games of a level tie: a match of the same night, with as many tables as there are games."""

import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts.services.links import codes_for, revoke_code
from league.cups.entries import TieResult
from league.cups.services.nights import set_round
from league.cups.services.ties import enter_result, follow_match
from league.matches.selectors import exempt_from_deadlines
from league.matches.services import give_walkover
from league.models import (
    Cup,
    Match,
    User,
)
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.shared.errors import Refused
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_captains_link,
    a_division,
    a_season,
    a_secretary,
)
from tests.builders_tables import an_entry
from tests.cups.tie_cast import HOME_WINS, LEVEL, a_cup, enter, match_of, tie
from tests.moments import after
from tests.reading import words

pytestmark = pytest.mark.django_db
DAY, WEEK = datetime.timedelta(days=1), datetime.timedelta(weeks=1)


@pytest.fixture(scope="module")
def level_cup(module_rows: Callable[[], Any]) -> int:
    """A bracket of four whose first tie is level, the final dated, and a secretary."""
    with module_rows():
        cup = a_cup(a_season())
        set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
        enter(match_of(cup), a_secretary(cup.season.league), LEVEL)
        return cup.pk


@pytest.fixture
def cup(level_cup: int, db: None) -> Cup:
    return Cup.objects.select_related("season__league", "season__rule_book").get(pk=level_cup)


@pytest.fixture
def by(cup: Cup) -> User:
    return User.objects.get(league_roles__league=cup.season.league)


class TestDecidingGames:
    def test_a_level_tie_has_a_match_of_its_deciding_game_the_same_night(self, cup: Cup, by: User) -> None:
        first, deciding = match_of(cup), match_of(cup, leg=2)
        assert (deciding.home, deciding.venue, deciding.date) == (first.home, first.venue, NIGHT)
        assert deciding.week_words == "round 1, deciding games"
        enter_result(
            cup=cup, result=TieResult(round=1, number=2, legs=((50, 40),)), began_from=None, now=FRIDAY
        )
        enter(deciding, by, ((9, 15),))
        assert tie(cup).tie.verdict.words == "0-1 in a deciding game, after 48-48."
        assert match_of(cup, 2).home == first.away

    def test_its_hands_come_from_phones_and_the_sheet_has_one_table(
        self, cup: Cup, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        after(monkeypatch, NIGHT)
        deciding = match_of(cup, leg=2)
        for number in range(1, 6):
            an_entry(deciding, f"h{number}", {"high": "h", "low": "h", "jack": "h", "game": "a"})
        sheet = LoggedMatch(deciding, log_of(deciding)).sheet
        assert [table.is_played for table in sheet.tables] == [True, False, False, False]
        assert (sheet.tables[0].games[0].home_score, sheet.tables[0].games[0].away_score) == (15, 4)
        client.force_login(User.objects.get())
        address = f"/{deciding.division.season.league.slug}/secretary/matches/{deciding.public_id}/entry/"
        sent = {"version": "0", "confirm": "yes", "t1-away-final": "4"}
        assert client.post(address, sent).status_code == HTTPStatus.SEE_OTHER
        assert tie(cup).tie.winner.name == deciding.home.name

    def test_it_goes_with_the_level_score_and_stays_where_it_is_played(self, cup: Cup, by: User) -> None:
        correct = {"began_from": 1, "reason": "Columns"}
        enter(match_of(cup, leg=2), by, ((15, 9),))
        with pytest.raises(Refused, match="The tie was won already"):
            enter(match_of(cup), by, HOME_WINS, **correct)
        deciding = match_of(cup, leg=2)
        deciding.scorecards.all().delete()
        follow_match(deciding)
        assert tie(cup).tie.verdict.words == "Level at 48-48: one deciding game is to be played."
        enter(match_of(cup), by, HOME_WINS, **correct)
        assert not Match.with_ties.filter(is_play_off=True).exists()
        assert tie(cup).tie.result.deciding is None

    def test_totals_can_be_typed_instead_and_not_against_it(self, cup: Cup, by: User) -> None:
        level = tie(cup)
        typed = replace(level.tie.result, deciding=(1, 0))
        enter_result(cup=cup, result=typed, began_from=level.entered_at, now=FRIDAY)
        assert tie(cup).tie.is_over
        assert not Match.with_ties.filter(is_play_off=True).exists()
        enter_result(cup=cup, result=level.tie.result, began_from=tie(cup).entered_at, now=FRIDAY)
        enter(match_of(cup, leg=2), by, ((15, 9),))
        against = replace(level.tie.result, deciding=(0, 1))
        with pytest.raises(Refused, match="entered as a match"):
            enter_result(cup=cup, result=against, began_from=tie(cup).entered_at, now=FRIDAY)

    def test_the_final_scores_of_the_night_ask_for_its_own_tables_alone(
        self, cup: Cup, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        after(monkeypatch, NIGHT)
        client.force_login(User.objects.get())
        page, deciding = f"/{cup.season.league.slug}/secretary/nights/{NIGHT}/finals/", match_of(cup, leg=2)
        answer = client.get(page)
        fields = re.findall(rf'name="m{deciding.public_id}-t(\d)-home"', answer.content.decode())
        assert fields == ["1"]
        assert len(re.findall(r'name="m\w+-t\d-home"', answer.content.decode())) == 1 + len(LEVEL)
        m = f"m{deciding.public_id}"
        strange = {f"{m}-version": "0", f"{m}-t2-home": "15", "confirm": "yes"}
        assert "is no field of this match, which has one table." in words(client.post(page, strange))
        client.post(page, {f"{m}-version": "0", f"{m}-t1-away": "4", "confirm": "yes"})
        assert tie(cup).tie.winner.name == deciding.home.name
        settled = client.get(page).content.decode()
        assert settled.count("deciding games") == 1
        assert '<span class="note">not played' not in settled

    def test_it_can_be_given_without_play_and_captains_have_its_pages(
        self, cup: Cup, by: User, client: Client
    ) -> None:
        deciding = match_of(cup, leg=2)
        own = a_captains_link(a_division(cup.season), deciding.home)
        for part in ("", "score/", "score/tables/1/"):
            answer = client.get(f"{own}matches/{deciding.public_id}/{part}")
            assert answer.status_code == HTTPStatus.OK, part
        live = reverse("match-live", args=[cup.season.league.slug, deciding.public_id])
        assert "Deciding games, Thu 14 Jan" in words(client.get(live))
        give_walkover(match=deciding, at_fault="h", reason="They had gone home.", by=by, on=NIGHT)
        assert tie(cup).tie.verdict.words == "0-1 in a deciding game, after 48-48."

    def test_phones_have_its_own_tables_alone_and_the_level_match_leads_there(
        self, cup: Cup, client: Client
    ) -> None:
        first, deciding = match_of(cup), match_of(cup, leg=2)
        own = a_captains_link(a_division(cup.season), deciding.home)
        level = "Knock-out Cup: Level at 48-48: one deciding game is to be played."
        for part in ("", "score/"):
            answer = client.get(f"{own}matches/{first.public_id}/{part}")
            assert level in words(answer), part
            assert f'href="{own}matches/{deciding.public_id}/score/"' in answer.content.decode(), part
        tables = client.get(f"{own}matches/{deciding.public_id}/score/")
        assert tables.content.decode().count("<li data-table=") == 1
        assert tables.context["words"]["games"] == [1]
        assert client.get(f"{own}matches/{deciding.public_id}/score/tables/2/").status_code == 404
        assert "Knock-out Cup, deciding games" in words(client.get(own)).replace(" ,", ",")

    def test_the_code_of_the_level_match_leads_to_the_code_of_the_next(
        self, cup: Cup, client: Client
    ) -> None:
        first, deciding = match_of(cup), match_of(cup, leg=2)
        code = codes_for(matches=[first.pk], now=FRIDAY)[first.pk]
        page = client.get(reverse("scoring", args=[code]))
        assert "Level at 48-48: one deciding game is to be played." in words(page)
        own = reverse("scoring", args=[deciding.scoring_codes.get().code])
        assert f'href="{own}"' in page.content.decode()
        assert client.get(own).content.decode().count("<li data-table=") == 1
        assert deciding.scoring_codes.count() == 1
        revoke_code(match=deciding, because="Nonsense came in.", now=FRIDAY)
        assert "Score deciding games" not in words(client.get(reverse("scoring", args=[code])))
        assert not deciding.scoring_codes.live().exists()

    def test_its_captain_looks_for_the_players_of_its_own_tables(self, cup: Cup, client: Client) -> None:
        deciding = match_of(cup, leg=2)
        own = a_captains_link(a_division(cup.season), deciding.home)
        next_match = client.get(own).context["own"]["next_match"]
        assert next_match["own"].line.public_id == deciding.public_id
        assert "nobody yet and need two more" in next_match["message"]

    def test_nobody_owes_it_by_a_deadline(self, cup: Cup) -> None:
        exempt = Match.with_ties.filter(exempt_from_deadlines())
        assert [match.leg for match in exempt] == [2]
