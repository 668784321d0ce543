"""A sheet written back into the fields it would be typed into: the page on which a result is corrected."""

from league.forms import sheet_fields
from league.forms.sheet_fields import LETTERS, SIDES, YES, Layout
from league.selectors.rosters import Roster
from league.sheets import SeatName, Sheet, SheetGame
from scoring import AWAY, HOME, games
from scoring.axes import Award
from scoring.rules import Rules


def typed_from(sheet: Sheet, layout: Layout, rules: Rules, roster: Roster) -> dict[str, str]:
    """The fields of a sheet as they would be typed: what stands on the page when a result is corrected.

    Marks of the last hand that were recorded but never pegged stay out: nobody would type them.
    """
    fields = {"remarks": sheet.remarks, "private-remarks": sheet.private_remarks}
    for table in sheet.tables:
        fields[f"t{table.number}-not-played"] = "" if table.is_played else YES
        fields[f"t{table.number}-remarks"] = table.remarks
        fields[f"t{table.number}-private-remarks"] = table.private_remarks
        for game in table.games:
            fields |= _typed_game(game, layout.prefix(table.number, game.number), rules, roster)
    return {name: text for name, text in fields.items() if text}


def _typed_game(game: SheetGame, prefix: str, rules: Rules, roster: Roster) -> dict[str, str]:
    fields = {f"{prefix}-first-pitch": "" if game.first_pitch is None else LETTERS[game.first_pitch]}
    for side, pair in ((HOME, game.home_pair), (AWAY, game.away_pair)):
        for place, seat in enumerate(pair, 1):
            fields[f"{prefix}-{SIDES[side]}-{place}"] = _typed_name(seat, roster)
    if not game.hands:
        fields[f"{prefix}-home-final"] = "" if game.home_score is None else str(game.home_score)
        fields[f"{prefix}-away-final"] = "" if game.away_score is None else str(game.away_score)
    end = games.score_game(game.hands, rules).ending
    rows = 0
    for number, hand in enumerate(game.hands, 1):
        unpegged = end.unpegged if end and end.hand + 1 == number else ()
        for award in Award:
            taker = None if award in unpegged else hand.taker(award)
            fields[f"{prefix}-h{number}-{award}"] = "" if taker is None else LETTERS[taker]
        for penalty in hand.penalties:
            rows += 1
            parts = (str(number), LETTERS[penalty.side], str(penalty.points), penalty.reason)
            fields |= {
                f"{prefix}-p{rows}-{part}": text
                for part, text in zip(sheet_fields.PENALTY_PARTS, parts, strict=True)
            }
    return fields


def _typed_name(seat: SeatName, roster: Roster) -> str:
    known = None if seat.player is None else roster.known(seat.player)
    return known.label if known else seat.written
