"""Figures of the standings in words, and the line of a team through the season."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from league.competition.tie_breaks import NOTHING_AGAINST, Among, Criterion, Figure
from league.matches.outcomes import WithdrawalEffect
from league.shared.text import capitalised
from league.standings.prospects import Prospect
from league.standings.records import TeamMatchResult, TeamRecord
from league.standings.selectors.outlooks import Outlook, ToMeet
from league.standings.selectors.season_grid import GridMatch, SeasonGrid
from league.templatetags.formatting import ordinal, points, score, signed

register = template.Library()

# Pixels down, parts of a hundred across: its lines stretch, its figures keep their size.
HEIGHT, TOP, BOTTOM = 128, 10, 24
LEFT, ACROSS = 9, 82
LABELLED_EVERY = 5


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@register.filter
def in_words(number: int) -> str:
    """Return a small number as it is written in a sentence: "two"; from ten on in figures."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


NOT_PLAYED = {Among.MATCHES: "not met", Among.PLAY_OFFS: "not played"}


def figure(value: Figure | None, criterion: Criterion) -> str:
    """Return a figure as its criterion counts: halves as points, a difference with its sign, a ratio in
    decimals.
    """
    if value is None:
        return NOT_PLAYED[criterion.among] if criterion.among else "not known"
    if criterion.is_ratio:
        return "nothing against" if value == NOTHING_AGAINST else f"{float(value):.3f}"
    if criterion.is_in_half_points:
        return points(int(value))
    return signed(int(value)) if criterion.is_signed else str(value)


WITHDRAWN = {
    WithdrawalEffect.ALL_VOID: "its results do not count",
    WithdrawalEffect.SECOND_HALF_VOID: "its results of the second half of the season do not count",
    WithdrawalEffect.REST_AWARDED: "its results stand, the rest of its matches is given to the other sides",
    WithdrawalEffect.REST_FREE: "its results stand, in the rest of its matches the other sides are free",
    WithdrawalEffect.TEAM_TO_NOTHING: "it stands at nothing, the others keep their results against it",
}


@register.filter
def withdrawn_words(effect: WithdrawalEffect) -> str:
    """Return what becomes of the results of a team that withdrew: "its results do not count"."""
    return WITHDRAWN[effect]


def prospect_words(prospect: Prospect) -> str:
    """Return where a team can still finish: "Can still finish 1st to 4th."; bounds are said to be bounds."""
    best, worst = ordinal(prospect.best), ordinal(prospect.worst)
    if prospect.best == prospect.worst:
        return f"Will finish {best}, whatever the coming results."
    if prospect.is_exact:
        return f"Can still finish {best} to {worst}."
    return f"At best {best}, at worst {worst}; the truth may lie closer together."


def finish_words(prospect: Prospect | None) -> str:
    """Return where a team can still finish, in the least words: "1st to 4th", "10th"."""
    if prospect is None:
        return ""
    best, worst = ordinal(prospect.best), ordinal(prospect.worst)
    return best if best == worst else f"{best} to {worst}"


MOST_NAMED = 5


def to_meet_words(outlook: Outlook) -> str:
    """Return whom a team has to meet, by place: "Still to play: 1st and 4th away, 10th at home."

    With more to come than can be read, how many of them, and how many of those stand in the upper half.
    """
    to_meet = outlook.to_meet
    if not to_meet:
        return "Has no match to come: the others’ results decide."
    if len(to_meet) > MOST_NAMED:
        at_home = sum(match.is_home for match in to_meet)
        upper = sum(2 * match.place <= len(outlook.chances) for match in to_meet)
        return f"{len(to_meet)} matches to come, {at_home} at home; {upper} against teams in the top half."
    parts = []
    for where, is_home in (("away", False), ("at home", True)):
        places = [
            ordinal(match.place) for match in sorted(to_meet, key=_by_place) if match.is_home is is_home
        ]
        if places:
            parts.append(f"{_listed(places)} {where}")
    return f"Still to play: {', '.join(parts)}."


def _by_place(match: ToMeet) -> int:
    return match.place


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@register.filter
def made_up_of(own: TeamMatchResult | TeamRecord, other: TeamMatchResult | None = None) -> str:
    """Return what is known behind the points: "Tables 3–1, games 9–6, game points 57–47"; the unknown is left
    out.

    Of a match known by its score, the points.
    """
    if isinstance(own, TeamMatchResult) and other and own.score is not None:
        return f"{points(own.half_points)}–{points(other.half_points)} in points"
    return capitalised(", ".join(f"{what} {figures}" for what, figures in behind_points(own, other).items()))


def behind_points(own: TeamMatchResult | TeamRecord, other: TeamMatchResult | None = None) -> dict[str, str]:
    """Return what is known behind the points, each figure by its name.

    Won and lost by one side, or the figures of both sides of a match. Games are said where tables have
    several; a score is one of game points where there are tables.
    """
    tables = (own.tables_won, other.tables_won if other else own.tables_lost)
    games = (own.games_won, other.games_won if other else own.games_lost)
    pegged = (own.score_for, other.score_for if other else own.score_against)
    has_tables, has_score = None not in tables, None not in pegged
    if games == tables or (has_score and not has_tables):
        games = (None, None)
    named = (("tables", tables), ("games", games), ("game points" if has_tables else "score", pegged))
    return {what: score(*figures) for what, figures in named if None not in figures}


@register.inclusion_tag("standings/_positions.html")
def positions_chart(
    positions: Mapping[int, Sequence[int]], own: int, weeks: Sequence[int], name: str
) -> dict[str, Any]:
    """Return every team's position after each week, one team's own line bold. Positions count from 1."""
    across = ACROSS / max(len(weeks) - 1, 1)
    down = (HEIGHT - TOP - BOTTOM) / max(len(positions) - 1, 1)

    def x(week: int) -> float:
        return round(LEFT + week * across, 1)

    def y(position: int) -> float:
        return round(TOP + (position - 1) * down, 1)

    lines = {
        team: " ".join(f"{x(week)},{y(position)}" for week, position in enumerate(places))
        for team, places in positions.items()
    }
    last = len(weeks) - 1
    return {
        "height": HEIGHT,
        "name": name,
        "lines": [line for team, line in lines.items() if team != own],
        "own_line": lines[own],
        "places": [
            {"place": place, "y": y(place)}
            for place in (1, *range(LABELLED_EVERY, len(positions) - 2, LABELLED_EVERY), len(positions))
        ],
        "weeks": [{"week": weeks[at], "x": x(at)} for at in sorted({0, last // 2, last})],
        "last": {"place": positions[own][-1], "x": x(last), "y": y(positions[own][-1])},
        "best": min(positions[own]),
        "worst": max(positions[own]),
    }


@register.filter
def place_lines(grid: SeasonGrid) -> list[dict[str, Any]]:
    """Return each team's line by week, in a box of 100 by as many units as there are teams."""
    steps = max(len(grid.weeks) - 1, 1)
    return [
        {
            "team": row.team,
            "points": " ".join(
                f"{round(2 + 94 * at / steps, 1)},{place - 0.5}" for at, place in enumerate(row.places)
            ),
            "end": row.places[-1] - 0.5 if row.places else 0,
        }
        for row in grid.teams
    ]


@register.filter
def week_labels(grid: SeasonGrid) -> list[int]:
    """Return the weeks to name over the chart: the first, the middle and the last."""
    weeks = list(grid.weeks)
    return [weeks[at] for at in sorted({0, len(weeks) // 2, len(weeks) - 1})] if weeks else []


def grid_words(match: GridMatch) -> str:
    """Return what became of a match in the least words: "6–4", "10–0 w" (given), "void", or its date."""
    if match.home_share and match.away_share:
        given = " w" if match.is_given else ""
        return f"{points(match.home_share.shown_halves)}–{points(match.away_share.shown_halves)}{given}"
    if match.is_void:
        return "void"
    return f"{match.outcome.date:%-d %b}" if match.outcome.date else "no date"


def own_grid_words(match: GridMatch, slug: str) -> str:
    """Return the same from the side of one team, with its result: "won 6–4"."""
    own, other = match.home_share, match.away_share
    if match.away.slug == slug:
        own, other = other, own
    if own is None or other is None:
        return grid_words(match)
    given = " without play" if match.is_given else ""
    return f"{own.result} {points(own.shown_halves)}–{points(other.shown_halves)}{given}"
