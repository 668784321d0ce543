"""The line-up on a captain's phone: chosen from his squad, kept, and the other side's when it may be seen."""

import datetime
import re

import pytest
from django.utils import timezone

from league.models import Availability, Division, LineUp, Match, ScoringCode
from tests.builders import a_captains_link, a_card, a_division, a_match, a_player, a_seat
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
TUESDAY = datetime.datetime(2027, 1, 12, 18, 0, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def tuesday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: TUESDAY)


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def line_up(match: Match, team: str = "The Fleece") -> str:
    return f"{a_captains_link(match.division, team)}matches/{match.public_id}/line-up/"


def chosen(page: str) -> list[str]:
    return re.findall(r'<option value="([^"]+)" selected', page)


def test_who_can_play_stands_first_and_who_cannot_last(client, match):
    ada, bea, cy = (
        a_player(match.home, name, match.division.season) for name in ("Ada Holt", "Bea Kaye", "Cy Lumb")
    )
    for player, said in ((ada, "no"), (cy, "yes")):
        Availability.objects.create(
            match=match, team=match.home, player=player, answer=said, answered_at=TUESDAY
        )
    page = markup(client.get(line_up(match)))
    first = page[: page.index("</select>")]
    groups = re.findall(r'<optgroup label="([^"]+)"|<option value="\w+">([^<]+)<', first)
    said = [group or name for group, name in groups]
    assert said == ["Can play", "Cy Lumb", "Not answered", "Bea Kaye", "Cannot play", "Ada Holt"]
    assert bea.public_id in first


def test_who_sat_there_the_last_time_stands_there_already_unless_he_cannot(client, match):
    season = match.division.season
    earlier = a_match(match.division, week=2, date=match.date - datetime.timedelta(weeks=1))
    game = a_card(earlier, (15, 9)).tables.get().games.get()
    ada, bea = (a_player(match.home, name, season) for name in ("Ada Holt", "Bea Kaye"))
    for place, player in enumerate((ada, bea), 1):
        a_seat(game, player, place=place)
    Availability.objects.create(match=match, team=match.home, player=bea, answer="no", answered_at=TUESDAY)
    assert chosen(markup(client.get(line_up(match)))) == [ada.public_id]


def test_it_is_kept_and_can_be_changed(client, match):
    ada = a_player(match.home, "Ada Holt", match.division.season)
    answer = client.post(
        line_up(match),
        {"t1-home-1": ada.public_id, "t1-home-2": "-", "t1-home-2-other": "Nobody Knows"},
        follow=True,
    )
    assert "Line-up saved." in words(answer)
    assert LineUp.objects.get().pairs[0] == [ada.public_id, "Nobody Knows"]
    page = markup(client.get(line_up(match)))
    assert chosen(page) == [ada.public_id, "-"]
    assert 'value="Nobody Knows"' in page
    assert "Yours is in; The Shears have not named theirs yet." in words(client.get(line_up(match)))


def test_a_script_may_send_names_as_it_may_on_the_sheet(client, match):
    client.post(line_up(match, "The Shears"), {"t4-away-2": "Edna Shaw"})
    assert LineUp.objects.get().pairs[3] == ["", "Edna Shaw"]


def test_a_refused_line_up_keeps_everything_that_was_typed(client, match):
    answer = client.post(line_up(match), {"t1-home-1-other": "Ada Holt", "t2-home-1-other": "ada holt"})
    assert answer.status_code == 422
    assert "is named twice" in words(answer)
    assert 'value="ada holt"' in markup(answer)
    answer = client.post(line_up(match), {"t1-home-1-other": "x" * 81})
    assert "A name may have 80 letters; this has 81." in words(answer)


def test_both_in_each_sees_the_others_hidden_names_as_the_public_does(client, match):
    hidden = a_player(match.home, "Ada Holt", match.division.season, shown="hidden")
    client.post(line_up(match), {"t1-home-1": hidden.public_id})
    client.post(line_up(match, "The Shears"), {"t1-away-1-other": "Edna Shaw"})
    own, other = words(client.get(line_up(match))), words(client.get(line_up(match, "The Shears")))
    assert "Both line-ups are in." in own
    assert "1 Ada Holt and nobody named" in own
    assert "1 Edna Shaw and nobody named" in own
    assert "1 A player and nobody named" in other
    assert "Ada Holt" not in other
    assert "<form" not in own


def test_whoever_holds_the_code_reads_the_line_ups_on_the_sheets_as_the_public_reads_names(client, match):
    season = match.division.season
    hidden = a_player(match.home, "Ada Holt", season, shown="hidden")
    shown = a_player(match.home, "Bea Kaye", season)
    named = {"t1-home-1": hidden.public_id, "t1-home-2": shown.public_id}
    client.post(line_up(match), named)
    client.post(line_up(match, "The Shears"), {"t1-away-1-other": "Edna Shaw"})
    code = ScoringCode.objects.create(match=match, code="fleece23", issued_at=TUESDAY)
    page = client.get(f"/s/{code}/")
    assert "A player, Bea Kaye" in words(page)
    assert "Edna Shaw" in words(page)
    assert "Ada Holt" not in words(page)
    # The script is given what stands for the id; no page shows the id itself.
    assert hidden.public_id not in re.sub(r"<script.*?</script>", "", markup(page), flags=re.S)


@pytest.mark.parametrize("order", ["blind", "drawn"])
def test_before_both_are_in_nothing_of_the_others_is_on_the_page(client, match, order):
    book = match.division.season.rule_book
    book.line_up_order = order
    book.save()
    client.post(line_up(match), {"t1-home-1-other": "Ada Holt"})
    page = words(client.get(line_up(match, "The Shears")))
    assert "The Fleece have named theirs; yours is still to come." in page
    assert "Ada Holt" not in page
    season = words(client.get(a_captains_link(match.division, "The Shears")))
    assert "Ada Holt" not in season


def test_where_the_home_side_names_first_the_other_is_told_to_wait(client, match):
    book = match.division.season.rule_book
    book.line_up_order = "home_first"
    book.save()
    answer = client.get(line_up(match, "The Shears"))
    assert "Line-ups are given by the home side first. The Fleece name theirs first" in words(answer)
    assert "t1-away-1" not in markup(answer)
    answer = client.post(line_up(match, "The Shears"), {"t1-away-1-other": "Edna Shaw"})
    assert answer.status_code == 422
    assert 'value="Edna Shaw"' in markup(answer)


@pytest.mark.parametrize("squad", [2, 20])
def test_the_page_takes_eight_queries_for_any_squad(client, match, squad, django_assert_num_queries):
    for number in range(squad):
        a_player(match.home, f"Player {number}", match.division.season)
    address = line_up(match)
    names = [
        *("link and team", "match", "line-ups", "log begun?"),
        *("registered players", "who sat down when", "answers"),
        "the last match anybody sat down in",
    ]
    with django_assert_num_queries(len(names)):
        client.get(address)
