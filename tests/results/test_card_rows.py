"""A card reads back as the sheet it was made from, in every shape; what cannot be stored is a sentence."""

import datetime

import pytest

from league.matches.sheet.values import HandNotes, SeatName, Sheet, SheetGame, SheetTable
from league.models import Match, Player, Scorecard
from league.results.selectors.scorecards import sheet_of
from league.results.services.card_rows import write_card
from league.results.services.scorecards import confirm_scorecard
from league.shared.errors import GONE, Refused
from scoring import AWAY, HOME, NOBODY
from scoring.hands import Hand, HandPenalty
from tests.builders import a_match, a_player, a_secretary

NOW = datetime.datetime(2027, 1, 15, 9, 30, tzinfo=datetime.UTC)
FULL = Hand(
    high=HOME,
    low=AWAY,
    jack=NOBODY,
    game=HOME,
    no_game_for=(AWAY,),
    hung=False,
    card_points=(0, 40),
    penalties=(HandPenalty(AWAY, 4, "peeked"), HandPenalty(HOME, 1, "“½” %s")),
)
NOTED = HandNotes(turned="JH", record="AS 2S")
WRITTEN = (SeatName(written="Somebody New"), SeatName(written="O’Hara \\ {}"))


def played(*games: SheetGame, number: int = 1, **fields: object) -> SheetTable:
    return SheetTable(number=number, games=games, **fields)


def score(number: int = 1, **fields: object) -> SheetGame:
    return SheetGame(number=number, home_score=15, away_score=3, **fields)


SHEETS = {
    "no table": (),
    "nothing played": (SheetTable(number=1, is_played=False, remarks="walkover"),),
    "scores alone": (played(score()), played(score(), number=2)),
    "one hand of one table": (played(score(hands=(Hand(high=HOME),))), played(score(), number=2)),
    "everything of a hand": (
        played(score(hands=(FULL, Hand(), FULL), notes=(NOTED, HandNotes(), NOTED), first_pitch=AWAY)),
    ),
    "several games a table": tuple(
        played(*(score(game, hands=(FULL,) * game) for game in (1, 2, 3)), number=table)
        for table in (3, 1, 2)
    ),
    "names of one side, and a substitute in the second game": (
        played(score(1, home_pair=WRITTEN), score(2, home_pair=WRITTEN[:1], away_pair=WRITTEN[1:])),
        SheetTable(number=2, is_played=False),
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("tables", SHEETS.values(), ids=SHEETS)
def test_a_card_reads_back_as_its_sheet(tables: tuple[SheetTable, ...]) -> None:
    sheet = Sheet(tables=tables, remarks="A good night.", private_remarks="They rowed.")
    card = Scorecard(match=a_match(), version=1, entered_at=NOW, remarks=sheet.remarks)
    card.private_remarks = sheet.private_remarks
    write_card(card, sheet)
    card = Scorecard.objects.get()
    in_order = sorted(tables, key=lambda table: table.number)
    assert sheet_of(card) == Sheet(
        tables=tuple(in_order), remarks=sheet.remarks, private_remarks=sheet.private_remarks
    )


@pytest.mark.django_db(transaction=True)
def test_a_player_deleted_meanwhile_is_a_sentence_and_nothing_is_written() -> None:
    match = a_match()
    gone = a_player(match.home).pk
    Player.objects.filter(pk=gone).delete()
    tables = tuple(played(score(home_pair=(SeatName(player=gone),)), number=number) for number in range(1, 5))
    match = Match.objects.get(pk=match.pk)
    with pytest.raises(Refused, match=GONE):
        confirm_scorecard(
            match=match,
            sheet=Sheet(tables=tables),
            by=a_secretary(match.division.season.league),
            began_from=0,
            now=NOW,
        )
    assert not Scorecard.objects.exists()
