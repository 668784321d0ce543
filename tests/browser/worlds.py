"""The leagues whose pages are looked at: the demo, whose names are as long as real ones; a wordy league with
longer ones than anybody ever had; a new league with nothing in it yet; a Caribbean one of many games."""

import datetime
from dataclasses import replace

from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy, GroupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.cups import draw_round, enter_pair, enter_teams, make_cup
from league.cups.services.ties import enter_result
from league.demo.services import load_demo
from league.matches.sheet.values import GAVE, RAN, STOOD, HandNotes, SeatName, Sheet, SheetGame, SheetTable
from league.models import (
    Division,
    Enrolment,
    FixturePlan,
    League,
    Match,
    Notice,
    Player,
    Pub,
    RuleBook,
    Ruling,
    Season,
    Side,
    Team,
    User,
)
from league.results.selectors.scorecards import sheet_of
from league.results.services.disputes import dispute_match, end_dispute
from league.results.services.reminders import chase_results
from league.results.services.scorecards import confirm_scorecard
from league.scheduling.planner.task import format_plan
from league.scheduling.selectors.night_proposals import propose_nights
from league.scheduling.selectors.plans import standing_list
from league.scheduling.services.moves import postpone_match
from league.scheduling.services.postponements import request_postponement
from scoring import AWAY, HOME, NOBODY
from scoring.hands import Hand, Peg
from tests.browser.memory import a_founder, a_long_memory
from tests.browser.nights import a_pairs_night
from tests.browser.penalties import what_went_wrong
from tests.browser.people import some_people
from tests.browser.signing import what_is_signed
from tests.browser.stops import CARIBBEAN, NEW
from tests.builders import (
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_team,
    a_walkover,
    an_adjustment,
)
from tests.results import test_entry_family as entry_family

FRIDAY = datetime.datetime.combine(NIGHT + datetime.timedelta(days=1), datetime.time(9), datetime.UTC)
"""The morning on which everything is looked at."""
SECRETARY, STRANGER, PASSWORD = "secretary", "stranger", "password"
WORDY = "wordy"

TAKERS = {"h": HOME, "a": AWAY, "n": NOBODY, ".": None}
HANDS = ("hhah", "ahna", "hhhh", "aana", "hhnn", "ahna", "hana", "aana", "aa..")
WORDS = (
    "Notwithstanding representations received, the Disciplinary Subcommittee unanimously considered the "
    "circumstances: correspondence unacknowledged, registrations uncountersigned, and no telephone call."
)

REGULATIONS = {
    "late_result": [
        {"due": SATURDAY_NOON, "pays": "home", "warning_hours": 24, "penalties": [{}, {"pence": 500}]},
        {"due": {"days": 0}, "pays": "both", "penalties": [{"points": 2}]},
    ],
    "postponements": {
        "bands": [{"notice": {"days": 4}}, {"effect": "match_given", "penalties": [{"pence": 2000}]}],
        "excuses": ["weather"],
        "limit": 2,
    },
    "late_start": [{"minutes": 15, "every": 15, "penalty": {"tables": 1, "pence": 200}}],
    "walkover": [{"pence": 1000}],
    "short_teams": {"minimum": 4, "may_repeat": 1, "minimum_to_win": 7},
    "ineligible_player": {"reaward": "table", "a_player": {"points": 2}},
}


def all_leagues() -> None:
    """Make the four leagues, the secretary of all of them, and an account that keeps none."""
    load_demo(today=FRIDAY.date(), password=PASSWORD)
    demo = League.objects.get(is_demo=True)
    secretary = User.objects.get(league_roles__league=demo)
    secretary.username = SECRETARY
    secretary.save()
    User.objects.create_user(username=STRANGER, password=PASSWORD)
    for league in (
        a_league("Upper Calder All Fours League", slug=NEW),
        a_wordy_league(secretary),
        a_caribbean_league(secretary),
    ):
        secretary.league_roles.create(league=league)
    some_people(demo, secretary)
    correct(with_hands(demo)[0], secretary)
    first = Ruling.objects.get(kind=Ruling.Kind.ADJUSTMENT, division__season__league=demo).division
    what_went_wrong(first, secretary, "The result was not sent in by noon on Saturday.")
    for league in League.objects.exclude(slug=NEW):
        what_goes_wrong(league, secretary)
        a_plan_with_conflicts(league)
    a_founder()
    what_is_remembered(demo)
    what_is_signed(demo, "We won that table, the slip says 15-9.")
    the_rest_of_the_wordy_league(League.objects.get(slug=WORDY))


def the_wordy_league_alone() -> None:
    """Make that league as it is among all, its secretary, and an account that keeps none."""
    secretary = User.objects.create_user(SECRETARY, password=PASSWORD)
    User.objects.create_user(username=STRANGER, password=PASSWORD)
    league = a_wordy_league(secretary)
    secretary.league_roles.create(league=league)
    what_goes_wrong(league, secretary)
    a_plan_with_conflicts(league)
    the_rest_of_the_wordy_league(league)


def the_rest_of_the_wordy_league(league: League) -> None:
    """What the demo has too, and its cups: the demo has cups of its own."""
    what_is_remembered(league)
    a_cup_under_way(league)
    a_cup_of_groups(league)
    what_is_signed(league, WORDS)


def what_is_remembered(league: League) -> None:
    """Years gone by, a pairs night, and the news of a night."""
    a_long_memory(league)
    a_pairs_night(league)
    league.bulletins.create(night=NIGHT, published_at=FRIDAY, published_notices=WORDS, published_text=WORDS)


def a_cup_under_way(league: League) -> None:
    """Six teams in a bracket, two of them free, and the first tie played."""
    season = league.seasons.filter(is_finished=False).earliest("starts_on")
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    enter_teams(cup=cup, teams=list(Team.objects.filter(enrolments__season=season).order_by("name")[:6]))
    draw_round(cup=cup, round_number=1, lot="two wet Thursdays", now=FRIDAY)
    first = cup_on_page(cup).rounds[0].ties[0].tie
    result = TieResult(round=1, number=first.number, legs=((15, 9),))
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)


def a_cup_of_groups(league: League) -> None:
    """Six pairs in two groups, one match played."""
    season = league.seasons.filter(is_finished=False).earliest("starts_on")
    cup = make_cup(season=season, name="Pairs Shield", rules=CupRules(groups=GroupRules(number=2, through=1)))
    players = list(Player.objects.filter(league=league).order_by("pk")[:12])
    for first, second in zip(players[::2], players[1::2], strict=True):
        enter_pair(cup=cup, names=(first.name[:55], second.name[:55]))
    draw_round(cup=cup, round_number=1, lot="two wet Mondays", now=FRIDAY)
    result = TieResult(round=1, number=1, legs=((15, 9),))
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)


def a_plan_with_conflicts(league: League) -> FixturePlan:
    """The list as it stands, as a plan whose search says that not everything can be had."""
    season = Season.objects.filter(league=league, is_finished=False).latest("starts_on")
    team = season.enrolments.order_by("id")[0].team
    wish = f'[[wish]]\nteam = "{team.slug}"\nwhere = "no match"\nat = ["first", "last"]\n'
    list_ = standing_list(season)
    said = f"{team} want no match on the first night and on the last"
    ways = [{"given_up": said, "found": 410, "best": []}]
    return season.fixture_plans.create(
        name="Second draft, with the derbies early",
        wishes=wish,
        state=FixturePlan.State.STOPPED,
        best=format_plan(list_) if list_ else [],
        made_at=FRIDAY,
        progress={
            "step": 31,
            "found": 440,
            "bound": 410,
            "gap": 0.07,
            "spent": 30.2,
            "is_optimal": False,
            "keeps_conditions": True,
            "conflicts": [{"sentence": f"{said}: no list can meet these together.", "ways": ways}],
        },
    )


def with_hands(league: League) -> list[Match]:
    """Matches of this season whose hands are known, the latest first."""
    played = Match.objects.filter(division__season__league=league, division__season__is_finished=False)
    known = played.filter(scorecards__tables__games__hands__isnull=False)
    return list(known.distinct().order_by("-date", "id"))


def correct(match: Match, by: User) -> None:
    """A second version of a result, with its reason."""
    sheet = replace(sheet_of(match.scorecards.get()), remarks="Played upstairs; the lamp failed twice.")
    confirm_scorecard(
        match=match, sheet=sheet, by=by, began_from=1, now=FRIDAY, reason="The remark was left out."
    )


def ask_to_move(match: Match, reason: str) -> None:
    """The away side asks for another night and offers the first three that are free."""
    choice = propose_nights(match, today=FRIDAY.date())
    request_postponement(
        match=match,
        asked_by=Side.AWAY,
        reason=reason,
        offered=[night.date for night in (*choice.best, *choice.usual, *choice.others)[:3]],
        answer_by=FRIDAY + datetime.timedelta(days=3),
        by=None,
        now=FRIDAY,
    )


def what_goes_wrong(league: League, by: User) -> None:
    """Captains asked for what is missing, some of them in vain, and a result that is disputed."""
    enrolled = Enrolment.objects.filter(season__league=league, season__is_finished=False)
    for number, enrolment in enumerate(enrolled.order_by("id")):
        enrolment.captain_name = "Bartholomew Fotheringthwaite-Sugdenhirst" if number % 4 else ""
        enrolment.captain_email = (
            f"the.captain.of.team.{number}@fotheringthwaite.example.org" if number % 3 else ""
        )
        enrolment.captain_phone = "+44 (0) 1924 555 000 (evenings)"[:30] if number % 2 else ""
        enrolment.save()
    book = RuleBook.objects.get(season__league=league, season__is_finished=False)
    book.regulations = REGULATIONS
    book.save()
    chase_results(league=league, date=NIGHT, by=by, now=FRIDAY)
    asked = Notice.objects.filter(league=league, wanted_at=FRIDAY)
    asked.filter(pk=asked[0].pk).update(sent_at=FRIDAY, failed_because=WORDS)
    match = with_hands(league)[-1]
    dispute_match(match=match, because=WORDS, by=by, now=FRIDAY)
    end_dispute(match=match, decision=WORDS, by=by, now=FRIDAY)
    dispute_match(match=match, because=WORDS, by=by, now=FRIDAY)


def a_wordy_league(by: User) -> League:
    """Ten teams, eight tables a match, and as many words everywhere as there is room for."""
    league = a_league("Heptonbridge, Luddenfoot, Mytholmroyd & District Invitation League", slug=WORDY)
    season = a_season(league, rule_book=RuleBook.objects.create(tables=8, tie_breaks=["score_difference"]))
    division = a_division(
        season, "Premier Division of the Upper Valleys", teams=0, promoted=2, relegated=2, slug="premier"
    )
    a_division(season, "Conference Division of the Lower Valleys", teams=0, position=2, slug="conference")
    teams = [a_wordy_team(league, letter) for letter in "ABCDEFGHIJ"]
    for home, away in zip(teams[::2], teams[1::2], strict=True):
        match = a_match(division, home, away, date=NIGHT - WEEK)
        sheet = a_full_sheet(wordy_players(home), wordy_players(away))
        confirm_scorecard(match=match, sheet=sheet, by=by, began_from=0, now=FRIDAY - WEEK)
        a_match(division, away, home, date=NIGHT, week=2)
    a_few_words(division)
    what_went_wrong(division, by, WORDS)
    return league


def a_wordy_team(league: League, letter: str) -> Team:
    pub = Pub.objects.create(
        league=league,
        name=f"The Worshipful Framework-Knitters’ Memorial Institute & Bowling Green {letter}",
        slug=f"framework-knitters-{letter.lower()}",
        tables=8,
        address="Unpronounceable Cottages, 114 Upper Wolstenholme-Fotheringthwaite Road, Mytholmroyd",
        remarks=WORDS,
    )
    return a_team(league, pub.name, pub=pub, slug=pub.slug)


def wordy_players(team: Team) -> list[Player]:
    season = team.league.seasons.get()
    apart = f"of {team.name[-1]}, the undertaker’s nephew"
    names = (f"Bartholomew {letter} Fotheringthwaite-Sugdenhirst" for letter in "ABCDEFGHIJKLMNOP")
    return [a_player(team, name, season, told_apart_by=apart) for name in names]


def a_full_sheet(home: list[Player], away: list[Player]) -> Sheet:
    """Eight tables with every hand, every name and every remark."""
    hands = tuple(Hand(*(TAKERS[mark] for mark in row)) for row in HANDS)
    tables = (
        SheetTable(
            number=number + 1,
            games=(
                SheetGame(
                    hands=hands,
                    home_pair=tuple(
                        SeatName(player=player.pk) for player in home[2 * number : 2 * number + 2]
                    ),
                    away_pair=tuple(
                        SeatName(player=player.pk) for player in away[2 * number : 2 * number + 2]
                    ),
                ),
            ),
            remarks=WORDS[:200],
        )
        for number in range(8)
    )
    return Sheet(tables=tuple(tables), remarks=WORDS, private_remarks=WORDS)


def a_caribbean_league(by: User) -> League:
    """Twenty-two games a match, with cards turned up, begging and hung jacks; one played, one to come."""
    league = a_league("Port of Spain All Fours League", slug=CARIBBEAN)
    division = a_division(a_season(league, rule_book=RuleBook.objects.create(**entry_family.CARIBBEAN)))
    match = a_match(division, date=NIGHT - WEEK)
    pairs = [
        tuple(SeatName(player=player.pk) for player in wordy_players(team)[:2])
        for team in (match.home, match.away)
    ]
    tables = (
        SheetTable(number=table, games=tuple(a_turned_up_game(game, *pairs) for game in range(1, games + 1)))
        for table, games in enumerate(entry_family.CARIBBEAN["games_at_each_table"], start=1)
    )
    confirm_scorecard(match=match, sheet=Sheet(tables=tuple(tables)), by=by, began_from=0, now=FRIDAY - WEEK)
    a_match(division, "The Shears", "The Fleece", date=NIGHT, week=2)
    return league


def a_turned_up_game(number: int, home: tuple[SeatName, ...], away: tuple[SeatName, ...]) -> SheetGame:
    """Home leads: a six is turned, a point is given, the pack is run, the jack is hung. 14-10."""
    turned = (Peg("turnup", AWAY, 2),)
    return SheetGame(
        number=number,
        home_pair=home,
        away_pair=away,
        first_pitch=HOME,
        hands=(
            Hand(HOME, HOME, HOME, HOME, before=turned, hung=False),
            Hand(AWAY, AWAY, NOBODY, AWAY, before=(Peg("gift", AWAY, 1),), hung=False),
            Hand(HOME, HOME, NOBODY, NOBODY, before=turned, hung=False),
            Hand(HOME, AWAY, HOME, hung=True),
        ),
        notes=(
            HandNotes(turned="6S", call=STOOD),
            HandNotes(turned="9C", call=GAVE),
            HandNotes(turned="6H TC", call=RAN),
            HandNotes(),
        ),
    )


def a_few_words(division: Division) -> None:
    """What a secretary may decide, each with the longest reason there is room for."""
    given, moved, unplaced = division.matches.filter(week=2)[:3]
    a_walkover(given, reason=WORDS)
    postpone_match(match=moved, to=NIGHT + 6 * WEEK, reason=WORDS)
    postpone_match(match=unplaced, to=None, reason=WORDS)
    ask_to_move(division.matches.filter(week=2)[4], WORDS)
    an_adjustment(division, given.home, reason=WORDS)
