"""What can be wrong with a card, a hand, a game or a match: a code, its particulars, one sentence.

The errors of the engine are one family, each made of the faults it carries.

A page, a phone, a program and a translation all lean on the same codes; only `SENTENCES` knows English.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule. `hand` and `table` count from 0, `line` (of a file) from 1, None where there is none.

    In `params` the keys `side` and `other` are sides and are shown under their names.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    hand: int | None = None
    table: int | None = None
    line: int | None = None


def sentence(fault: Fault, *, home: str = "Home", away: str = "Away", others: tuple[str, ...] = ()) -> str:
    """Return the fault in words, with the names of the pubs, or of more sides, where it speaks of them."""
    places = {"hand": fault.hand, "table": fault.table}
    numbers = {key: place + 1 for key, place in places.items() if place is not None}
    params = {**fault.params, **numbers}
    return _inside(fault.params) + say(fault.code, params, home=home, away=away, others=others)


def _inside(params: Mapping[str, object]) -> str:
    """Return where inside a hand a fault lies, if it is in the auction or the play."""
    trick, play, call = (params.get(key) for key in ("trick", "play", "call"))
    if isinstance(trick, int) and isinstance(play, int):
        return f"Trick {trick + 1}, card {play + 1}: "
    return f"Call {call + 1}: " if isinstance(call, int) else ""


def say(
    code: str,
    params: Mapping[str, object],
    *,
    home: str = "Home",
    away: str = "Away",
    others: tuple[str, ...] = (),
) -> str:
    """Return the sentence of a code with its particulars filled in; `others` are the sides after two."""
    sides = (home, away, *others)
    return SENTENCES[code].format_map({key: _spoken(key, value, sides) for key, value in params.items()})


def _spoken(key: str, value: object, sides: tuple[str, ...]) -> object:
    if key in _FROM_NOUGHT and isinstance(value, int):
        return value + 1
    if key in ("side", "other") and isinstance(value, int):
        return sides[value] if 0 <= value < len(sides) else f"side {value + 1}"
    if isinstance(value, tuple):
        return _listed(value)
    return getattr(value, "words", value)


_FROM_NOUGHT = frozenset({"trick", "play", "player", "call"})
"""Places inside a hand: the engine counts them from 0, people from 1."""


def either(values: Iterable[object]) -> str:
    """Return values of which one is right: 2, 3 or 4."""
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last


def _listed(values: tuple[object, ...]) -> str:
    """Return a score as 15-9, anything else as a list in words."""
    if all(isinstance(value, int) and not hasattr(value, "words") for value in values):
        return "-".join(map(str, values))
    words = [str(getattr(value, "words", value)) for value in values]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


class ScoringError(ValueError):
    """Something the rules do not allow; `faults` says what, the message says it in words."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__(*faults)

    # In words only when somebody reads it: most refusals answer a question such as `can_play`.
    def __str__(self) -> str:
        return " ".join(map(_placed, self.faults))

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code


def _placed(fault: Fault) -> str:
    """Return the sentence of a fault, with its line where it stands in a file."""
    return sentence(fault) if fault.line is None else f"Line {fault.line}: {sentence(fault)}"


class NotationError(ScoringError):
    """Text that cannot be read as a card, a hand or a game."""


class IllegalPlay(ScoringError):
    """A card that may not be played at this moment."""


class ImpossibleHand(ScoringError):
    """A hand that cannot have happened as recorded."""


class ImpossibleScore(ScoringError):
    """A score of a game or match that cannot happen, or a format that cannot be played."""


class UnknownVariant(ScoringError):
    """A variant nobody here knows."""


class UnknownOption(ScoringError):
    """A house option nobody here knows."""


class BadOption(ScoringError):
    """A house option with a value it does not take."""


SENTENCES: Mapping[str, str] = {
    # Questions of other programs
    "not_json": "This is not a line of JSON: {received}.",
    "not_a_question": "A question is an object with a text `kind` and an object `input`, not {received}.",
    "unknown_kind": "There is no kind of question {received!r}; there are {known}.",
    "unknown_key": "There is no key {received!r} in {what}; {right}.",
    "key_twice": "The key {received!r} stands twice in one object.",
    "bad_value": "{name} cannot be {received!r}: it is {right}.",
    # Reading
    "bad_card": "{received!r} is not a card: give rank and suit, such as JH, 10S or A♥.",
    "bad_word": "{word!r} cannot be read here: expected {right}.",
    "not_text": "This line is not text in UTF-8.",
    "line_too_long": "This line has more than {most} characters, more than any of this notation.",
    "sheet_too_long": "This game has more than {most} lines, more than any that was played.",
    "no_tags": '{word!r} stands before any tag: expected a tag such as [Game "heckmondwike"].',
    "no_sheet": "There is no game or match in this file.",
    "tag_missing": "The tag {word} is missing: expected it before the play, such as {right}.",
    "tag_twice": "The tag {word} stands here twice.",
    "bad_tag_value": "{name} cannot be {word!r}: expected {right}.",
    "nothing_recorded": "No hand, table or match follows the tags.",
    "too_many_faults": "There is more that cannot be read; the rest of this game is passed over.",
    "not_writable": "{word!r} cannot be written down in a line of text.",
    "unknown_variant": "{received!r} is not a variant known here; known are {known}.",
    "ambiguous_variant": "{received!r} is what several games are called: {known}.",
    "variant_taken": "{received!r} is the name of another game known here.",
    "unknown_option": "{received!r} is not an option; options are named as in {known}.",
    "bad_option": "{name} cannot be {received!r}: it takes {right}.",
    "wrong_sides": "{received} sides cannot play: the game is for {right}.",
    "wrong_players": "{received} cannot play: the game is for {right} players.",
    # Cards on the table
    "illegal_play": "The {card} may not be played now; the legal cards are {legal}.",
    "not_held": "Player {player} does not hold the {card}.",
    "revoke": "Player {player} may not play the {card} to the {led}; legal: {legal}.",
    "trick_length": "A trick has a card of each player who holds any: this one belongs to trick {right}.",
    "turn": "It is not player {player}'s turn but player {right}'s.",
    "throw_in": "Player {player} may not throw in {cards}.",
    "no_play": "No card is played now, at {stage}.",
    "unfinished": "The hand stops with cards left and is not said to be cut short; tricks: {received}.",
    "no_revoke": "Player {player} may play the {card}: it is no revoke.",
    "unknown_player": "There is no player {player} at this table: there are {right}.",
    "held_by_nobody": "Nobody holds the {card}, so it cannot lie exposed.",
    "not_exposed": "The {card} does not lie exposed, so player {player} cannot be made to play it.",
    "no_calling": "Cards are not called in this game: player {player} need not play the {card}.",
    "call_to_revoke": "The {card} cannot be called to this trick, it would be a revoke; legal: {legal}.",
    "called": "Player {player} must play the {called}, which was called, and not the {card}.",
    "nothing_to_undo": "Nothing has been done that could be taken back.",
    # The deal
    "no_jack": "{received} cards were dealt face up, and not enough jacks among them: no jack, no pitch.",
    "players": "{received} players cannot play this game; {right} can.",
    "sides": "{received} are no sides for these players: sides count from 0 and are of equal size.",
    "hand_size": "Player {player} has {received} cards; each is dealt {right}.",
    "no_card": "{received!r} is no card but how one is written: Deal.of and parse_card read it.",
    "cards": "The {card} is in the hand twice.",
    "stock": "{received} cards lie in the stock; there are {least} to {most}.",
    "pack_too_small": "{players} players cannot get {received} cards each of a pack of {pack}; {right} can.",
    "trump_unknown": "Trumps are drawn before the deal in this game, and no suit is named.",
    "no_turnup": "No card is turned up in this game.",
    # Turn-up, begging, running
    "must_beg": "Eldest holds no {suit}; the house says he must beg then.",
    "must_run": "The dealer holds no {suit}; the house says they must run the pack then.",
    "no_begging": "{word} cannot be said at {stage}: there is begging only once a card is turned, by eldest.",
    "not_run": "The pack was not run, yet cards are given out, or the run's cards are missing.",
    "pack_exhausted": "The pack cannot be run again: too few cards are left, so there is a new deal.",
    "must_run_again": "The card turned is of the suit refused, so the pack is run again.",
    "run_after_trump_fixed": "The card turned had fixed trumps; no more cards are given out.",
    "three_cards_each": "Player {player} gets three cards in a run, not {received}.",
    "discard_to_six": "Player {player} keeps {right} of his cards, not {received}.",
    "no_discard": "Player {player} cannot discard now: every card is played.",
    "no_bunching": "{word} cannot be said at {stage}: cards are bunched after a run, if at all.",
    "gift_not_allowed": "A gift may not win the game for a player who did not beg: the dealer must run.",
    "reply_missing": "Eldest begged, and the dealer neither gave nor ran the cards.",
    # The auction
    "bid": "{received} cannot be bid: a bid is {least} to {most}, or a pass.",
    "dealer_must_bid": "All others passed, and here the dealer must bid then: {least} to {most}.",
    "no_auction": "Nobody bids now: this game has no auction, or it is over.",
    "no_sale": "{word} cannot be said at {stage}: eldest sells or refuses once there is a bid for the pitch.",
    "calls_missing": "The auction stops too soon: each of {right} players calls once; calls: {received}.",
    # The four awards of a hand
    "award_not_scored": "There are no points for {award} in this game.",
    "marks_not_possible": "No cards of this game are marked with {received} points, side by side.",
    "high_nobody": "High always goes to a side: the card pitched is itself a trump.",
    "low_nobody": "Low always goes to a side: the card pitched is itself a trump.",
    "high_without_low": "High and Low go together: with a trump held both are scored, with none neither.",
    "jack_without_trump": "Nobody held a trump, so nobody can have taken the Jack.",
    "card_without_trump": "A High or Low card is named, yet nobody held a trump.",
    "unknown_side": "There is no side {received} at this table: sides count from 0 to {last}.",
    "hung_not_counted": "A hanged jack does not count apart in this game.",
    "hung_without_jack": "The jack cannot be hanged when nobody took it.",
    "bad_penalty": "A penalty is one or more whole points given to a side, not {points}.",
    # What comes before the awards
    "turnup_not_scored": "A card turned up does not score {points} in this game.",
    "gift_not_scored": "A gift is one point, where the game knows begging; not {points}.",
    "mark_not_scored": "Nothing is marked during the play of this game.",
    "misdeal_not_scored": "A misdeal does not give {points} in this game.",
    "honour_not_marked": "The {card} is not marked with {points} in this game.",
    "unknown_point": "{received!r} is nothing pegged before the awards; known are {known}.",
    "turnup_two_sides": "One side deals, so turned cards score for one side in a hand.",
    "turnup_after_gift": "With the gift the suit turned stays trumps: no card is turned after it.",
    "gift_to_dealer": "Turned cards score for the dealer's side, gifts and misdeals for the others.",
    "gift_twice": "A side is given one point in a hand, not two.",
    "awards_after_gift": "In this game the gift ends the hand: there are no awards after it.",
    "game_barred": "{side} cannot win Game in this hand, for a revoke.",
    "no_seller": "The pitch is not sold by a player in this game.",
    "contract_side": "{side} bought the pitch, so they pitched.",
    # The cards of a hand
    "not_in_pack": "The {card} is not in the pack of {pack} cards.",
    "different_suits": "High, Low and the card pitched are of one suit, the trump suit: not {cards}.",
    "low_above_high": "Low ({low}) cannot rank above High ({high}).",
    "pitched_above_high": "The {pitched} was pitched, so High cannot be lower ({high}).",
    "pitched_below_low": "The {pitched} was pitched, so Low cannot be higher ({low}).",
    "one_trump_two_sides": "With the {card} the only trump, High and Low go to one side.",
    "one_trump_pitcher": "The {card} was the only trump, so it was pitched and {side} took High and Low.",
    "jack_was_out": "The {card} was out, so the Jack went to a side, not to nobody.",
    "jack_above_high": "The Jack was taken, so High is the jack or better, not the {card}.",
    "jack_below_low": "The Jack was taken, so Low is the jack or a lower card, not the {card}.",
    "high_jack_lost": "With the jack as High nothing can catch it: {side} took High and so the Jack.",
    "low_jack_safe": "{side} held the jack as Low and the only trumps above it, so the Jack is theirs.",
    "low_jack_two_sides": "With the jack as Low, won with its trick, Low and Jack go to one side.",
    "hung_high_jack": "The {card} was the highest trump, so nothing can have caught it: it is not hanged.",
    "hung_by_queen": "Only the {card} ranks above the jack, and {side} held it: no other hanged the jack.",
    "hung_against_holder": "{side} held the {card} and took the Jack, so it is not hanged.",
    "hung_by_holder": "{side} held the {card} and another side took it, so it is hanged.",
    "pitcher_without_trump": "{side} pitched, yet every trump there can have been belongs to the others.",
    "pitched_high_side": "High was the card pitched, so it is {side}'s.",
    "pitched_low_side": "Low was the card pitched, so it is {side}'s.",
    # Card points
    "card_points_sides": "Card points are given for each side: {received} numbers do not fit {right} sides.",
    "card_points_below_zero": "Card points are whole numbers from 0, not {points}.",
    "card_points_above_pack": "The whole pack counts {most}; {points} make {total}.",
    "game_to_fewer": "{side} has the most card points ({points}), so Game is theirs.",
    "game_when_level": "The card points are level ({points}), so nobody takes Game.",
    "game_level_nobody": "The card points are level ({points}), but in this game that gives Game to a side.",
    "game_level_elder": "The card points are level ({points}), so Game goes to {side}, who led first.",
    "points_below_high": "{side} took High with the {card}: at least {least} card points, not {points}.",
    "points_below_jack": "{side} took the Jack: at least {least} card points, not {points}.",
    "points_below_high_and_jack": (
        "{side} took High with the {card} and the Jack: at least {least} card points, not {points}."
    ),
    "points_below_queen": (
        "{other} took the Jack, so {side} had the queen or better as High: "
        "at least {least} card points, not {points}."
    ),
    "points_below_catcher": (
        "{side} caught the jack with a trump of their own below High: "
        "at least {least} card points, not {points}."
    ),
    "points_below_hanger": (
        "{side} hanged the jack with a queen or better: at least {least} card points, not {points}."
    ),
    "points_above_limit": "With these trumps at most {most} card points are out; {points} make {total}.",
    "points_below_known": "The trumps named count {least} card points together; {points} make {total}.",
    "no_such_hand": "No way of holding and winning the top trumps gives these points.",
    # Why an award went where it went
    "why_high": "{side} held the {card}, the highest trump in play.",
    "why_low_held": "{side} held the {card}, the lowest trump in play.",
    "why_low_won": "{side} won the {card}, the lowest trump in play, in trick {trick}.",
    "why_jack": "{side} kept the {card}, won in trick {trick}.",
    "why_jack_hung": "{side} caught the {card} from {other} in trick {trick}.",
    "why_game": "{side} has the most card points ({points}).",
    "why_game_elder": "The card points are level ({points}); Game goes to {side}, first from eldest.",
    "why_game_foster": "The card points are level ({points}); Game goes to {side}, against the dealer.",
    "out": "{side} is out.",
    "out_if": "{side} is out if {awards} {verb} theirs.",
    # Breaches
    "breach_revoke": (
        "Trick {trick}, card {play}: player {player} played the {card} against the rules; legal: {legal}."
    ),
    "breach_misdeal": "Player {player} dealt a wrong number of cards.",
    "breach_peek": "Player {player} looked at his cards before the pitch.",
    "breach_wrong_score": "Player {player} marked a score that was not his; it is taken down.",
    # A game
    "award_missing": "Hand {hand}: {awards} not recorded, though the game was not yet won.",
    "after_the_end": "Hand {hand}: the game was over, {side} had reached {target} in hand {last}.",
    "marks_not_all": (
        "Hand {hand}: all cards are dealt, so both sides together mark {right} in a hand, not {received}."
    ),
    "marks_of_both": (
        "Hand {hand}: both sides reach {target} with what they marked. "
        "Record what was marked until the game was won."
    ),
    "after_fixed_hands": "Hand {hand}: the game was over after {last} hands, {side} ahead.",
    "impossible_step": (
        "Hand {hand}: the score cannot go from {before} to {after}. A hand pegs {least} to {most}, "
        "and the last stops at {target}."
    ),
    "running_after_the_end": "Hand {hand}: the game was over at {score}.",
    "impossible_start": "A game cannot start from {score}: both sides are below the target of {target}.",
    "final_score": "{score} is no final score: the winner has {right}, the loser fewer than {target}.",
    "not_a_score": "{received} is not a score: one whole number from 0 for each side.",
    "sides_of_chances": "Chances are reckoned for 2 to {most} sides, not for {received}.",
    "game_ended": "{side} reached {target} on {award} in hand {hand}.",
    "game_ended_unpegged": "{side} reached {target} on {award} in hand {hand}; {unpegged} {verb} not pegged.",
    # A game as it was written down
    "hand_number": "This is hand {right} of the game, not {received}.",
    "wrong_eldest": "Hand {hand} is {right}'s to lead, not {received}'s: the deal goes round.",
    "score_differs": "Hand {hand}: from {before} these points make {right}, not {received}.",
    "no_such_step": "Hand {hand}: no hand takes the score from {before} to {after}.",
    "result_differs": "The result is {right} by what is written, not {received}.",
    "award_differs": "Hand {hand}: by the cards {award} goes to {side}, not to {other}.",
    "detail_differs": "Hand {hand}: by the cards {what} is {right}, not {received}.",
    "not_certain": "Hand {hand}: the play stopped before {award} was certain.",
    "awards_after_redeal": "Hand {hand}: the cards were dealt again, so nobody takes an award.",
    "turned_card": "Hand {hand}: the {card} was turned up and is nobody's.",
    "table_twice": "Table {received} stands here twice.",
    "match_differs": "The tables give {right} match points, not {received}.",
    "aggregate_differs": "The tables make an aggregate of {right}, not {received}.",
    # One slip that explains the paper
    "slip_side": "Hand {hand}: {award} went to {right}, not to {was}.",
    "slip_nobody": "Hand {hand}: {award} went to nobody, not to {was}.",
    "slip_swapped": "Hand {hand}: the columns of {was} and {right} are exchanged.",
    "slip_swapped_sheet": "On the whole sheet the columns of {was} and {right} are exchanged.",
    "slip_doubled": "Hand {hand} was entered twice.",
    "slip_missing": "A hand that pegged {right} is missing before hand {hand}.",
    # A match
    "unplayed": "Table {table} was not played.",
    "four_tables": "The match has {right} tables, not {received}.",
    "games_at_table": "Table {table}: {received} games; a table plays {right}.",
    "race_passed": "{side} won {received} games; the match was over at {right}.",
    "race_to_two": "The first side to win {right} games ends the match; more than one has them: {received}.",
    "walkover_with_score": "Table {table} has a score and a walkover; it can have only one of them.",
    "walkover_side": "Table {table}: a walkover goes to a side of the match, not to {received}.",
    "walkover_table": "There is no table {received} to give as a walkover.",
    "odd_aggregate": "{points} points for the aggregate cannot be shared equally; take an even number.",
    "bad_format": "{name} of a match format cannot be {received}: it takes {right}.",
}
