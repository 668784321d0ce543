"""A league in which every form stands on some page, under ids that stay, and all that a form could change."""

from league.cups.rules import CupRules, DrawnBy
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, make_night
from league.models import (
    Appeal,
    Charge,
    Division,
    Game,
    HandResult,
    LeagueRole,
    Match,
    Objection,
    Offence,
    Photograph,
    Player,
    Registration,
    Ruling,
    Scorecard,
    Seat,
    Signature,
    Team,
    User,
)
from league.regulations.services.appeals import record_appeal
from league.regulations.services.ledger import enter_line
from league.regulations.services.sanctions import apply_offence
from tests.builders import FRIDAY, NIGHT, a_captains_link, a_match, a_secretary, an_offence
from tests.builders_tables import a_report, an_entry


def a_plan(division: Division) -> None:
    """A list of one match, changed by hand once, with a way out of what cannot be had."""
    row = [str(NIGHT), division.slug, 1, "the-fleece", "the-shears"]
    way = {"given_up": "The Fleece want tea", "found": 1, "best": [row]}
    division.season.fixture_plans.create(
        public_id="planplan22",
        name="First",
        best=[row],
        progress={
            "by_hand": [{"said": "turned", "out": [row], "in": [row[:3] + row[:2:-1]]}],
            "conflicts": [{"sentence": "No tea", "ways": [way]}],
        },
        made_at=FRIDAY,
    )


def a_drawn_cup(division: Division) -> None:
    """A cup in its first round, under an id that stays: the forms of a page are read once for all tests."""
    cup = make_cup(season=division.season, name="Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    cup.public_id = "cupcup22"
    cup.save()
    enter_teams(cup=cup, teams=list(Team.objects.order_by("name")))
    draw_round(cup=cup, round_number=1, lot="two wet Thursdays", now=FRIDAY)


def a_night_being_played(division: Division) -> None:
    """A pairs night in its first round, under an id that stays."""
    night = make_night(season=division.season, name="Night", rounds=3)
    night.public_id = "nght2222"
    night.save()
    for pair in (("Jack Sykes", "Amy Pell"), ("Edna Thorp", "Len Hoyle"), ("Ivy Sykes", "Norman Pell")):
        enter_at_door(cup=night, names=pair)
    draw_night_round(cup=night, round_number=1, lot="two wet Thursdays", now=FRIDAY)


def a_signed_match(division: Division) -> None:
    """Scored at the tables; the away side has signed, and the home side is asked."""
    signed = a_match(division, week=2, public_id="signed22")
    for table in range(1, 5):
        an_entry(signed, "final", {"home-final": "15", "away-final": str(table)}, table=table)
    a_report(signed, "a")


def some_penalties(match: Match) -> None:
    """One to decide, one applied, one appealed; and a fee."""
    by, said = a_secretary(match.division.season.league, "deputy"), {"halves": 4, "pence": 500}
    an_offence(match, public_id="toolate2", **said)
    for number, kind in enumerate(("late_result-2", "missing_card-1"), start=2):
        offence = an_offence(match, kind=kind, public_id=f"toolate{number}x", **said)
        apply_offence(offence=offence, by=by, now=FRIDAY)
    record_appeal(offence=offence, made_on=FRIDAY.date(), made_by="the captain", words="It was there.")
    line = enter_line(pub=match.venue, kind="fee", pence=500, reason="entry", on=NIGHT, by=by)
    Charge.objects.filter(pk=line.pk).update(public_id="entryfee2")


def league_of(match: Match) -> str:
    """The address of the league of a match."""
    return f"/{match.division.season.league.slug}/"


def pages_with_forms(match: Match, played: Match) -> list[str]:
    """Every page on which a form stands, of a match to come and of one whose result is in."""
    league = league_of(match)
    division = f"{league}{match.division.season.slug}/{match.division.slug}/"
    desk = f"{league}secretary/"
    link = a_captains_link(match.division)
    return [
        "/sign-in/",
        "/account/",
        "/account/link/",
        league,
        f"{league}scoring/",
        f"{league}players/",
        f"{division}standings/",
        f"{league}matches/{played.public_id}/",
        desk,
        f"{desk}nights/{NIGHT}/",
        f"{desk}nights/{NIGHT}/finals/",
        f"{desk}matches/{match.public_id}/entry/",
        f"{desk}matches/{played.public_id}/entry/",
        f"{desk}matches/{played.public_id}/put-right/",
        f"{desk}matches/{match.public_id}/walkover/",
        f"{desk}matches/{match.public_id}/walkover/?table=2",
        f"{desk}matches/{match.public_id}/postpone/",
        f"{desk}matches/{match.public_id}/venue/",
        f"{desk}matches/{played.public_id}/dispute/",
        f"{desk}captains/",
        f"{desk}fixtures/",
        f"{desk}fixtures/again/",
        f"{desk}fixtures/compare/",
        *(f"{desk}fixtures/planplan22/{page}" for page in ("", "list/")),
        f"{desk}fixtures/planplan22/change/1.the-fleece.the-shears/?act=sides",
        f"{desk}fixtures/planplan22/wishes/",
        f"{desk}fixtures/from-a-list/",
        f"{desk}captains/links/",
        *(f"{link}matches/{match.public_id}/{page}/" for page in ("squad", "line-up", "postpone")),
        a_captains_link(match.division, kind="players"),
        f"{link}matches/signed22/",
        f"{desk}matches/signed22/reports/",
        f"{desk}people/",
        f"{desk}take-along/",
        f"{desk}lists/",
        f"{desk}cups/",
        f"{desk}cups/cupcup22/",
        f"{desk}cups/cupcup22/1/1/",
        f"{desk}cups/pairs-night/",
        f"{desk}cups/nght2222/?pair=1",
        f"{desk}players/",
        f"{desk}players/jackhrst2/",
        f"{desk}names/",
        f"{division.rpartition('/division')[0]}/awards/",
        f"{desk}honours/",
        f"{desk}honours/1974/",
        f"{desk}honours/tables/",
        f"{desk}seasons/{match.division.season.slug}/next/",
        f"{desk}pubs/the-fleece/",
        f"{desk}teams/the-fleece/move/",
        f"{desk}adjustments/",
        f"{desk}penalties/",
        *(f"{desk}penalties/{offence.public_id}/" for offence in Offence.objects.all()),
        f"{desk}rulings/shears22/appeal/",
        f"{desk}ledger/",
        f"{desk}ledger/the-fleece/",
        "/s/fleece23/",
        "/s/fleece23/tables/1/",
    ]


def written() -> dict[str, object]:
    """All that a form could change, drafts left out."""
    agreed = (Objection, Photograph, Signature)
    people = (LeagueRole, Player, Registration, User)
    kept = (Appeal, Charge, Game, HandResult, Ruling, Scorecard, Seat, *agreed, *people)
    return {model.__name__: model.objects.count() for model in kept} | {
        "matches": list(Match.objects.order_by("pk").values("date", "postponed_from", "postponed_because")),
        "penalties": list(Offence.objects.order_by("pk").values("state", "decided_because")),
        "appeals": list(Appeal.objects.order_by("pk").values("outcome", "decision")),
        "counted": Charge.objects.filter(struck_out_on=None).count(),
        "in force": Ruling.objects.filter(revoked_on=None).count(),
        "confirmed": list(Scorecard.objects.filter(is_confirmed=True).values_list("pk", flat=True)),
    }
