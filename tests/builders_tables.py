"""What comes from the tables of a night: hands in the log, final scores, what captains signed."""

import datetime
import uuid

from league.matches.sheet.values import Sheet, SheetGame, SheetTable
from league.models import Match, Scorecard, Side, TableEntry
from league.results.selectors.scorecards import latest_version
from league.results.services.reports import Signer, sign_report
from tests.builders import FRIDAY, Score

AWARDS = ("high", "low", "jack", "game")


def some_hands(match: Match, table: int, *hands: str, game: int = 1, **fields: object) -> None:
    """Hands in the log of a match, as a phone sent them: "ha-h" is High, Low, Jack and Game of one hand."""
    for number, hand in enumerate(hands, start=1):
        an_entry(match, f"h{number}", dict(zip(AWARDS, hand, strict=True)), table=table, game=game, **fields)


def an_entry(match: Match, place: str, body: dict[str, object], **fields: object) -> TableEntry:
    """Something a phone sent for a place of a table's sheet, at nine on the night."""
    at = datetime.datetime(2027, 1, 14, 21, 0, tzinfo=datetime.UTC)
    return TableEntry.objects.create(
        **{
            "match": match,
            "client_id": uuid.uuid4(),
            "phone": uuid.UUID(int=7),
            "table": 1,
            "place": place,
            "body": body,
            "entered_at": at,
            "received_at": at,
            **fields,
        }
    )


def finals(*scores: Score) -> Sheet:
    """A sheet of final scores alone: one game a table."""
    return Sheet(
        tables=tuple(
            SheetTable(number=number, games=(SheetGame(home_score=home, away_score=away),))
            for number, (home, away) in enumerate(scores, start=1)
        )
    )


def a_report(
    match: Match, side: str = Side.HOME, *scores: Score, now: datetime.datetime = FRIDAY
) -> Scorecard:
    """What the captain of a side signed, waiting for the other; a report on top of whatever there is."""
    sheet = finals(*(scores or ((15, 9), (12, 15), (15, 11), (15, 8))))
    signer = Signer(side=Side(side), name="Ann")
    return sign_report(match=match, sheet=sheet, signer=signer, began_from=latest_version(match), now=now)
