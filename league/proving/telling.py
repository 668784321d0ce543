"""A proof in sentences for people, and as plain data for other programs."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from league.competition.tie_breaks import CRITERIA
from league.models import RuleBook
from league.proving.check import CheckedRow
from league.proving.explaining import Explanation, Kind
from league.proving.proof import Proof, sentences_of
from league.regulations.presets.writing import write_book
from league.regulations.rule_books import worth
from league.shared.text import listed

TITLE, ABOUT = "Last season", "Found by the final table of last season."


def sentence_of(proof: Proof) -> str:
    """Return how many rows agree, and under which rules, in one sentence."""
    count = len(proof.trial.season.table)
    agree = f"All {count} rows agree" if proof.is_whole else f"{proof.trial.agree} of {count} rows agree"
    return f"{agree}: {', '.join(_rules(proof))}."


def _rules(proof: Proof) -> Iterator[str]:
    trial, book = proof.trial, proof.trial.book
    level = {
        RuleBook.AggregateTie.NONE: " (to nobody if level)",
        RuleBook.AggregateTie.TWO_EACH: " (to both if level)",
    }
    given = (
        (book.table_won, "a table"),
        (book.table_drawn, "a table drawn"),
        (book.game_won, "a game"),
        (book.aggregate, f"for the higher total{level.get(RuleBook.AggregateTie(book.aggregate_tie), '')}"),
        (book.match_won, f"for a match won{'' if book.won_away is None else ' at home'}"),
        (book.won_away or 0, "for one won away"),
        (book.match_drawn, "for a match drawn"),
        (book.match_lost, "for a match lost"),
        (book.close_loss, f"for one lost by up to {book.close_loss_by}"),
    )
    if proof.takes_points:
        yield "the points of each match as the results have them, which do not say what gave them"
    else:
        yield from (f"{worth(halves)} {what}" for halves, what in given if halves)
    if trial.voids_walkovers:
        yield "walkovers not counted"
    if trial.gone:
        names = listed(trial.season.teams[team] for team in sorted(trial.gone))
        yield f"{names} withdrawn ({RuleBook.WithdrawalEffect(trial.effect).label})"
    if len({row.figures["points"] for row in trial.season.table}) < len(trial.season.table):
        orders = (CRITERIA[key].label or CRITERIA[key].name.lower() for key in trial.scheme.tie_breaks)
        yield f"level teams by {', then '.join(orders)}"
    else:
        yield "no two teams level, so that the table does not say what separates them"


def explained(proof: Proof, explanation: Explanation) -> str:
    """Return what makes rows agree, in a sentence."""
    trial, match, rows = proof.trial, explanation.match, listed(map(str, explanation.rows))
    team = trial.season.teams[trial.season.table[explanation.rows[0] - 1].team]
    if match is None:
        points, change = worth(abs(explanation.halves)), "taken" if explanation.halves < 0 else "given"
        return f"Row {rows}, {team}, agrees with {points} {change}: a deduction, or a mistake?"
    names = f"{trial.season.teams[match.home]} v {trial.season.teams[match.away]}"
    on = f" on {match.date:%d/%m/%Y}" if match.date else ""
    shown = "–".join(map(figure, explanation.shown or ()))
    return {
        Kind.WRONG_WAY_ROUND: f"Rows {rows} agree with {names}{on} the other way round, {shown}.",
        Kind.WRONG: f"Rows {rows} agree with {shown} as the result of {names}{on}.",
        Kind.MISSING: f"Rows {rows} agree with one match more: {names}, {shown}.",
    }[explanation.kind]


def figure(number: Fraction | int | None) -> str:
    """Return a figure as people write it; a dash where nobody knows it."""
    if number is None:
        return "–"
    return f"{float(number):g}".replace("-", "−")


def row_words(row: CheckedRow) -> Iterator[str]:
    """Yield what of a row is otherwise under the rules."""
    for difference in row.differences:
        published, reckoned = figure(difference.published), figure(difference.reckoned)
        yield f"{difference.column} {published}, by these rules {reckoned}"
    if not row.is_in_order:
        yield "it stands elsewhere by these rules"


def as_data(proof: Proof) -> dict[str, Any]:
    """Return a proof for other programs."""
    trial = proof.trial
    names = [trial.season.teams[row.team] for row in trial.rows]
    return {
        "sentence": sentence_of(proof),
        "rules": {
            "sentences": [*sentences_of(trial)],
            "preset": proof.preset or None,
            "book": write_book(trial.book, TITLE, ABOUT),
        },
        "agree": trial.agree,
        "rows": [
            {
                "row": row.place,
                "team": name,
                "agrees": row.agrees,
                "in_order": row.is_in_order,
                "by_rules": {column: number(row.reckoned[column]) for column in trial.season.columns},
            }
            for row, name in zip(trial.rows, names, strict=True)
        ],
        "differences": [
            {
                "row": row.place,
                "team": name,
                "column": difference.column,
                "published": number(difference.published),
                "by_rules": number(difference.reckoned),
            }
            for row, name in zip(trial.rows, names, strict=True)
            for difference in row.differences
        ],
        "explanations": [
            {"kind": each.kind.value, "rows": [*each.rows], "sentence": explained(proof, each)}
            for each in proof.explanations
        ],
        "alternatives": [{"differs": [*each.differs], "rows": [*each.rows]} for each in proof.alternatives],
    }


def number(value: Fraction | int | None) -> float | None:
    """Return a figure as JSON has it: whole, or with a half."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)
