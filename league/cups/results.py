"""What happens in a cup once it is drawn: a result comes in or is taken back, somebody leaves.

Each verb returns the cup as it is then, or raises CupRefused with a sentence.
"""

from dataclasses import replace

from league.cups.brackets import Bracket, bracket_of, follows
from league.cups.draws import highest_losers
from league.cups.entries import CupState, Entrant, Scratch, TieResult
from league.cups.rules import CupRefused
from league.cups.ties import Tie, verify_result


def with_result(cup: CupState, result: TieResult) -> CupState:
    """The cup with a result entered, or corrected. One that would undo what followed from it is refused."""
    bracket = bracket_of(cup)
    tie = bracket.tie(result.round, result.number)
    if tie is None:
        raise CupRefused(f"There is no tie {result.number} in round {result.round} of this cup.")
    if tie.is_bye or not tie.is_ready:
        why = "is free in this round" if tie.is_bye else "is not known yet on one side"
        raise CupRefused(f"{tie.home.words} v {tie.away.words} {why}; there is no result to enter.")
    verify_result(result, cup.rules, legs=tie.legs, start=tie.start or (0, 0))
    others = tuple(one for one in cup.results if (one.round, one.number) != (result.round, result.number))
    changed = replace(cup, results=(*others, result))
    if follows(cup, tie):
        now = bracket_of(changed).tie(result.round, result.number)
        if now is None or now.winner != tie.winner or _others_through(cup, changed, tie):
            raise CupRefused(
                f"The next round follows from this tie, which {tie.home.words} and {tie.away.words} played; "
                "take that back first."
            )
        _verify_starts(bracket, bracket_of(changed))
    return changed


def _verify_starts(before: Bracket, after: Bracket) -> None:
    """What was played later was played with a start: a correction that moves a handicap would change it."""
    for one in before.rounds:
        for tie in one.ties:
            now = after.tie(tie.round, tie.number)
            if tie.result and now and now.start != tie.start:
                raise CupRefused(
                    f"This would move a handicap, and with it the start of {tie.home.words} v "
                    f"{tie.away.words}, which is played; take that back first."
                )


def without_result(cup: CupState, round_number: int, number: int) -> CupState:
    """The cup with a result taken back. Refused while something follows from it."""
    tie = bracket_of(cup).tie(round_number, number)
    if tie is None or tie.result is None:
        raise CupRefused(f"Tie {number} of round {round_number} has no result to take back.")
    if follows(cup, tie):
        raise CupRefused("The next round follows from this tie; take that back first.")
    return replace(cup, results=tuple(result for result in cup.results if result is not tie.result))


def _others_through(cup: CupState, changed: CupState, tie: Tie) -> bool:
    def who(state: CupState) -> set[Entrant]:
        return {line.entrant for line in highest_losers(state) if line.goes_through}

    return tie.round == 1 and who(cup) != who(changed)


def with_scratch(cup: CupState, entrant: int, reason: str = "") -> CupState:
    """The cup without somebody from now on: what he has not played out is given against him."""
    name = cup.entrant(entrant).name
    if any(one.entrant == entrant for one in cup.scratched):
        raise CupRefused(f"{name} have left the cup already.")
    bracket = bracket_of(cup)
    if bracket.is_over:
        raise CupRefused("The cup is over; nobody can leave it now.")
    sat = [tie for one in bracket.rounds for tie in one.lines if _sits(tie, entrant)]
    goes_on = {line.entrant.key for line in highest_losers(cup) if line.goes_through and len(cup.draws) == 1}
    if sat and sat[-1].is_over and not _has_won(sat[-1], entrant) and entrant not in goes_on:
        raise CupRefused(f"{name} are out of the cup already.")
    waits = bool(sat) and not sat[-1].is_over
    gone = Scratch(entrant=entrant, round=sat[-1].round if waits else len(cup.draws) + 1, reason=reason)
    return replace(cup, scratched=(*cup.scratched, gone))


def _has_won(tie: Tie, entrant: int) -> bool:
    return tie.winner is not None and tie.winner.key == entrant


def _sits(tie: Tie, entrant: int) -> bool:
    return any(seat.entrant and seat.entrant.key == entrant for seat in (tie.home, tie.away))
