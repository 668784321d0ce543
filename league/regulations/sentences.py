"""Regulations and the rules about people in sentences, for the league's rules page."""

from collections.abc import Iterable

from league.competition.season_rules.fields import clauses
from league.competition.season_rules.people import People, PeopleRule
from league.competition.season_rules.rules import Regulations
from league.shared.text import capitalised


def in_words(regulations: Regulations, names: Iterable[str] = ()) -> list[str]:
    """Return the regulations, or those named, a sentence a rule; empty without any."""
    return [f"{capitalised(clause)}." for clause in clauses(regulations, names)]


def people_rule_in_words(rule: PeopleRule, people: People) -> str:
    """Return the sentences of one rule about people; empty where the season has no such rule."""
    return " ".join(f"{capitalised(clause)}." for clause in clauses(people, [rule]))


def ineligible_in_words(regulations: Regulations) -> str:
    """Return what an ineligible player costs, in sentences; empty without a rule."""
    return " ".join(in_words(regulations, ["ineligible_player"]))
