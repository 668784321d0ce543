"""Cups: who meets whom by lot or by seed, what a tie is, and who has won; and nights for pairs.

Pure: no database, no clock, no pages, and no chance but the lot that is passed in. A cup is one value of what
was entered, drawn and played; the bracket is made of it each time it is asked for.

    rules      the rules of a cup            plain      as a plain mapping and back
    bands      starts by bands, as text      words      the rules in sentences
    entries    what is written down of it
    lots       the hat, and the lines of a bracket
    ties       who has won a tie, and what is still to be played of it
    rounds     a round's ties: who sits where, and what has come of them
    brackets   all rounds to the final, fit to be printed
    losers     highest losers, and the plate
    draws      the next round out of the hat; late entries
    results    results in, taken back; somebody leaves
    nights     a pairs night: everybody plays so many rounds; night_pairs, night_rounds and night_scores
    tree       where the seats of a bracket stand when it is drawn
"""

from league.cups.bands import format_bands, parse_bands
from league.cups.brackets import Bracket, bracket_of, handicaps_now
from league.cups.draws import through, with_draw, with_entrant, without_draw
from league.cups.entries import FEWEST, MOST, Cup, CupRefused, Draw, Entrant, Scratch, TieResult
from league.cups.losers import BestLoser, highest_losers, plate_entrants
from league.cups.night_pairs import with_entry, with_pair_back, without_entry, without_pair
from league.cups.night_rounds import finished, with_round, with_rounds, without_round
from league.cups.night_scores import (
    NightRow,
    night_standings,
    night_winners,
    with_decision,
    with_score,
    without_score,
)
from league.cups.nights import (
    MOST_NIGHT_ROUNDS,
    NightEntry,
    NightResult,
    NightRound,
    PairedBy,
    PairsNight,
    open_tables,
)
from league.cups.plain import night_from_data, night_to_data, rules_from_data, rules_to_data
from league.cups.results import with_result, with_scratch, without_result
from league.cups.rounds import Round, Seat, Tie
from league.cups.rules import Band, CupRules, DrawnBy, Fill, Handicap, Plate
from league.cups.ties import TieVerdict
from league.cups.tree import TreeColumn, TreeSeat, shortened, tree_of
from league.cups.words import night_in_words, rules_in_words, standing_in_words

__all__ = [
    "FEWEST",
    "MOST",
    "MOST_NIGHT_ROUNDS",
    "Band",
    "BestLoser",
    "Bracket",
    "Cup",
    "CupRefused",
    "CupRules",
    "Draw",
    "DrawnBy",
    "Entrant",
    "Fill",
    "Handicap",
    "NightEntry",
    "NightResult",
    "NightRound",
    "NightRow",
    "PairedBy",
    "PairsNight",
    "Plate",
    "Round",
    "Scratch",
    "Seat",
    "Tie",
    "TieResult",
    "TieVerdict",
    "TreeColumn",
    "TreeSeat",
    "bracket_of",
    "finished",
    "format_bands",
    "handicaps_now",
    "highest_losers",
    "night_from_data",
    "night_in_words",
    "night_standings",
    "night_to_data",
    "night_winners",
    "open_tables",
    "parse_bands",
    "plate_entrants",
    "rules_from_data",
    "rules_in_words",
    "rules_to_data",
    "shortened",
    "standing_in_words",
    "through",
    "tree_of",
    "with_decision",
    "with_draw",
    "with_entrant",
    "with_entry",
    "with_pair_back",
    "with_result",
    "with_round",
    "with_rounds",
    "with_score",
    "with_scratch",
    "without_draw",
    "without_entry",
    "without_pair",
    "without_result",
    "without_round",
    "without_score",
]
