"""Playthroughs: files of the notation with what each line gives told below it, in lines begun with #>."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scoring.axes import Award
from scoring.hands import all_four
from scoring.moments import Moment, Status
from scoring.notation import Followed, Following, ParsedHand, ParsedSheet, Terms, parse, terms
from scoring.notation.recorded import opening_of, played_out
from scoring.reckoning import reckon
from scoring.records import Say
from scoring.seats import NOBODY
from scoring.tricks import ThrowIn

TOLD = "#> "


def narrated(text: str) -> list[str]:
    """The lines of a file with what each gives below it; what was told there before is left out."""
    lines = [line for line in text.splitlines() if not line.startswith(TOLD)]
    below = {}
    for sheet in parse("\n".join(lines)):
        below.update(sheet_words(sheet))
    narrated_lines = []
    for number, line in enumerate(lines, start=1):
        narrated_lines += [line, *(TOLD + words for words in below.get(number, ()))]
    return narrated_lines


def sheet_words(sheet: ParsedSheet) -> dict[int, list[str]]:
    """What is to be told below each line of a sheet."""
    at = terms(sheet.tags, hands=True)
    game, below = Following(at), {}
    for parsed in sheet.hands:
        before = game.scores
        followed = game.add(parsed)
        opening = opening_of(parsed, at, before)
        if opening is not None:
            below[parsed.line] = [opening_words(parsed, opening, at)]
        last = parsed.line
        for trick, line in enumerate(parsed.play_lines):
            below[line] = [trick_words(parsed, trick, before, at)]
            last = line
        last += (
            0
            if parsed.play_lines
            else sum(map(bool, (parsed.dealt, parsed.kept, parsed.stock))) + len(parsed.extra)
        )
        below.setdefault(last, []).extend(hand_words(followed, at))
        if game.winner is not None:
            below[last].append(f"{at.label(game.winner)} wins")
    return below


def opening_words(parsed: ParsedHand, opening: Moment, at: Terms) -> str:
    """up 6C: a +2; clubs are trumps."""
    words = [f"{at.label(peg.side)} +{peg.points} {peg.what}" for peg in opening.pegs]
    if opening.status is Status.REDEAL:
        words.append("dealt again")
    elif opening.status is Status.HAND_OVER:
        words.append("the hand is over")
    elif opening.contract:
        words.append(f"{at.letter(parsed.eldest + opening.pitcher)} pitches for {opening.contract}")
    elif opening.trump is not None:
        words.append(f"{opening.trump.words} are trumps")
    return ", ".join(words)


def trick_words(parsed: ParsedHand, trick: int, before, at: Terms) -> str:
    """D takes it, 7 card points; a +4 for the ace."""
    short = replace(parsed, tricks=parsed.tricks[: trick + 1])
    position = played_out(short, at, before)
    if len(position.tricks) <= trick:
        return "broken off"
    earlier = played_out(replace(parsed, tricks=parsed.tricks[:trick]), at, before)
    gained = sum(reckon(position).card_points) - sum(reckon(earlier).card_points)
    marks = [
        peg
        for peg in position.moment.pegs
        if peg.what.startswith("honour") and peg not in earlier.moment.pegs
    ]
    taker = at.letter(parsed.eldest + position.trick_winners[trick])
    words = [f"{taker} takes {gained}", *(f"{at.label(peg.side)} +{peg.points} {peg.what}" for peg in marks)]
    return ", ".join(words)


def hand_words(followed: Followed, at: Terms) -> Iterator[str]:
    """The four awards with their cards, then what was pegged in order and the score."""
    hand = followed.hand
    if followed.position is not None and followed.position.is_played_out:
        yield ", ".join(award_words(award, followed, at) for award in Award)
    pegged = ", ".join(f"{at.label(peg.side)} {peg.points:+} {peg.what}" for peg in followed.pegs)
    yield f"{pegged or 'nothing pegged'} = {','.join(map(str, followed.scores))}"
    if hand.contract and followed.position is not None and followed.position.is_played_out:
        yield "made" if reckon(followed.position).made else "set back"


def award_words(award: Award, followed: Followed, at: Terms) -> str:
    taker = followed.hand.taker(award)
    if taker is NOBODY or taker is None:
        return f"{award.value} -"
    awarded = reckon(followed.position).awarded(award)
    card = f" {awarded.card}" if awarded and awarded.card is not None else ""
    points = f" {reckon(followed.position).card_points}".replace(" ", "") if award is Award.GAME else ""
    return f"{award.value} {at.label(taker)}{card}{points}"


def ways(sheet: ParsedSheet) -> set[str]:
    """The ways the hands of a sheet went, of those a hand can go."""
    at = terms(sheet.tags, hands=True)
    game, names = Following(at), set()
    for parsed in sheet.hands:
        opening = opening_of(parsed, at, game.scores)
        followed = game.add(parsed)
        names |= {name for name, went in OF_A_HAND.items() if went(parsed, followed)}
        names |= {name for name, went in OF_AN_OPENING.items() if opening and went(opening)}
        names |= {name for name, went in OF_THE_PLAY.items() if followed.position and went(followed.position)}
    return names


def pegged(what: str):
    return lambda parsed, followed: any(peg.what.startswith(what) for peg in followed.pegs)


def won_on(what: str):
    return lambda parsed, followed: followed.winner is not None and followed.pegs[-1].what.startswith(what)


def holding_out(parsed: ParsedHand, followed: Followed) -> bool:
    return any(isinstance(laid, ThrowIn) for trick in parsed.tricks for laid in trick)


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
