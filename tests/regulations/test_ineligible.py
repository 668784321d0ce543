"""Players on confirmed cards who may not have been eligible: shown until the secretary has decided."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import AcceptedPlayer, Match, NameLeft, Player, Scorecard, Seat, User
from league.registration.services.merges import merge_players, undo_merge
from league.regulations.selectors.ineligible import PlayerToCheck, ineligible_players, open_players
from league.regulations.services.eligibility import CORRECTED, accept_player, undo_accepted
from league.shared.errors import Refused
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_seat,
    a_secretary,
    a_team,
    a_walkover,
    an_account,
    an_offence,
    regulated,
)
from tests.examples import sampled
from tests.reading import markup, tables_read, words

pytestmark = pytest.mark.django_db
CONFIRMED = {"version": "0", "confirm": "yes"} | {f"t{table}-home-final": "3" for table in range(1, 5)}
REGISTERED = {"registration": {}}


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of the night before, in a season whose players are registered for their teams."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    match = a_match(a_division(teams=4))
    regulated(match.division, people=REGISTERED, ineligible_player={"reaward": "table"})
    return match


@pytest.fixture
def darren(match: Match) -> Player:
    """He is of another pub, and shown to nobody."""
    other = a_team(match.division.season.league, "Packhorse & Drover")
    return a_player(other, "Darren Whitwam", match.division.season, shown=Player.Shown.HIDDEN)


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def desk(client: Client, secretary: User) -> Client:
    client.force_login(secretary)
    return client


def home(match: Match) -> str:
    return f"/{match.division.season.league.slug}/"


def page_of(match: Match) -> str:
    return f"{home(match)}matches/{match.public_id}/"


def places(match: Match) -> dict[str, str]:
    """The pages that show who is to be checked, by name."""
    desk = f"{home(match)}secretary/"
    night, penalties = f"{desk}nights/{NIGHT}/", f"{desk}penalties/"
    return {"match": page_of(match), "night": night, "desk": desk, "penalties": penalties}


def confirmed(desk: Client, match: Match, name: str, **typed: str) -> HttpResponse:
    entry = f"{home(match)}secretary/matches/{match.public_id}/entry/"
    answer = desk.post(entry, CONFIRMED | {"t3-home-1": name} | typed)
    assert answer.status_code == 303
    return answer


def played_by(player: Player, match: Match, **fields: object) -> Scorecard:
    card = a_card(match, (15, 3), **fields)
    a_seat(card.tables.get().games.get(), player)
    return card


def checked(match: Match) -> PlayerToCheck:
    (player,) = ineligible_players(Scorecard.objects.filter(match=match))
    return player


def sent(player: PlayerToCheck, button: str, reason: str = "The Shears agreed") -> dict[str, str]:
    names = dict(zip(("version", "side", "player", "name"), player.key, strict=True))
    return names | {"reason": reason, button: "yes"}


def accepting(match: Match) -> str:
    return f"{home(match)}secretary/matches/{match.public_id}/accept-player/"


WRONG_PUB = (
    "Not eligible: Darren Whitwam, table 3.",
    "Darren Whitwam is registered for Packhorse & Drover, not for The Fleece.",
)
NOT_REGISTERED = (
    "Not eligible: Norman Nobody, table 3.",
    "Norman Nobody is not registered: no player is known by this name.",
)


@pytest.mark.parametrize("sentences", [WRONG_PUB, NOT_REGISTERED], ids=["wrong pub", "not registered"])
@pytest.mark.parametrize("place", sampled(["match", "night", "desk", "penalties"], each=4))
def test_who_was_not_eligible_is_shown_after_confirming(
    desk: Client, match: Match, darren: Player, place: str, sentences: tuple[str, str]
) -> None:
    name = sentences[0].removeprefix("Not eligible: ").removesuffix(", table 3.")
    confirmed(desk, match, name)
    page = words(desk.get(places(match)[place]))
    for sentence in sentences if place != "desk" else (f"{name} for The Fleece, table 3.", sentences[1]):
        assert sentence in page
    if place in ("night", "penalties"):
        assert f'{page_of(match)}#players-to-check"' in markup(desk.get(places(match)[place]))


def test_the_match_says_the_rule_and_what_follows_and_leads_on(
    desk: Client, match: Match, darren: Player
) -> None:
    confirmed(desk, match, "Darren Whitwam")
    page = desk.get(page_of(match))
    assert "Rule: Players are registered for the team, on the night at the latest." in words(page)
    follows = "Consequence: A team that fields an ineligible player loses that table."
    assert follows in words(page)
    again = f"{home(match)}secretary/matches/{match.public_id}"
    assert f'href="{again}/entry/#t3">Correct the name</a>' in markup(page)
    question = "?table=3&for=ineligible&side=h&at=3&games=0#rules-say"
    assert f'href="{again}/walkover/{question.replace("&", "&amp;")}">Re-award table 3</a>' in markup(page)
    assert "Table 3 to The Shears." in words(desk.get(f"{again}/walkover/{question}"))
    assert f'href="{home(match)}secretary/players/names/"' not in markup(page), "they are a player already"


def test_a_result_the_captains_agreed_on_is_read_as_well(desk: Client, match: Match, darren: Player) -> None:
    played_by(darren, match, reported_for="h")
    assert "Not eligible: Darren Whitwam, table 1." in words(desk.get(page_of(match)))


def test_a_report_that_waits_is_not_read(match: Match, darren: Player) -> None:
    played_by(darren, match, reported_for="h", is_confirmed=False)
    assert ineligible_players(Scorecard.objects.all()) == ()


@pytest.mark.slow
def test_who_is_registered_for_the_team_is_not_asked_about(
    desk: Client, match: Match, darren: Player
) -> None:
    a_player(match.home, "Jack Hirst", match.division.season)
    confirmed(desk, match, "Jack Hirst")
    assert ineligible_players(Scorecard.objects.all()) == ()
    for address in places(match).values():
        assert "Not eligible" not in words(desk.get(address))
    assert "No player to check." in words(desk.get(places(match)["penalties"]))


@pytest.mark.parametrize("name", sampled(["Darren Whitwam", "Norman Nobody"], each=2))
def test_without_a_rule_it_is_worth_a_look(desk: Client, match: Match, darren: Player, name: str) -> None:
    regulated(match.division)
    confirmed(desk, match, name)
    page = words(desk.get(page_of(match)))
    assert f"To check: {name}, table 3." in page
    assert "The season has no rule about it." in page
    assert "Consequence" not in page


def test_where_players_may_help_out_they_are_not_asked_about(match: Match, darren: Player) -> None:
    regulated(match.division, people={"borrowed": {"each": 2}})
    played_by(darren, match)
    assert ineligible_players(Scorecard.objects.all()) == ()


def test_a_season_that_registers_nobody_is_not_asked_about_every_name(desk: Client, match: Match) -> None:
    regulated(match.division)
    confirmed(desk, match, "Norman Nobody")
    assert ineligible_players(Scorecard.objects.all()) == ()


def test_a_name_left_as_it_is_written_is_not_asked_about(desk: Client, match: Match) -> None:
    confirmed(desk, match, "Norman Nobody")
    NameLeft.objects.create(
        season=match.division.season, team=match.home, name="norman nobody", left_at=FRIDAY
    )
    assert ineligible_players(Scorecard.objects.all()) == ()


@pytest.mark.slow
def test_what_is_found_about_a_line_up_names_the_team(desk: Client, match: Match, darren: Player) -> None:
    regulated(match.division, people={"own_players": {"least": 1}, "borrowed": {"each": 2}})
    card = played_by(darren, match)
    other = a_player(a_team(match.division.season.league, "The Tup and Bell"), "Zoë Brontë")
    a_seat(card.tables.get().games.get(), other, place=2)
    page = words(desk.get(page_of(match)))
    assert "Not eligible: the line-up of The Fleece." in page
    assert "None of the two players are registered for The Fleece; at least one must be." in page
    line_up = next(player for player in ineligible_players(Scorecard.objects.all()) if not player.name)
    desk.post(accepting(match), sent(line_up, "accept"))
    assert [player.name for player in open_players(Scorecard.objects.all())] == ["Zoë Brontë"]
    assert AcceptedPlayer.objects.get().player is None


def test_a_match_itself_does_not_count_against_its_players(match: Match, darren: Player) -> None:
    regulated(match.division, people={"borrowed": {"each": 1}})
    later = a_match(match.division, date=NIGHT + WEEK, week=2)
    played_by(darren, match)
    assert ineligible_players(Scorecard.objects.all()) == ()
    played_by(darren, later)
    (player,) = ineligible_players(Scorecard.objects.all())
    assert player.match == later


# --- Accepted, and undone ---------------------------------------------------------------------


@pytest.mark.parametrize("name", sampled(["Darren Whitwam", "Norman Nobody"], each=2))
def test_accepted_with_a_reason_it_is_asked_about_no_more_until_undone(
    desk: Client, match: Match, darren: Player, name: str
) -> None:
    confirmed(desk, match, name)
    for _ in range(2):
        answer = desk.post(accepting(match), sent(checked(match), "accept"))
        assert answer.headers["Location"] == f"{page_of(match)}#players-to-check"
    assert AcceptedPlayer.objects.count() == 1
    page = words(desk.get(page_of(match)))
    assert "Accepted by secretary on Fri 15 Jan, 9.00 am: The Shears agreed." in page
    for place in ("night", "desk", "penalties"):
        assert name not in words(desk.get(places(match)[place])).replace(f"{name} (The Fleece)", "")
    for _ in range(2):
        answer = desk.post(accepting(match), sent(checked(match), "undo"), follow=True)
    assert f"Undone. {name} is to be checked again." in words(answer)
    assert not AcceptedPlayer.objects.exists()
    assert checked(match).is_open


def test_accepting_needs_a_reason_and_the_page_asks_for_it(
    desk: Client, match: Match, darren: Player
) -> None:
    played_by(darren, match)
    answer = desk.post(accepting(match), sent(checked(match), "accept", reason=" "))
    assert answer.status_code == 422
    assert "Give the reason, in a few words" in words(answer)
    assert "Darren Whitwam is registered for Packhorse & Drover" in words(answer)
    assert f'name="player" value="{darren.public_id}"' in markup(answer)
    too_long = desk.post(accepting(match), sent(checked(match), "accept", reason="x" * 201))
    assert too_long.status_code == 422
    with pytest.raises(Refused, match="Give the reason"):
        accept_player(player=checked(match), by=User.objects.get(), now=FRIDAY, reason=" ")
    assert not AcceptedPlayer.objects.exists()


def test_a_correction_is_checked_again(desk: Client, match: Match, darren: Player) -> None:
    confirmed(desk, match, "Darren Whitwam")
    before = checked(match)
    desk.post(accepting(match), sent(before, "accept"))
    confirmed(desk, match, "Darren Whitwam", version="1", reason="a 4", **{"t1-home-final": "4"})
    assert checked(match).is_open
    assert AcceptedPlayer.objects.count() == 1, "the old version keeps what was decided about it"
    answer = desk.post(accepting(match), sent(before, "accept"), follow=True)
    assert "There is nothing to accept" in words(answer)
    with pytest.raises(Refused, match=CORRECTED):
        undo_accepted(player=before)
    assert checked(match).is_open


def test_a_merge_takes_along_what_was_accepted(desk: Client, match: Match, darren: Player) -> None:
    season = match.division.season
    kept = a_player(a_team(season.league, "Packhorse & Drover"), "D. Whitwam", season, shown="hidden")
    played_by(darren, match)
    desk.post(accepting(match), sent(checked(match), "accept"))
    by = User.objects.get(username="secretary")
    merge = merge_players(kept=kept, gone=darren, by=by, now=FRIDAY)
    assert AcceptedPlayer.objects.get().player == kept
    assert not checked(match).is_open
    undo_merge(merge=merge, now=FRIDAY)
    assert AcceptedPlayer.objects.get().player == darren


@pytest.mark.slow
def test_who_was_accepted_under_both_records_is_merged_all_the_same(
    desk: Client, match: Match, darren: Player
) -> None:
    season = match.division.season
    kept = a_player(a_team(season.league, "Packhorse & Drover"), "D. Whitwam", season, shown="hidden")
    card = a_card(match, (15, 3), (15, 4))
    for table, player in zip(card.tables.all(), (darren, kept), strict=True):
        a_seat(table.games.get(), player)
    for player in ineligible_players(Scorecard.objects.all()):
        desk.post(accepting(match), sent(player, "accept"))
    by = User.objects.get(username="secretary")
    merge = merge_players(kept=kept, gone=darren, by=by, now=FRIDAY)
    assert sorted(AcceptedPlayer.objects.values_list("player", flat=True)) == sorted([darren.pk, kept.pk])
    undo_merge(merge=merge, now=FRIDAY)
    assert open_players(Scorecard.objects.all()) == ()


# --- Decided otherwise ------------------------------------------------------------------------


def ruled(match: Match) -> None:
    a_walkover(match, "h", table=1)


def ruled_as_a_whole(match: Match) -> None:
    a_walkover(match, "h")


def void(match: Match) -> None:
    a_walkover(match, "", kind="void", table=1)


def penalised(match: Match) -> None:
    an_offence(match, kind="ineligible-1")


@pytest.mark.parametrize("decide", sampled([ruled, ruled_as_a_whole, void, penalised], each=2))
def test_what_was_ruled_on_is_asked_about_no_more(
    desk: Client, match: Match, darren: Player, decide: Callable[[Match], None]
) -> None:
    played_by(darren, match)
    decide(match)
    assert not checked(match).is_open
    assert "Decided by a ruling or a sanction." in words(desk.get(page_of(match)))
    assert "Darren" not in words(desk.get(places(match)["penalties"]))


@pytest.mark.parametrize("ruling", [{"at_fault": "a", "table": 1}, {"at_fault": "h", "table": 2}])
def test_a_ruling_about_something_else_decides_nothing(
    match: Match, darren: Player, ruling: dict[str, object]
) -> None:
    played_by(darren, match)
    a_walkover(match, **ruling)
    assert checked(match).is_open


# --- For the secretary alone ------------------------------------------------------------------


@pytest.mark.parametrize("role", sampled(["results", "fixtures", "scorer", ""], each=2))
def test_nobody_else_reads_of_it(client: Client, match: Match, darren: Player, role: str) -> None:
    card = played_by(darren, match)
    Seat.objects.create(game=card.tables.get().games.get(), side="h", place=2, written="Darren Whitwam")
    if role:
        client.force_login(an_account(match.division.season.league, role))
    for place, address in places(match).items():
        answer = client.get(address)
        assert answer.status_code in (200, 303, 403)
        assert answer.status_code == 200 or place != "match"
        assert "players-to-check" not in answer.content.decode()
        assert "Not eligible" not in words(answer)
        assert "Packhorse" not in words(answer)


def test_every_account_with_a_secretarys_powers_reads_the_whole_name(
    client: Client, match: Match, darren: Player
) -> None:
    played_by(darren, match)
    client.force_login(an_account(match.division.season.league, "deputy"))
    for address in places(match).values():
        assert "Darren Whitwam" in words(client.get(address))


@pytest.mark.parametrize(("role", "status"), [("results", 403), ("", 303)])
def test_nobody_else_accepts(client: Client, match: Match, darren: Player, role: str, status: int) -> None:
    played_by(darren, match)
    if role:
        client.force_login(an_account(match.division.season.league, role))
    assert client.post(accepting(match), sent(checked(match), "accept")).status_code == status
    assert not AcceptedPlayer.objects.exists()


def test_a_match_of_another_league_is_not_accepted_here(desk: Client, match: Match, darren: Player) -> None:
    played_by(darren, match)
    other = a_league("Calder League")
    an_account(other, "secretary", "other")
    desk.force_login(User.objects.get(username="other"))
    address = accepting(match).replace(home(match), f"/{other.slug}/")
    assert desk.post(address, sent(checked(match), "accept")).status_code == 404


def test_an_older_version_shows_nothing_of_it(desk: Client, match: Match, darren: Player) -> None:
    played_by(darren, match)
    assert "players-to-check" not in markup(desk.get(f"{page_of(match)}versions/1/"))


# --- As many queries however many matches ------------------------------------------------------

QUERIES = [
    "league_scorecard",
    "league_division",
    "league_seat",
    "league_enrolment",
    "league_match",
    "league_registration",
    "league_player",
    "league_acceptedplayer",
    "league_ruling",
    "league_offence",
    "league_nameleft",
]


def test_one_match_takes_as_many_queries_as_many(match: Match, darren: Player) -> None:
    with CaptureQueriesContext(connection) as none:
        assert ineligible_players(Scorecard.objects.all()) == ()
    assert tables_read(none) == ["league_scorecard"]
    played_by(darren, match)
    with CaptureQueriesContext(connection) as one:
        ineligible_players(Scorecard.objects.all())
    assert tables_read(one) == QUERIES
    for week in range(2, 8):
        other = a_match(match.division, "The Fleece", "The Shears", week=week, date=NIGHT - week * WEEK)
        card = played_by(darren, other)
        Seat.objects.create(game=card.tables.get().games.get(), side="a", place=1, written="A Stranger")
    with CaptureQueriesContext(connection) as many:
        assert len(ineligible_players(Scorecard.objects.all())) == 13
    assert tables_read(many) == QUERIES
    # What somebody played is read where a rule goes by it.
    regulated(match.division, people=REGISTERED | {"playing_up": 3})
    with CaptureQueriesContext(connection) as counted:
        ineligible_players(Scorecard.objects.all())
    assert tables_read(counted) == [*QUERIES[:6], "league_seat", *QUERIES[6:]]


@pytest.mark.parametrize("place", sampled(["match", "night", "desk", "penalties"], each=4))
def test_no_page_asks_more_often_with_more_players_to_check(
    desk: Client, match: Match, darren: Player, place: str
) -> None:
    second = a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
    a_card(second, (15, 3))
    played_by(darren, match)
    desk.get(places(match)[place])
    with CaptureQueriesContext(connection) as one:
        desk.get(places(match)[place])
    for week in range(1, 5):
        table = a_card(
            a_match(match.division, "The Shears", "The Fleece", week=week + 1), (15, 3)
        ).tables.get()
        a_seat(table.games.get(), a_player(match.home, f"Player {week}"), "a")
    with CaptureQueriesContext(connection) as many:
        desk.get(places(match)[place])
    assert len(many) == len(one)
