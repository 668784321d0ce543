"""Playthroughs: files of the notation with what each line gives told below it, in lines begun with #>."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scoring.axes import Award
from scoring.entries import all_four
from scoring.moments import Moment, Status
from scoring.notation import Followed, Following, HandLine, Sheet, Terms, parse, terms
from scoring.notation.recorded import opening_of, played_out
from scoring.reckoning import reckon
from scoring.records import Say, ThrowIn
from scoring.seats import NOBODY

TOLD = "#> "


def narrated(text: str) -> list[str]:
    """The lines of a file with what each gives below it; what was told there before is left out."""
    lines = [line for line in text.splitlines() if not line.startswith(TOLD)]
    told = {}
    for sheet in parse("\n".join(lines)):
        told.update(sheet_told(sheet))
    found = []
    for number, line in enumerate(lines, start=1):
        found += [line, *(TOLD + words for words in told.get(number, ()))]
    return found


def sheet_told(sheet: Sheet) -> dict[int, list[str]]:
    """What is to be told below each line of a sheet."""
    at = terms(sheet.tags, hands=True)
    game, found = Following(at), {}
    for one in sheet.hands:
        before = game.scores
        followed = game.add(one)
        opening = opening_of(one, at, before)
        if opening is not None:
            found[one.line] = [opening_told(one, opening, at)]
        last = one.line
        for trick, line in enumerate(one.play_lines):
            found[line] = [trick_told(one, trick, before, at)]
            last = line
        last += 0 if one.play_lines else sum(map(bool, (one.dealt, one.kept, one.stock))) + len(one.extra)
        found.setdefault(last, []).extend(hand_told(followed, at))
        if game.winner is not None:
            found[last].append(f"{at.label(game.winner)} wins")
    return found


def opening_told(one: HandLine, opening: Moment, at: Terms) -> str:
    """up 6C: a +2; clubs are trumps."""
    told = [f"{at.label(peg.side)} +{peg.points} {peg.what}" for peg in opening.pegs]
    if opening.status is Status.REDEAL:
        told.append("dealt again")
    elif opening.status is Status.HAND_OVER:
        told.append("the hand is over")
    elif opening.contract:
        told.append(f"{at.letter(one.eldest + opening.pitcher)} pitches for {opening.contract}")
    elif opening.trump is not None:
        told.append(f"{opening.trump.words} are trumps")
    return ", ".join(told)


def trick_told(one: HandLine, trick: int, before, at: Terms) -> str:
    """D takes it, 7 card points; a +4 for the ace."""
    short = replace(one, tricks=one.tricks[: trick + 1])
    position = played_out(short, at, before)
    if len(position.tricks) <= trick:
        return "broken off"
    earlier = played_out(replace(one, tricks=one.tricks[:trick]), at, before)
    gained = sum(reckon(position).card_points) - sum(reckon(earlier).card_points)
    marks = [
        peg
        for peg in position.moment.pegs
        if peg.what.startswith("honour") and peg not in earlier.moment.pegs
    ]
    taker = at.letter(one.eldest + position.trick_winners[trick])
    told = [f"{taker} takes {gained}", *(f"{at.label(peg.side)} +{peg.points} {peg.what}" for peg in marks)]
    return ", ".join(told)


def hand_told(followed: Followed, at: Terms) -> Iterator[str]:
    """The four awards with their cards, then what was pegged in order and the score."""
    hand = followed.hand
    if followed.position is not None and followed.position.is_played_out:
        yield ", ".join(award_told(award, followed, at) for award in Award)
    pegged = ", ".join(f"{at.label(peg.side)} {peg.points:+} {peg.what}" for peg in followed.pegs)
    yield f"{pegged or 'nothing pegged'} = {','.join(map(str, followed.scores))}"
    if hand.contract and followed.position is not None and followed.position.is_played_out:
        yield "made" if reckon(followed.position).made else "set back"


def award_told(award: Award, followed: Followed, at: Terms) -> str:
    taker = followed.hand.taker(award)
    if taker is NOBODY or taker is None:
        return f"{award.value} -"
    given = reckon(followed.position).awarded(award)
    card = f" {given.card}" if given and given.card is not None else ""
    points = f" {reckon(followed.position).card_points}".replace(" ", "") if award is Award.GAME else ""
    return f"{award.value} {at.label(taker)}{card}{points}"


def ways(sheet: Sheet) -> set[str]:
    """The ways the hands of a sheet went, of those a hand can go."""
    at = terms(sheet.tags, hands=True)
    game, found = Following(at), set()
    for one in sheet.hands:
        opening = opening_of(one, at, game.scores)
        followed = game.add(one)
        found |= {name for name, went in OF_A_HAND.items() if went(one, followed)}
        found |= {name for name, went in OF_AN_OPENING.items() if opening and went(opening)}
        found |= {name for name, went in OF_THE_PLAY.items() if followed.position and went(followed.position)}
    return found


def pegged(what: str):
    return lambda one, followed: any(peg.what.startswith(what) for peg in followed.pegs)


def won_on(what: str):
    return lambda one, followed: followed.winner is not None and followed.pegs[-1].what.startswith(what)


def holding_out(one: HandLine, followed: Followed) -> bool:
    return any(isinstance(laid, ThrowIn) for trick in one.tricks for laid in trick)


OF_A_HAND = {
    "a penalty": pegged("penalty"),
    "a turned card scores": pegged("turnup"),
    "a bid sold": pegged("bid"),
    "a bid not made": pegged("setback"),
    "honours marked": pegged("honour"),
    "won on high": won_on("high"),
    "won on low": won_on("low"),
    "won on the jack": won_on("jack"),
    "won on game": won_on("game"),
    "won in the deal": won_on(("turnup", "gift", "bid")),
    "won on an honour": won_on("honour"),
    "won by a penalty": won_on("penalty"),
    "a holding thrown in": holding_out,
    "a revoke owned to": lambda one, followed: bool(one.revokes),
    "an exposed card called": lambda one, followed: bool(one.called),
    "cards discarded": lambda one, followed: bool(one.kept),
    "eldest stands": lambda one, followed: Say.STAND in one.words,
    "a gift": lambda one, followed: Say.GIVE in one.words,
    "the pack run": lambda one, followed: Say.RUN in one.words,
    "bunched": lambda one, followed: Say.BUNCH in one.words,
    "a bid refused": lambda one, followed: Say.REFUSE in one.words,
    "all four to one side": lambda one, followed: all_four(followed.hand) is not None,
    "jack hanged": lambda one, followed: bool(followed.hand.hung),
    "jack nobody's": lambda one, followed: followed.hand.jack is NOBODY,
    "game nobody's": lambda one, followed: followed.hand.game is NOBODY,
    "level card points to a side": lambda one, followed: (
        isinstance(followed.hand.game, int)
        and followed.hand.card_points is not None
        and followed.hand.card_points.count(max(followed.hand.card_points)) > 1
    ),
    "no trump held": lambda one, followed: followed.hand.high is NOBODY,
    "one trump held": lambda one, followed: None is not followed.hand.high_card == followed.hand.low_card,
    "broken off": lambda one, followed: (
        bool(one.tricks) and followed.position is not None and not followed.position.is_played_out
    ),
}
OF_AN_OPENING = {
    "run twice": lambda opening: opening.runs > 1,
    "the hand ended by a gift": lambda opening: opening.status is Status.HAND_OVER,
    "dealt again, the pack run out": lambda opening: opening.status is Status.REDEAL and opening.runs > 0,
    "dealt again, all passed": lambda opening: opening.status is Status.REDEAL and bool(opening.bids),
    "all passed, eldest pitches": lambda opening: (
        bool(opening.bids) and opening.status is Status.PLAY and not opening.contract
    ),
}
OF_THE_PLAY = {
    "a bid made": lambda position: reckon(position).made is True,
    "drawn from the stock": lambda position: len(position.tricks) > position.rules.hand,
}


if __name__ == "__main__":  # python -m tests.scoring.narrating FILE ...: tells the lines of new playthroughs
    for name in sys.argv[1:]:
        file = Path(name)
        file.write_text("\n".join(narrated(file.read_text(encoding="utf-8"))) + "\n", encoding="utf-8")
