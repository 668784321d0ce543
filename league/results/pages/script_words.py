"""Rules and words for the scripts of the entry and the scoring page, and words of the scoring page.

They are the server's own, so that a sentence reads the same on both sides.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.formats import date_format

from league.competition.team_names import button_names
from league.matches.selectors import idle_tables
from league.matches.sheet.openings import bars_from_game, penalty_kinds, room
from league.models import Match
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.parsing.phone_messages import WIRE
from league.results.parsing.sheet import MARKS_MISSING
from league.results.selectors.names import MatchSquads
from league.templatetags.formatting import score
from scoring import AWAY, HOME, Side
from scoring.axes import Award, GameTie, GiftThen, TrumpBy
from scoring.errors import SENTENCES
from scoring.rules import Rules
from scoring.seats import Direction

SCRIPT_SENTENCES = (
    "high_nobody",
    "low_nobody",
    "award_missing",
    "after_the_end",
    "game_ended",
    "game_ended_unpegged",
    "high_without_low",
    "jack_without_trump",
    "hung_without_jack",
    "game_barred",
    "awards_after_gift",
    "gift_not_allowed",
    "marks_not_possible",
    "marks_not_all",
    "marks_of_both",
)
KEY_OF_THE_ACE = "1"  # A is away


def script_words(form: CheckedSheet) -> dict[str, Any]:
    """Return the rules of a sheet as plain data."""
    return {**rule_words(form.rules, (form.home, form.away)), "scores_only": not form.layout.hands}


def rule_words(rules: Rules, sides: Sequence[str]) -> dict[str, Any]:
    """Return the rules of a game between these sides as plain data."""
    return {
        "target": rules.target,
        "cap": rules.cap_at_target,
        "overshoot": rules.overshoot,
        "auction": rules.has_auction,
        "fixed": rules.fixed_hands,
        "awards": [_award(award, rules) for award in rules.awards],
        "penalty": rules.peek_penalty,
        "sides": list(sides),
        "sentences": {
            **{code: SENTENCES[code] for code in SCRIPT_SENTENCES},
            **dict.fromkeys(("mark_missing", "marks_missing"), MARKS_MISSING),
        },
        "kinds": {
            kind.code: {"points": kind.points, "bars": bars_from_game(kind.code, rules)}
            for kind in penalty_kinds(rules)
        },
        "turnups": {rank.letter: points for rank, points in rules.turnup_scores},
        "turnup_words": {rank.letter: rank.words.capitalize() for rank, _ in rules.turnup_scores},
        "turnup_when_run": rules.turnup_when_run,
        "turnup_keys": {
            KEY_OF_THE_ACE if rank.letter == "A" else rank.letter.lower(): rank.letter
            for rank, _ in rules.turnup_scores
        },
        "begs": rules.may_beg,
        "jack_turned": rules.begs <= 1 and not rules.may_bunch,
        "gift_to": rules.gift_to,
        "gift_cannot_win_for": rules.gift_cannot_win_for,
        "gift_ends_hand": rules.gift_then is GiftThen.END_HAND,
        "hung": rules.hang_jack if room(rules).hung else None,
        "marks": rules.honours,
        "all_marked": rules.all_marked,
        "carries": rules.game_tie is GameTie.CARRIED,
    }


def _award(award: Award, rules: Rules) -> dict[str, Any]:
    """Return an award as plain data.

    With a pitch there is always a trump, so that High and Low always go to a side.
    """
    always_taken = award in (Award.HIGH, Award.LOW) and rules.trump in (
        TrumpBy.PITCH,
        TrumpBy.COMMERCIAL,
        TrumpBy.AUCTION,
    )
    return {
        "name": award.value,
        "words": award.words,
        "points": getattr(rules, f"{award.value}_points"),
        "nobody": not always_taken,
    }


LETTERS = ("h", "a")
"""The letters of the two sides of a match."""
ALL_LETTERS = (*LETTERS, "c", "d")
"""The letters of the sides of any table, in the order of play."""
MARKS = {"h": "home", "a": "away", "c": "third", "d": "fourth", "-": "nobody"}


def marks_of(body: Mapping[str, Any], awards: Iterable[Award]) -> tuple[str, ...]:
    """Return the mark of who took each of these awards in a hand as it was entered; "" where nobody says."""
    return tuple(MARKS.get(body.get(award, ""), "") for award in awards)


FOUR = 4
DAY = "D j M"


def called(name: str, others: Sequence[str]) -> str:
    """Return a player's name at the table: the first name, or all of it where two share that."""
    first = name.split()[0] if name.split() else name
    return first if [other.split()[:1] for other in others].count([first]) < 2 else name


def seating(first: Side, home: Sequence[str], away: Sequence[str]) -> tuple[str, ...]:
    """Return the players in the order of play, the first pitcher first: partners sit crosswise."""
    pairs = (home, away)
    return tuple(name for place in zip(pairs[first], pairs[1 - first], strict=True) for name in place)


def verbs_for_first(rules: Rules) -> tuple[str, str]:
    """Return the verbs for a player and for a pair that opens a hand."""
    return ("leads", "lead") if rules.turnup_scores or rules.may_beg else ("pitches", "pitch")


def dealer_side(rules: Rules) -> str:
    """Return on which side of the opener the dealer sits."""
    return "right" if rules.direction is Direction.CLOCKWISE else "left"


class LeadIn(NamedTuple):
    """Who opens a hand and who deals, in parts of which a small phone leaves some out."""

    hand: str
    opens: str = ""
    deals: str = ""
    where: str = ""


def lead_in(
    hand: int,
    first: Side | None,
    home: Sequence[str],
    away: Sequence[str],
    teams: tuple[str, str],
    rules: Rules,
) -> LeadIn:
    """Return who opens and who deals: “Hand 7.” “Joan pitches,” “Derek deals” “, on Joan’s right”.

    Only the first is known while nobody is known to have opened; without all names the teams stand in for
    players.
    """
    begins = f"Hand {hand}."
    leads, lead = verbs_for_first(rules)
    if first is None:
        return LeadIn(begins, f"Who {leads}?" if hand > 1 else "")
    if not all((*home, *away)):
        eldest = (first + hand - 1) % 2
        if rules.may_beg:
            return LeadIn(begins, f"{teams[1 - eldest]} deal.", f"{teams[eldest]} may beg")
        return LeadIn(begins, f"{teams[eldest]} {lead},", f"{teams[1 - eldest]} deal")
    order = seating(first, home, away)
    opener, dealer = (called(order[(hand - back) % len(order)], order) for back in (1, 2))
    if rules.may_beg:
        return LeadIn(begins, f"{dealer} deals.", f"{opener} may beg")
    where = f", on {possessive(opener)} {dealer_side(rules)}"
    return LeadIn(begins, f"{opener} {leads},", f"{dealer} deals", where)


def seat_of_opener(hand: int, first: Side | None, rules: Rules, players: int) -> int | None:
    """Return the opener's seat, clockwise from a home seat at the top; None unless four play."""
    if first is None or players != FOUR:
        return None
    step = 1 if rules.direction is Direction.CLOCKWISE else -1
    start = 0 if first == HOME else -step
    return (start + step * (hand - 1)) % FOUR


def walkover_words(match: Match, at_fault: str) -> str:
    """Return a table given without play as a sentence: “Walkover for The Fleece.”"""
    winner = {"h": match.away.name, "a": match.home.name}.get(at_fault)
    return f"Walkover for {winner}." if winner else "Given against both sides."


def possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def home_away(points: Sequence[int]) -> str:
    """Return a score as every scoring page shows it, home on the left: 11–8."""
    return score(points[HOME], points[AWAY])


def pegged(before: Sequence[int], after: Sequence[int]) -> str:
    """Return the points of a hand as the page shows them: 2–1."""
    return home_away([after[side] - before[side] for side in (HOME, AWAY)])


def day_words(match: Match, beside: Mapping[datetime.date, str]) -> dict[str, Any]:
    """Return the date of a match and the teams' other matches: a phone knows the wrong night."""
    if match.date is None:
        return {"date": "", "words": "", "others": {}}
    others = {f"{date:%Y-%m-%d}": names for date, names in beside.items()}
    return {"date": f"{match.date:%Y-%m-%d}", "words": date_format(match.date, DAY), "others": others}


def other_day(words: Mapping[str, Any], today: datetime.date) -> str:
    """Return the sentence for a match of another day; empty on its day."""
    date = f"{today:%Y-%m-%d}"
    if words["date"] in ("", date):
        return ""
    todays = words["others"].get(date)
    return f"This match is on {words['words']}, not today." + (f" Today: {todays}." if todays else "")


def phone_words(
    form: CheckedSheet, match: Match, squads: MatchSquads, *, base: str, log: str
) -> dict[str, Any]:
    """Return rules and words as plain data.

    They are the same for every table of a match: one cached page serves them all.
    """
    return {
        "rules": script_words(form),
        "base": base,
        "log": log,
        "wire": WIRE,
        "teams": [match.home.name, match.away.name],
        "words": list(button_names(match.home, match.away)),
        "verbs": list(verbs_for_first(form.rules)),
        "dealer": dealer_side(form.rules),
        "names": squads.names,
        "games": list(form.layout.games_each[: form.layout.tables - len(idle_tables(match))]),
        "called": [form.layout.table_word, form.layout.game_word],
        "stops": form.match_format.stop_when_decided,
        "race": form.match_format.race_to,
        "players": form.layout.players,
        "hands": form.layout.most_hands,
        "room": dict.fromkeys(form.layout.beside, True),
        "kinds": {kind.code: kind.words for kind in form.penalty_kinds},
    }
