"""A league with two players who keep their names to themselves, who are in everything that can be shown."""

from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy
from league.cups.services.cups import draw_round, enter_pair, leave_cup, make_cup
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, make_night
from league.cups.services.ties import enter_result
from league.honours.services import HonourInput, add_honours
from league.matches.outcomes import AtFault
from league.models import (
    Appeal,
    Division,
    Enrolment,
    Match,
    MatchTable,
    OldTable,
    Player,
    Ruling,
    Scorecard,
    Seat,
    Side,
)
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_player,
    a_postponement,
    a_pub,
    a_seat,
    a_walkover,
    an_adjustment,
)
from tests.builders_tables import an_entry, some_hands

HIDDEN, INITIALLED, WHO = "Zebedee Quarmby", "Xanthe Yewdall", "thirdcousin"
REMARK, DRAFTED = "brought his own cards", "still arguing about table two"
CONTACT, DISPUTE = ("Ermintrude", "captain@example.org", "01924 555"), "says it was 13"


def a_private_match() -> Match:
    """Return a corrected match with both players in it, who also stand in both squads' lists."""
    division = a_division(teams=2)
    match = a_match(division)
    a_match(division, "The Shears", "The Fleece", week=2, date=None, postponed_from=NIGHT)
    kept = [
        a_player(match.home, HIDDEN, division.season, shown=Player.Shown.HIDDEN, told_apart_by=WHO),
        a_player(match.home, INITIALLED, division.season, shown=Player.Shown.INITIALS, told_apart_by=WHO),
    ]
    partner = a_player(match.home, "Jack Hirst", division.season)
    a_card(match, (15, 9), (12, 15), (15, 1), (15, 8), is_confirmed=False, set_aside_at=FRIDAY)
    a_card(match, (15, 9), (12, 15), (15, 2), (15, 8), reason="a 2, not a 1")
    for card in Scorecard.objects.all():
        for table in card.tables.all():
            game = table.games.get()
            a_seat(game, kept[table.number % 2], place=1)
            a_seat(game, partner, place=2)
    Scorecard.objects.update(private_remarks=REMARK)
    MatchTable.objects.update(private_remarks=REMARK)
    Match.objects.update(disputed_because=DISPUTE)
    name, email, phone = CONTACT
    Enrolment.objects.update(captain_name=name, captain_email=email, captain_phone=phone)
    return match


SPELT = ("Zebedee Quarmby", "xanthe  YEWDALL", "Z. Quarmby", "X Yewdall (thirdcousin)")
SAID = "{} had not signed, says {}"


def a_private_world(match: Match) -> Match:
    """Return it with everything else a public page can be about, and the names wherever words are typed."""
    division, league = match.division, match.division.season.league
    words = [SAID.format(*pair) for pair in zip(SPELT, reversed(SPELT), strict=True)]
    Scorecard.objects.update(remarks=words[0], set_aside_because=words[1], reason=words[2])
    MatchTable.objects.update(remarks=words[3])
    for card in match.scorecards.all():
        game = card.tables.get(number=4).games.get()
        Seat.objects.create(game=game, side=Side.AWAY, place=1, written=SPELT[0].upper())
        Seat.objects.create(game=game, side=Side.AWAY, place=2, written="X. Yewdall")
    Match.objects.filter(date=None).update(postponed_because=words[0])
    put_off = division.matches.get(date=None)
    a_postponement(put_off, reason=words[1], state="refused", answered_at=FRIDAY, answered_because=words[2])
    elsewhere = a_pub(league, "The Barge")
    for week in (3, 4):
        ruled = a_match(
            division, week=week, date=NIGHT + week * WEEK, venue=elsewhere, venue_because=words[0]
        )
        a_walkover(ruled, reason=words[1])
    Ruling.objects.filter(match__week=4).update(kind=Ruling.Kind.VOID, at_fault="")
    a_walkover(match, table=2, reason=words[3])
    dismissed = {"made_on": NIGHT, "made_by": "a captain", "words": REMARK, "outcome": "dismissed"}
    Appeal.objects.create(
        ruling=an_adjustment(division, "The Fleece", reason=words[2]),
        **dismissed, decided_on=NIGHT, decided_by="the committee", decision=words[0],
    )  # fmt: skip
    lines = ("Zebedee Quarmby", "Jack Hirst and Xanthe Yewdall", "z quarmby and xanthe yewdall")
    honours = [
        HonourInput(year=1974, season_name="1974/75", competition="Pairs", holder=line, remarks=words[3])
        for line in lines
    ]
    add_honours(league=league, honours=honours)
    league.bulletins.create(
        night=NIGHT,
        published_at=FRIDAY,
        published_notices=f"{words[0]}\n{words[1]}",
        published_text=words[2],
        shown_until=NIGHT + WEEK,
    )
    OldTable.objects.create(
        league=league, year=1974, season_name="1974/75", division="Pairs", rows=[lines], remarks=words[0]
    )
    a_cup_of_pairs(division)
    a_night_of_pairs(division)
    playing = a_match(division, "The Shears", "The Fleece", week=5, date=NIGHT)
    some_hands(playing, 1, "hhhh")
    for key, place in ((str(Player.objects.get(name=HIDDEN).public_id), 1), (INITIALLED, 2)):
        an_entry(playing, "away", {f"{place}": key})
    return match


def a_cup_of_pairs(division: Division) -> None:
    """Pairs whose players are known, and pairs as somebody wrote them; one has left, one tie is given."""
    cup = make_cup(season=division.season, name="Pairs", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    for names in ((HIDDEN, "Jack Hirst"), (INITIALLED, "Amy Pell"), ("Z. Quarmby", "X Yewdall"), ("A", "B")):
        enter_pair(cup=cup, names=names)
    draw_round(cup=cup, round_number=1, lot="two wet Thursdays", now=FRIDAY)
    result = TieResult(round=1, number=1, at_fault=AtFault.HOME, reason=SAID.format(*SPELT[:2]))
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    leave_cup(cup=cup, number=4, reason=SAID.format(*SPELT[2:]))


def a_night_of_pairs(division: Division) -> None:
    night = make_night(season=division.season, name="Pairs Night", rounds=1)
    for names in ((HIDDEN, "Jack Hirst"), (INITIALLED, "Amy Pell"), ("Z. Quarmby", "X Yewdall"), ("A", "B")):
        enter_at_door(cup=night, names=names)
    draw_night_round(cup=night, round_number=1, lot="a full house", now=FRIDAY)
