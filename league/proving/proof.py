"""The rules under which results give a table: found, recomputed, and said with all that does not agree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from league.matches.outcomes import WithdrawalEffect
from league.models import RuleBook
from league.proving.books import deductions_of, preset_of, trial_of
from league.proving.check import Trial
from league.proving.explaining import Explanation, explanations_of
from league.proving.search import Shape, Size, guesses
from league.proving.season import LastSeason
from league.regulations.presets.reading import Preset
from league.regulations.rule_books import match_in_words
from league.shared.errors import Refused
from scoring.matches import DecidedBy

MOST_TRIED = 24
MOST_ALTERNATIVES = 12
MOST_EXPLAINED = 12
"""So many ways to fill in what the table does not say: nobody reads more."""
MOST_RESULTS, MOST_TEAMS = 1000, 40
TOO_MUCH = f"A table of one division is proved: at most {MOST_TEAMS} teams and {MOST_RESULTS} results."
NOTHING_FITS = "No rules were found under which a row of this table comes out of these results."
NO_POINTS = "The table has no column of points."


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """Other rules that fit as well: what they say otherwise, and the rows that would then be others."""

    differs: tuple[str, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What was found: rules, whether a preset has them, what explains rows that differ, other rules.

    `takes_points`: the results are match points, so nothing says what gives them.
    """

    trial: Trial
    preset: str
    takes_points: bool = False
    deciders: tuple[DecidedBy, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    alternatives: tuple[Alternative, ...] = ()

    @property
    def is_whole(self) -> bool:
        return self.trial.agree == len(self.trial.season.table)

    @property
    def deductions(self) -> dict[int, int]:
        """Return the halves by team that make rows agree, given or taken."""
        named = (each for each in self.explanations if each.match is None)
        return {
            team: self.trial.deductions.get(team, 0) + each.halves
            for each in named
            for team in [self.trial.season.table[each.rows[0] - 1].team]
        }

    @property
    def open_rows(self) -> frozenset[int]:
        """Return the rows that differ and are not explained."""
        explained = {row for each in self.explanations for row in each.rows}
        return frozenset(row.place for row in self.trial.rows if not row.agrees) - explained


def prove(season: LastSeason, preset: Preset | None = None) -> Proof:
    """Return the rules that give most of the table, or how much of it the rules of a preset give.

    Raises Refused where no rules give any of it.
    """
    if not season.table:
        raise Refused(NO_POINTS)
    if len(season.results) > MOST_RESULTS or len(season.table) > MOST_TEAMS:
        raise Refused(TOO_MUCH)
    tried = [_of_preset(season, preset)] if preset else [*_tried(season)]
    if not tried:
        raise Refused(NOTHING_FITS)
    most = max(each.trial.agree for each in tried)
    best: Proof | None = None
    for proof in [each for each in tried if each.trial.agree == most][:MOST_EXPLAINED]:
        known = replace(proof, explanations=tuple(explanations_of(proof.trial)))
        if best is None or len(known.open_rows) < len(best.open_rows):
            best = known
        if not best.open_rows:
            break
    assert best  # noqa: S101  narrows the type
    others = [] if preset else [*_neighbours(best), *(other.trial for other in tried)]
    return replace(best, alternatives=tuple(islice(_alternatives(best.trial, others), MOST_ALTERNATIVES)))


def _tried(season: LastSeason) -> Iterator[Proof]:
    """Yield the rules found, each with every way to tell level teams apart that fits."""
    found = [
        (guess, preset_of(guess, Size.of(season.results, guess.shape)))
        for guess in guesses(season)[:MOST_TRIED]
    ]
    for guess, preset in sorted(found, key=lambda each: each[1] is None):
        first = trial_of(season, guess)
        proof = Proof(
            trial=first,
            deciders=guess.deciders,
            preset=preset.id if preset else "",
            takes_points=guess.shape is Shape.POINTS,
        )
        orders = [*islice(first.tie_breaks(), MOST_ALTERNATIVES)] or [tuple(first.book.tie_breaks)]
        for order in orders:
            yield replace(proof, trial=first.with_book(tie_breaks=list(order)))


def _of_preset(season: LastSeason, preset: Preset) -> Proof:
    book = preset.rule_book()
    trial = Trial(
        season=season,
        book=book,
        gone=season.absent,
        effect=WithdrawalEffect(book.withdrawal),
        deductions=deductions_of(season),
    )
    return Proof(trial=trial, preset=preset.id)


def _neighbours(proof: Proof) -> Iterator[Trial]:
    """Yield the same rules with what else may decide a match, and with other rules for a level total."""
    trial = proof.trial
    for decider in proof.deciders:
        yield trial.with_book(decided_by=decider.value)
    for tie in RuleBook.AggregateTie if trial.book.aggregate else ():
        if tie != RuleBook.AggregateTie.ONE_EACH or trial.book.aggregate % 2 == 0:
            yield trial.with_book(aggregate_tie=tie.value)


def _alternatives(trial: Trial, others: Sequence[Trial]) -> Iterator[Alternative]:
    own = sentences_of(trial)
    said = {own}
    for other in others:
        words = sentences_of(other)
        if words in said or other.agree != trial.agree:
            continue
        said.add(words)
        rows = (
            row.place
            for row, mine in zip(other.rows, trial.rows, strict=True)
            if (row.reckoned, row.is_in_order) != (mine.reckoned, mine.is_in_order)
        )
        yield Alternative(differs=tuple(line for line in words if line not in own), rows=tuple(rows))


def sentences_of(trial: Trial) -> tuple[str, ...]:
    """Return the rules in the words of the rules page, and what a rule book does not say."""
    return tuple(sentence.text for section in match_in_words(trial.book) for sentence in section.sentences)
