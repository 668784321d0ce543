"""What the scoring page says, in words: who pitches and deals, what a hand pegged, what the sides are called.

The page's script says the same from the same words.
"""

from collections.abc import Sequence

from league.models import Match
from league.templatetags.words import score
from scoring import AWAY, HOME, Side
from scoring.rules import Rules
from scoring.seats import Direction

US, THEM = "Us", "Them"
LONGEST_WORD = 10
FOUR = 4
_EMPTY_WORDS = {"and", "&", "of", "the", "at"}


def side_words(match: Match, us: str = "") -> tuple[str, str]:
    """What the sides are called on buttons: us and them where the side is known, else a short name each."""
    if us:
        return (US, THEM) if us == "h" else (THEM, US)
    home, away = (_short(team.short_name or team.name) for team in (match.home, match.away))
    return (home, away) if home and away and home != away else ("Home", "Away")


def _short(name: str) -> str:
    """As many first words as there is room for on a button: "The Packhorse & Drover" is "Packhorse"."""
    words = name.split()
    if words[0].lower() == "the":
        words = words[1:]
    while words and (len(" ".join(words)) > LONGEST_WORD or words[-1].lower() in _EMPTY_WORDS):
        words = words[:-1]
    return " ".join(words)


def called(name: str, others: Sequence[str]) -> str:
    """What somebody is called at the table: the first name, or all of it where two share that."""
    first = name.split()[0] if name.split() else name
    return first if [one.split()[:1] for one in others].count([first]) < 2 else name


def seating(first: Side, home: Sequence[str], away: Sequence[str]) -> tuple[str, ...]:
    """The players in the order of play, the first pitcher first: partners sit crosswise."""
    pairs = (home, away)
    return tuple(name for place in zip(pairs[first], pairs[1 - first], strict=True) for name in place)


def verbs_for_first(rules: Rules) -> tuple[str, str]:
    """What a player, and what a pair, does that opens a hand."""
    return ("leads", "lead") if rules.turnup_scores or rules.may_beg else ("pitches", "pitch")


def dealer_side(rules: Rules) -> str:
    """On which hand of the one who opens the dealer sits."""
    return "right" if rules.direction is Direction.CLOCKWISE else "left"


def lead_in(
    hand: int,
    first: Side | None,
    home: Sequence[str],
    away: Sequence[str],
    teams: tuple[str, str],
    rules: Rules,
) -> tuple[str, str]:
    """“Hand 7. Joan pitches.” and “Derek deals, on Joan’s right.”, as far as all that is known."""
    begins = f"Hand {hand}."
    if first is None:
        return begins, ""
    leads, lead = verbs_for_first(rules)
    if not all((*home, *away)):
        eldest = (first + hand - 1) % 2
        return f"{begins} {teams[eldest]} {lead}.", f"{teams[1 - eldest]} deal."
    order = seating(first, home, away)
    opener, dealer = (called(order[(hand - back) % len(order)], order) for back in (1, 2))
    return f"{begins} {opener} {leads}.", f"{dealer} deals, on {possessive(opener)} {dealer_side(rules)}."


def seat_of_opener(hand: int, first: Side | None, rules: Rules, players: int) -> int | None:
    """Where whoever opens a hand sits, clockwise from a home seat at the top; None unless four play."""
    if first is None or players != FOUR:
        return None
    step = 1 if rules.direction is Direction.CLOCKWISE else -1
    start = 0 if first == HOME else -step
    return (start + step * (hand - 1)) % FOUR


def possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def left_right(points: Sequence[int], us: str = "") -> str:
    """A score as the page stands, we on the left or else home: 11–8."""
    home, away = points[HOME], points[AWAY]
    return score(away, home) if us == "a" else score(home, away)


def pegged(before: Sequence[int], after: Sequence[int], us: str = "") -> str:
    """What a hand pegged, as the page stands: 2–1."""
    return left_right([after[side] - before[side] for side in (HOME, AWAY)], us)
