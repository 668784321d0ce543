"""The rules of a cup in sentences, and how it stands."""

from collections.abc import Iterator

from league.cups.brackets import Bracket, bracket_of
from league.cups.entries import CupState
from league.cups.groups import groups_in_words
from league.cups.pairs_nights import PairsNight, night_winners
from league.cups.rules import CupRules, DrawnBy, Fill, GroupRules, Handicap, HandicapBand, Plate
from league.cups.ties import Round
from league.shared.text import capitalised, count, counted, listed, ordinal, points
from league.standings.records import CupScore


def rules_in_words(rules: CupRules) -> Iterator[str]:
    """Yield how the cup is drawn, what a tie is and what starts are given, one sentence for each rule."""
    if rules.groups:
        yield from _groups(rules.groups)
    if rules.groups and rules.drawn_by is DrawnBy.BRACKET:
        yield "The knock-out is one bracket, drawn once. Winners of neighbouring ties meet."
    elif rules.groups:
        yield "Every round of the knock-out has its own draw."
    elif rules.drawn_by is DrawnBy.BRACKET:
        yield "One bracket, drawn once. Seeds are kept apart, and winners of neighbouring ties meet."
    else:
        yield "Every round has its own draw. Seeds only have the first byes."
    if rules.fill is Fill.HIGHEST_LOSERS:
        yield "The highest losers of the first round go through where they are needed to make up the numbers."
    tie = "A tie of the knock-out" if rules.groups else "A tie"
    yield f"{tie} is played home and away, added up." if rules.legs > 1 else f"{tie} is one match."
    if rules.counted is not CupScore.POINTS:
        yield f"The {rules.counted} won are counted."
    yield _level(rules)
    if rules.neutral_rounds:
        last = "final is" if rules.neutral_rounds == 1 else f"last {count(rules.neutral_rounds)} rounds are"
        yield f"The {last} played at a neutral pub, in one match."
    if rules.plate is not Plate.NONE and rules.groups:
        yield "Whoever does not come through the groups plays for the plate."
    elif rules.plate is not Plate.NONE:
        also = ", or the first match after a bye," if rules.plate is Plate.FIRST_MATCH else ""
        yield f"Whoever loses in the first round{also} plays for the plate."
    if rules.handicap:
        yield from _handicap(rules.handicap)


def _groups(rules: GroupRules) -> Iterator[str]:
    """Yield how the groups are played and who goes through, one sentence for each rule."""
    often = "once" if rules.meetings == 1 else "twice, at home and away"
    through = "winner goes" if rules.through == 1 else f"first {count(rules.through)} go"
    of_each = "The" if rules.number == 1 else "Of each group the"
    groups = capitalised(groups_in_words(rules))
    yield f"{groups}, in which everybody meets everybody {often}. Seeds are kept apart."
    yield f"{of_each} {through} through to the knock-out."
    if rules.best:
        best = f"best {count(rules.best)}" if rules.best > 1 else "best"
        yield (
            f"The {best} of those placed {ordinal(rules.through + 1)} {'go' if rules.best > 1 else 'goes'} "
            "through too: by points for each match played, then difference, then score, then the lot."
        )
    yield (
        "A win gives 2 points, a level match 1, a walkover 2 without a score. Level on points, the score "
        "difference counts, then the score for, then the matches among the level teams, then the lot."
    )
    yield "Matches of an entrant that leaves during the groups do not count."
    if rules.number > 1:
        yield (
            "In the first knock-out round group winners play at home. Group winners, and entrants from the "
            "same group, are kept apart where possible."
        )


def standing_in_words(cup: CupState) -> str:
    """Return how a cup stands, in a sentence: to be drawn, in which round, won by whom."""
    bracket = bracket_of(cup)
    if not bracket.rounds:
        return f"To be drawn; {count(len(cup.entrants)) if cup.entrants else 'nobody'} entered so far."
    if bracket.is_over:
        return _won(bracket)
    now = next(cup_round for cup_round in bracket.rounds if not cup_round.is_over)
    if not now.is_drawn:
        return f"The {now.title.lower()} {_are(now)} to be drawn."
    if now.is_of_groups:
        matches = [tie for cup_round in bracket.group_rounds for tie in cup_round.ties]
        return f"The groups: {sum(tie.is_over for tie in matches)} of {len(matches)} matches played."
    over = sum(tie.is_over for tie in now.ties)
    played = f"{count(over)} of {count(len(now.ties))} ties decided" if over else f"{_are(now)} to be played"
    return f"The {now.title.lower()}: {played}." if over else f"The {now.title.lower()} {played}."


def to_be_drawn_in_words(cup_round: Round) -> str:
    """Return that a round is to be drawn, for how many and in how many ties; empty once it is drawn."""
    if cup_round.is_drawn:
        return ""
    ties = f", {len(cup_round.ties)} ties" if len(cup_round.ties) > 1 else ""
    return f"To be drawn: {cup_round.places} go through{ties}."


def night_in_words(night: PairsNight) -> str:
    """Return how a pairs night stands, in a sentence."""
    winners = night_winners(night)
    if winners:
        return f"A pairs night. Won by {listed(entrant.name for entrant in winners)}."
    if night.is_over:
        return "A pairs night. Over, and level at the top."
    rounds = counted(night.rounds, "round")
    if not night.drawn:
        pairs = counted(len(night.entries), "pair")
        return f"A pairs night of {rounds}; {pairs} entered so far."
    return f"A pairs night. Round {len(night.drawn)} of {night.rounds} is drawn."


def _won(bracket: Bracket) -> str:
    if bracket.winner is None:
        return "Over, without a winner."
    beaten = f", who beat {bracket.runner_up.name} in the final" if bracket.runner_up else ""
    return f"Won by {bracket.winner.name}{beaten}."


def _are(cup_round: Round) -> str:
    return "are" if cup_round.title.endswith("s") else "is"


def _level(rules: CupRules) -> str:
    if not rules.deciding_games:
        return "A level tie is replayed until one side wins, alternating between the two pubs."
    games = "one deciding game"
    if rules.deciding_games > 1:
        games = f"the most of {count(rules.deciding_games)} deciding games"
    if not rules.replays:
        return f"A level tie goes to {games}."
    often = "once" if rules.replays == 1 else f"up to {count(rules.replays)} times"
    return f"A level tie is replayed {often}, then goes to {games}."


def _handicap(rule: Handicap) -> Iterator[str]:
    if rule.bands:
        yield f"The side with the higher handicap starts every match with {listed(_bands(rule.bands))}."
    elif rule.each:
        per = "point" if rule.per == 1 else f"{count(rule.per)} points"
        most = f", with {points(rule.most)} at most" if rule.most is not None else ""
        start = f"{points(rule.each)} for every {per} between them{most}"
        yield f"The side with the higher handicap starts every match with {start}."
    if rule.by_result:
        yield (
            f"After every tie that is played the winner’s handicap goes down by {count(rule.by_result)} and "
            f"the loser’s up by {count(rule.by_result)}."
        )


def _bands(bands: tuple[HandicapBand, ...]) -> Iterator[str]:
    """Yield the start of each band in words."""
    for place, band in enumerate(bands):
        if place == 0 and len(bands) == 1:
            yield f"{points(band.start)} wherever the handicaps differ"
        elif place == 0:
            yield f"{points(band.start)} where the handicaps differ by up to {band.up_to}"
        elif place == len(bands) - 1:
            yield f"{points(band.start)} beyond that"
        else:
            yield f"{points(band.start)} by up to {band.up_to}"
