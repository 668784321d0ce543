"""The lines of a match, read and written: table 1 15-9 h "A. Senior, B. Dyson"; match 8-2 aggregate 57-35."""

from collections.abc import Sequence

from scoring.notation.sheets import MatchLine, TableLine
from scoring.notation.spelling import (
    bad_word,
    format_comment,
    format_quoted,
    format_score,
    parse_number,
    parse_quoted,
    parse_score,
)
from scoring.notation.terms import Terms
from scoring.seats import Side

__all__ = ["format_match", "format_table", "parse_match", "parse_table"]


def parse_table(words: Sequence[str], comment: str, terms: Terms, line: int | None = None) -> TableLine:
    """A table out of the words of its line; NotationError for a word that cannot be read."""
    if len(words) < 3:
        raise bad_word(words[-1], "a table such as table 1 15-9, table 1 walkover h or table 1 unplayed")
    number, scores, walkover, rest = parse_number(words[1]), None, None, list(words[3:])
    if words[2] == "walkover":
        walkover = terms.side(rest.pop(0) if rest else "")
    elif words[2] != "unplayed":
        scores = parse_score(words[2], len(terms.labels))
    names: list[tuple[Side, str]] = []
    while rest:
        side = terms.side(rest.pop(0))
        if not rest or side in dict(names):
            raise bad_word(terms.label(side), "the names of each side once, in quotation marks")
        names.append((side, parse_quoted(rest.pop(0))))
    return TableLine(
        number=number, scores=scores, walkover=walkover, names=tuple(names), comment=comment, line=line
    )


def format_table(table: TableLine, terms: Terms) -> str:
    """The line of a table."""
    result = "unplayed" if table.scores is None else format_score(table.scores)
    if table.walkover is not None:
        result = f"walkover {terms.label(table.walkover)}"
    names = "".join(f" {terms.label(side)} {format_quoted(name)}" for side, name in table.names)
    return f"table {table.number} {result}{names}{format_comment(table.comment)}"


def parse_match(words: Sequence[str], comment: str, terms: Terms, line: int | None = None) -> MatchLine:
    """The match points, and the aggregate if written, out of the words of the line."""
    sides = len(terms.labels)
    if len(words) not in (2, 4) or words[2:3] not in ([], ["aggregate"]):
        raise bad_word(words[-1], "a match such as match 8-2 aggregate 57-35")
    aggregate = parse_score(words[3], sides) if len(words) == 4 else None
    return MatchLine(scores=parse_score(words[1], sides), aggregate=aggregate, comment=comment, line=line)


def format_match(match: MatchLine) -> str:
    """The line of a match."""
    aggregate = "" if match.aggregate is None else f" aggregate {format_score(match.aggregate)}"
    return f"match {format_score(match.scores)}{aggregate}{format_comment(match.comment)}"
