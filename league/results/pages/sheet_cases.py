"""Photographs of confirmed results as test cases: names painted over, with what was confirmed beside."""

from collections.abc import Mapping
from typing import Any

from league.models import Match, Photograph, Side
from league.printing.geometry import Style
from league.printing.selectors import SEAL, numbered_squad
from league.reading.blanking import blanked
from league.reading.known_sheets import match_of_code, sheet_of
from league.reading.photographs import KnownSheet
from league.reading.readings import ReadingError, SheetCode
from league.regulations.presets.writing import write_book
from league.results.parsing.fields import LETTERS, SIDES
from league.results.selectors.names import roster_of
from league.results.selectors.scorecards import sheet_of as confirmed_sheet
from scoring.axes import Award

TAKERS = {"h": "home", "a": "away", "-": "nobody"}


def case_of(photograph: Photograph) -> tuple[bytes, dict[str, Any]] | None:
    """Return the picture without names and what was confirmed; None if its sheet cannot be found in it."""
    match = photograph.match

    def known(code: SheetCode) -> KnownSheet:
        if match_of_code(code.code, match.division.season.league) != match:
            raise ReadingError("other_match", "The sheet belongs to another match.")
        return sheet_of(match, code)

    try:
        picture, code = blanked(bytes(photograph.jpeg), known)
    except ReadingError:
        return None
    geometry = sheet_of(match, code).geometry
    tables = {f"t{block.table}" for block in geometry.blocks_on(code.page)}
    is_told = geometry.style is Style.HANDS  # of others the sheet says less than was confirmed
    marks = _confirmed(match, code) if is_told else {}
    truth = {name: values for name, values in marks.items() if name.partition("-")[0] in tables}
    rules = write_book(match.division.season.rule_book, "Test case")
    return picture, {"rules": rules, "marks": truth}


def _confirmed(match: Match, code: SheetCode) -> Mapping[str, list[Any]]:
    """Return what is marked by the name of each question, as the confirmed sheet has it."""
    roster = roster_of(match)
    squads = (
        numbered_squad(match, Side.HOME, code.seals[:SEAL]),
        numbered_squad(match, Side.AWAY, code.seals[SEAL:]),
    )
    truth: dict[str, list[Any]] = {}
    for table in confirmed_sheet(match.scorecards.get(is_confirmed=True)).tables:
        for game in table.games[:1]:
            at = f"t{table.number}"
            if game.first_pitch is not None:
                truth[f"{at}-opened"] = [TAKERS[LETTERS[game.first_pitch]]]
            for side, squad, pair in zip(
                SIDES.values(), squads, (game.home_pair, game.away_pair), strict=True
            ):
                known = [roster.known(seat.player) for seat in pair if seat.player is not None]
                ids = [player.public_id for player in known if player is not None]
                if squad and ids and len(ids) == len(pair) and set(ids) <= set(squad):
                    truth[f"{at}-player-{side}"] = sorted(squad.index(one) + 1 for one in ids)
            for side, score in zip(SIDES.values(), (game.home_score, game.away_score), strict=True):
                truth[f"{at}-final-{side}"] = [] if score is None else [score]
            for number, hand in enumerate(game.hands, 1):
                for award in Award:
                    taker = hand.taker(award)
                    truth[f"{at}-h{number}-{award}"] = [] if taker is None else [TAKERS[LETTERS[taker]]]
                truth[f"{at}-h{number}-hung"] = ["yes"] if hand.hung else []
    return truth
