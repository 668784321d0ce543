"""What differs between versions of a sheet, line by line as people compare two papers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from league.forms.sheet_fields import HUNG, MOST_PENALTIES, SAID, SAYINGS, SIDES, TURNED, Layout
from league.sheets.values import GAVE, RAN, STOOD
from scoring.axes import Award

HAND_MARKS = {"h": "home", "a": "away", "-": "nobody", "n": "nobody"}
SAID_IN_WORDS = {STOOD: "stood", GAVE: "begged and given a point", RAN: "begged and run"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedLine:
    """One line of the sheet: as it stood when the draft began, as it is confirmed now, as it is typed."""

    where: str
    began: str
    now: str
    typed: str

    @property
    def is_news(self) -> bool:
        """Whether somebody else changed it meanwhile."""
        return self.began != self.now


def changed_lines(
    began: Mapping[str, str], now: Mapping[str, str], typed: Mapping[str, str], layout: Layout
) -> tuple[ChangedLine, ...]:
    """Every line on which what is typed differs from what is confirmed now, in the order of the sheet."""
    versions = tuple(_lines(fields, layout) for fields in (began, now, typed))
    lines = (
        ChangedLine(where=where, began=versions[0][where], now=versions[1][where], typed=versions[2][where])
        for where in versions[0]
    )
    return tuple(line for line in lines if line.now != line.typed)


def _lines(fields: Mapping[str, str], layout: Layout) -> dict[str, str]:
    lines: dict[str, str] = {}
    for table in range(1, layout.tables + 1):
        lines[f"Table {table}"] = "not played" if fields.get(f"t{table}-not-played") else ""
        for game in layout.games_at(table):
            at = f"Table {table}" if layout.games == 1 else f"Table {table}, game {game}"
            lines |= _game_lines(fields, layout, at, layout.prefix(table, game))
        lines[f"Table {table}, remarks"] = fields.get(f"t{table}-remarks", "")
    lines["Remarks"] = fields.get("remarks", "")
    return lines


def _game_lines(fields: Mapping[str, str], layout: Layout, at: str, prefix: str) -> dict[str, str]:
    lines = {}
    for side in SIDES.values():
        names = (fields.get(f"{prefix}-{side}-{place}", "") for place in range(1, layout.players + 1))
        lines[f"{at}, {side}"] = ", ".join(filter(None, names))
    finals = [fields.get(f"{prefix}-{side}-final", "") for side in SIDES.values()]
    lines[f"{at}, final"] = "–".join(final or "?" for final in finals) if any(finals) else ""
    for hand in range(1, layout.most_hands + 1):
        lines[f"{at}, hand {hand}"] = ", ".join(said_of_a_hand(fields, f"{prefix}-h{hand}"))
    lines[f"{at}, penalties"] = "; ".join(_penalties(fields, prefix))
    return lines


def _penalties(fields: Mapping[str, str], prefix: str) -> Iterator[str]:
    for number in range(1, MOST_PENALTIES + 1):
        row = f"{prefix}-p{number}"
        if side := fields.get(f"{row}-side", "").lower():
            why = fields.get(f"{row}-reason") or fields.get(f"{row}-kind", "")
            points = fields.get(f"{row}-points", "")
            yield f"hand {fields.get(f'{row}-hand', '?')}: {points} to {HAND_MARKS.get(side, side)}, {why}"


def said_of_a_hand(fields: Mapping[str, str], row: str) -> Iterator[str]:
    """What was typed of one hand, part by part, as people say it."""
    turned, said = fields.get(f"{row}-{TURNED}", ""), SAYINGS.get(fields.get(f"{row}-{SAID}", "").lower(), "")
    if turned:
        yield f"turned {turned.upper()}"
    if said:
        yield SAID_IN_WORDS[said]
    for award in Award:
        if mark := fields.get(f"{row}-{award}", "").lower():
            hung = ", hung" if award is Award.JACK and fields.get(f"{row}-{HUNG}") else ""
            yield f"{award.words} {HAND_MARKS.get(mark, mark)}{hung}"
