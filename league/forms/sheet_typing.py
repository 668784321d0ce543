"""A sheet written back into the fields it would be typed into: the page on which a result is corrected."""

from collections.abc import Iterator

from league.forms.sheet_fields import HUNG, KIND, LETTERS, PENALTY_PARTS, SAID, SIDES, TURNED, YES, Layout
from league.selectors.rosters import Roster
from league.sheets import SeatName, Sheet, SheetGame
from league.sheets.openings import MISDEAL, kind_of_penalty
from scoring import AWAY, HOME, games
from scoring.axes import Award
from scoring.hands import Hand
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
    penalties: list[tuple[str, ...]] = []
    for number, hand in enumerate(game.hands, 1):
        unpegged = end.unpegged if end and end.hand + 1 == number else ()
        for award in Award:
            taker = None if award in unpegged else hand.taker(award)
            fields[f"{prefix}-h{number}-{award}"] = "" if taker is None else LETTERS[taker]
        fields[f"{prefix}-h{number}-{HUNG}"] = "y" if hand.hung and Award.JACK not in unpegged else ""
        penalties += _typed_penalties(number, hand)
    for number, noted in enumerate(game.notes, 1):
        fields |= {f"{prefix}-h{number}-{TURNED}": noted.turned, f"{prefix}-h{number}-{SAID}": noted.said}
    for row, parts in enumerate(penalties, 1):
        fields |= {
            f"{prefix}-p{row}-{part}": text for part, text in zip((*PENALTY_PARTS, KIND), parts, strict=True)
        }
    return fields


def _typed_penalties(number: int, hand: Hand) -> Iterator[tuple[str, ...]]:
    """The penalty lines of a hand: hand, side, points, reason and kind. A game lost has its points."""
    for pegged in hand.before:
        if pegged.what == MISDEAL:
            yield str(number), LETTERS[pegged.side], str(pegged.points), "", MISDEAL
    for penalty in hand.penalties:
        kind = kind_of_penalty(penalty.side, hand.no_game_for)
        yield str(number), LETTERS[penalty.side], str(penalty.points), penalty.reason, kind


def _typed_name(seat: SeatName, roster: Roster) -> str:
    known = None if seat.player is None else roster.known(seat.player)
    return known.label if known else seat.written
