"""One game of a signed sheet as a captain objects to it: its hands, the answers, what would follow."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.competition.team_names import button_names
from league.models import Scorecard
from league.results.log import AWARDS, Body, SheetPlace
from league.results.pages.script_words import MARKS, home_away, marks_of, script_words
from league.results.parsing.comparison import CALL_WORDS
from league.results.parsing.fields import BEG, HUNG, TURNED
from league.results.parsing.phone_messages import read_body
from league.results.proposals import (
    FINAL,
    FINAL_FIELDS,
    HAND_FIELDS,
    Changes,
    HandSoFar,
    SheetVersion,
    real_changes,
)
from league.results.selectors.agreement import game_words, match_words
from league.shared.text import listed


def objection_page(
    card: Scorecard, recorded: SheetVersion, table: int, game: int, wanted: Changes | None = None
) -> dict[str, Any]:
    """Return one game of a report with what is typed; `wanted` are its places as they were sent.

    `reporter` is the short name of the side that signed the sheet, `to_ask` who has not been asked for yet,
    `refusals` what cannot be apart from that. `final` is a score that does not follow from hands: field, side
    and figure of each side.
    """
    changes = real_changes(recorded, wanted or {})
    proposed = SheetVersion(recorded.match, recorded.recorded, changes)
    home, away = button_names(recorded.match.home, recorded.match.away)
    words = {"h": home, "-": "Nobody", "a": away}
    pairs = zip(recorded.hands(table, game), proposed.hands(table, game), strict=True)
    hands = tuple(
        _hand(SheetPlace(table, game, f"h{after.number}"), before, after, proposed, words)
        for before, after in pairs
    )
    to_ask = next(filter(None, map(_to_ask, hands)), "")
    may_be_sent = bool(changes) and not proposed.refusals
    goes_on = "" if proposed.is_finished(table, game) else f": {recorded.layout.table_word} {table} goes on"
    place = SheetPlace(table, game, FINAL)
    final = changes.get(place, recorded.body(place))
    return {
        "card": card,
        "title": recorded.layout.where(table, game),
        "awards": recorded.rules.awards,
        "reporter": words[card.reported_for],
        "hands": hands,
        "hands_changed": proposed.hands_changed,
        "is_changed": bool(changes),
        "to_ask": to_ask,
        "refusals": () if to_ask or not changes else proposed.refusals,
        "may_be_sent": may_be_sent,
        "recorded_words": game_words(recorded, table, game),
        "proposed_words": game_words(proposed, table, game),
        "match_words": match_words(recorded, proposed) if may_be_sent else "",
        "accept_words": home_away(proposed.score(table, game) or (0, 0)) + goes_on,
        "final": tuple(
            (name, word, final.get(name, "")) for name, word in zip(FINAL_FIELDS, (home, away), strict=True)
        )
        if recorded.has_final(table, game)
        else (),
    }


def _to_ask(hand: Mapping[str, Any]) -> str:
    """Return who has not been asked for yet: “Hand 8: who took Low, Jack and Game?”; empty if nobody."""
    asked = [question["words"] for question in hand["questions"] if question["is_asked"]]
    return f"Hand {hand['number']}: who took {listed(asked)}?" if asked else ""


def _hand(
    place: SheetPlace, before: HandSoFar, after: HandSoFar, proposed: SheetVersion, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return a recorded hand of a game; `words` are those of the answers, by letter."""
    typed = proposed.changes.get(place, before.body)
    beside = proposed.layout.beside
    questions = tuple(_questions(before.body, typed, after, proposed, words))
    is_changed, is_asked = place in proposed.changes, any(each["is_asked"] for each in questions)
    return {
        "number": after.number,
        "marks": marks_of(after.body, proposed.rules.awards),
        "score": home_away(after.score),
        "was": home_away(before.score) if not after.is_needed or before.score != after.score else "",
        "is_needed": after.is_needed,
        "is_changed": is_changed,
        "is_asked": is_asked,
        "is_open": is_changed or is_asked,
        "questions": questions,
        "beside": tuple((name, typed.get(name, "")) for name in beside),
        "has_turnup": TURNED in beside,
        "has_hung": HUNG in beside,
    }


def _questions(
    before: Body, typed: Body, after: HandSoFar, proposed: SheetVersion, words: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    if BEG in proposed.layout.beside:
        asked = [("", value, word.capitalize()) for value, word in CALL_WORDS.items()]
        yield _question(BEG, "Beg", asked, before, typed, after)
    can_be_nobody = {award["name"]: award["nobody"] for award in script_words(proposed.checked)["awards"]}
    for award in proposed.rules.awards:
        letters = (letter for letter in words if letter != "-" or can_be_nobody[award.value])
        answers = [(MARKS[letter], letter, words[letter]) for letter in letters]
        yield _question(award.value, award.words, answers, before, typed, after)


def _question(
    name: str,
    words: str,
    answers: Sequence[tuple[str, str, str]],
    before: Body,
    typed: Body,
    after: HandSoFar,
) -> dict[str, Any]:
    return {
        "field": f"h{after.number}-{name}",
        "words": words,
        "choices": tuple(_choices(name, answers, before, typed)),
        "is_asked": name in after.to_ask,
    }


def _choices(
    name: str, answers: Sequence[tuple[str, str, str]], before: Body, typed: Body
) -> Iterator[dict[str, Any]]:
    for mark, value, word in answers:
        is_chosen, is_recorded = typed.get(name) == value, before.get(name) == value
        yield {
            "value": value,
            "mark": mark,
            "word": word,
            "is_chosen": is_chosen,
            "is_recorded": is_recorded,
            "is_changed": is_chosen and not is_recorded,
        }


def typed_changes(post: Mapping[str, str], recorded: SheetVersion, table: int, game: int) -> Changes:
    """Return the places of a game as a form sent them. Raises ValueError for what no field accepts."""
    wanted: dict[SheetPlace, Body] = {}
    for place in recorded.places(table, game):
        prefix = "" if place.name == FINAL else f"{place.name}-"
        names = FINAL_FIELDS if place.name == FINAL else HAND_FIELDS
        sent = {name: post[prefix + name] for name in names if prefix + name in post}
        if sent:
            # A form leaves out what is not chosen: awards, which nobody can un-choose.
            wanted[place] = {
                **{name: text for name, text in recorded.body(place).items() if text and name in AWARDS},
                **read_body(place, sent, recorded.layout),
            }
        if sent and place.name == FINAL:
            # The winner's figure follows from the loser's.
            target, body = str(recorded.rules.target or ""), wanted[place]
            wanted[place] = {
                name: body.get(name) or target for name in FINAL_FIELDS if body.get(name) or target
            }
    return wanted
