"""Matches between two captains, at every stage of being agreed, for those who look at the pages."""

import datetime

from league.matches.sheet.values import Sheet
from league.models import League, Match, Side
from league.results.log import SheetPlace
from league.results.selectors.scorecards import latest_version
from league.results.services.objections import object_to, stand_by
from league.results.services.photographs import attach_photograph
from league.results.services.reports import Signer, sign_report
from tests.builders import FRIDAY, NIGHT, WEEK, a_captains_link, a_match, regulated
from tests.builders_tables import an_entry, finals
from tests.results.photographs_world import a_short_reading
from tests.results.test_pictures import a_picture

STAGES = ("logged", "signed", "objected", "differing", "proposed", "contested", "disputed")
HANDS = ("hh-a", "ahhh", "hah-", "aaaa", "hhhh", "hahh", "hh-h")
HOUR = datetime.timedelta(hours=1)
FIRST_WEEK = 60


def what_is_signed(league: League, because: str) -> None:
    """One match a stage, played a week ago by the first two teams of a division."""
    division = league.seasons.get(is_finished=False).divisions.order_by("id")[0]
    book = division.season.rule_book
    regulated(division, **{**book.regulations, "one_report_stands": {"days": 20}})
    home, away = (enrolment.team for enrolment in division.enrolments.order_by("id")[:2])
    for number, stage in enumerate(STAGES):
        match = a_match(division, home, away, date=NIGHT - WEEK, week=FIRST_WEEK + number)
        _log(match)
        _agree(match, stage, because)


def signing_of(league: League) -> dict[str, Match]:
    """The matches by their stage."""
    matches = Match.objects.filter(division__season__league=league, week__gte=FIRST_WEEK)
    return dict(zip(STAGES, matches.order_by("week"), strict=True))


def captains_page(match: Match, side: Side) -> str:
    """The address of a match for the captain of a side."""
    team = match.home if side == Side.HOME else match.away
    return f"{a_captains_link(match.division, team)}matches/{match.public_id}/"


def _log(match: Match) -> None:
    """The first table hand by hand and not finished, the others by final scores; one said twice over."""
    for number, row in enumerate(HANDS, start=1):
        body = dict(zip(("high", "low", "jack", "game"), row, strict=True))
        an_entry(match, f"h{number}", body, table=1)
    for table in range(2, match.division.season.rule_book.tables + 1):
        an_entry(match, "final", {"home-final": "15", "away-final": str(table)}, table=table)
    an_entry(match, "final", {"home-final": "9", "away-final": "15"}, table=2, sent_for="a", is_late=True)


def _sheet(match: Match, lost: int) -> Sheet:
    return finals(*[(15, lost + table) for table in range(match.division.season.rule_book.tables)])


def _agree(match: Match, stage: str, because: str) -> None:
    if stage == "logged":
        return
    home, away = Signer(side=Side.HOME, name="Ann"), Signer(side=Side.AWAY, name="Bob")
    card = sign_report(match=match, sheet=_sheet(match, 2), signer=home, began_from=0, now=FRIDAY)
    photograph = attach_photograph(match=match, sent=a_picture(), sent_for="h", now=FRIDAY)
    a_short_reading(photograph, a_picture())
    if stage == "differing":
        began = latest_version(match)
        sign_report(match=match, sheet=_sheet(match, 3), signer=away, began_from=began, now=FRIDAY + HOUR)
    if stage in ("proposed", "contested"):
        claimed = {SheetPlace(2, 1, "final"): {"home-final": "3", "away-final": "15"}}
        said = object_to(
            card=card, signer=away, table=2, because=because[:200], proposed=claimed, now=FRIDAY + HOUR
        )
        if stage == "contested":
            stand_by(objection=said, signer=home, answer=because[:200], now=FRIDAY + 2 * HOUR)
    if stage in ("objected", "disputed"):
        said = object_to(card=card, signer=away, table=2, because=because[:200], now=FRIDAY + HOUR)
        if stage == "disputed":
            stand_by(objection=said, signer=home, answer=because[:200], now=FRIDAY + 2 * HOUR)
