"""What changes in a season's rules between two rule books, in the words of the rules page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.history.nouns import Field
from league.models import Draft, HandResult, Match, RuleBook, Scorecard, Season, TableEntry
from league.regulations.rule_books import game_in_words, match_in_words
from league.shared.text import plural

COLUMNS = tuple(
    column.name
    for column in RuleBook._meta.concrete_fields
    # Rules and penalties have a page of their own, and change while a season is played.
    if column.name not in {"id", "regulations"}
)
GAME = "The game"
FROZEN = (
    "Results of this season are confirmed, and they were played under these rules: nothing here can change "
    "any more, because every table of the season would be rewritten. Another season can have a rule book of "
    "its own, begun as a copy of this one."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChange:
    """The sentences of a section that no longer hold, and those that hold instead."""

    section: str
    was: tuple[str, ...]
    now: tuple[str, ...]


def has_results(book: RuleBook | None) -> bool:
    """Return whether a result of the rule book's season is confirmed. One query."""
    confirmed = Scorecard.objects.confirmed()
    return book is not None and confirmed.filter(match__division__season__rule_book=book).exists()


def can_enter_otherwise(book: RuleBook) -> bool:
    """Return whether hands or final scores may be entered instead: no hand would be out of sight.

    Two queries at most.
    """
    hands = HandResult.objects.filter(game__table__scorecard__match__division__season__rule_book=book)
    entries = TableEntry.objects.filter(match__division__season__rule_book=book, place__regex=r"^h[0-9]")
    return not book.has_hands or not (hands.exists() or entries.exists())


def stored_rules(book: RuleBook) -> dict[str, Any]:
    """Return every rule of a book as it is stored, to be compared later; deadlines and penalties aside."""
    columns: list[Field] = [RuleBook._meta.get_field(name) for name in COLUMNS]
    return {column.name: column.value_from_object(book) for column in columns}


def rule_changes(before: RuleBook, after: RuleBook) -> tuple[RuleChange, ...]:
    """Return the sections of the rules page that differ, with the sentences that do."""
    old, new = _sentences(before), _sentences(after)
    changes = []
    for section in dict.fromkeys([*old, *new]):
        was, now = old.get(section, ()), new.get(section, ())
        change = RuleChange(
            section=section,
            was=tuple(sentence for sentence in was if sentence not in now),
            now=tuple(sentence for sentence in now if sentence not in was),
        )
        if change.was or change.now:
            changes.append(change)
    return tuple(changes)


def _sentences(book: RuleBook) -> dict[str, tuple[str, ...]]:
    sections = {
        section.title: tuple(sentence.text for sentence in section.sentences)
        for section in match_in_words(book)
    }
    game = tuple(sentence.text for section in game_in_words(book) for sentence in section.sentences)
    return sections | {GAME: game}


def touched_by_rules(season: Season, changes: Sequence[RuleChange]) -> tuple[str, ...]:
    """Return what a change of the rules touches: matches and drafts. Two queries."""
    if not changes:
        return ()
    matches = Match.objects.filter(division__season=season).count()
    drafts = Draft.objects.filter(match__division__season=season).count()
    touched = ["No result is confirmed yet, so no standings change."]
    if matches:
        follow = "match follows" if matches == 1 else "matches follow"
        touched.append(f"{matches} {follow} the new rules. Printed score sheets may no longer fit.")
    if drafts:
        touched.append(f"{plural(drafts, 'draft')} of results: check the tables again before you confirm.")
    return tuple(touched)
