"""The standings of a division as they stand on paper: plain values, and the marks of form."""

from collections.abc import Callable, Iterable, Iterator

from league.models import Division
from league.printing.documents import Shown
from league.printing.drawing import Box, Disc, Drawing, Figure, Line
from league.shared.text import count, uncapitalised
from league.standings.records import Result, TeamRecord
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.standings import DivisionTable, tables_of
from league.templatetags.formatting import full_stop, points, score, signed
from league.templatetags.standings import withdrawn_words

UNKNOWN = "–"

# The marks of form, in mm: from one to the next, their radius, how far from the line, and the drawing.
FORM_STEP, FORM_RADIUS, FORM_RISE, FORM_HEIGHT = 2.6, 0.85, 0.95, 4.2
HALF_STEPS = 8


def printed_table(table: DivisionTable, hide: Callable[[str], str] = str) -> Shown:
    """Return the standings of a division; `hide` leaves out of a reason what its readers may not see.

    Its `caption` says after which week, and who goes up and down; its `notes` why points were taken or given,
    and who left.
    """
    lines = standings_lines(table)
    records = [line.record for line in lines]
    has_games = any((record.games_won or 0) != (record.tables_won or 0) for record in records)
    is_known = all(record.tables_won is not None for record in records)
    pair = "Games" if has_games else "Tables" if is_known else ""
    return {
        "division": table.division.name,
        "week": table.week,
        "caption": _caption(table),
        "pair": pair,
        "has_form": any(record.form for record in records),
        "rows": tuple(_row(line, pair) for line in lines),
        "notes": tuple(_notes(lines, hide)),
    }


def poster_tables(divisions: Iterable[Division]) -> tuple[tuple[str, Shown], ...]:
    """Return the standings of each division with a result, by its slug. Two queries, however many.

    The divisions must come with their season and rule book.
    """
    return tuple((table.division.slug, printed_table(table)) for table in tables_of(divisions) if table.week)


def _row(line: StandingsLine, pair: str) -> Shown:
    """Return a row; its `pair` are tables or games won and lost, its points are in halves."""
    record = line.record
    pairs = {
        "Games": (record.games_won, record.games_lost),
        "Tables": (record.tables_won, record.tables_lost),
    }
    return {
        "place": line.row.place,
        "team": line.team.name,
        "slug": line.team.slug,
        "short": line.team.short_name or line.team.name,
        "played": record.played,
        "won": record.won,
        "drawn": record.drawn,
        "lost": record.lost,
        "pair": (score(*pairs[pair]) or UNKNOWN) if pair else "",
        "difference": signed(record.score_difference) or UNKNOWN,
        "form": record.form,
        "form_words": ", ".join(result.value for result in record.form),
        "form_drawing": f"drawing:form-{''.join(result.value[0] for result in record.form)}",
        "half_points": record.match_points,
        "style": " ".join(["last-up"] * line.is_last_up + ["last-safe"] * line.is_last_safe),
    }


def _caption(table: DivisionTable) -> str:
    division = table.division
    after = f"after week {table.week} of {table.weeks}" if table.week else "before the first match"
    moves = [
        *(["the first goes up"] if division.promoted == 1 else []),
        *([f"first {count(division.promoted)} go up"] if division.promoted > 1 else []),
        *(["the last goes down"] if division.relegated == 1 else []),
        *([f"last {count(division.relegated)} go down"] if division.relegated > 1 else []),
    ]
    return "; ".join(filter(None, (after, ", ".join(moves))))


def _notes(lines: Iterable[StandingsLine], hide: Callable[[str], str]) -> Iterator[str]:
    for line in lines:
        if line.withdrawal:
            yield f"{line.team.name} withdrew: {withdrawn_words(line.withdrawal.effect)}."
        if line.record.adjustments:
            yield f"{line.team.name}: {_adjusted(line.record, hide)}"


def _adjusted(record: TeamRecord, hide: Callable[[str], str]) -> str:
    """Return what was taken and given, and why: "55 less 2, result of 3 Dec sent a day late."."""
    parts = [points(record.earned)]
    for adjustment in record.adjustments:
        sign = "less" if adjustment.halves < 0 else "and"
        reason = uncapitalised(hide(adjustment.reason).rstrip("."))
        parts.append(f"{sign} {points(abs(adjustment.halves))}, {reason}")
    return full_stop(" ".join(parts[:2]) + "".join(f"; {part}" for part in parts[2:]))


def form_drawings(tables: Iterable[Shown]) -> dict[str, Drawing]:
    """Return each form that occurs, drawn: won high and solid, lost low and open, drawn half on the line."""
    return {
        row["form_drawing"]: _form(row["form"]) for table in tables for row in table["rows"] if row["form"]
    }


def _form(form: tuple[Result, ...]) -> Drawing:
    middle, width = FORM_HEIGHT / 2, len(form) * FORM_STEP + 2.0
    shapes: list[Figure] = [Line(x1=0, y1=middle, x2=width, y2=middle, weight=0.2)]
    for at, result in enumerate(form):
        x = 1.0 + FORM_STEP * (at + 0.5)
        match result:
            case Result.WON:
                shapes.append(Disc(x=x, y=middle - FORM_RISE, radius=FORM_RADIUS))
            case Result.LOST:
                shapes.append(Disc(x=x, y=middle + FORM_RISE, radius=FORM_RADIUS - 0.12, weight=0.25))
            case Result.DRAWN:
                shapes.append(Disc(x=x, y=middle, radius=FORM_RADIUS - 0.12, weight=0.25))
                shapes += _half(x, middle)
    return Drawing(shapes=tuple(shapes), width=width, height=FORM_HEIGHT)


def _half(x: float, y: float) -> Iterator[Box]:
    """Yield the left half of a disc as strips."""
    strip = 2 * FORM_RADIUS / HALF_STEPS
    for number in range(HALF_STEPS):
        top = -FORM_RADIUS + number * strip
        reach = (max(FORM_RADIUS**2 - (top + strip / 2) ** 2, 0)) ** 0.5
        yield Box(x=x - reach, y=y + top, width=reach, height=strip, weight=0)
