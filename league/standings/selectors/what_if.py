"""The table as it would be: results supposed for matches to come, as they stand in an address."""

import datetime
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.competition.selectors import DivisionPlace, division_place
from league.matches.outcomes import MatchOutcome, Pair, TeamKey
from league.models import League
from league.standings.limits import possible_points
from league.standings.rows import Supposed, what_if
from league.standings.scheme import Scheme
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.standings import DivisionTable, division_table
from league.standings.shares import shares_of
from scoring.matches import MatchFormat
from scoring.possible_scores import final_fault

MOST = 150
"""Matches that can be supposed at once: more would not fit into an address every server takes."""
FIGURE = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToSuppose:
    """A match to come with what was typed for it, and what is wrong with that, if it cannot be."""

    public_id: str
    outcome: MatchOutcome
    home: NamedLink
    away: NamedLink
    typed: tuple[str, ...]
    total: Pair | None
    refusal: str

    @property
    def typed_home(self) -> str:
        return next(iter(self.typed), "")

    @property
    def typed_away(self) -> str:
        return self.typed[1] if len(self.typed) > 1 else ""

    @property
    def is_typed(self) -> bool:
        return any(self.typed)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekToSuppose:
    """The matches to come of a week; `is_next` is one that is under way, or the next that will be."""

    week: int
    matches: tuple[ToSuppose, ...]
    is_next: bool

    @property
    def is_open(self) -> bool:
        return self.is_next or any(match.is_typed for match in self.matches)

    @property
    def date(self) -> datetime.date | None:
        """The night of the week; of what is left over of one, its next."""
        return min((match.outcome.date for match in self.matches if match.outcome.date), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnding:
    """One way a match can end: the match points of home and away in halves."""

    home: int
    away: int

    @property
    def value(self) -> str:
        return f"{self.home}-{self.away}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfPage:
    """The table with what is supposed. `moved` is by how many places each team would rise (fall: negative).

    `endings` are the results to choose from; none where two figures are typed, which `figures` names.
    `overtaken` is how many of the matches supposed have since been played, or are no longer to come.
    """

    place: DivisionPlace
    table: DivisionTable
    lines: tuple[StandingsLine, ...]
    moved: dict[TeamKey, int]
    weeks: tuple[WeekToSuppose, ...]
    endings: tuple[MatchEnding, ...]
    figures: str
    overtaken: int
    left_out: int

    @property
    def matches(self) -> list[ToSuppose]:
        """Every match that can be supposed, in the order of the list."""
        return [match for week in self.weeks for match in week.matches]

    @property
    def supposed(self) -> list[ToSuppose]:
        return [match for match in self.matches if match.total is not None]

    @property
    def refused(self) -> list[ToSuppose]:
        return [match for match in self.matches if match.refusal]


def what_if_page(
    league: League, season_slug: str, division_slug: str, typed: Mapping[str, Sequence[str]]
) -> WhatIfPage | None:
    """Return the table of the division with the results typed, by public id of the match.

    None if there is none.

    What cannot be is left out, with a sentence at its match. Four queries.
    """
    place = division_place(league, season_slug, division_slug)
    if place is None:
        return None
    table = division_table(place.division, league=league)
    ids = {outcome.match: outcome.public_id for outcome in table.outcomes}
    form = table.scheme.form
    to_come = [
        _to_suppose(outcome, ids[outcome.match], typed, table) for outcome in table.open_season.to_come
    ]
    offered = to_come[:MOST]
    supposed = {
        suppose.outcome.match: Supposed(total=suppose.total)
        for suppose in offered
        if suppose.total is not None
    }
    then = replace(table, rows=what_if(table.outcomes, supposed, table.rulings, table.names, table.scheme))
    now = {row.record.team: row.place for row in table.rows}
    known = set(typed) & set(ids.values())
    return WhatIfPage(
        place=place,
        table=table,
        lines=standings_lines(then),
        moved={row.record.team: now[row.record.team] - row.place for row in then.rows},
        weeks=_weeks(offered, table),
        endings=() if _figures(form) else _endings(form),
        figures=_figures(form),
        overtaken=len(known - {to_suppose.public_id for to_suppose in to_come}),
        left_out=len(to_come) - len(offered),
    )


def _weeks(matches: Sequence[ToSuppose], table: DivisionTable) -> tuple[WeekToSuppose, ...]:
    begun = {outcome.week for outcome in table.counted}
    to_come = sorted(matches, key=lambda match: match.outcome.week)
    next_whole = next((suppose.outcome.week for suppose in to_come if suppose.outcome.week not in begun), 0)
    return tuple(
        WeekToSuppose(
            week=week,
            matches=tuple(of_week),
            is_next=week in begun or week == next_whole,
        )
        for week, of_week in itertools.groupby(to_come, lambda to_suppose: to_suppose.outcome.week)
    )


def _to_suppose(
    outcome: MatchOutcome, public_id: str, typed: Mapping[str, Sequence[str]], table: DivisionTable
) -> ToSuppose:
    texts = tuple(text.strip() for text in typed.get(public_id, ()))
    total, refusal = _total(texts, table.scheme) if any(texts) else (None, "")
    return ToSuppose(
        public_id=public_id,
        outcome=outcome,
        home=table.entrants[outcome.home],
        away=table.entrants[outcome.away],
        typed=texts,
        total=total,
        refusal=refusal,
    )


# --- What can be supposed ---------------------------------------------------------------------
def _figures(form: MatchFormat) -> str:
    """Return what is typed for each side, where a match known by two figures is known by those: or
    nothing.
    """
    if form.tables == 1 and form.games_at(0) == 1:
        return "score"
    return "games won" if form.game_won and not (form.table_won or form.aggregate) else ""


def _endings(form: MatchFormat) -> tuple[MatchEnding, ...]:
    """Return every result in match points, the best for home first."""
    best_first = sorted(possible_points(form), key=lambda pair: (pair[1] - pair[0], pair[1]))
    return tuple(MatchEnding(home=home, away=away) for home, away in best_first)


def _total(boxes: tuple[str, ...], scheme: Scheme) -> tuple[Pair | None, str]:
    """Return the total of a match as an outcome has it, or why there is none such."""
    figures = _figures(scheme.form)
    parts = boxes if figures else tuple(boxes[0].split("-"))
    if len(parts) != 2 or not all(FIGURE.fullmatch(part) for part in parts):
        right = "Two whole numbers are wanted, home and away." if figures else "Choose one of the list."
        return None, f"“{'–'.join(boxes)[:20]}” is no result. {right}"
    total = (int(parts[0]), int(parts[1]))
    refusal = _refusal(total, scheme.form, figures)
    return (None, refusal) if refusal else (total, "")


def _refusal(total: Pair, form: MatchFormat, figures: str) -> str:
    """Return why a match of the season cannot end like that, or nothing."""
    text = f"A match cannot end {total[0]}–{total[1]}"
    if figures == "score":
        if form.target is None or not final_fault(total, form.target, overshoot=form.overshoot):
            return ""
        return f"{text}: the winner has {form.target}."
    if not figures:
        return "" if total in possible_points(form) else "No match ends like that. Choose one of the list."
    games = sum(form.games_at(number) for number in range(form.tables))
    if sum(total) <= games and _points(total, form) in possible_points(form):
        return ""
    return f"{text}: " + (
        f"play ends when one side has won {form.race_to}." if form.race_to else f"{games} games are played."
    )


def _points(total: Pair, form: MatchFormat) -> Pair | None:
    """Return the match points of so many games won."""
    match = MatchOutcome(match=0, week=0, date=None, home=0, away=1, total=total)
    shares = shares_of(match, form)
    return (shares[0].half_points, shares[1].half_points) if shares else None
