"""Small leagues with a bit of everything that a league can have, by chance."""

from random import Random

from league.cups.entries import TieResult
from league.cups.pairs_nights import PairedBy
from league.cups.rules import CupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, enter_scores, make_night
from league.cups.services.ties import enter_result
from league.models import (
    Appeal,
    BankImport,
    BankLine,
    Bulletin,
    Charge,
    Cup,
    CupSeat,
    CupTie,
    Division,
    FixturePlan,
    Handover,
    HandResult,
    Honour,
    League,
    Mailing,
    Match,
    NameLeft,
    Notice,
    OldTable,
    Photograph,
    Player,
    Season,
    User,
)
from league.registration.services.merges import merge_players
from league.scheduling.planner.task import format_plan
from league.scheduling.selectors.plans import standing_list
from tests.builders import (
    CAST,
    FRIDAY,
    NIGHT,
    a_card,
    a_division,
    a_league,
    a_player,
    a_postponement,
    a_season,
    a_seat,
    a_secretary,
    a_walkover,
    a_withdrawal,
    an_adjustment,
    an_enrolment,
    an_offence,
)
from tests.builders_seasons import a_round_robin
from tests.builders_tables import a_report, some_hands

NAMES = ("Zoë Łęcka", "Jack Hirst", "O’Hara, Pat", "=Norman", "“Young” <b>Bert</b>", "Ann\u00a0Wild")


def a_random_league(chance: Random) -> League:
    """A league of one division or two in mid-season, with its past and its plans."""
    league = a_league(chance.choice(("Three Valleys", "Łódź & “Co”")), slug="the-league")
    secretary = a_secretary(league)
    season = a_season(league, ends_on=NIGHT.replace(month=8))
    cast = list(CAST)
    for position in range(1, chance.randint(2, 3)):
        division = a_division(season, f"Division {position}", teams=0, position=position, promoted=1)
        for _ in range(chance.randint(2, 4)):
            an_enrolment(division, cast.pop(0))
        _squads(division, chance, secretary)
        _nights(division, chance)
    _cups(season, chance)
    for division in season.divisions.all():
        if chance.random() < 0.3:
            a_withdrawal(division, division.enrolments.order_by("pk")[0].team.name)
    _past_and_plans(season, chance, secretary)
    return league


def _squads(division: Division, chance: Random, secretary: User) -> None:
    """Players shown in every way, two of one name, and one who stood in the book twice."""
    season = division.season
    for enrolment in division.enrolments.all():
        for number, name in enumerate(chance.sample(NAMES, 3)):
            apart = f"{division.position} {enrolment.pk} {number}"
            shown = chance.choice(Player.Shown.values)
            a_player(enrolment.team, name, season, told_apart_by=apart, shown=shown)
    if chance.random() < 0.7:
        kept, gone = season.league.players.filter(merged_into=None).order_by("-pk")[:2]
        kept.shown = gone.shown
        kept.save()
        merge_players(kept=kept, gone=gone, by=secretary, now=FRIDAY)


def _nights(division: Division, chance: Random) -> None:
    """Every match played, given, postponed, reported or still to come."""
    matches = a_round_robin(division, rounds=1, played=0)
    for match in matches:
        players = list(division.season.league.players.filter(merged_into=None).order_by("pk"))
        happening = chance.choice(("played", "played", "given", "postponed", "reported", "to come", "hands"))
        if happening == "played":
            card = a_card(match, (15, chance.randint(0, 14)), (chance.randint(0, 14), 15), None, (15, 3))
            game = card.tables.get(number=1).games.get()
            a_seat(game, chance.choice(players))
            a_seat(game, chance.choice(players), side="a")
            HandResult.objects.create(game=game, number=1, high="h", low="a", jack="-", game_point="h")
            Photograph.objects.create(
                match=match, received_at=FRIDAY, jpeg=chance.randbytes(40), width=3, height=2
            )
        elif happening == "given":
            ruling = a_walkover(match, chance.choice(("h", "a")), table=chance.choice((None, 2)))
            Appeal.objects.create(ruling=ruling, made_on=NIGHT, made_by="the captain", words="It snowed.")
        elif happening == "postponed":
            a_postponement(match)
            Match.objects.filter(pk=match.pk).update(date=None, postponed_from=match.date)
        elif happening == "reported":
            a_report(match)
        elif happening == "hands":
            some_hands(match, 1, "ha-h", "hhah")
    if chance.random() < 0.5:
        an_adjustment(division, matches[0].home.name, chance.choice((-3, 4)))
        offence = an_offence(matches[0])
        league, pub = division.season.league, matches[0].home.pub
        Charge.objects.create(
            league=league, pub=pub, offence=offence, kind="fine", pence=500, on=NIGHT, reason="late"
        )
        paid = Charge.objects.create(
            league=league, pub=pub, kind="payment", pence=-500, on=NIGHT, reason="Bank: Owl"
        )
        statement = BankImport.objects.create(league=league, named="january.csv", made_at=FRIDAY)
        for charge in (paid, None):
            digest = f"{chance.getrandbits(256):064x}"
            BankLine.objects.create(league=league, statement=statement, digest=digest, charge=charge)


def _cups(season: Season, chance: Random) -> None:
    teams = [enrolment.team for enrolment in season.enrolments.select_related("team").order_by("pk")]
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules())
    enter_teams(cup=cup, teams=teams)
    if chance.random() < 0.8:
        draw_round(cup=cup, round_number=1, lot=f"lot {chance.random()}", now=FRIDAY)
        result = TieResult(round=1, number=_first_tie(cup), legs=((15, chance.randint(0, 14)),))
        enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
        entry = cup.entries.exclude(team=None).order_by("pk")[0]
        player = season.league.players.filter(merged_into=None).order_by("pk")[0]
        CupSeat.objects.create(tie=CupTie.objects.filter(cup=cup)[0], entry=entry, player=player)
    _pairs_night(season, chance)


def _pairs_night(season: Season, chance: Random) -> None:
    """Three pairs, one of a known player, and perhaps a round of it played."""
    known = season.league.players.order_by("pk")[0]
    night = make_night(
        season=season, name="Pairs", rounds=2, paired_by=PairedBy.LOT, at=known.league.pubs.all()[0], on=NIGHT
    )
    for names in ((known.name, "Amy Pell"), ("Ann", "Bert"), ("Late", "Later")):
        enter_at_door(cup=night, names=names)
    if chance.random() < 0.7:
        draw_night_round(cup=night, round_number=1, lot="a hat", now=FRIDAY)
        scores = {1: (15, chance.randint(0, 14))}
        enter_scores(cup=night, round_number=1, lot="a hat", typed=scores, began_from={}, now=FRIDAY)


def _first_tie(cup: Cup) -> int:
    return cup_on_page(cup).rounds[0].ties[0].tie.number


def _past_and_plans(season: Season, chance: Random, secretary: User) -> None:
    league, team = season.league, season.league.teams.order_by("pk")[0]
    player = league.players.filter(merged_into=None).order_by("pk")[0]
    for year, holder in ((1974, {"team": team}), (1975, {"player": player}), (2025, {"season": season})):
        if chance.random() < 0.7:
            said = f"{year}/{year % 100 + 1}"
            Honour.objects.create(
                league=league, year=year, season_name=said, competition="Cup", holder="The Owl", **holder
            )
    Handover.objects.create(
        league=league, successor=secretary, started_at=FRIDAY, handed_at=FRIDAY, handed_by=secretary
    )
    OldTable.objects.create(
        league=league,
        year=1974,
        season_name="1974/75",
        division="One",
        columns=["", "Team"],
        rows=[["1", "Owl"]],
    )
    NameLeft.objects.create(season=season, team=team, name="a wild", left_at=FRIDAY)
    list_ = standing_list(season)
    FixturePlan.objects.create(
        season=season,
        name="Draft",
        made_at=FRIDAY,
        made_by=secretary,
        best=format_plan(list_) if list_ else [],
    )
    mailing = Mailing.objects.create(
        league=league,
        kind="message",
        audience="Captains of all teams",
        subject="Meeting",
        text="Hello {captain}",
        without_address=[{"team": "The Fleece", "name": "", "phone": ""}],
        written_at=FRIDAY,
        written_by=secretary,
        goes_at=FRIDAY,
    )
    for of, kind in ((None, "chase"), (mailing, "message")):
        Notice.objects.create(
            league=league, mailing=of, kind=kind, to="a@example.org", subject="Result",
            body="Please send it.", wanted_at=FRIDAY, sent_at=FRIDAY,
        )  # fmt: skip
    Bulletin.objects.create(
        league=league,
        night=FRIDAY.date(),
        notices="Meeting on Tuesday.",
        edited={"chat": "Short."},
        published_at=FRIDAY,
        published_by=secretary,
        shown_until=FRIDAY.date(),
    )
