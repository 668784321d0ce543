"""Selectors of the matches of a cup tie: what each gives it, by the rules of the cup."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.dated_ties import TieOfCup, ties_of, title_of
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.ties import HOME, Tie
from league.matches.outcomes import TURNED, AtFault, Pair
from league.models import Cup, CupTie, Match
from league.shared.grouping import grouped
from league.shared.text import uncapitalised
from league.standings.selectors.match_lists import MatchLine, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOfTie:
    """What a match gives its tie, the first drawn first: a score, or who was at fault where it was given.

    `games` are the games won, which count where it decides.
    """

    score: Pair | None = None
    games: Pair = (0, 0)
    at_fault: AtFault | None = None
    reason: str = ""


def match_results(row: CupTie, tie: Tie) -> dict[int, MatchOfTie]:
    """Return what the matches of a tie have given it so far, by leg. Three queries; none for a new row."""
    if row._state.adding:
        return {}
    matches = Match.with_ties.filter(tie=row)
    legs = dict(matches.values_list("pk", "leg"))
    results = {}
    for line in match_lines(matches) if legs else ():
        leg = legs[line.outcome.match]
        if result := _result(line, is_turned=tie.host(leg) != HOME):
            results[leg] = result
    return results


def matches_of_tie(cup: Cup, each: TieOnPage) -> list[Match]:
    """Return the matches of a tie in their order. One query."""
    rows = Match.with_ties.filter(tie__cup=cup, tie__round=each.tie.round, tie__number=each.tie.number)
    return list(rows.select_related("home", "away", "venue").order_by("leg"))


def match_ids_of_ties(cup: Cup) -> dict[tuple[int, int], list[str]]:
    """Return the public ids of the matches of a cup by round and number of the tie, in order. One query."""
    rows = Match.with_ties.filter(tie__cup=cup).order_by("leg")
    values = rows.values_list("tie__round", "tie__number", "public_id")
    return grouped(((cup_round, number), public_id) for cup_round, number, public_id in values)


def ties_in_words(lines: Iterable[MatchLine]) -> dict[str, str]:
    """Return what each match of a cup is, by public id: "Knock-out Cup, semi-final, start 4–0".

    Four queries; none where no match is of a cup. Of a tie of several matches only those to come and the
    latest are there.
    """
    by_id = {line.public_id: line for line in lines if line.division.cup}
    cups = {line.division.cup.pk for line in by_id.values() if line.division.cup}
    texts = {}
    for tie in ties_of(Cup.objects.filter(pk__in=cups)) if cups else ():
        for each in filter(None, (tie.on_page, tie.on_page.second)):
            if line := by_id.get(each.match_id):
                texts[line.public_id] = _tie_in_words(tie, each, line)
    return texts


def _tie_in_words(tie: TieOfCup, each: TieOnPage, line: MatchLine) -> str:
    home, away = each.tie.start or (0, 0)
    if each.home_team is not None and each.home_team.pk != line.home.key:
        home, away = away, home
    title = tie.title.removesuffix("s") if tie.title.endswith("finals") else tie.title
    leg = ", second leg" if each.is_second_leg else ""
    start = f", start {home}–{away}" if home or away else ""
    return f"{tie.cup.name}, {uncapitalised(title)}{leg}{start}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TieOfMatch:
    """The tie that a match belongs to. `start` has the match's home side first.

    `deciding` is the match of its deciding games, if it is to be played after this one.
    """

    cup: Cup
    title: str
    on_page: TieOnPage
    start: Pair
    deciding: Match | None = None


def tie_of_match(match: Match, *, to_secretary: bool) -> TieOfMatch | None:
    """Return the tie of a match that was read with its cup; None for a match of the league.

    Five queries, six where deciding games follow, none for a match of the league.
    """
    if match.tie is None:
        return None
    cup = match.tie.cup
    cup.season = match.division.season
    page = cup_on_page(cup, to_secretary=to_secretary)
    on_page = page.tie(match.tie.round, match.tie.number)
    if on_page is None:
        return None
    is_turned = on_page.tie.host(match.leg) != HOME
    home, away = on_page.tie.start or (0, 0)
    return TieOfMatch(
        cup=cup,
        title=title_of(page.rounds[match.tie.round - 1].round, on_page.tie),
        on_page=on_page,
        start=(away, home) if is_turned else (home, away),
        deciding=_deciding(match, on_page.tie),
    )


def _deciding(match: Match, tie: Tie) -> Match | None:
    if match.is_play_off or tie.deciding_leg is None or not tie.is_open:
        return None
    return Match.with_ties.filter(tie=match.tie_id, is_play_off=True).first()


def _result(line: MatchLine, *, is_turned: bool) -> MatchOfTie | None:
    if line.given is not None:
        at_fault = line.given.at_fault
        return MatchOfTie(at_fault=TURNED[at_fault] if is_turned else at_fault, reason=line.given.reason)
    if line.home_share is None or line.away_share is None:
        return None
    home, away = line.home_share.half_points // 2, line.away_share.half_points // 2
    played = [pair for table in line.outcome.tables or () for pair in table.games]
    won = sum(pair[0] > pair[1] for pair in played), sum(pair[1] > pair[0] for pair in played)
    return MatchOfTie(
        score=(away, home) if is_turned else (home, away), games=won[::-1] if is_turned else won
    )
